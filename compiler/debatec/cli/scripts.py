"""Scripts of recorded replies, held against the debate that they play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debatec.cli.failure import faulty

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from debatec.graph.plan import Plan
    from debatec.runtime.state import State
    from debatec.transports.interface import Transport
    from debatec.transports.replay import Script

_MOST_NAMED = 3


def check(plan: Plan, cast: Mapping[str, Transport]) -> None:
    """Hold the turns that scripts name against those that the plan's debate can have.

    Raises:
        Failure: a script names others.
    """
    from debatec.check.turns import unknown_turns

    wrong = [found for script in _scripts(cast) for found in unknown_turns(plan, script.places)]
    if wrong:
        raise faulty("recorded replies are for turns that the debate never has", wrong)


def unused(plan: Plan, state: State, cast: Mapping[str, Transport]) -> str:
    """What there is to say of recorded replies that a run did not ask for; empty where nothing is.

    Replies for seats that other agents took are not counted.
    """
    from debatec.report.text import plural

    seats = plan.graph.nodes
    left = [
        turn
        for script in _scripts(cast)
        for turn in script.turns
        if not state.was_asked(turn)
        and (turn not in seats or _script(cast.get(seats[turn].seat)) is script)
    ]
    if not left:
        return ""
    more = ", …" if len(left) > _MOST_NAMED else ""
    named = ", ".join(left[:_MOST_NAMED]) + more
    return f"Recorded replies of {plural(len(left), 'turn')} were not asked for: {named}"


def _scripts(cast: Mapping[str, Transport]) -> Iterable[Script]:
    """The scripts of a cast, each once."""
    found = (_script(agent) for agent in cast.values())
    return list({id(script): script for script in found if script}.values())


def _script(agent: Transport | None) -> Script | None:
    from debatec.transports.replay import ReplayTransport, Script

    script = agent.script if isinstance(agent, ReplayTransport) else None
    return script if isinstance(script, Script) else None
