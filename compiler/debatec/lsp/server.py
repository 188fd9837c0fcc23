"""The language server: texts come in as they are typed, answers go out about the newest one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from debatec import __version__
from debatec.lsp import protocol
from debatec.lsp.completion import completions
from debatec.lsp.document import Document, read
from debatec.lsp.files import file_at
from debatec.lsp.hover import hover
from debatec.lsp.outline import outline
from debatec.lsp.rename import Refused, definition, place_at, references, renamed

PAUSE = 0.15
"""Seconds without a key pressed after which a text is checked."""
MOST = 1_000_000
"""Characters of a text, beyond which it is left alone."""


class Server(LanguageServer):
    """A language server that knows the open texts, each at its newest version."""

    def __init__(self) -> None:
        super().__init__("debatec", __version__, text_document_sync_kind=_SYNC)
        self._documents: dict[str, Document] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def document(self, uri: str) -> Document:
        """What is known of a text, as it is now."""
        text = self.workspace.get_text_document(uri).source
        known = self._documents.get(uri)
        if known is None or known.source.content != text:
            known = self._documents[uri] = _read(uri, text, known)
        return known

    def changed(self, uri: str) -> None:
        """Check a text once nobody types; only what is found in its newest version is told."""
        if uri in self._waiting:
            self._waiting[uri].cancel()
        self._waiting[uri] = asyncio.create_task(self._check(uri))

    def forget(self, uri: str) -> None:
        """Let a text go that is closed, and take back what was told of it."""
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        self._documents.pop(uri, None)
        self._publish(uri, None, [])

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        opened = self.workspace.get_text_document(uri)
        text, version = opened.source, opened.version
        found = await asyncio.to_thread(_checked, uri, text, self._documents.get(uri))
        if self.workspace.get_text_document(uri).version == version:
            self._documents[uri] = found
            told = [protocol.diagnostic(uri, each) for each in found.findings]
            self._publish(uri, version, told)

    def _publish(self, uri: str, version: int | None, told: list[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(uri, told, version)
        self.text_document_publish_diagnostics(params)


_SYNC = types.TextDocumentSyncKind.Incremental


def _read(uri: str, text: str, before: Document | None) -> Document:
    path = protocol.path_of(uri)
    text = text if len(text) <= MOST else ""
    return read(str(path or uri), text, path.parent if path else None, before)


def _checked(uri: str, text: str, before: Document | None) -> Document:
    found = _read(uri, text, before)
    _ = found.findings, found.context  # made here, in the thread, and kept
    return found


def server() -> Server:
    """A server with everything that it can be asked."""
    made = Server()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        made.changed(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        made.changed(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        made.forget(params.text_document.uri)

    _texts(made)
    _names(made)
    return made


def _texts(made: Server) -> None:
    """Answers about what is written, or may be."""

    @made.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(".{|: "))
    )
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        document = made.document(params.text_document.uri)
        found = completions(document, protocol.offset(document, params.position))
        return [protocol.item(each) for each in found]

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def told(params: types.HoverParams) -> types.Hover | None:
        document = made.document(params.text_document.uri)
        found = hover(document, protocol.offset(document, params.position))
        if found is None:
            return None
        text = types.MarkupContent(types.MarkupKind.Markdown, found[0])
        return types.Hover(text, protocol.range_of(found[1]))

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix])
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        document = made.document(uri)
        asked = protocol.span(document.source, params.range)
        found = (
            protocol.action(uri, each)
            for each in document.findings
            if each.span.start <= asked.end and asked.start <= each.span.end
        )
        return [each for each in found if each]

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return [protocol.symbol(part) for part in outline(made.document(params.text_document.uri))]


def _names(made: Server) -> None:
    """Answers about names and where they stand."""

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> Sequence[types.Location]:
        uri = params.text_document.uri
        document = made.document(uri)
        offset = protocol.offset(document, params.position)
        path = protocol.path_of(uri)
        named = file_at(document, offset, path.parent) if path else None
        if named:
            return [protocol.whole(named)]
        return protocol.locations(uri, definition(document, offset))

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    def used(params: types.ReferenceParams) -> Sequence[types.Location]:
        uri = params.text_document.uri
        document = made.document(uri)
        declared = params.context.include_declaration
        offset = protocol.offset(document, params.position)
        return protocol.locations(uri, references(document, offset, declaration=declared))

    @made.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def nameable(params: types.PrepareRenameParams) -> types.Range | None:
        document = made.document(params.text_document.uri)
        place = place_at(document, protocol.offset(document, params.position))
        return protocol.range_of(place.span) if place else None

    @made.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        uri = params.text_document.uri
        document = made.document(uri)
        offset = protocol.offset(document, params.position)
        try:
            return protocol.edits(uri, renamed(document, offset, params.new_name), params.new_name)
        except Refused as error:
            raise JsonRpcInvalidParams(str(error)) from error
