"""Sessions are let go of, however badly their transport takes it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from debatec.runtime.guard import KILL
from tests.support.agents import Agent, Chair, Say, say, script
from tests.support.debates import debate
from tests.support.runs import carry_out, plan_of


def test_every_session_is_closed_and_every_seat_introduced(tmp_path: Path) -> None:
    spec = debate(peer={"lens": "sees {{ seat.number }}"}, closing=True)
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script({})))
    systems = {seat: system for seat, system, _ in ran.agent.opened}
    assert list(systems) == ["peer-1", "peer-2", "judge"]
    assert "Your lens: sees 2." in systems["peer-2"]
    assert "between peer-1, peer-2, judge" in systems["judge"]


def test_a_session_that_fails_to_close_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def close(chair: Chair) -> None:
        chair.agent.living.discard(id(chair))
        raise OSError("gone")

    monkeypatch.setattr(Chair, "close", close)
    ran = carry_out(tmp_path / "run", plan_of(debate()), Agent(script({})))
    assert ran.result["outcome"] == "decided"


def test_a_session_that_never_closes_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def close(chair: Chair) -> None:
        chair.agent.living.discard(id(chair))
        await asyncio.Event().wait()

    monkeypatch.setattr(Chair, "close", close)
    ran = carry_out(tmp_path / "run", plan_of(debate(seats=1)), Agent(script({})))
    assert ran.result["outcome"] == "decided"
    assert ran.seconds == pytest.approx(KILL)


def test_one_agent_may_take_many_seats_and_a_session_only_one(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(debate(seats=3, rounds=2)), Agent(script({})))
    assert [seat for seat, _, _ in ran.agent.opened] == ["peer-1", "peer-2", "peer-3"]


@pytest.mark.parametrize("lasting", ["persistent", "fresh"])
def test_a_session_kind_decides_what_is_remembered(tmp_path: Path, lasting: str) -> None:
    spec = debate(seats=1, rounds=2, peer={"session": lasting})
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script({}, say("so"))))
    assert len(ran.agent.questions[1].known) == (lasting == "persistent")


def test_a_hanging_reply_holds_no_session_open(tmp_path: Path) -> None:
    agent = Agent(script({"talk.r1.say.peer": [Say(hangs=True), say("now")]}))
    carry_out(tmp_path / "run", plan_of(debate(seats=1)), agent)
    assert len(agent.opened) == 2
