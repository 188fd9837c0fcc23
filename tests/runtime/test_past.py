"""A run read from its folder, while it goes on or afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.graph.plan import write_plan
from debatec.runtime import past
from debatec.runtime.events import Failed, TurnOutcome
from debatec.runtime.journal import Line, read_journal
from debatec.runtime.past import PLAN, RunError, read_run
from debatec.runtime.run import Run
from tests.support.agents import Agent, script
from tests.support.debates import TALK, debate
from tests.support.runs import Ran, carry_out, plan_of

SPEC = debate([TALK], rounds=2)


@pytest.fixture
def ran(tmp_path: Path) -> Ran:
    return carry_out(tmp_path / "run", plan_of(SPEC), Agent(script({})))


def test_it_is_what_happened(ran: Ran) -> None:
    found = read_run(ran.folder)
    assert found.state == ran.state
    assert [line.event for line in found.lines] == ran.watch.events
    assert found.elapsed == ran.seconds


def test_a_run_that_another_holds_can_be_read(tmp_path: Path) -> None:
    with Run.begin(tmp_path / "run", plan_of(SPEC)):
        found = read_run(tmp_path / "run")
    assert (found.lines, found.elapsed) == ((), 0.0)


def test_a_line_in_the_making_is_left_out_and_left_alone(ran: Ran) -> None:
    journal = ran.folder / "journal.jsonl"
    journal.write_bytes(journal.read_bytes() + b'{"n":')
    before = journal.read_bytes()
    assert len(read_run(ran.folder).lines) == len(ran.watch.events)
    assert journal.read_bytes() == before


def test_no_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="holds no run"):
        read_run(tmp_path)


def test_a_run_that_was_killed_before_its_first_line(ran: Ran) -> None:
    (ran.folder / "journal.jsonl").unlink()
    found = read_run(ran.folder)
    assert (found.plan.digest, found.lines) == (ran.plan.digest, ())
    (ran.folder / PLAN).write_text("{}", "utf-8")
    with pytest.raises(RunError, match="cannot be used: it is not a plan"):
        read_run(ran.folder)


def test_the_plan_is_that_of_the_journal(ran: Ran) -> None:
    (ran.folder / PLAN).write_text(write_plan(plan_of(debate([TALK], rounds=3))), "utf-8")
    assert read_run(ran.folder).plan.digest == ran.plan.digest


def test_a_journal_that_does_not_fit(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*read_journal(ran.folder), Line("", 9.0, Failed("x", 1, TurnOutcome.EMPTY, ""))]
    monkeypatch.setattr(past, "read_journal", lambda _folder: lines)
    with pytest.raises(RunError, match="does not fit its plan"):
        read_run(ran.folder)
