"""The requests of one attempt: what is asked again, in which session, and what counts."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from debatec.runtime.events import Asked, BlockStatus, Failed, Purpose, Replied, Settled
from debatec.runtime.run import Run
from debatec.transports.interface import End, Price, Request, Sampling
from tests.support.agents import Agent, Say, say, script
from tests.support.debates import CLOSE, TALK, debate
from tests.support.runs import Ran, Watch, carry_out, finish, plan_of

ONE = "talk.r1.say.peer"
HEADED = {**TALK, "sections": ["Decision", "Dissent"]}


def solo(folder: Path, step: dict[str, Any], *answers: Say, **options: Any) -> Ran:
    parts = {key: options.pop(key) for key in ("blocks", "peer", "limits") if key in options}
    agent = Agent(script({ONE: answers}), **options)
    return carry_out(folder / "run", plan_of(debate([step], seats=1, **parts)), agent)


def settled(ran: Ran) -> Settled:
    return ran.state.settled[ONE]


# --- What a reply lacks -------------------------------------------------------------------------


def test_what_a_reply_lacks_is_asked_for_once_in_the_same_session(tmp_path: Path) -> None:
    whole = "# Decision\nShip.\n# Dissent\nNone."
    ran = solo(tmp_path, HEADED, say("# Decision\nShip."), say(whole))
    first, again = ran.of(Asked)
    assert (first.purpose, again.purpose) == (Purpose.REPLY, Purpose.REPAIR)
    assert again.prompt == (
        "Your reply is not yet what it has to be:\n- it has no heading 'Dissent'\n"
        "Give it again, whole and mended."
    )
    assert len(ran.agent.questions[1].known) == 1
    assert (settled(ran).text, settled(ran).missing) == (whole, ())
    assert ran.result["missing"] == []


def test_what_is_missing_still_is_listed(tmp_path: Path) -> None:
    ran = solo(tmp_path, HEADED, say("So."), say("# Dissent\nNone."))
    assert settled(ran).outcome == "ok"
    assert settled(ran).text == "# Dissent\nNone."
    assert ran.result["missing"] == [
        {"turn": ONE, "seat": "peer", "lacks": ["it has no heading 'Decision'"]}
    ]
    assert len(ran.agent.questions) == 2


def test_a_second_reply_that_is_no_better_is_not_taken(tmp_path: Path) -> None:
    ran = solo(tmp_path, HEADED, say("# Decision\nShip."), say("# Dissent\nNone."))
    assert settled(ran).text == "# Decision\nShip."
    assert settled(ran).missing == ("it has no heading 'Dissent'",)


def test_a_long_reply_stays_long_and_is_said_to_be(tmp_path: Path) -> None:
    ran = solo(tmp_path, {**TALK, "words": 2}, say("one two three"))
    assert settled(ran).missing == ("it has 3 words, and at most 2 are asked for",)


def test_a_block_does_not_count_as_words_and_may_come_with_either_reply(tmp_path: Path) -> None:
    step = {**TALK, "words": {"min": 4}, "returns": "vote"}
    vote = {"vote": {"vote": "accept", "objections": []}}
    ran = solo(tmp_path, step, say("Too short.", vote), say("Now it is enough."))
    assert settled(ran).text == "Now it is enough."
    assert settled(ran).block is BlockStatus.VALID
    assert "fenced block named vote" in ran.of(Asked)[1].prompt
    assert len(ran.agent.questions) == 2


def test_a_native_block_is_asked_for_after_the_reply_is_whole(tmp_path: Path) -> None:
    step = {**HEADED, "returns": "vote"}
    vote = say('{"vote": "accept", "objections": []}')
    ran = solo(tmp_path, step, say("So."), say("Decision:\nDissent:"), vote, native_blocks=True)
    purposes = [asked.purpose for asked in ran.of(Asked)]
    assert purposes == [Purpose.REPLY, Purpose.REPAIR, Purpose.BLOCK]
    assert [q.request.block is not None for q in ran.agent.questions] == [False, False, True]
    assert settled(ran).text == "Decision:\nDissent:"


def test_a_closing_reply_covers_the_blocking_findings(tmp_path: Path) -> None:
    def answer(request: Request, asking: int) -> Say:
        _, _, step, seat = request.turn.split(".")
        if step == "report":
            return say("All is well." if asking == 0 else "f-1 is open.")
        severity = "blocking" if seat == "peer-1" else "minor"
        finding = {"id": f"F-{seat[-1]}", "title": "t", "severity": severity, "state": "open"}
        return say("so", {"status": {"position": "disagree", "findings": [finding]}})

    audit = {"id": "audit", "speakers": ["peer"], "prompt": "Audit.", "returns": "status"}
    ledger = {"id": "findings", "kind": "ledger", "of": "audit"}
    close = {"id": "close", "always": True, "steps": [{**CLOSE, "covers": "findings"}]}
    spec = debate([audit, ledger], roles={"judge": {}}, phases=[close])
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(answer))
    repair = [asked.prompt for asked in ran.of(Asked) if asked.purpose is Purpose.REPAIR]
    assert [prompt.count("finding") for prompt in repair] == [1]
    assert "'F-1'" in repair[0]
    assert ran.result["text"] == "f-1 is open."


def test_a_repaired_reply_is_not_asked_for_again_after_a_kill(tmp_path: Path) -> None:
    plan = plan_of(debate([HEADED], seats=1, limits={"attempts": 3}))
    answers = script({ONE: [say("So."), say("Decision:\nDissent:")]})
    whole = carry_out(tmp_path / "whole", plan, Agent(answers))
    text = whole.state.settled[ONE].text

    def watching(run: Any) -> Watch:
        def then(event: object) -> None:
            if isinstance(event, Replied):
                raise KeyboardInterrupt

        del run
        return Watch(then=then)

    with pytest.raises(KeyboardInterrupt):
        carry_out(tmp_path / "run", plan, Agent(answers), watching)
    agent = Agent(lambda request, _asking: answers(request, 1))
    ran = finish(Run.take_up(tmp_path / "run"), agent)
    assert ran.state.settled[ONE].text == text
    assert len(agent.questions) == 1


# --- Requirements -------------------------------------------------------------------------------

RANGE = {
    "fields": {"low": {"type": "integer"}, "high": {"type": "integer"}},
    "require": {"low_first": "it.low <= it.high"},
}
GUESS = {**TALK, "returns": "range"}


def guesses(folder: Path, *answers: Say, **block: Any) -> Ran:
    return solo(folder, GUESS, *answers, blocks={"range": {**RANGE, **block}})


def guess(low: int, high: int) -> Say:
    return say("So.", {"range": {"low": low, "high": high}})


def test_a_requirement_is_told_before_and_again_where_it_is_not_met(tmp_path: Path) -> None:
    ran = guesses(tmp_path, guess(3, 2), guess(2, 3))
    first, again = ran.of(Asked)
    assert "must meet:\n- it.low <= it.high" in first.prompt
    assert again.prompt.startswith(
        "Your range block could not be used: it does not meet 'low_first': it.low <= it.high\n"
    )
    assert settled(ran).data == {"low": 2, "high": 3}
    assert settled(ran).block is BlockStatus.VALID


@pytest.mark.parametrize(
    ("otherwise", "status"),
    [
        ("abstain", BlockStatus.INVALID),
        ({"low": 0, "high": 9}, BlockStatus.STAND_IN),
        ("mark", BlockStatus.MARKED),
    ],
)
def test_what_becomes_of_a_block_that_is_not_sound(
    tmp_path: Path, otherwise: object, status: BlockStatus
) -> None:
    ran = guesses(tmp_path, guess(3, 2), guess(5, 4), otherwise=otherwise)
    assert settled(ran).block is status
    kept = {"mark": {"low": 5, "high": 4}, "abstain": None}
    assert settled(ran).data == kept.get(str(otherwise), otherwise)
    assert settled(ran).failed == (("low_first",) if otherwise == "mark" else ())
    assert settled(ran).message == "it does not meet 'low_first': it.low <= it.high"
    assert ran.state.is_valid(ran.plan.graph.nodes[ONE]) == (otherwise != "abstain")


def test_a_marked_block_is_the_last_that_has_the_right_fields(tmp_path: Path) -> None:
    broken = say("", {"range": {"low": "x", "high": 1}})
    ran = guesses(tmp_path, guess(3, 2), broken, otherwise="mark")
    assert settled(ran).data == {"low": 3, "high": 2}
    assert settled(ran).block is BlockStatus.MARKED


@pytest.mark.parametrize(("said", "status"), [("So.", "abstained"), ("{}", "invalid")])
def test_what_cannot_be_kept_is_not_marked(tmp_path: Path, said: str, status: str) -> None:
    ran = guesses(tmp_path, say("So."), say(said), otherwise="mark")
    assert settled(ran).block == status
    assert ran.result["seats"][0]["blocks"] == {status: 1}


def test_what_a_marked_block_fails_is_heard_and_can_be_read(tmp_path: Path) -> None:
    close = {"id": "close", "always": True, "steps": [CLOSE]}
    spec = debate(
        [GUESS],
        rounds=3,
        roles={"judge": {}},
        blocks={"range": {**RANGE, "otherwise": "mark"}},
        stop=[{"id": "unsound", "when": "count(say, 'low_first' in it.failed) == 1"}],
        phases=[close],
    )
    turns = {"talk.r2.say.peer-1": guess(3, 2)}
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script(turns, guess(1, 2))))
    assert (ran.result["reason"], ran.result["phases"][0]["rounds"]) == ("unsound", 2)
    prompt = ran.agent.prompts("close.r1.report.judge")[0]
    assert "> This block is not sound: it does not meet 'low_first': it.low <= it.high." in prompt
    assert prompt.count("not sound") == 1


# --- Sampling and cost --------------------------------------------------------------------------


def test_an_agent_is_told_of_sampling_what_it_can_be_told(tmp_path: Path) -> None:
    peer = {"sampling": {"temperature": 0.25, "seed": "3 + 4", "max_tokens": "1k"}}
    able = frozenset({"temperature", "max_tokens", "seed"})
    ran = solo(tmp_path / "a", TALK, say("so"), peer=peer, samples=able)
    assert ran.agent.questions[0].request.sampling == Sampling(0.25, 1000, 7)
    assert ran.result["warnings"] == []
    ran = solo(tmp_path / "b", TALK, say("so"), peer=peer, samples=frozenset({"seed"}))
    assert ran.agent.questions[0].request.sampling == Sampling(seed=7)
    told = "the agent 'scripted' cannot be told 'max_tokens', 'temperature', which the role"
    assert ran.result["warnings"] == [f"{told} 'peer' asks for"]
    ran = solo(tmp_path / "c", TALK, say("so"))
    assert ran.agent.questions[0].request.sampling is None


def test_a_short_limit_of_sampling_cuts_as_well(tmp_path: Path) -> None:
    peer = {"sampling": {"max_tokens": 10}}
    samples = frozenset({"max_tokens"})
    ran = solo(tmp_path, TALK, Say(endless=True), peer=peer, samples=samples)
    assert len(ran.of(Replied)[0].text) == 80


def test_the_cost_of_a_reply_is_exact(tmp_path: Path) -> None:
    price = Price(Decimal("0.1"), Decimal("0.3"))
    answer = Say(("so",), end=End(1_000_001, 7))
    ran = solo(tmp_path, TALK, answer, price=price)
    assert ran.of(Replied)[0].cost == Decimal("0.1000022")
    assert ran.result["cost"] == ran.result["seats"][0]["cost"] == Decimal("0.1000022")


def test_tokens_that_were_not_counted_are_estimated_with_all_that_was_sent(tmp_path: Path) -> None:
    price = Price(Decimal(4_000_000), Decimal(0))
    spec = debate([TALK], seats=1, rounds=2)
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script({}), price=price))
    [(_, system, _)] = ran.agent.opened
    first, second = (q.request.prompt for q in ran.agent.questions)
    reply = ran.of(Replied)[0].text
    sent = [len(system + first), len(system + first + reply + second)]
    assert [replied.cost for replied in ran.of(Replied)] == [4 * (size // 4) for size in sent]


def test_without_a_price_there_is_no_cost(tmp_path: Path) -> None:
    ran = solo(tmp_path, TALK, say("so"))
    assert (ran.of(Replied)[0].cost, ran.result["cost"]) == (None, None)
    assert ran.of(Failed) == []
