"""The static type of each part of a text or an expression, and what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from debatec.source.suggest import did_you_mean, like, only
from debatec.template import tree
from debatec.template.fault import (
    MAY_BE_ABSENT,
    UNKNOWN_FIELD,
    UNKNOWN_FILTER,
    UNKNOWN_NAME,
    WRONG_ARGUMENTS,
    WRONG_TYPE,
    Fault,
)
from debatec.template.filtered import filtered
from debatec.template.filters import COMPARISONS, TESTS
from debatec.template.knowledge import compared, counted, path_of, settled, tested
from debatec.template.standpoint import Standpoint
from debatec.template.tree import Expr, Place
from debatec.template.types import (
    ANYTHING,
    FLAG,
    NOTHING,
    NUMBER,
    TEXT,
    Basic,
    Choice,
    Known,
    ListOf,
    Maybe,
    Record,
    Type,
    bare,
    describe,
    is_text,
    item_of,
    maybe,
    same_items,
    truth,
    union,
    within,
)

T = TypeVar("T")


class Inference(Standpoint):
    """Types expressions under nested scopes and collects the faults it meets."""

    def __init__(self, names: Mapping[str, Type]) -> None:
        super().__init__(names)
        self.faults: list[Fault] = []
        self._unknown: dict[Place, int] = {}
        self.free: set[str] = set()

    def fault(
        self,
        rule: str,
        message: str,
        place: Place,
        hint: str | None = None,
        instead: str | None = None,
    ) -> None:
        self.faults.append(Fault(rule, message, place, hint, instead))

    def type_of(self, expr: Expr) -> Type:
        """The type of an expression; parts that cannot be known are ANYTHING."""
        return _RULES[type(expr)](self, expr)

    def printable(self, expr: Expr) -> None:
        """Check a value that is written into a text, each one that may come out by itself."""
        match expr:
            case tree.Conditional():
                self._choose(expr, self.printable)
            case tree.Either():
                self._each(expr.operands, False, self.printable)
            case _:
                self._print(expr)

    def _print(self, expr: Expr) -> None:
        found = self.type_of(expr)
        type_ = bare(found)
        if isinstance(found, Maybe) and not (isinstance(type_, ListOf) and type_.prints):
            self.absent(expr)
        if isinstance(type_, ListOf | Record) and not type_.prints:
            hint = "name one of its fields"
            if isinstance(type_, ListOf):
                hint = "use a loop or '| join'"
            self.fault(WRONG_TYPE, f"{describe(type_)} prints as code", expr.place, hint)

    def absent(self, expr: Expr) -> None:
        """Report a value that is needed and may be absent, at the part that makes it so."""
        if not self.is_reached:
            return
        part = self._culprit(expr)
        type_ = self.type_of(part)
        why = type_.why if isinstance(type_, Maybe) else ""
        path = path_of(part.base if isinstance(part, tree.Filter) else part)
        message = f"{_in_words(part)} may be absent: {why}".removesuffix(": ")
        hint = f"put it under '{{% if {path} %}}'" if path else "write '| default(…)' after it"
        place = part.name_place if isinstance(part, tree.Field | tree.Filter) else part.place
        self.fault(MAY_BE_ABSENT, message, place, hint)

    def _culprit(self, expr: Expr) -> Expr:
        """The part of an expression whose absence is its own."""
        match expr:
            case tree.Field(base=base) | tree.Index(base=base) | tree.Filter(base=base):
                parts: tuple[Expr, ...] = (base,)
            case tree.Arithmetic():
                parts = (expr.first, *(operand for _, operand in expr.rest))
            case tree.Negative():
                parts = (expr.operand,)
            case _:
                parts = ()
        lacking = (part for part in parts if isinstance(self.type_of(part), Maybe))
        first = next(lacking, None)
        return self._culprit(first) if first else expr

    def literal(self, expr: tree.Literal) -> Type:
        match expr.value:
            case None:
                return NOTHING
            case bool():
                return FLAG
            case str():
                return TEXT
        return NUMBER

    def name(self, expr: tree.Name) -> Type:
        for depth, scope in reversed(list(enumerate(self.scopes))):
            if expr.name in scope:
                if depth == 0:
                    self.free.add(expr.name)
                return self.narrowed(expr, scope[expr.name])
        self.free.add(expr.name)
        if not self.knows(0, expr.name):
            self.unknown_name(expr)
        return ANYTHING

    def unknown_name(self, expr: tree.Name) -> None:
        known = {name for scope in self.scopes for name in scope} | {"none"}
        owner = None if like(expr.name, known) else self._owner(expr.name)
        meant = f"{owner}.{expr.name}" if owner else only(expr.name, known)
        guess = f"; did you mean '{meant}'?" if owner else did_you_mean(expr.name, known)
        message = f"unknown name '{expr.name}'{guess}"
        self._unknown[expr.place] = len(self.faults)
        self.fault(UNKNOWN_NAME, message, expr.place, instead=meant)

    def _owner(self, field: str) -> str | None:
        """The one name in scope whose value has a field, if there is just one."""
        found = [
            name
            for scope in self.scopes
            for name, kind in scope.items()
            if isinstance(inner := bare(kind), Record) and field in inner.fields
        ]
        return found[0] if len(found) == 1 else None

    def field(self, expr: tree.Field) -> Type:
        found = self.select(self.type_of(expr.base), expr.name, expr.name_place)
        return self.narrowed(expr, found)

    def select(self, base: Type, name: str, place: Place) -> Type:
        """The type of a field of a value of some type."""
        inner = bare(base)
        if inner in (ANYTHING, NOTHING):
            return ANYTHING
        if isinstance(inner, Record) and name in inner.fields:
            return within(base, inner.fields[name])
        hint = instead = None
        if isinstance(inner, Record):
            instead = only(name, inner.fields)
            message = f"'{inner.name}' has no field '{name}'{did_you_mean(name, inner.fields)}"
        else:
            message = f"{describe(inner)} has no field '{name}'"
        if isinstance(inner, ListOf):
            hint = "loop over it, or take one item: '[0]'"
        self.fault(UNKNOWN_FIELD, message, place, hint, instead)
        return ANYTHING

    def index(self, expr: tree.Index) -> Type:
        whole, index = self.type_of(expr.base), bare(self.type_of(expr.index))
        base = bare(whole)
        if isinstance(base, ListOf):
            if index not in (NUMBER, ANYTHING):
                self.expected("a number in '[ ]'", index, expr.index.place)
            return self.narrowed(expr, item_of(whole))
        if isinstance(base, Record):
            if not is_text(index) and index != ANYTHING:
                self.expected("the name of a field in '[ ]'", index, expr.index.place)
            kinds = list(base.fields.values())
            alike = kinds and all(kind == kinds[0] for kind in kinds)
            return within(whole, kinds[0]) if alike else ANYTHING
        if base not in (ANYTHING, NOTHING):
            self.expected("a list before '[ ]'", base, expr.base.place)
        return ANYTHING

    def slice(self, expr: tree.Slice) -> Type:
        for part in (expr.lower, expr.upper):
            if part is not None:
                self.number(part, "a slice")
        base = self.type_of(expr.base)
        inner = bare(base)
        if (
            not isinstance(inner, ListOf)
            and not is_text(inner)
            and inner not in (ANYTHING, NOTHING)
        ):
            self.expected("a list or text before '[ ]'", inner, expr.base.place)
        if isinstance(inner, ListOf):
            return same_items(base, ListOf(inner.item))
        return within(base, inner)

    def items(self, expr: tree.Items) -> Type:
        kinds = [self.type_of(item) for item in expr.items]
        item = kinds[0] if kinds else ANYTHING
        for kind in kinds[1:]:
            item = union(item, kind)
        return ListOf(item)

    def negative(self, expr: tree.Negative) -> Type:
        return self.number(expr.operand, "'-'")

    def arithmetic(self, expr: tree.Arithmetic) -> Type:
        kinds = [self.number(expr.first, f"'{expr.rest[0][0]}'")]
        kinds += [self.number(operand, f"'{sign}'") for sign, operand in expr.rest]
        doubtful = any(isinstance(kind, Maybe) or kind == NOTHING for kind in kinds)
        return maybe(NUMBER) if doubtful else NUMBER

    def number(self, expr: Expr, where: str) -> Type:
        """The type of an operand that has to be a number."""
        type_ = self.type_of(expr)
        if bare(type_) not in (NUMBER, ANYTHING, NOTHING):
            hint = "join text with '~'" if where == "'+'" and is_text(bare(type_)) else None
            self.expected(f"a number for {where}", type_, expr.place, hint)
        return type_

    def text(self, expr: Expr, where: str) -> None:
        """Check an operand that has to be text."""
        type_ = bare(self.type_of(expr))
        if not is_text(type_) and type_ not in (ANYTHING, NOTHING):
            self.expected(f"text for {where}", type_, expr.place)

    def expected(self, what: str, found: Type, place: Place, hint: str | None = None) -> None:
        self.fault(WRONG_TYPE, f"expected {what}, found {describe(bare(found))}", place, hint)

    def concat(self, expr: tree.Concat) -> Type:
        for part in expr.parts:
            self.printable(part)
        return TEXT

    def comparison(self, expr: tree.Comparison) -> Type:
        left = expr.first
        left_type = self.type_of(left)
        outcomes: list[bool | None] = []
        for sign, right in expr.rest:
            right_type = self.type_of(right)
            self.check_pair(sign, left, bare(left_type), right, bare(right_type))
            outcomes.append(compared(sign, counted(left, left_type), counted(right, right_type)))
            left, left_type = right, right_type
        return settled(FLAG, outcomes, True)

    def check_pair(self, sign: str, left: Expr, a: Type, right: Expr, b: Type) -> None:
        place = left.place[0], right.place[1]
        self._ask_for_quotes(a, right)
        self._ask_for_quotes(b, left)
        if NOTHING in (a, b):
            message = f"'{sign}' with none never holds"
            self.fault(WRONG_TYPE, message, place, "write 'is none' or 'is not none'")
        elif ANYTHING in (a, b):
            return
        elif sign in ("in", "not in"):
            self._check_member(left, a, right, b)
        elif not _comparable(sign, a, b):
            verb = "compare" if sign in ("==", "!=") else "order"
            self.fault(WRONG_TYPE, f"cannot {verb} {describe(a)} and {describe(b)}", place)
        else:
            self._check_option(a, right)
            self._check_option(b, left)

    def _ask_for_quotes(self, kind: Type, word: Expr) -> None:
        """Say of an unknown name that is compared with text that it lacks quotes."""
        for item in word.items if isinstance(word, tree.Items) else ():
            self._ask_for_quotes(kind, item)
        if not isinstance(word, tree.Name) or not is_text(kind):
            return
        quoted = f"'{word.name}'"
        is_option = isinstance(kind, Choice) and word.name in kind.options
        index = self._unknown.get(word.place)
        if index is not None and not self.faults[index].instead:
            hint = f"quote it: {quoted}" if is_option else f"quote it if it is text: {quoted}"
            self.faults[index] = replace(self.faults[index], hint=hint, instead=quoted)

    def _check_member(self, left: Expr, a: Type, right: Expr, b: Type) -> None:
        if isinstance(b, ListOf):
            item = bare(b.item)
            if item not in (ANYTHING, NOTHING) and not _comparable("==", a, item):
                message = f"{describe(b)} never holds {describe(a)}"
                self.fault(WRONG_TYPE, message, (left.place[0], right.place[1]))
            self._check_option(item, left)
            for literal in right.items if isinstance(right, tree.Items) else ():
                self._check_option(a, literal)
        elif not (is_text(a) and is_text(b)):
            self.expected("a list or text after 'in'", b, right.place)

    def _check_option(self, choice: Type, word: Expr) -> None:
        if not isinstance(choice, Choice) or not isinstance(word, tree.Literal):
            return
        if isinstance(word.value, str) and word.value not in choice.options:
            suggestion = did_you_mean(word.value, choice.options)
            message = f"'{word.value}' is not {describe(choice)}{suggestion}"
            self.fault(WRONG_TYPE, message, word.place)

    def both(self, expr: tree.Both) -> Type:
        kinds = self._each(expr.operands, True)
        return settled(reduce(union, kinds), map(truth, kinds), True)

    def either(self, expr: tree.Either) -> Type:
        *others, last = self._each(expr.operands, False)
        found = reduce(union, [*map(bare, others), last])
        return settled(found, map(truth, [*others, last]), False)

    def _each(
        self, operands: tuple[Expr, ...], outcome: bool, use: Callable[[Expr], None] | None = None
    ) -> list[Type]:
        """The types of operands, each reached if those before it came out so.

        An operand that ends the row is what comes out, so it is used.
        """
        kinds: list[Type] = []
        with ExitStack() as reached:
            for operand in operands:
                kind = self.type_of(operand)
                kinds.append(kind)
                if use:
                    is_last = operand is operands[-1]
                    with nullcontext() if is_last else self.assuming(operand, kind, not outcome):
                        use(operand)
                reached.enter_context(self.assuming(operand, kind, outcome))
        return kinds

    def negation(self, expr: tree.Not) -> Type:
        holds = truth(self.type_of(expr.operand))
        return FLAG if holds is None else Known(FLAG, not holds)

    def conditional(self, expr: tree.Conditional) -> Type:
        found: list[Type] = self._choose(expr, self.type_of)
        return reduce(union, found) if expr.other else maybe(found[0])

    def _choose(self, expr: tree.Conditional, use: Callable[[Expr], T]) -> list[T]:
        """What a use makes of the values that a conditional chooses from, each where reached."""
        test = self.type_of(expr.test)
        with self.assuming(expr.test, test):
            found = [use(expr.then)]
        if expr.other is not None:
            with self.assuming(expr.test, test, False):
                found.append(use(expr.other))
        return found

    def test(self, expr: tree.Test) -> Type:
        with self.asking(expr.base if expr.name in ("defined", "undefined") else None):
            base = self.type_of(expr.base)
        kinds = [self.type_of(argument) for argument in expr.arguments]
        self.check_test(expr.name, len(expr.arguments), expr.name_place)
        if expr.name in COMPARISONS and len(kinds) == 1:
            sign, other = COMPARISONS[expr.name], expr.arguments[0]
            self.check_pair(sign, expr.base, bare(base), other, bare(kinds[0]))
        return settled(FLAG, [tested(expr.name, base)], True)

    def check_test(self, name: str, arguments: int, place: Place) -> None:
        """Check that a test is known and given what it takes."""
        rule = TESTS.get(name)
        if rule is None:
            self.fault(UNKNOWN_FILTER, f"unknown test '{name}'{did_you_mean(name, TESTS)}", place)
        elif rule.takes != arguments:
            message = f"the test '{name}' takes {rule.takes or 'no'} value"
            self.fault(WRONG_ARGUMENTS, message + ("s" if rule.takes != 1 else ""), place)

    def filter(self, expr: tree.Filter) -> Type:
        return filtered(expr, self)

    def call(self, expr: tree.Call) -> Type:
        """The type of a call; only expressions have any."""
        raise NotImplementedError


def _in_words(expr: Expr) -> str:
    """A value in the words of a message."""
    base = path_of(expr.base) if isinstance(expr, tree.Filter) else None
    path = f"{base} | {expr.name}" if base and isinstance(expr, tree.Filter) else path_of(expr)
    return f"'{path}'" if path else "this"


def _comparable(sign: str, left: Type, right: Type) -> bool:
    if is_text(left) and is_text(right):
        return True
    if sign in ("==", "!="):
        return left == right or (type(left) is type(right) and not isinstance(left, Basic))
    return left == right == NUMBER


_RULES: Mapping[type[Expr], Callable[..., Type]] = {
    tree.Literal: Inference.literal,
    tree.Name: Inference.name,
    tree.Field: Inference.field,
    tree.Index: Inference.index,
    tree.Slice: Inference.slice,
    tree.Items: Inference.items,
    tree.Negative: Inference.negative,
    tree.Arithmetic: Inference.arithmetic,
    tree.Concat: Inference.concat,
    tree.Comparison: Inference.comparison,
    tree.Both: Inference.both,
    tree.Either: Inference.either,
    tree.Not: Inference.negation,
    tree.Conditional: Inference.conditional,
    tree.Test: Inference.test,
    tree.Filter: Inference.filter,
    tree.Call: lambda inference, expr: inference.call(expr),
}
