"""What a cursor is at, in files that are whole and in files that are not."""

from __future__ import annotations

import pytest

from debatec.lsp.places import Path
from debatec.lsp.spots import before_cursor, spot_at

STEPS: Path = ("format", 0, "steps", 0)
PHASE = "format:\n  - id: talk\n    steps:\n      - id: say\n"


@pytest.mark.parametrize(
    ("text", "path", "typed", "is_value"),
    [
        ("na¦", (), "na", False),
        ("name: x¦", ("name",), "x", True),
        ("name:¦", ("name",), "", True),
        ("roles:\n  pro:\n    le¦", ("roles", "pro"), "le", False),
        ("roles:\n  pro:\n¦", (), "", False),
        ("roles:\n  pro:\n  ¦", ("roles",), "", False),
        ("roles: {pro: {lens: x, se¦", ("roles", "pro"), "se", False),
        ("roles: {pro: {lens: x¦", ("roles", "pro", "lens"), "x", True),
        (
            PHASE + "        prompt: |\n          Hello\n          {{ ¦",
            (*STEPS, "prompt"),
            "{{ ",
            True,
        ),
        (PHASE + "        prompt: |\n          Hello\n\n        ¦", STEPS, "", False),
        (PHASE + "        prompt: Say\n          it ¦", (*STEPS, "prompt"), "it ", True),
        (
            PHASE + "        prompt: 'Say\n\n          it ¦",
            (*STEPS, "prompt"),
            "'Say\n\n          it ",
            True,
        ),
        (PHASE + "        sees: [{who: a}, {¦", (*STEPS, "sees", 1), "", False),
        (PHASE + "        sees: [a, b¦", (*STEPS, "sees", 1), "b", False),
        (PHASE + "      - ¦", ("format", 0, "steps", 1), "", False),
        (PHASE + "        - a: {b: [}\n    stop:\n    - ¦", ("format", 0, "stop", 0), "", False),
    ],
)
def test_spots(text: str, path: Path, typed: str, is_value: bool) -> None:
    offset = text.index("¦")
    for rest in ("", "\n", "\nresult: {text: say}\n"):
        spot = spot_at(text[:offset] + rest, offset)
        assert (spot.path, spot.typed, spot.is_value) == (path, typed, is_value)


def test_the_other_keys_of_a_mapping() -> None:
    text = PHASE.replace("id: say", "kind: tally") + "        ¦\n        of: vote\n      - id: x\n"
    offset = text.index("¦")
    spot = spot_at(text.replace("¦", ""), offset)
    assert spot.beside == {"kind": "tally", "of": "vote"}
    flow = "roles: {a: {lens: x, seats: 2}, b: {¦}}"
    assert spot_at(flow.replace("¦", ""), flow.index("¦")).beside == {}


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("prompts:\n  a: |\n    Hello {{ ¦", "|\n    Hello {{ "),
        ("prompts: {a: \"Hello {{ ¦", "Hello {{ "),
        ("stop: [{when: a > ¦", "a > "),
        ("limits:\n  tokens: ¦", ""),
    ],
)  # fmt: skip
def test_what_is_written_of_a_value(text: str, before: str) -> None:
    offset = text.index("¦")
    text = text.replace("¦", "")
    assert before_cursor(text, spot_at(text, offset), offset) == before
