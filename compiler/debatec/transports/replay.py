"""Scripted replies, read from a ``.replay.yaml`` file."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from decimal import Decimal
from pathlib import Path
from typing import Protocol, cast

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, has_errors
from debatec.source.files import read_file
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Node, Plain, plain
from debatec.source.text import Span
from debatec.transports.interface import (
    Delta,
    End,
    Event,
    Exchange,
    Failure,
    Request,
    TransportError,
)
from debatec.transports.wire import dumps

SCHEMA = "replay.v1.schema.json"

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}
_WORD = re.compile(r"\s*\S+\s*|\s+")


@frozen
class Answer:
    """What one asking gets; times in seconds."""

    text: str = ""
    fail: Failure | None = None
    after: float = 0.0
    retry_after: float | None = None


class Answers(Protocol):
    """Where the answers of a replay come from."""

    def answer(self, turn: str, asking: int) -> Answer:
        """The answer to an asking of a turn, counted from 0.

        Raises:
            TransportError: there is none.
        """


@frozen
class Script:
    """Answers by turn id, in the order a turn is asked; ``otherwise`` for turns not listed.

    ``places`` are where its file names the turns.
    """

    turns: Mapping[str, Sequence[Answer]] = field(default_factory=dict)
    otherwise: Sequence[Answer] = ()
    places: Mapping[str, Span] = field(default_factory=dict)

    def answer(self, turn: str, asking: int) -> Answer:
        """The answer to an asking of a turn, counted from 0; the last one repeats.

        Raises:
            TransportError: the script has no answer for the turn.
        """
        answers = self.turns.get(turn, self.otherwise)
        if not answers:
            raise TransportError(Failure.REFUSED, f"no reply is recorded for turn '{turn}'")
        return answers[min(asking, len(answers) - 1)]


class ReplayTransport:
    """An agent that answers from a script, whole, whatever ``max_tokens`` says."""

    native_blocks = False
    samples: frozenset[str] = frozenset()
    at_once = None
    price = None

    def __init__(self, name: str, script: Answers) -> None:
        self.name = name
        self.script = script
        self._asked: dict[str, int] = {}

    async def open(self, seat: str, system: str, history: Sequence[Exchange] = ()) -> ReplaySession:
        del seat, system, history  # the script decides alone
        return ReplaySession(self)

    async def close(self) -> None:
        """Nothing to release."""

    def next_answer(self, request: Request) -> Answer:
        """The answer to a request.

        This transport's memory alone does not count the askings, as a resumed run goes on in the
        middle of a turn.
        """
        asking = max(request.before, self._asked.get(request.turn, 0))
        self._asked[request.turn] = asking + 1
        return self.script.answer(request.turn, asking)


class ReplaySession:
    """A session of a script, which remembers nothing."""

    native_id = None

    def __init__(self, transport: ReplayTransport) -> None:
        self._transport = transport
        self._cancelled = asyncio.Event()

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self._cancelled.clear()
        answer = self._transport.next_answer(request)
        if await self._is_cancelled_within(answer.after):
            return
        for word in _WORD.findall(answer.text):
            yield Delta(word)
        if answer.fail:
            message = f"the replay says that turn '{request.turn}' fails here"
            raise TransportError(answer.fail, message, answer.retry_after)
        yield End()

    async def _is_cancelled_within(self, seconds: float) -> bool:
        if not seconds:
            await asyncio.sleep(0)
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._cancelled.wait()
        return self._cancelled.is_set()

    def cancel(self) -> None:
        self._cancelled.set()

    async def close(self) -> None:
        """Nothing to release."""


def load_replay(
    path: Path, name: str = "replay"
) -> tuple[ReplayTransport | None, list[Diagnostic]]:
    """The transport of a replay file, or None and what is wrong with it.

    Raises:
        OSError: the file cannot be read.
    """
    script, found = load_script(path)
    return (ReplayTransport(name, script) if script else None), found


def load_script(path: Path) -> tuple[Script | None, list[Diagnostic]]:
    """The answers of a replay file, or None and what is wrong with it.

    Raises:
        OSError: the file cannot be read.
    """
    node, found = read_file(path, SCHEMA)
    if node is None or has_errors(found):
        return None, found
    return _script(node), found


def _script(root: Node) -> Script:
    value = cast("dict[str, Plain]", plain(root))
    turns = cast("dict[str, Plain]", value.get("turns", {}))
    named = root.get("turns") if isinstance(root, MappingNode) else None
    return Script(
        {turn: _answers(answers) for turn, answers in turns.items()},
        _answers(value.get("otherwise", [])),
        {entry.key: entry.key_span for entry in named} if isinstance(named, MappingNode) else {},
    )


def _answers(value: Plain) -> tuple[Answer, ...]:
    listed = value if isinstance(value, list) else [value]
    return tuple(answer_of(cast("dict[str, Plain]", item)) for item in listed)


def answer_of(value: Mapping[str, Plain]) -> Answer:
    """The answer that the fields of a script's file make."""
    fail = cast("str | None", value.get("fail"))
    return Answer(
        text=_reply(cast("str", value.get("text", "")), value.get("block")),
        fail=Failure(fail) if fail else None,
        after=_waited(value.get("after")) or 0.0,
        retry_after=_waited(value.get("retry_after")),
    )


def _reply(text: str, block: Plain) -> str:
    if not isinstance(block, dict):
        return text
    name, fields = next(iter(block.items()))
    fenced = f"```{name}\n{dumps(fields)}\n```\n"
    return f"{text.rstrip()}\n\n{fenced}" if text.strip() else fenced


def seconds(value: str | Decimal | float) -> float:
    """A time such as ``20s`` or ``1.5m``, or bare seconds; raises ValueError for no number."""
    written = str(value)
    number = written.rstrip("ms")
    return float(number) * _UNITS.get(written[len(number) :], 1.0)


def _waited(value: Plain) -> float | None:
    return None if value is None else seconds(cast("str | Decimal", value))
