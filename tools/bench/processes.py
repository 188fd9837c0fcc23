"""Whole commands of debatec beside those of tools people know.

Every contest runs both commands in turn, round after round, so that a busy machine slows both;
what counts is the ratio of the medians.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tools.bench.specs import write_specs

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
SCHEMA_CHECKER = ROOT / ".venv-bench" / "bin" / "check-jsonschema"
BARE_COMMAND = """\
import click


@click.command()
def main() -> None:
    "Do nothing."


main()
"""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two commands for like work, and the most that the first may take of the second's time.

    A command that is to come ``first`` is carried out once and not timed.
    """

    name: str
    ours: Sequence[str]
    theirs: Sequence[str]
    goal: float
    first: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """Median seconds of both commands of a contest."""

    contest: Contest
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def contests(folder: Path, count: int) -> list[Contest]:
    """Every contest, its files written below a folder."""
    specs = folder / "specs"
    specs.mkdir()
    write_specs(specs, count)
    bare = folder / "bare.py"
    bare.write_text(BARE_COMMAND, encoding="utf-8")
    debatec = str(BIN / "debatec")
    return [
        *lints(debatec, specs, f"lint {count} specs"),
        *(alone(debatec, next(specs.iterdir())) if SCHEMA_CHECKER.exists() else ()),
        Contest(
            "--help / bare click command",
            [debatec, "--help"],
            [sys.executable, str(bare), "--help"],
            goal=1.5,
        ),
    ]


def alone(debatec: str, spec: Path) -> list[Contest]:
    """One spec, new and known, beside a check of its schema alone."""
    schema = ROOT / "schemas" / "debate.v1.schema.json"
    theirs = [str(SCHEMA_CHECKER), "--schemafile", str(schema), str(spec)]
    anew = [debatec, "lint", "--no-config", "--no-cache", str(spec)]
    known = [debatec, "lint", "--no-config", "--cache-dir", str(spec.parent / "cache"), str(spec)]
    return [
        Contest("lint one spec / check-jsonschema", anew, theirs, goal=0.5),
        Contest("the same, known / check-jsonschema", known, theirs, goal=0.5, first=known),
    ]


def lints(debatec: str, specs: Path, name: str) -> list[Contest]:
    """Specs that are new, in one process and in several, and specs that are known."""
    theirs = [str(BIN / "yamllint"), "-d", "relaxed", str(specs)]
    anew = [debatec, "lint", "--no-config", "--no-cache", str(specs)]
    known = [debatec, "lint", "--no-config", "--cache-dir", str(specs / "cache"), str(specs)]
    return [
        Contest(f"{name} / yamllint", [*anew, "--jobs", "1"], theirs, goal=0.5),
        Contest(f"{name}, parallel / yamllint", anew, theirs, goal=0.33),
        Contest(f"{name}, known / yamllint", known, theirs, goal=0.05, first=known),
    ]


def seconds(command: Sequence[str]) -> float:
    """How long a command takes, start-up included.

    Raises:
        RuntimeError: it failed, so its time would mean nothing.
    """
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    elapsed = time.perf_counter() - start
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}"[:4000])
    return elapsed


def measure(contest: Contest, rounds: int) -> Timing:
    """Run both commands in turn and take the medians."""
    if contest.first is not None:
        seconds(contest.first)
    pairs = [(seconds(contest.ours), seconds(contest.theirs)) for _ in range(rounds)]
    ours, theirs = zip(*pairs, strict=True)
    return Timing(contest, median(ours), median(theirs))


def row(timing: Timing) -> str:
    """A line of the table."""
    contest = timing.contest
    verdict = "met" if timing.ratio <= contest.goal else "missed"
    return (
        f"{contest.name:<38}{timing.ours:>9.3f} s{timing.theirs:>9.3f} s"
        f"{timing.ratio:>8.2f}{contest.goal:>8.2f}  {verdict}"
    )


def show(folder: Path, specs: int, rounds: int) -> None:
    """Print the table, a line at a time as it is measured."""
    print(f"{'contest':<38}{'debatec':>11}{'other':>11}{'ratio':>8}{'goal':>8}", flush=True)
    for contest in contests(folder, specs):
        print(row(measure(contest, rounds)), flush=True)
