"""A file read, its tree built, and checked by its schema."""

from __future__ import annotations

from pathlib import Path

from debatec.source.decode import load
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Node
from debatec.source.reader import read
from debatec.source.schema import load_schema


def read_file(path: Path, schema: str) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a file, None where it has none, and all that is wrong with it.

    Raises:
        OSError: the file cannot be read.
    """
    source, found = load(path)
    if source is None:
        return None, found
    node, faults = read(source)
    if node is not None:
        faults = [*faults, *load_schema(schema).check(node)]
    return node, [*found, *faults]
