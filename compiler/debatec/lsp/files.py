"""The file that a debate names for a prompt, where the cursor is at its name."""

from __future__ import annotations

import re
from pathlib import Path

from debatec.lsp.document import Document

_FILE = re.compile(r"""\bfile:\s*(?P<quote>['"]?)(?P<path>[^'"{},#]+?)(?P=quote)\s*(?:[},#]|$)""")


def file_at(document: Document, offset: int) -> Path | None:
    """The file below the debate's folder that is named at an offset; None where there is none."""
    folder = document.folder
    if folder is None:
        return None
    line, column = document.source.position(offset)
    for found in _FILE.finditer(document.source.line(line)):
        if found.start() <= column - 1 <= found.end("path"):
            return _inside(folder, found["path"].strip())
    return None


def _inside(folder: Path, name: str) -> Path | None:
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None  # links in a circle, a name that no file can have
