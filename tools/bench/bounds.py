"""What debatec alone is measured at: waiting, compiling, memory and taking up."""

from __future__ import annotations

import asyncio
import gc
import json
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from unittest.mock import patch

from debatec.runtime.journal import NAME
from debatec.runtime.run import Run
from tools.bench import debates
from tools.bench.jobs import AGENTS, REPLY, Roundtable, longest_path, turn_times

TIMES = 3
"""How often the quick ones are measured."""
TURNS = 100_000
SEATS = 8


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured, and the most it may be."""

    name: str
    value: float
    goal: float
    unit: str = ""

    def row(self) -> str:
        verdict = "met" if self.value <= self.goal else "missed"
        value, goal = f"{self.value:.4g}{self.unit}", f"{self.goal:.4g}{self.unit}"
        return f"{self.name:<62}{value:>12}{goal:>12}  {verdict}"


def figures() -> Iterator[Figure]:
    """Every figure, as soon as it is measured."""
    yield Figure("a panel of 8 random turns / its critical path", waiting(ring=False), 1.01)
    yield Figure("a ring without barriers / its data-flow path", waiting(ring=True), 1.01)
    half, whole = compiling(TURNS // 2), compiling(TURNS)
    yield Figure(f"compile of {TURNS:,} turns", whole, 5.0, " s")
    yield Figure("the same over that of half as many turns", whole / half, 2.5)
    reply = len(REPLY) / 1024
    yield Figure("memory of a turn beside its reply", memory(1000) / 1024 - reply, 3.0, " KiB")
    yield Figure("resume from 10,000 events / json.loads of them", taking_up(10_000), 5.0)


def waiting(ring: bool) -> float:
    """Wall time of a panel of eight over that of its slowest chain."""
    plan, found = debates.plan_of(debates.panel(ring)), []
    seats = list(plan.graph.seats)
    for seed in range(TIMES):
        times = turn_times(seed)
        delays = {
            node.id: times[node.round, seats.index(node.seat) + 1] for node in plan.graph.turns()
        }
        with tempfile.TemporaryDirectory(prefix="debatec-bench-") as folder:
            start = time.perf_counter()
            asyncio.run(debates.carry_out(Path(folder) / "run", plan, delays.__getitem__))
            found.append((time.perf_counter() - start) / longest_path(times, ring))
    return median(found)


def compiling(turns: int) -> float:
    """Seconds from a spec to its plan."""
    spec = debates.panel(ring=False)
    spec["format"][0]["rounds"] = turns // SEATS
    start = time.perf_counter()
    plan = debates.plan_of(spec)
    seconds = time.perf_counter() - start
    assert sum(1 for _ in plan.graph.turns()) == turns
    return seconds


def memory(rounds: int) -> float:
    """Bytes that a run holds for each turn when it is over, its plan and all that was said too."""
    with tempfile.TemporaryDirectory(prefix="debatec-bench-") as folder:
        gc.collect()
        tracemalloc.start()
        run = asyncio.run(_kept(Path(folder) / "run", rounds))
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        del run
    return held / Roundtable(rounds).turns


async def _kept(folder: Path, rounds: int) -> Run:
    """A run that is over, its state still held."""
    plan = debates.plan_of(debates.roundtable(rounds, "latest"))
    run = Run.begin(folder, plan)
    agent = dict.fromkeys(plan.graph.seats, debates.Agent(lambda _turn: 0.0))
    await run.carry_out(agent, debates.clock(), debates.Silent())
    run.close()
    return run


def taking_up(events: int) -> float:
    """Time to read a journal and fold it over that of `json.loads` on its lines."""
    rounds = events // (3 * AGENTS)
    with tempfile.TemporaryDirectory(prefix="debatec-bench-") as at:
        folder = Path(at) / "run"
        asyncio.run(_kept(folder, rounds))
        lines = (folder / NAME).read_bytes().splitlines()
        ours, plain = [], []
        for _ in range(TIMES):
            start = time.perf_counter()
            Run.take_up(folder).close()
            ours.append(time.perf_counter() - start)
            start = time.perf_counter()
            for line in lines:
                json.loads(line)
            plain.append(time.perf_counter() - start)
    return median(ours) / median(plain)


def main() -> None:
    """Print the figures."""
    patch("os.fsync", new=lambda _file: None).start()
    for figure in figures():
        print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
