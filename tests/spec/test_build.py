"""The typed form of a spec: what is written, the defaults, and as much as a faulty file says."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.source.nodes import Mapping, Plain, Scalar, node_of
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.build import build
from debatec.spec.model import (
    Check,
    Fallback,
    Ledger,
    Order,
    Outcome,
    SessionKind,
    Speak,
    Spec,
    Tally,
    Window,
)
from debatec.spec.sugar import canonical


def built(text: str) -> Spec:
    root, found = read(Source("case.debate.yaml", text))
    assert found == []
    assert isinstance(root, Mapping)
    return build(canonical(root))


def spoken(text: str) -> Speak:
    step = built(f"format: [{{id: p, steps: [{{id: s, {text}}}]}}]\n").step("s")
    assert isinstance(step, Speak)
    return step


def test_defaults() -> None:
    spec = built("name: n\nroles: {a: {}}\nformat: [{id: p, steps: [{id: s, speakers: a}]}]\n")
    step, phase, role = spec.step("s"), spec.phase("p"), spec.roles["a"]
    assert isinstance(step, Speak)
    assert phase is not None
    assert (phase.rounds.text, phase.always, phase.stop) == ("1", False, ())
    assert (role.seats.text, role.session, role.lens) == ("1", SessionKind.PERSISTENT, None)
    assert role.system.name == "builtin:seat"
    assert (step.order, step.returns, step.options, step.quorum) == (
        Order.PARALLEL,
        None,
        None,
        None,
    )
    assert [(s.who, s.places, s.window, s.take) for s in step.sees] == [
        (("others",), (), Window("latest"), None)
    ]
    limits = spec.limits
    written = (
        limits.turn_timeout,
        limits.idle_timeout,
        limits.attempts,
        limits.strikes,
        limits.reply,
    )
    assert [scalar.text for scalar in written] == ["300s", "120s", "2", "3", "4k"]
    assert limits.time is None
    assert not limits.reply.written


def test_names_know_where_they_stand() -> None:
    spec = built("name: n\nroles:\n  a: {}\nformat:\n  - id: p\n    steps: []\n")
    assert str(spec.roles["a"].name.span) == "case.debate.yaml:3:3"
    assert spec.phases[0].id.span.text == "p"


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("prompt: x", "X", "X"),
        ("prompt: {first: x, then: y}", "X", "Y"),
        ("prompt: Two words.", "Two words.", "Two words."),
        ("prompt: unknown", "", ""),
    ],
)
def test_one_word_is_the_name_of_a_prompt(text: str, first: str, then: str) -> None:
    spec = built(f"prompts: {{x: X, y: Y}}\nformat: [{{id: p, steps: [{{id: s, {text}}}]}}]\n")
    step = spec.step("s")
    assert isinstance(step, Speak)
    assert (step.first.text.text, step.then.text.text) == (first, then)


def test_a_shipped_prompt_is_read() -> None:
    assert "heard" in spoken("prompt: 'builtin:veto'").first.text.text
    assert spoken("prompt: 'builtin:nosuch'").first.text.text == ""


@pytest.mark.parametrize(
    ("window", "meant"),
    [("all", Window("all")), ("this", Window("this")), ("2", Window("last", 2))],
)
def test_windows(window: str, meant: Window) -> None:
    assert spoken(f"sees: {{window: {window}}}").sees[0].window == meant


def test_sees_nothing() -> None:
    assert spoken("sees: nothing").sees == ()


def test_blocks() -> None:
    spec = built(
        "blocks:\n"
        "  score:\n    fields: {x: {type: number, maximum: 0.5}, of: {type: array}}\n    asks: 1\n"
        "    otherwise: {x: 0.5, of: [a, 2]}\n"
        "  hard:\n    fields: {y: {type: string}}\n    otherwise: fail\n"
    )
    score, hard, shipped = (spec.blocks[name] for name in ("score", "hard", "status"))
    assert (score.asks.text, score.otherwise) == ("1", Fallback.STAND_INS)
    assert score.fields == {
        "x": {"type": "number", "maximum": Decimal("0.5")},
        "of": {"type": "array"},
    }
    assert score.stand_ins["x"].text == "0.5"
    assert score.lists == {"of": ["a", 2]}
    assert (hard.otherwise, hard.asks.text, hard.shipped) == (Fallback.FAIL, "2", False)
    assert shipped.shipped
    assert set(shipped.fields) == {"position", "findings"}


def test_a_block_of_ones_own_hides_the_shipped_one() -> None:
    spec = built("blocks: {vote: {fields: {z: {type: string}}}}\n")
    assert set(spec.blocks["vote"].fields) == {"z"}
    assert not spec.blocks["vote"].shipped


def test_inputs() -> None:
    spec = built("inputs: {a: {type: string}, b: {type: [integer, 'null'], default: null}}\n")
    assert (spec.inputs["a"].required, spec.inputs["b"].required) == (True, False)
    assert spec.inputs["b"].schema == {"type": ["integer", "null"]}


def test_program_steps_and_rules() -> None:
    spec = built(
        "format:\n  - id: p\n    steps:\n"
        "      - {id: t, kind: tally, of: s, pass: majority}\n"
        "      - {id: l, kind: ledger, of: {in: s, window: all}}\n"
        "    stop: [{id: r, when: 'x > 1', outcome: hung}, {id: q, when: y}]\n"
    )
    tally, ledger = spec.step("t"), spec.step("l")
    assert isinstance(tally, Tally)
    assert isinstance(ledger, Ledger)
    assert (tally.of.places, tally.passes) == (("s",), "majority")
    assert ledger.of.window == Window("all")
    assert [(r.id, r.when.text, r.outcome) for r in spec.phases[0].stop] == [
        ("r", "x > 1", Outcome.HUNG),
        ("q", "y", None),
    ]


def test_members_of_groups_come_once_and_cycles_end() -> None:
    spec = built("roles: {a: {}, b: {}}\ngroups: {g: [b, h, a], h: [g, a]}\n")
    assert spec.members("g") == ("b", "a")
    assert spec.members("a") == ("a",)
    assert spec.members("nobody") == ()


KEYS = (
    *("name", "version", "inputs", "roles", "groups", "prompts", "blocks", "format", "result"),
    *("limits", "synthesis", "veto", "id", "steps", "stop", "rounds", "kind", "of", "sees", "who"),
    *("in", "window", "take", "speakers", "prompt", "first", "then", "order", "options", "quorum"),
    *("fields", "asks", "otherwise", "default", "seats", "session", "always", "when", "outcome"),
)
WORDS = st.sampled_from(
    ["a", "tally", "ledger", "all", "sequential", "nothing", "", "builtin:seat"]
)


def trees() -> st.SearchStrategy[Any]:
    atoms: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers(-2, 9) | WORDS
    keys = st.sampled_from(KEYS)
    return st.recursive(
        atoms,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
        max_leaves=25,
    )


@given(st.dictionaries(st.sampled_from(KEYS), trees()))
def test_anything_that_is_a_mapping_builds(tree: dict[str, Plain]) -> None:
    root = node_of(tree, Source("", "").span(0, 0))
    assert isinstance(root, Mapping)
    spec = build(canonical(root))
    assert all(isinstance(scalar, Scalar) for scalar in spec.prompts.values())


@pytest.mark.parametrize(
    ("rounds", "most", "hidden"),
    [
        ("4", "4", None),
        ("{max: 4, hidden: true}", "4", "true"),
        ("{max: inputs.n, hidden: inputs.h}", "inputs.n", "inputs.h"),
        ("null", "12", "true"),
        ("{max: null}", "12", "true"),
        ("{max: null, hidden: false}", "12", "true"),
    ],
)
def test_rounds_and_whether_they_are_told(rounds: str, most: str, hidden: str | None) -> None:
    phase = built(f"format: [{{id: p, rounds: {rounds}, steps: []}}]\n").phases[0]
    assert phase.rounds.text == most
    assert (phase.hidden.text if phase.hidden else None) == hidden


def test_what_a_step_asks_of_its_replies() -> None:
    step = spoken(
        "speakers: {who: a, where: seat.number == 1}, when: round.first, words: {min: 5, max: 9}, "
        "sections: [Decision, Dissent], covers: found"
    )
    assert step.speakers == ("a",)
    assert step.where is not None
    assert step.when is not None
    assert step.words is not None
    assert step.words.least is not None
    assert step.words.most is not None
    assert [step.where.text, step.when.text] == ["seat.number == 1", "round.first"]
    assert [step.words.least.text, step.words.most.text] == ["5", "9"]
    assert [section.text for section in step.sections] == ["Decision", "Dissent"]
    assert step.covers == "found"


def test_what_a_selector_does_with_what_it_chose() -> None:
    (chosen,) = spoken(
        "sees: {in: s, where: it.round > 1, newest: 2, names: hidden, shuffle: seeded}"
    ).sees
    assert chosen.where is not None
    assert chosen.where.text == "it.round > 1"
    assert (chosen.newest, chosen.hidden, chosen.shuffled) == (2, True, True)


def test_rules_in_force_are_those_of_the_phase_then_those_of_the_debate() -> None:
    spec = built(
        "format:\n  - {id: p, steps: [], stop: [{own: round.last}]}\n"
        "  - {id: q, steps: [], always: true}\n"
        "stop: [{id: all, when: elapsed > 5, check: turn, outcome: hung}]\n"
    )
    first, last = spec.phases
    assert [rule.id for rule in spec.rules_of(first)] == ["own", "all"]
    assert spec.rules_of(last) == ()
    assert [(rule.check, rule.outcome) for rule in spec.stop] == [(Check.TURN, Outcome.HUNG)]


def test_presets_sampling_and_the_limits_of_the_debate() -> None:
    spec = built(
        "presets: {light: {n: 1, t: x}}\n"
        "roles: {a: {seats: 2..8, words: 90, sampling: {temperature: 0.2, seed: 0}}}\n"
        "limits: {tokens: 9k, cost: 2.5, context: 60k, at_once: 4}\n"
    )
    role, limits = spec.roles["a"], spec.limits
    assert spec.presets["light"].values == {"n": 1, "t": "x"}
    assert role.seats.text == "2..8"
    assert role.words is not None
    assert role.sampling is not None
    assert role.sampling.temperature is not None
    assert (role.words.least, role.sampling.temperature.text) == (None, "0.2")
    assert role.sampling.max_tokens is None
    bounds = (limits.tokens, limits.cost, limits.context, limits.at_once)
    assert [bound.text if bound else None for bound in bounds] == ["9k", "2.5", "60k", "4"]
