"""The files of a run beside its journal: what they say, and that they can be made anew."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from debatec.graph.plan import Plan
from debatec.runtime import projection
from debatec.runtime.events import Asked, Finished, Gated, Purpose, Replied, Resumed
from debatec.runtime.journal import NAME
from debatec.runtime.past import PLAN, RunError
from debatec.runtime.projection import LAG, RESULT, ROUNDS, STATE, write_file
from debatec.runtime.rounds import AGAIN
from debatec.runtime.run import Clock, Run, rebuild
from debatec.runtime.virtual import run_virtual
from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, Say, Script, fail, say, script
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Ran, Watch, carry_out, finish, plan_of, replayed, shipped


def panel() -> Plan:
    return plan_of(shipped("panel"), brief="Shall we?", rounds=3)


STUMBLING = debate(
    [{**TALK, "returns": "score"}],
    seats=3,
    rounds=3,
    closing=True,
    blocks={"score": {**SCORE, "otherwise": "fail"}},
    limits={"strikes": 2, "attempts": 2},
    stop=[
        {"id": "high", "when": "all(say, it.score > 0.9)", "outcome": "consensus"},
        {"id": "some", "when": "round.number == 2", "outcome": "no_consensus"},
    ],
)
CRASH = fail(TransportError(Failure.CRASHED, "it broke"))
TURNS: dict[str, Say | list[Say]] = {
    "talk.r1.say.peer-1": CRASH,
    "talk.r1.say.peer-2": [say("prose"), say('{"score": 0.25}')],
    "talk.r2.say.peer-3": [CRASH, say("well", {"score": {"score": 1}}, after=3)],
}


def stumbling() -> Script:
    return script(TURNS, say("so", {"score": {"score": 0.5}}, after=2))


RUNS: dict[str, tuple[Callable[[], Plan], Callable[[], Script]]] = {
    "panel": (panel, lambda: replayed("panel")),
    "stumbling": (lambda: plan_of(STUMBLING), stumbling),
}
both = pytest.mark.parametrize(("plan", "answers"), RUNS.values(), ids=RUNS)


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def state_of(folder: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads((folder / STATE).read_text("utf-8"))
    return values


# --- Made anew --------------------------------------------------------------------------------


@both
def test_all_is_made_anew_from_the_journal_alone(
    tmp_path: Path, plan: Callable[[], Plan], answers: Callable[[], Script]
) -> None:
    """At the end, and at any line: what looks on sees nothing that the journal has not."""
    seen: dict[int, dict[str, bytes]] = {}

    def watching(run: Run) -> Watch:
        watch = Watch()

        def look(_event: object) -> None:
            run.write_files()
            seen[len(watch.events)] = files(run.folder)

        watch.then = look
        return watch

    whole = carry_out(tmp_path / "run", plan(), Agent(answers()), watching)
    seen[len(seen)] = files(whole.folder)
    for found in seen.values():
        shutil.rmtree(whole.folder)
        whole.folder.mkdir()
        (whole.folder / NAME).write_bytes(found[NAME])
        rebuild(whole.folder)
        assert files(whole.folder) == found


@both
def test_what_was_edited_is_mended(
    tmp_path: Path, plan: Callable[[], Plan], answers: Callable[[], Script]
) -> None:
    ran = carry_out(tmp_path / "run", plan(), Agent(answers()))
    whole = files(ran.folder)
    for name in whole.keys() - {NAME}:
        (ran.folder / name).write_bytes(b"edited")
    rebuild(ran.folder)
    assert files(ran.folder) == whole


@both
def test_a_run_without_files_is_its_journal_alone(
    tmp_path: Path, plan: Callable[[], Plan], answers: Callable[[], Script]
) -> None:
    whole = carry_out(tmp_path / "whole" / "run", plan(), Agent(answers()))
    folder = tmp_path / "bare" / "run"
    for is_begun in (False, True):
        with _half(folder) if is_begun else Run.begin(folder, plan(), files=False) as run:
            run.write_files()
            agents = dict.fromkeys(run.plan.graph.seats, Agent(answers()))
            clock = Clock(lambda: 0.0, lambda: "2026-01-01T00:00:00Z")
            run_virtual(run.carry_out(agents, clock, Watch()))
        assert files(folder).keys() == {NAME}
    rebuild(folder)
    assert files(folder).keys() == files(whole.folder).keys()


def _half(folder: Path) -> Run:
    """A run taken up without files, in the middle."""
    lines = (folder / NAME).read_bytes().splitlines(keepends=True)
    (folder / NAME).write_bytes(b"".join(lines[: len(lines) // 2]))
    return Run.take_up(folder, files=False)


def test_files_are_written_by_a_thread_while_the_loop_goes_on(tmp_path: Path) -> None:
    plan, threads = plan_of(debate(rounds=3, seats=1)), set()
    put = projection.put

    def noting(path: str, data: bytes) -> None:
        threads.add(threading.get_ident())
        put(path, data)

    with pytest.MonkeyPatch.context() as patched, Run.begin(tmp_path / "run", plan) as run:
        patched.setattr(projection, "put", noting)
        agent = Agent(script({}, say("x", after=0.01)))
        agents = dict.fromkeys(run.plan.graph.seats, agent)
        clock = Clock(time.monotonic, lambda: "2026-01-01T00:00:00Z")
        asyncio.run(run.carry_out(agents, clock, Watch()))
    assert threads
    assert threading.get_ident() not in threads
    whole = files(tmp_path / "run")
    rebuild(tmp_path / "run")
    assert files(tmp_path / "run") == whole


def test_a_file_that_a_kill_tore_is_mended(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(debate(seats=1)), Agent(script({}, say("whole"))))
    [path] = (ran.folder / ROUNDS).glob("*.say.peer.md")
    path.write_bytes(b"who")
    finish(Run.take_up(ran.folder), Agent(script({})))
    assert path.read_bytes() == b"whole"


# --- Rounds -----------------------------------------------------------------------------------


def test_every_turn_has_its_files(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    asked, replied = ran.of(Asked), ran.of(Replied)
    assert {event.purpose for event in asked} == {Purpose.REPLY}
    expected = {f"{ROUNDS}/{event.turn}.prompt.md": event.prompt for event in asked}
    expected |= {f"{ROUNDS}/{event.turn}.md": event.text for event in replied}
    found = {name: data.decode() for name, data in files(ran.folder).items()}
    summaries = {f"{ROUNDS}/{e.phase}.r{e.round}.summary.json" for e in ran.of(Gated)}
    assert found.keys() == expected.keys() | summaries | {NAME, PLAN, RESULT, STATE}
    assert {name: found[name] for name in expected} == expected


def test_a_turn_that_was_asked_again_has_all_of_it(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(STUMBLING), Agent(stumbling()))
    path = ran.folder / ROUNDS
    prompts = ran.agent.prompts("talk.r1.say.peer-2")
    reply = (path / "talk.r1.say.peer-2.md").read_text("utf-8")
    assert len(prompts) == 2
    assert reply == AGAIN.join(["prose", '{"score": 0.25}'])
    assert (path / "talk.r1.say.peer-2.prompt.md").read_text("utf-8") == AGAIN.join(prompts)


def test_a_turn_without_a_reply_has_its_prompt_alone(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(STUMBLING), Agent(stumbling()))
    names = {path.name for path in (ran.folder / ROUNDS).glob("talk.*.peer-1.*")}
    assert names == {"talk.r1.say.peer-1.prompt.md"}


def test_names_of_files_never_collide(tmp_path: Path) -> None:
    say = {"speakers": ["prompt", "md", "summary"], "prompt": "Speak."}
    steps = [{**say, "id": "say"}, {**say, "id": "r1"}]
    spec = json.loads(debate(steps, roles={"prompt": {}, "md": {}, "summary": {}}, rounds=2))
    del spec["roles"]["peer"]
    ran = carry_out(tmp_path / "run", plan_of(json.dumps(spec)), Agent(script({})))
    assert len(list((ran.folder / ROUNDS).iterdir())) == 2 * len(list(ran.plan.graph.turns())) + 2


def summary(ran: Ran, round: str) -> dict[str, Any]:
    path = ran.folder / ROUNDS / f"{round}.summary.json"
    values: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return values


def test_a_summary_has_blocks_rules_and_verdict(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(STUMBLING), Agent(stumbling()))
    first, second = summary(ran, "talk.r1"), summary(ran, "talk.r2")
    assert [(turn["outcome"], turn["data"]) for turn in first["turns"]] == [
        ("crashed", None),
        ("ok", {"score": 0.25}),
        ("ok", {"score": 0.5}),
    ]
    assert first["turns"][0]["message"] == "it broke"
    assert (first["verdict"], second["verdict"]) == ("next", "stop")
    assert second["rules"] == [
        {"rule": "high", "outcome": "consensus", "held": False, "fired": False},
        {"rule": "some", "outcome": "no_consensus", "held": True, "fired": True},
    ]
    assert summary(ran, "close.r1")["verdict"] == "last"


def test_a_summary_has_what_programs_counted(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    assert summary(ran, "debate.r1")["counts"].keys() == {"findings"}
    assert summary(ran, "debate.r2")["counts"] == ran.result["findings"] | {}


@pytest.mark.parametrize(
    ("limits", "quorum", "agent"),
    [
        ({"time": "10s"}, 1, say("slow", after=20)),
        ({"attempts": 1}, 2, CRASH),
        ({"attempts": 1}, 0, CRASH),
    ],
    ids=["time", "quorum", "silence"],
)
def test_a_round_that_was_cut_off_says_so(
    tmp_path: Path, limits: dict[str, Any], quorum: int, agent: Any
) -> None:
    step = {**TALK, "quorum": quorum} if quorum else TALK
    stop = [{"id": "never", "when": "round.number > 8"}]
    spec = debate([step], rounds=9, limits=limits, stop=stop)
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script({}, agent)))
    assert ran.result["reason"] in ("time", "quorum", "silence")
    assert summary(ran, "talk.r1")["verdict"] == "cut"


# --- State ------------------------------------------------------------------------------------


def test_the_state_of_a_finished_run(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", plan_of(STUMBLING), Agent(stumbling()))
    state = state_of(ran.folder)
    assert state["lines"] == len(ran.watch.events)
    assert (state["status"], state["result"], state["stopReason"]) == (
        "done",
        "no_consensus",
        "some",
    )
    assert (state["phase"], state["round"], state["rounds"]) == ("close", 1, 1)
    assert state["degraded"] == ran.result["degraded"]
    assert state["seats"]["peer-1"] == {
        "ok": False,
        "live": False,
        "transport": "scripted",
        "lastError": "it broke",
        "failedTurns": 1,
        "nativeSessionId": None,
    }
    assert state["seats"]["peer-3"]["ok"]
    assert state["seats"]["peer-3"]["lastError"] == "it broke"
    attempts = [a for a in state["attempts"] if a["turn"] == "talk.r2.say.peer-3"]
    assert [(a["attempt"], a["outcome"], a["message"], a["duration"]) for a in attempts] == [
        (1, "crashed", "it broke", 0),
        (2, "ok", None, 3),
    ]
    assert all(attempt["outcome"] for attempt in state["attempts"])


def test_findings_that_block_twice_are_a_deadlock(tmp_path: Path) -> None:
    finding = {"id": "f", "title": "T", "severity": "blocking", "evidence": "e", "state": "open"}
    block = {"status": {"position": "disagree", "findings": [finding]}}
    book = {"id": "book", "kind": "ledger", "of": "say"}
    spec = debate([{**TALK, "returns": "status"}, book], rounds=3)
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script({}, say("No.", block))))
    state = state_of(ran.folder)
    assert state["findings"] == json.loads((ran.folder / RESULT).read_text("utf-8"))["findings"]
    blocking = state["findings"]["book"]["blocking"]
    assert len(blocking) == 1
    assert state["deadlocks"] == [
        {"phase": "talk", "round": round, "step": "book", "blocking": blocking} for round in (2, 3)
    ]


def test_a_run_that_was_begun_is_starting(tmp_path: Path) -> None:
    with Run.begin(tmp_path / "run", panel()) as run:
        run.write_files()
    state = state_of(tmp_path / "run")
    assert (state["status"], state["lines"], state["at"], state["round"]) == (
        "starting",
        0,
        None,
        0,
    )


def test_an_attempt_that_a_kill_cut_off_is_told_once(tmp_path: Path) -> None:
    plan = plan_of(debate(seats=1))
    carry_out(tmp_path / "run", plan, Agent(script({}, say("x", after=5))))
    path = tmp_path / "run" / NAME
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    rebuild(tmp_path / "run")
    [attempt] = state_of(tmp_path / "run")["attempts"]
    assert (attempt["outcome"], attempt["duration"]) == (None, None)
    finish(Run.take_up(tmp_path / "run"), Agent(script({}, say("x", after=7))))
    [attempt] = state_of(tmp_path / "run")["attempts"]
    assert (attempt["outcome"], attempt["duration"]) == ("ok", 7)


# --- Writing ----------------------------------------------------------------------------------


def test_a_busy_run_writes_its_state_twice_a_second_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def counting(path: Path, text: str) -> None:
        written.append(path.name)
        write_file(path, text)

    monkeypatch.setattr(projection, "write_file", counting)
    spec = debate(rounds=20, seats=1)
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script({}, say("x", after=0.1))))
    assert ran.seconds == pytest.approx(2)
    assert written.count(STATE) == 1 + 2 / LAG
    assert len(written) == len(set(written)) + written.count(STATE) - 1


def test_a_quiet_run_lags_by_half_a_second(tmp_path: Path) -> None:
    seen: list[dict[str, Any]] = []

    def answer(*_: object) -> Any:
        if (tmp_path / "run" / STATE).exists():
            seen.append(state_of(tmp_path / "run"))
        return say("x", after=1)

    carry_out(tmp_path / "run", plan_of(debate(rounds=3, seats=1)), Agent(answer))
    assert [state["round"] for state in seen] == [1, 2]


def test_a_file_that_cannot_be_written_stops_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        if path.name in (STATE, RESULT):
            raise OSError(28, "No space left on device", str(path))
        write_file(path, text)

    with monkeypatch.context() as patched:
        patched.setattr(projection, "write_file", full)
        with pytest.raises(
            RunError, match=r"result.json: No space left on device; the run is safe"
        ):
            carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    ran = finish(Run.take_up(tmp_path / "run"), Agent(script({})))
    assert ran.agent.questions == []
    assert ran.of(Finished) + ran.of(Resumed) == []


@pytest.mark.parametrize("name", [ROUNDS, f"{STATE}.part", f"{RESULT}.part"])
def test_nothing_is_written_through_a_link(tmp_path: Path, name: str) -> None:
    carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    elsewhere = tmp_path / "elsewhere"
    shutil.rmtree(tmp_path / "run" / ROUNDS)
    for missing in (RESULT, STATE):
        (tmp_path / "run" / missing).unlink()
    if name == ROUNDS:
        elsewhere.mkdir()
    else:
        elsewhere.write_text("precious")
    (tmp_path / "run" / name).symlink_to(elsewhere)
    with pytest.raises(RunError, match=r"link[^\n]*$"):
        rebuild(tmp_path / "run")
    assert files(elsewhere) == {} if name == ROUNDS else elsewhere.read_text() == "precious"


def test_a_file_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "x", "a\ud800")
    assert (tmp_path / "x").read_bytes() == b"a\\ud800"
    monkeypatch.setattr(os, "open", None)
    write_file(tmp_path / "x", "a\ud800")
    monkeypatch.undo()
    write_file(tmp_path / "x", "b" * 100_000)
    assert (tmp_path / "x").read_text() == "b" * 100_000
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_files_are_their_owners_alone(tmp_path: Path) -> None:
    ran = carry_out(tmp_path / "run", panel(), Agent(replayed("panel")))
    assert {path.stat().st_mode & 0o77 for path in ran.folder.rglob("*")} == {0}
