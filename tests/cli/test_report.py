"""`debatec report`: the report that a run wrote, from its journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.specs import GOOD, Files, call


@pytest.fixture
def run(write: Files) -> Path:
    """A finished run."""
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", "replay: v1\notherwise: {text: A view — mine.}\n")
    ran = call("run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
               "--run-dir", "runs/one")  # fmt: skip
    assert ran.exit_code == 0
    return Path("runs/one")


@pytest.mark.parametrize("arguments", [(), ("runs/one",)])
def test_it_is_the_report_of_the_run(run: Path, arguments: tuple[str, ...]) -> None:
    result = call("report", *arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (run / "report.md").read_text("utf-8")


def test_it_can_go_to_a_file(run: Path) -> None:
    result = call("report", "-o", "mine.md")
    assert (result.exit_code, result.output) == (0, "")
    assert Path("mine.md").read_bytes() == (run / "report.md").read_bytes()
    assert call("report", "--json", "-o", "mine.json").exit_code == 0
    assert Path("mine.json").read_bytes() == (run / "result.json").read_bytes()
    refused = call("report", "-o", "no/such/folder.md")
    assert refused.exit_code == 2
    assert "'no/such/folder.md' cannot be written" in refused.stderr


def test_a_run_that_is_not_over_has_none(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    result = call("report")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the run in 'runs/one' is not over: 'debatec status' says where it is" in result.stderr


def test_a_changed_journal_is_refused(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_text(journal.read_text("utf-8").replace("mine", "yours", 1), "utf-8")
    result = call("report")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "was changed after it was written" in result.stderr
