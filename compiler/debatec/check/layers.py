"""A spec and what it extends, as the one debate that they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.nodes import Mapping, Scalar
from debatec.source.text import Source, Span
from debatec.spec.bundle import Home
from debatec.spec.include import included
from debatec.spec.sugar import canonical

if TYPE_CHECKING:
    from debatec.check.pipeline import Compiled


@frozen
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
    # Imported where it is used, as most debates extend nothing.
    from debatec.check.bases import base_of, laid_over

    base, refused = base_of(reference, home, compile)
    if base is None or base.root is None:
        return None, [*faults, *refused]
    tree, missed = laid_over(base.root, filled)
    return Whole(tree, canonical(tree), own, reference.span, base), [*faults, *missed]


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
