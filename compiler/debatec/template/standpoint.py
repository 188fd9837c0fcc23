"""Where a check stands in a text: the names that are bound, and what is known of their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from debatec.template import tree
from debatec.template.knowledge import path_of, present, root_of
from debatec.template.tree import Expr
from debatec.template.types import Maybe, Type, bare, truth

Fact: TypeAlias = tuple[int, str]
"""The depth of the scope that binds a name, and a path from it whose value is there."""


class Standpoint:
    """Nested scopes, the values that tests have asked for, and whether this point is reached."""

    def __init__(self, names: Mapping[str, Type]) -> None:
        self.scopes: list[Mapping[str, Type]] = [names]
        self._facts: list[frozenset[Fact]] = []
        self._dead = 0

    @contextmanager
    def scope(self, names: Mapping[str, Type]) -> Iterator[None]:
        """A scope in which some names are bound."""
        self.scopes.append(dict(names))
        try:
            yield
        finally:
            self.scopes.pop()

    @contextmanager
    def assuming(self, test: Expr, type_: Type, outcome: bool = True) -> Iterator[None]:
        """A part that is reached only after a test of some type came out so."""
        paths = present(test, outcome)
        self._facts.append(frozenset((self._depth(root_of(path)), path) for path in paths))
        try:
            with self.reached(truth(type_) in (None, outcome)):
                yield
        finally:
            self._facts.pop()

    @contextmanager
    def branch(self) -> Iterator[Mapping[str, Type]]:
        """A part that binds names of its own in the innermost scope, which are given."""
        names, facts = self.scopes[-1], list(self._facts)
        self.scopes[-1] = own = dict(names)
        try:
            yield own
        finally:
            self.scopes[-1], self._facts[:] = names, facts

    @contextmanager
    def reached(self, is_reached: bool) -> Iterator[None]:
        """A part that may never be reached; then nothing in it lacks its value."""
        self._dead += not is_reached
        try:
            yield
        finally:
            self._dead -= not is_reached

    @property
    def is_reached(self) -> bool:
        """Whether this point can be reached, for all that is known."""
        return not self._dead

    @property
    def facts(self) -> frozenset[Fact]:
        """What is known to be there at this point."""
        return frozenset().union(*self._facts)

    def bind(self, name: str, type_: Type) -> None:
        """Set a name of the innermost scope; what was known of it is known no more."""
        depth, innermost = len(self.scopes) - 1, self.scopes[-1]
        assert isinstance(innermost, dict), "what is given at first is never bound"
        innermost[name] = type_
        self._facts[:] = [
            frozenset(fact for fact in facts if (fact[0], root_of(fact[1])) != (depth, name))
            for facts in self._facts
        ]

    def outer(self, name: str, facts: frozenset[Fact]) -> Type | None:
        """The type of a name outside the innermost scope, given what is known to be there."""
        depth = self._depth(name, len(self.scopes) - 1)
        found = self.scopes[depth].get(name)
        return found and (bare(found) if (depth, name) in facts else found)

    @contextmanager
    def asking(self, for_: Expr | None) -> Iterator[None]:
        """A part that asks for a value by its name, which may be unknown."""
        name = for_.name if isinstance(for_, tree.Name) else ""
        known = not name or any(name in scope for scope in self.scopes)
        self._facts.append(frozenset() if known else frozenset({(0, name)}))
        try:
            yield
        finally:
            self._facts.pop()

    def _depth(self, name: str, below: int | None = None) -> int:
        """The depth of the innermost scope that has a name, 0 where none has."""
        depths = range(len(self.scopes) if below is None else below)
        return next((depth for depth in reversed(depths) if name in self.scopes[depth]), 0)

    def narrowed(self, expr: tree.Name | tree.Field | tree.Index, type_: Type) -> Type:
        """A type without its doubt, where a test has asked for the value before."""
        if isinstance(type_, Maybe) and (path := path_of(expr)):
            return type_.inner if self.knows(self._depth(root_of(path)), path) else type_
        return type_

    def knows(self, depth: int, path: str) -> bool:
        """Whether a value is known to be there."""
        return any((depth, path) in facts for facts in self._facts)
