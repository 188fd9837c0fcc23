"""What a spec extends: found, compiled, and laid under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from debatec.source.decode import decode
from debatec.source.diagnostic import Diagnostic, Related, has_errors
from debatec.source.nodes import Mapping, Scalar
from debatec.source.suggest import did_you_mean
from debatec.source.text import Source, Span
from debatec.spec.bases import find
from debatec.spec.bundle import Home, Unusable
from debatec.spec.lock import NotLocked
from debatec.spec.merge import Missed, merged
from debatec.spec.sugar import layers
from debatec.spec.versions import meets

if TYPE_CHECKING:
    from debatec.check.pipeline import Compiled

MAX_BASES = 10
"""How many specs may stand upon one another."""

_UNUSABLE, _CYCLE, _BROKEN = "DB440", "DB441", "DB442"
_NOTHING, _NOT_LOCKED = "DB443", "DB444"


def laid_over(base: Mapping, layer: Mapping) -> tuple[Mapping, list[Diagnostic]]:
    """A canonical base with a spec over it, and what that takes away in vain."""
    tree, missed = merged(base, layers(layer, base))
    return tree, [*map(_missed, missed)]


def base_of(
    reference: Scalar, home: Home, compile: Callable[[Source, Home], Compiled]
) -> tuple[Compiled | None, list[Diagnostic]]:
    """The compiled base of a spec, None where it cannot be used, and what is wrong with it."""
    home = home.bounded()
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
