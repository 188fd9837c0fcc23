"""`debatec lock`: bases in real repositories, pinned and fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.specs import call
from tests.support.git import Origin

BASE = """\
debate: v1
name: base
version: "1.0.0"
roles: {pro: {}, con: {}}
prompts: {open: {file: prompts/open.md}}
format: [{id: talk, steps: [{id: say, speakers: [pro, con], prompt: open}]}]
"""


@pytest.fixture
def origin(tmp_path: Path) -> Origin:
    made = Origin(tmp_path / "origin")
    made.write("formats/base.debate.yaml", BASE)
    made.write("formats/prompts/open.md", "Speak up.\n")
    made.commit("v1")
    return made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: Origin) -> Path:
    made = tmp_path / "mine"
    made.mkdir()
    monkeypatch.chdir(made)
    write(made, f"git+{origin.url}@v1#formats/base.debate.yaml")
    return made


def write(folder: Path, extends: str, more: str = "") -> None:
    text = f"debate: v1\nname: mine\nextends: {extends}\n{more}"
    (folder / "mine.debate.yaml").write_text(text, "utf-8")


def test_nothing_is_fetched_but_by_lock(folder: Path) -> None:
    assert "DB444" in call("lint", ".").stdout
    assert call("lock").exit_code == 0
    assert call("lint", "--strict", ".").exit_code == 0
    assert "Speak up." in call("compile", "mine.debate.yaml").stdout
    assert sorted(path.name for path in folder.iterdir() if "cache" not in path.name) == [
        ".debatec",
        "debatec.lock",
        "mine.debate.yaml",
    ]


def test_a_pin_stays_when_its_tag_moves(folder: Path, origin: Origin) -> None:
    call("lock")
    pinned = (folder / "debatec.lock").read_text()
    origin.write("formats/prompts/open.md", "Say something else.\n")
    origin.commit("v1")
    again = call("lock")
    assert again.stdout.startswith("kept ")
    assert (folder / "debatec.lock").read_text() == pinned
    assert "Speak up." in call("compile", "mine.debate.yaml").stdout
    assert call("lock", "--upgrade").stdout.startswith("changed ")
    assert origin.head in (folder / "debatec.lock").read_text()
    assert "Say something else." in call("compile", "mine.debate.yaml").stdout


def test_check_changes_no_lock_and_brings_what_is_pinned(folder: Path, origin: Origin) -> None:
    unlocked = call("lock", "--check")
    assert (unlocked.exit_code, unlocked.stdout[:6]) == (1, "added ")
    assert not (folder / "debatec.lock").exists()
    call("lock")
    for path in sorted((folder / ".debatec").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert "locked and not fetched" in call("lint", ".").stdout
    origin.write("formats/prompts/open.md", "Say something else.\n")
    origin.commit("v1")
    assert call("lock", "--check").exit_code == 0
    assert "Speak up." in call("compile", "mine.debate.yaml").stdout
    write(folder, "builtin:panel@1")
    dropped = call("lock", "--check")
    assert dropped.exit_code == 1
    assert [line.split()[0] for line in dropped.stdout.splitlines()] == ["added", "dropped"]


def test_files_that_were_changed_are_noticed(folder: Path) -> None:
    call("lock")
    (path,) = (folder / ".debatec").rglob("open.md")
    path.write_text("Speak of something else.\n")
    assert "are not those that were locked" in call("lint", ".").stdout
    path.unlink()
    path.symlink_to("/dev/zero")
    assert "are not those that were locked" in call("lint", ".").stdout


def test_a_shipped_format_is_pinned_by_its_digest(folder: Path) -> None:
    write(folder, "builtin:panel@1")
    call("lock")
    assert call("lint", ".").exit_code == 0
    lock = folder / "debatec.lock"
    text = lock.read_text()
    digest = text.partition("sha256:")[2][:64]
    lock.write_text(text.replace(digest, "0" * 64))
    found = call("lint", ".")
    assert "ships in another form than was locked" in found.stdout
    assert found.exit_code == 1


def test_what_a_base_in_a_repository_extends_is_pinned_too(folder: Path, origin: Origin) -> None:
    origin.write(
        "more.debate.yaml",
        f"debate: v1\nname: more\nextends: git+{origin.url}@v1#formats/base.debate.yaml\n",
    )
    origin.write("beside.debate.yaml", "debate: v1\nname: beside\nextends: more.debate.yaml\n")
    origin.commit("v2")
    write(folder, f"git+{origin.url}@v2#beside.debate.yaml")
    assert call("lock").stdout.count("added ") == 2
    assert call("lint", "--strict", ".").exit_code == 0


@pytest.mark.parametrize(
    ("extends", "message"),
    [
        ("git+{url}@v9#formats/base.debate.yaml", "git: "),
        ("git+{url}@v1#formats/no.debate.yaml", "there is no file 'formats/no.debate.yaml'"),
        ("git+{url}@v1", "names no file of a git repository"),
        ("git+{url}@v1#../base.debate.yaml", "names no file of a git repository"),
    ],
)
def test_what_cannot_be_had(folder: Path, origin: Origin, extends: str, message: str) -> None:
    write(folder, extends.format(url=origin.url))
    result = call("lock")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert not (folder / "debatec.lock").exists()


def test_a_lock_that_is_none(folder: Path) -> None:
    (folder / "debatec.lock").write_text("lock: v2\nsources: []\n")
    result = call("lock")
    assert result.exit_code == 2
    assert "'debatec.lock' is no lock" in result.stderr
    assert "'debatec.lock' is no lock" in call("lint", ".").stdout


def test_a_debate_that_extends_nothing_needs_no_lock(folder: Path) -> None:
    (folder / "mine.debate.yaml").write_text(BASE.replace("{file: prompts/open.md}", "Speak."))
    assert (call("lock").exit_code, call("lock", "--check").exit_code) == (0, 0)
    assert not (folder / "debatec.lock").exists()
