"""From a source to a checked spec: read, validate, expand, build, check."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from debatec.check.context import Context
from debatec.check.independence import independent
from debatec.check.loss import Loss, loss_of
from debatec.check.rules import CHECKS
from debatec.source.decode import load
from debatec.source.diagnostic import Diagnostic, ordered
from debatec.source.nodes import Mapping
from debatec.source.reader import read
from debatec.source.schema import load_schema
from debatec.source.text import Source
from debatec.spec.build import build
from debatec.spec.model import Spec
from debatec.spec.sugar import canonical

SCHEMA = "debate.v1.schema.json"


@dataclass(frozen=True, slots=True)
class Compiled:
    """A source, its canonical tree and typed form where it has any, and all that is wrong."""

    source: Source
    root: Mapping | None
    spec: Spec | None
    diagnostics: tuple[Diagnostic, ...]


def compile_source(source: Source) -> Compiled:
    """Check a source; every fault of it is found in one run, and none that follows from another."""
    node, faults = read(source)
    if node is not None:
        faults = ordered([*faults, *load_schema(SCHEMA).check(node)])
    if not isinstance(node, Mapping):
        return Compiled(source, None, None, tuple(faults))
    root = canonical(node)
    spec = build(root)
    found = [*faults, *check(root, spec, loss_of(node, faults), faults)]
    return Compiled(source, root, spec, tuple(ordered(found)))


def compile_file(path: Path) -> Compiled:
    """Check a file; raises OSError when it cannot be read."""
    source, faults = load(path)
    if source is None:
        return Compiled(Source(str(path), ""), None, None, tuple(faults))
    return compile_source(source)


def check(root: Mapping, spec: Spec, loss: Loss, faults: list[Diagnostic]) -> list[Diagnostic]:
    """What the rules find in a canonical spec, without what follows from earlier faults."""
    context = Context(spec, root, loss)
    found = [diagnostic for rule in CHECKS for diagnostic in rule(context)]
    return independent(found, faults)
