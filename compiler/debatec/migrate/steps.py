"""From one version of the language to the next: changes of a text, by places in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, has_errors
from debatec.source.edits import Edit, apart
from debatec.source.nodes import Mapping, Scalar
from debatec.source.reader import read
from debatec.source.text import Source


@frozen
class Step:
    """What a file of the version ``old`` is to have changed to be one of the version ``new``.

    ``edits`` need not change the version itself. What they leave alone stays byte for byte.
    """

    old: str
    new: str
    edits: Callable[[Mapping], Iterable[Edit]]


STEPS: Sequence[Step] = ()
"""The steps, the oldest first. There are none as long as the language has one version."""


@frozen
class Migrated:
    """The text of a file in the newest version that steps lead to, and what keeps it from more."""

    text: str
    version: str = ""
    faults: tuple[Diagnostic, ...] = ()


def migrated(source: Source, steps: Sequence[Step] = STEPS) -> Migrated:
    """Take every step that a file needs, one after the other; a file with errors is left alone."""
    while True:
        node, faults = read(source)
        if not isinstance(node, Mapping) or has_errors(faults):
            return Migrated(source.content, faults=tuple(faults))
        version = node.get("debate")
        written = version.text if isinstance(version, Scalar) else ""
        step = next((step for step in steps if step.old == written), None)
        if step is None or version is None:
            return Migrated(source.content, written)
        raised = Edit(version.span.start, version.span.end, step.new)
        text = apart([raised, *step.edits(node)]).applied(source.content)
        source = Source(source.path, text)
