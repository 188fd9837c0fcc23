"""A file of what texts were found to be, by their content.

It is one file for a whole project: opening hundreds takes longer than reading one. Nothing in it
is believed: what is no JSON, or no record, is as if it were not there.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NAME = "lint.json"
MAX_ENTRIES = 20_000
MAX_CHARACTERS = 32_000_000

_TAG_NAME = "CACHEDIR.TAG"
_TAG = """\
Signature: 8a477f597d28d172789f06886806bc55
# A cache of debatec, see https://bford.info/cachedir/. It can be removed at any time.
"""


class Store:
    """The records of one maker; what another version made is not read."""

    def __init__(self, folder: Path, maker: str) -> None:
        self._folder = folder
        self._maker = maker
        self._entries: dict[str, Any] = _load(folder / NAME, maker)
        self._used: dict[str, Any] = {}
        self._is_new = False

    def get(self, key: str) -> Any:
        """The record of a text, or None."""
        entry = self._entries.get(key)
        if entry is not None:
            self._used[key] = entry
        return entry

    def put(self, key: str, record: Mapping[str, Any]) -> None:
        self._used[key] = record
        self._is_new = True

    def save(self) -> None:
        """Write the file anew if there is anything new, without what was not used for longest."""
        if not self._is_new:
            return
        old = {key: entry for key, entry in self._entries.items() if key not in self._used}
        # A folder that cannot be written to is no fault of the files that were linted.
        with contextlib.suppress(OSError):
            _write(self._folder, _text(self._maker, {**old, **self._used}))


def _load(path: Path, maker: str) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS)
        document = json.loads(data)
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(document, dict) or document.get("maker") != maker:
        return {}
    entries = document.get("entries")
    return entries if isinstance(entries, dict) else {}


def _text(maker: str, entries: dict[str, Any]) -> str:
    """The file, with as many of the last entries as it may hold."""
    kept: list[str] = []
    size = 0
    for key, entry in reversed(entries.items()):
        line = f"{json.dumps(key)}: {json.dumps(entry, separators=(',', ':'))}"
        size += len(line)
        if size > MAX_CHARACTERS or len(kept) == MAX_ENTRIES:
            break
        kept.append(line)
    inside = ",\n".join(reversed(kept))
    return f'{{"maker": {json.dumps(maker)}, "entries": {{\n{inside}\n}}}}\n'


def _write(folder: Path, text: str) -> None:
    import tempfile  # takes some time, and most runs have nothing new

    _prepare(folder)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=NAME, suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, folder / NAME)  # noqa: PTH105
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _prepare(folder: Path) -> None:
    """Make a folder for a cache; raises OSError for one that is there and is none."""
    if folder.is_symlink() or (folder.exists() and not (folder / _TAG_NAME).exists()):
        raise FileExistsError(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in ((_TAG_NAME, _TAG), (".gitignore", "*\n")):
        with contextlib.suppress(FileExistsError), (folder / name).open("x") as file:
            file.write(content)
