"""What a rule is given: a spec, facts about it, and its texts and expressions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from debatec.check import uses
from debatec.check.facts import Facts
from debatec.check.scopes import Scopes
from debatec.check.uses import TextUse, Use, ValueUse
from debatec.source.nodes import Scalar
from debatec.spec.model import Speak
from debatec.spec.names import WHO_WORDS
from debatec.spec.values import Slot, ends, literal
from debatec.template.types import Type


class Context(Facts):
    """The facts of a spec, its scopes, and every use of a text or an expression."""

    @cached_property
    def scopes(self) -> Scopes:
        return Scopes(self)

    @cached_property
    def texts(self) -> Sequence[TextUse]:
        """Every template, once for each place that uses it."""
        return tuple(uses.texts(self, self.scopes))

    @cached_property
    def templates(self) -> Sequence[Scalar]:
        """Every template once, those that nothing uses as well."""
        texts = [*self.spec.prompts.values(), *(use.text for use in self.texts)]
        return tuple(dict.fromkeys(texts))

    @cached_property
    def conditions(self) -> Sequence[Use]:
        """Every condition of a stop rule or a `where`, and the decision."""
        return tuple(uses.conditions(self, self.scopes))

    @cached_property
    def stand_ins(self) -> Sequence[tuple[Use, Type]]:
        """Every stand-in that is an expression, with the type of its field."""
        return tuple(uses.stand_ins(self, self.scopes))

    @cached_property
    def requirements(self) -> Sequence[Use]:
        """Every requirement of a block."""
        return tuple(uses.requirements(self, self.scopes))

    @cached_property
    def values(self) -> Sequence[ValueUse]:
        """Every value that is no literal."""
        return tuple(uses.values(self.spec))

    def knows_heard(self, step: Speak) -> bool:
        """Whether a step hears all that was meant: no name in `sees` and `speakers` is wrong."""
        places = [name for selector in step.sees for name in selector.places]
        authors = [name for selector in step.sees for name in selector.who if name not in WHO_WORDS]
        return (
            self.loss.spares("format", "roles", "groups")
            and all(name in self.places for name in places)
            and all(self.spec.members(name) for name in [*step.speakers, *authors])
        )

    def settles(self, value: Scalar) -> bool:
        """Whether a value has a number: it is a literal, or a sound expression that is bounded."""
        if self.loss.touches(value.span):
            return False
        range = ends(value)
        if range is not None:
            return all(map(self.settles, range))
        if literal(value, Slot.COUNT) is not None:
            return True
        expression, _ = self.expression(value)
        unbounded = any(fault.span == value.span for fault in self.bound[1])
        return bool(expression and not unbounded and not expression.check(self.scopes.value)[1])

    @cached_property
    def expressions(self) -> Sequence[Scalar]:
        """Every scalar that is an expression, each once."""
        found = [use.text for use in self.conditions]
        found += [use.text for use in self.requirements]
        found += [use.text for use, _ in self.stand_ins]
        found += [value.text for value in self.values]
        return tuple(dict.fromkeys(found))
