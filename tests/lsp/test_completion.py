"""What may be written, wherever the cursor stands and however broken the file is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from debatec.lsp.completion import completions
from debatec.lsp.document import Document, read
from debatec.lsp.keys import keys_at
from debatec.lsp.places import read_lines
from debatec.source.nodes import Scalar
from debatec.template import tree
from tests.lsp.texts import SPEC, marked

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "language"
DEBATES = sorted([*(ROOT / "formats").glob("*.debate.yaml"), *CASES.glob("*.debate.yaml")])


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
        ("{{ inputs.question }}", "{{ inputs.¦ }}", {"question"}, {"seat"}),
        ("{{ inputs.question }}", "{{ ¦", {"inputs", "seat", "heard", "round"}, {"question"}),
        ("{{ seat.title }}", "{{ seat.¦", {"title"}, {"inputs"}),
        ("{{ reply.text }}", "{{ round.¦ }}", {"number", "first"}, {"text"}),
        ("{{ inputs.question }}", "{{ inputs.question | ¦ }}", {"upper", "default"}, {"seat"}),
        ("{% for reply", "{% ¦for reply", {"if", "for"}, {"seat"}),
        ("say[0].text", "say[0].¦", {"text", "seat"}, {"level"}),
        ("rate.level >= 0.8", "rate.¦", {"level", "seat"}, {"count"}),
        ("rate.level >= 0.8", "'all(say, it.¦", {"text", "round"}, {"rate", "count"}),
        ("rate.level >= 0.8", "live(¦)", {"pro", "all_of_us"}, {"say", "count"}),
        ("rounds: 2", "rounds: ¦", {"inputs", "max"}, {"rate", "count"}),
        ("in heard %}{{ reply.text", "in heard %}{{ reply.¦", {"text", "seat"}, {"title"}),
        ("in heard %}{{ reply.text", "in heard %}{% ¦", {"endfor", "if"}, {"endif"}),
        ("roles:\n", "presets: {x: {¦}}\nroles:\n", {"question"}, {"brief"}),
        ("format:\n", "veto: {voters: ¦\nformat:\n", {"pro", "judge"}, {"open"}),
        ("    stop:\n", "      - kind: tally\n        ¦\n    stop:\n", {"of", "pass"}, {"sees"}),
        ("rate.level >= 0.8", "¦", {"rate", "inputs", "count"}, {"level"}),
    ],
)
def test_completions(old: str, new: str, wanted: set[str], unwanted: set[str]) -> None:
    assert old in SPEC
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


def erased(text: str, start: int, end: int, kept: int) -> str:
    """A text without the rest of the line after the first letters of a word."""
    line_end = text.find("\n", end)
    return text[: start + kept] + text[line_end:]


def words(document: Document) -> Iterator[tuple[int, int]]:
    """The place of every key that the schema has, of every name, and of every word in code."""
    text, context = document.source.content, document.context
    assert context is not None
    for key in read_lines(text).keys:
        if key.path[-1] in keys_at(key.path[:-1]) and text[key.start] not in "'\"":
            yield key.start, key.end
    for place in document.index.places:
        if place.span.source is document.source and not place.declares:
            yield place.span.start, place.span.end
    for scalar in context.templates:
        template, _ = context.template(scalar)
        yield from _in_code(document, scalar, template.body if template else ())
    for scalar in context.expressions:
        expression, _ = context.expression(scalar)
        yield from _in_code(document, scalar, expression.tree if expression else ())


def _in_code(document: Document, scalar: Scalar, code: object) -> Iterator[tuple[int, int]]:
    for part in tree.walk(code):
        match part:
            case tree.Name(place=place) | tree.Field(name_place=place):
                pass
            case tree.Filter(name_place=place) | tree.Call(name_place=place):
                pass
            case _:
                continue
        span = scalar.at(*place)
        if span.source is document.source and span.text.isidentifier() and scalar.written:
            yield span.start, span.end


def check_every_word(path: Path, kept: int) -> int:
    """Erase each word of a file after some letters, and see that it is offered again."""
    text = path.read_text(encoding="utf-8")
    whole = read(str(path), text, path.parent)
    checked = 0
    for start, end in words(whole):
        document = read(str(path), erased(text, start, end, kept), path.parent, whole)
        offered = [item.text for item in completions(document, start + kept)]
        assert text[start:end] in offered, (path.name, whole.source.position(start), offered)
        checked += 1
    return checked


def test_whatever_stands_in_a_format_is_offered_when_the_line_ends_there() -> None:
    assert check_every_word(ROOT / "formats" / "panel.debate.yaml", 1) > 100


@pytest.mark.slow
@pytest.mark.parametrize("kept", [0, 1])
@pytest.mark.parametrize("path", DEBATES, ids=lambda path: path.name)
def test_whatever_stands_in_a_debate_is_offered(path: Path, kept: int) -> None:
    assert check_every_word(path, kept) > 30
