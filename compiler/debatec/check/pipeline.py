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
from debatec.check.loss import Loss, loss_of
from debatec.check.rules import ADVICE, CHECKS, too_large
from debatec.frozen import frozen
from debatec.source.decode import load
from debatec.source.diagnostic import Diagnostic, ordered
from debatec.source.nodes import Mapping
from debatec.source.reader import read
from debatec.source.schema import load_schema
from debatec.source.text import Source
from debatec.spec.build import build
from debatec.spec.include import included, named
from debatec.spec.model import Spec
from debatec.spec.sugar import canonical

SCHEMA = "debate.v1.schema.json"
MAX_FINDINGS = 100
"""How many findings of one rule are told."""


@frozen
class Compiled:
    """A source, its canonical tree and typed form where it has any, and all that is wrong.

    ``files`` are those that it names for its prompts, as it names them.
    """

    source: Source
    root: Mapping | None
    spec: Spec | None
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[str, ...] = ()


def compile_source(source: Source, folder: Path | None = None, *, advice: bool = False) -> Compiled:
    """Check a source; every fault of it is found in one run, and none that follows from another.

    Files that it names are looked for in ``folder``; without one they cannot be used. With
    ``advice`` the rules that are off by default are asked too.
    """
    node, unread = read(source)
    if node is None:
        return Compiled(source, None, None, tuple(unread))
    refused = misspelt_are_not_missing(load_schema(SCHEMA).check(node))
    faults = [*worth_telling(unread, refused), *apart_from(unread, refused)]
    if not isinstance(node, Mapping):
        return Compiled(source, None, None, tuple(ordered(faults)))
    whole, missing = included(node, folder)
    root = canonical(whole)
    spec = build(root)
    found = [*missing, *check(root, spec, loss_of(node, faults), advice=advice)]
    told = tuple(ordered([*faults, *apart_from(faults, found)]))
    return Compiled(source, root, spec, told, named(node))


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
