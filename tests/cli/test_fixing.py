"""`debatec lint --fix`, `--unsafe` and `--diff`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.specs import BAD, GOOD, Files, call

ALIKE = GOOD + "summary: yes  # a comment\r\n"
FIXED = GOOD + "summary: 'yes'  # a comment\r\n"
BOM = b"\xef\xbb\xbf"


def test_safe_fixes_are_written(write: Files) -> None:
    path = Path(write("a.debate.yaml", ""))
    path.write_bytes(BOM + ALIKE.encode())
    path.chmod(0o640)
    result = call("lint", "--fix", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 fixed; no findings in 1 file\n"
    assert path.read_bytes() == BOM + FIXED.encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in Path().iterdir()] == ["a.debate.yaml"]


def test_what_is_left_is_reported(write: Files) -> None:
    name = write("a.debate.yaml", BAD + "summary: yes\n")
    assert call("lint", name).stderr == "1 error, 1 warning in 1 file; 1 can be fixed with --fix\n"
    result = call("lint", "--fix", name)
    assert result.exit_code == 1
    assert "error[DB302]" in result.stdout
    assert result.stderr == "1 fixed; 1 error in 1 file\n"


def test_guesses_are_written_when_asked_for(write: Files) -> None:
    name = write("a.debate.yaml", BAD)
    assert call("lint", "--fix", name).exit_code == 1
    assert Path(name).read_text("utf-8") == BAD
    assert call("lint", "--fix", "--unsafe", name).exit_code == 0
    assert Path(name).read_text("utf-8") == GOOD


def test_a_diff_writes_nothing_and_can_be_applied(write: Files) -> None:
    name = write("a.debate.yaml", BAD)
    assert call("lint", "--diff", name).stdout == ""
    assert call("lint", "--diff", name).exit_code == 0
    result = call("lint", "--diff", "--unsafe", name)
    assert result.exit_code == 1
    assert result.stderr == "1 fix in 1 file\n"
    assert Path(name).read_text("utf-8") == BAD
    subprocess.run(["git", "apply", "-p0"], input=result.stdout, text=True, check=True)
    assert Path(name).read_text("utf-8") == GOOD


def test_a_diff_of_a_file_without_a_last_line_end(write: Files) -> None:
    name = write("a.debate.yaml", GOOD + "summary: yes")
    result = call("lint", "--diff", name)
    assert result.stdout.endswith(
        "-summary: yes\n\\ No newline at end of file\n"
        "+summary: 'yes'\n\\ No newline at end of file\n"
    )


def test_standard_input_comes_out_fixed() -> None:
    result = call("lint", "--fix", "-", input=ALIKE + "sumary: x\n")
    assert result.stdout_bytes.decode() == FIXED + "sumary: x\n"
    assert result.exit_code == 1
    assert result.stderr.startswith("<stdin>:13:1: error[DB201] ")


def test_standard_input_that_is_no_text_comes_out_as_it_is() -> None:
    result = call("lint", "--fix", "-", input=b"\xff\x00")
    assert (result.exit_code, result.stdout_bytes) == (1, b"\xff\x00")
    assert "DB100" in result.stderr


@pytest.mark.parametrize("command", [("lint", "--fix"), ("fmt",)])
def test_of_standard_input_all_comes_out_or_nothing(command: tuple[str, ...]) -> None:
    result = call(*command, "-", input=GOOD + "#" * 1_000_000)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "standard input is larger than 1,000,000 bytes" in result.stderr


def test_standard_input_is_linted() -> None:
    result = call("lint", "-", input=BAD)
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:11:71: error[DB302] ")


def test_a_link_goes_on_to_lead_where_it_led(write: Files) -> None:
    name = write("d/a.debate.yaml", ALIKE)
    Path("link.debate.yaml").symlink_to(name)
    assert call("lint", "--fix", "link.debate.yaml").exit_code == 0
    assert Path("link.debate.yaml").is_symlink()
    assert "'yes'" in Path(name).read_text("utf-8")


def test_shipped_formats_stay(write: Files) -> None:
    name = write("a.debate.yaml", ALIKE)
    assert call("lint", "--fix", "panel", name).stderr == "1 fixed; no findings in 2 files\n"


@pytest.mark.parametrize("options", [("--unsafe",), ("--fix", "--diff")])
def test_options_that_do_not_go_together(write: Files, options: tuple[str, ...]) -> None:
    assert call("lint", *options, write("a.debate.yaml", BAD)).exit_code == 2
    assert Path("a.debate.yaml").read_text("utf-8") == BAD


def test_a_file_that_cannot_be_written_is_said(
    write: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write("a.debate.yaml", ALIKE)
    monkeypatch.setattr("os.access", lambda *_: False)
    result = call("lint", "--fix", name)
    assert result.exit_code == 2
    assert "'a.debate.yaml' cannot be written: Permission denied" in result.stderr
