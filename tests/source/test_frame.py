from debatec.source.diagnostic import Diagnostic, Related, Severity
from debatec.source.frame import concise, printable, render
from debatec.source.text import Source


def test_concise_is_one_line() -> None:
    span = Source("a.yaml", "x: 1\ny: 2\n").span(8, 9)
    warning = Diagnostic("DB999", "two\nlines", span, Severity.WARNING)
    assert concise(warning) == "a.yaml:2:4: warning[DB999] two␊lines"


def test_frame_with_related_place_and_hint() -> None:
    source = Source("a.yaml", "id: a\n" + "\n" * 8 + "id: b\n")
    diagnostic = Diagnostic(
        "DB102",
        "the key 'id' is there twice",
        source.span(14, 16),
        hint="rename one",
        related=(Related(source.span(0, 2), "first defined here"),),
    )
    assert render(diagnostic).split("\n") == [
        "a.yaml:10:1: error[DB102] the key 'id' is there twice",
        "   |",
        "10 | id: b",
        "   | ^^",
        "   = a.yaml:1:1: first defined here",
        "   |",
        " 1 | id: a",
        "   | ^^",
        "   = hint: rename one",
    ]


def test_tabs_and_wide_characters_keep_the_caret_in_place() -> None:
    content = "a:\t漢字e\u0301 bad"
    start = content.index("bad")
    lines = render(Diagnostic("DB1", "m", Source("a", content).span(start, start + 3))).split("\n")
    assert lines[2] == "1 | a:  漢字e\u0301 bad"
    assert lines[3] == "  |           ^^^"


def test_an_empty_span_and_the_end_of_a_file_have_a_caret() -> None:
    source = Source("a", "x\n")
    assert render(Diagnostic("DB1", "m", source.span(2, 2))).split("\n")[2:] == ["2 |", "  | ^"]
    assert render(Diagnostic("DB1", "m", Source("a", "").span(0, 0))).endswith("| ^")


def test_several_lines_are_underlined_in_the_first() -> None:
    lines = render(Diagnostic("DB1", "m", Source("a", "abc\ndef").span(1, 7))).split("\n")
    assert lines[3] == "  |  ^^"


def test_long_lines_are_cut_around_the_place() -> None:
    content = "x" * 5_000 + "bad" + "y" * 5_000
    lines = render(Diagnostic("DB1", "m", Source("a", content).span(5_000, 5_003))).split("\n")
    assert len(lines[2]) < 180
    at = lines[3].index("^")
    assert lines[2][at : at + 3] == "bad"
    assert lines[2][4] == lines[2][-1] == "…"


def test_nothing_of_a_file_reaches_the_terminal_raw() -> None:
    content = "\x1b[2J\x9b\u202eabc\ud800\u2028\x00\r"
    diagnostic = Diagnostic("DB1", f"'{content}'", Source(content, content).span(0, 3))
    assert all(char.isprintable() or char == "\n" for char in render(diagnostic))
    render(diagnostic).encode()
    assert printable("\x1b[0m") == "␛[0m"
    assert printable("plain é 漢") == "plain é 漢"
