"""What a server says to each question about a text, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from debatec.lsp import protocol
from debatec.lsp.completion import completions
from debatec.lsp.document import Document
from debatec.lsp.files import file_at
from debatec.lsp.hover import hover
from debatec.lsp.outline import outline
from debatec.lsp.rename import definition, nameable_at, references, renamed
from debatec.lsp.rewriting import laid_out, mended
from debatec.source.text import Span


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
    """The fixes of the findings that a range touches; all safe ones where that is asked for."""
    uri, only = params.text_document.uri, params.context.only
    found: list[types.CodeAction] = []
    if only is None or _wants(only, types.CodeActionKind.QuickFix.value):
        found += _near(document, uri, protocol.span(document.source, params.range))
    # To try them all takes a while, so it is not done at each move of the cursor.
    edit = mended(document) if _wants(only or (), protocol.FIX_ALL) else None
    if edit:
        found.append(protocol.fix_all(uri, document, edit))
    return found


def _wants(kinds: Sequence[types.CodeActionKind | str], kind: str) -> bool:
    """Whether a kind of action is among some kinds, or within one of them."""
    names = [str(getattr(each, "value", each)) for each in kinds]
    return any(kind == name or kind.startswith(f"{name}.") for name in names)


def _near(document: Document, uri: str, asked: Span) -> Iterator[types.CodeAction]:
    near = (
        found
        for found in document.findings
        for span in [document.shown(found)]
        if span.start <= asked.end and asked.start <= span.end
    )
    for found in near:
        action = protocol.action(uri, document, found)
        if action:
            yield action


def layout(
    document: Document, params: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    """The file in the one layout."""
    del params
    edit = laid_out(document)
    return [protocol.text_edit(document.source, edit)] if edit else None


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
