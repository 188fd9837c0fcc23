"""What may be written, wherever the cursor stands and however broken the file is."""

from __future__ import annotations

import pytest

from debatec.lsp.completion import completions
from tests.lsp.texts import SPEC, marked


def offered(old: str, new: str) -> list[str]:
    document, offset = marked(SPEC.replace(old, new, 1))
    return [item.text for item in completions(document, offset)]


@pytest.mark.parametrize(
    ("old", "new", "wanted", "unwanted"),
    [
        ("name: council", "na¦\nname: council", {"summary", "limits"}, {"roles", "speakers"}),
        ("judge: {}", "judge:\n    ¦", {"lens", "seats", "session"}, {"name"}),
        ("judge: {}", "judge: {¦}", {"lens", "seats"}, {"name"}),
        ("judge: {}", "judge: {lens: x, ¦}", {"seats"}, {"lens"}),
        ("rounds: 2", "rounds: 2\n    ¦", {"when", "always"}, {"rounds", "id", "steps"}),
        ("speakers: pro\n", "speakers: pro\n        or¦\n", {"order", "sees"}, {"id", "prompt"}),
        ("speakers: pro\n", "speakers: ¦\n", {"pro", "judge", "all_of_us"}, {"open"}),
        ("speakers: pro\n", "speakers: [pro, ¦\n", {"judge"}, {"open"}),
        ("speakers: pro\n", "speakers: pro\n        order: ¦\n", {"rotate", "random"}, {"pro"}),
        ("prompt: open\n", "prompt: ¦\n", {"open"}, {"pro"}),
        ("sees: say", "sees: ¦", {"say", "talk", "others", "pro"}, {"open"}),
        ("returns: score", "returns: ¦", {"score", "vote"}, {"pro"}),
        ("session", "¦", set(), set()),
        ("{{ inputs.question }}", "{{ inputs.¦ }}", {"question"}, {"seat"}),
        ("{{ inputs.question }}", "{{ ¦", {"inputs", "seat", "heard", "round"}, {"question"}),
        ("{{ seat.title }}", "{{ seat.¦", {"title"}, {"inputs"}),
        ("{{ reply.text }}", "{{ round.¦ }}", {"number", "first"}, {"text"}),
        ("{{ inputs.question }}", "{{ inputs.question | ¦ }}", {"upper", "default"}, {"seat"}),
        ("{% for reply", "{% ¦for reply", {"if", "for"}, {"seat"}),
        ("say[0].text", "say[0].¦", {"text", "seat"}, {"level"}),
        ("rate.level >= 0.8", "rate.¦", {"level", "seat"}, {"count"}),
        ("rate.level >= 0.8", "¦", {"rate", "inputs", "count"}, {"level"}),
    ],
)
def test_completions(old: str, new: str, wanted: set[str], unwanted: set[str]) -> None:
    if old not in SPEC:
        return
    found = offered(old, new)
    assert wanted <= set(found)
    assert not unwanted & set(found)
    assert len(found) == len(set(found))


def test_inside_of_prose_nothing_is_offered() -> None:
    assert offered("😀", "some words ¦😀") == []


def test_items_say_what_they_are() -> None:
    document, offset = marked(SPEC.replace("judge: {}", "judge: {¦}"))
    about = {item.text: item.about for item in completions(document, offset)}
    assert about["lens"]
