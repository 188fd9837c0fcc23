"""The server as editors know it: a real process that is typed at."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.lsp.texts import SPEC
from tests.support.editor import URI, Editor


@pytest.fixture
def editor() -> Iterator[Editor]:
    with Editor() as opened:
        yield opened
    assert opened.status == 0


def place(text: str, word: str) -> tuple[int, int]:
    """Line and column of a word, in UTF-16."""
    before = text[: text.index(word)]
    line = before.rsplit("\n", 1)[-1]
    return before.count("\n"), len(line.encode("utf-16-le")) // 2


def test_a_file_is_checked_as_it_is_typed(editor: Editor) -> None:
    editor.open(SPEC.replace("seat.title", "seat.titel"))
    (found,) = editor.findings()
    assert (found["code"], found["severity"], found["source"]) == ("DB303", 1, "debatec")
    line, column = place(SPEC, "title")
    assert found["range"]["start"] == {"line": line, "character": column}
    (action,) = editor.ask(
        "textDocument/codeAction",
        {"textDocument": {"uri": URI}, "range": found["range"], "context": {"diagnostics": []}},
    )
    (edit,) = action["edit"]["changes"][URI]
    assert edit["newText"] == "title"
    start, end = (tuple(edit["range"][side].values()) for side in ("start", "end"))
    editor.type(start, end, edit["newText"])
    assert editor.findings() == []


def test_only_the_newest_version_is_told(editor: Editor) -> None:
    editor.open(SPEC)
    for _ in range(5):
        editor.type((1, 0), (1, 0), "x: 1\n")
        editor.type((1, 0), (2, 0), "")
    assert editor.findings() == []
    assert {message["params"]["version"] for message in editor.told} <= {1, 11}


def test_answers_about_places(editor: Editor) -> None:
    editor.open(SPEC)
    assert editor.at("hover", *place(SPEC, "rounds"))["contents"]["kind"] == "markdown"
    line, column = place(SPEC, "title }}")
    labels = [item["label"] for item in editor.at("completion", line, column)]
    assert "title" in labels
    (defined,) = editor.at("definition", *place(SPEC, "open\n      -"))
    assert defined["range"]["start"] == dict(
        zip(("line", "character"), place(SPEC, "open:"), strict=True)
    )
    used = editor.at("references", *place(SPEC, "say\n"), context={"includeDeclaration": True})
    assert len(used) == 3
    renamed = editor.at("rename", *place(SPEC, "say\n"), newName="speak")
    assert len(renamed["changes"][URI]) == 3
    refused = editor.at("rename", *place(SPEC, "say\n"), newName="pro")
    assert refused["message"] == "'pro' is taken"
    symbols = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    assert [symbol["name"] for symbol in symbols][-1] == "format"
    assert [step["name"] for step in symbols[-1]["children"][0]["children"]] == ["say", "rate"]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_typed_every_question_is_answered(editor: Editor, seed: int) -> None:
    draw = random.Random(seed)
    lines = SPEC.split("\n")
    editor.open(SPEC)
    for _ in range(40):
        line = draw.randrange(len(lines))
        text = lines[line]
        start = draw.randint(0, len(text))
        end = draw.randint(start, len(text))
        typed = draw.choice(["", "{{ ", "}}", ": ", "- ", "'", "x", "😀", "|", "[", "{"])
        units = [len(text[:at].encode("utf-16-le")) // 2 for at in (start, end)]
        editor.type((line, units[0]), (line, units[1]), typed)
        lines[line] = text[:start] + typed + text[end:]
        for method in ("completion", "hover", "definition", "prepareRename"):
            answer = editor.at(method, line, units[0])
            assert not isinstance(answer, dict) or "message" not in answer, answer
    assert isinstance(editor.findings(), list)
