"""Whatever is typed, every question is answered, and about places that there are."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import converters, types

from debatec.lsp import answers, protocol
from debatec.lsp.document import Document, read
from debatec.lsp.rename import Refused

ROOT = Path(__file__).parents[2]
FORMATS = sorted((ROOT / "formats").glob("*.debate.yaml"))
URI = "file:///a.debate.yaml"
TYPED = ["", "{{ ", "}}", "{% for x in heard %}", ": ", "- ", "'", '"', "x", "😀", "|", "[", "{"]
TYPED += ["\n", "\r\n", "\n    ", "&a ", "*a", "#", "..", "(", ", ", "\t", "\x00", "\u2028", "!!x "]
TO_JSON = converters.get_converter()


def changed(draw: random.Random, text: str) -> str:
    """A text with a stretch of it replaced, by a few signs or by another stretch."""
    start = draw.randint(0, len(text))
    end = min(len(text), start + draw.choice([0, 0, 1, 3, 40]))
    other = draw.randint(0, len(text))
    typed = draw.choice([*TYPED, text[other : other + draw.randint(1, 60)]])
    return text[:start] + typed + text[end:]


def questions(document: Document, offset: int) -> Iterator[tuple[Any, Any]]:
    place = protocol.range_of(document.source.span(offset, offset)).start
    text = types.TextDocumentIdentifier(URI)
    context = types.CodeActionContext([])
    yield answers.completion, types.CompletionParams(text, place)
    yield answers.told, types.HoverParams(text, place)
    yield answers.defined, types.DefinitionParams(text, place)
    yield answers.used, types.ReferenceParams(types.ReferenceContext(True), text, place)
    yield answers.nameable, types.PrepareRenameParams(text, place)
    yield answers.rename, types.RenameParams(text, place, "fresh_name")
    fix_all = types.CodeActionContext([], only=[types.CodeActionKind.SourceFixAll])
    yield answers.actions, types.CodeActionParams(text, types.Range(place, place), fix_all)
    yield answers.layout, types.DocumentFormattingParams(text, types.FormattingOptions(2, True))
    yield answers.symbols, types.DocumentSymbolParams(text)
    yield answers.actions, types.CodeActionParams(text, types.Range(place, place), context)


def lines_in(value: Any) -> Iterator[int]:
    """The number of every line that an answer names."""
    if isinstance(value, dict):
        if "line" in value:
            yield value["line"]
        for inner in value.values():
            yield from lines_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from lines_in(inner)


@pytest.mark.parametrize("seed", range(12))
def test_every_question_is_answered(seed: int) -> None:
    draw = random.Random(seed)
    text = draw.choice(FORMATS).read_text(encoding="utf-8")
    document = read("/a.debate.yaml", text, None)
    for _ in range(12):
        text = changed(draw, text)
        document = read("/a.debate.yaml", text, None, document)
        last = protocol.range_of(document.source.span(len(text), len(text))).end.line
        answers.diagnostics(document, URI)
        for answer, params in questions(document, draw.randint(0, len(text))):
            said = None
            with suppress(Refused):
                said = TO_JSON.unstructure(answer(document, params))
            json.dumps(said)
            assert all(line <= last for line in lines_in(said)), (seed, answer, said)


def test_fixes_are_offered_where_they_are_asked_for() -> None:
    text = FORMATS[0].read_text(encoding="utf-8").replace("limits:", "limit:")
    document = read("/a.debate.yaml", text, None)
    (found,) = document.findings
    place = protocol.range_of(found.span)
    asked = types.TextDocumentIdentifier(URI)

    def offered(only: list[str | types.CodeActionKind] | None) -> int:
        context = types.CodeActionContext([], only=only)
        return len(answers.actions(document, types.CodeActionParams(asked, place, context)))

    assert offered(None) == offered([types.CodeActionKind.QuickFix]) == 1
    assert offered([types.CodeActionKind.Refactor]) == 0
