"""The exact text a seat is asked with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from debatec.frozen import frozen
from debatec.graph.audibility import Audibility
from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.demands import Demands, demands_of
from debatec.runtime.forms import Form, options_of
from debatec.runtime.labels import Mask, labelled, mentioned, relabelled
from debatec.runtime.listening import Hearing, Listener
from debatec.runtime.memory import Memories, Memory
from debatec.runtime.parsed import names, template
from debatec.runtime.records import Heard, Reply, record
from debatec.runtime.seating import Seating, Trace
from debatec.runtime.state import State
from debatec.runtime.view import round_record, told_rounds
from debatec.source.nodes import Scalar
from debatec.spec.model import Selector, Speak
from debatec.template.template import Template

MOST_CHARACTERS = 4_000_000
"""Longest prompt; what agents can take is less, and theirs to say."""
FIXED = frozenset({"inputs", "cast", "seat"})
"""Names whose values are the same in all turns of a seat."""


@frozen
class Prompt:
    """The text of a turn, and the replies that it tells, each in its form.

    ``scrubbed`` are the nodes of those that named their own hidden author, ``labels`` the labels
    used for the first time, by name. ``form`` asks for the block in the words of this prompt, and
    ``demands`` are what it says of the prose.
    """

    text: str
    heard: tuple[str, ...] = ()
    scrubbed: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    form: Form | None = None
    demands: Demands = field(default_factory=Demands)


@frozen
class _Wording:
    """One of the two texts of a step, ready to be written."""

    template: Template
    names: frozenset[str]

    @classmethod
    def of(cls, text: Scalar) -> _Wording:
        return cls(template(text), names(text))


@frozen
class _Asking:
    """What is the same in all turns of a step.

    It ``hides`` names where some selector does. It is ``steady`` where a reply that was not heard
    in one turn, though it was there, is not heard in a later one either, nor in another form.
    """

    step: Speak
    first: _Wording
    then: _Wording
    hides: bool
    steady: bool
    options: tuple[str, ...]

    @classmethod
    def of(cls, plan: Plan, step: Speak) -> _Asking:
        first = _Wording.of(step.first.text)
        then = first if step.then.text is step.first.text else _Wording.of(step.then.text)
        forms = {(selector.take, selector.hidden) for selector in step.sees}
        steady = len(forms) <= 1 and all(selector.where is None for selector in step.sees)
        hides = any(selector.hidden for selector in step.sees)
        return cls(step, first, then, hides, steady, tuple(options_of(plan, step)))


def _askings(_plan: Plan) -> dict[str, _Asking]:
    """Every step of a plan that was asked, by name; each is taken in when it first is."""
    return {}


def _steps(plan: Plan) -> frozenset[str]:
    return frozenset(step.id for _, step in plan.spec.steps())


def _audibility(plan: Plan) -> Audibility:
    return Audibility(plan.spec)


class Prompter:
    """Writes the prompts of one run; ``trace`` is told of each text that it writes."""

    def __init__(self, plan: Plan, state: State, trace: Trace | None = None) -> None:
        self._plan = plan
        self._trace = trace
        self._state = state
        self.seating = plan.once(Seating)
        self._asked = plan.once(_askings)
        self._steps = plan.once(_steps)
        self._rounds: dict[tuple[str, int], dict[str, Any]] = {}
        self._once: dict[tuple[str, str], bool] = {}
        self._written: dict[tuple[str, str, bool], str] = {}

    def prompt(self, node: Node, form: Form | None, apart: bool = False) -> Prompt:
        """The prompt of a turn; its block stands in the reply unless it is asked for ``apart``."""
        asking, memory = self._asking(node.step), self._memories.before(node)
        wording = asking.then if node.step in memory.said else asking.first
        steps = wording.names & self._steps
        since = 0 if steps or not asking.steady else self._untold(node, memory)
        hearings = self._listener.hearings(node, asking.step.sees, since)
        fresh = [hearing for hearing in hearings if hearing.key not in memory.told]
        labels = self._labels(node, asking, memory, fresh)
        form = form.under(labels) if form and labels else form
        demands = demands_of(self._plan, self._state, node).under(labels)
        request = "" if form is None or apart else form.within()
        told = _Told(node, asking, labels, request, demands.told())
        heard = Heard(self._reply(hearing, labels) for hearing in fresh)
        named = [hearing for hearing in hearings if hearing.node.step in steps]
        written = self._text(told, wording, wording is asking.first, heard, named)
        return Prompt(
            written,
            tuple(hearing.key for hearing in fresh),
            self._scrubbed(fresh) if asking.hides else (),
            {name: label for name, label in labels.items() if name not in memory.labels},
            form,
            demands,
        )

    def hearings(self, node: Node, selectors: Sequence[Selector]) -> list[Hearing]:
        """The replies that selectors choose for a node, in the order in which they are heard."""
        return self._listener.hearings(node, selectors)

    @cached_property
    def _listener(self) -> Listener:
        return Listener(self._plan, self._state, self.seating.cast)

    @cached_property
    def _memories(self) -> Memories:
        return Memories(self._plan, self._state)

    @cached_property
    def _inputs(self) -> dict[str, Any]:
        return dict(self._plan.inputs)

    @cached_property
    def _cast(self) -> list[dict[str, Any]]:
        return list(self.seating.cast.values())

    def _asking(self, name: str) -> _Asking:
        found = self._asked.get(name)
        if found is None:
            step = self._plan.spec.step(name)
            assert isinstance(step, Speak)
            found = self._asked[name] = _Asking.of(self._plan, step)
        return found

    def _untold(self, node: Node, memory: Memory) -> int:
        """Where in the document begins what a seat may not have been told by this step yet.

        Its last turn in the step was told all that was there before that round, and a session that
        lasts remembers it.
        """
        last = memory.said.get(node.step)
        if last is None or not memory.lasts:
            return 0
        return self._plan.graph.of_round(last.phase, last.round)[0].index

    def _labels(
        self, node: Node, asking: _Asking, memory: Memory, fresh: list[Hearing]
    ) -> dict[str, str]:
        """The labels of a turn: those its session knows, then new ones in the order heard.

        A turn that is told names goes by names.
        """
        if not asking.hides:
            return {} if asking.step.sees else memory.labels
        hidden = [hearing.node for hearing in fresh if hearing.hidden]
        new: list[str] = [source.seat for source in hidden if source.kind is Kind.TURN]
        for source in hidden:
            if source.kind is not Kind.TURN:
                settled = self._state.settled[source.id]
                new += mentioned([settled.text, settled.data], self.seating.cast)
        new += [option for option in asking.options if option in self.seating.cast]
        # Nobody is hidden from itself, unless its own reply came back to it unnamed.
        own = any(source.seat == node.seat for source in hidden)
        return labelled(memory.labels, (name for name in new if own or name != node.seat))

    def _reply(self, hearing: Hearing, labels: Mapping[str, str]) -> Reply:
        """A reply as a turn is told it; who hears it by name is told the labels of its author."""
        source = hearing.node
        settled = self._state.settled[source.id]
        if hearing.hidden:
            return record(self._plan, source, settled, hearing.take, self._mask(source, labels))
        known = self._memories.labels(source) if source.kind is Kind.TURN else {}
        return record(self._plan, source, settled, hearing.take, labels=known)

    def _mask(self, source: Node, labels: Mapping[str, str]) -> Mask:
        """What hides the author of a reply, or all the seats that a program step speaks of."""
        if source.kind is not Kind.TURN:
            return Mask(source.step, labels)
        return Mask(labels[source.seat], {source.seat: labels[source.seat]})

    def _scrubbed(self, fresh: Iterable[Hearing]) -> tuple[str, ...]:
        """The turns heard unnamed in whose replies their own author was named."""
        turns = (h.node for h in fresh if h.hidden and h.node.kind is Kind.TURN)
        settled = ((turn, self._state.settled[turn.id]) for turn in turns)
        return tuple(
            turn.id for turn, said in settled if any(mentioned([said.text, said.data], [turn.seat]))
        )

    def _text(
        self, told: _Told, wording: _Wording, is_first: bool, heard: Heard, named: list[Hearing]
    ) -> str:
        """The text of the step, then what of the rest it did not place itself.

        That is what is heard, what the prose has to have, and the form.
        """
        key = (told.node.step, told.node.seat, is_first)
        written = self._written.get(key) if wording.names <= FIXED else None
        if written is None:
            values = self._values(told, heard, named)
            taken = self._trace(wording.template) if self._trace else None
            text = wording.template.render(values, max_output=MOST_CHARACTERS, taken=taken)
            written = text.strip()
            if wording.names <= FIXED:
                self._written[key] = written
        parts = [written]
        if heard and "heard" not in wording.names:
            parts.append(str(heard).strip())
        parts.append(told.demands)
        if told.request and "form" not in wording.names:
            parts.append(told.request)
        return "\n\n".join(part for part in parts if part)

    def _values(self, told: _Told, heard: Heard, named: list[Hearing]) -> dict[str, Any]:
        node = told.node
        values = self._by_step(told, named) if named else {}
        values |= {
            "inputs": self._inputs,
            "round": self._round(node),
            "seat": self.seating.cast[node.seat],
            "cast": self._cast,
            "heard": heard,
            "form": told.request,
            "options": self._options(told),
        }
        return values

    def _round(self, node: Node) -> dict[str, Any]:
        found = self._rounds.get((node.phase, node.round))
        if found is None:
            found = round_record(node.round, told_rounds(self._plan, node.phase))
            self._rounds[node.phase, node.round] = found
        return found

    def _options(self, told: _Told) -> list[dict[str, str]]:
        words = told.asking.options
        return [
            {"label": label, "seat": label if word in self.seating.cast else "", "text": label}
            for word, label in zip(words, relabelled(words, told.labels), strict=True)
        ]

    def _by_step(self, told: _Told, hearings: list[Hearing]) -> dict[str, Any]:
        """Replies by step: one record where one is possible, else the valid ones."""
        found: dict[str, list[Reply]] = {}
        for hearing in hearings:
            replies = found.setdefault(hearing.node.step, [])
            if self._state.is_valid(hearing.node):
                replies.append(self._reply(hearing, told.labels))
        return {
            name: (replies[-1] if replies else None)
            if self._is_heard_once(told.asking.step, name)
            else Heard(replies)
            for name, replies in found.items()
        }

    def _is_heard_once(self, listener: Speak, name: str) -> bool:
        found = self._once.get((listener.id, name))
        if found is None:
            source = self._plan.spec.step(name)
            assert source is not None
            found = self._plan.once(_audibility).heard_once(listener, source)
            self._once[listener.id, name] = found
        return found


@frozen
class _Told:
    """A turn that is being asked, and what its prompt goes by."""

    node: Node
    asking: _Asking
    labels: Mapping[str, str]
    request: str
    demands: str
