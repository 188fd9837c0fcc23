"""What a server says to each question about a text, in the words of the protocol."""

from __future__ import annotations

from lsprotocol import types

from debatec.lsp import protocol
from debatec.lsp.completion import completions
from debatec.lsp.document import Document
from debatec.lsp.files import file_at
from debatec.lsp.hover import hover
from debatec.lsp.outline import outline
from debatec.lsp.rename import definition, nameable_at, references, renamed


def diagnostics(document: Document, uri: str) -> list[types.Diagnostic]:
    return [protocol.diagnostic(uri, document, found) for found in document.findings]


def completion(document: Document, params: types.CompletionParams) -> types.CompletionList:
    found = completions(document, protocol.offset(document, params.position))
    items = [protocol.item(each, number) for number, each in enumerate(found)]
    return types.CompletionList(is_incomplete=False, items=items)


def told(document: Document, params: types.HoverParams) -> types.Hover | None:
    found = hover(document, protocol.offset(document, params.position))
    if found is None:
        return None
    text = types.MarkupContent(types.MarkupKind.Markdown, found[0])
    return types.Hover(text, protocol.range_of(found[1]))


def actions(document: Document, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The fixes of the findings that a range touches."""
    uri, asked = params.text_document.uri, protocol.span(document.source, params.range)
    only = params.context.only
    if only is not None and types.CodeActionKind.QuickFix not in only:
        return []
    near = (
        found
        for found in document.findings
        for span in [document.shown(found)]
        if span.start <= asked.end and asked.start <= span.end
    )
    return [made for found in near if (made := protocol.action(uri, document, found))]


def symbols(document: Document, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    del params
    return [protocol.symbol(part) for part in outline(document)]


def defined(document: Document, params: types.DefinitionParams) -> list[types.Location]:
    """Where a name is declared, or the file that is named."""
    offset = protocol.offset(document, params.position)
    named = file_at(document, offset)
    if named:
        return [protocol.whole(named)]
    uri = params.text_document.uri
    return [protocol.location(uri, document, span) for span in definition(document, offset)]


def used(document: Document, params: types.ReferenceParams) -> list[types.Location]:
    offset = protocol.offset(document, params.position)
    found = references(document, offset, declaration=params.context.include_declaration)
    return [protocol.location(params.text_document.uri, document, span) for span in found]


def nameable(document: Document, params: types.PrepareRenameParams) -> types.Range | None:
    span = nameable_at(document, protocol.offset(document, params.position))
    return protocol.range_of(span) if span else None


def rename(document: Document, params: types.RenameParams) -> types.WorkspaceEdit:
    """A name written anew everywhere. Raises `Refused`."""
    offset = protocol.offset(document, params.position)
    spans = renamed(document, offset, params.new_name)
    return protocol.edits(params.text_document.uri, document, spans, params.new_name)
