"""What conditions say of values, and what types say of conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from debatec.template import tree
from debatec.template.filters import ABSENT_PASSES
from debatec.template.tree import Expr
from debatec.template.types import Known, Maybe, Type, bare


def path_of(expr: Expr) -> str | None:
    """A value as a path from a name, such as ``verdict.winner`` or ``says[0].text``."""
    match expr:
        case tree.Name(name=name):
            return name
        case tree.Field(base=base, name=name):
            step = f".{name}"
        case tree.Index(base=base, index=tree.Literal(value=Fraction() as at)):
            step = f"[{at}]"
        case _:
            return None
    before = path_of(base)
    return before and before + step


def root_of(path: str) -> str:
    """The name that a path starts from."""
    return path.partition(".")[0].partition("[")[0]


def present(test: Expr, outcome: bool) -> Iterator[str]:
    """The paths of values that are there when a test came out so.

    Comparisons with what is absent never hold, and of the tests only a few.
    """
    match test:
        case tree.Not():
            yield from present(test.operand, not outcome)
        case tree.Both() | tree.Either():
            if outcome is isinstance(test, tree.Both):
                for operand in test.operands:
                    yield from present(operand, outcome)
        case tree.Test(base=base, name=name):
            if (name in ABSENT_PASSES) is not outcome:
                yield from _path_and_above(base)
        case tree.Comparison() if outcome:
            for side in (test.first, *(right for _, right in test.rest)):
                yield from _path_and_above(side)
        case tree.Filter(base=base) if outcome and not test.arguments and test.name != "tojson":
            yield from _path_and_above(base)
        case _ if outcome:
            yield from _path_and_above(test)


def _path_and_above(expr: Expr) -> Iterator[str]:
    """The path of a value and of all that it is a part of."""
    path = path_of(expr)
    if path is not None:
        yield path
    if isinstance(expr, tree.Field | tree.Index):
        yield from _path_and_above(expr.base)


def tested(name: str, base: Type) -> bool | None:
    """What a test comes to, where the type of the value tells."""
    if isinstance(base, Maybe):
        return name in ABSENT_PASSES if base.gone else None
    asks = isinstance(base, Known) and name in (*ABSENT_PASSES, "defined")
    return name == "defined" if asks else None


def compared(sign: str, left: Type, right: Type) -> bool | None:
    """What a comparison comes to, where the types tell; with what is absent none holds."""
    if any(isinstance(side, Maybe) and side.gone for side in (left, right)):
        return False
    return _in_order(sign, left, right)


def settled(type_: Type, outcomes: Iterable[bool | None], outcome: bool) -> Type:
    """A type that knows whether it holds: it comes out so where all parts do, else not."""
    found = list(outcomes)
    if (not outcome) in found:
        outcome = not outcome
    elif None in found:
        return type_
    if isinstance(type_, Maybe) and not outcome:
        return Maybe(type_.inner, type_.why, True)
    return Known(bare(type_), outcome)


def _in_order(sign: str, left: Type, right: Type) -> bool | None:
    """What a comparison of whole numbers comes to, where what is known of them tells."""
    if not (isinstance(left, Known) and isinstance(right, Known)):
        return None
    if left.least is None or right.least is None:
        return None
    below = left.most is not None and left.most < right.least
    above = right.most is not None and right.most < left.least
    is_same = left.least == left.most == right.least == right.most
    not_above = left.most is not None and left.most <= right.least
    not_below = right.most is not None and right.most <= left.least
    holds = {
        "==": (is_same, below or above),
        "!=": (below or above, is_same),
        "<": (below, not_below),
        "<=": (not_above, above),
        ">": (above, not_above),
        ">=": (not_below, below),
    }
    always, never = holds.get(sign, (False, False))
    return True if always else False if never else None


def counted(expr: Expr, type_: Type) -> Type:
    """The type of a side of a comparison; a whole number that is written out is known."""
    value = expr.value if isinstance(expr, tree.Literal) else None
    if isinstance(value, Fraction) and value.denominator == 1:
        return Known(bare(type_), bool(value), int(value), int(value))
    return type_
