"""Files that a command writes anew: read, compared, and put in place in one step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from pathlib import Path

    from debatec.linter.targets import Target
    from debatec.source.diagnostic import Diagnostic
    from debatec.source.text import Source

_CONTEXT = 3


class Original(NamedTuple):
    """A file as it is, its source or what makes it unreadable; without a path, standard input.

    Files that it names are looked for in its folder.
    """

    path: Path | None
    data: bytes
    source: Source | None
    folder: Path | None
    faults: list[Diagnostic]

    def written(self, text: str) -> bytes:
        """A text as the file has it: in UTF-8, with its byte order mark if it has one."""
        import codecs

        mark = codecs.BOM_UTF8 if self.data.startswith(codecs.BOM_UTF8) else b""
        return mark + text.encode()


def original(target: Target) -> Original:
    """Read a target.

    Raises:
        Failure: it cannot be read.
    """
    from pathlib import Path

    from debatec.source.decode import MAX_BYTES, decode

    path = Path(target.name) if target.data is None else None
    try:
        data = _head(path, MAX_BYTES + 1) if path else target.data or b""
    except OSError as error:
        raise Failure(f"'{target.name}' cannot be read: {error.strerror}") from error
    source, faults = decode(data, target.name)
    folder = Path(target.folder) if target.folder is not None else None
    return Original(path, data, source, folder, faults)


def _head(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        return file.read(size)


def put(original: Original, text: str | None) -> None:
    """Write a new text in a file's place, or print it when it came from standard input.

    None is for a file that stays as it is. The file is replaced in one step and keeps its mode; a
    link goes on to lead where it led.

    Raises:
        Failure: the file cannot be written, or not all of standard input has been read.
    """
    from debatec.source.decode import MAX_BYTES

    data = original.data if text is None else original.written(text)
    if original.path is None:
        if len(original.data) > MAX_BYTES:
            raise Failure(f"standard input is larger than {MAX_BYTES:,} bytes")
        click.echo(data, nl=False)
    elif data != original.data:
        _replace(original.path, data)


def _replace(path: Path, data: bytes) -> None:
    import os
    import stat
    import tempfile
    from pathlib import Path

    target = path.resolve()
    temporary = None
    try:
        if not os.access(target, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        mode = stat.S_IMODE(target.stat().st_mode)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise Failure(f"'{path}' cannot be written: {error.strerror}") from error


def diff(name: str, before: str, after: str) -> str:
    """What changes in a file, as `diff -u` says it and `patch` reads it."""
    import difflib

    from debatec.source.frame import printable

    name = printable(name)
    lines = difflib.unified_diff(_lines(before), _lines(after), name, name, n=_CONTEXT)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends; to Python, lines end at more than line feeds."""
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([last] if last else [])
