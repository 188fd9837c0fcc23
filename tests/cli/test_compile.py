"""`debatec compile`: the canonical spec and the plan."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.specs import BAD, GOOD, WARNED, Files, call


@pytest.mark.parametrize("name", ["panel", "pingpong"])
def test_compiling_twice_changes_nothing_and_lints_clean(write: Files, name: str) -> None:
    once = call("compile", name)
    file = write("once.debate.yaml", once.stdout)
    assert (once.exit_code, once.stderr) == (0, "")
    assert call("compile", file).stdout == once.stdout
    assert call("lint", "--strict", file).exit_code == 0


def test_sees_nothing_compiles_to_what_lints(write: Files) -> None:
    name = write(
        "a.debate.yaml", GOOD.replace("{{ heard }}", "").replace("prompt", "sees: nothing, prompt")
    )
    compiled = call("compile", name).stdout
    assert "sees: nothing" in compiled
    assert call("lint", write("b.debate.yaml", compiled)).exit_code == 0


def test_the_plan_is_json() -> None:
    result = call("compile", "pingpong", "--plan", "-i", "rounds=1")
    plan = json.loads(result.stdout)
    assert [node["id"] for node in plan["nodes"]] == [
        *("talk.r1.say.peer-1", "talk.r1.say.peer-2", "talk.r1.gate", "result")
    ]
    assert plan["inputs"] == {"rounds": 1}


def test_a_faulty_spec_is_refused(write: Files) -> None:
    result = call("compile", write("a.debate.yaml", BAD))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "DB302" in result.stderr


def test_a_warning_is_no_obstacle(write: Files) -> None:
    result = call("compile", write("a.debate.yaml", WARNED))
    assert (result.exit_code, result.stderr) == (0, "")


def test_inputs_without_a_plan_are_a_usage_error() -> None:
    result = call("compile", "panel", "-i", "rounds=3")
    assert result.exit_code == 2
    assert "add --plan" in result.stderr


@pytest.mark.parametrize("command", ["compile", "plan", "graph"])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("pannel", "did you mean 'panel'?"),
        ("folder", "'folder' is a folder: name one file"),
        ("locked.debate.yaml", "cannot be read"),
    ],
)
def test_a_spec_that_is_not_there(
    write: Files, command: str, name: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("folder/a.debate.yaml", GOOD)
    write("locked.debate.yaml", GOOD)

    def locked(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", locked)
    result = call(command, name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
