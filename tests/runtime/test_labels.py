"""Names that are hidden: labels, what is scrubbed, and ballots that are cast by label."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from debatec.report.markdown import report
from debatec.runtime.events import Asked
from debatec.runtime.journal import NAME
from debatec.runtime.labels import Mask, key_of, label_of, labelled, mentioned, relabelled
from debatec.runtime.run import Run
from tests.support.agents import Agent, say, script
from tests.support.debates import TALK, debate
from tests.support.runs import Ran, carry_out, exchanges, finish, plan_of

HIDDEN = {"who": "others", "in": "say", "names": "hidden"}


def run(folder: Path, spec: str, turns: dict[str, Any] | None = None) -> Ran:
    return carry_out(folder / "run", plan_of(spec), Agent(script(turns or {})))


def step(id: str, **parts: Any) -> dict[str, Any]:
    return {"id": id, "speakers": ["peer"], "prompt": f"{id}!", "sees": "nothing", **parts}


def heard(ran: Ran, turn: str) -> str:
    """What follows the step's own text in the prompt of a turn."""
    return ran.agent.prompts(turn)[0].partition("\n\n")[2]


def test_labels_go_on_after_z() -> None:
    assert [label_of(n) for n in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip
    assert labelled({"x": "A"}, ["y", "x", "z"]) == {"x": "A", "y": "B", "z": "C"}


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("I, Peer-1, say", "I, B, say"),
        ("peer-10 and xpeer-1 and peer-1x", "peer-10 and xpeer-1 and peer-1x"),
        ("peer-1-2, 'peer-1'", "B-2, 'B'"),
        ("nobody", "nobody"),
    ],
)
def test_a_mask_replaces_whole_words(text: str, masked: str) -> None:
    mask = Mask("B", {"peer-1": "B"})
    assert mask.over(text) == masked
    assert mask.over({"k": [text, 1, None]}) == {"k": [masked, 1, None]}


def test_names_of_a_mask_are_found_in_keys_and_the_longer_first() -> None:
    mask = Mask("tally", {"a": "A", "a-1": "B"})
    assert mask.over({"a-1": "a", "x": ["A-1"]}) == {"B": "A", "x": ["B"]}
    assert list(mentioned([{"a-1": "A"}, "x"], ["a", "a-1"])) == ["a-1", "a"]


def test_a_key_has_the_labels_that_are_used() -> None:
    labels = {"peer-2": "A", "peer-3": "B"}
    assert key_of("I follow B, (A)!", labels) == {"A": "peer-2", "B": "peer-3"}
    assert key_of("a plan, AB", labels) == {}


def test_hidden_authors_are_heard_under_labels_that_stay(tmp_path: Path) -> None:
    spec = debate([{**TALK, "sees": HIDDEN}], seats=3, rounds=3)
    ran = run(tmp_path, spec)
    for number in (1, 2):
        said = f"talk.r{number}.say.peer"
        assert heard(ran, f"talk.r{number + 1}.say.peer-2") == (
            f"A (say, round {number}):\n> said in {said}-1".replace(
                f"{said}-1", f"talk.r{number}.say.A"
            )
            + f"\n\nB (say, round {number}):\n> said in talk.r{number}.say.B"
        )
    asked = {event.turn: event for event in ran.of(Asked)}
    assert asked["talk.r2.say.peer-2"].labels == {"peer-1": "A", "peer-3": "B"}
    assert asked["talk.r3.say.peer-2"].labels == {}
    assert asked["talk.r2.say.peer-1"].labels == {"peer-2": "A", "peer-3": "B"}


def test_a_reply_that_names_its_author_is_scrubbed_and_that_is_written_down(tmp_path: Path) -> None:
    spec = debate([{**TALK, "sees": HIDDEN}], seats=3, rounds=2)
    turns = {
        "talk.r1.say.peer-1": say("I am PEER-1, not peer-2."),
        "talk.r1.say.peer-3": say("I am nobody."),
    }
    ran = run(tmp_path, spec, turns)
    assert "> I am A, not peer-2." in heard(ran, "talk.r2.say.peer-2")
    [asked] = [event for event in ran.of(Asked) if event.turn == "talk.r2.say.peer-2"]
    assert asked.scrubbed == ("talk.r1.say.peer-1",)
    assert asked.heard == ("talk.r1.say.peer-1#hidden", "talk.r1.say.peer-3#hidden")


def test_each_reply_that_was_scrubbed_is_a_warning_once(tmp_path: Path) -> None:
    steps = [step("say"), step("look", sees=HIDDEN), step("more", sees=HIDDEN)]
    turns = {
        "talk.r1.say.peer-2": say("So says peer-2."),
        "talk.r1.say.peer-1": say("I am peer-1.", after=2.0),
        "talk.r1.say.peer-3": say("I am not peer-1."),
    }
    ran = run(tmp_path, debate(steps, seats=3), turns)
    expected = [
        f"the reply of peer-{n} in say, round 1 named its author; it was scrubbed" for n in (1, 2)
    ]
    assert ran.result["warnings"] == expected
    assert json.loads((ran.folder / "state.json").read_text("utf-8"))["warnings"] == expected
    assert f"\n**Warning:** {expected[1]}\n" in report(ran.plan, ran.state)


def test_a_reply_that_only_turns_behind_the_end_would_hear_is_no_warning(tmp_path: Path) -> None:
    stop = [{"id": "early", "when": "count(look) == 1", "check": "turn"}]
    turns = {
        "talk.r1.say.peer-1": say("I am peer-1."),
        "talk.r1.say.peer-2": say("I am nobody."),
        "talk.r1.look.peer-2": say("Too late.", after=9.0),
    }
    ran = run(tmp_path, debate([step("say"), step("look", sees=HIDDEN)], stop=stop), turns)
    assert ran.result["reason"] == "early"
    assert [asked.turn for asked in ran.of(Asked) if asked.scrubbed] == ["talk.r1.look.peer-2"]
    assert ran.result["warnings"] == []


def test_no_part_of_a_record_has_the_hidden_name(tmp_path: Path) -> None:
    prompt = (
        "{% for r in say %}{{ r.seat }}/{{ r.role }}/{{ r.findings[0].id }} {% endfor %}{{ heard }}"
    )
    finding = {"title": "t", "severity": "major", "state": "open", "evidence": "peer-1 said so"}
    turns = {
        f"talk.r1.say.peer-{n}": say(
            "So.", {"status": {"position": "agree", "findings": [{"id": f"peer-{n}-1", **finding}]}}
        )
        for n in (1, 2)
    }
    look = step("look", speakers=["guest"], sees={"in": "say", "names": "hidden"}, prompt=prompt)
    spec = debate([step("say", returns="status"), look], roles={"guest": {}})
    text = run(tmp_path, spec, turns).agent.prompts("talk.r1.look.guest")[0]
    assert text.startswith("A//A-1 B//B-1 ")
    assert '"id":"B-1"' in text
    # The one that is named by another seat stays: only a reply's own author is hidden in it.
    assert text.count("peer-") == 1


def test_a_reply_that_used_labels_is_explained_to_those_who_may_see_names(tmp_path: Path) -> None:
    steps = [
        step("say"),
        step("weigh", sees=HIDDEN),
        step("close", speakers=["judge"], sees="weigh"),
        step("blind", speakers=["clerk"], sees={"in": "weigh", "names": "hidden"}),
    ]
    turns = {"talk.r1.weigh.peer-2": say("B is right."), "talk.r1.weigh.peer-1": say("Well.")}
    spec = debate(steps, seats=3, roles={"judge": {}, "clerk": {}})
    ran = run(tmp_path, spec, turns)
    assert "peer-2 (weigh, round 1; B = peer-3):\n> B is right." in heard(
        ran, "talk.r1.close.judge"
    )
    assert "peer-1 (weigh, round 1):\n> Well." in heard(ran, "talk.r1.close.judge")
    assert " = " not in heard(ran, "talk.r1.blind.clerk")


def test_ballots_are_cast_by_label_and_mapped_back(tmp_path: Path) -> None:
    steps = [
        step("say"),
        step(
            "pick",
            sees={"in": "say", "who": "others", "names": "hidden", "shuffle": "seeded"},
            prompt="{% for o in options %}{{ o.label }}={{ o.seat }}={{ o.text }} {% endfor %}",
            returns="choice",
            options="peer",
        ),
        {"id": "votes", "kind": "tally", "of": "pick"},
    ]
    turns = {
        f"talk.r1.pick.peer-{n}": say("So.", {"choice": {"choice": "A", "reason": "r"}})
        for n in (1, 2, 3)
    }
    ran = run(tmp_path, debate(steps, seats=3), turns)
    for asked in ran.of(Asked):
        if ".pick." not in asked.turn:
            continue
        first = next(name for name, label in asked.labels.items() if label == "A")
        assert ran.state.settled[asked.turn].data == {"choice": first, "reason": "r"}
        own = asked.turn.rpartition(".")[2]
        others = [name for name in ("peer-1", "peer-2", "peer-3") if name != own]
        assert sorted(asked.labels) == others
        assert all(name not in asked.prompt for name in others)
        assert f"{own}={own}={own}" in asked.prompt
    assert set(ran.state.settled["talk.r1.votes"].data["counts"]) <= {"peer-1", "peer-2", "peer-3"}  # type: ignore[index, arg-type]


def test_findings_named_by_label_are_those_of_the_seat(tmp_path: Path) -> None:
    finding = {"title": "t", "severity": "major", "state": "open", "evidence": ""}
    steps = [step("say", returns="status"), step("again", returns="status", sees=HIDDEN)]

    def status(id: str) -> Any:
        return say("So.", {"status": {"position": "agree", "findings": [{"id": id, **finding}]}})

    turns = {"talk.r1.say.peer-1": status("peer-1-1"), "talk.r1.again.peer-2": status("A-1")}
    ran = run(tmp_path, debate(steps), turns)
    data: Any = ran.state.settled["talk.r1.again.peer-2"].data
    assert data["findings"][0]["id"] == "peer-1-1"


def test_a_program_step_speaks_of_hidden_seats_by_label(tmp_path: Path) -> None:
    steps = [
        step("pick", returns="choice", options=["tea", "milk"]),
        {"id": "votes", "kind": "tally", "of": "pick"},
        step("look", speakers=["guest"],
             sees={"in": "votes", "names": "hidden", "take": ["minority"]}),
    ]  # fmt: skip
    turns = {
        f"talk.r1.pick.peer-{n}": say(
            "So.", {"choice": {"choice": "tea" if n > 1 else "milk", "reason": ""}}
        )
        for n in (1, 2, 3)
    }
    ran = run(tmp_path, debate(steps, seats=3, roles={"guest": {}}), turns)
    assert heard(ran, "talk.r1.look.guest") == (
        'votes (votes, round 1):\n> votes: {"minority":["A"]}'
    )


@pytest.mark.parametrize("kept", range(2, 26, 3))
def test_labels_are_the_same_after_a_kill(tmp_path: Path, kept: int) -> None:
    sees = [{**HIDDEN, "shuffle": "seeded"}, {"who": "self", "in": "say"}]
    spec = debate([{**TALK, "sees": sees}], seats=3, rounds=3)
    whole = carry_out(tmp_path / "run", plan_of(spec), Agent(script({})))
    said = exchanges(whole)
    path = tmp_path / "run" / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:kept]))
    ran = finish(Run.take_up(tmp_path / "run"), Agent(script({})))
    assert exchanges(ran) == said


def test_labels_of_options_stand_in_their_own_order() -> None:
    labels = {"pro": "B", "con": "AA", "judge": "A"}
    words = ["pro", "wait", "con", "judge"]
    assert relabelled(words, labels) == ["A", "wait", "B", "AA"]
    assert relabelled(words, {}) == words
