"""Values of inputs as the command line gives them."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from debatec.source.nodes import Plain
    from debatec.spec.model import Input, Spec

MAX_BYTES = 1_000_000
MAX_NESTING = 32


class Settings(NamedTuple):
    """What the command line says of inputs: single values, over those of a preset."""

    values: tuple[str, ...] = ()
    preset: str | None = None

    @property
    def are_given(self) -> bool:
        return bool(self.values) or self.preset is not None


_OPTIONS = (
    click.option(
        "-i",
        "--input",
        "values",
        metavar="NAME=VALUE",
        multiple=True,
        help="Set an input; NAME=@FILE takes it from a file, NAME=- from standard input.",
    ),
    click.option("--preset", metavar="NAME", help="Set the inputs of a preset of the spec."),
)


def options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that set inputs; the command gets them as ``settings``."""

    @wraps(command)
    def with_settings(*, values: tuple[str, ...], preset: str | None, **rest: Any) -> None:
        command(settings=Settings(values, preset), **rest)

    for option in reversed(_OPTIONS):
        with_settings = option(with_settings)
    return with_settings


_MAX_SHOWN = 60
_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list in JSON",
    "object": "an object in JSON",
}
_LIMITS = {
    "minimum": "is less than {}",
    "maximum": "is more than {}",
    "minLength": "has fewer than {} characters",
    "maxLength": "has more than {} characters",
    "minItems": "has fewer than {} items",
    "maxItems": "has more than {} items",
}


class _Fault(Exception):
    """A setting that cannot be used."""


def read_inputs(spec: Spec, settings: Settings, *, required: bool = False) -> dict[str, Plain]:
    """The values that a preset and settings such as `rounds=3` give to inputs, by name.

    Raises:
        Failure: a setting is no setting of the spec, its value does not fit, or, where all
            required inputs are asked for, one is missing. All faults in one message.
    """
    values: dict[str, Plain] = {}
    faults: list[str] = []
    texts = _Values()
    for setting in settings.values:
        try:
            name, text = _split(setting, spec, values)
            values[name] = None
            values[name] = _coerced(texts.read(text), spec.inputs[name])
            faults += _misfits(values[name], spec.inputs[name])
        except _Fault as fault:
            faults.append(str(fault))
    preset = _preset(spec, settings.preset, faults)
    if required:
        faults += _missing(spec, {*values, *preset, *_meant(spec, settings.values)})
    if faults:
        raise Failure("\n".join(faults))
    return {**preset, **values}


def _preset(spec: Spec, name: str | None, faults: list[str]) -> dict[str, Plain]:
    """The values of a preset, which the check has held against their schemas."""
    from debatec.source.suggest import did_you_mean

    if name is None:
        return {}
    if name not in spec.presets:
        known = f": {', '.join(spec.presets)}" if spec.presets else ""
        hint = did_you_mean(name, spec.presets) or f"; the spec has {len(spec.presets)}{known}"
        faults.append(f"there is no preset '{name}'{hint}")
        return {}
    return {str(input): value for input, value in spec.presets[name].values.items()}


def _split(setting: str, spec: Spec, values: Mapping[str, Plain]) -> tuple[str, str]:
    from debatec.source.suggest import did_you_mean

    name, equals, text = setting.partition("=")
    if not equals:
        raise _Fault(f"'{setting}' is no setting: write NAME=VALUE")
    if name not in spec.inputs:
        raise _Fault(f"there is no input '{name}'{did_you_mean(name, spec.inputs)}")
    if name in values:
        raise _Fault(f"input '{name}' is set twice")
    return name, text


class _Values:
    """Where a value comes from: the setting itself, a file, or standard input, once."""

    def __init__(self) -> None:
        self._used = False

    def read(self, text: str) -> str:
        if text == "-":
            return self._standard_input()
        if text.startswith("@"):
            return _decoded(_file(text[1:]), f"'{text[1:]}'")
        return _decoded(text.encode("utf-8", "surrogateescape"), "the value")

    def _standard_input(self) -> str:
        import sys

        if self._used:
            raise _Fault("standard input can be read for one input only")
        self._used = True
        return _decoded(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")


def _file(name: str) -> bytes:
    from pathlib import Path

    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _Fault(f"'{name}' cannot be read: {error.strerror}") from error


def _decoded(data: bytes, what: str) -> str:
    if len(data) > MAX_BYTES:
        raise _Fault(f"{what} is larger than {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _Fault(f"{what} is not UTF-8") from error


def _coerced(text: str, input: Input) -> Plain:
    """A text as the input's schema types it: a text as it is, everything else as JSON."""
    from debatec.source import exactjson

    types = _types(input.schema)
    if "string" in types or text in _words(input.schema):
        return text
    try:
        value: Plain = exactjson.loads(text)
    except (ValueError, RecursionError) as error:
        if not types:
            return text
        raise _Fault(f"input '{input.name}': {_shown(text)} is not {_listed(types)}") from error
    if not exactjson.nests_within(value, MAX_NESTING):
        raise _Fault(f"input '{input.name}' nests deeper than {MAX_NESTING} levels")
    return value


def _types(schema: Mapping[str, Any]) -> list[str]:
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else list(types)


def _words(schema: Mapping[str, Any]) -> list[str]:
    return [value for value in schema.get("enum", []) if isinstance(value, str)]


def _listed(types: Iterable[str]) -> str:
    return " or ".join(_TYPES[name] for name in types)


def _misfits(value: Plain, input: Input) -> Iterator[str]:
    """What is wrong with a value by the schema of its input."""
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(dict(input.schema)).iter_errors(value):
        inside = "".join(f"[{step}]" for step in error.absolute_path)
        fault = _phrase(str(error.validator), error.validator_value, error.instance)
        yield f"input '{input.name}'{inside}: {_shown(error.instance)} {fault or error.message}"


def _phrase(keyword: str, limit: Any, value: Any) -> str | None:
    """A fault in words, after the value."""
    if keyword in _LIMITS:
        return _LIMITS[keyword].format(limit)
    if keyword == "type":
        return f"is not {_listed(_types({'type': limit}))}"
    if keyword == "enum":
        return f"is not one of {', '.join(map(_shown, limit))}"
    if keyword == "required":
        return f"has no {', '.join(_shown(key) for key in limit if key not in value)}"
    return None


def _shown(value: Any) -> str:
    from debatec.source import exactjson
    from debatec.source.frame import printable

    text = value if isinstance(value, str) else exactjson.dumps(value)
    text = printable(text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…")
    return f"'{text}'" if isinstance(value, str) else text


def _meant(spec: Spec, settings: Iterable[str]) -> set[str | None]:
    """The inputs that misspelt settings were for: those are not missing."""
    from debatec.source.suggest import nearest

    names = {setting.partition("=")[0] for setting in settings}
    return {nearest(name, spec.inputs) for name in names - spec.inputs.keys()}


def _missing(spec: Spec, known: Collection[str | None]) -> Iterator[str]:
    for name, input in spec.inputs.items():
        if input.required and name not in known:
            yield f"input '{name}' is required: add -i {name}=VALUE"
