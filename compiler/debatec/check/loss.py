"""What is unknown in a file with faults, so that nothing is said that may follow from them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from debatec.check.declarations import entries, mappings
from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.nodes import Mapping, Node, Scalar, Sequence
from debatec.source.text import Span

FILE = ""
_BESIDE_FIELDS = ("asks", "require", "otherwise")


@frozen
class Loss:
    """What the errors of a file's YAML and schema took away from the rules.

    ``keys`` are the top-level keys below which names may be missing, FILE among them where that is
    the whole file; ``blocks`` those whose fields may be others; ``errors`` where errors begin, in
    order. Where there are ``any``, what seems unused may be meant to be used.
    """

    keys: frozenset[str] = frozenset()
    blocks: frozenset[str] = frozenset()
    errors: tuple[int, ...] = ()

    @property
    def any(self) -> bool:
        return bool(self.errors)

    def touches(self, span: Span) -> bool:
        """Whether an error lies within some text."""
        at = bisect_left(self.errors, span.start)
        return at < len(self.errors) and self.errors[at] < span.end

    def spares(self, *keys: str) -> bool:
        """Whether all names below some top-level keys are known."""
        return not self.keys & {FILE, *keys}


def loss_of(root: Mapping, faults: Iterable[Diagnostic]) -> Loss:
    """What is missing in a tree that was read with these faults."""
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if not errors:
        return Loss()
    keys = {entry.key for entry in root if any(_loses_names(node) for node in _below(entry.value))}
    keys |= {entry.key for entry in root if _is_broken(entry.value)}
    keys |= {fault.span.text.strip("'\"") for fault in errors if fault.rule == "DB102"}
    refused = {error.span for error in errors if error.rule == "DB203"}
    keys |= {entry.key for entry in root if refused & {entry.key_span, entry.value.span}}
    keys |= {"format"} if _is_anonymous(root) else set()
    keys |= {FILE} if root.broken else set()
    starts = sorted(error.span.start for error in errors)
    return Loss(frozenset(keys), frozenset(_uncertain_blocks(root, {*starts})), tuple(starts))


def _uncertain_blocks(root: Mapping, errors: set[int]) -> Iterator[str]:
    """The blocks with an error of their own, at `fields` or at a key that is none of theirs."""
    for entry in entries(root.get("blocks")):
        keys = [inner for inner in entries(entry.value) if inner.key not in _BESIDE_FIELDS]
        if errors & {entry.key_span.start, *(inner.key_span.start for inner in keys)}:
            yield entry.key


def _loses_names(node: Node) -> bool:
    if isinstance(node, Mapping):
        return node.broken or any(_is_broken(node.get(key)) for key in ("id", "steps"))
    return isinstance(node, Sequence) and (node.broken or any(map(_is_broken, node.items)))


def _is_broken(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.broken


def _is_anonymous(root: Mapping) -> bool:
    """Whether a phase or a step has no name."""
    phases = mappings(root.get("format"))
    steps = [step for phase in phases for step in mappings(phase.get("steps"))]
    return any("id" not in node.entries for node in [*phases, *steps])


def _below(node: Node) -> Iterator[Node]:
    """A node and all below it, what aliases share once."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        found = stack.pop()
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, Mapping):
            stack += [entry.value for entry in found]
        elif isinstance(found, Sequence):
            stack += found.items
