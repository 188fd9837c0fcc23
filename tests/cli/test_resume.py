"""`debatec resume`: what can be taken up, and what cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatec.source import exactjson
from tests.cli.specs import GOOD, Files, call

REPLAY = "replay: v1\notherwise: {text: A view.}\n"


@pytest.fixture
def run(write: Files) -> Path:
    """A finished run."""
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", REPLAY)
    ran = call("run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
               "--run-dir", "r")  # fmt: skip
    assert ran.exit_code == 0
    return Path("r")


def test_of_a_finished_run_the_files_are_written_anew(run: Path) -> None:
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    (run / "report.md").unlink()
    (run / "result.json").unlink()
    resumed = call("resume", "r")
    assert resumed.exit_code == 0
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before


def test_an_agent_that_cannot_be_found_again_is_named(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:6]))
    Path("x.replay.yaml").unlink()
    resumed = call("resume", "r")
    assert (resumed.exit_code, resumed.stderr) == (
        2,
        "debatec: x.replay.yaml: No such file or directory\n",
    )


def test_a_folder_without_a_run_is_refused(write: Files) -> None:
    write("empty/note.txt", "")
    for name in ("empty", "nowhere"):
        resumed = call("resume", name)
        assert (resumed.exit_code, resumed.stderr) == (2, f"debatec: '{name}' holds no run\n")


def test_a_changed_plan_is_refused(run: Path) -> None:
    plan = run / "plan.json"
    plan.write_text(plan.read_text("utf-8").replace("good", "evil"), "utf-8")
    resumed = call("resume", "r")
    assert resumed.exit_code == 2
    assert "cannot be used" in resumed.stderr


def test_the_spec_of_a_forged_plan_is_checked(run: Path) -> None:
    from debatec.graph.plan import make_plan, write_plan
    from debatec.source.nodes import Mapping
    from debatec.source.reader import read
    from debatec.source.text import Source

    document = json.loads((run / "plan.json").read_text("utf-8"))
    text = document["spec"]["text"].replace("{{ heard }}", "{{ herd }}")
    root, _ = read(Source("x", text))
    assert isinstance(root, Mapping)
    forged = make_plan(root, document["inputs"], {"a": "local", "b": "local"})
    (run / "plan.json").write_text(write_plan(forged), "utf-8")
    journal = (run / "journal.jsonl").read_text("utf-8").splitlines()
    first = exactjson.loads(journal[0])
    (run / "journal.jsonl").write_text(
        exactjson.dumps({**first, "plan": forged.digest}) + "\n", "utf-8"
    )
    resumed = call("resume", "r")
    assert resumed.exit_code == 2
    assert "DB302" in resumed.stderr


def test_a_wish_may_not_have_more_seats_than_the_run(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:6]))
    resumed = call("resume", "r", "--cast", "a=local,local", "--agents", "replay:x.replay.yaml")
    assert (resumed.exit_code, resumed.stderr) == (
        2,
        "debatec: 'a' has 1 seat, and 2 agents are named for it\n",
    )
