"""Lines, boxes and texts of an SVG image (https://www.w3.org/TR/SVG11/), in whole pixels."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate, takewhile
from math import ceil

from debatec.source.frame import width

_ASPECT = 0.62
"""Width of a character over the size of its font: a little more than monospaced fonts take."""

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""


def room_for(text: str, size: int) -> int:
    """The width of a text, estimated."""
    return ceil(width(text) * size * _ASPECT)


def cut(text: str, room: float, size: int, tail: int = 0) -> str:
    """As much of a text as fits, its last `tail` characters kept, with an ellipsis for the rest."""
    if room_for(text, size) <= room:
        return text
    kept = "…" + text[len(text) - tail :]
    widths = accumulate((width(char) for char in text), initial=width(kept))
    fitting = takewhile(lambda wide: ceil(wide * size * _ASPECT) <= room, widths)
    return text[: max(sum(1 for _ in fitting) - 1, 0)] + kept


def escaped(text: str) -> str:
    """A text that is safe between tags and in attributes."""
    return escape(_UNPRINTABLE.sub("\ufffd", text), quote=True)


@dataclass
class Ink:
    """The elements of an image, in the order in which they are painted."""

    elements: list[str] = field(default_factory=list)

    def box(self, look: str, x: int, y: int, wide: int, high: int, radius: int = 0) -> None:
        """A rectangle, from its upper left corner."""
        rounded = f' rx="{radius}"' if radius else ""
        self._add(f'<rect class="{look}" x="{x}" y="{y}" width="{wide}" height="{high}"{rounded}/>')

    def line(self, look: str, *points: tuple[int, int]) -> None:
        """A line through points."""
        path = "L".join(f"{x} {y}" for x, y in points)
        self._add(f'<path class="{look}" d="M{path}"/>')

    def tip(self, x: int, y: int, dx: int, dy: int) -> None:
        """The head of an arrow that ends at a point, in one of four directions."""
        back = (x - 6 * dx, y - 6 * dy)
        corners = (
            (x, y),
            (back[0] - 3 * dy, back[1] + 3 * dx),
            (back[0] + 3 * dy, back[1] - 3 * dx),
        )
        path = "L".join(f"{a} {b}" for a, b in corners)
        self._add(f'<path class="tip" d="M{path}Z"/>')

    def dot(self, x: int, y: int) -> None:
        """Where lines are joined."""
        self._add(f'<circle class="tip" cx="{x}" cy="{y}" r="2"/>')

    def text(
        self,
        look: str,
        x: int,
        y: int,
        text: str,
        size: int,
        *,
        room: float = float("inf"),
        anchor: str = "start",
        tail: int = 0,
    ) -> None:
        """A text on its base line; what does not fit is shown when pointed at."""
        shown = cut(text, room, size, tail)
        title = f"<title>{escaped(text)}</title>" if shown != text else ""
        placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self._add(
            f'<text class="{look}" x="{x}" y="{y}" font-size="{size}"{placed}>'
            f"{title}{escaped(shown)}</text>"
        )

    def image(self, title: str, style: str, wide: int, high: int) -> str:
        """The whole image, with a name for those who cannot see it."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="debatec" role="img" width="{wide}" '
            f'height="{high}" viewBox="0 0 {wide} {high}">'
        )
        told = [f"<title>{escaped(title)}</title>", f"<style>\n{style}</style>"]
        return "\n".join([head, *told, *self.elements, "</svg>"]) + "\n"

    def _add(self, element: str) -> None:
        self.elements.append(element)
