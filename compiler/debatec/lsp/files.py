"""The file that a debate names for a prompt, where the cursor is at its name."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from debatec.lsp.document import Document

_FILE = re.compile(r"""\bfile:\s*(?P<quote>['"]?)(?P<path>[^'"{},#]+?)(?P=quote)\s*(?:[},#]|$)""")


def file_at(document: Document, offset: int, folder: Path) -> Path | None:
    """The file below a folder that is named at an offset; None where there is none."""
    line, column = document.source.position(offset)
    for found in _FILE.finditer(document.source.line(line)):
        if found.start() <= column - 1 <= found.end("path"):
            with suppress(OSError, RuntimeError, ValueError):  # links in a circle, odd characters
                path = (folder / found["path"].strip()).resolve()
                if path.is_relative_to(folder.resolve()) and path.is_file():
                    return path
    return None
