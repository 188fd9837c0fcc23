"""The data that ships with the package: schemas, formats, templates."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def data(kind: str) -> Traversable:
    """Folder of shipped data: inside the package once installed, at the repository root before."""
    shipped = files("debatec").joinpath(kind)
    return shipped if shipped.is_dir() else Path(__file__).parents[2] / kind
