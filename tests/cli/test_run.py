"""`debatec run`: a debate from the command line, on recorded replies and on a real server."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from debatec.data import data
from tests.cli.specs import BAD, GOOD, Files, call
from tests.support.model_server import ModelServer, hang, say, status

REPLAY = "replay: v1\notherwise: {text: A view., after: %s}\n"
ENVIRONMENT = {"XDG_CONFIG_HOME": "", "HOME": "/nowhere"}


def shipped(name: str) -> str:
    return str(data("formats").joinpath(name))


def result_of(folder: str) -> Any:
    return json.loads(Path(folder, "result.json").read_text("utf-8"))


def test_a_shipped_format_runs_on_its_replay(write: Files) -> None:
    brief = write("brief.md", "Where do sessions go?")
    agents = f"replay:{shipped('panel.replay.yaml')}"
    ran = call("run", "panel", "-i", f"brief=@{brief}", "--agents", agents, "--run-dir", "r")
    assert ran.exit_code == 0
    assert ran.stdout.startswith("# panel\n")
    assert "## Transcript" not in ran.stdout
    assert ran.stderr.endswith("Consensus: the rule 'agreed' held.\nReport: r/report.md\n")
    assert result_of("r")["outcome"] == "consensus"
    assert "## Transcript" in Path("r/report.md").read_text("utf-8")
    assert stat.S_IMODE(Path("r").stat().st_mode) == 0o700


def test_standard_input_is_an_input_and_the_plan_knows_its_agents(write: Files) -> None:
    write("x.replay.yaml", REPLAY % 0)
    command = [sys.executable, "-m", "debatec", "run", "pingpong", "-i", "question=-",
               "--agents", "replay:x.replay.yaml", "--run-dir", "r", "-q"]  # fmt: skip
    ran = subprocess.run(command, input="From a pipe?", capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr[:7]) == (0, "\nDecide")
    plan = json.loads(Path("r/plan.json").read_text("utf-8"))
    assert plan["inputs"]["question"] == "From a pipe?"
    assert [seat["agent"] for seat in plan["seats"]] == ["replay:x.replay.yaml"] * 2


def test_each_run_has_a_folder_of_its_own(write: Files) -> None:
    write("x.replay.yaml", REPLAY % 0)
    for _ in range(2):
        ran = call("run", "pingpong", "-i", "question=Q", "--agents", "replay:x.replay.yaml", "-q")
        assert (ran.exit_code, ran.stderr.count("\n")) == (0, 3)
    first, second = sorted(Path("runs").iterdir())
    assert (first.name[-2:], second.name[-2:]) == ("-1", "-2")
    again = call("run", "pingpong", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
                 "--run-dir", str(first))  # fmt: skip
    assert again.exit_code == 2
    assert "holds a run already" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "no file or shipped format 'nowhere'"),
        (["bad.debate.yaml"], "DB302"),
        (["good.debate.yaml"], "input 'question' is required"),
        (["good.debate.yaml", "-i", "question=Q", "--agents", "nobody"], "no agent 'nobody'"),
        (["good.debate.yaml", "-i", "question=Q", "--agents", "replay:no"], "no: No such file"),
        (["good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml"], "DB204"),
        (["good.debate.yaml", "-i", "question=Q", "--registry", "agents.yaml"], "DB201"),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(
    write: Files, arguments: list[str], words: str
) -> None:
    write("good.debate.yaml", GOOD)
    write("bad.debate.yaml", BAD)
    write("x.replay.yaml", "replay: v1\notherwise: {fail: exploded}\n")
    write("agents.yaml", "agents: v1\nentres: {}\n")
    ran = call("run", *arguments, env=ENVIRONMENT)
    assert ran.exit_code == 2
    assert words in ran.stderr
    assert "debatec: " in ran.stderr
    assert not Path("runs").exists()


def test_a_debate_in_which_nobody_speaks_fails(write: Files) -> None:
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", "replay: v1\notherwise: {fail: crashed}\n")
    ran = call("run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
               "--run-dir", "r")  # fmt: skip
    assert ran.exit_code == 3
    assert "Failed: nobody replied in round 1 of 'talk'." in ran.stderr
    assert result_of("r")["status"] == "failed"


AGENTS = """\
agents: v1
default: two
entries:
  one: {transports: [{kind: openai, base_url: %s, model: m1, key_env: TEST_KEY}]}
  two: {transports: [{kind: openai, base_url: %s, model: m2, key_env: TEST_KEY}]}
"""


def test_a_server_takes_the_seats(write: Files) -> None:
    write("good.debate.yaml", GOOD)
    with ModelServer(say("A view."), key="secret-key") as server:
        registry = write("agents.yaml", AGENTS % (server.url, server.url))
        environment = {"TEST_KEY": "secret-key"}
        ran = call("run", "good.debate.yaml", "-i", "question=Q", "--registry", registry,
                   "--agents", "one,two", "--run-dir", "r", env=environment)  # fmt: skip
    assert ran.exit_code == 0
    assert sorted(str(received.body["model"]) for received in server.requests) == [
        "m1",
        "m1",
        "m2",
        "m2",
    ]
    assert [seat["agent"] for seat in result_of("r")["seats"]] == ["one", "two"]
    kept = [path.read_text("utf-8") for path in Path("r").rglob("*.*")]
    assert not any("secret-key" in text for text in [*kept, ran.output])


def test_a_server_that_refuses_is_named_with_its_variable(write: Files) -> None:
    write("good.debate.yaml", GOOD)
    with ModelServer(status(401)) as server:
        registry = write("agents.yaml", AGENTS % (server.url, server.url))
        ran = call("run", "good.debate.yaml", "-i", "question=Q", "--registry", registry,
                   "--run-dir", "r", env={"TEST_KEY": "wrong-key"})  # fmt: skip
    assert ran.exit_code == 3
    assert "TEST_KEY" in ran.stderr
    assert "wrong-key" not in ran.output


def started(*arguments: str) -> subprocess.Popen[str]:
    """A real process of debatec, whose run has begun."""
    command = [sys.executable, "-m", "debatec", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(path: Path, text: str) -> None:
    """Wait until a file has a text in it."""
    for _ in range(300):
        if path.exists() and text in path.read_text("utf-8"):
            return
        time.sleep(0.1)
    raise AssertionError(f"{path} never had {text}")


def run_slowly(write: Files) -> subprocess.Popen[str]:
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", REPLAY % "0.7s")
    process = started("run", "good.debate.yaml", "-i", "question=Q", "--run-dir", "r",
                      "--agents", "replay:x.replay.yaml")  # fmt: skip
    wait_for(Path("r/journal.jsonl"), "settled")
    return process


def test_ctrl_c_ends_a_run_with_the_result_so_far(write: Files) -> None:
    process = run_slowly(write)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Stopping" in err
    assert "**Aborted: stopped by the user.**" in out
    assert result_of("r")["turns"]["answered"] >= 1


def test_a_killed_run_is_taken_up_where_it_was(write: Files) -> None:
    process = run_slowly(write)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    answered = Path("r/journal.jsonl").read_text("utf-8").count('"kind":"settled"')
    resumed = call("resume", "r", "--agents", "replay:x.replay.yaml")
    assert resumed.exit_code == 0
    assert answered >= 1
    asked = [json.loads(line) for line in Path("r/journal.jsonl").read_text("utf-8").splitlines()]
    turns = [line["turn"] for line in asked if line["kind"] == "asked"]
    done = [line["node"] for line in asked if line["kind"] == "settled"][:answered]
    assert all(turns.count(turn) == 1 for turn in done)
    assert result_of("r")["turns"] == {"asked": 4, "answered": 4}


def test_a_server_that_hangs_is_left_by_ctrl_c(write: Files) -> None:
    write("good.debate.yaml", GOOD)
    with ModelServer(hang("A view")) as server:
        write("agents.yaml", (AGENTS % (server.url, server.url)).replace(", key_env: TEST_KEY", ""))
        process = started("run", "good.debate.yaml", "-i", "question=Q", "--run-dir", "r",
                          "--registry", "agents.yaml")  # fmt: skip
        wait_for(Path("r/journal.jsonl"), "asked")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_a_cast_fills_the_seats(write: Files) -> None:
    write("a.debate.yaml", GOOD.replace("{a: {}, b: {}}", "{a: {seats: 1..3}, b: {seats: 0..1}}"))
    for name in ("x", "y"):
        write(f"{name}.replay.yaml", "replay: v1\notherwise: {text: A view.}\n")
    ran = call("run", "a.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
               "-c", "a=replay:x.replay.yaml,replay:y.replay.yaml", "--seed", "7",
               "--run-dir", "r")  # fmt: skip
    assert ran.exit_code == 0
    plan = json.loads(Path("r/plan.json").read_text("utf-8"))
    assert plan["seed"] == 7
    assert [(seat["seat"], seat["agent"]) for seat in plan["seats"]] == [
        ("a-1", "replay:x.replay.yaml"),
        ("a-2", "replay:y.replay.yaml"),
        ("b", "replay:x.replay.yaml"),
    ]
    assert call("resume", "r", "-c", "a-3=local").exit_code == 0  # it is over


def test_all_that_is_wrong_with_a_cast_is_told_at_once(write: Files) -> None:
    write("good.debate.yaml", GOOD)
    ran = call("run", "good.debate.yaml", "-i", "question=Q", "--agents", "nobody,locl",
               "--cast", "a=local,local", "-c", "x=local")  # fmt: skip
    assert (ran.exit_code, ran.stderr) == (
        2,
        "debatec: 'a' has 1 seat, and 2 agents are named for it\n"
        "there is no role or seat 'x'\n"
        "there is no agent 'nobody'\n"
        "there is no agent 'locl'; did you mean 'local'?\n"
        "Known agents: local.\n",
    )


# --- Replies of another run -------------------------------------------------------------------

FIRST = ("good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml")


@pytest.fixture
def old(write: Files) -> Path:
    """A run that is over."""
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", REPLAY % 0)
    assert call("run", *FIRST, "--run-dir", "old").exit_code == 0
    return Path("old")


def test_replies_of_another_run_are_taken_over(old: Path) -> None:
    before = {path: path.read_bytes() for path in old.rglob("*") if path.is_file()}
    ran = call("run", *FIRST, "--run-dir", "new", "--reuse", "old")
    assert ran.exit_code == 0
    assert ran.stderr.startswith("4 of 4 turns taken over from old, 0 to ask.\n")
    assert "a (say, round 1) · taken over from old\n" in ran.stderr
    assert "4 of 4 turns answered, 4 of them taken over from old, 0 tokens" in ran.stdout
    assert "*Taken over from old.*" in Path("new/report.md").read_text("utf-8")
    assert result_of("new")["reused"] == {"run": "old", "turns": 4, "of": 4}
    state = json.loads(Path("new/state.json").read_text("utf-8"))
    assert state["reused"] == {"run": "old", "turns": 4, "of": 4}
    assert [attempt["reused"] for attempt in state["attempts"]] == [True] * 4
    assert {path: path.read_bytes() for path in old.rglob("*") if path.is_file()} == before
    assert "reused  4 of 4 from old\n" in call("status", "new").stdout
    shutil.rmtree(old)
    journal = Path("new/journal.jsonl")
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:5]))
    assert call("resume", "new", "-q").exit_code == 0
    assert result_of("new")["reused"] == {"run": "old", "turns": 4, "of": 4}


def test_what_was_changed_is_asked(write: Files, old: Path) -> None:
    write("good.debate.yaml", GOOD.replace("{{ heard }}", "and {{ heard }}"))
    ran = call("run", *FIRST, "--run-dir", "new", "--reuse", str(old), "-q")
    assert ran.stderr.startswith("\nDecided")
    assert result_of("new")["reused"] == {"run": "old", "turns": 0, "of": 4}


def test_what_is_no_run_of_the_debate_is_refused_in_a_line(write: Files, old: Path) -> None:
    write("x/note.txt", "")
    journal = old / "journal.jsonl"
    cases = [("x", "'x' holds no run\n")]
    cases.append(("nowhere", "'nowhere' holds no run\n"))
    for folder, words in cases:
        ran = call("run", *FIRST, "--run-dir", "new", "--reuse", folder)
        assert (ran.exit_code, ran.stderr) == (2, f"debatec: {words}")
    write("good.debate.yaml", GOOD.replace("name: good", "name: other"))
    ran = call("run", *FIRST, "--run-dir", "new", "--reuse", "old")
    assert (ran.exit_code, ran.stderr) == (
        2, "debatec: 'old' cannot be reused: it is a run of 'good', not of 'other'\n")  # fmt: skip
    journal.write_bytes(journal.read_bytes().replace(b"A view.", b"A vow."))
    ran = call("run", *FIRST, "--run-dir", "new", "--reuse", "old")
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert "was changed after it was written" in ran.stderr
    assert not Path("new").exists()


def test_a_run_that_was_left_before_its_first_line_is_refused(old: Path) -> None:
    (old / "journal.jsonl").unlink()
    ran = call("run", *FIRST, "--run-dir", "new", "--reuse", "old")
    words = "'old' cannot be reused: it was left before anybody was asked"
    assert (ran.exit_code, ran.stderr) == (2, f"debatec: {words}\n")
