"""Where each piece of a text is to stand: two columns further in than what holds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from debatec.fmt.pieces import CLOSINGS, OPENINGS, Piece, Unusual, pieces
from debatec.fmt.scalars import indent_of, without_empty
from debatec.frozen import frozen

STEP = 2


@frozen
class Level:
    """A collection that is open: the column it stood in, and the one it is to stand in.

    For one in brackets that is the column of the line with its bracket. ``implied`` is a list as
    far in as the key that it is the value of, which the parser does not announce.
    """

    kind: str
    before: int
    after: int
    implied: bool = False


@frozen
class Placed:
    """A piece that is seen; its column if it begins a line, and what is open around it.

    ``shift`` is how far its further lines move, ``indent`` where those of a block scalar begin now.
    """

    piece: Piece
    column: int
    shift: int
    levels: tuple[Level, ...]
    indent: int = 0


@dataclass(slots=True)
class _Layout:
    """Follows the structure of a text piece by piece."""

    text: str
    levels: list[Level] = field(default_factory=list)
    is_key: bool = False
    line: int = 0
    end: int = 0

    def structure(self, piece: Piece) -> None:
        """Take in a mark of the structure."""
        if piece.kind == "key":
            self.is_key = True
        if piece.kind in ("key", "end") and self.levels and self.levels[-1].implied:
            self.levels.pop()
        if piece.kind == "end" and self.levels:
            self.levels.pop()
        if piece.kind in ("mapping", "sequence"):
            self._open(piece, implied=False)

    def _open(self, piece: Piece, *, implied: bool) -> None:
        after = self.levels[-1].after + STEP if self.levels else 0
        kind = "mapping" if piece.kind == "mapping" else "sequence"
        self.levels.append(Level(kind, piece.column, after, implied))

    def place(self, piece: Piece) -> Placed:
        """Take in a piece that is seen."""
        if piece.kind == "-" and self._needs_list():
            self._open(piece, implied=True)
        column = self._column(piece)
        if "\n" in self.text[self.end : piece.start] or not self.end:
            if piece.kind == ":":
                raise Unusual("a ':' at the beginning of a line")
            self.line = column
        placed = self._measured(Placed(piece, column, self._shift(), tuple(self.levels)))
        self.end, self.is_key = placed.piece.end, False
        if piece.kind in OPENINGS:
            self.levels.append(Level(piece.kind, self.line, self.line))
        elif piece.kind in CLOSINGS:
            self.levels.pop()
        return placed

    def _measured(self, placed: Placed) -> Placed:
        """A block scalar with its indentation, and without the empty lines after it."""
        piece = placed.piece
        if not piece.is_block_scalar:
            return placed
        # To the parser, a list that it does not announce is as far in as the key before it.
        seen = [lvl.before for lvl in self.levels if lvl.kind not in OPENINGS and not lvl.implied]
        raw = self.text[piece.start : piece.end]
        indent = indent_of(raw, seen[-1] if seen else 0)
        end = piece.start + len(without_empty(raw, indent))
        return replace(placed, piece=replace(piece, end=end), indent=indent)

    def _needs_list(self) -> bool:
        return not self.levels or self.levels[-1].kind != "sequence"

    def _column(self, piece: Piece) -> int:
        """Where a piece is to stand when it begins a line."""
        if piece.kind in ("---", "..."):
            return 0
        if not self.levels:
            return piece.column
        level = self.levels[-1]
        is_entry = self.is_key or piece.kind == "-"
        if level.kind in OPENINGS:
            return level.after if piece.kind in CLOSINGS else level.after + STEP
        return level.after if is_entry else level.after + STEP

    def _shift(self) -> int:
        blocks = (level for level in reversed(self.levels) if level.kind not in OPENINGS)
        block = next(blocks, None)
        return block.after - block.before if block else 0


def placed(text: str) -> Iterator[Placed]:
    """Every piece of a text that is seen, with its place.

    Raises:
        Unusual: the text has a construct that is not formatted.
    """
    layout = _Layout(text)
    for piece in pieces(text):
        if not piece.is_seen:
            layout.structure(piece)
            continue
        yield layout.place(piece)
