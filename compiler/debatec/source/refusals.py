"""What jsonschema has against a tree, in our words and at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from debatec.source import mismatch
from debatec.source.diagnostic import Diagnostic, ordered
from debatec.source.gate import has_twice, is_integer
from debatec.source.nodes import Mapping, Node, Scalar, Sequence, plain
from debatec.source.place import Place, locate


def _is_integer(_checker: object, value: object) -> bool:
    return is_integer(value)


def _unique_items(
    _validator: object, wanted: object, value: object, _schema: object
) -> Iterator[ValidationError]:
    """``uniqueItems`` in one pass; jsonschema's own compares every pair when types are mixed."""
    if wanted and isinstance(value, list) and has_twice(value):
        yield ValidationError("an item is there twice")


def _multiple_of(
    _validator: object, factor: Any, value: object, _schema: object
) -> Iterator[ValidationError]:
    """``multipleOf`` for any number; jsonschema's own fails for a float beside a Decimal."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return
    if Fraction(value) % Fraction(factor):
        yield ValidationError("not a multiple")


Validator: Any = validators.extend(  # type: ignore[no-untyped-call]  # missing in the stubs
    Draft202012Validator,
    validators={"uniqueItems": _unique_items, "multipleOf": _multiple_of},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
_MAX_FAULTS = 100
_BRANCHING = ("anyOf", "oneOf")
_SUMMARISING = (*_BRANCHING, "not", "contains")
_COUNTING = ("required", "minItems", "minProperties", "dependentRequired")


def refusals(document: dict[str, Any], root: Node) -> list[Diagnostic]:
    """What a schema has against a tree, in the order of the file; a hundred faults at most."""
    errors = Validator(document).iter_errors(plain(root))
    return ordered(islice(_diagnostics(root, errors), _MAX_FAULTS))


def _diagnostics(root: Node, errors: Iterable[ValidationError]) -> Iterator[Diagnostic]:
    for error in errors:
        leaf = _leaf(error)
        place = locate(root, leaf.absolute_path)
        if not _is_silent(root, error, leaf, place):
            yield from mismatch.explain(leaf, place)


def _is_silent(root: Node, error: ValidationError, leaf: ValidationError, place: Place) -> bool:
    """Whether an error follows from something broken, which is reported already."""
    node = place.node
    if isinstance(node, Scalar):
        return node.broken
    if node.broken and leaf.validator in _COUNTING:
        return True
    if error is leaf and error.validator not in _SUMMARISING:
        return False
    return _has_broken(locate(root, error.absolute_path).node)


def _has_broken(node: Node) -> bool:
    match node:
        case Scalar():
            return node.broken
        case Sequence():
            return node.broken or any(map(_has_broken, node.items))
        case Mapping():
            return node.broken or any(_has_broken(entry.value) for entry in node)


def _leaf(error: ValidationError) -> ValidationError:
    """The error to report for one: of alternatives, what is wrong in the nearest one.

    An alternative is near when the value is at least of its type, then when its errors lie deep
    in the value, then when they are few. Where none is nearest, the error itself is the leaf.
    """
    while error.validator in _BRANCHING and not mismatch.own_words(error):
        branches: dict[Any, list[ValidationError]] = {}
        for inner in error.context or ():
            branches.setdefault(inner.schema_path[0], []).append(inner)
        near = [branch for branch in branches.values() if not _is_other_type(error, branch)]
        near.sort(key=_nearness)
        if not near or (len(near) > 1 and _nearness(near[0]) == _nearness(near[1])):
            break
        error = near[0][0]
    return error


def _is_other_type(error: ValidationError, branch: Iterable[ValidationError]) -> bool:
    depth = len(error.absolute_path)
    return any(inner.validator == "type" and len(inner.absolute_path) == depth for inner in branch)


def _nearness(branch: list[ValidationError]) -> tuple[int, int]:
    return -max(len(inner.absolute_path) for inner in branch), len(branch)
