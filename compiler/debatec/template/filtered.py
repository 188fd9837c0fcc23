"""The static type of what filters make of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debatec.source.suggest import did_you_mean, only
from debatec.template import tree
from debatec.template.fault import MAY_BE_ABSENT, UNKNOWN_FILTER, WRONG_ARGUMENTS, WRONG_TYPE
from debatec.template.filters import ABSENT_PASSES, COMPARISONS, FILTERS, FilterRule
from debatec.template.tree import Expr
from debatec.template.types import (
    ANYTHING,
    NOTHING,
    NUMBER,
    TEXT,
    Known,
    ListOf,
    Maybe,
    Record,
    Type,
    bare,
    describe,
    is_empty,
    item_of,
    same_items,
    union,
)

if TYPE_CHECKING:
    from debatec.template.inference import Inference


def filtered(expr: tree.Filter, inference: Inference) -> Type:
    """The type of a filtered value; faults go to the inference."""
    rule = FILTERS.get(expr.name)
    if rule is None:
        message = f"unknown filter '{expr.name}'{did_you_mean(expr.name, FILTERS)}"
        instead = only(expr.name, FILTERS)
        inference.fault(UNKNOWN_FILTER, message, expr.name_place, instead=instead)
    arguments = [inference.type_of(argument) for argument in expr.arguments]
    arguments += [inference.type_of(value) for _, value in expr.keywords]
    if rule is None or not _binds(rule, expr, inference):
        inference.type_of(expr.base)
        return ANYTHING
    if rule.of == "text":
        inference.printable(expr.base)
        return rule.gives or TEXT
    base = inference.type_of(expr.base)
    if rule.of == "list":
        return _of_list(rule, expr, base, inference)
    return _of_any(rule, expr, base, arguments, inference)


def _binds(rule: FilterRule, expr: tree.Filter, inference: Inference) -> bool:
    """Whether a filter is given what it takes."""
    named = [key for key, _ in expr.keywords]
    positional = len(expr.arguments)
    given = {*rule.parameters[:positional], *named}
    problem = ""
    if unknown := [key for key in named if key not in rule.parameters]:
        problem = f"takes no '{unknown[0]}'{did_you_mean(unknown[0], rule.parameters)}"
    elif positional > len(rule.parameters):
        problem = f"takes at most {len(rule.parameters)} values"
    elif missing := [name for name in rule.parameters[: rule.required] if name not in given]:
        problem = f"needs '{missing[0]}'"
    elif twice := [key for key in named if key in rule.parameters[:positional]]:
        problem = f"is given '{twice[0]}' twice"
    if problem:
        message = f"the filter '{expr.name}' {problem}"
        inference.fault(WRONG_ARGUMENTS, message, expr.name_place)
    return not problem


def _of_any(
    rule: FilterRule, expr: tree.Filter, base: Type, arguments: list[Type], inference: Inference
) -> Type:
    if expr.name == "default":
        inner = bare(base)
        return union(inner, arguments[0]) if arguments and inner != NOTHING else ANYTHING
    if expr.name == "tojson" and isinstance(base, Maybe):
        inference.absent(expr.base)
    if expr.name == "length" and is_empty(base):
        return Known(NUMBER, False, 0, 0)
    return rule.gives or ANYTHING


def _of_list(rule: FilterRule, expr: tree.Filter, base: Type, inference: Inference) -> Type:
    inner = bare(base)
    if not isinstance(inner, ListOf) and inner not in (ANYTHING, NOTHING):
        inference.expected(f"a list before '| {expr.name}'", inner, expr.base.place)
        return ANYTHING
    if expr.name in ("first", "last"):
        return item_of(base)
    item = inner.item if isinstance(inner, ListOf) else ANYTHING
    chosen = _attribute(item, expr, inference)
    if expr.name in ("selectattr", "rejectattr"):
        item = _selected(item, chosen, expr, inference)
    if expr.name == "join" and not is_empty(base):
        _check_joined(chosen, expr, inference)
    if rule.gives is not None:
        return rule.gives
    return same_items(base, ListOf(chosen if expr.name == "map" else item))


def _check_joined(found: Type, expr: tree.Filter, inference: Inference) -> None:
    item = bare(found)
    if isinstance(item, Record | ListOf) and not item.prints:
        message = f"'| join' of {describe(ListOf(item))} prints as code"
        hint = "name a field: join(attribute='…')"
        inference.fault(WRONG_TYPE, message, expr.name_place, hint)
    elif isinstance(found, Maybe) and inference.is_reached:
        message = f"some of what '| join' writes may be absent: {found.why}".removesuffix(": ")
        hint = "leave out what is absent: '| selectattr('…')' before it"
        inference.fault(MAY_BE_ABSENT, message, expr.name_place, hint)


def _path(expr: tree.Filter) -> Expr | None:
    """The argument of a filter that names a part of each item."""
    named = next((value for key, value in expr.keywords if key == "attribute"), None)
    parameters = FILTERS[expr.name].parameters
    if named is not None or "attribute" not in parameters:
        return named
    position = parameters.index("attribute")
    return expr.arguments[position] if position < len(expr.arguments) else None


def _attribute(item: Type, expr: tree.Filter, inference: Inference) -> Type:
    """The type that an ``attribute`` names in each item, or of the item itself."""
    path = _path(expr)
    if not isinstance(path, tree.Literal) or not isinstance(path.value, str):
        return item if path is None else ANYTHING
    for part in path.value.split("."):
        item = inference.select(item, part, path.place)
    return item


def _selected(item: Type, part: Type, expr: tree.Filter, inference: Inference) -> Type:
    """The type of the items that are left, whose part is there where the filter asks for it."""
    name, *others = expr.arguments[1:] or (None,)
    test = name.value if isinstance(name, tree.Literal) else ""
    if name and isinstance(test, str) and test:
        inference.check_test(test, len(others), name.place)
        if test in COMPARISONS and len(others) == 1:
            sign, kind = COMPARISONS[test], bare(inference.type_of(others[0]))
            inference.check_pair(sign, expr.base, bare(part), others[0], kind)
    path = _path(expr)
    is_left = (test in ABSENT_PASSES) is (expr.name == "rejectattr")
    if is_left and isinstance(item, Record) and isinstance(path, tree.Literal):
        fields = {
            key: bare(kind) if key == path.value else kind for key, kind in item.fields.items()
        }
        return Record(item.name, fields, item.prints)
    return item
