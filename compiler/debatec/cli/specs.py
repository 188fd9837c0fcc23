"""Specs as commands name them: by a path, or by the name of a format that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from debatec.cli.findings import report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from debatec.check.pipeline import Compiled
    from debatec.graph.plan import Plan
    from debatec.source.diagnostic import Diagnostic
    from debatec.spec.model import Spec

SUFFIX = ".debate.yaml"
WRONG = 2


class Wrong(click.ClickException):
    """The command, the spec or its inputs are wrong; one line each."""

    exit_code = WRONG


def formats() -> list[str]:
    """Names of the formats that ship."""
    from debatec.data import data

    names = (entry.name for entry in data("formats").iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))


def text_of(format: str) -> str:
    """The text of a format that ships."""
    from debatec.data import data

    return data("formats").joinpath(format + SUFFIX).read_text(encoding="utf-8")


def check(name: str) -> Compiled:
    """What the compiler makes of the file, or shipped format, of that name.

    Raises:
        Wrong: there is none, or it cannot be read.
    """
    from pathlib import Path

    from debatec.check.pipeline import compile_file, compile_source
    from debatec.source.text import Source

    path = Path(name)
    if not path.is_file() and name in formats():
        return compile_source(Source(f"builtin:{name}", text_of(name)))
    if path.is_dir():
        raise Wrong(f"'{name}' is a folder: name one file")
    if not path.exists():
        raise missing(name)
    try:
        return compile_file(path)
    except OSError as error:
        raise Wrong(f"'{name}' cannot be read: {error.strerror}") from error


def missing(name: str) -> Wrong:
    """That there is neither a file nor a shipped format of a name."""
    from debatec.source.suggest import did_you_mean

    return Wrong(f"there is no file or shipped format '{name}'{did_you_mean(name, formats())}")


def compiled(name: str) -> tuple[Compiled, Spec]:
    """A spec without errors; of one that has errors the findings are printed, and the run ends."""
    found = check(name)
    _refuse(found.diagnostics)
    assert found.spec is not None, "a file without a spec has errors"
    return found, found.spec


def planned(name: str, settings: Iterable[str]) -> Plan:
    """The plan of a spec; an input that is not set stands for the largest debate it allows.

    Raises:
        Wrong: the spec, the settings or what follows from both is wrong.
    """
    from debatec.cli.inputs import read_inputs
    from debatec.graph.bind import bind, most
    from debatec.graph.lower import TooLarge
    from debatec.graph.plan import make_plan

    found, spec = compiled(name)
    inputs = {**most(spec), **read_inputs(spec, settings)}
    _, faults = bind(spec, inputs)
    _refuse(faults)
    assert found.root is not None, "a spec has a root"
    try:
        return make_plan(found.root, inputs)
    except TooLarge as error:
        raise Wrong(f"'{name}' is too large to plan: fewer rounds or seats would do") from error


def _refuse(diagnostics: Iterable[Diagnostic]) -> None:
    from debatec.source.diagnostic import has_errors

    diagnostics = list(diagnostics)
    if has_errors(diagnostics):
        report(diagnostics, err=True)
        raise click.exceptions.Exit(WRONG)
