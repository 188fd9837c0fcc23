"""debatec's runtime beside a hand-written floor and beside LangGraph, on the same work in one run.

Each measurement is a process of its own, and the engines take turns, so that a busy machine slows
them all; what counts is the ratio to the floor. The figures of the floor and of LangGraph that the
goals come from stand in `docs/performance.md`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
ENGINES = ("floor", "debatec", "langgraph")
WHOLE = ("floor", "debatec+files", "langgraph")
SAVED = ("floor+fsync", "debatec+fsync", "langgraph+sqlite")


@dataclass(frozen=True, slots=True)
class Measurement:
    """What every engine is measured at, and the most that debatec may take."""

    name: str
    what: str
    count: int
    engines: Sequence[str]
    goal: str
    most: float | None = None
    over: str | None = None
    """The engine that ``most`` is a multiple of; None where it is the figure itself."""


MEASUREMENTS = (
    Measurement("µs a turn, 3 rounds", "overhead", 3, ENGINES, "2 × floor", 2.0, "floor"),
    Measurement("µs a turn, 100 rounds", "overhead", 100, ENGINES, "1 × floor", 1.0, "floor"),
    Measurement("… 3, all files of the folder", "overhead", 3, WHOLE, "told"),
    Measurement("… 100, all files of the folder", "overhead", 100, WHOLE, "told"),
    Measurement("µs a turn, 3 rounds, synced", "overhead", 3, SAVED, "1.5 × floor", 1.5, SAVED[0]),
    Measurement("µs a turn, 100, synced", "overhead", 100, SAVED, "1.5 × floor", 1.5, SAVED[0]),
    Measurement("200 debates at once / ideal", "many", 200, ENGINES, "1.3", 1.3),
    Measurement("2,000 debates at once / ideal", "many", 2000, ENGINES, "6", 6.0),
    Measurement("2,000, synced / ideal", "many", 2000, SAVED, "10", 10.0),
)


def measure(python: Path, measurement: Measurement, rounds: int) -> dict[str, dict[str, float]]:
    """The medians of each engine's figures; an engine that is not installed has none."""
    found: dict[str, list[Mapping[str, float]]] = {engine: [] for engine in measurement.engines}
    for number in range(rounds):
        for engine in measurement.engines:
            if number and engine == measurement.engines[-1] and measurement.what == "many":
                continue  # minutes each, and far from any goal
            figures = once(python, engine, measurement)
            if figures:
                found[engine].append(figures)
    return {
        engine: {key: median(each[key] for each in figures) for key in figures[0]}
        for engine, figures in found.items()
        if figures
    }


def once(python: Path, engine: str, measurement: Measurement) -> dict[str, float] | None:
    """One engine's figures, measured in a process; None where the engine is not installed.

    Raises:
        RuntimeError: it failed, so its time would mean nothing.
    """
    done = subprocess.run(
        [python, "-m", "tools.bench.engines", engine, measurement.what, str(measurement.count)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    if "No module named 'langgraph" in done.stderr:
        return None
    if done.returncode:
        raise RuntimeError(f"{engine} {measurement.name} failed:\n{done.stderr}"[-4000:])
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def rows(python: Path, rounds: int) -> Iterator[str]:
    """The table, a line at a time as it is measured."""
    yield f"{'':<32}{'floor':>10}{'debatec':>10}{'LangGraph':>11}{'goal':>13}"
    for measurement in MEASUREMENTS:
        yield row(measurement, measure(python, measurement, rounds))


def row(measurement: Measurement, found: Mapping[str, Mapping[str, float]]) -> str:
    """A line of the table: what every engine took, and whether debatec met its goal."""
    key = "us" if measurement.what == "overhead" else "ratio"
    cells = [f"{found[e][key]:.4g}" if e in found else "–" for e in measurement.engines]
    ours = found[measurement.engines[1]][key]
    scale = found[measurement.over][key] if measurement.over else 1.0
    verdict = ""
    if measurement.most is not None:
        verdict = "met" if ours <= measurement.most * scale else "missed"
    note = f"  {found[measurement.engines[1]]['mib']:.0f} MiB" if key == "ratio" else ""
    return (
        f"{measurement.name:<32}{cells[0]:>10}{cells[1]:>10}{cells[2]:>11}"
        f"{measurement.goal:>13}  {verdict}{note}"
    )


def interpreter() -> Path:
    """The Python that has the peers, else the one that runs this."""
    peers = ROOT / ".venv-bench" / "bin" / "python"
    return peers if peers.exists() else Path(sys.executable)
