"""What the findings of a text depend on besides itself: this program, and what it stands on."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from debatec import __version__

_PACKAGES = ("source", "spec", "template", "graph", "check", "linter")
_LIBRARIES = ("jinja2-", "jsonschema-", "markupsafe-", "pyyaml-")
_FORMAT = "1"
"""Changes with the form of the records."""


def maker(schemas: Path) -> str:
    """A digest of the version, the code of all that checks, its data, and its libraries.

    The code too, as it changes under one version where debatec is developed.
    """
    digest = hashlib.sha256()
    for part in (_FORMAT, __version__, sys.version, sys.platform, *_libraries()):
        digest.update(f"{part}\0".encode())
    package = Path(__file__).parents[1]
    for path in (*_code(package), schemas / "debate.v1.schema.json"):
        digest.update(f"{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _code(package: Path) -> Iterator[Path]:
    for name in _PACKAGES:
        yield from sorted((package / name).rglob("*.py"))


def _libraries() -> Iterator[str]:
    """Names and versions of the libraries, by the folders that tell of them."""
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))  # noqa: PTH208
        except OSError:
            continue
        yield from (name for name in names if name.lower().startswith(_LIBRARIES))
