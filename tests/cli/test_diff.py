"""`debatec diff`: two files, and files since a revision of a real repository."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.specs import GOOD, Files, call
from tests.support.git import Origin

SPEC = """\
debate: v1
name: talk
version: "1.0.0"
roles: {pro: {}, con: {}}
prompts: {open: {file: prompts/open.md}}
format: [{id: talk, steps: [{id: say, speakers: [pro, con], prompt: open}]}]
"""
LAYER = 'debate: v1\nname: mine\nversion: "2.1.0"\nextends: ../talk.debate.yaml\n'


@pytest.fixture
def origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Origin:
    made = Origin(tmp_path / "origin")
    made.write("debatec.toml", "")
    made.write("talk.debate.yaml", SPEC)
    made.write("prompts/open.md", "Speak up.\n")
    made.write("team/mine.debate.yaml", LAYER)
    made.commit("v1")
    monkeypatch.chdir(made.folder)
    return made


@pytest.mark.usefixtures("origin")
def test_nothing_changed() -> None:
    for arguments in (("--against", "HEAD"), ("--against", "v1", "team", "talk.debate.yaml")):
        result = call("diff", *arguments, "--exit-code")
        assert (result.exit_code, result.output) == (0, "no changes\n")


def test_a_file_of_a_prompt_changed(origin: Origin) -> None:
    origin.write("prompts/open.md", "Speak loudly.\n")
    result = call("diff", "--against", "HEAD", "talk.debate.yaml", "--format", "concise")
    assert result.exit_code == 1
    assert "prompts.open  Speak up. -> Speak loudly." in result.output
    assert "asks for a minor version: 1.0.0 -> 1.1.0\n" in result.output
    assert "talk.debate.yaml:3:10: error[DB951] the changes ask for a minor" in result.output


def test_a_base_that_changed_changes_what_stands_on_it(origin: Origin) -> None:
    origin.write("talk.debate.yaml", SPEC.replace("con: {}", "con: {seats: 2}"))
    origin.commit("v2")
    origin.write("talk.debate.yaml", SPEC)
    for ref in ("HEAD", "v2"):
        result = call("diff", "--against", ref, "team/mine.debate.yaml", "--json")
        assert result.exit_code == 1
        (file,) = json.loads(result.stdout)["files"]
        (change,) = file["changes"]
        assert (change["path"], change["was"], change["now"]) == ("roles.con.seats", "2", "1")
        assert (file["wanted"], file["findings"][0]["file"]) == ("3.0.0", "team/mine.debate.yaml")
    assert call("diff", "--against", "HEAD~1", ".", "--exit-code").exit_code == 0


def test_what_is_gone_is_named_by_its_old_file(origin: Origin) -> None:
    text = SPEC.replace("con: {}}", "con: {}, judge: {}}").replace("pro, con", "pro, con, judge")
    origin.write("talk.debate.yaml", text)
    origin.commit("v2")
    origin.write("talk.debate.yaml", SPEC)
    result = call("diff", "--against", "HEAD", "team", "--json")
    found = {change["path"]: change for change in json.loads(result.stdout)["files"][0]["changes"]}
    assert found["roles.judge"]["now"] is None
    assert (found["roles.judge"]["file"], found["roles.judge"]["line"]) == ("talk.debate.yaml", 4)


def test_new_and_deleted_files(origin: Origin, monkeypatch: pytest.MonkeyPatch) -> None:
    origin.write("new.debate.yaml", SPEC)
    (origin.folder / "team/mine.debate.yaml").unlink()
    (origin.folder / "team").rmdir()
    said = "new.debate.yaml: new\n\nteam/mine.debate.yaml: deleted\n"
    assert call("diff", "--against", "HEAD").output == said
    assert call("diff", "--against", "HEAD", "--exit-code").exit_code == 1
    for path in ("team", "team/mine.debate.yaml"):
        assert call("diff", "--against", "HEAD", path).output == "team/mine.debate.yaml: deleted\n"
    monkeypatch.chdir(origin.folder / "prompts")
    assert call("diff", "--against", "HEAD", "..").output.endswith(
        "../team/mine.debate.yaml: deleted\n"
    )


def test_excluded_files_are_left_out(origin: Origin) -> None:
    origin.write("debatec.toml", 'exclude = ["team"]\n')
    (origin.folder / "team/mine.debate.yaml").unlink()
    assert call("diff", "--against", "HEAD").output == "no changes\n"


def test_a_raised_version_is_enough(origin: Origin) -> None:
    origin.write("prompts/open.md", "Speak loudly.\n")
    origin.write("talk.debate.yaml", SPEC.replace("1.0.0", "1.1.0"))
    result = call("diff", "--against", "HEAD", "talk.debate.yaml")
    assert result.exit_code == 0
    assert "asks for a minor version: 1.0.0 -> 1.1.0; it is 1.1.0" in result.output


def test_errors_now_are_findings_and_errors_then_are_said(origin: Origin) -> None:
    origin.write("talk.debate.yaml", SPEC.replace("prompt: open", "prompt: opened"))
    origin.commit("v2")
    result = call("diff", "--against", "v1", "talk.debate.yaml")
    assert result.exit_code == 1
    assert result.output.startswith("talk.debate.yaml: has errors\n")
    assert "DB405" in result.output
    origin.write("talk.debate.yaml", SPEC)
    result = call("diff", "--against", "v2", "talk.debate.yaml")
    said = "talk.debate.yaml: had errors, so nothing is compared\n"
    assert (result.exit_code, result.output) == (0, said)


def test_a_pinned_base_is_the_one_of_then(origin: Origin, tmp_path: Path) -> None:
    far = Origin(tmp_path / "far")
    for tag, text in (("v1", "Speak up.\n"), ("v2", "Shout.\n")):
        far.write("base.debate.yaml", SPEC)
        far.write("prompts/open.md", text)
        far.commit(tag)
    layer = "debate: v1\nname: far\nextends: git+{}@{}#base.debate.yaml\n"
    for tag in ("v1", "v2"):
        origin.write("far.debate.yaml", layer.format(far.url, tag))
        assert call("lock", "far.debate.yaml").exit_code == 0
        origin.commit(f"far-{tag}")
    result = call("diff", "--against", "far-v1", "far.debate.yaml")
    assert "Speak up. -> Shout." in result.output


@pytest.mark.usefixtures("origin")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--against", "v9"), "git knows no revision 'v9' in '"),
        (("--against", "HEAD", "panel"), "there is no .debate.yaml file in 'panel', and at 'HEAD'"),
        (("--against", "HEAD", "prompts"), "there is no .debate.yaml file in 'prompts'"),
        (("--against", "HEAD", "/"), "not a git repository"),
        (("talk.debate.yaml",), "give OLD and NEW, or --against REF"),
        (("talk.debate.yaml", "nowhere"), "there is no file or shipped format 'nowhere'"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], said: str) -> None:
    result = call("diff", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_two_files(write: Files) -> None:
    old = write("old.debate.yaml", SPEC.replace("{file: prompts/open.md}", "Speak up."))
    new = write("new.debate.yaml", Path(old).read_text().replace('"1.0.0"', "1.1.0 # soon"))
    result = call("diff", old, new)
    assert result.output.splitlines() == [
        "new.debate.yaml",
        "  style",
        "    -  new.debate.yaml:3  version  1.0.0 -> 1.1.0",
        "  asks for no other version",
    ]
    assert call("diff", old, new, "--exit-code").exit_code == 1
    assert call("diff", "panel", "panel", "--exit-code").exit_code == 0


def test_findings_go_to_all_formats(write: Files) -> None:
    old = write("old.debate.yaml", SPEC.replace("{file: prompts/open.md}", "Speak up."))
    new = write("new.debate.yaml", Path(old).read_text().replace("up", "down"))
    result = call("diff", old, new, "--format", "github", "--format", "sarif=out.sarif")
    assert result.exit_code == 1
    assert result.stdout.startswith("::error ")
    assert "asks for a minor version" in result.stderr
    assert '"DB951"' in Path("out.sarif").read_text()


def test_of_two_debates_with_other_names_no_version_is_asked_for(write: Files) -> None:
    old = write("a.debate.yaml", GOOD.replace("debate: v1\n", 'debate: v1\nversion: "1.0.0"\n', 1))
    text = Path(old).read_text("utf-8")
    name = re.search(r"^name: (\S+)$", text, re.M)
    assert name
    new = write("b.debate.yaml", text.replace(f"name: {name[1]}", "name: another"))
    result = call("diff", old, new)
    assert (result.exit_code, "DB951" in result.stdout) == (0, False)
