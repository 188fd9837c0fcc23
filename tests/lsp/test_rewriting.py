"""Texts in the one layout, and with their safe fixes: as the commands write them."""

from __future__ import annotations

from debatec.fmt.format import formatted
from debatec.lsp.document import Document
from debatec.lsp.rewriting import laid_out, mended
from debatec.source.edits import Edit
from tests.lsp.texts import SPEC, opened


def after(document: Document, edit: Edit | None) -> str:
    text = document.source.content
    return text[: edit.start] + edit.text + text[edit.end :] if edit else text


def test_the_layout_is_that_of_fmt() -> None:
    untidy = opened(SPEC.replace("name: council", "name:    council").replace("\n", "\r\n"))
    edit = laid_out(untidy)
    assert edit is not None
    assert after(untidy, edit) == formatted(untidy.source).text
    tidy = opened(after(untidy, edit))
    assert laid_out(tidy) is None
    broken = opened(SPEC + "x: [\n")
    assert laid_out(broken) is None


def test_the_fixes_are_the_safe_ones_of_what_is_told() -> None:
    unquoted = SPEC.replace("sees: say, ", "").replace(", returns: score}", ", returns: score}")
    unquoted = unquoted.replace("prompt: open", "prompt: {{ inputs.question }}")
    document = opened(unquoted)
    edit = mended(document)
    assert edit is not None
    assert "prompt: '{{ inputs.question }}'" in after(document, edit)
    assert edit.end - edit.start < 40
    hidden = opened(SPEC.replace("judge: {}", "judge: {}  # debatec: ignore[DB302] never"))
    assert after(hidden, mended(hidden)) == SPEC
    assert mended(opened()) is None


def test_guesses_are_left_to_people() -> None:
    assert mended(opened(SPEC.replace("seat.title", "seat.titel"))) is None
