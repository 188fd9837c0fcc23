"""How the formats that follow a program end: rows of that program's rules, each run to its end.

The tables in `verdicts/` say what is replied and how the debate ends for it. A case has `inputs`,
`preset` and `seats`; `blocks` by step and field, and `replies` by step and seat, either one value
for all rounds or a list by rounds of which the last repeats; and `expect`: the reason with which
its first phase ends and the round, or `continue` for a round after which it goes on. `edit` is a
piece of the format's text and what stands in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest

from debatec.graph.bind import defaults
from debatec.graph.plan import Plan, make_plan
from debatec.runtime.events import Gated
from debatec.source.nodes import plain
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.model import Speak
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Agent, Say, fail, say
from tests.support.runs import Ran, Watch, carry_out, compiled, shipped

TABLES = Path(__file__).with_name("verdicts")
KINDS = ("exact", "double")
# A reply that is long enough for every format, and whose words say nothing.
PADDING = " a" * 60
CHARACTERS = 4
"""Characters that are estimated as a token."""


@dataclass(frozen=True)
class Case:
    """A row of a table with what the table has for all its rows."""

    format: str
    name: str
    row: Mapping[str, Any]
    inputs: Mapping[str, Any]
    seats: Mapping[str, int]
    blocks: Mapping[str, Mapping[str, Any]]

    def expected(self, arithmetic: str) -> tuple[str, int]:
        expect = self.row["expect"]
        return expect.get(arithmetic, expect["reason"]), expect["round"]

    @property
    def differs(self) -> bool:
        """Whether double arithmetic comes to another verdict."""
        return "double" in self.row["expect"]


def cases() -> list[Case]:
    return [case for path in sorted(TABLES.glob("*.yaml")) for case in table(path)]


def table(path: Path) -> list[Case]:
    node, faults = read(Source(path.name, path.read_text("utf-8")))
    assert node is not None, faults
    whole = cast("dict[str, Any]", plain(node))
    own = whole.get("blocks", {})
    return [
        Case(
            whole["format"],
            row["name"],
            row,
            {**whole["inputs"], **row.get("inputs", {})},
            row.get("seats", whole.get("seats", {})),
            {step: {**own.get(step, {}), **row.get("blocks", {}).get(step, {})} for step in own},
        )
        for row in whole["cases"]
    ]


CASES = cases()


@pytest.mark.parametrize("arithmetic", KINDS)
@pytest.mark.parametrize("case", CASES, ids=[f"{case.format}: {case.name}" for case in CASES])
def test_a_verdict(tmp_path: Path, case: Case, arithmetic: str) -> None:
    ran = carry_out(tmp_path / "run", planned(case, arithmetic), Agent(Replies(case).answer))
    reason, round = case.expected(arithmetic)
    assert verdict(ran, round) == (reason, round)
    expect = case.row["expect"]
    assert {path: value_at(ran, path, round) for path in expect.get("values", {})} == expect.get(
        "values", {}
    )
    if "text" in expect:
        assert (ran.result["text"] is not None) is expect["text"]


def planned(case: Case, arithmetic: str) -> Plan:
    old, new = case.row.get("edit", ("", ""))
    text = shipped(case.format).replace(old, new)
    found = compiled(f"arithmetic: {arithmetic}\n{text}")
    assert found.root is not None
    assert found.spec is not None
    preset = found.spec.presets[case.row["preset"]].values if "preset" in case.row else {}
    counts = {role: case.seats.get(role, 1) for role in found.spec.roles}
    inputs = {**defaults(found.spec), **preset, **case.inputs}
    return make_plan(found.root, inputs, counts=counts)


def verdict(ran: Ran, round: int) -> tuple[str, int]:
    """Why and when the first phase ended, or that it went on after a round."""
    first = ran.result["phases"][0]
    if first["rounds"] <= round:
        return first["reason"], first["rounds"]
    gates = [gate for gate in ran.of(Gated) if gate.phase == first["phase"] and gate.round == round]
    return next((gate.fired for gate in gates if gate.fired), "continue"), round


def value_at(ran: Ran, path: str, round: int) -> object:
    """A field of a step's block in a round."""
    step, field = path.split(".")
    node = ran.plan.graph.of_place(step, round)[0]
    data = ran.state.settled[node.id].data
    assert data is not None
    return data[field]


@dataclass
class Replies:
    """An agent's replies as a case has them."""

    case: Case

    def answer(self, request: Request, asking: int) -> Say:
        del asking
        _, round, step, seat = request.turn.split(".")
        at = int(round[1:]) - 1
        steps = self.case.row.get("replies", {})
        given = in_round(steps.get(step, {}).get(seat), at)
        if given is None and step in self.case.blocks:
            block = {name: in_round(v, at) for name, v in self.case.blocks[step].items()}
            return say("So it is.", {returned(self.case.format, step): block})
        if given is None:
            # Like no other reply, so that nothing is taken for going round in circles.
            return say(sha256(request.turn.encode()).hexdigest() + PADDING * (step == "argue"))
        return reply(given, step)


def in_round(value: Any, at: int) -> Any:
    """The value of a round: of a list of values by rounds its own, or else the last one.

    Fields of blocks that are lists themselves are always empty here.
    """
    return value[min(at, len(value) - 1)] if isinstance(value, list) and value else value


def reply(given: Any, step: str) -> Say:
    """A reply that is written as its text, its length or how it fails."""
    if isinstance(given, str):
        return say(given + PADDING if step == "argue" and given else given)
    if "fail" in given:
        return fail(TransportError(Failure(given["fail"]), "it failed"))
    if "tokens" in given:
        words = 100
        length = max(given["tokens"] * CHARACTERS // words - 1, 1)
        return say(" ".join(["w" * length] * words) + " ")
    return say(" ".join(["idea"] * given["words"]) or "-")


def returned(format: str, step: str) -> str:
    """The name of the block that a step returns."""
    spec = compiled(shipped(format)).spec
    found = spec and spec.step(step)
    assert isinstance(found, Speak)
    assert found.returns
    return found.returns


def test_the_cases_in_which_doubles_decide_otherwise_are_in_the_page() -> None:
    page = Path("formats/council.md").read_text("utf-8")
    for case in CASES:
        if case.differs:
            scores = ", ".join(f"{score:f}" for score in case.row["blocks"]["score"]["consensus"])
            assert scores in page


def test_the_differences_are_in_the_pages() -> None:
    for case in CASES:
        if "because" in case.row:
            page = " ".join(Path(f"formats/{case.format}.md").read_text("utf-8").split())
            assert case.row["because"] in page


@pytest.mark.parametrize("name", sorted({case.format for case in CASES}))
def test_an_abort_leaves_the_closing_turn_out(tmp_path: Path, name: str) -> None:
    case = next(case for case in CASES if case.format == name)

    def watching(run: Any) -> Watch:
        return Watch(then=lambda _event: run.abort())

    agent = Agent(Replies(case).answer)
    ran = carry_out(tmp_path / "run", planned(case, "exact"), agent, watching)
    assert ran.result["status"] == "aborted"
    assert not any(turn.startswith("close.") for turn in agent.turns())
