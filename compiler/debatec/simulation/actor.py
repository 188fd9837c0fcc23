"""What seats answer in one run of a simulation."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.demands import length_of
from debatec.runtime.forms import Form, form_of
from debatec.simulation.behavior import Behavior, Behaviors
from debatec.simulation.values import Draw, fitted
from debatec.source import exactjson
from debatec.spec.model import Speak
from debatec.transports.interface import Failure
from debatec.transports.replay import Answer

_SIGMA = 0.5
"""Spread of delays and lengths, whose logarithms are normal."""
_VOCABULARY = 40
_COMMON = [f"common{number}" for number in range(_VOCABULARY)]
_MOST_FINDINGS = 3
_MOST_WORDS = 2_000


@frozen
class Actors:
    """The seats of one run. What a turn is answered depends on its name alone, never on order.

    ``run`` seeds all chance.
    """

    plan: Plan
    behaviors: Behaviors
    run: str

    def answer(self, turn: str, asking: int) -> Answer:
        """The answer to an asking of a turn, counted from 0."""
        node = self.plan.graph.nodes[turn]
        random = self._random(turn, asking)
        behavior = self._behavior(node)
        after = behavior.delay * exp(random.gauss(0, _SIGMA)) if behavior.delay else 0.0
        if random.random() < behavior.fail:
            return Answer(fail=Failure.CRASHED, after=after)
        form = form_of(self.plan, node)
        text = self._prose(node, random)
        if form is not None and random.random() >= behavior.invalid:
            block = exactjson.dumps(self._block(node, form, random))
            text = f"{text}\n\n```{form.name}\n{block}\n```"
        return Answer(text, after=after)

    def _random(self, *of: object) -> Random:
        return Random("\0".join(map(str, (self.run, *of))))

    def _behavior(self, node: Node) -> Behavior:
        return self.behaviors.of(self.plan.graph.seats[node.seat].role)

    def _agreement(self, node: Node, round: int | None = None) -> float:
        """How far a seat agrees in a round, from 0 to 1."""
        behavior, number = self._behavior(node), round or node.round
        own = self._random("seat", node.seat).gauss(0, behavior.spread)
        noise = self._random("agreement", node.seat, node.phase, number).gauss(
            0, behavior.agreement.noise
        )
        return min(max(behavior.agreement.mean(number) + own + noise, 0.0), 1.0)

    # --- Texts --------------------------------------------------------------------------------

    def _prose(self, node: Node, random: Random) -> str:
        """Words, the more alike the more their seats agree, under the headings asked for."""
        step, (least, most) = self.plan.spec.step(node.step), length_of(self.plan, node)
        sections = step.sections if isinstance(step, Speak) else ()
        length = round(self._behavior(node).words * exp(random.gauss(0, _SIGMA)))
        length = min(max(length, least or 1), most or _MOST_WORDS, _MOST_WORDS)
        shared = round(length * self._agreement(node))
        words = random.choices(_COMMON, k=shared)
        words += [f"{node.seat}{n}" for n in random.choices(range(_VOCABULARY), k=length - shared)]
        return "\n".join([*(f"## {section.text}" for section in sections), " ".join(words)])

    # --- Blocks -------------------------------------------------------------------------------

    def _block(self, node: Node, form: Form, random: Random) -> dict[str, Any]:
        draw = Draw(random, self._agreement(node))
        if form.block.shipped and form.name == "status":
            return self._status(node, draw)
        fields = form.schema["properties"]
        return {name: self._field(node, form, name, fields[name], draw) for name in fields}

    def _field(self, node: Node, form: Form, name: str, schema: Any, draw: Draw) -> Any:
        course = self._behavior(node).fields.get(f"{form.name}.{name}")
        if course is not None and schema.get("type") in ("number", "integer"):
            number = draw.random.gauss(course.mean(node.round), course.noise)
            return fitted(number, schema, schema["type"])
        if name == form.options:
            # What the others come to is drawn once a run, as no option is the first by nature.
            wanted = self._random("favorite", node.step)
            return Draw(draw.random, draw.agreement, wanted).value(schema)
        return draw.value(schema)

    def _status(self, node: Node, draw: Draw) -> dict[str, Any]:
        """A position, and the findings that a seat began with, each open until it is resolved."""
        findings = [self._finding(node, number) for number in range(self._findings_of(node))]
        blocks = any(f["severity"] == "blocking" and f["state"] == "open" for f in findings)
        agrees = not blocks and draw.random.random() < draw.agreement
        unsure = draw.random.random() < 0.5
        position = "agree" if agrees else "unsure" if unsure and not blocks else "disagree"
        return {"position": position, "findings": findings}

    def _findings_of(self, node: Node) -> int:
        random, agreement = self._random("findings", node.seat), self._agreement(node, 1)
        return sum(random.random() > agreement for _ in range(_MOST_FINDINGS))

    def _finding(self, node: Node, number: int) -> dict[str, Any]:
        random = self._random("finding", node.seat, number)
        severity = random.choice(["blocking", "major", "minor"])
        resolved = any(
            self._random("resolved", node.seat, number, round).random()
            < self._agreement(node, round)
            for round in range(2, node.round + 1)
        )
        state = "resolved" if resolved else "open"
        title = f"point {number + 1} of {node.seat}"
        return {
            "id": f"{node.seat}-{number + 1}",
            "title": title,
            "severity": severity,
            "state": state,
            "evidence": title,
        }
