"""From a source to a checked spec: read, validate, expand, build, check."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from debatec.check.context import Context
from debatec.check.independence import (
    apart_from,
    independent,
    misspelt_are_not_missing,
    worth_telling,
)
from debatec.check.layers import at_home, whole_of
from debatec.check.loss import Loss, loss_of
from debatec.check.others import Other, no_debate, other_of
from debatec.check.rules import ADVICE, CHECKS, too_large
from debatec.frozen import frozen
from debatec.source.decode import load
from debatec.source.diagnostic import Diagnostic, ordered
from debatec.source.nodes import Mapping
from debatec.source.reader import read
from debatec.source.schema import load_schema
from debatec.source.text import Source
from debatec.spec.build import build
from debatec.spec.bundle import Home
from debatec.spec.include import named
from debatec.spec.languages import LANGUAGES, NEWEST, language_of, unknown_language
from debatec.spec.model import Spec

MAX_FINDINGS = 100
"""How many findings of one rule are told."""


@frozen
class Compiled:
    """A source, its canonical tree and typed form where it has any, and all that is wrong.

    ``files`` are those that it names for its prompts, as it names them. ``found`` is what is wrong
    at its places, those of its base among them, where it ``extends`` one.
    """

    source: Source
    root: Mapping | None
    spec: Spec | None
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[str, ...] = ()
    extends: bool = False
    found: tuple[Diagnostic, ...] = ()
    other: Other | None = None
    """What it is in place of a debate, where that is known."""


def compile_source(
    source: Source, folder: Path | None = None, *, advice: bool = False, home: Home | None = None
) -> Compiled:
    """Check a source; every fault of it is found in one run, and none that follows from another.

    Files that it names are looked for in ``folder``; without one they cannot be used. With
    ``advice`` the rules that are off by default are asked too. ``home`` is that of a source which
    another one extends.
    """
    node, unread = read(source)
    other = other_of(source, node)
    if other is not None:
        return Compiled(source, None, None, (no_debate(source, other),), other=other)
    if not isinstance(node, Mapping):
        refused = load_schema(LANGUAGES[NEWEST]).check(node) if node is not None else []
        return _unread(source, [*worth_telling(unread, refused), *apart_from(unread, refused)])
    unknown = unknown_language(node)
    if unknown:
        return _unread(source, [*unread, unknown])
    whole, missing = whole_of(
        node,
        home or Home.of(source.path, folder),
        lambda base, home: compile_source(base, advice=advice, home=home),
    )
    if whole is None:
        return _unread(source, [*unread, *missing], extends=True)
    refused = misspelt_are_not_missing(load_schema(LANGUAGES[language_of(node)]).check(whole.tree))
    faults = [*worth_telling(unread, refused), *apart_from(unread, refused)]
    spec = build(whole.root)
    rest = [*missing, *check(whole.root, spec, loss_of(whole.tree, faults), advice=advice)]
    found = tuple(ordered([*faults, *apart_from(faults, rest)]))
    told = tuple(ordered(at_home(found, whole)))
    is_layer = whole.base is not None
    return Compiled(source, whole.root, spec, told, named(node), is_layer, found)


def _unread(source: Source, faults: list[Diagnostic], *, extends: bool = False) -> Compiled:
    told = tuple(ordered(faults))
    return Compiled(source, None, None, told, (), extends, told)


def compile_file(path: Path) -> Compiled:
    """Check a file; raises OSError when it cannot be read."""
    source, faults = load(path)
    if source is None:
        return Compiled(Source(str(path), ""), None, None, tuple(faults))
    return compile_source(source, path.parent)


def check(root: Mapping, spec: Spec, loss: Loss, *, advice: bool = False) -> list[Diagnostic]:
    """What the rules find in a canonical spec; of one that is too large only that."""
    context = Context(spec, root, loss)
    checks = (too_large.check,) if too_large.is_crowded(context) else CHECKS
    checks = (*checks, *ADVICE) if advice and checks is CHECKS else checks
    found = [finding for rule in checks for finding in islice(rule(context), MAX_FINDINGS)]
    return independent(found)
