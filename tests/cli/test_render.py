"""`debatec render`: the same bytes as a run sends, before and after it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from debatec.cli import rendering
from debatec.data import data
from debatec.graph.plan import Plan
from debatec.runtime.events import Asked, Gated
from debatec.runtime.placeholders import Placeholder
from debatec.runtime.rehearsal import unstopped
from debatec.transports.interface import Failure, TransportError
from tests.cli.specs import BAD, GOOD, Files, call
from tests.support.agents import Agent, fail, say, script
from tests.support.runs import Ran, carry_out, plan_of, replayed, shipped

ENVIRONMENT = {"XDG_CONFIG_HOME": "/nowhere"}
INPUTS: dict[str, dict[str, Any]] = {
    "panel": {"brief": "Where do sessions go?"},
    "pingpong": {"question": "Tabs or spaces?"},
}
HARD = """\
debate: v1
name: hard
roles:
  peer: {seats: 2}
  guest: {session: fresh, lens: counts}
  judge: {}
prompts:
  begin: Begin.
  go_on: "Go on, {{ seat.id }}. {{ heard }} Round {{ round.number }}."
blocks:
  score: {fields: {score: {type: number, minimum: 0, maximum: 1}}, otherwise: fail}
format:
  - id: talk
    rounds: 3
    steps:
      - id: say
        speakers: peer
        sees: everything
        order: sequential
        prompt: {first: begin, then: go_on}
        returns: score
      - id: sum_up
        speakers: guest
        sees: {in: say, take: [score]}
        prompt: "{{ heard }} Sum up."
        returns: vote
      - {id: verdict, kind: tally, of: sum_up}
    stop: [enough: verdict.winner == 'accept']
synthesis: {speakers: judge, prompt: Write it.}
limits: {strikes: none, attempts: 3}
"""
SCORED: dict[str, Any] = {"score": {"score": 1}}
STUMBLING = """\
replay: v1
turns:
  talk.r1.say.peer-1: {text: No block., after: 90s}
  talk.r1.say.peer-2:
    - {fail: rate_limited, retry_after: 20s}
    - {fail: crashed}
    - {text: Well., block: {score: {score: 1}}}
  talk.r1.sum_up.guest: {text: No., block: {vote: {vote: object, objections: []}}}
  talk.r2.say.peer-1: {text: Now., block: {score: {score: 1}}}
  talk.r2.sum_up.guest: {text: Yes., block: {vote: {vote: accept, objections: []}}}
otherwise: {text: Otherwise.}
"""
STUMBLING_SCRIPT = script(
    {
        "talk.r1.say.peer-1": say("No block.", after=90),
        "talk.r1.say.peer-2": [
            fail(TransportError(Failure.RATE_LIMITED, "too many", 20)),
            fail(TransportError(Failure.CRASHED, "it broke")),
            say("Well.", SCORED),
        ],
        "talk.r1.sum_up.guest": say("No.", {"vote": {"vote": "object", "objections": []}}),
        "talk.r2.say.peer-1": say("Now.", SCORED),
        "talk.r2.sum_up.guest": say("Yes.", {"vote": {"vote": "accept", "objections": []}}),
    },
    say("Otherwise."),
)


def rendered(*arguments: str) -> Any:
    result = call("render", *arguments, "--json", env=ENVIRONMENT)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def requests(document: Mapping[str, Any]) -> list[tuple[str, int, str, str]]:
    """All there is to a request, in the order of turns."""
    return [
        (turn["turn"], request["attempt"], request["purpose"], request["prompt"])
        for turn in document["turns"]
        for request in turn["requests"]
    ]


def sent(ran: Ran) -> list[tuple[str, int, str, str]]:
    """The requests of a run, in the order of turns."""
    asked = sorted(ran.of(Asked), key=lambda event: ran.plan.graph.nodes[event.turn].index)
    return [(event.turn, event.attempt, str(event.purpose), event.prompt) for event in asked]


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def settings(name: str) -> list[str]:
    return [word for item in INPUTS[name].items() for word in ("-i", "=".join(item))]


def like_placeholders(plan: Plan, native: bool) -> Agent:
    """A recording agent that says what placeholders say."""
    made_up = Placeholder(plan, "local", native)
    return Agent(lambda request, _asking: say(made_up.reply(request)), native, "local")


# --- The same as a run ------------------------------------------------------------------------


@pytest.mark.parametrize("name", INPUTS)
def test_a_debate_on_its_replay_is_rendered_byte_for_byte(tmp_path: Path, name: str) -> None:
    agent = Agent(replayed(name))
    ran = carry_out(tmp_path / "run", plan_of(shipped(name), **INPUTS[name]), agent)
    replay = str(data("formats").joinpath(f"{name}.replay.yaml"))
    document = rendered(name, *settings(name), "--all", "--replies", replay)
    assert requests(document) == sent(ran)
    assert not document["placeholders"]
    systems = {seat: system for seat, system, _ in agent.opened}
    assert {turn["seat"]: turn["system"] for turn in document["turns"]} == systems
    heard = [r["heard"] for turn in document["turns"] for r in turn["requests"]]
    events = sorted(ran.of(Asked), key=lambda event: ran.plan.graph.nodes[event.turn].index)
    assert heard == [list(event.heard) for event in events]


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("spec", ["panel", "pingpong", "hard"])
def test_without_replies_it_is_what_a_run_on_placeholders_sends(
    write: Files, native: bool, spec: str
) -> None:
    text = HARD if spec == "hard" else shipped(spec)
    inputs = INPUTS.get(spec, {})
    name = write("x.debate.yaml", text)
    plan = unstopped(plan_of(text, **inputs))
    ran = carry_out(Path("run"), plan, like_placeholders(plan, native))
    words = settings(spec) if inputs else []
    document = rendered(name, *words, "--all", "--registry", registry(write, native))
    assert requests(document) == sent(ran)
    assert document["placeholders"]
    assert {turn["turn"] for turn in document["turns"]} == {turn.id for turn in plan.graph.turns()}


def registry(write: Files, native: bool) -> str:
    agent = {"kind": "openai", "base_url": "http://127.0.0.1:1/v1", "model": "m"}
    entries = {"local": {"transports": [{**agent, "native_blocks": native}]}}
    return write("agents.yaml", json.dumps({"agents": "v1", "entries": entries}))


def test_failures_waits_and_repeated_questions_are_rendered_as_they_come(write: Files) -> None:
    spec, replay = write("h.debate.yaml", HARD), write("h.replay.yaml", STUMBLING)
    ran = carry_out(Path("run"), plan_of(HARD), Agent(STUMBLING_SCRIPT))
    assert requests(rendered(spec, "--all", "--replies", replay)) == sent(ran)
    assert requests(rendered("run", "--all")) == sent(ran)
    assert ("talk.r1.say.peer-2", 3) in {(turn, attempt) for turn, attempt, _, _ in sent(ran)}
    assert any(purpose == "block" for _, _, purpose, _ in sent(ran))
    assert ran.seconds > 100


def test_one_turn_is_what_it_is_among_all(write: Files) -> None:
    spec, replay = write("h.debate.yaml", HARD), write("h.replay.yaml", STUMBLING)
    every = rendered(spec, "--all", "--replies", replay)["turns"]
    for turn in every:
        assert rendered(spec, "--turn", turn["turn"], "--replies", replay)["turns"] == [turn]


# --- A run ------------------------------------------------------------------------------------


def test_wherever_a_run_was_cut_the_rest_is_what_it_went_on_to_send(tmp_path: Path) -> None:
    ran = carry_out(
        tmp_path / "whole", plan_of(shipped("panel"), **INPUTS["panel"]), Agent(replayed("panel"))
    )
    replay = str(data("formats").joinpath("panel.replay.yaml"))
    lines = (ran.folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines) + 1, 5):
        part = tmp_path / str(number)
        shutil.copytree(ran.folder, part)
        (part / "journal.jsonl").write_bytes(b"".join(lines[:number]))
        before = contents(part)
        document = rendered(str(part), "--all", "--replies", replay)
        assert list(dict.fromkeys(requests(document))) == sent(ran)
        asked = {json.loads(line).get("turn") for line in lines[:number]}
        assert [turn["sent"] for turn in document["turns"]] == [
            turn["turn"] in asked for turn in document["turns"]
        ]
        assert contents(part) == before


def test_what_comes_next_hears_nobody_made_up(tmp_path: Path) -> None:
    ran = carry_out(
        tmp_path / "r", plan_of(shipped("panel"), **INPUTS["panel"]), Agent(replayed("panel"))
    )
    journal = ran.folder / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    gated = next(n for n, event in enumerate(ran.watch.events) if isinstance(event, Gated))
    journal.write_bytes(b"".join(lines[: gated + 1]))
    following, later = "debate.r2.audit.panelist-1", "closing.r1.synthesis.editor"
    document = rendered(str(ran.folder), "--turn", following, "--agents", "local")
    assert not document["placeholders"]
    assert not document["turns"][0]["sent"]
    # Agents that can be held to a schema are asked for the block apart.
    prompt = document["turns"][0]["requests"][0]["prompt"]
    assert ran.agent.prompts(following)[0].startswith(f"{prompt}\n\nEnd your reply")
    assert rendered(str(ran.folder), "--turn", later, "--agents", "local")["placeholders"]


def test_a_turn_that_a_run_ended_without(write: Files) -> None:
    spec, replay = write("h.debate.yaml", HARD), write("h.replay.yaml", STUMBLING)
    missing = ("--turn", "talk.r3.say.peer-1")
    result = call("render", spec, *missing, "--replies", replay)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is not asked: with these replies the debate ends without it" in result.stderr
    write("q.replay.yaml", "replay: v1\notherwise: {fail: refused}\n")
    call("run", spec, "--agents", "replay:q.replay.yaml", "--run-dir", "run", "-q")
    result = call("render", "run", *missing)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "was not asked: the debate ended without it" in result.stderr


# --- For people -------------------------------------------------------------------------------


def test_the_first_round_unless_something_else_is_wanted(write: Files) -> None:
    name = write("a.debate.yaml", GOOD)
    result = call("render", name, "-i", "question=Well?", env=ENVIRONMENT)
    assert (result.exit_code, result.stderr) == (0, "")
    heads = [line for line in result.stdout.splitlines() if line.startswith("=====")]
    assert heads == [f"===== talk.r1.say.{seat} · local =====" for seat in "ab"]
    assert "----- system -----\nYou are a in a debate" in result.stdout
    assert "----- prompt -----\nWell?\n" in result.stdout


def test_placeholders_are_marked_and_said_to_be_some(write: Files) -> None:
    name = write("a.debate.yaml", GOOD)
    result = call(
        "render", name, "-i", "question=Well?", "--turn", "talk.r2.say.a", env=ENVIRONMENT
    )
    assert "b (say, round 1):\n> [reply of b in say, round 1]" in result.stdout
    assert "placeholders" in result.stderr


def test_a_run_tells_what_was_sent_and_attempts_are_counted(write: Files) -> None:
    spec, replay = write("h.debate.yaml", HARD), write("h.replay.yaml", STUMBLING)
    shown = call("render", spec, "--turn", "talk.r1.say.peer-2", "--replies", replay).stdout
    assert "----- prompt, attempt 3 -----\nBegin." in shown
    shown = call("render", spec, "--turn", "talk.r1.say.peer-1", "--replies", replay).stdout
    assert "----- prompt for the block -----\nYour score block could not be used" in shown
    write("q.replay.yaml", "replay: v1\notherwise: {fail: refused}\n")
    call("run", spec, "--agents", "replay:q.replay.yaml", "--run-dir", "run", "-q")
    shown = call("render", "run").stdout
    assert shown.startswith("===== talk.r1.say.peer-1 · replay:q.replay.yaml · sent =====\n")


@pytest.mark.parametrize(("is_terminal", "shown"), [(True, "Well[2J?"), (False, "Well\x1b[2J?")])
def test_a_terminal_is_spared_control_characters(
    write: Files, monkeypatch: pytest.MonkeyPatch, is_terminal: bool, shown: str
) -> None:
    name = write("a.debate.yaml", GOOD)
    arguments = ("-i", "question=Well\x1b[2J?", "--turn", "talk.r1.say.a")
    document = rendered(name, *arguments)
    assert "Well\x1b[2J?" in document["turns"][0]["requests"][0]["prompt"]
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    assert shown in "\n".join(rendering.lines(document))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["good.debate.yaml"], "input 'question' is required"),
        (["bad.debate.yaml", "-i", "question=Q"], "DB302"),
        (["nowhere"], "no file or shipped format 'nowhere'"),
        (["folder"], "'folder' holds no run"),
        (["good.debate.yaml", "--turn", "x", "--all"], "--turn and --all exclude each other"),
        (["good.debate.yaml", "--replies", "x", "--agents", "y"], "--replies and --agents exclude"),
        (["folder", "-i", "question=Q"], "leave -i and --seed out"),
        (["good.debate.yaml", "-i", "question=Q", "--turn", "talk.r1.say.c"],
         "there is no turn 'talk.r1.say.c': no seat 'c' speaks in 'say'\nseats: a, b\n"),
        (["good.debate.yaml", "-i", "question=Q", "--turn", "member-4"], "; seats: a, b; "),
        (["good.debate.yaml", "-i", "question=Q", "--replies", "no"], "no: No such file"),
        (["good.debate.yaml", "-i", "question=Q", "--agents", "nobody"], "no agent 'nobody'"),
    ],
)  # fmt: skip
def test_what_cannot_be_rendered(write: Files, arguments: list[str], words: str) -> None:
    write("good.debate.yaml", GOOD)
    write("bad.debate.yaml", BAD)
    write("folder/note.txt", "")
    result = call("render", *arguments, env=ENVIRONMENT)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_a_prompt_that_cannot_be_written_is_said(write: Files) -> None:
    loop = "{% for a in inputs.many %}{% for b in inputs.many %}{% for c in inputs.many %}x" + (
        "{% endfor %}" * 3
    )
    text = GOOD.replace("question: {type: string}", "many: {type: array}")
    name = write("a.debate.yaml", text.replace("{{ inputs.question }}", loop))
    result = call("render", name, "-i", f"many={json.dumps([1] * 300)}", env=ENVIRONMENT)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "turn 'talk.r1.say.a' cannot be asked: the prompt cannot be written" in result.stderr
