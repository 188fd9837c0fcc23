"""`debatec plan`: the bounds of a debate."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.specs import BAD, GOOD, Files, call


def test_bounds_and_endings() -> None:
    result = call("plan", "pingpong", "-i", "rounds=2", "-i", "question=Tabs?")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    # Prompts that ship count too; the sum is reckoned by hand in the tests of the analysis.
    assert re.fullmatch(r"tokens sent      about 4\d,\d{3} at most", lines.pop(6))
    assert lines == [
        "debate           pingpong 1.0.0",
        'inputs           question="Tabs?", rounds=2',
        "turns            4 at most",
        "calls            8 at most, every retry and repeated question included",
        "longest chain    4 turns: talk.r1.say.peer-1 → … → talk.r2.say.peer-2",
        "widest step      talk.say, 1 seat at once",
        "tokens received  about 32,000 at most",
        "time             40 min at most",
        "",
        "talk.say  peer-1 peer-2",
        "",
        "- 'talk' ends after 2 rounds at most (rounds).",
        "- A round of 'say' without a valid reply ends the debate (quorum).",
        "- A round without a reply ends the debate (silence).",
        "- A seat is dropped after 3 failed attempts.",
    ]


def test_limits_that_end_a_debate_sooner_are_named(write: Files) -> None:
    name = write("a.debate.yaml", GOOD + "limits: {tokens: 9000, time: 11m}\n")
    lines = call("plan", name).stdout.splitlines()
    assert "time             11 min at most" in lines
    assert "ends sooner      after 11 min (time) or 9,000 tokens (tokens)" in lines
    assert json.loads(call("plan", name, "--json").stdout)["cut_by"] == ["time", "tokens"]
    name = write("b.debate.yaml", GOOD + "limits: {tokens: 9m, time: 9h}\n")
    assert "ends sooner" not in call("plan", name).stdout


def test_many_seats_are_shortened(write: Files) -> None:
    name = write("a.debate.yaml", GOOD.replace("{a: {}", "{a: {seats: 9}"))
    assert "talk.say  a-1 a-2 … a-9 b\n" in call("plan", name).stdout


def test_an_input_without_a_value_stands_for_the_most(write: Files) -> None:
    name = write("a.debate.yaml", GOOD.replace(", default: 2", ""))
    assert "turns            18 at most\n" in call("plan", name).stdout


def test_an_input_can_make_it_too_large(write: Files) -> None:
    name = write("a.debate.yaml", GOOD.replace("maximum: 9", "maximum: 900000"))
    result = call("plan", name, "-i", "rounds=800000")
    assert result.exit_code == 2
    assert "the debate is too large" in result.stderr


def test_an_input_can_leave_a_value_without_a_number(write: Files) -> None:
    name = write(
        "a.debate.yaml", GOOD.replace("rounds: inputs.rounds", "rounds: inputs.rounds - 3")
    )
    result = call("plan", name, "-i", "rounds=4")
    assert result.exit_code == 2


def test_a_faulty_spec_is_refused(write: Files) -> None:
    assert call("plan", write("a.debate.yaml", BAD)).exit_code == 2


RANGED = GOOD.replace("{a: {}, b: {}}", "{a: {seats: 2..5}, b: {seats: 0..1}}")


def test_ranges_stand_for_their_most_until_somebody_is_cast(write: Files) -> None:
    name = write("a.debate.yaml", RANGED)
    assert "talk.say  a-1 a-2 a-3 a-4 a-5 b\n" in call("plan", name).stdout
    assert "talk.say  a-1 a-2 a-3\n" in call("plan", name, "--agents", "x,y,z").stdout
    assert "talk.say  a-1 a-2 b\n" in call("plan", name, "-c", "b=x").stdout


def test_a_cast_that_does_not_fit_is_refused_with_all_faults(write: Files) -> None:
    name = write("a.debate.yaml", RANGED)
    for command in ("plan", "graph"):
        result = call(command, name, "-c", "b=x,y", "--cast", "c=x")
        assert (result.exit_code, result.stderr) == (
            2,
            "debatec: 'b' has 1 seat at most, and 2 agents are named for it\n"
            "there is no role or seat 'c'\n",
        )
    result = call("plan", name, "-c", "b")
    assert (result.exit_code, result.stderr) == (
        2,
        "debatec: 'b' casts nobody: write ROLE=AGENT,…\n",
    )


# --- Against a run ----------------------------------------------------------------------------

INPUT = ("-i", "question=Q")
ARGUMENTS = (*INPUT, "--agents", "replay:x.replay.yaml")


@pytest.fixture
def run(write: Files) -> Path:
    """A finished run of a debate, which is then edited."""
    warm = "  - id: warm\n    steps:\n      - {id: open, speakers: [a], prompt: Open.}\n"
    spec = GOOD.replace("  - id: talk", f"{warm}  - id: talk")
    path = write("good.debate.yaml", spec)
    write("x.replay.yaml", "replay: v1\notherwise: {text: A view.}\n")
    assert call("run", path, *ARGUMENTS, "--run-dir", "r").exit_code == 0
    write("good.debate.yaml", spec.replace("{{ inputs.question }}", "Well: {{ inputs.question }}"))
    return Path("r")


@pytest.mark.usefixtures("run")
def test_what_would_be_taken_over() -> None:
    found = call("plan", "good.debate.yaml", *ARGUMENTS, "--against", "r")
    assert found.exit_code == 0
    assert found.stdout.splitlines() == [
        "warm.r1.open.a  taken over",
        "talk.r1.say.a   asked       its prompt changed",
        "talk.r1.say.b   asked       its prompt changed",
        "talk.r2.say.a   asked       its prompt changed",
        "talk.r2.say.b   asked       its prompt changed",
        "",
        "1 of 5 turns taken over from r, 4 to ask.",
    ]
    assert sorted(path.name for path in Path().iterdir() if path.is_dir()) == ["r"]


@pytest.mark.usefixtures("run")
def test_an_agent_that_is_not_named_is_another_one() -> None:
    found = call(
        "plan", "good.debate.yaml", *INPUT, "--against", "r", env={"XDG_CONFIG_HOME": "/x"}
    )
    assert "warm.r1.open.a  asked  its agent changed" in found.stdout
    assert found.stdout.endswith("0 of 5 turns taken over from r, 5 to ask.\n")


def test_a_registry_is_of_no_use_without_a_run() -> None:
    found = call("plan", "panel", "--registry", "agents.yaml")
    assert (found.exit_code, "--registry goes with --against" in found.stderr) == (2, True)
