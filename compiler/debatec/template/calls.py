"""The static check of expressions with calls."""

from __future__ import annotations

from collections.abc import Mapping, Set

from debatec.source.suggest import did_you_mean, only
from debatec.template import tree
from debatec.template.fault import (
    UNKNOWN_FUNCTION,
    UNKNOWN_NAME,
    WRONG_ARGUMENTS,
    WRONG_TYPE,
)
from debatec.template.functions import FUNCTIONS, Parameter, Result, Signature
from debatec.template.inference import Inference
from debatec.template.tree import Expr
from debatec.template.types import (
    ANYTHING,
    FLAG,
    NOTHING,
    NUMBER,
    ListOf,
    Record,
    Type,
    bare,
    is_text,
    maybe,
)
from debatec.template.values import number


class CallInference(Inference):
    """Types expressions that call functions over steps and roles."""

    def __init__(
        self,
        names: Mapping[str, Type],
        steps: Mapping[str, Record],
        roles: Set[str],
        functions: Set[str],
    ) -> None:
        super().__init__(names)
        self._steps = steps
        self._roles = roles
        self._functions = functions
        self.steps_read: set[str] = set()

    def unknown_name(self, expr: tree.Name) -> None:
        if expr.name in self._steps:
            message = f"'{expr.name}' is a step, not a value"
            hint = f"count({expr.name}), all({expr.name}, …) and any({expr.name}, …) read it"
            self.fault(UNKNOWN_NAME, message, expr.place, hint)
        else:
            super().unknown_name(expr)

    def call(self, expr: tree.Call) -> Type:
        signature = FUNCTIONS.get(expr.function)
        if signature is None or expr.function not in self._functions:
            self._unknown_function(expr)
        bound = self._bound(signature, expr) if signature else None
        if signature is None or bound is None:
            return ANYTHING
        item: Type = ANYTHING
        first: Type = ANYTHING
        for position, (parameter, value) in enumerate(bound):
            kind = self._argument(parameter, value, expr.function, item)
            if position == 0:
                first = kind
            if parameter == "step":
                item = kind
        return _given(signature.gives, first)

    def _unknown_function(self, expr: tree.Call) -> None:
        instead = None
        if expr.function in FUNCTIONS:
            message = f"'{expr.function}' cannot be used here"
        else:
            suggestion = did_you_mean(expr.function, {*self._functions, "in"})
            message = f"unknown function '{expr.function}'{suggestion}"
            instead = only(expr.function, self._functions)
        self.fault(UNKNOWN_FUNCTION, message, expr.name_place, instead=instead)

    def _bound(self, signature: Signature, expr: tree.Call) -> list[tuple[Parameter, Expr]] | None:
        """Each argument with the parameter it is given to; None when they do not fit."""
        names = list(signature.parameters)
        kinds = list(signature.parameters.values())
        positional = expr.arguments
        if signature.more and len(positional) > len(kinds):
            kinds += kinds[-1:] * (len(positional) - len(kinds))
            names += names[-1:] * (len(positional) - len(names))
        keywords = dict(expr.keywords)
        given = {*names[: len(positional)], *keywords}
        if (
            len(positional) > len(kinds)
            or any(key not in names[len(positional) :] for key in keywords)
            or any(name not in given for name in names[: signature.required])
        ):
            message = f"wrong arguments for '{expr.function}'"
            hint = f"write {signature.usage}"
            self.fault(WRONG_ARGUMENTS, message, expr.place, hint)
            return None
        bound = [(kind, value) for kind, value in zip(kinds, positional, strict=False)]
        return bound + [(signature.parameters[key], value) for key, value in expr.keywords]

    def _argument(self, parameter: Parameter, value: Expr, function: str, item: Type) -> Type:
        match parameter:
            case "step":
                return self._step(value, function)
            case "role":
                return self._role(value, function)
            case "condition":
                with self.scope({"it": item}):
                    return self.type_of(value)
            case "number":
                return self.number(value, f"'{function}'")
            case "measure":
                with self.scope({"it": item}):
                    return self.number(value, f"'{function}'")
            case "text":
                self.text(value, f"'{function}'")
                return ANYTHING
            case "texts":
                return self._texts(value, function)
            case "count":
                return self._count(value)
        return self.type_of(value)

    def _step(self, value: Expr, function: str) -> Type:
        if not isinstance(value, tree.Name):
            message = f"'{function}' takes the name of a step first"
            self.fault(WRONG_ARGUMENTS, message, value.place)
            return ANYTHING
        self.steps_read.add(value.name)
        if value.name in self._steps:
            return self._steps[value.name]
        if function in self._functions:
            message = f"unknown step '{value.name}'{did_you_mean(value.name, self._steps)}"
            instead = only(value.name, self._steps)
            self.fault(UNKNOWN_NAME, message, value.place, instead=instead)
        return ANYTHING

    def _texts(self, value: Expr, function: str) -> Type:
        found = self.type_of(value)
        inner = bare(found)
        item = bare(inner.item) if isinstance(inner, ListOf) else inner
        if not is_text(item) and item not in (ANYTHING, NOTHING):
            self.expected(f"texts for '{function}'", found, value.place)
        return ANYTHING

    def _role(self, value: Expr, function: str) -> Type:
        if not isinstance(value, tree.Name):
            self.fault(WRONG_ARGUMENTS, f"'{function}' takes the name of a role", value.place)
        elif value.name not in self._roles and function in self._functions:
            message = f"unknown role '{value.name}'{did_you_mean(value.name, self._roles)}"
            instead = only(value.name, self._roles)
            self.fault(UNKNOWN_NAME, message, value.place, instead=instead)
        return ANYTHING

    def _count(self, value: Expr) -> Type:
        literal = value.value if isinstance(value, tree.Literal) else None
        if isinstance(value, tree.Negative) or (
            isinstance(value, tree.Literal) and not _is_count(literal)
        ):
            self.fault(WRONG_TYPE, "expected a whole number from 1", value.place)
            return NUMBER
        return self.number(value, "a number of rounds")


def _given(gives: Result, first: Type) -> Type:
    """The type of what a function gives; ``first`` is that of its first argument."""
    match gives:
        case "number":
            return NUMBER
        case "maybe number":
            return maybe(NUMBER)
        case "flag":
            return FLAG
        case "first":
            return maybe(first)


def _is_count(value: object) -> bool:
    exact = number(value)
    return exact is not None and exact.denominator == 1 and exact >= 1
