"""The settings of lint: what they are, and which of several givers of one has its way."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from typing import Any

from debatec.frozen import frozen

BASELINE = "debatec-baseline.json"
CACHE = ".debatec_cache"

DEFAULT = "default"
ENVIRONMENT = "environment"
OPTION = "option"
"""Who gave a setting, besides the project's file, which is called by its name."""


@frozen
class Settings:
    """How files are linted. Paths are absolute once they are settled."""

    select: Sequence[str] = ("default",)
    ignore: Sequence[str] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    severity: str = "warning"
    per_file_ignores: Mapping[str, Sequence[str]] = field(default_factory=dict)
    exclude: Sequence[str] = ()
    format: Sequence[str] = ("text",)
    strict: bool = False
    jobs: int = 0
    baseline: str = BASELINE
    cache: bool = True
    cache_dir: str = CACHE


NAMES = {field.name: field.name.replace("_", "-") for field in fields(Settings)}
"""Field -> what people call it."""
PATHS = ("baseline", "cache_dir")
_KINDS = {field.name: str(field.type) for field in fields(Settings)}


@frozen
class Layer:
    """What one giver says: fields and their values, in the types of a settings file.

    Paths among them are relative to ``folder``.
    """

    origin: str
    values: Mapping[str, Any]
    folder: str


@frozen
class Settled:
    """Settings, and who gave each of them."""

    settings: Settings
    origins: Mapping[str, str]
    root: str
    """The folder that patterns are relative to."""


def settle(layers: Sequence[Layer], root: str) -> Settled:
    """The settings by layers, of which later ones have their way over earlier ones.

    Rules that an option selects are on, whatever a layer below it ignores or turns off.
    """
    given: dict[str, Any] = {"baseline": os.path.join(root, BASELINE)}  # noqa: PTH118
    given["cache_dir"] = os.path.join(root, CACHE)  # noqa: PTH118
    origins = dict.fromkeys(NAMES, DEFAULT)
    for layer in layers:
        if layer.origin == OPTION and "select" in layer.values:
            given.pop("ignore", None)
            given["rules"] = {k: v for k, v in given.get("rules", {}).items() if v != "off"}
        for name, value in layer.values.items():
            given[name] = os.path.join(layer.folder, value) if name in PATHS else value  # noqa: PTH118
            origins[name] = layer.origin
    return Settled(Settings(**given), origins, root)


def from_environment(environment: Mapping[str, str], folder: str) -> Layer:
    """What variables such as ``DEBATEC_JOBS`` say; lists have commas between their items.

    Tables have no variables.

    Raises:
        ValueError: a variable is not what its setting takes.
    """
    values: dict[str, Any] = {}
    for name, kind in _KINDS.items():
        variable = f"DEBATEC_{name.upper()}"
        text = environment.get(variable, "")
        if text and kind in _READERS:
            try:
                values[name] = _READERS[kind](text)
            except (ValueError, KeyError) as error:
                raise ValueError(f"{variable} cannot be '{text}'") from error
    return Layer(ENVIRONMENT, values, folder)


def items(text: str) -> tuple[str, ...]:
    """The items of a list with commas between them."""
    return tuple(item for part in text.split(",") if (item := part.strip()))


_SWITCH = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
_READERS: Mapping[str, Any] = {
    "str": str,
    "int": int,
    "bool": lambda text: _SWITCH[text.lower()],
    "Sequence[str]": items,
}
