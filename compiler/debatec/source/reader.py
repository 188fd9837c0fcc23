"""From a source to nodes, with every fault of the file in one run."""

from __future__ import annotations

from dataclasses import replace

import yaml

from debatec.source import faults
from debatec.source.builder import Builder, Hole, Refused
from debatec.source.decode import unreadable
from debatec.source.diagnostic import Diagnostic, ordered
from debatec.source.nodes import Node, Scalar
from debatec.source.text import Source

_MAX_REPAIRS = 10
_MAX_REREAD = 1_000_000


def read(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a source and what is wrong with it, in the order of the file.

    After a syntax error the smallest item around it is blanked and the rest read, so that the tree
    holds what is left; what was blanked is ``broken`` there. The tree is None when the file is
    empty, goes over a limit, or cannot be read at all.
    """
    found = unreadable(source)
    if found:
        return None, found
    return _read(source)


def _read(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    text = source.content
    found: list[Diagnostic] = []
    holes: list[Hole] = []
    for _ in range(min(_MAX_REPAIRS, 1 + _MAX_REREAD // (len(text) + 1)) + 1):
        builder = Builder(source, text, holes)
        error: Exception | None = None
        try:
            builder.run()
        except Refused as refused:
            return None, ordered([*found, refused.diagnostic])
        except (yaml.YAMLError, ValueError, OverflowError) as raised:
            # The pure Python parser lets chr() fail on an escape such as "\UFFFFFFFF".
            error = raised
        if error is None and not builder.odd_spaces:
            return _whole(builder, found)
        # Most files need none, and are read sooner without it.
        from debatec.source import recovery

        repair = recovery.repair(builder, error, holes)
        found += repair.diagnostics
        holes += repair.holes
        if repair.text is None:
            break
        text = repair.text
    return None, ordered(found)


def _whole(builder: Builder, found: list[Diagnostic]) -> tuple[Node | None, list[Diagnostic]]:
    found = [*found, *builder.found]
    root = builder.root
    is_empty = root is None or (isinstance(root, Scalar) and not root.text and not root.style)
    if is_empty:
        if not found:
            found.append(faults.empty_file(builder.source.span(0, 0)))
        return None, found
    if builder.holes and isinstance(root, Scalar):
        root = replace(root, broken=True)
    return root, ordered(found)
