"""Replies of another run: what is taken over, and what is asked again."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from debatec.runtime.events import Replied, Settled
from debatec.runtime.journal import NAME, read_journal
from debatec.runtime.past import RunError, read_run
from debatec.runtime.run import REUSED, Run
from debatec.transports.interface import Failure, Price, Request, TransportError
from tests.support.agents import Agent, Say, fail, say, script
from tests.support.edits import (
    EDIT,
    SPEC,
    TURNS,
    bare,
    edited,
    hashed,
    is_sound,
    replies,
    run,
    sent,
)
from tests.support.runs import finish, plan_of


def test_nothing_is_asked_when_nothing_changed(tmp_path: Path) -> None:
    old = run(tmp_path / "old")
    new = run(tmp_path / "new", reuse=old)
    assert len(old.agent.questions) == TURNS
    assert new.agent.questions == []
    assert new.agent.opened == []
    assert bare(new.result) == bare(old.result)
    assert replies(new) == replies(old)
    assert new.result["reused"] == {"run": "old", "turns": TURNS, "of": TURNS}
    assert new.result["tokens"] == {"input": 0, "output": 0, "estimated": False}
    assert old.result["reused"] is None


def test_each_reply_says_where_it_is_from(tmp_path: Path) -> None:
    old = run(tmp_path / "old")
    new = run(tmp_path / "new", reuse=old)
    lines = read_journal(old.folder)
    for replied in new.of(Replied):
        number = replied.origin["line"]
        line = lines[number - 1]
        assert isinstance(line.event, Replied)
        assert (line.event.turn, line.event.text) == (replied.turn, replied.text)
        assert replied.origin == {"run": "old", "line": number, "chain": line.chain}
        assert line.chain in (old.folder / NAME).read_text().splitlines()[number - 1]


def test_it_costs_nothing(tmp_path: Path) -> None:
    price = Price(Decimal(1000000), Decimal(1000000))
    old = run(tmp_path / "old", price=price)
    new = run(tmp_path / "new", reuse=old, price=price)
    assert old.result["cost"] > 0
    assert (new.result["cost"], str(new.result["cost"])) == (0, "0")
    assert run(tmp_path / "free", reuse=old).result["cost"] is None


def test_the_copy_of_the_journal_goes_through_no_link(tmp_path: Path) -> None:
    old = run(tmp_path / "old")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / REUSED).symlink_to(tmp_path / "old")
    with pytest.raises(RunError, match="is a link"):
        Run.begin(tmp_path / "new", old.plan, reuse=read_run(old.folder))


SAY, REPLY, NOTE, RATE = (f"format.0.steps.{n}" for n in range(4))
ROUNDS = ("talk.r1", "talk.r2")
EDITS: list[tuple[str, Any, list[str]]] = [
    (f"{RATE}.prompt", "Judge.", [f"{r}.rate.judge" for r in ROUNDS] + ["end.r1.close.judge"]),
    ("prompts.answer", "Answer.", [f"{r}.{s}" for r in ROUNDS for s in ("reply.b", "rate.judge")]
     + ["end.r1.close.judge"]),
    ("format.1.steps.0.prompt", "End.", ["end.r1.close.judge"]),
    (f"{NOTE}.prompt", "Jot.", [f"{r}.note.b" for r in ROUNDS]),
    (f"{NOTE}.id", "jot", [f"{r}.jot.b" for r in ROUNDS]),
    ("roles.judge.sampling", {"seed": 1}, [f"{r}.rate.judge" for r in ROUNDS]
     + ["end.r1.close.judge"]),
    ("roles.b.session", "persistent", ["talk.r1.note.b", "talk.r2.reply.b", "talk.r2.note.b",
     "talk.r2.rate.judge", "end.r1.close.judge"]),
    ("version", "2.0.0", []),
    ("limits", {"attempts": 1}, []),
    ("format.0.rounds", 1, ["end.r1.close.judge"]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "again"), EDITS, ids=[f"{p}={v}" for p, v, _ in EDITS])
def test_what_depends_on_an_edit_is_asked_again(
    tmp_path: Path, path: str, value: Any, again: list[str]
) -> None:
    old = run(tmp_path / "old")
    new = run(tmp_path / "new", edited(path, value), reuse=old)
    scratch = run(tmp_path / "scratch", edited(path, value))
    assert set(new.agent.turns()) <= set(again)
    assert {
        turn for turn in again if old.agent.prompts(turn) != scratch.agent.prompts(turn)
    } <= set(new.agent.turns())
    assert replies(new) == replies(scratch)
    assert sent(new) == sent(scratch)
    assert bare(new.result) == bare(scratch.result)


def test_what_hears_the_same_reply_again_is_taken_over(tmp_path: Path) -> None:
    said = script({}, say("So be it."))
    old = run(tmp_path / "old", answer=said)
    new = run(tmp_path / "new", edited("prompts.answer", "Say."), said, old)
    assert new.agent.turns() == ["talk.r1.reply.b", "talk.r2.reply.b"]
    assert new.result["reused"] == {"run": "old", "turns": TURNS - 2, "of": TURNS}


def test_another_agent_is_asked(tmp_path: Path) -> None:
    old = run(tmp_path / "old")
    new = run(tmp_path / "new", reuse=old, name="another")
    assert len(new.agent.questions) == TURNS
    assert new.result["reused"] == {"run": "old", "turns": 0, "of": TURNS}


@pytest.mark.parametrize(
    ("path", "value", "turns"),
    [("roles.a.system", "Be a.", {"talk.r1.say.a", "talk.r2.say.a"}),
     ("limits", {"reply": 77}, None)],
)  # fmt: skip
def test_what_no_prompt_shows_counts_too(
    tmp_path: Path, path: str, value: Any, turns: set[str] | None
) -> None:
    said = script({}, say("So."))
    old = run(tmp_path / "old", answer=said)
    new = run(tmp_path / "new", edited(path, value), said, old)
    assert set(new.agent.turns()) == (turns or set(old.agent.turns()))


# --- Sessions that last -----------------------------------------------------------------------

LASTING = edited("roles.b.session", "persistent")


def test_a_session_that_lasts_remembers_what_was_taken_over(tmp_path: Path) -> None:
    old = run(tmp_path / "old", LASTING)
    new = run(tmp_path / "new", edited("format.0.steps.2.prompt", "Jot.", LASTING), reuse=old)
    first = new.agent.questions[0]
    assert first.request.turn == "talk.r1.note.b"
    assert [known.prompt for known in first.known] == sent(new)["talk.r1.reply.b"]
    assert {"talk.r2.reply.b", "talk.r2.note.b"} <= set(new.agent.turns())
    assert "talk.r2.say.a" not in new.agent.turns()


def test_what_was_missed_is_told_to_a_session_that_is_open(tmp_path: Path) -> None:
    """A turn that failed is asked again and says what is wanted: the next one knows all of it."""
    broken = fail(TransportError(Failure.CRASHED, "it broke"))
    spec = {**LASTING, "limits": {"attempts": 1, "strikes": "none"}}
    late = {"talk.r2.note.b": broken}
    old = run(tmp_path / "old", spec, script({"talk.r1.note.b": say("x"), **late}))
    new = run(tmp_path / "new", spec, script({}), old)
    assert new.agent.turns() == ["talk.r2.note.b"]
    [asked] = new.agent.questions
    assert [known.prompt for known in asked.known] == [
        prompt for turn in ("talk.r1.reply.b", "talk.r1.note.b", "talk.r2.reply.b")
        for prompt in sent(new)[turn]
    ]  # fmt: skip


def test_a_session_that_is_open_is_told_what_was_taken_over_meanwhile(tmp_path: Path) -> None:
    """No prompt shows how short a text may be, so what follows the block is as it was."""

    def memo(request: Request, _asking: int) -> Say:
        return say("", {"memo": {"word": "long"}}) if "Give only" in request.prompt else say("So.")

    fields = {"memo": {"fields": {"word": {"type": "string", "minLength": 1}}, "asks": 2}}
    spec = edited("blocks", fields, edited("format.0.steps.1.returns", "memo", LASTING))
    old = run(tmp_path / "old", spec, memo)
    longer = edited("blocks.memo.fields.word.minLength", 2, spec)
    new = run(tmp_path / "new", longer, memo, old)
    assert new.agent.turns() == ["talk.r1.reply.b", "talk.r2.reply.b"]
    first, second = sent(new)["talk.r1.reply.b"], sent(new)["talk.r2.reply.b"]
    assert [known.prompt for known in new.agent.questions[1].known] == [
        *first, *sent(new)["talk.r1.note.b"], second[0]
    ]  # fmt: skip


# --- Turns of several requests ----------------------------------------------------------------

BLOCKS = edited(
    "blocks",
    {"score": {"fields": {"points": {"type": "number"}}, "asks": 2, "otherwise": "fail"}},
    edited("format.0.steps.3.returns", "score"),
)


def points(request: Request, _asking: int) -> Say:
    if request.turn.split(".")[2] != "rate":
        return hashed(request, 0)
    return say("", {"score": {"points": 5}}) if "Give only" in request.prompt else say("Prose.")


def test_every_request_of_a_turn_is_looked_for(tmp_path: Path) -> None:
    old = run(tmp_path / "old", BLOCKS, points)
    new = run(tmp_path / "new", BLOCKS, points, old)
    assert new.agent.questions == []
    assert replies(new) == replies(old)
    assert new.result["reused"]["turns"] == TURNS


def test_a_block_of_another_prose_is_asked_for_again(tmp_path: Path) -> None:
    def prose(request: Request, asking: int) -> Say:
        is_block = "Give only" in request.prompt
        return points(request, asking) if is_block else hashed(request, asking)

    old = run(tmp_path / "old", BLOCKS, prose)
    new = run(tmp_path / "new", edited("format.0.steps.3.prompt", "Judge.", BLOCKS), prose, old)
    turn = "talk.r1.rate.judge"
    assert new.agent.prompts(turn) == sent(new)[turn]
    assert sent(new)[turn][1] == sent(old)[turn][1]


def test_what_an_attempt_said_that_failed_is_not_known_to_the_next(tmp_path: Path) -> None:
    def broken(request: Request, asking: int) -> Say:
        if request.turn == "talk.r1.rate.judge" and asking == 1:
            return fail(TransportError(Failure.CRASHED, "it broke"))
        return points(request, asking)

    old = run(tmp_path / "old", BLOCKS, broken)
    assert old.agent.turns().count("talk.r1.rate.judge") == 4
    assert run(tmp_path / "new", BLOCKS, points, old).agent.questions == []


def test_replies_of_a_turn_that_failed_are_not_taken_over(tmp_path: Path) -> None:
    old = run(tmp_path / "old", BLOCKS, script({}, say("Prose.")))
    turn = "talk.r1.rate.judge"
    assert not old.state.has_reply(old.plan.graph.nodes[turn])
    new = run(tmp_path / "new", BLOCKS, points, old)
    assert new.agent.prompts(turn) == sent(new)[turn]


def test_a_block_that_is_asked_for_otherwise_is_asked_for_alone(tmp_path: Path) -> None:
    said = script({}, say("Prose."))
    spec = edited("blocks.score.otherwise", "abstain", edited("blocks.score.asks", 1, BLOCKS))
    old = run(tmp_path / "old", spec, said)
    new = run(tmp_path / "new", edited("blocks.score.asks", 2, spec), points, old)
    assert sent(new)["talk.r1.rate.judge"][0] == sent(old)["talk.r1.rate.judge"][0]
    assert new.agent.turns() == ["talk.r1.rate.judge", "talk.r2.rate.judge", "end.r1.close.judge"]
    assert [one.prompt for one in new.agent.questions[0].known] == sent(old)["talk.r1.rate.judge"]
    assert new.result["reused"]["turns"] == TURNS - 3


def test_what_comes_to_nothing_is_not_taken_over_twice(tmp_path: Path) -> None:
    spec = edited("blocks.score.otherwise", "abstain", edited("blocks.score.asks", 1, BLOCKS))
    old = run(tmp_path / "old", spec, script({}, say("Prose.")))
    strict = edited("blocks.score.otherwise", "fail", spec)
    good = say("Prose.", {"score": {"points": 1}})
    new = run(tmp_path / "new", strict, script({"talk.r1.rate.judge": good}, say("Prose.")), old)
    assert new.agent.prompts("talk.r1.rate.judge") == sent(old)["talk.r1.rate.judge"]
    settled = next(e for e in new.of(Settled) if e.node == "talk.r1.rate.judge")
    assert (settled.attempt, settled.data) == (2, {"points": 1})
    assert new.agent.prompts("talk.r2.rate.judge") != []


def test_failed_attempts_are_not_taken_over(tmp_path: Path) -> None:
    twice = [fail(TransportError(Failure.CRASHED, "x")), say("Second.")]
    old = run(tmp_path / "old", answer=script({"talk.r1.say.a": twice}))
    new = run(tmp_path / "new", answer=script({}), reuse=old)
    assert new.agent.questions == []
    assert new.state.settled["talk.r1.say.a"].attempt == 1
    failed = run(tmp_path / "failed", answer=script({"talk.r1.note.b": [twice[0]]}))
    again = run(tmp_path / "again", answer=script({}), reuse=failed)
    assert again.agent.turns() == ["talk.r1.note.b"]


# --- Runs that are not over, and ends of processes --------------------------------------------


@pytest.mark.parametrize("lines", range(1, 8))
def test_an_unfinished_run_has_what_was_answered(tmp_path: Path, lines: int) -> None:
    old = run(tmp_path / "old")
    cut = tmp_path / "cut"
    cut.mkdir()
    text = (old.folder / NAME).read_bytes().splitlines(keepends=True)
    (cut / NAME).write_bytes(b"".join(text[:lines]) + b'{"n"')
    past = read_run(cut)
    answered = {line.event.turn for line in past.lines if isinstance(line.event, Replied)}
    begun = Run.begin(tmp_path / "new", plan_of(json.dumps(SPEC)), reuse=past)
    new = finish(begun, Agent(hashed))
    assert set(new.agent.turns()) == set(old.agent.turns()) - answered
    assert replies(new) == replies(old)


def test_after_a_kill_at_any_record_the_rest_is_taken_over(tmp_path: Path) -> None:
    old = run(tmp_path / "old")
    spec = edited("format.0.steps.3.prompt", "Judge.")
    whole = run(tmp_path / "whole", spec, reuse=old)
    asked = set(whole.agent.turns())
    text = (whole.folder / NAME).read_bytes().splitlines(keepends=True)
    for count in range(1, len(text)):
        folder = tmp_path / str(count) / "whole"
        (folder / REUSED).mkdir(parents=True)
        (folder / REUSED / NAME).write_bytes((whole.folder / REUSED / NAME).read_bytes())
        (folder / NAME).write_bytes(b"".join(text[:count]) + b'{"n":' * (count % 2))
        taken = finish(Run.take_up(folder), Agent(hashed))
        assert set(taken.agent.turns()) <= asked
        assert replies(taken) == replies(whole)
        assert bare(taken.result) == bare(whole.result)
        assert taken.result["reused"] == whole.result["reused"]


def test_where_the_other_run_is_lost_the_rest_is_asked(tmp_path: Path) -> None:
    old = run(tmp_path / "old")
    whole = run(tmp_path / "whole", reuse=old)
    text = (whole.folder / NAME).read_bytes().splitlines(keepends=True)
    for fault in ("gone", "edited"):
        folder = tmp_path / fault
        (folder / REUSED).mkdir(parents=True)
        if fault == "edited":
            kept = (whole.folder / REUSED / NAME).read_bytes().replace(b"Rate.", b"Hate.")
            (folder / REUSED / NAME).write_bytes(kept)
        (folder / NAME).write_bytes(b"".join(text[:4]))
        taken = finish(Run.take_up(folder), Agent(hashed))
        assert len(taken.agent.questions) == TURNS - 1
        [warning] = taken.result["warnings"]
        assert warning.startswith("nothing more is taken over from 'old': ")
        assert taken.result["reused"] == {"run": "old", "turns": 1, "of": TURNS}


def test_a_run_without_a_line_cannot_be_reused(tmp_path: Path) -> None:
    old = run(tmp_path / "old")
    (old.folder / NAME).unlink()
    with pytest.raises(RunError, match=re.escape(f"{old.folder / NAME}: No such file")):
        Run.begin(tmp_path / "new", old.plan, reuse=read_run(old.folder))


# --- Any edit ---------------------------------------------------------------------------------


@settings(max_examples=40)
@given(before=st.lists(EDIT, max_size=2), after=st.lists(EDIT, min_size=1, max_size=2))
def test_a_reused_run_is_the_run_from_scratch(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[tuple[str, Any]],
    after: list[tuple[str, Any]],
) -> None:
    folder, old, new = tmp_path_factory.mktemp("any"), SPEC, SPEC
    for path, value in before:
        old = new = edited(path, value, old)
    for path, value in after:
        new = edited(path, value, new)
    assume(is_sound(old) and is_sound(new))
    first = run(folder / "old", old)
    scratch = run(folder / "scratch", new)
    reused = run(folder / "new", new, reuse=first)
    assert sent(reused) == sent(scratch)
    assert replies(reused) == replies(scratch)
    assert bare(reused.result) == bare(scratch.result)
    known = {(q.request.turn, q.request.prompt, q.request.max_tokens, q.known)
             for q in first.agent.questions}  # fmt: skip
    again = {(q.request.turn, q.request.prompt, q.request.max_tokens, q.known)
             for q in reused.agent.questions}  # fmt: skip
    systems = {(seat, system) for seat, system, _ in first.agent.opened}
    opened = {(seat, system) for seat, system, _ in reused.agent.opened}
    if opened <= systems:
        assert not known & again
