"""One turn: asked until it is answered well or its attempts are used up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from debatec.graph.bounds import RoleBounds
from debatec.graph.graph import Node
from debatec.runtime import blocks
from debatec.runtime.events import (
    Asked,
    BlockStatus,
    Dropped,
    Failed,
    Purpose,
    Replied,
    Settled,
    TurnOutcome,
)
from debatec.runtime.floor import Floor
from debatec.runtime.forms import Form, form_of
from debatec.runtime.guard import AttemptFailed
from debatec.runtime.prompting import Prompt
from debatec.runtime.stream import Streamed, stream
from debatec.spec.model import Fallback
from debatec.template.template import RenderError
from debatec.transports.interface import Block, Exchange, Request, TransportError

FIRST_WAIT = 2.0
"""Seconds before a rate-limited request is made again, at least; doubled with every wait."""


class Turn:
    """Takes one turn of one seat to its end, from wherever it was left."""

    def __init__(self, floor: Floor, node: Node) -> None:
        self._floor = floor
        self._node = node
        self._form = form_of(floor.plan, node)
        role = floor.plan.graph.seats[node.seat].role
        self._bounds: RoleBounds = floor.plan.bounds.roles[role]
        self._waited = 0.0
        self._wait = FIRST_WAIT
        # What an attempt got before the run was killed in the middle of it.
        exchanges = floor.state.exchanges.get(node.id, ())
        self._got = [said for said in exchanges if said.attempt == len(self._failures) + 1]

    @property
    def _failures(self) -> Sequence[Failed]:
        return self._floor.state.failures.get(self._node.id, ())

    async def take(self) -> Settled:
        """Ask until the turn is settled; only a cancellation escapes."""
        self._drop_if_out()
        while self._may_ask():
            attempt = len(self._failures) + 1
            try:
                return await self._attempt(attempt)
            except AttemptFailed as failure:
                await self._after(attempt, failure)
        last = self._failures[-1]
        return self._floor.unanswered(self._node, last.outcome, last.message)

    def _may_ask(self) -> bool:
        used = self._floor.state.failed_attempts(self._node.id)
        return used < self._bounds.attempts and self._node.seat not in self._floor.state.dropped

    async def _attempt(self, attempt: int) -> Settled:
        limit = float(self._bounds.turn_timeout)
        try:
            async with asyncio.timeout(limit):
                settled = await self._ask(attempt)
        except TimeoutError as error:
            raise AttemptFailed(TurnOutcome.TIMEOUT, f"no reply within {limit:g} s") from error
        except TransportError as error:
            outcome = TurnOutcome(error.failure)
            raise AttemptFailed(outcome, str(error), error.retry_after) from error
        except RenderError as error:
            fault = f"the prompt cannot be written: {error}"
            raise AttemptFailed(TurnOutcome.INVALID, fault) from error
        await self._floor.sessions.end_turn(self._node)
        return settled

    async def _after(self, attempt: int, failure: AttemptFailed) -> None:
        """Write a failed attempt down, and wait where it was but a rate limit."""
        wait = self._wait_for(failure)
        message, counts = str(failure), wait is None
        self._floor.record(Failed(self._node.id, attempt, failure.outcome, message, counts))
        await self._floor.sessions.forget(self._node.seat)
        if wait is not None:
            self._waited += wait
            await asyncio.sleep(wait)
        self._drop_if_out()

    def _wait_for(self, failure: AttemptFailed) -> float | None:
        """Seconds to wait for a rate limit, while the waits of this turn fit in its time."""
        if failure.outcome is not TurnOutcome.RATE_LIMITED:
            return None
        wait = max(self._wait, failure.retry_after or 0.0)
        self._wait *= 2
        return wait if self._waited + wait <= float(self._bounds.turn_timeout) else None

    def _drop_if_out(self) -> None:
        floor, seat, strikes = self._floor, self._node.seat, self._floor.plan.bounds.strikes
        if not self._failures or strikes is None or seat in floor.state.dropped:
            return
        if floor.state.strikes.get(seat, 0) >= strikes:
            last = self._failures[-1].message
            floor.record(Dropped(seat, f"{strikes} attempts failed, the last: {last}"))

    async def _ask(self, attempt: int) -> Settled:
        native = self._floor.sessions.transport(self._node.seat).native_blocks
        prompt = self._floor.prompter.prompt(self._node, self._form, apart=native)
        form = self._form = prompt.form
        text = await self._request(attempt, Purpose.REPLY, prompt)
        if not text.strip():
            raise AttemptFailed(TurnOutcome.EMPTY, "the reply is empty")
        if form is None:
            return self._settled(attempt, text.strip(), None, BlockStatus.NONE)
        found = blocks.Found(text.strip(), None) if native else blocks.find(text, form)
        said = Exchange(prompt.text, text)
        return await self._block(attempt, form, found, said, asked=0 if native else 1)

    async def _block(
        self, attempt: int, form: Form, found: blocks.Found, said: Exchange, asked: int
    ) -> Settled:
        """Ask for the block alone until it is valid or has been asked for often enough."""
        exchanges, data, fault = [said], found.data, found.fault
        while data is None and asked < self._floor.plan.bounds.asks[form.name]:
            again = Prompt(form.alone(fault or None))
            reply = await self._request(attempt, Purpose.BLOCK, again, exchanges)
            exchanges.append(Exchange(again.text, reply))
            read = blocks.find(reply, form)
            data, fault, asked = read.data, read.fault, asked + 1
        if data is not None:
            return self._settled(attempt, found.text, form.named(data), BlockStatus.VALID)
        return self._without_block(attempt, form, found.text, fault)

    def _without_block(self, attempt: int, form: Form, text: str, fault: str) -> Settled:
        match form.block.otherwise:
            case Fallback.FAIL:
                raise AttemptFailed(TurnOutcome.INVALID, f"no valid {form.name} block: {fault}")
            case Fallback.ABSTAIN:
                return self._settled(attempt, text, None, BlockStatus.ABSTAINED, fault)
            case Fallback.STAND_INS:
                data = self._floor.stand_ins(self._node, form)
                return self._settled(attempt, text, data, BlockStatus.STAND_IN, fault)

    def _settled(
        self,
        attempt: int,
        text: str,
        data: dict[str, Any] | None,
        block: BlockStatus,
        message: str = "",
    ) -> Settled:
        return Settled(self._node.id, TurnOutcome.OK, text, data, block, attempt, message)

    async def _request(
        self, attempt: int, purpose: Purpose, prompt: Prompt, before: Sequence[Exchange] = ()
    ) -> str:
        """Send one request and write down both it and its reply; returns the reply's text.

        ``before`` are the exchanges of this attempt, should its session have to be rebuilt.
        """
        floor, node = self._floor, self._node
        if self._got and (self._got[0].purpose, self._got[0].prompt) == (purpose, prompt.text):
            return self._got.pop(0).reply
        transport = floor.sessions.transport(node.seat)
        floor.record(
            Asked(
                node.id,
                attempt,
                purpose,
                transport.name,
                prompt.text,
                prompt.heard,
                prompt.scrubbed,
                prompt.labels,
            )
        )
        session = await floor.sessions.get(node, before)
        request = Request(
            node.id, attempt, prompt.text, floor.plan.bounds.reply, self._native(purpose)
        )
        started, idle = floor.now(), float(floor.plan.bounds.idle_timeout)
        streamed = await stream(session, request, idle, lambda text: floor.delta(node, text))
        if streamed.lost:
            await floor.sessions.forget(node.seat)
        floor.record(_replied(request, purpose, streamed, round(floor.now() - started, 3)))
        return streamed.text

    def _native(self, purpose: Purpose) -> Block | None:
        transport = self._floor.sessions.transport(self._node.seat)
        if purpose is Purpose.REPLY or not transport.native_blocks or self._form is None:
            return None
        return Block(self._form.name, self._form.schema)


def _replied(request: Request, purpose: Purpose, streamed: Streamed, seconds: float) -> Replied:
    end = streamed.end
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
    )
