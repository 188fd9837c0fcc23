"""Validation of nodes by the JSON Schemas that ship with the package.

A schema may say things in our own words: the annotation ``x-messages`` maps a keyword beside it to
a message, in which ``{name}`` and ``{value}`` stand for the place and what is written there, and
``x-hints`` maps one to what to do about it: ``additionalProperties`` to that for each of some keys
that are none here. ``x-holder`` names the required key under which those may have been meant to be.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from typing import Any

from debatec.data import data
from debatec.source.diagnostic import Diagnostic
from debatec.source.gate import Gate, gate_of
from debatec.source.nodes import Node, plain


@cache
def load_schema(file: str) -> Schema:
    """The schema in a file of the ``schemas`` folder, such as ``spec.schema.json``."""
    return Schema(
        json.loads(data("schemas").joinpath(file).read_text("utf-8"), parse_float=Decimal)
    )


@dataclass(frozen=True, eq=False)
class Schema:
    """A JSON Schema (2020-12). That it is a valid one is for the tests to see to, not for a run."""

    document: dict[str, Any]

    @cached_property
    def _gate(self) -> Gate | None:
        return gate_of(self.document)

    def check(self, node: Node) -> list[Diagnostic]:
        """What the schema has against a tree, in the order of the file; a hundred faults at most.

        What is broken already, and what follows from that, is not said again.
        """
        if self._gate is not None and self._gate(plain(node)):
            return []
        # jsonschema takes long to import, and most trees have no faults.
        from debatec.source.refusals import refusals

        return refusals(self.document, node)
