"""The replies of one case: which answer a turn gets, and which answers were never asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from debatec.graph.plan import Plan
from debatec.runtime.placeholders import Placeholder
from debatec.testing.cases import OTHERWISE, Reply, Scripted
from debatec.testing.patterns import Names, Pattern
from debatec.transports.interface import Failure, Request, TransportError
from debatec.transports.replay import Answer, Script

AGENT = "test"


@dataclass
class Taken:
    """A reply of the file, the turns that it is for, and how many of its answers were given.

    ``turns`` are None where it is for those that nothing names; ``rank`` is how narrow its key is.
    """

    reply: Reply
    turns: frozenset[str] | None
    rank: int
    given: int = 0


@dataclass
class CaseScript:
    """Answers of a case by turn id: its own replies, its replay, the replies of the file.

    What is for turns that nothing names comes after all that names one. ``unanswered`` are the
    turns that were asked and have no answer.
    """

    plan: Plan
    own: Sequence[Taken]
    shared: Sequence[Taken]
    replay: Script = field(default_factory=Script)
    unanswered: list[str] = field(default_factory=list)
    _found: dict[str, Taken | None] = field(default_factory=dict)

    def answer(self, turn: str, asking: int) -> Answer:
        """The answer to an asking of a turn, counted from 0.

        Raises:
            TransportError: there is none.
        """
        if turn not in self._found:
            self._found[turn] = self._first(turn)
        taken = self._found[turn]
        if taken is None:
            return self._replayed(turn, asking)
        answers = taken.reply.answers
        taken.given = max(taken.given, min(asking + 1, len(answers)))
        return self._written(turn, answers[min(asking, len(answers) - 1)])

    def _first(self, turn: str) -> Taken | None:
        """The reply that is for a turn; None where the replay has one that goes before."""
        for layer in (self.own, self.shared):
            named = (one for one in layer if one.turns is not None and turn in one.turns)
            if found := next(named, None):
                return found
            if turn in self.replay.turns:
                return None
        last = [one for one in (*self.own, *self.shared) if one.turns is None]
        return next(iter(last), None)

    def _replayed(self, turn: str, asking: int) -> Answer:
        if turn in self.replay.turns or self.replay.otherwise:
            return self.replay.answer(turn, asking)
        self.unanswered.append(turn)
        raise TransportError(Failure.REFUSED, f"the test has no reply for turn '{turn}'")

    def _written(self, turn: str, scripted: Scripted) -> Answer:
        if not scripted.made_up:
            return scripted.answer
        made = Placeholder(self.plan, AGENT, native_blocks=False)
        request = Request(turn, 1, "", 0)
        return Answer(made.reply(request), None, scripted.answer.after)


def layer(names: Names, replies: Sequence[Reply], known: Mapping[str, Pattern]) -> list[Taken]:
    """Replies in the order in which they are looked through, the narrowest first."""
    taken = list(_taken(names, replies, known))
    return sorted(taken, key=lambda one: (-one.rank, one.reply.key))


def _taken(names: Names, replies: Sequence[Reply], known: Mapping[str, Pattern]) -> Iterator[Taken]:
    for reply in replies:
        pattern = known.get(reply.key)
        if pattern is not None:
            turns = frozenset(node.id for node in names.turns(pattern))
            yield Taken(reply, turns, pattern.rank)
        elif reply.key == OTHERWISE:
            yield Taken(reply, None, 0)
