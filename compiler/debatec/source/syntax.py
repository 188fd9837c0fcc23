"""The words for text that is not YAML.

They are chosen by what stands in the file, never by the parser's message, which differs between
PyYAML's two parsers and between versions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from debatec.frozen import frozen
from debatec.source import faults
from debatec.source.diagnostic import Diagnostic, Fix
from debatec.source.faults import shown
from debatec.source.inline import Inline, inline_at
from debatec.source.items import Item, line_end, line_start
from debatec.source.nodes import Scalar
from debatec.source.text import Source, Span

_NO_SPACE = re.compile(r"[ ]*(?:-[ ]+)*[\w.-]+(:)[^\s/]")
_OPENINGS = {"[": "]", "{": "}"}
_CLOSINGS = {"'": "quote", '"': "quote", "]": "bracket", "}": "brace"}
_INDICATORS = {
    "@": "YAML reserves it",
    "`": "YAML reserves it",
    "%": "YAML reserves it",
    "*": "it begins an alias",
    "&": "it begins an anchor",
    "!": "it begins a tag",
    "?": "it begins a key",
}


_INLINE_HINT = "quote it; or give each key a line of its own, and write '|' and the text below it"


@frozen
class Fault:
    """A place where the parser stopped.

    ``opened`` is where the parser says that something began which is not a block collection;
    ``item`` is the one to blame; ``last`` the last scalar before the place.
    """

    source: Source
    text: str
    at: int
    opened: int | None
    item: Item
    last: Scalar | None
    problem: str

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    @property
    def opening(self) -> str:
        """The bracket or quote that stands where something began, or another character there."""
        return "" if self.opened is None else self.text[self.opened : self.opened + 1]

    @property
    def value_start(self) -> int | None:
        """Where the text of the item's value begins, on the item's first line."""
        if self.item.value is None:
            return None
        line = self.text[self.item.value : self.item.line_end]
        return self.item.value + len(line) - len(line.lstrip()) if line.strip() else None

    @property
    def value(self) -> str:
        """The item's value as written on its first line."""
        start = self.value_start
        return "" if start is None else self.text[start : self.item.line_end].rstrip()

    @property
    def inline(self) -> Inline | None:
        """The entry inside `{ }` whose unquoted value does not parse."""
        return inline_at(self.text, self.at)

    @property
    def fix(self) -> Fix | None:
        """Quotes around the value, when it is all on the item's first line."""
        start = self.value_start
        if start is None or self.text[self.item.line_end : self.item.end].strip():
            return None
        return faults.quoting(self.source.span(start, start + len(self.value)))

    def says(
        self, start: int, end: int, message: str, hint: str, fix: Fix | None = None
    ) -> Diagnostic:
        return Diagnostic("DB101", message, self.source.span(start, end), hint=hint, fix=fix)


def explain(fault: Fault) -> Diagnostic:
    """One diagnostic for a syntax error, in our own words when the mistake is a common one."""
    for explanation in _EXPLANATIONS:
        diagnostic = explanation(fault)
        if diagnostic is not None:
            return diagnostic
    return fault.says(
        fault.at, fault.at + 1, f"not valid YAML: {fault.problem}", "quote a value that is text"
    )


def unreadable(source: Source, error: Exception | None) -> Diagnostic:
    """A fault to which the parser gives no place."""
    return Diagnostic("DB101", f"not valid YAML: {error}", source.span(0, 0))


def tab_indent(span: Span) -> Diagnostic:
    return Diagnostic("DB101", "a tab stands in the indentation", span, hint="indent with spaces")


def runs_on(text: str, last: Scalar, at: int) -> bool:
    """Whether a quoted scalar of several lines ends right before a place on its last line."""
    end = last.span.end
    return (
        last.style in ("'", '"')
        and "\n" in last.span.text
        and end <= at
        and not text[end:at].strip(" \t")
    )


def _directive(fault: Fault) -> Diagnostic | None:
    start = line_start(fault.text, fault.at)
    if not fault.text.startswith("%", start):
        return None
    return faults.directive(fault.source.span(start, line_end(fault.text, start)))


def _escape(fault: Fault) -> Diagnostic | None:
    backslash = fault.text.rfind("\\", 0, fault.at + 1)
    if fault.opened is None or fault.opening != '"':
        return None
    if backslash < fault.opened or fault.at - backslash > 2:
        return None
    escape = fault.text[backslash : backslash + 2]
    return fault.says(
        backslash,
        backslash + 2,
        f"no such escape in a double-quoted text: {shown(escape)}",
        "write '\\\\' for a backslash, or use single quotes",
    )


def _quote_runs_on(fault: Fault) -> Diagnostic | None:
    if fault.last is None or not runs_on(fault.text, fault.last, fault.at):
        return None
    start = fault.last.span.start
    line, _ = fault.source.position(fault.last.span.end)
    return fault.says(
        start,
        start + 1,
        f"the quote opened here is closed only on line {line}, in the middle of it",
        "close it on its own line, or use a block scalar: '|' and the text on the next lines",
    )


def _unclosed_quote(fault: Fault) -> Diagnostic | None:
    opened = fault.opened
    if opened is None or fault.opening not in ("'", '"') or fault.text[fault.at :].strip():
        return None
    return fault.says(opened, opened + 1, "this quote is never closed", "add the closing quote")


def _braces(fault: Fault) -> Diagnostic | None:
    start = fault.value_start
    if start is None or not fault.value.startswith(("{{", "{%", "{#")):
        return None
    value = faults.braces(fault.source.span(start, start + len(fault.value)))
    fix = replace(fault.fix, safe=True) if fault.fix else None
    return fault.says(start, start + 1, value.message, value.hint or "", fix)


def _unclosed_bracket(fault: Fault) -> Diagnostic | None:
    opened = fault.opened
    if opened is None or fault.opening not in _OPENINGS:
        return None
    if _closed(fault.text, opened, fault.item.end):
        return None
    char = fault.opening
    return fault.says(
        opened, opened + 1, f"'{char}' is never closed", f"add the closing '{_OPENINGS[char]}'"
    )


def _closed(text: str, opened: int, end: int) -> bool:
    """Whether a bracket is closed before the end, quotes left aside."""
    stack: list[str] = []
    for char in text[opened:end]:
        if char in _OPENINGS:
            stack.append(_OPENINGS[char])
        elif char in "]}":
            if stack.pop() != char:
                return False
            if not stack:
                return True
    return False


def _in_inline_value(fault: Fault) -> Diagnostic | None:
    """What must be quoted inside `{ }`, though it need not be on a line of its own."""
    entry = fault.inline
    if entry is None or fault.opening == "[":
        return None
    value = fault.source.span(entry.start, entry.end)
    opening = re.match(r"\{[{%#]?|\[", value.text)
    if opening:
        kind = "list" if opening[0] == "[" else "mapping"
        message = f"a value that begins with '{opening[0]}' must be quoted: YAML reads a {kind}"
        return fault.says(
            entry.start, entry.start + 1, message, _INLINE_HINT, faults.quoting(value)
        )
    token = re.compile(r"\{[{%#]?|: ?|.").match(fault.text, fault.at)
    message = f"'{token[0] if token else ''}' cannot stand in an unquoted value inside {{ }}"
    key = re.search(r" (\w+)\Z", value.text[: fault.at - entry.start])
    if fault.char == ":" and key:
        hint = f"quote the whole value, or put a comma before '{key[1]}' if it is the next key"
        return fault.says(fault.at, fault.at + 1, message, hint)
    return fault.says(fault.at, fault.at + 1, message, _INLINE_HINT, faults.quoting(value))


def _in_brackets(fault: Fault) -> Diagnostic | None:
    if fault.opening not in _OPENINGS:
        return None
    kind = "list" if fault.opening == "[" else "mapping"
    token = fault.char.strip() or "line break"
    return fault.says(
        fault.at,
        fault.at + 1,
        f"unexpected '{token}' in the {kind} that begins with '{fault.opening}'",
        "put a comma between two parts, and quotes around a text that holds ': ', ',' or brackets",
    )


def _indicator(fault: Fault) -> Diagnostic | None:
    if fault.opened is not None and fault.opening in ("*", "&"):
        return _begins_with(fault, fault.opening, fault.opened)
    start, char = fault.value_start, fault.value[:1]
    if start is None or char not in _INDICATORS or not start <= fault.at <= fault.item.line_end:
        return None
    return _begins_with(fault, char, start)


def _begins_with(fault: Fault, char: str, start: int) -> Diagnostic:
    return fault.says(
        start,
        start + 1,
        f"a text cannot begin with '{char}': {_INDICATORS[char]}",
        "quote the value",
        fault.fix if start == fault.value_start else None,
    )


def _block_header(fault: Fault) -> Diagnostic | None:
    start = fault.value_start
    if start is None or fault.value[0] not in "|>" or fault.at > fault.item.line_end:
        return None
    return fault.says(
        fault.at,
        max(start + len(fault.value), fault.at + 1),
        f"text cannot follow '{fault.value[0]}' on its line",
        "begin the text on the next line, indented; or quote the value",
    )


def _after_close(fault: Fault) -> Diagnostic | None:
    before = fault.text[line_start(fault.text, fault.at) : fault.at].rstrip()
    if not before or before[-1] not in _CLOSINGS or fault.at >= fault.item.line_end:
        return None
    return fault.says(
        fault.at,
        max(fault.item.line_end, fault.at + 1),
        f"unexpected text after the closing {_CLOSINGS[before[-1]]}",
        "put one pair of quotes around the whole value, and double the quotes inside",
        fault.fix if fault.value[:1] in _OPENINGS else None,
    )


def _colon(fault: Fault) -> Diagnostic | None:
    if fault.char != ":":
        return None
    start = line_start(fault.text, fault.at)
    above_start, above = _line_above(fault.text, start)
    before = fault.text[start : fault.at].strip()
    if ": " not in before:
        no_space = _no_space(fault, above_start)
        if no_space is not None:
            return no_space
        indent = len(above) - len(above.lstrip(" "))
        if above.strip() and fault.text[start : fault.at].startswith(" " * (indent + 1)):
            return _too_far_in(fault, start)
    return fault.says(
        fault.at,
        fault.at + 1,
        "': ' cannot stand inside an unquoted value",
        "quote the value, or use a block scalar: '|' and the text on the next lines",
        fault.fix if ":" not in fault.value[:1] else None,
    )


def _no_space(fault: Fault, start: int) -> Diagnostic | None:
    """A line such as ``key:value``; ``start`` is where it begins."""
    match = _NO_SPACE.match(fault.text, start)
    if match is None:
        return None
    at = match.start(1)
    fix = Fix(fault.source.span(at + 1, at + 1), " ", "put a space in")
    return fault.says(at, at + 1, "a space is missing after this colon", "write ': '", fix)


def _too_far_in(fault: Fault, start: int) -> Diagnostic:
    line = fault.text[start : fault.at]
    first = start + len(line) - len(line.lstrip(" "))
    return fault.says(
        first,
        fault.at,
        f"{shown(fault.text[first : fault.at])} is indented further than the line above, which "
        "has a value already",
        "indent it like the line above; or quote the value above if the text goes on",
    )


def _line_above(text: str, start: int) -> tuple[int, str]:
    """The last line with any text before an offset, and where it begins."""
    while start > 0:
        end = start - 1
        start = line_start(text, end)
        if text[start:end].strip():
            return start, text[start:end].rstrip("\r")
    return 0, ""


def _not_a_pair(fault: Fault) -> Diagnostic | None:
    opened = fault.opened
    if opened is None:
        return None
    line = fault.text[opened : line_end(fault.text, opened)].rstrip()
    if not line or ":" in line:
        return _no_space(fault, line_start(fault.text, opened))
    return fault.says(
        opened,
        opened + len(line),
        f"{shown(line)} is no 'key: value'",
        "put a colon and a space after the key; or indent the line if it belongs to a text above",
    )


def _dash(fault: Fault) -> Diagnostic | None:
    start = fault.value_start
    if start != fault.at or not fault.value.startswith("-"):
        return None
    return fault.says(
        start,
        start + 1,
        "a list cannot begin on the line of its key",
        "begin it on the next line; or quote the value",
        fault.fix,
    )


def _stray(fault: Fault) -> Diagnostic | None:
    if fault.char not in ("]", "}", ","):
        return None
    return fault.says(
        fault.at, fault.at + 1, f"unexpected '{fault.char}'", "quote the value", fault.fix
    )


def _indentation(fault: Fault) -> Diagnostic | None:
    start = line_start(fault.text, fault.at)
    line = fault.text[start : line_end(fault.text, start)].rstrip()
    if fault.text[start : fault.at].strip() or not line:
        return None
    first = start + len(line) - len(line.lstrip())
    return fault.says(
        first,
        start + len(line),
        "the indentation of this line fits nothing above it",
        "begin it in the same column as the line it belongs beside",
    )


_EXPLANATIONS: tuple[Callable[[Fault], Diagnostic | None], ...] = (
    _directive,
    _escape,
    _quote_runs_on,
    _unclosed_quote,
    _braces,
    _unclosed_bracket,
    _indicator,
    _in_inline_value,
    _in_brackets,
    _block_header,
    _after_close,
    _dash,
    _colon,
    _stray,
    _not_a_pair,
    _indentation,
)
