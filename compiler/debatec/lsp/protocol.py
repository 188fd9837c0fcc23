"""Our answers in the words of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from debatec.check.registry import BY_ID
from debatec.lsp.document import Document
from debatec.lsp.items import Item, Kind
from debatec.lsp.outline import Part
from debatec.lsp.positions import Position, offset_at, position_at
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.edits import Edit
from debatec.source.text import Source, Span
from debatec.spec.bases import is_opened

TRIGGERS = ".{|%: '"
"""Signs after which editors ask for completion by themselves."""
FIX_ALL = "source.fixAll.debatec"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
_KINDS = {
    Kind.KEY: types.CompletionItemKind.Property,
    Kind.WORD: types.CompletionItemKind.EnumMember,
    Kind.NAME: types.CompletionItemKind.Variable,
    Kind.FIELD: types.CompletionItemKind.Field,
    Kind.FUNCTION: types.CompletionItemKind.Function,
}
_SYMBOLS = {
    "section": types.SymbolKind.Namespace,
    "name": types.SymbolKind.Variable,
    "phase": types.SymbolKind.Class,
    "step": types.SymbolKind.Method,
}


def offset(document: Document, position: types.Position) -> int:
    return offset_at(document.source, Position(position.line, position.character))


def span(source: Source, range: types.Range) -> Span:
    start = offset_at(source, Position(range.start.line, range.start.character))
    end = offset_at(source, Position(range.end.line, range.end.character))
    return source.span(start, max(start, end))


def range_of(span: Span) -> types.Range:
    start, end = (position_at(span.source, at) for at in (span.start, span.end))
    return types.Range(types.Position(*start), types.Position(*end))


def uri_of(uri: str, document: Document, span: Span) -> str:
    """The URI of the file that a place is in: the document's, or that of one of its prompts."""
    if span.source is document.source:
        return uri
    return Path(span.source.path).absolute().as_uri()


def location(uri: str, document: Document, span: Span) -> types.Location:
    return types.Location(uri_of(uri, document, span), range_of(span))


def whole(path: Path) -> types.Location:
    """A file, from its beginning."""
    start = types.Position(0, 0)
    return types.Location(path.as_uri(), types.Range(start, start))


def diagnostic(uri: str, document: Document, found: Diagnostic) -> types.Diagnostic:
    """A finding, its hint below its message.

    One in the file of a prompt is told at the name of the prompt, with its own place beside it.
    """
    here = found.span.source is document.source
    message = f"{found.message}\n{found.hint}" if found.hint else found.message
    related = [
        types.DiagnosticRelatedInformation(location(uri, document, r.span), r.message)
        for r in found.related
        if is_opened(r.span.source.path)
    ]
    if not here:
        message = f"in '{Path(found.span.source.path).name}': {message}"
        place = location(uri, document, found.span)
        related.insert(0, types.DiagnosticRelatedInformation(place, found.message))
    is_unused = BY_ID[found.rule].name.startswith("unused-")
    return types.Diagnostic(
        range=range_of(document.shown(found)),
        message=message,
        severity=_SEVERITIES[found.severity],
        code=found.rule,
        source="debatec",
        related_information=related or None,
        tags=[types.DiagnosticTag.Unnecessary] if is_unused else None,
    )


def item(found: Item, number: int) -> types.CompletionItem:
    """What may be written; it is listed in the order in which it was found."""
    return types.CompletionItem(
        found.text,
        kind=_KINDS[found.kind],
        detail=found.about[:200] or None,
        insert_text=found.text + found.then,
        sort_text=f"{number:04}",
    )


def action(uri: str, document: Document, found: Diagnostic) -> types.CodeAction | None:
    """The fix of a finding, as something to choose; a sure one is offered first."""
    if found.fix is None or found.secret:
        return None
    edit = types.TextEdit(range_of(found.fix.span), found.fix.text)
    changed = uri_of(uri, document, found.fix.span)
    return types.CodeAction(
        title=found.fix.message[:1].upper() + found.fix.message[1:],
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(uri, document, found)],
        is_preferred=found.fix.safe,
        edit=types.WorkspaceEdit(changes={changed: [edit]}),
    )


def fix_all(uri: str, document: Document, edit: Edit) -> types.CodeAction:
    """All safe fixes as one thing to choose, or to be done whenever a file is saved."""
    return types.CodeAction(
        title="Apply all safe fixes",
        kind=FIX_ALL,
        edit=types.WorkspaceEdit(changes={uri: [text_edit(document.source, edit)]}),
    )


def text_edit(source: Source, edit: Edit) -> types.TextEdit:
    return types.TextEdit(range_of(source.span(edit.start, edit.end)), edit.text)


def edits(uri: str, document: Document, spans: Sequence[Span], name: str) -> types.WorkspaceEdit:
    """A name written in some places, of whichever files."""
    changes: dict[str, list[types.TextEdit]] = {}
    for span in spans:
        edit = types.TextEdit(range_of(span), name)
        changes.setdefault(uri_of(uri, document, span), []).append(edit)
    return types.WorkspaceEdit(changes=dict(changes))


def symbol(part: Part) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=part.name,
        kind=_SYMBOLS[part.kind],
        range=range_of(part.whole),
        selection_range=range_of(part.head),
        children=[symbol(inner) for inner in part.parts],
    )
