"""One attempt at a turn: the requests it takes, all in the session of its seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from debatec.graph.graph import Node
from debatec.runtime import archive, blocks
from debatec.runtime.blocks import Found
from debatec.runtime.costs import cost_of
from debatec.runtime.demands import Demands
from debatec.runtime.events import (
    ANSWERED,
    Asked,
    BlockStatus,
    Late,
    Purpose,
    Replied,
    Settled,
    TurnOutcome,
)
from debatec.runtime.floor import Floor
from debatec.runtime.forms import Form
from debatec.runtime.guard import AttemptFailed
from debatec.runtime.prompting import Prompt
from debatec.runtime.reuse import Recorded
from debatec.runtime.stream import Ears, Streamed, stream
from debatec.runtime.watchdog import Watchdog
from debatec.spec.model import Fallback
from debatec.transports.interface import Block, Exchange, Request


class Asking:
    """Asks for a reply, for what it lacks, and for its block, until the turn can be settled.

    ``got`` are exchanges of this very attempt from before the run was killed.
    """

    def __init__(
        self,
        floor: Floor,
        node: Node,
        form: Form | None,
        attempt: int,
        watchdog: Watchdog,
        got: list[archive.Exchange],
    ) -> None:
        self._floor = floor
        self._node = node
        self._form = form
        self._attempt = attempt
        self._watchdog = watchdog
        self._got = got
        self._demands = Demands()
        self._transport = floor.sessions.transport(node.seat)
        self._said: list[Exchange] = []

    async def settle(self) -> Settled:
        """Ask until the turn is settled.

        Raises:
            AttemptFailed, RenderError, TransportError: the attempt failed.
        """
        apart = self._transport.native_blocks
        prompt = self._floor.prompter.prompt(self._node, self._form, apart=apart)
        self._form, self._demands = prompt.form, prompt.demands
        text = await self._request(Purpose.REPLY, prompt)
        if not text.strip():
            raise AttemptFailed(TurnOutcome.EMPTY, "the reply is empty")
        found, missing = await self._whole(self._taken_apart(text))
        if self._form is None:
            settled = self._settled(found, BlockStatus.NONE)
        else:
            settled = await self._with_block(self._form, found)
        return replace(settled, missing=missing) if missing else settled

    @property
    def _form_within(self) -> Form | None:
        """The form that a reply itself has to fill in."""
        return None if self._transport.native_blocks else self._form

    def _taken_apart(self, text: str) -> Found:
        if self._form_within is None:
            return Found(text.strip(), None, given=False)
        return blocks.find(text, self._form_within)

    async def _whole(self, found: Found) -> tuple[Found, tuple[str, ...]]:
        """The reply and what it lacks, after it was asked for once more where it lacks something.

        Of the two replies the one that lacks less counts, and the block of the other where only
        that has a valid one.
        """
        demands = self._demands
        missing = demands.missing(found.text)
        if not missing:
            return found, ()
        prompt = Prompt(_mending(missing, self._form_within))
        again = self._taken_apart(await self._request(Purpose.REPAIR, prompt))
        if len(demands.missing(again.text)) < len(missing):
            found, again = again, found
        if demands.is_short(found.text):
            lacks = "; ".join(demands.missing(found.text))
            raise AttemptFailed(TurnOutcome.SHORT, f"the reply is too short: {lacks}")
        if again.is_valid and not found.is_valid:
            found = replace(again, text=found.text)
        return found, demands.missing(found.text)

    async def _with_block(self, form: Form, found: Found) -> Settled:
        """Ask for the block alone until it is valid or has been asked for often enough."""
        text, kept, given = found.text, found, found.given
        asked = 0 if self._transport.native_blocks else 1
        while not found.is_valid and asked < self._floor.plan.bounds.asks[form.name]:
            again = Prompt(form.alone(found.fault or None))
            found = blocks.find(await self._request(Purpose.BLOCK, again), form)
            kept, given, asked = found if found.data else kept, given or found.given, asked + 1
        if found.is_valid:
            return self._settled(replace(found, text=text), BlockStatus.VALID)
        if form.block.otherwise is Fallback.MARK and kept.data:
            return self._settled(replace(kept, text=text), BlockStatus.MARKED)
        return self._without_block(form, Found(text, None, found.fault, given=given))

    def _without_block(self, form: Form, found: Found) -> Settled:
        match form.block.otherwise:
            case Fallback.FAIL:
                fault = f"no valid {form.name} block: {found.fault}"
                raise AttemptFailed(TurnOutcome.INVALID, fault)
            case Fallback.STAND_INS:
                data = self._floor.stand_ins(self._node, form)
                return self._settled(replace(found, data=data), BlockStatus.STAND_IN)
            case _:
                status = BlockStatus.INVALID if found.given else BlockStatus.ABSTAINED
                return self._settled(found, status)

    def _settled(self, found: Found, block: BlockStatus) -> Settled:
        data = found.data
        if data is not None and self._form and block is not BlockStatus.STAND_IN:
            data = self._form.named(data)
        ok, failed = TurnOutcome.OK, found.failed
        return Settled(
            self._node.id, ok, found.text, data, block, self._attempt, found.fault, failed
        )

    async def _request(self, purpose: Purpose, prompt: Prompt) -> str:
        """Send one request and write down both it and its reply; returns the reply's text."""
        if self._got and (self._got[0].purpose, self._got[0].prompt) == (purpose, prompt.text):
            text = self._got.pop(0).reply
        else:
            text = await self._ask(purpose, prompt)
        self._said.append(Exchange(prompt.text, text))
        return text

    async def _ask(self, purpose: Purpose, prompt: Prompt) -> str:
        floor, node = self._floor, self._node
        recorded = self._recorded(purpose, prompt)
        floor.record(self._asked(purpose, prompt))
        if recorded:
            return await self._take_over(recorded)
        session = await floor.sessions.get(node, self._said)
        request = Request(
            node.id,
            self._attempt,
            prompt.text,
            floor.plan.bounds.reply,
            self._native(purpose),
            floor.sessions.sampling(node.seat),
            self._answered(),
        )
        started = floor.now()
        streamed = await stream(session, request, self._watchdog, self._ears())
        seconds = round(floor.now() - started, 3)
        floor.record(self._replied(request, purpose, streamed, seconds))
        if streamed.lost:
            await floor.sessions.forget(node.seat)
        floor.sessions.heard(node.seat, Exchange(prompt.text, streamed.text))
        return streamed.text

    def _recorded(self, purpose: Purpose, prompt: Prompt) -> Recorded | None:
        """What the run whose replies may be taken over has to a request."""
        reuse, agent = self._floor.reuse, self._transport.name
        if reuse is None:
            return None
        return reuse.recall(self._node, purpose, agent, prompt.text, self._said)

    async def _take_over(self, recorded: Recorded) -> str:
        """Write a reply of another run down as such; a session that has missed it is let go."""
        said, cost = recorded.replied, None if self._transport.price is None else Decimal(0)
        turn, attempt = self._node.id, self._attempt
        self._floor.record(
            Replied(
                turn, attempt, said.purpose, said.text, 0.0, 0, 0, said.model, said.cut, cost,
                recorded.origin,
            )
        )  # fmt: skip
        await self._floor.sessions.forget(self._node.seat)
        return said.text

    def _answered(self) -> int:
        """How many requests of the turn were answered or failed, in all attempts."""
        state, turn = self._floor.state, self._node.id
        failed = (failure.outcome not in ANSWERED for failure in state.failures.get(turn, ()))
        return state.answers(turn) + sum(failed)

    def _asked(self, purpose: Purpose, prompt: Prompt) -> Asked:
        return Asked(
            self._node.id,
            self._attempt,
            purpose,
            self._transport.name,
            prompt.text,
            prompt.heard,
            prompt.scrubbed,
            prompt.labels,
        )

    def _ears(self) -> Ears:
        floor, node, attempt = self._floor, self._node, self._attempt
        return Ears(
            delta=lambda text: floor.delta(node, text),
            late=lambda text: floor.record(Late(node.id, attempt, text)),
        )

    def _native(self, purpose: Purpose) -> Block | None:
        if purpose is not Purpose.BLOCK or not self._transport.native_blocks or not self._form:
            return None
        return Block(self._form.name, self._form.schema)

    def _replied(
        self, request: Request, purpose: Purpose, streamed: Streamed, seconds: float
    ) -> Replied:
        end = streamed.end
        sent = self._floor.sessions.held(self._node.seat) + len(request.prompt)
        return Replied(
            request.turn,
            request.attempt,
            purpose,
            streamed.text,
            seconds,
            end.input_tokens,
            end.output_tokens,
            end.model,
            end.cut,
            cost_of(self._transport.price, end, sent, len(streamed.text)),
        )


def _mending(missing: Iterable[str], form: Form | None) -> str:
    """The request for a whole reply after one that lacks something."""
    lacks = "\n".join(f"- {clause}" for clause in missing)
    again = f"Your reply is not yet what it has to be:\n{lacks}\nGive it again, whole and mended."
    return f"{again}\n\n{form.within()}" if form else again
