"""What the prose of a reply is asked to have: a length, headings, the findings it has to name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.labels import Mask
from debatec.runtime.state import State
from debatec.source.text import one_line
from debatec.spec.model import Speak
from debatec.template.functions import words


@frozen
class Demands:
    """What one turn's prose has to have; words are what white space separates."""

    least: int | None = None
    most: int | None = None
    sections: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()

    def told(self) -> str:
        """The same as a seat is asked for it; empty where nothing is."""
        clauses = [
            f"Write {self._range()}." if self.least or self.most else "",
            f"Use these headings: {_quoted(self.sections)}." if self.sections else "",
            f"Name these findings by their ids: {_quoted(self.findings)}." if self.findings else "",
        ]
        return " ".join(clause for clause in clauses if clause)

    def under(self, labels: Mapping[str, str]) -> Demands:
        """The same for a seat that goes by labels; the ids of findings have names in them."""
        if not (self.findings and labels):
            return self
        return replace(self, findings=tuple(Mask("", labels).over([*self.findings])))

    def _range(self) -> str:
        if self.least is None or self.most is None:
            return f"at least {self.least} words" if self.least else f"at most {self.most} words"
        return f"{self.least} to {self.most} words"

    def missing(self, text: str) -> tuple[str, ...]:
        """What a text has not, a clause each."""
        return (*self._length(text), *self._headings(text), *self._names(text))

    def is_short(self, text: str) -> bool:
        return self.least is not None and words(text) < self.least

    def _length(self, text: str) -> Iterator[str]:
        if self.least is None and self.most is None:
            return
        count = words(text)
        if self.is_short(text):
            yield f"it has {count} words, and at least {self.least} are asked for"
        if self.most is not None and count > self.most:
            yield f"it has {count} words, and at most {self.most} are asked for"

    def _headings(self, text: str) -> Iterator[str]:
        known = headings(text) if self.sections else frozenset()
        yield from (f"it has no heading '{s}'" for s in self.sections if _plain(s) not in known)

    def _names(self, text: str) -> Iterator[str]:
        for finding in self.findings:
            # 'F1' is not named by 'F10', nor 'pro-1' by 'pro-1-2'.
            name = rf"(?<!\w)(?<!\w-){re.escape(finding)}(?!-?\w)"
            if not re.search(name, text, re.IGNORECASE):
                yield f"it does not name the finding '{finding}'"


def demands_of(plan: Plan, state: State, node: Node) -> Demands:
    """What is asked of a turn when it is asked."""
    known, key = plan.once(_fixed), (node.step, node.seat)
    if key not in known:
        step = plan.spec.step(node.step)
        assert isinstance(step, Speak)
        least, most = length_of(plan, node)
        known[key] = step.covers, Demands(least, most, tuple(s.text for s in step.sections))
    ledger, demands = known[key]
    findings = _blocking(plan, state, node, ledger)
    return replace(demands, findings=findings) if findings else demands


def _fixed(_plan: Plan) -> dict[tuple[str, str], tuple[str | None, Demands]]:
    """What is asked of a seat in a step whatever was said, and the ledger it has to cover."""
    return {}


def length_of(plan: Plan, node: Node) -> tuple[int | None, int | None]:
    """The fewest and the most words of a turn's reply: those of its step, else of its role."""
    words = plan.bounds.words_of(node.step, plan.graph.seats[node.seat].role)
    return (words.least, words.most) if words else (None, None)


def _blocking(plan: Plan, state: State, node: Node, ledger: str | None) -> tuple[str, ...]:
    """The blocking findings of a ledger as it last stood for certain before a turn."""
    if ledger is None:
        return ()
    place, sources = (node.phase, node.round), {*node.after, *node.hears}
    before = [
        state.settled[other.id]
        for other in plan.graph.of_step(ledger)
        if other.index < node.index and other.id in state.settled
        # In its own round a turn waits only for what it hears.
        if (other.phase, other.round) != place or other.id in sources
    ]
    data = before[-1].data if before else None
    found = data["blocking"] if data else ()
    return tuple(one_line(str(id)) for id in found) if isinstance(found, list) else ()


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)


def headings(text: str) -> frozenset[str]:
    """The headings of a text, in small letters: Markdown ones, bold lines, lines that end in ':'.

    What numbers them is left out.
    """
    return frozenset(_plain(line) for line in map(str.strip, text.splitlines()) if _is_head(line))


def _is_head(line: str) -> bool:
    is_bold = line.startswith(("**", "__")) and line.rstrip(":").endswith(("**", "__"))
    return line.startswith("#") or is_bold or line.endswith(":")


_NUMBER = re.compile(r"\d{1,3}[.)]\s*")


def _plain(heading: str) -> str:
    bare = _NUMBER.sub("", heading.strip("#*_: "), count=1) if heading else ""
    return one_line(bare.strip("#*_: ").casefold())
