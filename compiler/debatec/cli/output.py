"""Output for programs: one JSON document on standard output, by a schema that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

    from debatec.graph.plan import Plan

option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs, by a shipped schema."
)


def schema(name: str) -> str:
    """The id of a schema that ships."""
    return f"urn:debatec:schema:{name}:v1"


def show(document: Mapping[str, Any]) -> None:
    """Print a document, in UTF-8 whatever the terminal's encoding is (RFC 8259, 8.1)."""
    from debatec.source import exactjson

    click.echo(exactjson.dumps(document, indent=2).encode())


def show_plan(plan: Plan) -> None:
    """Print a compiled graph, just as the file of a plan has it."""
    from debatec.graph.plan import write_plan

    click.echo(write_plan(plan).encode(), nl=False)
