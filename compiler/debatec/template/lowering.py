"""From Jinja's nodes to our own tree: an allow-list, everything else is refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from jinja2 import nodes

from debatec.template import tree
from debatec.template.fault import NOT_ALLOWED, SYNTAX, Fault, Refused
from debatec.template.syntax import Syntax, offset_of, parse_expression, parse_text
from debatec.template.tokens import MAX_DEPTH, too_deep
from debatec.template.tree import Expr, Place

_SUMS = {nodes.Add: "+", nodes.Sub: "-"}
_PRODUCTS = {nodes.Mul: "*", nodes.Div: "/", nodes.FloorDiv: "//", nodes.Mod: "%"}
_COMPARISONS = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "lteq": "<=",
    "gt": ">",
    "gteq": ">=",
    "in": "in",
    "notin": "not in",
}
_NAMES_OF_REFUSED: Mapping[type[nodes.Node], str] = {
    nodes.Pow: "'**'",
    nodes.Pos: "'+' before a value",
    nodes.Dict: "'{ }' as a value",
    nodes.Call: "a call",
    nodes.Filter: "a filter",
    nodes.Concat: "'~'",
    nodes.Slice: "a slice",
    nodes.Tuple: "a list without '[ ]'",
    nodes.NSRef: "setting a field",
    nodes.AssignBlock: "a 'set' block",
    **{kind: f"'{sign}'" for kind, sign in _PRODUCTS.items()},
}
_NEXT_NAME = re.compile(r"[.\s]*(\w+)")
_TEST_NAME = re.compile(r"is\s+(?:not\s+)?(\w[\w.]*)")


def lower_text(source: str) -> tuple[tree.Body, list[Fault]]:
    """The statements of a text and what it may not say; raises `Refused`."""
    lowering = _Lowering(parse_text(source), expression=False)
    return lowering.body(lowering.syntax.body, 0), lowering.faults


@lru_cache
def lower_expression(source: str) -> tuple[Expr, tuple[Fault, ...]]:
    """The tree of a bare expression and what it may not say; raises `Refused`."""
    lowering = _Lowering(parse_expression(source), expression=True)
    return lowering.expr(lowering.syntax.body[0], 0), tuple(lowering.faults)


@dataclass(slots=True)
class _Lowering:
    syntax: Syntax
    expression: bool
    faults: list[Fault] = field(default_factory=list)

    def refuse(self, node: nodes.Node, what: str, hint: str | None = None) -> tree.Literal:
        place = self.token(node)
        where = "an expression" if self.expression else "a text"
        self.faults.append(Fault(NOT_ALLOWED, f"{what} is not allowed in {where}", place, hint))
        return tree.Literal(place, None)

    def token(self, node: nodes.Node) -> Place:
        """The token that a node begins with."""
        while isinstance(node, nodes.BinExpr):
            node = node.left
        if isinstance(node, nodes.Tuple) and node.items:
            node = node.items[0]
        at = offset_of(node.lineno)
        return at, self.syntax.ends.get(at, at)

    def after(self, end: int, sign: str) -> int:
        """The end of the next ``sign`` at or after an offset."""
        found = self.syntax.source.find(sign, end)
        return found + 1 if found >= 0 else end

    # Statements.

    def body(self, statements: Iterable[nodes.Node], depth: int) -> tree.Body:
        if depth > MAX_DEPTH:
            raise Refused(too_deep(self.token(next(iter(statements)))))
        return tuple(lowered for node in statements for lowered in self.statement(node, depth + 1))

    def statement(self, node: nodes.Node, depth: int) -> list[tree.Statement]:
        match node:
            case nodes.Output():
                return [self.output(part, depth) for part in node.nodes]
            case nodes.If():
                return [self.condition(node, depth)]
            case nodes.For():
                return [self.loop(node, depth)]
            case nodes.With():
                return [self.scope(node, depth)]
            case nodes.Assign():
                return [tree.Set(self.target(node.target), self.expr(node.node, depth))]
        self.refuse(node, _NAMES_OF_REFUSED.get(type(node), "this"))
        return []

    def output(self, node: nodes.Expr, depth: int) -> tree.Statement:
        if isinstance(node, nodes.TemplateData):
            return tree.Text(node.data)
        return tree.Print(self.expr(node, depth))

    def condition(self, node: nodes.If, depth: int) -> tree.If:
        branches = tuple(
            (self.expr(branch.test, depth), self.body(branch.body, depth))
            for branch in (node, *node.elif_)
        )
        return tree.If(branches, self.body(node.else_, depth))

    def loop(self, node: nodes.For, depth: int) -> tree.Loop:
        if node.recursive:
            self.refuse(node, "'recursive'")
        return tree.Loop(
            self.target(node.target),
            self.expr(node.iter, depth),
            self.expr(node.test, depth) if node.test else None,
            self.body(node.body, depth),
            self.body(node.else_, depth),
        )

    def scope(self, node: nodes.With, depth: int) -> tree.With:
        bindings = tuple(
            (self.target(target), self.expr(value, depth))
            for target, value in zip(node.targets, node.values, strict=True)
        )
        return tree.With(bindings, self.body(node.body, depth))

    def target(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Name):
            self.check_name(node.name, self.token(node))
            return node.name
        what = "setting several names at once" if isinstance(node, nodes.Tuple) else "this target"
        self.refuse(node, what if not isinstance(node, nodes.NSRef) else "setting a field")
        return ""

    # Expressions.

    def expr(self, node: nodes.Node, depth: int) -> Expr:
        if depth > MAX_DEPTH:
            raise Refused(too_deep(self.token(node)))
        lower = _LOWERINGS.get(type(node))
        refused = _REFUSED_IN_EXPRESSIONS if self.expression else _REFUSED_IN_TEXTS
        if lower is None or type(node) in refused:
            hint = refused.get(type(node))
            return self.refuse(node, _NAMES_OF_REFUSED.get(type(node), "this"), hint)
        return lower(self, node, depth + 1)

    def exprs(self, parts: Iterable[nodes.Node], depth: int) -> tuple[Expr, ...]:
        return tuple(self.expr(part, depth) for part in parts)

    def check_name(self, name: str, place: Place) -> None:
        if name.startswith("_"):
            message = f"'{name}' is not allowed: no name starts with '_'"
            self.faults.append(Fault(NOT_ALLOWED, message, place))

    def const(self, node: nodes.Const, _: int) -> Expr:
        place = self.token(node)
        value = node.value
        if isinstance(value, int | float) and not isinstance(value, bool):
            # The digits as written: a binary float is no longer the same number.
            value = Fraction(self.syntax.source[slice(*place)])
        return tree.Literal(place, value)

    def name(self, node: nodes.Name, _: int) -> Expr:
        self.check_name(node.name, self.token(node))
        return tree.Name(self.token(node), node.name)

    def attribute(self, node: nodes.Getattr, depth: int) -> Expr:
        base = self.expr(node.node, depth)
        at = offset_of(node.lineno)
        match = _NEXT_NAME.match(self.syntax.source, at)
        place = match.span(1) if match else (at, at + 1)
        self.check_name(node.attr, place)
        return tree.Field((base.place[0], place[1]), base, node.attr, place)

    def item(self, node: nodes.Getitem, depth: int) -> Expr:
        base = self.expr(node.node, depth)
        start, end = base.place[0], self.after(offset_of(node.lineno), "]")
        if isinstance(node.arg, nodes.Slice):
            return self.slice(node.arg, base, depth)
        index = self.expr(node.arg, depth)
        end = self.after(index.place[1], "]")
        if isinstance(index, tree.Literal) and isinstance(index.value, str):
            self.check_name(index.value, index.place)
            return tree.Field((start, end), base, index.value, index.place)
        return tree.Index((start, end), base, index)

    def slice(self, node: nodes.Slice, base: Expr, depth: int) -> Expr:
        if self.expression or node.step is not None:
            return self.refuse(node, "a slice" if self.expression else "a step in a slice")
        lower = self.expr(node.start, depth) if node.start else None
        upper = self.expr(node.stop, depth) if node.stop else None
        last = (upper or lower or base).place[1]
        return tree.Slice((base.place[0], self.after(last, "]")), base, lower, upper)

    def items(self, node: nodes.List | nodes.Tuple, depth: int) -> Expr:
        at = self.token(node)[0]
        items = self.exprs(node.items, depth)
        if not self.expression:
            # Lists of lists of names would let a short text build a huge value.
            for item in items:
                if not isinstance(item, tree.Literal):
                    message = "a list in a text may hold only literals"
                    self.faults.append(Fault(NOT_ALLOWED, message, item.place))
        end = self.after(items[-1].place[1] if items else at, "]")
        return tree.Items((at, end), items)

    def negative(self, node: nodes.Neg, depth: int) -> Expr:
        operand = self.expr(node.node, depth)
        return tree.Negative((offset_of(node.lineno), operand.place[1]), operand)

    def negation(self, node: nodes.Not, depth: int) -> Expr:
        operand = self.expr(node.node, depth)
        at = min(offset_of(node.lineno), operand.place[0])
        return tree.Not((at, operand.place[1]), operand)

    def arithmetic(self, node: nodes.BinExpr, depth: int) -> Expr:
        signs = _SUMS if type(node) in _SUMS else _PRODUCTS
        rest: list[tuple[str, nodes.Node]] = []
        left: nodes.Node = node
        while isinstance(left, nodes.BinExpr) and type(left) in signs:
            rest.append((signs[type(left)], left.right))
            left = left.left
        first = self.expr(left, depth)
        chain = tuple((sign, self.expr(part, depth)) for sign, part in reversed(rest))
        return tree.Arithmetic((first.place[0], chain[-1][1].place[1]), first, chain)

    def logic(self, node: nodes.BinExpr, depth: int) -> Expr:
        kind = type(node)
        parts: list[nodes.Node] = []
        left: nodes.Node = node
        while isinstance(left, nodes.BinExpr) and type(left) is kind:
            parts.append(left.right)
            left = left.left
        operands = self.exprs([left, *reversed(parts)], depth)
        place = operands[0].place[0], operands[-1].place[1]
        return (tree.Both if kind is nodes.And else tree.Either)(place, operands)

    def concat(self, node: nodes.Concat, depth: int) -> Expr:
        parts = self.exprs(node.nodes, depth)
        return tree.Concat((parts[0].place[0], parts[-1].place[1]), parts)

    def comparison(self, node: nodes.Compare, depth: int) -> Expr:
        first = self.expr(node.expr, depth)
        rest = tuple((_COMPARISONS[o.op], self.expr(o.expr, depth)) for o in node.ops)
        return tree.Comparison((first.place[0], rest[-1][1].place[1]), first, rest)

    def conditional(self, node: nodes.CondExpr, depth: int) -> Expr:
        then, test = self.expr(node.expr1, depth), self.expr(node.test, depth)
        other = self.expr(node.expr2, depth) if node.expr2 else None
        return tree.Conditional((then.place[0], (other or test).place[1]), test, then, other)

    def test(self, node: nodes.Test, depth: int) -> Expr:
        base = self.expr(node.node, depth)
        at = offset_of(node.lineno)
        match = _TEST_NAME.match(self.syntax.source, at)
        place = match.span(1) if match else (at, at + 2)
        if self.expression and node.name != "none":
            hint = "only 'is none' and 'is not none' are; compare with '=='"
            message = f"the test '{node.name}' is not allowed in an expression"
            self.faults.append(Fault(NOT_ALLOWED, message, place, hint))
        arguments, _ = self.arguments(node, depth)
        end = arguments[-1].place[1] if arguments else place[1]
        return tree.Test((base.place[0], end), base, node.name, place, arguments)

    def filter(self, node: nodes.Filter, depth: int) -> Expr:
        # A filter without a value exists only in Jinja's filter blocks, which are refused.
        base = self.expr(node.node or nodes.Const(None), depth)
        place = self.token(node)
        arguments, keywords = self.arguments(node, depth)
        end = self.end_of_arguments(place[1], arguments, keywords)
        return tree.Filter((base.place[0], end), base, node.name, place, arguments, keywords)

    def call(self, node: nodes.Call, depth: int) -> Expr:
        function = node.node
        if not isinstance(function, nodes.Name):
            return self.refuse(node, "calling a field")
        place = self.token(function)
        arguments, keywords = self.arguments(node, depth)
        end = self.end_of_arguments(self.after(place[1], ")"), arguments, keywords)
        return tree.Call((place[0], end), function.name, place, arguments, keywords)

    def arguments(
        self, node: nodes.Call | nodes.Filter | nodes.Test, depth: int
    ) -> tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...]]:
        for spread in (node.dyn_args, node.dyn_kwargs):
            if spread is not None:
                self.refuse(spread, "'*' before an argument")
        keywords = [(str(pair.key), self.expr(pair.value, depth)) for pair in node.kwargs]
        names = [key for key, _ in keywords]
        for at, (key, value) in enumerate(keywords):
            if key in names[:at]:
                self.faults.append(Fault(SYNTAX, f"'{key}' is given twice", value.place))
        return self.exprs(node.args, depth), tuple(keywords)

    def end_of_arguments(
        self, end: int, arguments: tuple[Expr, ...], keywords: tuple[tuple[str, Expr], ...]
    ) -> int:
        last = [*arguments, *(value for _, value in keywords)]
        if not last:
            return end
        return self.after(max(value.place[1] for value in last), ")")


_LOWERINGS: Mapping[type[nodes.Node], Callable[..., Expr]] = {
    nodes.Const: _Lowering.const,
    nodes.Name: _Lowering.name,
    nodes.Getattr: _Lowering.attribute,
    nodes.Getitem: _Lowering.item,
    nodes.List: _Lowering.items,
    nodes.Tuple: _Lowering.items,
    nodes.Neg: _Lowering.negative,
    nodes.Not: _Lowering.negation,
    nodes.And: _Lowering.logic,
    nodes.Or: _Lowering.logic,
    nodes.Concat: _Lowering.concat,
    nodes.Compare: _Lowering.comparison,
    nodes.CondExpr: _Lowering.conditional,
    nodes.Test: _Lowering.test,
    nodes.Filter: _Lowering.filter,
    nodes.Call: _Lowering.call,
    **dict.fromkeys((*_SUMS, *_PRODUCTS), _Lowering.arithmetic),
}
_REFUSED_IN_TEXTS: Mapping[type[nodes.Node], str] = {
    nodes.Call: "a text may use filters, such as '{{ heard | length }}'",
    **dict.fromkeys(_PRODUCTS, "a text may use '+' and '-' alone"),
}
_REFUSED_IN_EXPRESSIONS: Mapping[type[nodes.Node], str] = {
    nodes.Filter: "an expression may use functions, such as 'count(step)'",
    nodes.Concat: "an expression computes values, it writes no text",
    nodes.Tuple: "write a list in '[ ]'",
}
