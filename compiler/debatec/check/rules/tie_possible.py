"""An even number of ballots can tie, and a tally without `pass` has no winner then."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.turnout import Turnout
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Speak, Step, Tally
from debatec.spec.shipped import BALLOTS

ID = "DB516"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every tally without `pass` whose ballots may be an even number."""
    for _, step in context.spec.steps():
        if not isinstance(step, Tally) or step.passes or len(step.of.places) != 1:
            continue
        place = step.of.places[0]
        ballots = context.places.get(place, ())
        voters = _voters(context, ballots[0]) if len(ballots) == 1 else None
        if voters and voters.most > 1 and (voters.least < voters.most or voters.most % 2 == 0):
            message = f"{_ballots(voters)} can tie, and '{step.id}' has no winner then"
            hint = (
                "write 'pass: majority' or 'pass: unanimous', use an odd number of seats, or let "
                f"'decision' say what a tie comes to: 'wait' if {step.id}.tie else {step.id}.winner"
            )
            yield Diagnostic(ID, message, step.id.span, Severity.WARNING, hint=hint)


def _voters(context: Context, step: Step) -> Turnout | None:
    """How many seats cast ballots in a step, where that is certain."""
    block = context.block(step)
    if not isinstance(step, Speak) or block is None or block.name not in BALLOTS:
        return None
    return context.certain_turnout(step)


def _ballots(voters: Turnout) -> str:
    return "an even number of ballots" if voters.least < voters.most else f"{voters.most} ballots"
