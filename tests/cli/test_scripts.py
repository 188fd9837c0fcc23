"""Scripts of replies that do not fit their debate, as commands tell it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.specs import GOOD, Files, call

SCRIPT = """\
replay: v1
turns:
  talk.r1.say.a: {text: Yes.}
  talk.r1.sya.b: {text: No.}
otherwise: {text: Perhaps.}
"""
STOPPED = GOOD.replace("    steps:", "    stop: [{id: said, when: count(say) > 0}]\n    steps:")
GIVEN = ("-i", "question=Q", "--agents", "replay:x.replay.yaml")


@pytest.mark.parametrize("command", ["run", "render"])
def test_a_misspelt_turn_is_told_at_its_place_before_anything_runs(
    write: Files, command: str
) -> None:
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", SCRIPT)
    ran = call(command, "good.debate.yaml", *GIVEN)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.startswith(
        "x.replay.yaml:4:3: error[DB703] there is no turn 'talk.r1.sya.b': phase 'talk' has no "
        "step 'sya'; did you mean 'talk.r1.say.b'?\n"
    )
    assert ran.stderr.count("DB703") == 1
    assert not Path("runs").exists()


@pytest.mark.parametrize("command", ["resume", "render"])
def test_a_run_is_not_taken_up_with_a_misspelt_turn(write: Files, command: str) -> None:
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", "replay: v1\notherwise: {text: A view.}\n")
    assert call("run", "good.debate.yaml", *GIVEN, "--run-dir", "r", "-q").exit_code == 0
    journal = Path("r/journal.jsonl")
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:1]))
    write("x.replay.yaml", SCRIPT)
    more = ["--turn", "talk.r2.say.a"] if command == "render" else []
    ran = call(command, "r", *GIVEN[2:], *more)
    assert ran.exit_code == 2
    assert "x.replay.yaml:4:3: error[DB703]" in ran.stderr


def test_replies_that_were_not_asked_for_are_named_at_the_end(write: Files) -> None:
    write("good.debate.yaml", STOPPED)
    turns = "".join(f"  talk.r{n}.say.a: {{text: Yes.}}\n" for n in range(1, 6))
    write("x.replay.yaml", f"replay: v1\nturns:\n{turns}otherwise: {{text: Perhaps.}}\n")
    ran = call("run", "good.debate.yaml", *GIVEN, "--run-dir", "r")
    assert ran.exit_code == 0
    assert (
        "Recorded replies of 4 turns were not asked for: "
        "talk.r2.say.a, talk.r3.say.a, talk.r4.say.a, …\n"
    ) in ran.stderr
    assert "not asked for" not in ran.stdout


def test_replies_of_seats_that_others_took_are_not_missed(write: Files) -> None:
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", "replay: v1\nturns: {talk.r1.say.a: {text: X}}\notherwise: {text: Y}\n")
    write("y.replay.yaml", "replay: v1\notherwise: {text: Z}\n")
    ran = call("run", "good.debate.yaml", *GIVEN, "-c", "a=replay:y.replay.yaml")
    assert ran.exit_code == 0
    assert "not asked for" not in ran.stderr


def test_lint_checks_a_script_and_other_commands_tell_what_it_is(write: Files) -> None:
    name = write("x.replay.yaml", SCRIPT)
    assert call("lint", name).exit_code == 0
    assert call("lint", "--fix", name).exit_code == 0
    write("x.replay.yaml", SCRIPT.replace("text: Yes.", "txt: Yes."))
    assert call("lint", name).exit_code == 1
    for command in ("run", "plan", "graph", "compile", "render"):
        told = call(command, name)
        assert told.exit_code == 2
        assert "error[DB208] this file holds a script of recorded replies" in told.stderr
