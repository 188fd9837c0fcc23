"""The settings of `debatec lint`: by options, the environment and a project's file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from debatec.cli import completion
from debatec.cli.failure import Failure, faulty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from debatec.linter.project import Project
    from debatec.linter.settings import Layer, Settled


def _rules(name: str, help: str) -> Callable[[Any], Any]:
    """An option that takes rules, and may be repeated."""
    complete = completion.rules
    return click.option(name, metavar="RULES", multiple=True, shell_complete=complete, help=help)


_OPTIONS = (
    click.option(
        "--select",
        metavar="RULES",
        multiple=True,
        shell_complete=completion.rules,
        help="The rules that are on.",
    ),
    click.option(
        "--ignore",
        metavar="RULES",
        multiple=True,
        shell_complete=completion.rules,
        help="Rules that are off.",
    ),
    click.option(
        "--severity",
        type=click.Choice(["error", "warning"]),
        help="The least grave findings to tell.",
    ),
    click.option("--config", metavar="FILE", help="The file with the project's settings."),
    click.option("--no-config", is_flag=True, help="Look for no file with settings."),
    click.option("--show-config", is_flag=True, help="Print every setting and who gave it."),
    click.option("--stdin-filename", metavar="NAME", help="What standard input is called."),
    click.option("--baseline", metavar="FILE", help="Where known findings are listed."),
    click.option("--no-baseline", is_flag=True, help="Tell known findings too."),
    click.option("--write-baseline", is_flag=True, help="List all findings as known."),
    click.option("--jobs", type=click.IntRange(0, 256), help="How many processes check files."),
    click.option("--cache/--no-cache", default=None, help="Whether results are kept."),
    click.option("--cache-dir", metavar="FOLDER", help="Where results are kept."),
)


def options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that are settings, and those about settings."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def settled(options: Mapping[str, Any]) -> Settled:
    """The settings by options, the environment and the project's file.

    Raises:
        Failure: one of them is wrong.
    """
    import os

    from debatec.linter.settings import OPTION, Layer, from_environment, settle

    project = _project(options)
    here = os.getcwd()  # noqa: PTH109
    try:
        environment = from_environment(os.environ, here)
    except ValueError as error:
        raise Failure(str(error)) from error
    given = Layer(OPTION, dict(_given(options)), here)
    _check_rules(environment)
    _check_rules(given)
    _check_values(environment)
    layers = [layer for layer in (project.layer, environment, given) if layer]
    return settle(layers, project.root)


def _project(options: Mapping[str, Any]) -> Project:
    """The project that is worked in, or that of the file whose text is read."""
    from pathlib import Path

    from debatec.linter import project

    folder = Path(options.get("stdin_filename") or "").parent
    try:
        if options.get("config") is not None:
            found = project.read(Path(options["config"]))
        elif options.get("no_config"):
            found = project.without(folder)
        else:
            found = project.find(folder)
    except project.NoSettings as error:
        raise Failure(str(error)) from error
    if found.faults:
        raise faulty("the settings have errors", found.faults)
    return found


def _given(options: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The settings among the options, in the types of a settings file."""
    from debatec.linter.settings import NAMES, items

    for name in NAMES:
        value = options.get(name)
        if name in ("select", "ignore"):
            value = tuple(item for text in value or () for item in items(text))
        value = None if value == () else value
        if value is not None:
            yield name, value


def _check_rules(layer: Layer) -> None:
    from debatec.linter.directives import unknown
    from debatec.linter.selection import is_known

    for name in ("select", "ignore"):
        for word in layer.values.get(name, ()):
            if not is_known(word):
                raise Failure(f"{layer.origin} '{name}': {unknown(word)}")


def _check_values(layer: Layer) -> None:
    """Hold what the environment says to what a settings file may say; click sees to options."""
    if not layer.values:
        return
    from debatec.linter.settings import NAMES
    from debatec.source.nodes import node_of
    from debatec.source.schema import load_schema
    from debatec.source.text import Source

    plain = {
        NAMES[name]: list(value) if isinstance(value, tuple) else value
        for name, value in layer.values.items()
    }
    node = node_of(plain, Source(layer.origin, "").span(0, 0))
    for fault in load_schema("settings.v1.schema.json").check(node):
        raise Failure(f"{layer.origin}: {fault.message}")


def shown(settled: Settled) -> Iterator[str]:
    """Every setting as a line of TOML, and who gave it."""
    import os

    from debatec.linter.settings import NAMES, PATHS

    lines = []
    for name, origin in settled.origins.items():
        value = getattr(settled.settings, name)
        value = os.path.relpath(value) if name in PATHS else value
        lines.append((f"{NAMES[name]} = {_toml(value)}", origin))
    width = max(len(line) for line, _ in lines)
    yield from (f"{line:<{width}}  # {origin}" for line, origin in lines)


def _toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    import json

    if isinstance(value, dict):
        entries = (f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
