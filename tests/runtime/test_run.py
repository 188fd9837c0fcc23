"""A run's folder: begun once, taken up after any kill, and never by two at a time."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG

import pytest

from debatec.graph.graph import Kind
from debatec.graph.plan import Plan
from debatec.runtime.encoding import decode
from debatec.runtime.events import Asked, Ended, Failed, Finished, Resumed, Settled, Started
from debatec.runtime.journal import NAME, SEAL, JournalError, read_journal, sealed
from debatec.runtime.past import PLAN, RunError
from debatec.runtime.projection import RESULT, STATE
from debatec.runtime.run import Run
from debatec.source import exactjson
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Agent, Say, Script, fail, say, script
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import carry_out, exchanges, finish, lasting, plan_of, replayed, shipped

ROOT = Path(__file__).parents[2]


def panel() -> Plan:
    return plan_of(shipped("panel"), brief="Shall we?", rounds=3)


# --- Taking up --------------------------------------------------------------------------------

STUMBLING = debate(
    [
        {**TALK, "returns": "score", "quorum": 2},
        {"id": "rate", "speakers": ["judge"], "sees": "say", "prompt": "Rate.", "returns": "vote"},
        {"id": "verdict", "kind": "tally", "of": "rate"},
    ],
    seats=4,
    rounds=2,
    roles={"judge": {}},
    blocks={"score": {**SCORE, "otherwise": {"score": "1 / 3"}}},
    limits={"attempts": 2, "strikes": 3},
    phases=[{"id": "end", "always": True, "rounds": 2, "steps": [{**TALK, "id": "again"}]}],
)


def stumbling(request: Request, _asking: int) -> Say:
    """Fails by turn and attempt alone, so that a resumed run meets the same failures."""
    _, round, step, seat = request.turn.split(".")
    is_block = request.prompt.startswith(("Your ", "Give only "))
    if (seat, request.attempt) == ("peer-1", 1):
        return fail(TransportError(Failure.RATE_LIMITED, "wait"))
    if seat == "peer-2":
        return fail(TransportError(Failure.CRASHED, f"{round} breaks"))
    if seat == "peer-3" and not is_block:
        return say(f"{step} without a block")
    if seat == "peer-3":
        return say("still none") if round == "r1" else say('{"score": 0.25}')
    if step == "rate":
        return say("So.", {"vote": {"vote": "object", "objections": ["no"]}})
    return say(f"{round} {step}", {"score": {"score": 0.5}})


def falling_short(request: Request, _asking: int) -> Say:
    if request.turn.startswith("talk.r2.say.peer-") and not request.turn.endswith("-1"):
        return fail(TransportError(Failure.REFUSED, "no"))
    return stumbling(request, 0)


RUNS: dict[str, tuple[Callable[[], Plan], Callable[[], Script]]] = {
    "panel": (panel, lambda: replayed("panel")),
    "stumbling": (lambda: plan_of(STUMBLING), lambda: stumbling),
    "falling short": (lambda: plan_of(STUMBLING), lambda: falling_short),
    "silent": (
        lambda: plan_of(STUMBLING),
        lambda: lambda request, _: fail(TransportError(Failure.REFUSED, request.turn)),
    ),
}


@pytest.mark.parametrize(("plan", "answers"), RUNS.values(), ids=RUNS)
def test_a_run_killed_after_any_line_comes_to_the_same_result(
    tmp_path: Path, plan: Callable[[], Plan], answers: Callable[[], Script]
) -> None:
    whole = carry_out(tmp_path / "whole", plan(), Agent(answers()))
    lines = (tmp_path / "whole" / NAME).read_bytes().splitlines(keepends=True)
    for kept in range(len(lines) + 1):
        folder = tmp_path / str(kept)
        folder.mkdir()
        shutil.copy(tmp_path / "whole" / PLAN, folder)
        (folder / NAME).write_bytes(
            b"".join(lines[:kept]) + lines[kept][:30] * (kept % 2)
            if kept < len(lines)
            else b"".join(lines)
        )
        before = {
            line.event.node for line in read_journal(folder) if isinstance(line.event, Settled)
        }
        ran = finish(Run.take_up(folder), Agent(answers()))
        assert lasting(ran.result) == lasting(whole.result)
        assert not before & set(ran.agent.turns())
        assert len(ran.of(Resumed)) == (0 < kept < len(lines))
        assert ran.state.settled == whole.state.settled
        assert exchanges(ran) == exchanges(whole)


def test_a_reply_that_was_written_down_is_not_asked_for_again(tmp_path: Path) -> None:
    spec = debate([{**TALK, "returns": "score"}], seats=1, blocks={"score": SCORE})
    answers = script({"talk.r1.say.peer": [say("prose"), say('{"score": 1}')]})
    carry_out(tmp_path / "run", plan_of(spec), Agent(answers))
    path = tmp_path / "run" / NAME
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    (tmp_path / "run" / RESULT).unlink()
    agent = Agent(lambda _request, _asking: say('{"score": 0}'))
    ran = finish(Run.take_up(tmp_path / "run"), agent)
    [question] = agent.questions
    assert question.request.prompt.startswith("Your score block")
    assert [exchange.reply for exchange in question.known] == ["prose"]
    assert ran.state.settled["talk.r1.say.peer"].text == "prose"
    assert ran.state.settled["talk.r1.say.peer"].data == {"score": 0}


def test_attempts_go_on_where_they_were(tmp_path: Path) -> None:
    crash = fail(TransportError(Failure.CRASHED, "no"))
    plan = plan_of(debate(seats=1, limits={"attempts": 3}))
    carry_out(tmp_path / "run", plan, Agent(script({}, crash)))
    path = tmp_path / "run" / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]))
    ran = finish(Run.take_up(tmp_path / "run"), Agent(script({}, crash)))
    assert [asked.attempt for asked in ran.of(Asked)] == [2, 3]


def test_the_waits_before_a_kill_count(tmp_path: Path) -> None:
    limited = Agent(script({}, fail(TransportError(Failure.RATE_LIMITED, "slowly", 30))))
    plan = plan_of(debate(seats=1, limits={"attempts": 1, "turn_timeout": "100s"}))
    whole = carry_out(tmp_path / "run", plan, limited)
    path = tmp_path / "run" / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: 1 + 2 * 2]))
    ran = finish(Run.take_up(tmp_path / "run"), limited)
    assert [(failed.attempt, failed.counts) for failed in ran.of(Failed)] == [(3, False), (4, True)]
    assert ran.state.failures == whole.state.failures


def test_the_time_before_a_kill_counts(tmp_path: Path) -> None:
    spec = debate(rounds=9, limits={"time": "100s"})
    slow = script({}, say("slow", after=40))
    carry_out(tmp_path / "run", plan_of(spec), Agent(slow))
    path = tmp_path / "run" / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    second = next(n for n, line in enumerate(lines) if b'"node":"talk.r2.' in line)
    path.write_bytes(b"".join(lines[: second + 1]))
    ran = finish(Run.take_up(tmp_path / "run"), Agent(slow))
    assert ran.result["reason"] == "time"
    assert ran.seconds == pytest.approx(20)


def test_a_finished_run_only_writes_its_result_again(tmp_path: Path) -> None:
    whole = carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    journal = (tmp_path / "run" / NAME).read_bytes()
    (tmp_path / "run" / RESULT).unlink()
    ran = finish(Run.take_up(tmp_path / "run"), Agent(script({})))
    assert ran.result == whole.result
    assert ran.agent.questions == []
    assert (tmp_path / "run" / NAME).read_bytes() == journal


def test_the_result_is_the_same_read_or_made(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(STUMBLING), Agent(stumbling))
    [finished] = ran.of(Finished)
    assert finished.result == ran.result
    assert exactjson.dumps(finished.result) == exactjson.dumps(ran.result)
    assert list(tmp_path.rglob("*.part")) == []


def test_a_turn_is_synced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run" / NAME
    synced: list[bytes] = []

    def sync(descriptor: int) -> None:
        if S_ISREG(os.fstat(descriptor).st_mode):
            synced.append(path.read_bytes().splitlines()[-1])

    monkeypatch.setattr(os, "fsync", sync)
    ran = carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    first, *turns, last = [decode(exactjson.loads(line.decode())) for line in synced]
    assert isinstance(first, Started)
    assert isinstance(last, Finished)
    expected = [e for e in ran.of(Settled) if ran.plan.graph.nodes[e.node].kind is Kind.TURN]
    assert turns == expected
    assert len(ran.of(Settled)) > len(turns)


def test_what_was_written_before_a_kill_is_synced_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    carry_out(
        tmp_path / "run", plan_of(debate([{**TALK, "order": "sequential"}])), Agent(script({}))
    )
    path = tmp_path / "run" / NAME
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    written = path.stat().st_size

    def answer(request: Request, _asking: int) -> Say:
        assert request.turn == "talk.r1.say.peer-2"
        return say("no" if max(synced, default=0) < written else "yes")

    synced.clear()
    assert finish(Run.take_up(tmp_path / "run"), Agent(answer)).result["text"] == "yes"


# --- What is refused --------------------------------------------------------------------------


def test_a_folder_holds_one_run(tmp_path: Path) -> None:
    Run.begin(tmp_path / "run", panel()).close()
    with pytest.raises(RunError, match="holds a run already; resume it, or name another folder"):
        Run.begin(tmp_path / "run", panel())
    (tmp_path / "run" / PLAN).unlink()
    with pytest.raises(RunError, match="holds a run already"):
        Run.begin(tmp_path / "run", panel())


def test_a_folder_without_a_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"nowhere' holds no run$"):
        Run.take_up(tmp_path / "nowhere")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(RunError, match=r"^[^\n]*file[^\n]*$"):
            Run.begin(path, panel())


def test_a_changed_plan_is_refused(tmp_path: Path) -> None:
    Run.begin(tmp_path / "run", panel()).close()
    path = tmp_path / "run" / PLAN
    text = path.read_text("utf-8")
    for changed in (text.replace("Shall we?", "Must we?"), "{}", "no JSON", ""):
        path.write_text(changed, "utf-8")
        with pytest.raises(RunError, match="cannot be used"):
            Run.take_up(tmp_path / "run")


def test_a_plan_that_is_not_the_runs_is_written_anew(tmp_path: Path) -> None:
    carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    Run.begin(tmp_path / "other", plan_of(debate())).close()
    path = tmp_path / "run" / PLAN
    whole = path.read_bytes()
    for change in (b"{}", (tmp_path / "other" / PLAN).read_bytes(), b"\xff"):
        path.write_bytes(change)
        with Run.take_up(tmp_path / "run") as run:
            assert run.warnings == (
                "plan.json was not the plan that this run was begun with, "
                "and has been written anew; to run a changed debate: "
                f"debatec run SPEC --reuse {tmp_path / 'run'}",
            )
        assert path.read_bytes() == whole
    path.unlink()
    with Run.take_up(tmp_path / "run") as run:
        assert run.warnings == ()
    assert path.read_bytes() == whole


def resealed(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Rewrite a journal as somebody would who knows how its lines are chained."""
    bodies = [line[:-SEAL] + b"}" for line in path.read_bytes().splitlines(keepends=True)]
    path.write_bytes(b"".join(sealed(map(change, bodies))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"digest":"', b'"digest":"0'),
        (b'"cast":{}', b'"cast":[]'),
        (b'"inputs":{', b'"inputs":{"no":1,'),
        (b'"spec":"', b'"spec":"- '),
    ],
)
def test_a_journal_whose_plan_was_forged_is_refused(tmp_path: Path, old: bytes, new: bytes) -> None:
    carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    resealed(tmp_path / "run" / NAME, lambda line: line.replace(old, new, 1))
    with pytest.raises(RunError, match=r"the plan in .*journal.jsonl cannot be used"):
        Run.take_up(tmp_path / "run")


def test_a_journal_without_its_beginning_is_refused(tmp_path: Path) -> None:
    carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    path = tmp_path / "run" / NAME
    body = b'{"at":"now","elapsed":0,"kind":"resumed","n":1}'
    path.write_bytes(b"".join(sealed([body])))
    with pytest.raises(RunError, match=r"journal.jsonl:1: this line does not begin a run"):
        Run.take_up(tmp_path / "run")


def test_an_end_that_is_missing_is_said_where_it_is_known(tmp_path: Path) -> None:
    carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    path, count = tmp_path / "run" / NAME, 0
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-3]))
    with Run.take_up(tmp_path / "run") as run:
        [warning] = run.warnings
        count = len(lines)
        assert f"{STATE} knew of {count} lines and there are {count - 3}" in warning
    (tmp_path / "run" / STATE).unlink()
    ran = finish(Run.take_up(tmp_path / "run"), Agent(replayed("panel")))
    [resumed] = ran.of(Resumed)
    assert resumed.warnings == (
        "the end of journal.jsonl is missing: there is a result.json that it does not tell of",
    )
    state = exactjson.loads((tmp_path / "run" / STATE).read_text("utf-8"))
    assert state["warnings"] == list(resumed.warnings)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"lines": "x"}', "\ud800", "[" * 99_999])
def test_a_state_that_is_none_is_nothing_to_go_by(tmp_path: Path, text: str) -> None:
    Run.begin(tmp_path / "run", panel()).close()
    (tmp_path / "run" / STATE).write_text(text, "utf-8", "surrogatepass")
    with Run.take_up(tmp_path / "run") as run:
        assert run.warnings == ()


@pytest.mark.parametrize("wrong", [b"debate.r9.audit", b"closing.r1.audit", b"nowhere.r1.audit"])
def test_a_line_that_does_not_fit_the_plan_is_refused(tmp_path: Path, wrong: bytes) -> None:
    carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    first = b'"kind":"asked"' if wrong.startswith(b"nowhere") else b"{"
    resealed(
        tmp_path / "run" / NAME,
        lambda line: line.replace(b"debate.r2.audit", wrong) if first in line else line,
    )
    with pytest.raises(RunError, match=r"journal.jsonl:[0-9]+: this line does not fit the plan"):
        Run.take_up(tmp_path / "run")
    Run.begin(tmp_path / "other", panel()).close()


def test_a_journal_that_cannot_be_written_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match="cannot be written: No space left on device"):
        carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    ran = finish(Run.take_up(tmp_path / "run"), Agent(replayed("panel")))
    assert ran.result["outcome"] == "consensus"


# --- Other processes --------------------------------------------------------------------------

CHILD = """
import asyncio, sys, time
from pathlib import Path
from debatec.runtime.run import Clock, Run
from tests.support.agents import Agent, Say
from tests.support.runs import Watch, plan_of, replayed, shipped

answers = replayed("panel")

def slow(request, asking):
    return Say(answers(request, asking).pieces, pause=0.05)

async def main():
    plan = plan_of(shipped("panel"), brief="Shall we?", rounds=3)
    with Run.begin(Path(sys.argv[1]), plan) as run:
        agents = dict.fromkeys(plan.graph.seats, Agent(slow))
        await run.carry_out(agents, Clock(time.monotonic, lambda: "now"), Watch())

asyncio.run(main())
"""


@contextmanager
def another_process(folder: Path, lines: int) -> Iterator[subprocess.Popen[bytes]]:
    """A real process in the middle of a run, once its journal has some lines."""
    path = os.pathsep.join([str(ROOT / "compiler"), str(ROOT)])
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder)], env=os.environ | {"PYTHONPATH": path}
    )
    try:
        journal = folder / NAME
        while not journal.exists() or journal.read_bytes().count(b"\n") < lines:
            assert child.poll() is None
            time.sleep(0.002)
        yield child
    finally:
        child.kill()
        child.wait()


def test_two_processes_never_run_one_debate(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with (
        another_process(folder, 1),
        pytest.raises(RunError, match="another process is running this debate"),
    ):
        Run.take_up(folder)


@pytest.mark.parametrize("lines", [1, 13, 28])
def test_a_killed_process_loses_nothing(tmp_path: Path, lines: int) -> None:
    folder = tmp_path / "run"
    with another_process(folder, lines) as child:
        child.send_signal(signal.SIGKILL)
        child.wait()
    before = [line.event for line in read_journal(folder)]
    settled = {event.node for event in before if isinstance(event, Settled)}
    assert sum(isinstance(event, Started) for event in before) == 1
    assert not any(isinstance(event, Finished | Ended) for event in before)
    ran = finish(Run.take_up(folder), Agent(replayed("panel")))
    assert not settled & set(ran.agent.turns())
    whole = carry_out(tmp_path / "whole", panel(), Agent(replayed("panel")))
    assert lasting(ran.result) == lasting(whole.result)
