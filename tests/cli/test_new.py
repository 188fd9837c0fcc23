"""`debatec new`: a shipped format under one's own name."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.cli.specs import formats, text_of
from tests.cli.specs import Files, call


@pytest.mark.parametrize("base", formats())
def test_the_copy_has_its_own_name_and_lints(write: Files, base: str) -> None:
    write("x", "")
    result = call("new", "My Review.debate.yaml", "--from", base)
    assert result.exit_code == 0
    assert result.stdout == ""
    text = Path("My Review.debate.yaml").read_text(encoding="utf-8")
    assert text == text_of(base).replace(f"name: {base}\n", "name: my-review\n")
    assert call("lint", "--strict", "My Review.debate.yaml").exit_code == 0


def test_a_file_is_not_overwritten_unless_asked(write: Files) -> None:
    name = write("a.debate.yaml", "mine")
    result = call("new", name)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert Path(name).read_text(encoding="utf-8") == "mine"
    assert call("new", name, "--force").exit_code == 0
    assert "name: a\n" in Path(name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.debate.yaml", "--from", "pingpon"), "roundtable; did you mean 'pingpong'?"),
        (("a.yaml",), "ends in .debate.yaml"),
        (("9.debate.yaml",), "it has to start with a letter"),
        ((".debate.yaml",), "it has to start with a letter"),
        (("no/such/a.debate.yaml",), "cannot be written"),
    ],
)
def test_what_cannot_be_done(write: Files, arguments: tuple[str, ...], message: str) -> None:
    write("x", "")
    result = call("new", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert [path.name for path in Path().iterdir()] == ["x"]
