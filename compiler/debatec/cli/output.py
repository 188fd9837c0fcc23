"""Output for programs: one JSON document on standard output, by a schema that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from debatec.graph.plan import Plan

option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs, by a shipped schema."
)


def schema(name: str) -> str:
    """The id of a schema that ships."""
    return f"urn:debatec:schema:{name}:v1"


def show(document: Mapping[str, Any]) -> None:
    """Print a document."""
    put(written(document), None)


def written(document: Mapping[str, Any]) -> bytes:
    """A document as it is printed: in UTF-8 whatever the terminal's encoding is (RFC 8259, 8.1)."""
    from debatec.source import exactjson

    return exactjson.dumps(document, indent=2).encode() + b"\n"


def plan(plan: Plan) -> bytes:
    """A compiled graph, just as the file of a plan has it."""
    from debatec.graph.plan import write_plan

    return write_plan(plan).encode()


def put(text: str | bytes, target: Path | None) -> None:
    """Print a text, or write it to a file.

    Raises:
        Failure: the file cannot be written.
    """
    if target is None:
        click.echo(text, nl=False)
        return
    try:
        target.write_bytes(text if isinstance(text, bytes) else _encoded(text))
    except OSError as error:
        raise Failure(f"'{target}' cannot be written: {error.strerror}") from error


def _encoded(text: str) -> bytes:
    return text.encode(errors="backslashreplace")
