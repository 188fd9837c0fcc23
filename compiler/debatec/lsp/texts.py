"""The texts that are open in an editor, each compiled once for each of its versions."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from debatec.lsp.document import Document, read


def path_of(uri: str) -> Path | None:
    """The file that a URI names; None where it is no file's."""
    parts = urlsplit(uri)
    return Path(unquote(parts.path)) if parts.scheme == "file" and parts.path else None


@dataclass(slots=True, eq=False)
class Version:
    """One version of a text, and the task that compiles it once that was asked for."""

    text: str
    number: int | None
    task: asyncio.Task[Document] | None = None


class Texts:
    """The newest version of each open text, by URI. Texts are compiled in threads."""

    def __init__(self) -> None:
        self._newest: dict[str, Version] = {}
        self._known: dict[str, Document] = {}

    def put(self, uri: str, text: str, number: int | None) -> Version:
        """Take in a new version of a text."""
        version = self._newest[uri] = Version(text, number)
        return version

    def forget(self, uri: str) -> None:
        self._newest.pop(uri, None)
        self._known.pop(uri, None)

    def is_newest(self, uri: str, version: Version) -> bool:
        return self._newest.get(uri) is version

    async def document(self, uri: str) -> Document | None:
        """What the compiler makes of a text as it is now; None of one that is not open."""
        version = self._newest.get(uri)
        if version is None:
            return None
        if version.task is None:
            before = self._known.get(uri)
            compiling = asyncio.to_thread(_read, uri, version.text, before)
            version.task = asyncio.create_task(compiling)
        # Who asked may give up; others wait for the same.
        document = await asyncio.shield(version.task)
        if self.is_newest(uri, version):
            self._known[uri] = document
        return document


def _read(uri: str, text: str, before: Document | None) -> Document:
    path = path_of(uri)
    document = read(str(path or uri), text, path.parent if path else None, before)
    _ = document.findings, document.context  # made here, in the thread, and kept
    return document
