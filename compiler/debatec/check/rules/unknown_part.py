"""What `take` names is `text`, or a field of some reply that the selector can match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean, respelling
from debatec.spec.model import Selector, Speak, Step, selectors_of
from debatec.spec.names import WHO_WORDS

ID = "DB414"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every part that no matched reply has."""
    if not context.loss.spares("format", "blocks"):
        return
    for _, step in context.spec.steps():
        for selector in selectors_of(step):
            if selector.take:
                yield from _unknown(context, selector)


def _unknown(context: Context, selector: Selector) -> Iterator[Diagnostic]:
    matched = list(_matched(context, selector))
    if not matched or any(_is_unknown(context, step) for step in matched):
        return
    known = {"text": None}
    for step in matched:
        known |= dict.fromkeys(context.scopes.record(step).fields)
    for name in selector.take or ():
        if name not in known:
            message = f"no reply heard here has a part '{name}'{did_you_mean(name, known)}"
            yield Diagnostic(ID, message, name.span, fix=respelling(name.span, name, known))


def _matched(context: Context, selector: Selector) -> Iterator[Step]:
    """The steps whose replies may be meant, whenever they are heard."""
    places: Iterable[str] = selector.places or context.steps
    anyone = bool(WHO_WORDS & set(selector.who))
    roles = set(context.spec.roles_of(selector.who))
    for place in places:
        for step in context.places.get(place, ()):
            if anyone or roles & set(context.roles(step)):
                yield step


def _is_unknown(context: Context, step: Step) -> bool:
    return isinstance(step, Speak) and bool(step.returns) and context.block(step) is None
