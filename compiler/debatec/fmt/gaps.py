"""What stands between two pieces: blanks, line ends and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter

from debatec.fmt.layout import STEP, Placed
from debatec.fmt.pieces import CLOSINGS, OPENINGS, Unusual

_NAMES = ("&", "*", "!")
_COMMENT_GAP = 2
_OTHER_ENDS = re.compile("[\x85\u2028\u2029]")


def gap(text: str, before: Placed | None, after: Placed | None) -> str:
    """The gap to write for one that is there; None is the beginning or the end of the file.

    Comments keep their words and their order, and where there are empty lines, one stays.

    Raises:
        Unusual: there is something that is neither blank nor comment, or another line end.
    """
    first, *lines = text.split("\n")
    if not all(map(_is_usual, (first, *lines))):
        raise Unusual("a character between two values that is no blank")
    if before is None:
        lines, head = [first, *lines], ""
    elif after is not None and not lines:
        return _blank(before.piece.kind, after.piece.kind)
    else:
        head = trailing(first) + "\n"
    if after is not None:
        lines.pop()
    kept = _single(list(_own_lines(lines, before, after)))
    if before is None and kept[:1] == [""]:
        del kept[0]
    if after is None and kept[-1:] == [""]:
        kept.pop()
    body = "".join(f"{line}\n" for line in kept)
    return head + body + (" " * after.column if after else "")


def _is_usual(line: str) -> bool:
    words = line.strip(" \t")
    return not words or (words.startswith("#") and not _OTHER_ENDS.search(words))


def trailing(rest: str) -> str:
    """The rest of a line after its last piece: nothing, or a comment at least two blanks away."""
    comment = rest.strip(" \t")
    if not comment:
        return ""
    blanks = rest[: rest.index("#")]
    return " " * max(_COMMENT_GAP, 0 if "\t" in blanks else len(blanks)) + comment


def _blank(before: str, after: str) -> str:
    """What stands between two pieces of one line."""
    if after == ":":
        # An alias would take the colon for a part of its name.
        return " " if before in (*_NAMES, ",", "-", ":") else ""
    if before == ":":
        # Right before a comma or bracket it would be a part of the key.
        return " "
    return "" if before in OPENINGS or after in (*CLOSINGS, ",") else " "


def _single(lines: Sequence[str]) -> list[str]:
    """Lines without the empty ones that follow an empty one."""
    return [line for index, line in enumerate(lines) if line or not index or lines[index - 1]]


def _own_lines(lines: Sequence[str], before: Placed | None, after: Placed | None) -> Iterator[str]:
    """Lines without pieces: comments, each where it is to stand, and empty ones."""
    for line in lines:
        comment = line.strip(" \t")
        column = len(line) - len(line.lstrip(" \t"))
        yield " " * _column(column, before, after) + comment if comment else ""


def _column(column: int, before: Placed | None, after: Placed | None) -> int:
    """Where a comment is to stand: with the furthest in of what begins no further in than it."""
    if after is not None and after.levels and after.levels[-1].kind in OPENINGS:
        return after.levels[-1].after + STEP
    levels = before.levels if before else ()
    beside = [(level.before, level.after) for level in levels if level.kind not in OPENINGS]
    if after is not None:
        beside.append((after.piece.column, after.column))
    reached = [place for place in reversed(beside) if place[0] <= column] or beside[-1:]
    return max(reached, key=itemgetter(0), default=(0, 0))[1]
