"""What was sent and said, read back from the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.runtime.events import Asked, Replied
from debatec.runtime.journal import NAME, JournalError
from debatec.runtime.run import Run
from tests.support.agents import Agent, say, script
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import carry_out, plan_of

TURN = "talk.r1.say.peer-1"
SPEC = debate([{**TALK, "returns": "score"}], rounds=2, blocks={"score": SCORE})
ANSWERS = {TURN: [say("prose"), say('{"score": 1}')]}


@pytest.mark.parametrize("again", [False, True], ids=["at once", "taken up"])
def test_exchanges_are_read_back(tmp_path: Path, again: bool) -> None:
    ran = carry_out(tmp_path / "run", plan_of(SPEC), Agent(script(ANSWERS, say("none"))))
    state = ran.state
    if again:
        with Run.take_up(ran.folder) as run:
            state = run.state
    for turn in ran.plan.graph.turns():
        sent = [event.prompt for event in ran.of(Asked) if event.turn == turn.id]
        said = [event.text for event in ran.of(Replied) if event.turn == turn.id]
        assert [one.prompt for one in state.kept(turn.id)] == sent
        assert [one.reply for one in state.kept(turn.id)] == said
    assert len(state.kept(TURN)) == 2
    assert state.exchanges == {}


def test_a_journal_that_is_gone_or_changed_says_so(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(SPEC), Agent(script(ANSWERS, say("none"))))
    path = ran.folder / NAME
    path.write_bytes(b"changed\n")
    with pytest.raises(JournalError, match="was changed while the debate runs"):
        ran.state.kept(TURN)
    path.unlink()
    with pytest.raises(JournalError, match="No such file"):
        ran.state.kept(TURN)
