from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from pathlib import Path

import pytest

from debatec.runtime.virtual import run_virtual
from debatec.transports.interface import Delta, End, Event, Failure, Request, TransportError
from debatec.transports.replay import Answer, ReplayTransport, Script, load_replay


def replay(folder: Path, text: str) -> ReplayTransport:
    path = folder / "x.replay.yaml"
    path.write_text(text, encoding="utf-8")
    transport, found = load_replay(path)
    assert found == []
    assert transport
    return transport


def faults(folder: Path, text: str) -> list[str]:
    path = folder / "x.replay.yaml"
    path.write_text(text, encoding="utf-8")
    transport, found = load_replay(path)
    assert transport is None
    return [f"{fault.rule} {fault.message}" for fault in found]


async def events(transport: ReplayTransport, turn: str = "a.r1", before: int = 0) -> list[Event]:
    session = await transport.open("seat", "")
    async with aclosing(session.ask(Request(turn, 1, "?", 100, before=before))) as answer:
        got = [event async for event in answer]
    await session.close()
    await transport.close()
    return got


def ask(transport: ReplayTransport, turn: str = "a.r1", before: int = 0) -> str:
    got = asyncio.run(events(transport, turn, before))
    assert isinstance(got[-1], End)
    return "".join(event.text for event in got if isinstance(event, Delta))


def test_a_text_is_sent_word_by_word(tmp_path: Path) -> None:
    transport = replay(tmp_path, "replay: v1\nturns: {a.r1: {text: '  one two\n\n  three '}}\n")
    got = asyncio.run(events(transport))
    assert got == [Delta("  one "), Delta("two\n"), Delta("three "), End()]


def test_a_text_is_no_template(tmp_path: Path) -> None:
    transport = replay(tmp_path, "replay: v1\notherwise: {text: '{{ 1 + 1 }}'}\n")
    assert ask(transport) == "{{ 1 + 1 }}"


def test_a_block_follows_the_prose_in_a_fence(tmp_path: Path) -> None:
    text = """
replay: v1
debate: panel
turns:
  a.r1:
    text: |
      Fine.
    block: {status: {position: agree, findings: [], weight: 0.30, "ü": no}}
  a.r2: {block: {vote: {}}}
"""
    transport = replay(tmp_path, text.lstrip().replace("no}", "'no'}"))
    fence = '```status\n{"position":"agree","findings":[],"weight":0.3,"ü":"no"}\n```\n'
    assert ask(transport) == f"Fine.\n\n{fence}"
    assert ask(transport, "a.r2") == "```vote\n{}\n```\n"


def test_a_list_answers_one_asking_after_the_other_and_its_last_repeats(tmp_path: Path) -> None:
    transport = replay(tmp_path, "replay: v1\nturns: {a.r1: [{text: x}, {text: y}]}\n")
    assert [ask(transport) for _ in range(3)] == ["x", "y", "y"]


def test_a_resumed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    text = "replay: v1\nturns: {a.r1: [{text: x}, {text: y}, {text: z}]}\n"
    transport = replay(tmp_path, text)
    assert [ask(transport, before=1), ask(transport, before=2)] == ["y", "z"]


def test_a_turn_that_is_not_listed_gets_the_other_answer(tmp_path: Path) -> None:
    transport = replay(tmp_path, "replay: v1\nturns: {a: {text: x}}\notherwise: {text: o}\n")
    assert [ask(transport, "a"), ask(transport, "b"), ask(transport, "c")] == ["x", "o", "o"]


def test_a_turn_without_an_answer_is_refused(tmp_path: Path) -> None:
    transport = replay(tmp_path, "replay: v1\nturns: {a: {text: x}}\n")
    with pytest.raises(TransportError, match="no reply is recorded for turn 'b'") as caught:
        ask(transport, "b")
    assert caught.value.failure is Failure.REFUSED


@pytest.mark.parametrize("failure", list(Failure))
def test_a_failure_is_raised_after_the_text(tmp_path: Path, failure: Failure) -> None:
    answer = f"{{text: 'one two', fail: {failure}, retry_after: 1.5m}}"
    transport = replay(tmp_path, f"replay: v1\notherwise: {answer}\n")
    got: list[Event] = []

    async def run() -> None:
        session = await transport.open("seat", "")
        async with aclosing(session.ask(Request("a", 1, "?", 100))) as answers:
            async for event in answers:
                got.append(event)

    with pytest.raises(TransportError) as caught:
        asyncio.run(run())
    assert got == [Delta("one "), Delta("two")]
    assert (caught.value.failure, caught.value.retry_after) == (failure, 90.0)


@pytest.mark.parametrize("after", ["50ms", "0.05s", "0.05"])
def test_an_answer_waits(tmp_path: Path, after: str) -> None:
    transport = replay(tmp_path, f"replay: v1\notherwise: {{text: x, after: {after}}}\n")
    start = time.monotonic()
    assert ask(transport) == "x"
    assert 0.04 < time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("replay: v1\n", ["DB207 a replay needs 'turns' or 'otherwise'"]),
        ("replay: v1\nturns: {a: {}}\n", ["DB207 an answer needs 'text', 'block' or 'fail'"]),
        (
            "replay: v1\nturns: {a: {block: {status: {}}, txt: x}}\n",
            ["DB201 unknown key 'txt'; did you mean 'text'?"],
        ),
        (
            "replay: v1\nturns: {a: {text: x, after: soon}}\n",
            ["DB206 a time is a number with ms, s or m, as in 2s"],
        ),
        (
            "replay: v1\nturns: {a: {block: {status: {}, vote: {}}}}\n",
            ["DB205 one answer holds one block, under its name: block: {status: {...}}"],
        ),
        (
            "replay: v1\nturns: {a: [{fail: crash}]}\n",
            [
                "DB204 'fail' must be one of 'refused', 'crashed', 'rate_limited', "
                "not the text 'crash'; did you mean 'crashed'?"
            ],
        ),
        ("replay: v1\nturns: {a: []}\n", ["DB205 'a' must have 1 or more items, and has 0"]),
        ("replay: v2\notherwise: {text: x}\n", ["DB204 'replay' must be 'v1', not the text 'v2'"]),
        ("", ["DB110 the file is empty"]),
    ],
)
def test_a_fault_is_reported_where_it_is(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(tmp_path, text) == expected


def test_bytes_that_are_no_text_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "x.replay.yaml"
    path.write_bytes(b"replay: \xff\n")
    transport, found = load_replay(path)
    assert transport is None
    assert [fault.rule for fault in found] == ["DB100"]


def test_a_cancelled_wait_is_over_at_once_and_says_nothing() -> None:
    async def run() -> tuple[list[Event], float]:
        script = Script({}, (Answer("late", after=50),))
        session = await ReplayTransport("r", script).open("s", "")
        loop = asyncio.get_running_loop()
        loop.call_later(3, session.cancel)
        async with aclosing(session.ask(Request("t", 1, "?", 10))) as events:
            return [event async for event in events], loop.time()

    assert run_virtual(run()) == ([], 3)
