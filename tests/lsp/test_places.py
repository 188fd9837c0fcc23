"""Lines alone say what a parser would say of every file that is well-formed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from debatec.lsp.places import MAX_DEPTH, read_lines
from debatec.source.nodes import Mapping, Node, Sequence
from debatec.source.reader import read
from debatec.source.text import Source

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "formats").glob("*.yaml"), *(ROOT / "tests").rglob("*.yaml")])


def keys(node: Node, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(node, Mapping):
        for entry in node:
            yield (*path, entry.key)
            yield from keys(entry.value, (*path, entry.key))
    elif isinstance(node, Sequence):
        for index, item in enumerate(node):
            yield from keys(item, (*path, index))


def test_every_key_of_every_file_is_where_a_parser_finds_it() -> None:
    compared = 0
    for file in FILES:
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        node, faults = read(Source(str(file), text))
        if node is None or faults or "*" in text:
            continue
        found = read_lines(text).keys
        assert {key.path for key in found} == set(keys(node)), file
        assert all(text[k.start : k.end].strip("'\"") == k.path[-1] for k in found), file
        compared += 1
    assert compared > 80


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("a: [b, {c: 1}\nd: 2\n", [("a",), ("a", 1, "c"), ("d",)]),
        ("a: 'never closed\nb: {c: \"x\nd: 1\n", [("a",), ("b",), ("b", "c"), ("d",)]),
        ("a:\n- b: 1\n- c: |\n    x: y\n\n  d: 2\n", [("a",), ("a", 0, "b"), ("a", 1, "c"),
                                                       ("a", 1, "d")]),
        ("a: &x {b: 1}  # c: 2\n'd': \"e: f\"\n", [("a",), ("a", "b"), ("d",)]),
        ("]}- : {{\r\na: 1\r\n", [("a",)]),
    ],
)  # fmt: skip
def test_what_no_parser_reads(text: str, paths: list[tuple[str | int, ...]]) -> None:
    assert [key.path for key in read_lines(text).keys] == paths


def test_depth_is_bounded() -> None:
    reading = read_lines("[" * 100_000)
    assert len(reading.frames) == MAX_DEPTH
