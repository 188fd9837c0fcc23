"""What a run would take over, said before it runs, against what it then does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings

from debatec.runtime.outlook import Cause, Fate, Prospect, outlook
from debatec.runtime.past import read_run
from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, Say, fail, say, script
from tests.support.edits import EDIT, SPEC, TURNS, edited, hashed, is_sound, run
from tests.support.runs import Ran, plan_of


def foreseen(old: Ran, spec: dict[str, Any], name: str = "scripted") -> list[Prospect]:
    plan, agent = plan_of(json.dumps(spec)), Agent(hashed, name=name)
    found = outlook(plan, read_run(old.folder), dict.fromkeys(plan.graph.seats, agent))
    assert agent.opened == []
    return found


def told(prospects: list[Prospect]) -> dict[str, tuple[Fate, Cause | None, str | None]]:
    return {p.turn.id: (p.fate, p.cause, p.of) for p in prospects}


def of(prospects: list[Prospect], fate: Fate) -> set[str]:
    return {p.turn.id for p in prospects if p.fate is fate}


def test_nothing_changed(tmp_path: Path) -> None:
    found = foreseen(run(tmp_path / "old"), SPEC)
    assert len(found) == TURNS
    assert {(p.fate, p.cause) for p in found} == {(Fate.REUSED, None)}


def test_a_prompt_changed(tmp_path: Path) -> None:
    found = foreseen(run(tmp_path / "old"), edited("format.0.steps.1.prompt", "Say."))
    assert told(found) == {
        f"talk.r{n}.{turn}": what
        for n in (1, 2)
        for turn, what in {
            "say.a": (Fate.REUSED, None, None),
            "reply.b": (Fate.ASKED, Cause.PROMPT, None),
            "note.b": (Fate.REUSED, None, None),
            "rate.judge": (Fate.OPEN, Cause.HEARS, f"talk.r{n}.reply.b"),
        }.items()
    } | {"end.r1.close.judge": (Fate.OPEN, Cause.HEARS, "talk.r2.rate.judge")}


FIRST = "talk.r1.say.a"
CAUSES: list[tuple[str, Any, str, Cause]] = [
    ("roles.a.system", "Be a.", FIRST, Cause.SYSTEM),
    ("roles.a.sampling", {"seed": 1}, FIRST, Cause.TERMS),
    ("limits", {"reply": 77}, FIRST, Cause.TERMS),
    ("format.0.steps.0.id", "tell", "talk.r1.tell.a", Cause.NEW),
    ("format.0.steps.0.prompt", "Go.", FIRST, Cause.PROMPT),
]


@pytest.mark.parametrize(("path", "value", "turn", "cause"), CAUSES, ids=[c[0] for c in CAUSES])
def test_the_cause_is_said(tmp_path: Path, path: str, value: Any, turn: str, cause: Cause) -> None:
    spec = edited(path, value)
    if cause is Cause.NEW:
        spec = edited("format.0.steps.1.sees", "tell", spec)
    found = told(foreseen(run(tmp_path / "old"), spec))
    assert found[turn] == (Fate.ASKED, cause, None)


def test_what_hears_a_new_turn_is_asked_for_that(tmp_path: Path) -> None:
    spec = edited("format.0.steps.1.sees", "tell", edited("format.0.steps.0.id", "tell"))
    found = told(foreseen(run(tmp_path / "old"), spec))
    assert found["talk.r1.reply.b"] == (Fate.ASKED, Cause.HEARS, "talk.r1.tell.a")


def test_another_agent(tmp_path: Path) -> None:
    found = foreseen(run(tmp_path / "old"), SPEC, name="another")
    assert {(p.fate, p.cause) for p in found} == {(Fate.ASKED, Cause.AGENT)}


def test_a_session_that_lasts(tmp_path: Path) -> None:
    lasting = edited("roles.b.session", "persistent")
    old = run(tmp_path / "old", lasting)
    found = told(foreseen(old, edited("format.0.steps.2.prompt", "Jot.", lasting)))
    assert found["talk.r1.note.b"] == (Fate.ASKED, Cause.PROMPT, None)
    assert found["talk.r2.reply.b"] == (Fate.ASKED, Cause.MEMORY, "talk.r1.note.b")
    assert found["talk.r2.say.a"] == (Fate.REUSED, None, None)


def test_what_a_session_that_lasts_may_remember_otherwise(tmp_path: Path) -> None:
    lasting = edited("roles.b.session", "persistent")
    old = run(tmp_path / "old", lasting)
    found = told(foreseen(old, edited("format.0.steps.0.prompt", "Go.", lasting)))
    assert found["talk.r1.reply.b"] == (Fate.OPEN, Cause.HEARS, FIRST)
    assert found["talk.r1.note.b"] == (Fate.OPEN, Cause.MEMORY, "talk.r1.reply.b")


def test_a_turn_that_failed_is_asked(tmp_path: Path) -> None:
    broken = fail(TransportError(Failure.CRASHED, "it broke"))
    old = run(tmp_path / "old", answer=script({"talk.r1.note.b": broken}))
    found = told(foreseen(old, SPEC))
    assert found["talk.r1.note.b"] == (Fate.ASKED, Cause.UNANSWERED, None)


def test_a_block_that_was_not_asked_for(tmp_path: Path) -> None:
    score = {"score": {"fields": {"n": {"type": "number"}}, "asks": 1, "otherwise": "abstain"}}
    spec = edited("blocks", score, edited("format.0.steps.3.returns", "score"))
    old = run(tmp_path / "old", spec, script({}, say("Prose.")))
    found = told(foreseen(old, edited("blocks.score.asks", 2, spec)))
    assert found["talk.r1.rate.judge"] == (Fate.ASKED, Cause.REQUEST, None)


def test_a_quorum_that_was_missed_ends_nothing(tmp_path: Path) -> None:
    def broken(request: Any, asking: int) -> Say:
        if request.turn == FIRST:
            return fail(TransportError(Failure.CRASHED, "it broke"))
        return hashed(request, asking)

    spec = edited("format.0.steps.0.quorum", 1)
    old = run(tmp_path / "old", spec, broken)
    assert old.result["reason"] == "quorum"
    assert len(foreseen(old, spec)) == TURNS


@settings(max_examples=30)
@given(first=EDIT, second=EDIT)
def test_it_is_what_happens(
    tmp_path_factory: pytest.TempPathFactory, first: tuple[str, Any], second: tuple[str, Any]
) -> None:
    before, after = edited(*first), edited(*second, edited(*first))
    assume(is_sound(before) and is_sound(after))
    folder = tmp_path_factory.mktemp("any")
    old = run(folder / "old", before)
    found = foreseen(old, after)
    asked = set(run(folder / "new", after, reuse=old).agent.turns())
    assert of(found, Fate.ASKED) <= asked
    assert asked <= of(found, Fate.ASKED) | of(found, Fate.OPEN)
