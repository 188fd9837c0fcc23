"""From bytes to a source: strict UTF-8, bounded, without characters that cannot be seen."""

from __future__ import annotations

import codecs
import re
from itertools import islice
from pathlib import Path

from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Source, Span

MAX_BYTES = 1_000_000
_MAX_REPORTED = 10

# All but what YAML 1.2 calls printable (section 5.1); to list what is printable would take ten
# times as long to compile.
_UNPRINTABLE = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]",
)

# The UTF-32 mark begins with the UTF-16 mark, so it is looked for first.
_FOREIGN_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def load(path: Path) -> tuple[Source | None, list[Diagnostic]]:
    """Read and decode a file; raises OSError when it cannot be read."""
    with path.open("rb") as file:
        return decode(file.read(MAX_BYTES + 1), str(path))


def decode(data: bytes, path: str) -> tuple[Source | None, list[Diagnostic]]:
    """The source for a file's bytes, or None and what makes them unreadable (DB100)."""
    if len(data) > MAX_BYTES:
        return None, [_too_large(Source(path, ""))]
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            return None, [_foreign(path, encoding)]
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        source = Source(path, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return None, [_not_utf8(data, error, path)]
    faults = unreadable(source)
    return (None if faults else source), faults


def unreadable(source: Source) -> list[Diagnostic]:
    """What keeps a source from being read as YAML: its size, and characters it may not hold."""
    if len(source.content) > MAX_BYTES:
        return [_too_large(source)]
    matches = islice(_UNPRINTABLE.finditer(source.content), _MAX_REPORTED)
    return [_unprintable(source.span(match.start(), match.end())) for match in matches]


def _too_large(source: Source) -> Diagnostic:
    return Diagnostic(
        "DB100",
        f"the file is larger than {MAX_BYTES:,} bytes",
        source.span(0, 0),
        hint="keep long material in files of its own and refer to them",
    )


def _foreign(path: str, encoding: str) -> Diagnostic:
    return Diagnostic(
        "DB100",
        f"the file is {encoding}, not UTF-8",
        Source(path, "").span(0, 0),
        hint="save it as UTF-8",
    )


def _not_utf8(data: bytes, error: UnicodeDecodeError, path: str) -> Diagnostic:
    source = Source(path, data.decode("utf-8", errors="replace"))
    start = len(data[: error.start].decode("utf-8"))
    span = source.span(start, start + 1)
    return Diagnostic(
        "DB100",
        f"line {span.position[0]} is not UTF-8: byte 0x{data[error.start]:02X}",
        span,
        hint="save the file as UTF-8",
    )


def _unprintable(span: Span) -> Diagnostic:
    code = ord(span.text)
    kind = "half of a surrogate pair" if 0xD800 <= code <= 0xDFFF else "a control character"
    if code in (0xFFFE, 0xFFFF):
        kind = "not a character"
    return Diagnostic(
        "DB100",
        f"U+{code:04X} is {kind} and may not stand in a file",
        span,
        hint=f'remove it, or write it as an escape in a double-quoted text: "{_escape(code)}"',
    )


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
