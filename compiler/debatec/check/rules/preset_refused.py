"""A preset sets inputs that there are, to values that their schemas allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from debatec.check.context import Context
from debatec.check.declarations import entries
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Mapping, Plain
from debatec.source.schema import Schema
from debatec.source.suggest import did_you_mean, respelling

ID = "DB427"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every value of a preset that no run could take."""
    if not context.loss.spares("inputs"):
        return
    inputs = context.spec.inputs
    schemas: dict[str, Plain] = {
        entry.key: dict(inputs[entry.key].schema)
        for entry in entries(context.root.get("inputs"))
        if not context.loss.touches(entry.value.span)
    }
    for preset in entries(context.root.get("presets")):
        known: dict[str, Entry] = {}
        for entry in entries(preset.value):
            if entry.key in inputs:
                known[entry.key] = entry
            else:
                message = f"there is no input '{entry.key}'{did_you_mean(entry.key, inputs)}"
                fix = respelling(entry.key_span, entry.key, inputs)
                yield Diagnostic(ID, message, entry.key_span, fix=fix)
        for fault in Schema({"properties": schemas}).check(Mapping(preset.value.span, known)):
            yield replace(fault, rule=ID)
