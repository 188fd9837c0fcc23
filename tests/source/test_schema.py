import json
from decimal import Decimal
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from debatec.data import data
from debatec.source.diagnostic import Diagnostic
from debatec.source.reader import read
from debatec.source.schema import Schema, load_schema
from debatec.source.text import Source

DOCUMENT: dict[str, Any] = {
    "type": "object",
    "required": ["name", "steps"],
    "additionalProperties": False,
    "patternProperties": {"^x-": {}},
    "properties": {
        "name": {
            "type": "string",
            "pattern": "^[a-z]+$",
            "maxLength": 12,
            "x-messages": {"pattern": "{value} is no name: use lower case letters"},
        },
        "code": {"type": "string", "pattern": "^[0-9]+$"},
        "version": {"type": "string"},
        "rounds": {"type": "integer", "minimum": 1, "maximum": 1000},
        "share": {"type": "number", "multipleOf": Decimal("0.25"), "exclusiveMaximum": 1},
        "tools": {"type": "array", "uniqueItems": True, "minItems": 1},
        "who": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "roles": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}, "minProperties": 1},
        "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
        "pick": {"oneOf": [{"const": 1}, {"const": 2}]},
        "open": {"type": "boolean"},
        "v": {"const": "v1"},
    },
    "$defs": {
        "step": {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"enum": ["say", "rebuttal"]}},
            "allOf": [
                {
                    "if": {"properties": {"kind": {"const": "say"}}, "required": ["kind"]},
                    "then": {"$ref": "#/$defs/say"},
                }
            ],
        },
        "say": {
            "required": ["prompt"],
            "additionalProperties": False,
            "properties": {"kind": {}, "prompt": {"type": "string"}, "repeat": {}},
        },
    },
}
SCHEMA = Schema(DOCUMENT)
BASE = "name: a\nsteps: []\n"


def check(text: str) -> list[Diagnostic]:
    node, _ = read(Source("x.yaml", text))
    assert node is not None
    return SCHEMA.check(node)


@pytest.mark.parametrize(
    ("lines", "rule", "position", "message"),
    [
        ("verison: x", "DB201", (3, 1), "unknown key 'verison'; did you mean 'version'?"),
        ("zzz: x", "DB201", (3, 1), "unknown key 'zzz'"),
        (
            "rounds: three",
            "DB203",
            (3, 9),
            "'rounds' must be a whole number, not the text 'three'",
        ),
        ("rounds: 1.5", "DB203", (3, 9), "'rounds' must be a whole number, not the number 1.5"),
        ("rounds: true", "DB203", (3, 9), "'rounds' must be a whole number, not true"),
        ("rounds:", "DB203", (3, 8), "'rounds' must be a whole number, but it is empty"),
        ("rounds: [1]", "DB203", (3, 1), "'rounds' must be a whole number, not a list"),
        ("open: 1", "DB203", (3, 7), "'open' must be true or false, not the number 1"),
        ("version: 1.0", "DB203", (3, 10), "'version' must be a text, not the number 1.0"),
        ("who: 3", "DB203", (3, 6), "'who' must be a text or a list, not the number 3"),
        ("who: [a, 3]", "DB203", (3, 10), "item 2 of 'who' must be a text, not the number 3"),
        ("rounds: 0", "DB205", (3, 9), "'rounds' must be at least 1, not 0"),
        ("rounds: 1001", "DB205", (3, 9), "'rounds' must be at most 1,000, not 1001"),
        ("share: 0.3", "DB205", (3, 8), "'share' must be a multiple of 0.25, not 0.3"),
        ("share: 1", "DB205", (3, 8), "'share' must be less than 1, not 1"),
        ("tools: []", "DB205", (3, 1), "'tools' must have 1 or more items, and has 0"),
        ("tools: [a, b, a]", "DB205", (3, 15), "'tools' has 'a' twice"),
        ("tools: [[a], [a]]", "DB205", (3, 1), "'tools' has an item twice"),
        ("roles: {}", "DB205", (3, 1), "'roles' must have 1 or more entries, and has 0"),
        ("code: x", "DB206", (3, 7), "'code' must match the pattern ^[0-9]+$, and 'x' does not"),
        ("roles: {Pro: 1}", "DB206", (3, 9), "the key 'Pro' must match the pattern ^[a-z]+$"),
        ("v: v2", "DB204", (3, 4), "'v' must be 'v1', not the text 'v2'"),
        ("pick: 3", "DB207", (3, 7), "'pick' has none of the forms that are allowed here"),
    ],
)
def test_says_what_is_wrong_at_its_place(
    lines: str, rule: str, position: tuple[int, int], message: str
) -> None:
    (fault,) = check(BASE + lines + "\n")
    assert (fault.rule, fault.span.position, fault.message) == (rule, position, message)


@pytest.mark.parametrize(
    ("step", "rule", "position", "message"),
    [
        (
            "{kind: rebutal}",
            "DB204",
            (3, 12),
            "'kind' must be one of 'say', 'rebuttal', not the text 'rebutal'; "
            "did you mean 'rebuttal'?",
        ),
        (
            "{kind: say, prompt: p, repeet: 1}",
            "DB201",
            (3, 28),
            "unknown key 'repeet'; did you mean 'repeat'?",
        ),
        ("{kind: say}", "DB202", (3, 6), "item 1 of 'steps' has no 'prompt'"),
        ("{}", "DB202", (3, 5), "item 1 of 'steps' has no 'kind'"),
        ("x", "DB203", (3, 5), "item 1 of 'steps' must be a mapping, not the text 'x'"),
    ],
)
def test_a_condition_leads_to_what_is_wrong(
    step: str, rule: str, position: tuple[int, int], message: str
) -> None:
    (fault,) = check(f"name: a\nsteps:\n  - {step}\n")
    assert (fault.rule, fault.span.position, fault.message) == (rule, position, message)


def test_a_key_missing_in_the_file_is_said_at_its_start() -> None:
    (fault,) = check("# note\n\nname: a\n")
    assert (fault.rule, fault.span.position) == ("DB202", (1, 1))
    assert fault.message == "the file has no 'steps'"


def test_our_words_come_first() -> None:
    (fault,) = check("name: A B\nsteps: []\n")
    assert (fault.rule, fault.message) == ("DB206", "A B is no name: use lower case letters")


def test_the_root_must_be_a_mapping() -> None:
    (fault,) = check("- a\n")
    assert fault.message == "the file must be a mapping, not a list"


def test_a_number_for_a_text_is_to_be_quoted() -> None:
    (fault,) = check(BASE + "version: 1.10\n")
    assert fault.hint == "quote it: '1.10'"
    assert fault.fix is not None
    assert fault.fix.text == "'1.10'"


@pytest.mark.parametrize(
    "text",
    [
        BASE + "rounds: 1.0\nshare: 0.75\nx-notes: {a: [1]}\nwho: [a]\ntools: [1, true, '1']\n",
        "name: a: b\nsteps: []\n",
        "name: a\nsteps: @x\n",
        "name: {{ x }}\nsteps: []\n",
        "name: a\nsteps:\n  - kind: {{ x }}\n  - kind: say\n    prompt: a: b\n",
        "name: a\n\tsteps: []\n",
        BASE + "who: [a\n",
        BASE + "who:\n  - a\n  - {{ x }}\n",
        BASE + "pick: {{ x }}\n",
    ],
)
def test_what_is_sound_or_broken_already_is_not_reported(text: str) -> None:
    assert check(text) == []


def test_faults_are_bounded_and_in_order() -> None:
    found = check(BASE + "".join(f"k{number}: 1\n" for number in range(5_000)))
    assert len(found) == 100
    assert found == sorted(found, key=lambda fault: fault.span.start)


def test_mixed_items_are_compared_in_one_pass() -> None:
    items = ", ".join(f"'{number}', {number}" for number in range(10_000))
    assert check(f"{BASE}tools: [{items}]\n") == []


SHIPPED = sorted(
    file.name for file in data("schemas").iterdir() if file.name.endswith(".schema.json")
)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_schemas_are_valid(name: str) -> None:
    Draft202012Validator.check_schema(json.loads(data("schemas").joinpath(name).read_text("utf-8")))
    assert load_schema(name) is load_schema(name)
