"""The language server: texts come in as they are typed, answers go out about the newest one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from debatec import __version__
from debatec.lsp import answers, protocol
from debatec.lsp.document import Document
from debatec.lsp.rename import Refused
from debatec.lsp.texts import Texts, Version
from debatec.source.text import one_line

PAUSE = 0.15
"""Seconds without a key pressed after which findings are told."""
Answer: TypeAlias = Callable[[Document, Any], object]


class _Utf16(LanguageServerProtocol):
    """A protocol whose columns are in UTF-16, which every client knows, whatever it prefers."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        if params.capabilities.general:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class Server(LanguageServer):
    """A language server that knows the open texts, each at its newest version."""

    def __init__(self) -> None:
        # Whole texts are sent: what counts as the end of a line is not for the client to say.
        sync = types.TextDocumentSyncKind.Full
        super().__init__("debatec", __version__, sync, protocol_cls=_Utf16)
        self.texts = Texts()
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def put(self, uri: str, text: str, number: int | None) -> None:
        """Take in a version of a text; what is wrong with it is told once nobody types."""
        version = self.texts.put(uri, text, number)
        self._stop_waiting(uri)
        self._waiting[uri] = asyncio.create_task(self._tell(uri, version))

    def forget(self, uri: str) -> None:
        """Let a text go that is closed, and take back what was told of it."""
        self._stop_waiting(uri)
        self.texts.forget(uri)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _stop_waiting(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting:
            waiting.cancel()

    async def _tell(self, uri: str, version: Version) -> None:
        """Publish what is wrong with a version, unless there is a newer one by then."""
        await asyncio.sleep(PAUSE)
        told = await self.answer(uri, answers.diagnostics, uri)
        if self.texts.is_newest(uri, version):
            told = told if isinstance(told, list) else []
            params = types.PublishDiagnosticsParams(uri, told, version.number)
            self.text_document_publish_diagnostics(params)

    async def answer(self, uri: str, answer: Answer, params: object) -> object:
        """What there is to say about a text; None where it is not open or something broke.

        Raises:
            JsonRpcInvalidParams: what was asked for is refused.
        """
        try:
            document = await self.texts.document(uri)
            if document is None or not document.is_debate:
                return None
            return await asyncio.to_thread(answer, document, params)
        except Refused as error:
            raise JsonRpcInvalidParams(str(error)) from error
        except Exception as error:  # a mistake of ours is no reason to leave the editor alone
            self.report_server_error(error, JsonRpcInvalidParams)
            return None

    def report_server_error(self, error: Exception, source: object) -> None:
        """Log what went wrong with the client, in one line."""
        del source
        if not isinstance(error, JsonRpcInvalidParams):
            line = one_line(f"{type(error).__name__}: {error}")
            params = types.LogMessageParams(types.MessageType.Error, f"debatec: {line}"[:500])
            self.window_log_message(params)


def server() -> Server:
    """A server with everything that it can be asked."""
    made = Server()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        made.put(params.text_document.uri, params.text_document.text, params.text_document.version)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        for change in params.content_changes[-1:]:
            made.put(params.text_document.uri, change.text, params.text_document.version)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        made.forget(params.text_document.uri)

    for method, (answer, options) in _ANSWERS.items():
        _register(made, method, answer, options)
    return made


def _register(made: Server, method: str, answer: Answer, options: Any) -> None:
    @made.feature(method, options)
    async def handle(params: Any) -> object:
        return await made.answer(params.text_document.uri, answer, params)


_ANSWERS: dict[str, tuple[Answer, Any]] = {
    types.TEXT_DOCUMENT_COMPLETION: (
        answers.completion,
        types.CompletionOptions(trigger_characters=[*protocol.TRIGGERS]),
    ),
    types.TEXT_DOCUMENT_HOVER: (answers.told, None),
    types.TEXT_DOCUMENT_CODE_ACTION: (
        answers.actions,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, protocol.FIX_ALL]),
    ),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (answers.symbols, None),
    types.TEXT_DOCUMENT_FORMATTING: (answers.layout, None),
    types.TEXT_DOCUMENT_DEFINITION: (answers.defined, None),
    types.TEXT_DOCUMENT_REFERENCES: (answers.used, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (answers.nameable, None),
    types.TEXT_DOCUMENT_RENAME: (answers.rename, types.RenameOptions(prepare_provider=True)),
}


def serve() -> None:
    """Answer an editor over standard input and output until it says goodbye."""
    # Whatever goes wrong is told to the client; a log on standard error would hold tracebacks.
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    logging.getLogger("pygls").propagate = False
    server().start_io()
