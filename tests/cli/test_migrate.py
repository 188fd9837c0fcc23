"""`debatec migrate`: what it says of files, as long as there is one version."""

from __future__ import annotations

from pathlib import Path

from tests.cli.specs import GOOD, Files, call


def test_a_file_of_the_newest_version_stays_as_it_is(write: Files) -> None:
    name = write("a.debate.yaml", GOOD)
    result = call("migrate", name)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "0 of 1 file changed" in result.stderr
    assert Path(name).read_text("utf-8") == GOOD
    assert call("migrate", "--check", name).exit_code == 0
    assert call("migrate", "--diff", name).stdout == ""


def test_a_file_that_cannot_be_read(write: Files) -> None:
    result = call("migrate", write("a.debate.yaml", "debate: [\n"))
    assert result.exit_code == 1
    assert "DB101" in result.stderr


def test_a_shipped_format_stays_as_it_is() -> None:
    assert "stays as it is" in call("migrate", "panel").stderr
