"""What `debatec lint` looks at."""

from __future__ import annotations

import pytest

from tests.cli.specs import BAD, GOOD, Files, call


def test_several_files_and_folders(write: Files) -> None:
    names = [write(f"{name}.debate.yaml", BAD) for name in ("d/b", "a", "d/c", "e/d")]
    result = call("lint", "--format", "concise", "e", names[1], "d", names[0])
    found = [line.partition(":")[0] for line in result.stdout.splitlines()]
    assert found == ["e/d.debate.yaml", "a.debate.yaml", "d/b.debate.yaml", "d/c.debate.yaml"]


def test_what_git_ignores_is_linted_when_it_is_named(write: Files) -> None:
    write(".gitignore", "a.*\n")
    name = write("a.debate.yaml", BAD)
    write("b.debate.yaml", GOOD)
    assert call("lint", ".").stderr == "no findings in 1 file\n"
    assert call("lint", ".", name).stderr == "1 error in 2 files\n"


def test_standard_input(write: Files) -> None:
    result = call("lint", "-", input=BAD)
    assert result.stdout.startswith("<stdin>:11:71: error[DB302] ")
    assert result.exit_code == 1
    named = call("lint", "-", "--stdin-filename", "d/new.debate.yaml", input=BAD)
    assert named.stdout.startswith("d/new.debate.yaml:11:71: ")
    write("d/open.md", "{{ herd }}")
    text = GOOD.replace('"{{ inputs.question }} {{ heard }}"', "open")
    spec = text + "prompts: {open: {file: open.md}}\n"
    beside = call("lint", "-", "--stdin-filename", "d/new.debate.yaml", input=spec)
    assert beside.stderr == "1 error, 1 warning in 1 file\n"
    assert "DB426" in call("lint", "-", input=spec).stdout


@pytest.mark.usefixtures("write")
def test_standard_input_that_is_no_text() -> None:
    assert "DB100" in call("lint", "-", input=b"\xff\xfe").stdout


def test_a_shipped_format_has_no_file_to_change(write: Files) -> None:
    write("debatec.toml", "")
    assert call("lint", "panel").stderr == "no findings in 1 file\n"
    assert call("lint", "panel", "--json").stdout.count('"panel"') == 1


def test_a_folder_that_cannot_be_read(write: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "d")

    write("d/a.debate.yaml", GOOD)
    monkeypatch.setattr("os.walk", refuse)
    result = call("lint", "d")
    assert result.exit_code == 2
    assert "'d' cannot be read: Permission denied" in result.stderr
