"""A text with ``{{ }}`` and ``{% %}``: parsed, checked against a scope, rendered from data."""

from __future__ import annotations

from collections.abc import Mapping

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Scalar
from debatec.template import tree
from debatec.template.budget import Budget, Exhausted
from debatec.template.fault import Refused, diagnostics
from debatec.template.inference import Inference
from debatec.template.lowering import lower_text
from debatec.template.rendering import Renderer, Taken
from debatec.template.statements import check_body
from debatec.template.types import Type


class RenderError(Exception):
    """A text went past one of its bounds while it was rendered; one line."""


@frozen(eq=False)
class Template:
    """A parsed text.

    The grammar is Jinja's without calls, macros, includes and products. A line that holds only
    tags leaves no trace, and the last line break is dropped.
    """

    text: Scalar
    body: tree.Body

    @property
    def names(self) -> frozenset[str]:
        """The names it takes from its scope."""
        return frozenset(self._inferred({}).free)

    def check(self, scope: Mapping[str, Type]) -> list[Diagnostic]:
        """What does not fit the names of a scope and their types."""
        return diagnostics(self._inferred(scope).faults, self.text)

    def _inferred(self, scope: Mapping[str, Type]) -> Inference:
        inference = Inference(scope)
        with inference.scope({}):
            check_body(self.body, inference)
        return inference

    def render(
        self,
        values: Mapping[str, object],
        *,
        max_output: int = 200_000,
        max_steps: int = 100_000,
        taken: Taken | None = None,
    ) -> str:
        """The text with the values in their places.

        Values are plain data; lists and records of a class of their own print as its ``__str__``
        says. Absent values print as nothing, are false and have no items. ``max_output`` counts
        characters, ``max_steps`` statements, values and loop passes; ``taken`` is told of each
        branch that is written. Raises `RenderError`.
        """
        renderer = Renderer(values, Budget(max_steps, max_output), taken)
        try:
            return renderer.rendered(self.body)
        except Exhausted as error:
            line = self.text.text.count("\n", 0, renderer.at) + 1
            raise RenderError(f"line {line}: {error}") from None


def parse(text: Scalar) -> tuple[Template | None, list[Diagnostic]]:
    """A text as a template, or the faults that keep it from being one."""
    try:
        body, faults = lower_text(text.text)
    except Refused as refused:
        return None, diagnostics(refused.faults, text)
    return (None if faults else Template(text, body)), diagnostics(faults, text)
