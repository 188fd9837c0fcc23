"""Where scalars and values lie in a text."""

from __future__ import annotations

import pytest

from debatec.linter.layout import Layout, layout_of
from debatec.source.text import Source

TEXT = """\
# top
a: &x  # properties
  plain
   text
b: |  # header
  # text

  text

# less
c: {d: "e # f",
   g: [h,
    i]}  # flow
'j k': >-
  folded
- m
"""


def layout(text: str) -> Layout:
    return layout_of(Source("t", text))


def test_scalars_are_told_from_comments() -> None:
    found = layout(TEXT)
    marks = [at for at, char in enumerate(TEXT) if char == "#" and found.body_at(at) is None]
    assert [TEXT[at:].split()[1] for at in marks] == ["top", "properties", "header", "less", "flow"]


def test_values_by_the_lines_of_their_keys() -> None:
    lasts = {line: last for line, last in layout(TEXT).lasts.items() if last != line}
    assert lasts == {2: 4, 5: 9, 11: 13, 12: 13, 14: 15}


def test_values_below_their_key_and_in_lists() -> None:
    assert layout("a:  # c\n  b\n  c\nd:\n  -\n    e\n    f\n").lasts == {1: 3, 5: 7}


def test_the_top_ends_where_something_is_written() -> None:
    assert layout("# a\n\nb: c\n").top == 5
    assert layout("# a\n").top == 4


@pytest.mark.parametrize(
    "broken",
    ['a: "x\n', "a: b: c\n", "a: @x\n", "a:\n\tb: 1\n", 'a: "\\q"\n', "a: |x\n", "%Y\n", "? [\n"],
)
def test_after_a_syntax_error_the_next_line_is_read(broken: str) -> None:
    text = broken + "b: 'c # d'  # e\n"
    found = layout(text)
    assert found.body_at(text.index("# d")) is not None
    assert found.body_at(text.index("# e")) is None


def test_many_errors_end_some_time() -> None:
    assert layout("a: @x\n" * 10_000).bodies


def test_offsets_count_code_points() -> None:
    text = "a: '\U0001f600 # b'  # c\r\nd: e\r\n"
    found = layout(text)
    assert found.body_at(text.index("# b")) is not None
    assert found.body_at(text.index("# c")) is None
