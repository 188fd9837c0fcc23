"""The default of an input is a value that its schema allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from debatec.check.context import Context
from debatec.check.declarations import entries
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Mapping, Plain
from debatec.source.schema import Schema

ID = "DB422"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every default that is refused."""
    schemas: dict[str, Plain] = {}
    defaults: dict[str, Entry] = {}
    for entry in entries(context.root.get("inputs")):
        given = entry.value.entries.get("default") if isinstance(entry.value, Mapping) else None
        if given and not context.loss.touches(entry.value.span):
            schema = dict(context.spec.inputs[entry.key].schema)
            schemas[entry.key] = {"properties": {"default": schema}}
            defaults[entry.key] = replace(
                entry, value=Mapping(given.value.span, {"default": given})
            )
    if defaults:
        for fault in Schema({"properties": schemas}).check(Mapping(context.spec.span, defaults)):
            yield replace(fault, rule=ID)
