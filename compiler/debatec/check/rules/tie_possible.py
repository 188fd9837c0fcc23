"""Ballots that can tie have no winner unless the debate says what a tie comes to.

It is taken for granted that every seat which is to vote casts a valid ballot. One that abstains or
fails leaves fewer, and an odd number of seats can then tie; only a `quorum` of all keeps that out.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.turnout import Turnout, is_certain
from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Speak, Step, Tally
from debatec.spec.shipped import BALLOTS
from debatec.template import tree
from debatec.template.types import Choice

ID = "DB516"
_TWO = 2


@frozen
class _Options:
    """The fewest and the most options of a ballot."""

    least: int
    most: int


def check(context: Context) -> Iterator[Diagnostic]:
    """Every tally without `pass` that can tie, where nothing that a run reads asks for that."""
    asked = frozenset(_asked(context))
    for _, step in context.spec.steps():
        if not isinstance(step, Tally) or step.passes or step.id in asked:
            continue
        ballots = [s for place in step.of.places for s in context.places.get(place, ())]
        voters = _voters(context, ballots[0]) if len(ballots) == 1 else None
        options = _options(context, ballots[0]) if voters else None
        if voters and _can_tie(voters, options):
            message = f"{_ballots(voters, options)} can tie, and '{step.id}' has no winner then"
            hint = _hint(step.id, options)
            yield Diagnostic(ID, message, step.id.span, Severity.WARNING, hint=hint)


def _asked(context: Context) -> Iterator[str]:
    """The names whose `tie` is read by a condition or the decision, or decides between two."""
    for use in context.conditions:
        expression, _ = context.expression(use.text)
        if expression:
            yield from _bases(expression.tree, {"tie"})
    decision = context.spec.result.decision
    expression = context.expression(decision)[0] if decision else None
    for part in tree.walk(expression.tree) if expression else ():
        if isinstance(part, tree.Conditional) and part.other:
            yield from _bases(part.test, {"winner", "leader"})


def _bases(expr: tree.Expr, fields: set[str]) -> Iterator[str]:
    """The names of which an expression reads one of some fields."""
    for part in tree.walk(expr):
        match part:
            case tree.Field(base=tree.Name(name=base), name=name) if name in fields:
                yield base


def _voters(context: Context, step: Step) -> Turnout | None:
    """How many seats cast ballots in a step, where that is certain."""
    block = context.block(step)
    if not isinstance(step, Speak) or block is None or block.name not in BALLOTS:
        return None
    return context.certain_turnout(step)


def _options(context: Context, step: Step) -> _Options | None:
    """How many options a ballot has, where no input decides that."""
    block = context.block(step)
    kind = context.scopes.record(step).fields.get(BALLOTS[block.name]) if block else None
    if isinstance(kind, Choice):
        return _Options(len(kind.options), len(kind.options))
    names = step.options if isinstance(step, Speak) else None
    roles = [role for name in names or () for role in context.spec.members(name) or (None,)]
    if not all(role is None or is_certain(context.spec.roles[role]) for role in roles):
        return None
    seats = [context.bounds.seats[role] for role in roles if role is not None]
    words = roles.count(None)
    return _Options(words + sum(s.least for s in seats), words + sum(s.most for s in seats))


def _can_tie(voters: Turnout, options: _Options | None) -> bool:
    """Whether two options can have equally many votes, and none has more.

    Where the number of options is not known, that is said of even numbers of ballots only.
    """
    if voters.most < _TWO or (options and options.most < _TWO):
        return False
    is_even = voters.least < voters.most or voters.most % 2 == 0
    return is_even or bool(options and options.most > _TWO)


def _ballots(voters: Turnout, options: _Options | None) -> str:
    is_range = voters.least < voters.most
    seats = f"({_range(voters)} seats)"
    if options and options.most > _TWO:
        over = f"over {_range(options)} options"
        return f"ballots {over} {seats}" if is_range else f"{voters.most} ballots {over}"
    return f"an even number of ballots {seats}" if is_range else f"{voters.most} ballots"


def _range(of: Turnout | _Options) -> str:
    return f"{of.most}" if of.least == of.most else f"{of.least}..{of.most}"


def _hint(tally: str, options: _Options | None) -> str:
    """What keeps a tie out, or says what it comes to."""
    odd = "use an odd number of seats, " if options and options.most == _TWO else ""
    return (
        f"write 'pass: majority' or 'pass: unanimous', {odd}let a later step take place "
        f"'when: {tally}.tie', or let 'result.decision' say what a tie comes to: "
        f"\"'tied' if {tally}.tie else {tally}.winner\""
    )
