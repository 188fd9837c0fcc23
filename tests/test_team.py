"""A repository of ten formats with two releases, checked as pre-commit and as CI would.

Real git, and every command as its own process.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.team import NAMES, Team, team_in


@pytest.fixture
def team(tmp_path: Path) -> Team:
    return team_in(tmp_path)


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
