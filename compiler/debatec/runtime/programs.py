"""The steps that no model takes: tallies and ledgers."""

from __future__ import annotations

from typing import Any, cast

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime import ledger, tally
from debatec.runtime.events import UNASKED, BlockStatus, Settled, TurnOutcome
from debatec.runtime.prompting import Prompter
from debatec.runtime.state import State
from debatec.spec.model import Ledger, Speak, Tally
from debatec.spec.shipped import BALLOTS


def settle(plan: Plan, state: State, prompter: Prompter, node: Node) -> Settled:
    """The outcome of a tally or ledger whose sources are settled.

    A tally is left out with its ballots: where nobody was to vote there is nothing to count.
    """
    step = plan.spec.step(node.step)
    assert isinstance(step, Tally | Ledger)
    heard = [hearing.node for hearing in prompter.hearings(node, (step.of,))]
    if isinstance(step, Tally):
        if all(_is_passed_over(state, id) for id in node.hears):
            return Settled(node.id, TurnOutcome.SKIPPED, message="nobody was to vote")
        ballots = [_ballot(plan, state, turn, node.index) for turn in heard]
        data = tally.count(ballots, step.passes)
        return Settled(node.id, TurnOutcome.OK, tally.text_of(data, step.passes), data)
    statements = _statements(state, heard, node.index)
    data = ledger.fold(_previous(plan, state, node), statements, _passed_over(plan, state, node))
    return Settled(node.id, TurnOutcome.OK, ledger.text_of(data), data)


def _is_passed_over(state: State, turn: str) -> bool:
    """Whether a seat was not to speak: the turn was left out, or its round or phase was."""
    settled = state.settled.get(turn)
    return settled is None or settled.outcome is TurnOutcome.SKIPPED


def _passed_over(plan: Plan, state: State, node: Node) -> frozenset[str]:
    """The live seats of what a ledger reads that were not asked there."""
    turns = (plan.graph.nodes[id] for id in node.hears)
    return frozenset(
        turn.seat
        for turn in turns
        if _is_passed_over(state, turn.id) and state.is_live(turn.seat, node.index)
    )


def _ballot(plan: Plan, state: State, turn: Node, before: int) -> tally.Ballot:
    settled, step = state.settled[turn.id], plan.spec.step(turn.step)
    field = BALLOTS.get(step.returns or "", "") if isinstance(step, Speak) else ""
    if settled.outcome in UNASKED:
        return tally.Ballot(turn.seat, BlockStatus.ABSENT.value)
    # What a seat voted before it was dropped is cleared.
    if settled.outcome is not TurnOutcome.OK or not state.is_live(turn.seat, before):
        return tally.Ballot(turn.seat, BlockStatus.FAILED.value)
    option = (settled.data or {}).get(field)
    if option is None:
        return tally.Ballot(turn.seat, settled.block.value)
    return tally.Ballot(turn.seat, "valid", str(option))


def _statements(state: State, heard: list[Node], before: int) -> list[ledger.Statement]:
    """What the live seats said; a dropped one holds nothing any more."""
    live = (n for n in heard if state.is_valid(n) and state.is_live(n.seat, before))
    said = ((node.seat, state.settled[node.id].data) for node in live)
    return [
        ledger.Statement(seat, cast("list[dict[str, Any]]", data["findings"]))
        for seat, data in said
        if data
    ]


def _previous(plan: Plan, state: State, node: Node) -> dict[str, object] | None:
    """What a ledger came to in the latest round in which it was taken."""
    for round in range(node.round - 1, 0, -1):
        for earlier in plan.graph.of_place(node.step, round):
            settled = state.settled.get(earlier.id)
            if settled is not None and settled.data is not None:
                return dict(settled.data)
    return None
