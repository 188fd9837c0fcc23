"""The repository of a team that keeps ten formats, and what its checks say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


def team_in(folder: Path) -> Team:
    """Ten formats: one whole, and nine that build on it or on one of another team."""
    other = Origin(folder / "other")
    other.write("formats/shared.debate.yaml", SHARED.replace("name: shared", "name: theirs"))
    other.write("formats/prompts/decide.md", "Decide, and say why.\n")
    other.commit("v1")
    made = Team(folder / "team")
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
