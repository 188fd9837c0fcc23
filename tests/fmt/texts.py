"""YAML as people write it, badly laid out in every way that keeps it well-formed."""

from __future__ import annotations

from hypothesis import strategies as st

PLAIN = ["a", "b c", "it's", "1.10", "x:y", "100 %", "null", "-x", "é 🙂", "a#b", "{{", "yes"]
QUOTED = ["'a'", "'it''s # no comment'", '"a: b"', '"\\t\\"x\\""', "'{{ heard }}'", '""', "' '"]
COMMENTS = ["# c", "#c", "#", "# a: [b", "# -  trailing \t ", "#! é"]


class Writer:
    """Draws one text line by line; each method gives lines that begin in column 0."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.anchors: list[str] = []

    def number(self, least: int, most: int) -> int:
        return self.draw(st.integers(least, most))

    def chance(self, one_in: int) -> bool:
        return self.number(1, one_in) == one_in

    def of(self, words: list[str]) -> str:
        return self.draw(st.sampled_from(words))

    def blanks(self, least: int = 1) -> str:
        return " " * self.number(least, least + 2)

    def tail(self) -> str:
        """What may end a line."""
        if self.chance(4):
            return self.blanks() + self.of(COMMENTS)
        return self.of(["", "", " ", "  ", "\t"])

    def junk(self, column: int) -> list[str]:
        """Lines between two entries."""
        lines = []
        for _ in range(self.number(0, 3) if self.chance(3) else 0):
            lines.append(" " * self.number(0, column) + self.of(COMMENTS) if self.chance(2) else "")
        return lines

    def collection(self, column: int, depth: int) -> list[str]:
        return self.mapping(column, depth) if self.chance(2) else self.sequence(column, depth)

    def mapping(self, column: int, depth: int) -> list[str]:
        lines: list[str] = []
        for index in range(self.number(1, 3)):
            key = self.of(["k", "'q'", '"d"', "long key "]).replace("k", f"k{index}", 1)
            if key in ("'q'", '"d"'):
                key = f"{key[0]}{index}{key[0]}"
            lines += self.junk(column) if index else []
            lines += self.entry(f"{' ' * column}{key}:", column, depth, is_item=False)
        return lines

    def sequence(self, column: int, depth: int) -> list[str]:
        lines: list[str] = []
        for index in range(self.number(1, 3)):
            lines += self.junk(column) if index else []
            lines += self.entry(f"{' ' * column}-", column, depth, is_item=True)
        return lines

    def entry(self, head: str, column: int, depth: int, *, is_item: bool) -> list[str]:
        kind = self.number(0, 9 if depth < 3 else 5)
        if kind == 0:
            return [head + self.tail()]
        if kind == 1:
            return self.block_scalar(head + self.blanks(), column)
        if kind == 2:
            return self.long_scalar(head + self.blanks(), column)
        if kind == 3:
            return self.flow_lines(head + self.blanks() + self.anchor(), column)
        if kind in (4, 5):
            return [head + self.blanks() + self.inline() + self.tail()]
        if kind == 6 and is_item:
            blanks = self.blanks()
            first, *rest = self.collection(len(head + blanks), depth + 1)
            return [head + blanks + first.lstrip(" "), *rest]
        if kind == 7 and not is_item:
            return [head + self.tail(), *self.junk(column), *self.sequence(column, depth + 1)]
        inner = column + self.number(1, 4)
        mark = f" {self.anchor()}".rstrip()
        return [head + mark + self.tail(), *self.junk(inner), *self.collection(inner, depth + 1)]

    def anchor(self) -> str:
        if not self.chance(4):
            return ""
        self.anchors.append(f"a{len(self.anchors)}")
        return f"&{self.anchors[-1]}{self.blanks()}"

    def inline(self) -> str:
        if self.chance(8):
            return self.anchor() + self.of(PLAIN)
        return self.of(PLAIN) if self.chance(2) else self.of(QUOTED)

    def block_scalar(self, head: str, column: int) -> list[str]:
        indent = self.number(1, 4)
        explicit = str(indent) if self.chance(3) else ""
        header = self.of(["|", ">"]) + self.of(["", "-", "+"])
        header = f"{header[0]}{explicit}{header[1:]}" if self.chance(2) else header + explicit
        lines = [head + header + self.of(["", " ", "  # c", " # c"])]
        margin = " " * (column + indent)
        for number in range(self.number(1, 4)):
            extra = self.blanks(0) if number or explicit else ""
            text = extra + self.of(["text", "# no comment", "a: b", "- x  ", "{% if x %}", ""])
            lines.append(margin + text if text.strip() or number else "")
        return [*lines, *([""] * self.number(0, 2))]

    def long_scalar(self, head: str, column: int) -> list[str]:
        margin = " " * (column + self.number(1, 5))
        quote = self.of(["", "'", '"'])
        inner = self.of(["more words", "and # not"]) if quote else "more words"
        blank = [""] if self.chance(3) else []
        return [head + quote + "first", *blank, margin + inner + quote + self.tail()]

    def flow_lines(self, head: str, column: int) -> list[str]:
        text = self.flow(column, 0)
        return (head + text + self.tail()).split("\n")

    def flow(self, column: int, depth: int) -> str:
        is_list = self.chance(2)
        parts = []
        for index in range(self.number(0, 3)):
            value = (
                self.flow(column, depth + 1) if depth < 2 and self.chance(3) else self.of(QUOTED)
            )
            if value[0] not in "[{" and self.chance(2):
                value = self.of(["a", "b c", "1"])
            value = "" if not is_list and self.chance(8) else value
            key = "" if is_list else f"k{index}{self.of(['', ' '])}:{self.blanks()}"
            parts.append(self.gap(column) + key + value + self.gap(column))
        pair = "[]" if is_list else "{}"
        return pair[0] + ",".join(parts or [self.of(["", " "])]) + pair[1]

    def gap(self, column: int) -> str:
        if not self.chance(5):
            return self.of(["", " ", "  "])
        comment = f" {self.of(COMMENTS)}" if self.chance(3) else ""
        empty = "\n" * self.number(0, 2)
        return f"{comment}\n{empty}{' ' * (column + self.number(1, 4))}"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A whole file: a mapping with junk around it."""
    writer = Writer(draw)
    lines = [*writer.junk(3), *writer.mapping(0, 0), *writer.junk(3)]
    for anchor in writer.anchors:
        if writer.chance(2):
            lines.append(f"use-{anchor}:{writer.blanks()}*{anchor}{writer.tail()}")
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = end.join(lines)
    return text + end * draw(st.integers(0, 3))
