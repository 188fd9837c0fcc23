"""The words for faults of a file that is well-formed YAML, but not YAML that is accepted here."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from debatec.source.diagnostic import Diagnostic, Fix, Related, Severity
from debatec.source.text import Span, one_line

_MAX_SHOWN = 60

# Spaces that look like a space and are none to YAML.
ODD_SPACES = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def shown(text: str) -> str:
    """A text of the file as a message quotes it: on one line, and not too long."""
    line = one_line(text)
    return f"'{line}'" if len(line) <= _MAX_SHOWN else f"'{line[: _MAX_SHOWN - 1]}…'"


def quoted(text: str) -> str:
    """A text as a single-quoted YAML scalar."""
    return "'" + text.replace("'", "''") + "'"


def quoting(span: Span, *, safe: bool = False) -> Fix:
    """The fix that puts a part of a file between single quotes."""
    return Fix(span, quoted(span.text), "quote it", safe)


def second_document(span: Span) -> Diagnostic:
    return Diagnostic(
        "DB110",
        "a second document begins here",
        span,
        hint="a file holds one document: move the other to a file of its own",
    )


def empty_file(span: Span) -> Diagnostic:
    return Diagnostic("DB110", "the file is empty", span)


def directive(span: Span) -> Diagnostic:
    line = span.text.partition("\n")[0].rstrip()
    short = Span(span.source, span.start, span.start + len(line))
    return Diagnostic(
        "DB104",
        "YAML directives are not allowed",
        short,
        hint="remove the line; files are read as YAML 1.2",
    )


def tag(span: Span, name: str) -> Diagnostic:
    """A tag; ``name`` stands in for it where the file has it in another form."""
    match = re.search(r"!\S*", span.text)
    if match is not None:
        name = match.group()
        span = Span(span.source, span.start + match.start(), span.start + match.end())
    return Diagnostic(
        "DB104",
        f"the tag {shown(name)} is not allowed",
        span,
        hint="remove it; quote a value that is to be text",
    )


def long_number(span: Span) -> Diagnostic:
    return Diagnostic(
        "DB105",
        f"the number {shown(span.text)} is too long",
        span,
        hint="quote it if it is text",
    )


def surrogate(span: Span) -> Diagnostic:
    return Diagnostic(
        "DB100",
        "an escape stands for half of a surrogate pair",
        span,
        hint="write the whole character as \\U and eight digits",
    )


def look_alike(span: Span, meant: str) -> Diagnostic:
    return Diagnostic(
        "DB106",
        f"{shown(span.text)} is text here, though YAML 1.1 reads {meant}",
        span,
        Severity.WARNING,
        hint=_look_alike_hint(meant),
        fix=quoting(span, safe=True),
    )


def _look_alike_hint(meant: str) -> str:
    if meant == "a boolean":
        return "quote it if it is text; write true or false if it is not"
    return "quote it if it is text; write plain decimal digits if it is a number"


def comma_splits(first: Span, whole: Span, key: str) -> Diagnostic:
    """Fault of a comma after ``first``, the part of a ``whole`` value that YAML takes for it."""
    comma = whole.source.content.index(",", first.end)
    return Diagnostic(
        "DB113",
        f"a comma splits the unquoted value of '{key}' inside {{ }}",
        replace(whole, start=comma, end=comma + 1),
        hint="quote the whole value",
        fix=quoting(whole),
    )


def merge_key(span: Span) -> Diagnostic:
    return Diagnostic(
        "DB107",
        "merge keys ('<<') are not supported",
        span,
        hint="repeat the entries here",
    )


def too_deep(span: Span, limit: int) -> Diagnostic:
    return Diagnostic("DB108", f"more than {limit} levels of nesting", span)


def too_many_nodes(span: Span, limit: int) -> Diagnostic:
    return Diagnostic("DB111", f"more than {limit:,} values once every alias is written out", span)


def alias(span: Span, name: str, *, is_open: bool) -> Diagnostic:
    if is_open:
        message = f"the alias '*{name}' stands inside the value it stands for"
    else:
        message = f"no anchor '&{name}' before this alias"
    return Diagnostic("DB109", message, span, hint="quote a text that begins with '*'")


def collection_as_key(span: Span) -> Diagnostic:
    return Diagnostic(
        "DB103",
        "a key must be text, not a list or a mapping",
        span,
        hint="quote a text that begins with '{' or '['",
    )


def key_not_text(span: Span, text: str) -> Diagnostic:
    name = shown(text) if text else "an empty key"
    return Diagnostic(
        "DB103",
        f"a key must be text, and {name} is none",
        span,
        hint=f"write {quoted(text)}",
        fix=Fix(span, quoted(text), "quote it", safe=True) if text else None,
    )


def duplicate_key(span: Span, key: str, first: Span, fix: Fix | None) -> Diagnostic:
    return Diagnostic(
        "DB102",
        f"the key {shown(key)} is there twice",
        span,
        hint="rename one, or remove it",
        related=(Related(first, "first defined here"),),
        fix=fix,
    )


def braces(span: Span) -> Diagnostic:
    """An unquoted ``{{ … }}``, which is a mapping to YAML; ``span`` is the whole value."""
    is_line = "\n" not in span.text
    return Diagnostic(
        "DB101",
        f"a value that begins with '{span.text[:2]}' must be quoted: YAML reads a mapping",
        Span(span.source, span.start, span.start + 1),
        hint="quote it, or use a block scalar: '|' and the text on the next lines",
        fix=quoting(span, safe=True) if is_line else None,
    )


def odd_space(span: Span, text: str) -> Diagnostic:
    """A space that YAML takes for a letter; ``span`` is the run of them, ``text`` what mends it."""
    char = span.text[0]
    name = unicodedata.name(char, "unnamed").lower()
    return Diagnostic(
        "DB101",
        f"U+{ord(char):04X} ({name}) is no space to YAML",
        span,
        hint="use the ordinary space, U+0020",
        fix=Fix(span, text, "use ordinary spaces", safe=True),
    )


def comment_cuts_text(span: Span, comment: Span) -> Diagnostic:
    whole = Span(span.source, span.start, comment.end)
    return Diagnostic(
        "DB112",
        f"' #' begins a comment, so the text is only {shown(span.text)}",
        comment,
        Severity.WARNING,
        hint="quote the whole text, or put the comment on a line of its own",
        fix=quoting(whole) if "\n" not in whole.text else None,
    )
