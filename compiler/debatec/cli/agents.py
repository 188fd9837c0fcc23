"""`debatec agents`: the agents that can take seats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debatec.cli import casting, output

if TYPE_CHECKING:
    from collections.abc import Mapping

    from debatec.transports.registry import Options


@click.group()
def agents() -> None:
    """Look at the agents of your registry."""


@agents.command("list")
@casting.registry_option
@output.option
def list_(registry: Path | None, as_json: bool) -> None:
    """List your agents: how each is reached, and whether its key is set.

    Keys themselves are never shown.
    """
    from debatec.report.text import columns

    found, file = casting.registry_in(registry)
    rows = [_agent(name, found.agents.get(name), found.default) for name in found.known]
    if as_json:
        document = {"schema": output.schema("agents-list"), "registry": file and str(file)}
        output.show({**document, "default": found.default, "agents": rows})
        return
    lines = [*map(_line, rows), ("replay:FILE", "replay", "recorded replies", "", "")]
    click.echo("\n".join(columns([("name", "kind", "where", "key", ""), *lines])))


def _agent(name: str, options: Options | None, default: str) -> dict[str, Any]:
    """An agent as JSON values; the built-in one has no options."""
    import os

    from debatec.transports.endpoint import Endpoint
    from debatec.transports.local import Model

    if isinstance(options, Endpoint):
        reached: dict[str, Any] = {"kind": "openai", "address": options.base_url}
        reached["model"] = options.model
        key = options.key_env and {
            "variable": options.key_env,
            "set": bool(os.environ.get(options.key_env, "").strip()),
        }
    else:
        model = options or Model()
        file = str(model.file) if model.file else model.alias
        reached, key = {"kind": "local", "address": None, "model": file}, None
    return {"name": name, **reached, "key": key, "default": name == default}


def _line(agent: Mapping[str, Any]) -> tuple[str, ...]:
    from debatec.source.frame import printable

    where = " at ".join(filter(None, [agent["model"], agent["address"]]))
    key = agent["key"]
    is_set = f"{key['variable']}, {'set' if key['set'] else 'not set'}" if key else ""
    default = "default" if agent["default"] else ""
    return agent["name"], agent["kind"], printable(where), is_set, default
