"""The data that ships with the package: schemas, formats, templates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_PACKAGE = Path(__file__).parent


def data(kind: str) -> Traversable:
    """Folder of shipped data: inside the package once installed, at the repository root before."""
    for place in (_PACKAGE / kind, _PACKAGE.parents[1] / kind):
        if place.is_dir():
            return place
    # Takes long to import, and a package that lies in no folder is rare.
    from importlib.resources import files

    return files("debatec").joinpath(kind)
