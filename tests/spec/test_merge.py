"""One spec laid over another, key by key and item by item."""

from __future__ import annotations

import pytest

from debatec.source.nodes import Mapping
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.emit import emit
from debatec.spec.merge import merged


def tree(text: str, path: str = "a") -> Mapping:
    node, found = read(Source(path, text))
    assert found == []
    assert isinstance(node, Mapping)
    return node


def laid(base: str, layer: str) -> str:
    whole, missed = merged(tree(base), [tree(layer)])
    assert missed == []
    return emit(whole)


@pytest.mark.parametrize(
    ("base", "layer", "whole"),
    [
        ("inputs: {a: {type: string}}", "inputs: {a: {default: x}, b: {type: integer}}",
         "inputs: {a: {type: string, default: x}, b: {type: integer}}"),
        ("inputs: {a: {enum: [x, y]}}", "inputs: {a: {enum: [z]}}", "inputs: {a: {enum: [z]}}"),
        ("roles: {a: {lens: x}, b: {}}", "roles: {a: null}", "roles: {b: {}}"),
        ("blocks: {a: {fields: {x: {}, y: {}}}}", "blocks: {a: {fields: {x: null}}}",
         "blocks: {a: {fields: {y: {}}}}"),
        ("presets: {p: {n: 3}}", "presets: {p: {n: null}}", "presets: {p: {n: null}}"),
        ("limits: {time: 5m, tokens: 9k}", "limits: {time: 9m}", "limits: {time: 9m, tokens: 9k}"),
        ("roles: {steps: {lens: a}}", "roles: {steps: {lens: b}}", "roles: {steps: {lens: b}}"),
        ("groups: {g: [a, b]}", "groups: {g: [c]}", "groups: {g: [c]}"),
    ],
)  # fmt: skip
def test_mappings_merge_by_key(base: str, layer: str, whole: str) -> None:
    assert laid(base, layer) == emit(tree(whole))


def items(ids: str, key: str = "format", **more: str) -> str:
    said = "".join(f", {name}: {value}" for name, value in more.items())
    return f"{key}: [{', '.join(f'{{id: {id}{said}}}' for id in ids)}]"


@pytest.mark.parametrize("key", ["format", "stop"])
@pytest.mark.parametrize(
    ("base", "layer", "whole"),
    [
        ("abc", "b", "abc"),
        ("abc", "bx", "abxc"),
        ("abc", "xb", "xabc"),
        ("abc", "cxa", "abcx"),
        ("abc", "axy", "axybc"),
        ("abc", "xy", "xyabc"),
        ("abc", "", "abc"),
        ("", "xy", "xy"),
    ],
)
def test_a_new_item_goes_after_the_one_written_before_it(
    key: str, base: str, layer: str, whole: str
) -> None:
    assert laid(items(base, key), items(layer, key)) == emit(tree(items(whole, key)))


def test_steps_and_rules_of_a_phase_merge_by_id() -> None:
    base = "format: [{id: p, rounds: 2, steps: [{id: s, order: random}], stop: [{id: r, when: x}]}]"
    layer = "format: [{id: p, steps: [{id: t}, {id: s, quorum: 2}], stop: [{id: r, check: turn}]}]"
    whole = (
        "format: [{id: p, rounds: 2, steps: [{id: t}, {id: s, order: random, quorum: 2}],"
        " stop: [{id: r, when: x, check: turn}]}]"
    )
    assert laid(base, layer) == emit(tree(whole))


def test_what_a_layer_switches_off_is_gone_and_new_items_stay_in_its_place() -> None:
    assert laid(items("abc"), "format: [{id: b, when: false}, {id: x}]") == emit(tree(items("axc")))
    assert laid(items("abc"), "format: [{id: x, when: false}]") == emit(tree(items("abc")))


def test_an_item_that_is_named_twice_is_a_second_one() -> None:
    assert laid(items("ab"), items("aa")) == emit(tree(items("aab")))


@pytest.mark.parametrize(
    ("key", "base", "layer", "whole"),
    [
        ("rounds", "3", "{hidden: true}", "{max: 3, hidden: true}"),
        ("rounds", "{max: 3, hidden: true}", "5", "{max: 5, hidden: true}"),
    ],
)
def test_a_plain_value_is_short_for_a_mapping(key: str, base: str, layer: str, whole: str) -> None:
    made = [f"format: [{{id: p, {key}: {value}}}]" for value in (base, layer, whole)]
    assert laid(made[0], made[1]) == emit(tree(made[2]))


@pytest.mark.parametrize(
    ("key", "base", "layer", "whole"),
    [
        ("prompt", "a", "{then: b}", "{first: a, then: b}"),
        ("prompt", "{first: a, then: b}", "c", "{first: c, then: c}"),
        ("speakers", "[a]", "{where: seat.number < 3}", "{who: [a], where: seat.number < 3}"),
        ("words", "{max: 90}", "{min: 10}", "{max: 90, min: 10}"),
    ],
)
def test_a_plain_value_of_a_step_is_short_for_a_mapping(
    key: str, base: str, layer: str, whole: str
) -> None:
    made = [
        f"format: [{{id: p, steps: [{{id: s, {key}: {value}}}]}}]" for value in (base, layer, whole)
    ]
    assert laid(made[0], made[1]) == emit(tree(made[2]))


def test_what_is_said_of_a_file_is_not_inherited() -> None:
    base = "debate: v1\nname: base\nversion: 1.0.0\nsummary: What it is.\nextends: other\n"
    assert laid(base, "name: mine\nextends: base") == "name: mine\nsummary: What it is.\n"


def test_what_is_not_there_cannot_be_taken_away() -> None:
    _, missed = merged(tree("roles: {a: {}}"), [tree("roles: {b: null}")])
    assert [(each.entry.key, each.known) for each in missed] == [("b", ("a",))]


def test_every_value_keeps_its_place() -> None:
    base, layer = tree("roles: {a: {lens: x}}", "base"), tree("roles: {a: {seats: 2}}", "layer")
    roles = merged(base, [layer])[0].get("roles")
    assert isinstance(roles, Mapping)
    role = roles.get("a")
    assert isinstance(role, Mapping)
    found = {entry.key: str(entry.value.span) for entry in role}
    assert found == {"lens": "base:1:19", "seats": "layer:1:20"}
