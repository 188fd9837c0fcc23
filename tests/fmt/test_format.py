"""The formatter: files say what they said, are laid out once, and look as they should."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings

from debatec.check.pipeline import compile_source
from debatec.fmt.format import formatted
from debatec.fmt.reading import reading
from debatec.source.nodes import plain
from debatec.source.reader import read
from debatec.source.text import Source
from tests.fmt.texts import texts

ROOT = Path(__file__).parents[2]
CASES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
SHIPPED = sorted((ROOT / "formats").glob("*.debate.yaml"))
UPDATE = os.environ.get("UPDATE") == "1"


def laid_out(text: str) -> str:
    done = formatted(Source("", text))
    assert not done.is_left_alone, (done.reason, done.faults)
    return done.text


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_case(path: Path) -> None:
    text = path.read_bytes().decode()
    actual = laid_out(text)
    golden = path.with_name(f"{path.stem}.expected.txt")
    if UPDATE:
        golden.write_bytes(actual.encode())
    assert actual == golden.read_bytes().decode()
    assert laid_out(actual) == actual


@given(texts())
@settings(max_examples=150, deadline=None)
def test_a_file_says_what_it_said_and_is_laid_out_once(text: str) -> None:
    tree, faults = read(Source("", text))
    if any(fault.severity == "error" for fault in faults) or tree is None:
        assert formatted(Source("", text)).text == text
        return
    done = laid_out(text)
    again, _ = read(Source("", done))
    assert again is not None
    assert plain(again) == plain(tree)
    assert reading(done.replace("\r\n", "\n")) == reading(text.replace("\r\n", "\n"))
    assert laid_out(done) == done


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_formats_are_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    assert laid_out(text) == text
    assert compile_source(Source("", laid_out(text))).diagnostics == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("? a\n: b\n", "it has a key that begins with '?'"),
        ("a: 1\rb: 2\n", "a line ends in a carriage return alone"),
        ("a: 1\u2028b: 2\n", "it has a character between two values that is no blank"),
        ("a: 1 # c\x85b: 2\n", "it has a character between two values that is no blank"),
        ("\ufeff\ufeffa: 1\n", "it has a character between two values that is no blank"),
    ],
)
def test_what_is_left_alone_says_why(text: str, reason: str) -> None:
    done = formatted(Source("", text))
    assert (done.text, done.faults, done.reason) == (text, (), reason)


def test_files_with_errors_are_left_alone() -> None:
    for text in ("a:  b: c\n", "", "a:  1\na:  2\n", "\x00", "a:  !t x\n"):
        done = formatted(Source("", text))
        assert done.text == text
        assert done.faults
