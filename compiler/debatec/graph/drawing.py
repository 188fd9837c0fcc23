"""Every way to draw a graph, by the name that users give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from debatec.graph.dot import dot
from debatec.graph.mermaid import mermaid
from debatec.graph.plan import Plan
from debatec.graph.svg import svg
from debatec.graph.text import draw


class Drawing(Protocol):
    """Draws a plan, every round of it if `full`."""

    def __call__(self, plan: Plan, *, full: bool = False) -> str: ...


DRAWINGS: Mapping[str, Drawing] = {"text": draw, "mermaid": mermaid, "dot": dot, "svg": svg}
