"""A stand-in fits its field (DB421), and is a sound expression where it is one.

That of a text field is the text itself; that of any other field is a literal or an expression.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as AnyMapping
from dataclasses import replace

from debatec.check.context import Context
from debatec.check.declarations import entries
from debatec.check.rules.expressions import faults_of
from debatec.check.uses import Use
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Mapping, Plain, Scalar
from debatec.source.schema import Schema
from debatec.spec.model import Block
from debatec.template import types
from debatec.template.types import ANYTHING, NOTHING, Type, bare, describe, from_schema

ID = "DB421"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every stand-in that its field refuses."""
    for use, wanted in context.stand_ins:
        yield from _expression(context, use, bare(wanted))
    for entry in entries(context.root.get("blocks")):
        if not context.loss.touches(entry.value.span):
            yield from _literals(entry, context.spec.blocks[entry.key])


def _expression(context: Context, use: Use, wanted: Type) -> Iterator[Diagnostic]:
    faults = list(faults_of(context, use))
    yield from faults
    expression, _ = context.expression(use.text)
    if faults or expression is None:
        return
    found = bare(expression.check(use.scope)[0])
    if not _fits(found, wanted):
        message = f"expected {describe(wanted)}, found {describe(found)}"
        yield Diagnostic(ID, message, use.text.at(0, len(use.text.text)))


def _fits(found: Type, wanted: Type) -> bool:
    if found in (wanted, NOTHING) or ANYTHING in (found, wanted):
        return True
    is_whole = isinstance(found, types.ListOf | types.Record)
    return is_whole and type(found) is type(wanted)


def _literals(entry: Entry, block: Block) -> Iterator[Diagnostic]:
    """The stand-ins that are no expressions, against the schemas of their fields."""
    node = entry.value.get("otherwise") if isinstance(entry.value, Mapping) else None
    literals = {}
    for item in entries(node):
        schema = block.fields.get(item.key)
        literal = _literal(item, schema) if schema is not None else None
        if literal:
            literals[item.key] = literal
    if literals:
        schemas: dict[str, Plain] = {key: dict(block.fields[key]) for key in literals}
        for fault in Schema({"properties": schemas}).check(Mapping(entry.value.span, literals)):
            yield replace(fault, rule=ID)


def _literal(entry: Entry, schema: AnyMapping[str, Plain]) -> Entry | None:
    """A stand-in as the value it gives, or None where it is an expression."""
    node = entry.value
    if not isinstance(node, Scalar):
        return entry
    if types.is_text(bare(from_schema(schema))):
        return replace(entry, value=replace(node, value=node.text))
    return None if isinstance(node.value, str) else entry
