"""The compiler for debates between agents."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatec.check.pipeline import Compiled
    from debatec.source.diagnostic import Diagnostic

__version__ = "0.1.0"


def compile(path: str | PathLike[str]) -> Compiled:
    """The canonical tree and typed form of a spec, with its faults.

    Raises:
        OSError: the file cannot be read.
    """
    from pathlib import Path

    from debatec.check.pipeline import compile_file

    return compile_file(Path(path))


def lint(path: str | PathLike[str]) -> tuple[Diagnostic, ...]:
    """The faults of a spec, in the order of the file; raises OSError as `compile` does."""
    return compile(path).diagnostics
