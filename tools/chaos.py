"""Carry out debates whose agents fail and whose process dies, in virtual time: `make chaos`.

A run dies after any record of its journal: by a kill, which keeps what was written and may leave
half a line; by a power cut, which loses any part of what was not synced; or by a disk that is full
in the middle of a line. It is then taken up anew, until it has its result. In every second run the
agents fail as well: they crash, hang, talk garbage, answer late or ask to wait.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from stat import S_ISREG
from typing import Any

from debatec.graph.graph import Kind
from debatec.graph.plan import Plan
from debatec.runtime.events import Event, Failed, Settled
from debatec.runtime.journal import NAME, JournalError, read_journal
from debatec.runtime.run import Clock, Run, rebuild
from debatec.runtime.virtual import run_virtual
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Agent, Say, Script, fail, say
from tests.support.runs import Watch, lasting, plan_of, shipped

RUNS = 1000
MOST_DEATHS = 6
DEATHS = ("kill", "power cut", "full disk")
WITHIN = 30
"""Records after which a process has died, at most."""
RELAY = Path(__file__).parents[1] / "tests" / "cases" / "chaos" / "relay.debate.yaml"


@cache
def plans() -> dict[str, Plan]:
    """The formats by name."""
    return {
        "panel": plan_of(shipped("panel"), brief="Shall we?", rounds=4),
        "pingpong": plan_of(shipped("pingpong"), question="Tabs or spaces?", rounds=6),
        "relay": plan_of(RELAY.read_text("utf-8"), question="What is wrong?"),
    }


# --- Agents -----------------------------------------------------------------------------------


def steady(seed: int) -> Script:
    """Replies that depend on the turn alone, so that a run taken up hears the same."""

    def answer(request: Request, _asking: int) -> Say:
        rng = Random(f"{seed}/{request.turn}")
        blocks = {"status": _status(rng), "vote": _vote(rng)}
        wanted = re.findall(r"^```(status|vote)$", request.prompt, re.M)[-1:]
        text = f"{request.turn} {rng.random()}"
        return say(text, {name: blocks[name] for name in wanted}, after=rng.uniform(0, 20))

    return answer


def _status(rng: Random) -> dict[str, Any]:
    finding = {
        "id": f"f{rng.randrange(4)}",
        "title": "A finding",
        "severity": rng.choice(("blocking", "major", "minor")),
        "state": rng.choice(("open", "resolved")),
        "evidence": "seen",
    }
    position = rng.choice(("agree", "agree", "disagree", "unsure"))
    return {"position": position, "findings": [finding] * rng.randrange(2)}


def _vote(rng: Random) -> dict[str, Any]:
    return {"vote": rng.choice(("accept", "accept", "object")), "objections": []}


def failing(seed: int) -> Script:
    """The same replies, but for every third, which goes wrong in one of several ways."""
    good = steady(seed)

    def answer(request: Request, asking: int) -> Say:
        rng = Random(f"{seed}/{request.turn}/{request.attempt}/{asking}")
        if rng.random() < 2 / 3:
            return good(request, asking)
        return rng.choice(faults(rng, good(request, asking)))

    return answer


def faults(rng: Random, good: Say) -> list[Say]:
    """What may come instead of a good answer."""
    limited = TransportError(Failure.RATE_LIMITED, "too many requests", rng.uniform(1, 90))
    garbage = "".join(chr(rng.randrange(0xD800)) for _ in range(rng.randrange(300)))
    return [
        fail(TransportError(Failure.CRASHED, "it broke"), 1, good.pieces[0][:9]),
        fail(TransportError(Failure.REFUSED, "no"), rng.uniform(0, 5)),
        fail(limited),
        fail(ValueError("a transport with a mistake"), rng.uniform(0, 5)),
        Say(good.pieces, pause=1, hangs=True),
        Say(good.pieces, pause=rng.uniform(50, 400)),
        Say(tuple(good.pieces[0]), pause=rng.uniform(1, 9)),
        Say(("word ",), endless=True),
        say(" \n"),
        say(garbage + "\n```status\n{"),
    ]


# --- Deaths -----------------------------------------------------------------------------------


class Died(BaseException):
    """The process is gone."""


@dataclass
class Death:
    """Lets a process die after some records, in one way."""

    folder: Path
    way: str
    after: int
    rng: Random
    synced: int
    written: int | None = None
    lived: list[Event] = field(default_factory=list)

    def sync(self, descriptor: int) -> None:
        """What takes the place of os.fsync."""
        found = os.fstat(descriptor)
        if S_ISREG(found.st_mode) and self.written is None:
            self.synced = found.st_size

    def event(self, event: Event) -> None:
        """What is recorded while the rest of a dead process winds down never happened."""
        if self.written is not None:
            raise Died
        self.lived.append(event)
        if len(self.lived) == self.after:
            self._die((self.folder / NAME).stat().st_size)

    def _die(self, size: int) -> None:
        if self.way == "full disk":
            limit(size + self.rng.randrange(60))
        else:
            self.written = size
            raise Died

    def leave(self) -> None:
        """Leave the journal as it lies on the disk after the death."""
        limit(None)
        if self.written is None:
            return
        path = self.folder / NAME
        data = path.read_bytes()[: self.written]
        if self.way == "power cut":
            data = data[: self.rng.randint(min(self.synced, len(data)), len(data))]
        elif self.rng.random() < 0.5:
            data += b'{"agent":"scripted","at":"20'[: self.rng.randint(1, 28)]
        path.write_bytes(data)


def limit(size: int | None) -> None:
    """Let no file of this process grow beyond a size; a write that does so fails."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most if size is None else size, most))


@contextmanager
def synced_by(sync: Callable[[int], None]) -> Iterator[None]:
    real = os.fsync
    os.fsync = sync  # type: ignore[assignment]
    try:
        yield
    finally:
        os.fsync = real


# --- Runs -------------------------------------------------------------------------------------


class Broken(AssertionError):
    """A promise of the runtime that was not kept."""


@dataclass
class Figures:
    """What happened in the runs of one format."""

    runs: int = 0
    deaths: Counter[str] = field(default_factory=Counter)
    torn: int = 0
    failed: int = 0
    turns: int = 0
    asked: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    compared: int = 0


@dataclass
class Trial:
    """One run, from its beginning over its deaths to its result."""

    folder: Path
    plan: Plan
    script: Script
    rng: Random
    figures: Figures
    completed: dict[str, Settled] = field(default_factory=dict)
    synced: int = 0
    """Bytes of the journal that a power cut spares."""

    def run(self, deaths: int) -> dict[str, Any]:
        """The result, after some deaths at most.

        Raises:
            Broken: a promise was not kept.
        """
        run = Run.begin(self.folder, self.plan)
        for left in range(deaths, -1, -1):
            way = self.rng.choice(DEATHS) if left else "none"
            after = self.rng.randint(1, WITHIN) if left else sys.maxsize
            death = Death(self.folder, way, after, self.rng, self.synced)
            result = self._live(run, death)
            if result is not None:
                return self._checked(result)
            self.figures.deaths[way] += 1
            run = self._take_up()
        raise Broken("a run without a death has no result")

    def _live(self, run: Run, death: Death) -> Mapping[str, Any] | None:
        """Carry a run out; None where it died."""
        agent = Agent(self.script)
        watch = Watch(then=death.event)

        async def main() -> Mapping[str, Any]:
            clock = Clock(asyncio.get_running_loop().time, lambda: "2026-01-01T00:00:00Z")
            return await run.carry_out(dict.fromkeys(self.plan.graph.seats, agent), clock, watch)

        try:
            with synced_by(death.sync), run:
                return run_virtual(main())
        except (Died, JournalError):
            return None
        finally:
            death.leave()
            self.synced = death.synced
            self._note(death.lived, agent)

    def _note(self, events: list[Event], agent: Agent) -> None:
        again = self.completed.keys() & set(agent.turns())
        if again:
            raise Broken(f"turns that were completed were asked again: {sorted(again)}")
        self.figures.asked += len(agent.questions)
        self.figures.failed += sum(isinstance(event, Failed) for event in events)
        for event in events:
            if isinstance(event, Settled) and self.plan.graph.nodes[event.node].kind is Kind.TURN:
                self.completed[event.node] = event

    def _take_up(self) -> Run:
        self.figures.torn += not (self.folder / NAME).read_bytes().endswith(b"\n")
        run = Run.take_up(self.folder)
        kept = run.state.settled
        lost = [turn for turn, settled in self.completed.items() if kept.get(turn) != settled]
        if lost:
            run.close()
            raise Broken(f"completed turns were lost: {lost}")
        return run

    def _checked(self, result: Mapping[str, Any]) -> dict[str, Any]:
        if not result["reason"] or result["status"] not in ("done", "failed"):
            raise Broken(f"no reason, or an odd status: {result['status']}")
        read_journal(self.folder)
        before = contents(self.folder)
        for path in before:
            if path.name != NAME:
                path.unlink()
        rebuild(self.folder)
        if contents(self.folder) != before:
            raise Broken("the files made anew from the journal are others")
        self.figures.turns += result["turns"]["asked"]
        self.figures.outcomes[result["outcome"]] += 1
        return dict(result)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def trial(folder: Path, name: str, seed: int, figures: Figures) -> None:
    """One run; every second has agents that fail, the others are compared with a quiet run.

    Raises:
        Broken: a promise was not kept.
    """
    plan, rng = plans()[name], Random(seed)
    quiet = seed % 2 == 0
    script = steady(seed) if quiet else failing(seed)
    deaths = rng.randint(1, MOST_DEATHS)
    result = Trial(folder / "run", plan, script, rng, figures).run(deaths)
    figures.runs += 1
    if quiet:
        expected = Trial(folder / "quiet", plan, script, rng, Figures()).run(0)
        if lasting(result) != lasting(expected):
            raise Broken("the result is not that of a run that nothing happened to")
        figures.compared += 1


def chaos(runs: int, start: int, said: Callable[[str], None]) -> dict[str, Figures]:
    """Carry out runs of all formats in turn, from a seed on.

    Raises:
        Broken: a promise was not kept; the message names the seed.
    """
    figures = {name: Figures() for name in plans()}
    for number in range(start, start + runs):
        # A format comes with both kinds of agents: neither number divides the other.
        name = list(figures)[number % len(figures)]
        folder = Path(tempfile.mkdtemp(prefix="debatec-chaos-"))
        try:
            trial(folder, name, number, figures[name])
        except Exception as error:
            raise Broken(f"{name}, --start {number} (kept in {folder}): {error!r}") from error
        shutil.rmtree(folder)
        if (number - start + 1) % 100 == 0:
            said(f"{number - start + 1} of {runs} runs")
    return figures


def table(figures: Mapping[str, Figures]) -> str:
    """The figures in Markdown."""
    rows: dict[str, Callable[[Figures], int]] = {
        "runs": lambda f: f.runs,
        "died by a kill": lambda f: f.deaths["kill"],
        "died by a power cut": lambda f: f.deaths["power cut"],
        "died by a full disk": lambda f: f.deaths["full disk"],
        "torn last lines": lambda f: f.torn,
        "attempts that failed": lambda f: f.failed,
        "requests": lambda f: f.asked,
        "turns in the results": lambda f: f.turns,
        "results": lambda f: f.outcomes.total(),
        "compared with a quiet run, and the same": lambda f: f.compared,
    }
    names = list(figures)
    lines = [
        f"| What happened | {' | '.join(names)} | all |",
        f"| --- |{' ---: |' * (len(names) + 1)}",
    ]
    for title, count in rows.items():
        counts = [count(figures[name]) for name in names]
        lines.append(f"| {title} | {' | '.join(f'{n:,}' for n in [*counts, sum(counts)])} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("runs", type=int, nargs="?", default=RUNS, help="how many (%(default)s)")
    parser.add_argument("--start", type=int, default=0, help="the first seed (%(default)s)")
    arguments = parser.parse_args()
    try:
        figures = chaos(arguments.runs, arguments.start, lambda line: print(line, file=sys.stderr))
    except Broken as error:
        print(f"chaos: {error}", file=sys.stderr)
        return 1
    outcomes = sum((found.outcomes for found in figures.values()), Counter())
    print(table(figures), end="\n\n")
    print(json.dumps(dict(sorted(outcomes.items()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
