"""What a seat hears without names is by authors whom its session does not have by name.

A session remembers: who was heard by name is known again by what it says. One reply that is chosen
in both ways in a turn is told by name. What is told by name only afterwards is no fault: what was
asked before was asked blind.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import place_in
from debatec.graph.graph import Node
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Selector, SessionKind, Speak

ID = "DB519"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every selector that hides authors who are told, or whom a persistent seat has by name."""
    for step, selector in _undone(context):
        message = f"'{step.id}' hears the same replies by name as well, and is told who gave them"
        hint = "leave out the selector that tells their names"
        span = place_in(context.nodes[step.id], selector, "names")
        yield Diagnostic(ID, message, span, Severity.WARNING, hint=hint)
    yield from _known_again(context)


def _undone(context: Context) -> Iterator[tuple[Speak, Selector]]:
    """The selectors that hide no name, as others of their step choose all the same replies."""
    for _, step in context.spec.steps():
        hiding = [s for s in _sees(step) if s.hidden]
        if not isinstance(step, Speak) or not hiding or len(hiding) == len(step.sees):
            continue
        left: dict[int, bool] = {}
        for node, _ in context.hearing.turns(step):
            through = context.hearing.heard_through(step, node)
            by_name = {n.id for s, nodes in through if _tells(s) for n in nodes}
            for selector, nodes in through:
                ids = {n.id for n in nodes}
                if selector.hidden and ids:
                    at = selector.span.start
                    left[at] = left.get(at, False) or not ids <= by_name
        yield from ((step, s) for s in hiding if left.get(s.span.start) is False)


def _tells(selector: Selector) -> bool:
    """Whether a selector is certain to tell the names of all that it chooses."""
    return not (selector.hidden or selector.where or selector.newest)


def _known_again(context: Context) -> Iterator[Diagnostic]:
    """Every selector that hides authors from a persistent seat that has heard them by name."""
    hides = any(s.hidden for _, step in context.spec.steps() for s in _sees(step))
    graph = context.hearing.graph if hides else None
    known: dict[str, set[str]] = {}
    told: set[tuple[str, int]] = set()
    for node in graph.turns() if graph else ():
        step = context.steps[node.step][1]
        role = context.spec.roles[graph.seats[node.seat].role] if graph else None
        if not isinstance(step, Speak) or not role or role.session is SessionKind.FRESH:
            continue
        named = known.setdefault(node.seat, set())
        through = context.hearing.heard_through(step, node)
        named |= {n.seat for s, nodes in through if not s.hidden for n in nodes}
        for selector in _revealed(node, named, through):
            if (step.id, selector.span.start) not in told:
                told.add((step.id, selector.span.start))
                yield _known(context, step, selector, role.name)


def _sees(step: object) -> tuple[Selector, ...]:
    return step.sees if isinstance(step, Speak) else ()


def _revealed(
    node: Node, named: set[str], through: list[tuple[Selector, list[Node]]]
) -> Iterator[Selector]:
    """The selectors that hide from a turn who is known by name already."""
    by_name = {n.id for s, nodes in through if not s.hidden for n in nodes}
    for selector, nodes in through if named else ():
        hidden = {n.seat for n in nodes if n.id not in by_name} - {"", node.seat}
        if selector.hidden and hidden & named:
            yield selector


def _known(context: Context, step: Speak, selector: Selector, role: str) -> Diagnostic:
    message = f"'{role}' hears the same authors by name, and can tell who is who in '{step.id}'"
    hint = "hide their names wherever it hears them, or give the role 'session: fresh'"
    span = place_in(context.nodes[step.id], selector, "names")
    return Diagnostic(ID, message, span, Severity.WARNING, hint=hint)
