"""debatec in other people's repositories: as a pre-commit hook and as a GitHub action."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tests.cli.specs import BAD, GOOD
from tests.support.team import team_in

ROOT = Path(__file__).parents[1]
WHO = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.org"}
WHO |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in WHO.items()}


def run(
    folder: Path, *command: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, **WHO, **(env or {})}
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True)


def git(folder: Path, *command: str) -> str:
    done = run(folder, "git", *command)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def checkout(folder: Path) -> str:
    """A repository of debatec as it is in this working tree; its commit."""
    names = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    for name in names:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return git(folder, "rev-parse", "HEAD")


def test_hooks_name_commands_that_there_are() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    for hook in hooks:
        done = run(ROOT, sys.executable, "-m", *hook["entry"].split(), "--help")
        assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_pre_commit_lints_and_lays_out_what_is_committed(tmp_path: Path) -> None:
    ours, theirs, home = tmp_path / "debatec", tmp_path / "project", tmp_path / "home"
    ours.mkdir()
    theirs.mkdir()
    repo = {"repo": str(ours), "rev": checkout(ours)}
    hooks = [{"id": "debatec-lint"}, {"id": "debatec-fmt"}]
    config = yaml.safe_dump({"repos": [{**repo, "hooks": hooks}]})
    (theirs / ".pre-commit-config.yaml").write_text(config, encoding="utf-8")
    (theirs / "a.debate.yaml").write_text(BAD, encoding="utf-8")
    (theirs / "notes.yaml").write_text("{{", encoding="utf-8")
    git(theirs, "init", "-q")
    git(theirs, "add", "-A")
    settings = {"PRE_COMMIT_HOME": str(home)}
    done = run(theirs, sys.executable, "-m", "pre_commit", "run", "--all-files", env=settings)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "a.debate.yaml:11:71: error[DB302]" in done.stdout
    (theirs / "a.debate.yaml").write_text(GOOD, encoding="utf-8")
    git(theirs, "add", "-A")
    done = run(theirs, sys.executable, "-m", "pre_commit", "run", "--all-files", env=settings)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("Passed") == len(hooks)


@pytest.mark.slow
def test_pre_commit_holds_formats_to_their_locks_tests_and_versions(tmp_path: Path) -> None:
    ours = tmp_path / "debatec"
    ours.mkdir()
    team = team_in(tmp_path)
    names = ["debatec-lock", "debatec-lint", "debatec-fmt", "debatec-test", "debatec-diff"]
    repo = {"repo": str(ours), "rev": checkout(ours), "hooks": [{"id": name} for name in names]}
    team.write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [repo]}))
    team.commit("v1.0.0")
    settings = {"PRE_COMMIT_HOME": str(tmp_path / "home")}

    def hooked() -> subprocess.CompletedProcess[str]:
        git(team.folder, "add", "-A")
        command = (sys.executable, "-m", "pre_commit", "run", "--all-files")
        return run(team.folder, *command, env=settings)

    done = hooked()
    assert (done.returncode, done.stdout.count("Passed")) == (0, 5), done.stdout + done.stderr
    team.edit("audit/audit.debate.yaml", "knows audit", "knows audits")
    done = hooked()
    assert done.returncode == 1
    assert "DB951" in done.stdout
    team.edit("audit/audit.debate.yaml", '"1.0.0"', '"1.1.0"')
    assert hooked().returncode == 0
    team.edit("audit/audit.test.yaml", "Because.}}", "Perhaps.}}")
    assert "DB901" in hooked().stdout


@pytest.mark.slow
def test_the_action_lints_with_annotations(tmp_path: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    given = {name: str(spec["default"]) for name, spec in action["inputs"].items()}
    given |= {"python": sys.executable, "options": "--strict", "paths": "a.debate.yaml b"}
    (tmp_path / "b").mkdir()
    (tmp_path / "a.debate.yaml").write_text(BAD, encoding="utf-8")
    (tmp_path / "b" / "b.debate.yaml").write_text(GOOD, encoding="utf-8")
    runner = {"RUNNER_TEMP": str(tmp_path / "temp"), "GITHUB_ACTION_PATH": str(ROOT)}
    (tmp_path / "temp").mkdir()
    for step in action["runs"]["steps"]:
        names = {name: value.strip("${} ").split(".")[1] for name, value in step["env"].items()}
        env = runner | {name: given[key] for name, key in names.items()}
        done = run(tmp_path, "bash", "-eo", "pipefail", "-c", step["run"], env=env)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "a.debate.yaml:11:71: error[DB302]" in done.stdout
    assert "::error file=a.debate.yaml,line=11" in done.stdout
    assert "1 error in 2 files" in done.stderr
