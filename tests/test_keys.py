"""Every key of the language reaches the run: another value changes what is asked or comes out."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from debatec.data import data
from debatec.runtime.events import Asked, Replied
from debatec.runtime.past import read_run
from debatec.runtime.run import Run
from debatec.transports.interface import SAMPLING, Failure, Price, Request, TransportError
from tests.support.agents import Agent, Say, fail, say
from tests.support.runs import Ran, carry_out, compiled, finish, lasting, plan_of

BASE: dict[str, Any] = {
    "debate": "v1",
    "name": "base",
    "version": "1.0.0",
    "summary": "All keys.",
    "inputs": {"topic": {"type": "string", "default": "Tea"}},
    "roles": {
        "pro": {"seats": 2, "lens": "finds {{ inputs.topic }}", "session": "persistent"},
        "con": {"turn_timeout": 40, "attempts": 2, "system": "intro"},
        "judge": {"session": "fresh"},
    },
    "groups": {"sides": ["pro", "con"]},
    "prompts": {
        "intro": "You are {{ seat.title }}.",
        "one": "First.",
        "two": "Then{% if round.total %} of {{ round.total }}{% endif %}.",
    },
    "blocks": {
        "score": {
            "fields": {"points": {"type": "number", "maximum": 9}},
            "asks": 2,
            "otherwise": {"points": "0.1 + 0.2"},
        }
    },
    "format": [
        {
            "id": "talk",
            "rounds": 2,
            "steps": [
                {"id": "say", "speakers": ["sides"], "order": "parallel", "quorum": 1,
                 "sees": [{"who": ["others"], "in": ["say"], "window": "latest", "take": ["text"]}],
                 "prompt": {"first": "one", "then": "two"}},
                {"id": "rate", "speakers": ["judge"], "sees": ["say"], "prompt": "Rate.",
                 "returns": "score"},
                {"id": "audit", "speakers": ["pro"], "prompt": "Audit.", "returns": "status"},
                {"id": "open", "kind": "ledger", "of": "audit"},
                {"id": "pick", "speakers": ["sides"], "prompt": "Pick.", "returns": "choice",
                 "options": ["tea", "coffee"]},
                {"id": "votes", "kind": "tally", "of": "pick", "pass": "majority"},
            ],
            "stop": [{"id": "enough", "when": "rate.points > 100", "outcome": "decided"}],
        },
        {"id": "more", "steps": [{"id": "add", "speakers": ["judge"], "prompt": "Add."}]},
    ],
    "synthesis": {"speakers": ["judge"], "sees": ["say"], "prompt": "Close."},
    "veto": {"voters": ["sides"], "prompt": "Veto?", "pass": "unanimous", "redrafts": 0},
    "result": {"text": "synthesis", "decision": "votes.winner"},
    "limits": {"turn_timeout": 60, "idle_timeout": 50, "attempts": 2, "strikes": 9,
               "time": 900, "reply": 400},
}  # fmt: skip

STEP = "format.0.steps"
CHANGES: list[tuple[str, Any]] = [
    ("name", "other"),
    ("version", "2.0.0"),
    ("arithmetic", "double"),
    ("inputs.topic.default", "Coffee"),
    ("roles.pro.seats", 3),
    ("roles.pro.seats", "1..3"),
    ("roles.pro.lens", "finds nothing"),
    ("roles.pro.session", "fresh"),
    ("roles.con.system", "Be {{ seat.title }}."),
    ("roles.con.turn_timeout", 10),
    ("roles.con.attempts", 1),
    ("roles.con.words", {"min": 50}),
    ("roles.con.words", 3),
    ("roles.con.sampling", {"temperature": 0.5}),
    ("roles.con.sampling", {"max_tokens": 20}),
    ("roles.con.sampling", {"seed": 7}),
    ("groups.sides", ["con", "pro"]),
    ("prompts.intro", "Hello."),
    ("blocks.score.fields.points.maximum", 2),
    ("blocks.score.asks", 1),
    ("blocks.score.otherwise", "abstain"),
    ("blocks.score.require", {"few": "it.points < 3"}),
    ("format.0.id", "chat"),
    ("format.0.rounds", 1),
    ("format.0.rounds", {"max": 3}),
    ("format.0.rounds", {"max": 2, "hidden": True}),
    ("format.0.stop.0.when", "rate.points > 0"),
    ("format.0.stop.0", {"id": "enough", "when": "rate.points > 0", "outcome": "hung"}),
    ("format.0.when", "false"),
    ("format.1.when", "rate.points > 100"),
    ("stop", [{"id": "over", "when": "rate.points > 0", "outcome": "hung"}]),
    ("format.0.stop.0", {"id": "enough", "when": "count(say) > 0", "check": "turn"}),
    ("format.1.always", True),
    (f"{STEP}.0.speakers", ["pro"]),
    (f"{STEP}.0.speakers", {"who": ["sides"], "where": "seat.role == 'pro'"}),
    (f"{STEP}.0.speakers", {"who": ["sides"], "where": "seat.number == 1"}),
    (f"{STEP}.0.order", "sequential"),
    (f"{STEP}.0.order", "rotate"),
    (f"{STEP}.0.order", "random"),
    (f"{STEP}.0.when", "round.number == 1"),
    (f"{STEP}.3.when", "false"),
    (f"{STEP}.5.when", "rate.points > 100"),
    (f"{STEP}.0.quorum", 3),
    (f"{STEP}.0.sees", "nothing"),
    (f"{STEP}.0.sees.0.who", ["everyone"]),
    (f"{STEP}.0.sees.0.in", ["rate"]),
    (f"{STEP}.0.sees.0.take", None),
    (f"{STEP}.0.sees.0.where", "it.seat != 'pro-1'"),
    (f"{STEP}.0.sees.0.newest", 1),
    (f"{STEP}.0.sees.0.names", "hidden"),
    (f"{STEP}.0.sees.0.shuffle", "seeded"),
    (f"{STEP}.5.of", {"in": "pick", "where": "it.seat == 'con'"}),
    (f"{STEP}.0.prompt.first", "two"),
    (f"{STEP}.0.prompt.then", "one"),
    (f"{STEP}.0.returns", "score"),
    (f"{STEP}.0.words", {"max": 3}),
    (f"{STEP}.0.sections", ["Decision"]),
    ("format.1.steps.0.covers", "open"),
    (f"{STEP}.1.sees.0", {"in": "say", "window": "all"}),
    (f"{STEP}.3.of", {"in": "audit", "who": "con"}),
    (f"{STEP}.4.options", ["tea", "water"]),
    (f"{STEP}.4.options", "sides"),
    (f"{STEP}.5.of", {"in": "pick", "who": "con"}),
    (f"{STEP}.5.pass", "unanimous"),
    ("synthesis.speakers", ["con"]),
    ("synthesis.sees", "everything"),
    ("synthesis.prompt", "End."),
    ("synthesis.words", 2),
    ("synthesis.sections", ["Decision"]),
    ("synthesis.covers", "open"),
    ("veto", None),
    ("veto.voters", ["judge"]),
    ("veto.prompt", None),
    ("veto.pass", "majority"),
    ("veto.redrafts", 1),
    ("result.text", "add"),
    ("result.decision", "votes.votes"),
    ("limits.turn_timeout", 5),
    ("limits.idle_timeout", 5),
    ("limits.attempts", 1),
    ("limits.strikes", 1),
    ("limits.time", 30),
    ("limits.reply", 500),
    ("limits.tokens", 90),
    ("limits.context", 50),
    ("limits.cost", 0.001),
    ("limits.at_once", 1),
]
SILENT = {"debate", "kind", "summary", "description"}
"""Keys that do not decide what runs: the language's version, what a step is, words for people."""
BEFORE = {"presets", "file", "extends"}
"""Keys that are gone once a plan is made: tests of the command line and of files hold them."""
PRICE = Price(Decimal(10), Decimal(50))


def answer(request: Request, asking: int) -> Say:
    """Replies that take time, fail now and then, and disagree."""
    _, round, step, seat = request.turn.split(".")
    often = {("r1", "pro-1"): 1, ("r2", "con"): 9}.get((round, seat), 0)
    if step == "say" and asking < often:
        return fail(TransportError(Failure.CRASHED, "it broke"), after=2)
    text = f"{seat} in {round} of {step}"
    match step:
        case "rate":
            return say(text, {"score": {"points": 5}} if round == "r1" else None)
        case "audit":
            finding = {"id": "f", "title": "t", "severity": "blocking", "state": "open"}
            return say(
                text, {"status": {"position": "agree", "findings": [{**finding, "evidence": ""}]}}
            )
        case "pick":
            wish = "tea" if seat.startswith("pro") else "coffee"
            return say(text, {"choice": {"choice": wish, "reason": "so"}})
        case "ballot":
            vote = "accept" if seat.startswith("pro") else "object"
            return say(text, {"vote": {"vote": vote, "objections": []}})
    return say(text, after=20 if step == "say" else 1)


def changed(path: str, value: Any) -> dict[str, Any]:
    """The base with another value at a path; None takes the key away."""
    spec = copy.deepcopy(BASE)
    *way, last = path.split(".")
    place: Any = spec
    for step in way:
        place = place[int(step)] if step.isdigit() else place[step]
    key: Any = int(last) if last.isdigit() else last
    if value is None:
        del place[key]
    else:
        place[key] = value
    return spec


def trace(folder: Path, spec: Mapping[str, Any]) -> object:
    """Everything that was asked, of whom, and what came of it."""
    agent = Agent(answer, samples=SAMPLING, price=PRICE)
    ran = carry_out(folder, plan_of(json.dumps(spec)), agent)
    asked = [(q.seat, q.request.turn, q.request.prompt, q.request.max_tokens, q.request.sampling,
              q.known) for q in agent.questions]  # fmt: skip
    opened = [(seat, system) for seat, system, _ in agent.opened]
    return asked, opened, {**lasting(ran.result), "plan": None}


@pytest.mark.parametrize(("path", "value"), CHANGES, ids=[f"{p}={v}" for p, v in CHANGES])
def test_another_value_changes_the_run(tmp_path: Path, path: str, value: Any) -> None:
    assert trace(tmp_path / "a", changed(path, value)) != trace(tmp_path / "b", BASE)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A run of the base."""
    agent = Agent(answer, samples=SAMPLING, price=PRICE)
    return carry_out(tmp_path_factory.mktemp("base") / "base", plan_of(json.dumps(BASE)), agent)


OTHERWISE: list[tuple[str, Any]] = [
    ("limits.reply", 500),
    ("format.0.when", "false"),
    (f"{STEP}.0.speakers", ["pro"]),
    (f"{STEP}.0.returns", "score"),
]
"""Changes after which nothing is asked as it was before."""


def questions(ran: Ran) -> list[Any]:
    """All that was asked, with all that an agent gets."""
    systems = {seat: system for seat, system, _ in ran.agent.opened}
    return [
        (q.request.turn, systems[q.seat], q.request.prompt, q.known, q.request.max_tokens,
         q.request.sampling)
        for q in ran.agent.questions
    ]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), CHANGES, ids=[f"{p}={v}" for p, v in CHANGES])
def test_what_is_asked_as_before_is_taken_over_and_nothing_else(
    tmp_path: Path, base: Ran, path: str, value: Any
) -> None:
    past, agent = read_run(base.folder), Agent(answer, samples=SAMPLING, price=PRICE)
    plan = plan_of(json.dumps(changed(path, value)))
    new = finish(Run.begin(tmp_path / "new", plan, reuse=past), agent)
    nodes = base.plan.graph.nodes
    answered = [one for one in questions(base) if base.state.has_reply(nodes[one[0]])]
    assert [one for one in questions(new) if one in answered] == []
    prompts = {(one.turn, one.purpose): one.prompt for one in new.of(Asked)}
    sent = {(one.turn, one.prompt) for one in base.of(Asked)}
    for replied in new.of(Replied):
        if replied.origin:
            given = past.lines[replied.origin["line"] - 1].event
            assert isinstance(given, Replied)
            assert (given.turn, given.text) == (replied.turn, replied.text)
            assert (replied.turn, prompts[replied.turn, replied.purpose]) in sent
    is_other = (path, value) in OTHERWISE
    assert any(replied.origin for replied in new.of(Replied)) != is_other


def test_every_key_is_changed_by_some_case() -> None:
    named = {part for path, value in CHANGES for part in [*path.split("."), *keys_of(value)]}
    schema = json.loads(data("schemas").joinpath("debate.v1.schema.json").read_text("utf-8"))
    schemas = schema["$defs"].pop("input"), schema["$defs"].pop("field")
    values = {name for part in schemas for name in part["properties"]}
    containers = {"roles", "prompts", "blocks", "format", "steps"}
    keys = set(properties(schema)) - values - SILENT - BEFORE - containers
    assert keys - named == set()


def keys_of(value: Any) -> list[str]:
    return list(value) if isinstance(value, dict) else []


def properties(schema: Any) -> list[str]:
    """Every property that a schema names, at any depth."""
    if isinstance(schema, list):
        return [name for item in schema for name in properties(item)]
    if not isinstance(schema, dict):
        return []
    own = list(schema["properties"]) if isinstance(schema.get("properties"), dict) else []
    return own + [name for item in schema.values() for name in properties(item)]


def test_the_base_has_no_errors() -> None:
    assert compiled(json.dumps(BASE)).spec is not None
