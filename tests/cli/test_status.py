"""`debatec status`: of a run that is named, or of the newest."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from debatec.runtime.journal import Journal
from tests.cli.specs import GOOD, Files, call

REPLAY = "replay: v1\notherwise: {text: A view.}\n"


@pytest.fixture
def run(write: Files) -> Path:
    """A run that was cut off in its second round."""
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", REPLAY)
    ran = call("run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
               "--run-dir", "runs/one")  # fmt: skip
    assert ran.exit_code == 0
    journal = Path("runs/one/journal.jsonl")
    lines = journal.read_text("utf-8").splitlines(keepends=True)
    second = next(n for n, line in enumerate(lines) if '"talk.r2.say.a"' in line)
    journal.write_text("".join(lines[: second + 1]), "utf-8")
    return Path("runs/one")


def test_a_stopped_run(run: Path) -> None:
    result = call("status", str(run))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[:5] == [
        "debate  good",
        "run     runs/one",
        "state   stopped in talk, round 2 of 2; debatec resume runs/one takes it up",
        "asked   talk.r2.say.a (attempt 1)",
        "turns   2 answered, 4 at most",
    ]


def test_a_run_that_a_process_holds_is_left_to_it(run: Path) -> None:
    journal, _ = Journal.open(run)
    held = json.loads(call("status", "--json").stdout)
    again = json.loads(call("status", "--json").stdout)
    journal.close()
    assert (held["state"], held["held"]) == ("running", True)
    assert again == held
    free = json.loads(call("status", "--json").stdout)
    assert (free["state"], free["held"]) == ("stopped", False)
    Journal.open(run)[0].close()


def test_a_run_that_is_over_says_how_it_ended(run: Path) -> None:
    assert call("resume", str(run), "-q").exit_code == 0
    assert "state   over. Decided: all rounds were held.\n" in call("status").stdout


def test_the_newest_run_is_the_one_that_was_busy_last(run: Path, write: Files) -> None:
    for name in ("two", "three"):
        call("run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
             "--run-dir", f"runs/{name}", "-q")  # fmt: skip
    write("runs/notes/note.txt", "No run.")
    for at, name in enumerate(("two", "one", "three")):
        os.utime(Path("runs", name, "journal.jsonl"), (at + 1, at + 1))
    assert "run     runs/three\n" in call("status").stdout
    os.utime(run / "journal.jsonl", (9, 9))
    assert "run     runs/one\n" in call("status").stdout


@pytest.mark.parametrize("command", ["status", "report"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "debatec: there is no run in 'runs': name the folder of one\n"),
        (("empty",), "debatec: 'empty' holds no run\n"),
        (("nowhere",), "debatec: 'nowhere' holds no run\n"),
    ],
)
def test_no_run(write: Files, command: str, arguments: tuple[str, ...], message: str) -> None:
    write("empty/note.txt", "")
    result = call(command, *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)
