"""Several syntax errors in one run: say one, blank the smallest item around it, read again.

Blanks take the place of what they hide character for character, so every offset stays true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import yaml

from debatec.frozen import frozen
from debatec.source import faults, syntax
from debatec.source.builder import MAX_DEPTH, Builder, Hole
from debatec.source.diagnostic import Diagnostic
from debatec.source.items import Item, item_at, line_end, line_start
from debatec.source.text import Span

_VISIBLE = re.compile(r"[^\r\n]")
_ODD_RUN = re.compile(f"[{faults.ODD_SPACES}][{faults.ODD_SPACES} ]*")
_ODD_PLACE = re.compile(rf"(?m)^[ -]*+(?:[\w.-]++:)?({_ODD_RUN.pattern})")
_BRACKET = re.compile(r"[\[{]")
_TAB_INDENT = re.compile(r"[ ]*\t[ \t]*")

# A key is looked for over as many characters before the parser says a word (YAML 1.2.2, 7.4.2).
_LOOK_AHEAD = 1100


@frozen
class Repair:
    """What a failed reading says, and the text to read next, None when there is no going on."""

    text: str | None
    diagnostics: list[Diagnostic]
    holes: list[Hole]


def repair(builder: Builder, error: Exception | None, holes: list[Hole]) -> Repair:
    """Mend what stopped a reading, or blank it; ``holes`` are those already blanked."""
    fault = _fault(builder, error)
    odd = list(builder.odd_spaces)
    if fault is not None:
        odd += _odd_spaces(builder, fault.at)
    if odd:
        return _mend_spaces(builder, odd)
    if fault is None:
        return Repair(None, [syntax.unreadable(builder.source, error)], [])
    deep = _too_deep(builder, fault.at)
    if deep is not None:
        return Repair(None, [faults.too_deep(deep, MAX_DEPTH)], [])
    tab = _TAB_INDENT.match(builder.text, line_start(builder.text, fault.at))
    if tab is not None and fault.at <= tab.end():
        return _blank_tabs(builder, tab)
    return _blank_item(builder, fault, holes)


def _fault(builder: Builder, error: Exception | None) -> syntax.Fault | None:
    """Where a reading stopped, and the item to blame for it."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return None
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return None
    at = min(mark.index, len(builder.text))
    opened = error.context_mark.index if error.context_mark else None
    if opened in {frame.start for frame in builder.stack if not frame.flow}:
        opened = None
    if opened is None or opened >= at:
        opened = _open_bracket(builder, at)
    anchor = min(_blamed(builder, at, opened))
    item = item_at(builder.text, anchor)
    problem = error.problem or error.context or "unknown error"
    return syntax.Fault(builder.source, builder.text, at, opened, item, builder.last, problem)


def _open_bracket(builder: Builder, at: int) -> int | None:
    """The bracket that the place of a fault lies in."""
    starts = [frame.start for frame in builder.stack if frame.flow]
    match = _BRACKET.search(builder.text, starts[-1], at) if starts else None
    return match.start() if match else None


def _blamed(builder: Builder, at: int, opened: int | None) -> Iterable[int]:
    yield at
    if opened is not None:
        yield opened
    yield from (frame.start for frame in builder.stack if frame.flow)
    if builder.last is not None and syntax.runs_on(builder.text, builder.last, at):
        yield builder.last.span.start


def _odd_spaces(builder: Builder, at: int) -> list[Span]:
    """Odd spaces in the indentation or after the key, in the line of a fault and the one above."""
    start = line_start(builder.text, max(line_start(builder.text, at) - 1, 0))
    matches = _ODD_PLACE.finditer(builder.text[start : line_end(builder.text, at)])
    return [builder.source.span(start + m.start(1), start + m.end(1)) for m in matches]


def _mend_spaces(builder: Builder, places: list[Span]) -> Repair:
    """Read odd spaces as ordinary ones."""
    text, found = builder.text, []
    for start in sorted({place.start for place in places}):
        run = _ODD_RUN.match(text, start)
        if run is None:
            continue
        spaces = " " * len(run.group())
        found.append(faults.odd_space(builder.source.span(start, run.end()), spaces))
        text = text[:start] + spaces + text[run.end() :]
    return Repair(text, found, [])


def _too_deep(builder: Builder, at: int) -> Span | None:
    """The bracket that goes too deep, when the parser gave up within a run of brackets."""
    depth = 0
    for offset in range(max(0, at - _LOOK_AHEAD), min(at + 1, len(builder.text))):
        char = builder.text[offset]
        depth += (char in "[{") - (char in "]}")
        if depth > MAX_DEPTH:
            return builder.source.span(offset, offset + 1)
    return None


def _blank_tabs(builder: Builder, tab: re.Match[str]) -> Repair:
    """Blank the line with this indentation and those after it that have a tab there, too."""
    text, end = builder.text, line_end(builder.text, tab.start())
    while following := _TAB_INDENT.match(text, end + 1):
        end = line_end(text, following.start())
    column = len(tab.group().expandtabs())
    hole = Hole(tab.start(), end, column, lost=True)
    first = tab.start() + tab.group().index("\t")
    said = syntax.tab_indent(builder.source.span(first, tab.end()))
    return Repair(_blanked(text, tab.start(), end), [said], [hole])


def _blank_item(builder: Builder, fault: syntax.Fault, holes: list[Hole]) -> Repair:
    text, item = builder.text, fault.item
    known = any(hole.start <= item.end and item.start <= hole.end for hole in holes)
    said = [] if known else [syntax.explain(fault)]
    for hole in _holes(text, fault, whole=known):
        blanked = _blanked(text, hole.start, hole.end)
        if blanked != text:
            return Repair(blanked, said, [hole])
    return Repair(None, said, [])


def _holes(text: str, fault: syntax.Fault, *, whole: bool) -> Iterable[Hole]:
    """What to blank, the smallest first."""
    item, entry = fault.item, fault.inline
    if not whole and entry is not None:
        yield Hole(entry.colon, entry.stop, item.column, lost=False)
    if not whole and item.value is not None and fault.at >= item.value:
        yield Hole(item.value, item.end, item.column, lost=False)
    yield Hole(item.start, item.end, item.column, lost=True)
    other: Item = item_at(text, fault.at)
    yield Hole(other.start, other.end, other.column, lost=True)


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + _VISIBLE.sub(" ", text[start:end]) + text[end:]
