"""Blocks found in replies of every kind, and in nothing else."""

from __future__ import annotations

import json
import time
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.runtime.blocks import find
from debatec.runtime.forms import Form, form_of, object_of
from debatec.spec.build import build
from debatec.spec.model import Block
from tests.support.debates import TALK, debate
from tests.support.runs import compiled, plan_of

VOTE = '{"vote": "accept", "objections": []}'
OBJECT = '{"vote": "object", "objections": ["no"]}'
FINDING = '{"id": "F{1}", "title": "a } in it", "evidence": "```"'
STATUS = (
    '{"position": "agree", "findings": [' + FINDING + ', "severity": "major", "state": "open"}]}'
)


def form(name: str) -> Form:
    root = compiled(debate()).root
    assert root is not None
    block: Block = build(root).blocks[name]
    return Form(block, object_of(block.fields))


def found(reply: str, name: str = "vote") -> Any:
    return find(reply, form(name)).data


ACCEPT = json.loads(VOTE)
REPLIES = {
    "fenced": f"So.\n```vote\n{VOTE}\n```",
    "four back-ticks": f"So.\n````vote\n{VOTE}\n````\n",
    "indented": f"So.\n  ``` vote  \n  {VOTE}\n  ```",
    "capital": f"```Vote\n{VOTE}\n```",
    "carriage returns": f"So.\r\n```vote\r\n{VOTE}\r\n```\r\n",
    "text after": f"```vote\n{VOTE}\n```\nThat is all {{really}}.",
    "last wins": f"```vote\n{OBJECT}\n```\nNo:\n```vote\n{VOTE}\n```",
    "last wins unfenced": f"{OBJECT}\n{VOTE}",
    "fenced before bare": f"```vote\n{VOTE}\n```\nI could have said {OBJECT}",
    "unfenced": f"I accept: {VOTE} Fine.",
    "fenced as json": f"So.\n```json\n{VOTE}\n```",
    "other objects around": f'{{"a": {{"b": 1}}}} {VOTE} {{"vote": 3}} {{"x": []}}',
    "braces in prose": f"Use {{x}} and {{ y: {VOTE}",
    "closing fence missing": f"So.\n```vote\n{VOTE}",
    "over lines": "```vote\n" + json.dumps(ACCEPT, indent=4) + "\n```",
    "another seat's block, quoted": f"> ```vote\n> {OBJECT}\n> ```\nNo.\n```vote\n{VOTE}\n```",
    "another seat's block, quoted last": f"```vote\n{VOTE}\n```\n> ```vote\n> {OBJECT}\n> ```",
}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_the_block_is_found(reply: str) -> None:
    assert found(reply) == ACCEPT


NONE = {
    "empty": ("", "there is no vote block in it"),
    "prose": ("I accept.", "there is no vote block in it"),
    "quoted": (f"> ```vote\n> {VOTE}\n> ```\nI do not.", "there is no vote block in it"),
    "bare quoted": (f"peer-1 said:\n  > {VOTE}", "there is no vote block in it"),
    "cut fence": (f"So.\n```vote\n{VOTE[:20]}", "it is not JSON, or was cut short"),
    "empty fence": ("```vote\n```", "it is not JSON, or was cut short"),
    "text in the fence": (f"```vote\nhere: {VOTE}\n```", "it is not JSON, or was cut short"),
    "NaN": ('```vote\n{"vote": NaN}\n```', "it is not JSON, or was cut short"),
    "wrong last fence": (
        f'```vote\n{VOTE}\n```\n```vote\n{{"vote": "yes", "objections": []}}\n```',
        "'vote' must be one of 'accept', 'object', not the text 'yes'",
    ),
    "field missing": ('{"vote": "accept"}', "the block has no 'objections'"),
    "field too many": (
        VOTE.replace("}", ', "why": 1}'),
        "unknown key 'why'",
    ),
    "list": (f"[{VOTE}]", None),
    "huge number": ('{"vote": ' + "9" * 5000 + "}", "there is no vote block in it"),
    "deep": ('{"vote": ' + "[" * 900 + "]" * 900 + "}", "there is no vote block in it"),
    "deeper": ('{"vote": ' + "[" * 9000 + "]" * 9000 + "}", "there is no vote block in it"),
}


@pytest.mark.parametrize(("reply", "fault"), NONE.values(), ids=NONE)
def test_no_block_is_found_and_it_is_said_why(reply: str, fault: str | None) -> None:
    result = find(reply, form("vote"))
    if fault is None:
        assert result.data == ACCEPT
    else:
        assert result.data is None
        assert result.fault.startswith(fault)


def test_nested_objects_and_braces_in_strings_are_one_block() -> None:
    [finding] = found(f"Well, {{so}}: {STATUS} done", "status")["findings"]
    assert finding["id"] == "F{1}"
    assert finding["evidence"] == "```"


def test_the_prose_is_what_is_left() -> None:
    reply = f"Before.\n```vote\n{VOTE}\n```\nAfter."
    assert find(reply, form("vote")).text == "Before.\n\nAfter."
    assert find("All of it.", form("vote")).text == "All of it."


def test_only_a_few_faults_are_told() -> None:
    items = ", ".join('{"id": 1}' for _ in range(6))
    fault = find(f'{{"position": "agree", "findings": [{items}]}}', form("status")).fault
    assert fault.count(";") == 2


def test_numbers_keep_their_digits_and_whole_ones_are_whole() -> None:
    block = Form(form("vote").block, object_of({"a": {"type": "number"}, "n": {"type": "integer"}}))
    data = find('{"a": 0.10, "n": 2.0}', block).data
    assert data == {"a": Decimal("0.10"), "n": Decimal("2.0")}


HOSTILE = {
    "nested": '{"a":' * 20_000,
    "arrays": '{"a":[' * 20_000,
    "braces": "{" * 120_000,
    "objects": "{}" * 60_000,
    "wrong objects": '{"vote":1}' * 12_000,
    "fences": "```vote\n" * 15_000,
    "nested fence": "```vote\n" + '{"a":' * 20_000,
    "fenced blanks": ("```vote" + " " * 1000 + "x\n") * 120,
    "blanks": " " * 120_000 + "{",
    "quotes": "> {\n" * 30_000,
    "back-ticks": "`" * 120_000,
    "nested lists": ('{"a":[' + "1," * 45) * 1_200,
    "nested lists, not too deep": ('{"a":[' + "1," * 60) * 900,
    "escapes": '{"\\":' * 20_000,
}


@pytest.mark.parametrize("reply", HOSTILE.values(), ids=HOSTILE)
def test_no_reply_takes_long(reply: str) -> None:
    begun = time.process_time()
    assert found(reply) is None
    assert time.process_time() - begun < 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
PIECES = st.sampled_from(["{", "}", '"', "```vote\n", "```", "> ", "\n", VOTE, '{"vote":', "a "])


@given(st.lists(PIECES | JSON.map(json.dumps), max_size=12).map("".join))
def test_whatever_is_found_fits(reply: str) -> None:
    result = find(reply, form("vote"))
    assert (result.data is None) == bool(result.fault)
    if result.data is not None:
        assert result.data["vote"] in ("accept", "object")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_prose_without_braces_or_fences_does_not_hide_the_block(prose: str) -> None:
    prose = prose.replace("`", "'").replace("{", "(")
    assert found(f"{prose}\n```vote\n{VOTE}\n```\n") == ACCEPT


def test_time_grows_with_the_length_of_a_reply_and_no_faster() -> None:
    def seconds(size: int) -> float:
        begun = time.process_time()
        assert found("{" * size + '{"a":' * (size // 50)) is None
        return time.process_time() - begun

    short, long = min(seconds(25_000) for _ in range(5)), min(seconds(100_000) for _ in range(5))
    assert long < 8 * short + 0.05


def test_a_block_after_any_number_of_other_objects_is_found() -> None:
    assert found('{"x": 1}\n' * 5_000 + VOTE) == ACCEPT
    assert found("int f() { return {}; }\n" * 5_000 + VOTE) == ACCEPT


# --- Requirements -----------------------------------------------------------------------------

ESTIMATE = {
    "fields": {"low": {"type": "number"}, "high": {"type": "number"}},
    "require": {"low_first": "it.low <= it.high", "in_range": "it.high <= inputs.most"},
}


@cache
def estimate() -> Form:
    step = {**TALK, "returns": "range"}
    inputs = {"most": {"type": "number", "default": 10}}
    plan = plan_of(debate([step], blocks={"range": ESTIMATE}, inputs=inputs))
    form = form_of(plan, plan.graph.nodes["talk.r1.say.peer-1"])
    assert form is not None
    return form


@pytest.mark.parametrize(
    ("low", "high", "failed"),
    [
        (1, 10, ()),
        ("2.5", "2.50", ()),
        (3, 2, ("low_first",)),
        (1, 11, ("in_range",)),
        (12, 11, ("low_first", "in_range")),
    ],
)
def test_a_block_is_held_to_its_requirements(
    low: object, high: object, failed: tuple[str, ...]
) -> None:
    result = find(f'{{"low": {low}, "high": {high}}}', estimate())
    assert result.failed == failed
    assert result.is_valid == (not failed)
    assert result.data is not None
    told = {"low_first": "it.low <= it.high", "in_range": "it.high <= inputs.most"}
    assert result.fault == "; ".join(f"it does not meet '{name}': {told[name]}" for name in failed)


def test_a_bare_object_that_is_valid_goes_before_a_later_one_that_is_not() -> None:
    text = '{"low": 1, "high": 2} {"low": 4, "high": 3} {"low": "x"}'
    assert find(text, estimate()).data == {"low": 1, "high": 2}
    assert find(text[21:], estimate()).data == {"low": 4, "high": 3}


# --- Any reply --------------------------------------------------------------------------------

PROSE = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
BRACED = PROSE | st.sampled_from(["{", "}", "{}", "{ x }", '{"', '"', "[", "]", "{{ x }}", "\\"])
VALID = st.fixed_dictionaries(
    {
        "vote": st.sampled_from(["accept", "object"]),
        "objections": st.lists(PROSE.filter(bool).map(lambda text: text + " } {"), max_size=3),
    }
)


def quoted(block: object) -> str:
    """Another seat's block, as it was heard."""
    text = "> ```vote\n" + json.dumps(block, indent=1) + "\n```"
    return "\n" + "\n> ".join(text.split("\n")) + "\n"


@given(st.lists(BRACED | VALID.map(quoted)), VALID, st.lists(VALID.map(quoted)))
def test_a_fenced_block_is_found_whatever_stands_around(
    before: list[str], block: dict[str, Any], after: list[str]
) -> None:
    fenced = f"\n```vote\n{json.dumps(block)}\n```\n"
    assert found("".join(before) + fenced + "".join(after)) == block


@given(st.lists(VALID, min_size=1, max_size=4), st.lists(VALID.map(quoted), max_size=2), PROSE)
def test_the_last_valid_object_wins_and_no_quotation_does(
    blocks: list[dict[str, Any]], quotations: list[str], prose: str
) -> None:
    prose = prose.replace("{", "(").replace("`", "'").replace(">", ")")
    parts = [prose + json.dumps(block) + '{"vote": 1}' for block in blocks]
    assert found("\n".join([*parts, *quotations])) == blocks[-1]
    assert found("".join(quotations)) is None


@given(st.lists(BRACED | VALID.map(json.dumps) | VALID.map(quoted) | PIECES, max_size=20))
def test_nothing_makes_the_search_fail(pieces: list[str]) -> None:
    for form_of_block in (form("vote"), estimate()):
        result = find("".join(pieces), form_of_block)
        assert result.is_valid == (not result.fault)


@pytest.mark.parametrize("number", ["2e" + "2" * 20, "1e999", "-1e-999", "9" * 5000])
def test_a_number_that_nobody_can_compute_with_is_no_block(number: str) -> None:
    result = find(f'Look: {{"vote": {number}}}\n```vote\n{{"vote": {number}}}\n```\n', form("vote"))
    assert (result.data, result.is_valid) == (None, False)
