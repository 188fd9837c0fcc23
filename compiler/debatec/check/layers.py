"""A spec and what it extends, as the one debate that they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from debatec.source.decode import decode
from debatec.source.diagnostic import Diagnostic, Related, has_errors
from debatec.source.nodes import Mapping, Scalar
from debatec.source.suggest import did_you_mean
from debatec.source.text import Source, Span
from debatec.spec.bases import Home, find
from debatec.spec.bundle import Unusable
from debatec.spec.include import included
from debatec.spec.lock import NotLocked
from debatec.spec.merge import Missed, merged
from debatec.spec.sugar import canonical, layers
from debatec.spec.versions import meets

if TYPE_CHECKING:
    from debatec.check.pipeline import Compiled

MAX_BASES = 10
"""How many specs may stand upon one another."""

_UNUSABLE, _CYCLE, _BROKEN = "DB440", "DB441", "DB442"
_NOTHING, _NOT_LOCKED = "DB443", "DB444"


@dataclass(frozen=True, slots=True)
class Whole:
    """What a file comes to: the ``tree`` that the schema has its say of, and its canonical form.

    ``own`` are the texts that it is written in, its prompts' included; ``extends`` is where it
    names its ``base``.
    """

    tree: Mapping
    root: Mapping
    own: frozenset[Source]
    extends: Span | None = None
    base: Compiled | None = None


def whole_of(
    node: Mapping, home: Home, compile: Callable[[Source, Home], Compiled]
) -> tuple[Whole | None, list[Diagnostic]]:
    """A spec laid over its base, and what cannot be used of either; None without a sound base."""
    filled, faults = included(node, home.folder)
    own = frozenset({node.span.source, *_sources(filled)})
    reference = node.get("extends")
    if not isinstance(reference, Scalar) or not isinstance(reference.value, str):
        return Whole(node, canonical(filled), own), faults
    base, refused = _base(reference, home, compile)
    if base is None or base.root is None:
        return None, [*faults, *refused]
    tree, missed = merged(base.root, layers(filled, base.root))
    faults += map(_missed, missed)
    return Whole(tree, canonical(tree), own, reference.span, base), faults


def at_home(found: Iterable[Diagnostic], whole: Whole) -> list[Diagnostic]:
    """Findings as they are told of the file itself.

    What its base is found to be by itself is told there. Other faults at places of the base come
    from what is laid over it, so they stand where the base is named.
    """
    if whole.base is None or whole.extends is None:
        return list(found)
    known = {_identity(finding) for finding in whole.base.found}
    told = [finding for finding in found if _identity(finding) not in known]
    return [f if f.span.source in whole.own else _moved(f, whole.extends) for f in told]


def _moved(found: Diagnostic, extends: Span) -> Diagnostic:
    related = (Related(found.span, "in what it extends"), *found.related)
    return replace(found, span=extends, related=related, fix=None)


def _identity(found: Diagnostic) -> tuple[object, ...]:
    span = found.span
    return found.rule, found.message, span.source.path, span.start, span.end


def _sources(node: Mapping) -> Iterable[Source]:
    prompts = node.get("prompts")
    entries = prompts.entries.values() if isinstance(prompts, Mapping) else ()
    return (entry.value.span.source for entry in entries)


def _base(
    reference: Scalar, home: Home, compile: Callable[[Source, Home], Compiled]
) -> tuple[Compiled | None, list[Diagnostic]]:
    """The compiled base of a spec, or what is wrong with it."""
    try:
        base = find(reference.text, home)
    except Unusable as fault:
        rule = _NOT_LOCKED if isinstance(fault, NotLocked) else _UNUSABLE
        return None, [Diagnostic(rule, str(fault), reference.span, hint=fault.hint)]
    above = home.above(base.home)
    if base.home.key in above.chain:
        return None, [_cycle(reference.span, [*above.chain, base.home.key])]
    if len(above.chain) > MAX_BASES:
        message = f"more than {MAX_BASES} specs extend one another"
        return None, [Diagnostic(_CYCLE, message, reference.span)]
    source, faults = decode(base.data, base.name)
    if source is None:
        return None, [_broken(reference.span, base.name, faults)]
    compiled = compile(source, above)
    if compiled.root is None or has_errors(compiled.diagnostics):
        return None, [_broken(reference.span, base.name, compiled.diagnostics)]
    version = compiled.spec.version if compiled.spec else None
    if base.range and not meets(version, base.range):
        message = f"'{base.name}' has the version {version or 'none'}, not {base.range}"
        return None, [Diagnostic(_UNUSABLE, message, reference.span)]
    return compiled, []


def _cycle(span: Span, chain: list[str]) -> Diagnostic:
    names = [key.rpartition("/")[2] for key in chain]
    return Diagnostic(_CYCLE, f"this extends itself: {' -> '.join(names)}", span)


def _broken(span: Span, name: str, faults: Iterable[Diagnostic]) -> Diagnostic:
    found = [fault for fault in faults if has_errors([fault])]
    # What a base has against its own base is said at a place that leads on to it.
    related = tuple(Related(fault.span, f"{fault.rule}: {fault.message}") for fault in found[:3])
    return Diagnostic(_BROKEN, f"'{name}' has errors of its own", span, related=related)


def _missed(missed: Missed) -> Diagnostic:
    name = missed.entry.key
    message = f"there is no '{name}' to take away{did_you_mean(name, missed.known)}"
    return Diagnostic(_NOTHING, message, missed.entry.key_span)
