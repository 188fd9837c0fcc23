"""Along which paths a prompt is reached, and what its turns hear there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from debatec.check.facts import Facts
from debatec.frozen import frozen
from debatec.spec.model import Speak

_TAG = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_WORD = re.compile(r"[a-z]\w*")


@frozen
class Path:
    """Turns of a step in the first round of its phase, or in later ones, that hear the same steps.

    ``seat`` is the one that speaks first among them.
    """

    first: bool
    heard: frozenset[str]
    seat: str


def paths_of(facts: Facts, step: Speak) -> tuple[Path, ...]:
    """The paths of a step, in the order of the debate; none where its turns are not known."""
    found: dict[tuple[bool, frozenset[str]], Path] = {}
    for node, heard in facts.hearing.turns(step):
        path = Path(node.round == 1, heard, node.seat)
        found.setdefault((path.first, heard), path)
    return tuple(found.values())


def unlike(paths: Iterable[Path], text: str) -> list[Path]:
    """The paths that differ in what a text names between its braces, the first of each kind."""
    words = {word for tag in _TAG.findall(text) for word in _WORD.findall(tag)}
    found: dict[object, Path] = {}
    for path in paths:
        round = path.first if "round" in words else None
        anything = bool(path.heard) if "heard" in words else None
        found.setdefault((round, anything, path.heard & words), path)
    return list(found.values())


def reason(name: str, step: Speak, path: Path, paths: Sequence[Path]) -> str:
    """Why a step is not heard on a path, given all paths of the step that hears it."""
    early = any(name in other.heard for other in paths if other.first)
    late = any(name in other.heard for other in paths if not other.first)
    if path.first and late and not early:
        return "nobody has given it yet in round 1"
    if early and not late and not path.first:
        return "it is not heard after round 1"
    if name == step.id:
        return f"nobody has given it when {path.seat} speaks first"
    return f"{path.seat} does not hear it" + (" in round 1" if path.first and late else "")


def silence(path: Path) -> str:
    """Why nothing is heard on a path."""
    return "nothing is heard" + (" in round 1" if path.first else f" by {path.seat}")
