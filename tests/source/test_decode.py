from pathlib import Path

import pytest

from debatec.source.decode import MAX_BYTES, decode, load


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_utf8_is_read_with_or_without_mark(mark: bytes) -> None:
    source, faults = decode(mark + "a: é\r\n".encode(), "x.yaml")
    assert source is not None
    assert source.content == "a: é\r\n"
    assert faults == []


@pytest.mark.parametrize(
    ("data", "position", "words"),
    [
        (b"a: 1\nb: caf\xe9 x\n", (2, 7), "line 2 is not UTF-8: byte 0xE9"),
        ("é: ".encode() + b"\x80", (1, 4), "line 1 is not UTF-8"),
        ("a: 1".encode("utf-16"), (1, 1), "UTF-16"),
        ("a: 1".encode("utf-32"), (1, 1), "UTF-32"),
        ("a: 1".encode("utf-16-le"), (1, 2), "U+0000"),
        (b"a: 1\nb: \x07", (2, 4), "U+0007"),
        (b"a: \x7f", (1, 4), "U+007F"),
        ("a: \ufffe".encode(), (1, 4), "U+FFFE"),
        ("a: \x81".encode(), (1, 4), "U+0081"),
        (b"a: \xed\xa0\x80", (1, 4), "line 1 is not UTF-8"),
        (b"a" * (MAX_BYTES + 1), (1, 1), "larger"),
    ],
)
def test_unreadable_text_is_refused_at_its_place(
    data: bytes, position: tuple[int, int], words: str
) -> None:
    source, faults = decode(data, "x.yaml")
    assert source is None
    assert faults[0].rule == "DB100"
    assert faults[0].span.position == position
    assert words in faults[0].message


def test_tab_and_line_breaks_may_stand_in_a_file() -> None:
    assert decode("a:\tb\r\n\x85# \U0001f600\n".encode(), "x.yaml")[1] == []


def test_control_characters_are_counted_out() -> None:
    assert len(decode(b"\x00" * 10_000, "x.yaml")[1]) == 10


def test_load_reads_no_more_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(10_000_000_000)
    source, faults = load(path)
    assert source is None
    assert "larger" in faults[0].message


def test_load_leaves_a_missing_file_to_its_caller(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.yaml")
