"""A repository of ten formats with two releases, checked as pre-commit and as CI would.

Real git, and every command as its own process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.git import Origin

SHARED = """\
debate: v1
name: shared
version: "1.0.0"
inputs: {question: {type: string}}
roles: {pro: {}, con: {}, judge: {}}
prompts:
  open: "{{ inputs.question }} State your position."
  decide: {file: prompts/decide.md}
format:
  - id: talk
    rounds: 2
    steps:
      - {id: say, speakers: [pro, con], prompt: open}
      - {id: rule, speakers: judge, sees: say, prompt: decide}
"""
LAYER = """\
debate: v1
name: {name}
version: "1.0.0"
extends: {extends}
roles: {{judge: {{lens: 'knows {name}'}}}}
"""
TESTS = """\
tests: v1
inputs: {question: Why?}
cases:
  - name: the judge has the last word
    replies: {otherwise: Well., rule: Because.}
    expect: {outcome: decided, text: {is: Because.}}
"""
NAMES = ["audit", "budget", "copy", "design", "estimate", "finance", "growth", "hiring", "incident"]


class Team(Origin):
    """The team's repository, and what its checks say."""

    def debatec(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "debatec", *arguments]
        env = {**os.environ, "NO_COLOR": "1"}
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True)

    def checked(self, *arguments: str) -> str:
        done = self.debatec(*arguments)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    def checks(self, against: str | None = None) -> None:
        """All that CI does of a commit, each of which has to pass."""
        self.checked("lock", "--check")
        self.checked("lint", "--strict", ".")
        self.checked("fmt", "--check", ".")
        self.checked("test", ".")
        if against:
            self.checked("diff", "--against", against)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.fixture
def team(tmp_path: Path) -> Team:
    """Ten formats: one whole, and nine that build on it or on one of another team."""
    other = Origin(tmp_path / "other")
    other.write("formats/shared.debate.yaml", SHARED.replace("name: shared", "name: theirs"))
    other.write("formats/prompts/decide.md", "Decide, and say why.\n")
    other.commit("v1")
    made = Team(tmp_path / "team")
    made.write("debatec.toml", "")
    made.write("shared.debate.yaml", SHARED)
    made.write("prompts/decide.md", "Decide.\n")
    bases = ["shared.debate.yaml"] * 7 + [f"git+{other.url}@v1#formats/shared.debate.yaml"] * 2
    for name, base in zip(NAMES, bases, strict=True):
        extends = base if base.startswith("git") else f"../{base}"
        made.write(f"{name}/{name}.debate.yaml", LAYER.format(name=name, extends=extends))
        made.write(f"{name}/{name}.test.yaml", TESTS)
    made.checked("lock")
    return made


@pytest.mark.slow
def test_two_releases_of_ten_formats(team: Team) -> None:
    team.checks()
    team.commit("v1.0.0")

    # A prompt of the shared base changes: all that build on it behave differently.
    team.edit("prompts/decide.md", "Decide.", "Decide, and name the strongest point of each side.")
    found = team.debatec("diff", "--against", "v1.0.0")
    assert found.returncode == 1
    assert found.stdout.count("DB951") == 8
    assert "hiring" not in found.stdout
    for name in ["shared", *(f"{name}/{name}" for name in NAMES[:7])]:
        team.edit(f"{name}.debate.yaml", '"1.0.0"', '"1.1.0"')
    team.checks("v1.0.0")

    # One asks for more than it did: who calls it has to know.
    team.edit("audit/audit.debate.yaml", "roles:", "inputs: {scope: {type: string}}\nroles:")
    team.edit("audit/audit.debate.yaml", "knows audit", "knows {{ inputs.scope }}")
    team.edit("audit/audit.test.yaml", "{question: Why?}", "{question: Why?, scope: code}")
    found = team.debatec("diff", "--against", "v1.0.0", "audit")
    assert found.returncode == 1
    assert "2.0.0" in found.stdout
    team.edit("audit/audit.debate.yaml", '"1.1.0"', '"2.0.0"')
    team.checks("v1.0.0")
    team.commit("v2.0.0")
    team.checks("v2.0.0")


@pytest.mark.slow
def test_a_fresh_checkout_has_what_is_locked_once_it_is_fetched(team: Team, tmp_path: Path) -> None:
    team.commit("v1.0.0")
    team.git("clone", "--quiet", str(team.folder), str(tmp_path / "fresh"))
    fresh = Team.__new__(Team)
    fresh.folder = tmp_path / "fresh"
    assert "DB444" in fresh.debatec("lint", ".").stdout
    fresh.checks()


@pytest.mark.slow
def test_what_breaks_is_held_back(team: Team) -> None:
    team.commit("v1.0.0")
    team.edit("shared.debate.yaml", "name: shared", "name: shared\nsummary: What all build on.")
    team.edit("shared.debate.yaml", "judge: {}", "referee: {}")
    done = team.debatec("lint", ".")
    assert done.returncode == 1
    assert "shared.debate.yaml:" in done.stdout
    assert done.stdout.count("DB442") == 7
    assert team.debatec("test", ".").returncode == 1
