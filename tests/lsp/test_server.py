"""The server as editors know it: a real process that is typed at."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from debatec.lsp.document import Document
from debatec.lsp.rename import Refused
from debatec.lsp.server import Server
from tests.lsp.texts import SPEC
from tests.support.editor import URI, Editor


@pytest.fixture
def editor() -> Iterator[Editor]:
    with Editor() as opened:
        yield opened
    assert opened.status == 0
    assert opened.complaints == ""


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


def test_layout_and_all_fixes_are_offered(editor: Editor) -> None:
    text = SPEC.replace("name: council", "name:   council")
    editor.open(text.replace("judge: {}", "judge: {}  # debatec: ignore[DB302] never"))
    document = {"textDocument": {"uri": URI}}
    options = {"tabSize": 2, "insertSpaces": True}
    (edit,) = editor.ask("textDocument/formatting", {**document, "options": options})
    assert edit["newText"] == ""
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    context = {"diagnostics": [], "only": ["source.fixAll"]}
    asked = {**document, "range": everywhere, "context": context}
    (action,) = editor.ask("textDocument/codeAction", asked)
    assert action["kind"] == "source.fixAll.debatec"
    assert action["edit"]["changes"][URI][0]["range"]["start"]["line"] == place(text, "judge")[0]


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
    labels = [item["label"] for item in editor.at("completion", line, column)["items"]]
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
    for _ in range(25):
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
        editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    assert isinstance(editor.findings(), list)


def test_columns_are_in_utf_16_whatever_the_client_prefers(editor: Editor) -> None:
    assert editor.capabilities["capabilities"]["positionEncoding"] == "utf-16"
    assert editor.capabilities["capabilities"]["textDocumentSync"]["change"] == 1


def test_lines_end_where_editors_end_them(editor: Editor) -> None:
    text = SPEC.replace("judge: {}", 'judge: {lens: "a\u2028b"}').replace(
        "seat.title", "seat.titel"
    )
    editor.open(text.replace("\n", "\r\n"))
    (found,) = editor.findings()
    line, column = place(text, "titel")
    assert found["range"]["start"] == {"line": line, "character": column}


def test_what_is_no_message_is_passed_over(editor: Editor) -> None:
    editor.send_raw(b"{")
    editor.send_raw(b'{"jsonrpc": "2.0", "id": 900, "method": "no/such"}')
    editor.open(SPEC)
    assert editor.findings() == []
    other = {"textDocument": {"uri": "file:///not/open"}, "position": {"line": 0, "character": 0}}
    assert editor.ask("textDocument/hover", other) is None


def test_prompts_in_files_are_looked_into(tmp_path: Path) -> None:
    (tmp_path / "open.md").write_text("{{ seat.titel }} {{ say }}\n", encoding="utf-8")
    (tmp_path / "a.debate.yaml").write_text("", encoding="utf-8")
    start = SPEC.index("  open: |")
    text = SPEC[:start] + "  open: {file: open.md}\n" + SPEC[SPEC.index("blocks:") :]
    text = text.replace("prompt: open\n", "sees: {who: self, in: say}\n        prompt: open\n")
    with Editor((tmp_path / "a.debate.yaml").as_uri()) as editor:
        editor.open(text)
        found = next(each for each in editor.findings() if each["code"] == "DB303")
        assert found["message"].startswith("in 'open.md': ")
        assert found["range"]["start"]["line"] == place(text, "open: {")[0]
        (related,) = found["relatedInformation"]
        assert related["location"]["uri"] == (tmp_path / "open.md").as_uri()
        changes = editor.at("rename", *place(text, "say\n"), newName="speak")["changes"]
        assert {uri.rsplit("/", 1)[-1] for uri in changes} == {"a.debate.yaml", "open.md"}
        (leads,) = editor.at("definition", *place(text, "open.md"))
        assert leads["uri"] == (tmp_path / "open.md").as_uri()


def test_other_files_are_left_alone() -> None:
    with Editor("file:///project/compose.yaml") as editor:
        editor.open("services: {web: {image: x}}\n")
        assert editor.findings() == []
        assert editor.at("completion", 0, 0) is None
        editor.replace("debate: v1\n")
        assert editor.findings() != []


def test_what_breaks_is_one_line_in_the_log_of_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[types.LogMessageParams] = []

    def breaks(document: Document, params: object) -> object:
        raise ValueError(f"no\nsuch {type(params).__name__} in {document.source.path}")

    def refuses(document: Document, params: object) -> object:
        del document, params
        raise Refused("no")

    async def ask() -> None:
        made = Server()
        monkeypatch.setattr(made, "window_log_message", logged.append)
        made.texts.put(URI, SPEC, 1)
        assert await made.answer(URI, breaks, None) is None
        with pytest.raises(JsonRpcInvalidParams, match="no"):
            await made.answer(URI, refuses, None)

    asyncio.run(ask())
    (line,) = [params.message for params in logged]
    assert line.startswith("debatec: ValueError: no such NoneType in ")
