"""What exactly an agent is asked by a request, so that the same question can be told again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Protocol

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Purpose
from debatec.runtime.forms import form_of
from debatec.runtime.sampling import samplings
from debatec.runtime.seating import Seating
from debatec.runtime.sessions import remembered
from debatec.runtime.state import State
from debatec.source import exactjson
from debatec.transports.interface import Sampling


class Said(Protocol):
    """A prompt and its reply."""

    @property
    def prompt(self) -> str:
        """What was sent."""

    @property
    def reply(self) -> str:
        """What was answered."""


@frozen
class Terms:
    """What a request asks for besides its words.

    ``most_tokens`` bounds the reply; ``schema`` is the digest of the schema of a block that is
    asked for alone, else empty.
    """

    purpose: Purpose
    most_tokens: int
    sampling: Sampling | None
    schema: str


@frozen
class Question:
    """All that an agent gets with a request.

    ``known`` is the digest of what its session was told and said before.
    """

    agent: str
    system: str
    terms: Terms
    prompt: str
    known: bytes


class Questions:
    """The questions of one run."""

    def __init__(self, plan: Plan, state: State) -> None:
        self._plan = plan
        self._state = state
        self._digests: dict[str, bytes] = {}
        self._schemas: dict[tuple[str, str], str] = {}

    @cached_property
    def _seating(self) -> Seating:
        return self._plan.once(Seating)

    def of(
        self, turn: Node, purpose: Purpose, agent: str, prompt: str, said: Iterable[Said]
    ) -> Question:
        """The question of a request; ``said`` are the exchanges of its attempt before it.

        Raises:
            RenderError: the system text cannot be written.
        """
        system = self._seating.system(turn.seat)
        return Question(agent, system, self._terms(turn, purpose), prompt, self._known(turn, said))

    def _terms(self, turn: Node, purpose: Purpose) -> Terms:
        sampling = self._plan.once(samplings)[turn.seat]
        schema = self._schema(turn) if purpose is Purpose.BLOCK else ""
        return Terms(purpose, self._plan.bounds.reply, sampling, schema)

    def _schema(self, turn: Node) -> str:
        key = (turn.step, turn.seat)
        if key not in self._schemas:
            form = form_of(self._plan, turn)
            self._schemas[key] = exactjson.digest(form.schema) if form else ""
        return self._schemas[key]

    def _known(self, turn: Node, said: Iterable[Said]) -> bytes:
        digest = sha256()
        for earlier in remembered(self._plan, turn):
            if self._state.has_reply(earlier):
                digest.update(self._digest(earlier))
        digest.update(_digest(said))
        return digest.digest()

    def _digest(self, turn: Node) -> bytes:
        """The digest of what was sent and said in a turn that is over."""
        if turn.id not in self._digests:
            self._digests[turn.id] = _digest(self._state.kept(turn.id))
        return self._digests[turn.id]


def _digest(said: Iterable[Said]) -> bytes:
    pairs: Sequence[Sequence[str]] = [[one.prompt, one.reply] for one in said]
    return exactjson.digest(pairs).encode() if pairs else b""
