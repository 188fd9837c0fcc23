"""Our answers in the words of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types

from debatec.lsp.completion import Item, Kind
from debatec.lsp.document import Document
from debatec.lsp.outline import Part
from debatec.lsp.positions import Position, offset_at, position_at
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source, Span

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


def path_of(uri: str) -> Path | None:
    """The file that a URI names; None where it is no file's."""
    parts = urlsplit(uri)
    return Path(unquote(parts.path)) if parts.scheme == "file" and parts.path else None


def offset(document: Document, position: types.Position) -> int:
    return offset_at(document.source, Position(position.line, position.character))


def span(source: Source, range: types.Range) -> Span:
    start = offset_at(source, Position(range.start.line, range.start.character))
    end = offset_at(source, Position(range.end.line, range.end.character))
    return source.span(start, max(start, end))


def range_of(span: Span) -> types.Range:
    start, end = (position_at(span.source, at) for at in (span.start, span.end))
    return types.Range(types.Position(*start), types.Position(*end))


def locations(uri: str, spans: Iterable[Span]) -> list[types.Location]:
    return [types.Location(uri, range_of(span)) for span in spans]


def whole(path: Path) -> types.Location:
    """A file, from its beginning."""
    start = types.Position(0, 0)
    return types.Location(path.as_uri(), types.Range(start, start))


def diagnostic(uri: str, found: Diagnostic) -> types.Diagnostic:
    """A finding, its hint below its message."""
    related = [
        types.DiagnosticRelatedInformation(types.Location(uri, range_of(r.span)), r.message)
        for r in found.related
        if r.span.source.path == found.span.source.path
    ]
    return types.Diagnostic(
        range=range_of(found.span),
        message=f"{found.message}\n{found.hint}" if found.hint else found.message,
        severity=_SEVERITIES[found.severity],
        code=found.rule,
        source="debatec",
        related_information=related,
    )


def item(found: Item) -> types.CompletionItem:
    """What may be written; a key comes with its colon."""
    text = f"{found.text}: " if found.kind is Kind.KEY else found.text
    about = found.about[:200]
    return types.CompletionItem(
        found.text, kind=_KINDS[found.kind], detail=about or None, insert_text=text
    )


def action(uri: str, found: Diagnostic) -> types.CodeAction | None:
    """The fix of a finding, as something to choose; a sure one is offered first."""
    if found.fix is None:
        return None
    edit = types.TextEdit(range_of(found.fix.span), found.fix.text)
    return types.CodeAction(
        title=found.fix.message[:1].upper() + found.fix.message[1:],
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(uri, found)],
        is_preferred=found.fix.safe,
        edit=types.WorkspaceEdit(changes={uri: [edit]}),
    )


def edits(uri: str, spans: Sequence[Span], name: str) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(changes={uri: [types.TextEdit(range_of(s), name) for s in spans]})


def symbol(part: Part) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=part.name,
        kind=_SYMBOLS[part.kind],
        range=range_of(part.whole),
        selection_range=range_of(part.head),
        children=[symbol(inner) for inner in part.parts],
    )
