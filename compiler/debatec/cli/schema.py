"""`debatec schema`: the JSON Schemas that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from debatec.cli import completion, output
from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_SUFFIX = ".schema.json"


@click.command()
@click.argument("name", required=False, shell_complete=completion.schemas)
@output.option
def schema(name: str | None, as_json: bool) -> None:
    """Print the JSON Schema called NAME, or list all of them.

    There is one for every file that debatec reads or writes, and for the output of every command
    with --json.
    """
    known = files()
    if name:
        click.echo(_chosen(known, name).read_bytes(), nl=False)
        return
    rows = [_row(short, file) for short, file in known.items()]
    if as_json:
        output.show({"schema": output.schema("schemas"), "schemas": rows})
        return
    width = max(map(len, known))
    click.echo("\n".join(f"{row['name']:<{width}}  {row['title']}" for row in rows))


def files() -> dict[str, Traversable]:
    """Schemas by their names without the version."""
    from debatec.data import data

    files = sorted(data("schemas").iterdir(), key=lambda file: file.name)
    return {file.name.partition(".")[0]: file for file in files if file.name.endswith(_SUFFIX)}


def _chosen(files: dict[str, Traversable], name: str) -> Traversable:
    """The schema of a name, which may tell the version as well."""
    from debatec.source.suggest import did_you_mean

    for short, file in files.items():
        if name in (short, file.name.removesuffix(_SUFFIX)):
            return file
    raise Failure(f"there is no schema '{name}'{did_you_mean(name, files)}")


def _row(name: str, file: Traversable) -> dict[str, Any]:
    import json

    document = json.loads(file.read_text(encoding="utf-8"))
    return {"name": name, "id": document["$id"], "title": document["title"]}
