"""The OpenAI transport against a real HTTP server on loopback."""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from types import MappingProxyType

import pytest

from debatec.transports.endpoint import Endpoint
from debatec.transports.interface import (
    Block,
    Delta,
    End,
    Event,
    Exchange,
    Failure,
    Request,
    Sampling,
    TransportError,
)
from debatec.transports.openai import OpenAITransport
from debatec.transports.sse import MAX_EVENT
from tests.support.model_server import (
    Behaviour,
    ModelServer,
    chunk,
    endless,
    hang,
    raw,
    say,
    status,
    whole,
)

PROMPT = "the secret plan"
KEY = "sk-very-secret"
NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)
STOP = b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'


def transport(base_url: str, key_env: str | None = None, **options: float) -> OpenAITransport:
    endpoint = Endpoint(base_url, "m", key_env, **options)  # type: ignore[arg-type]  # test data
    return OpenAITransport("agent", endpoint, {"THE_KEY": KEY}, now=lambda: NOON)


def request(prompt: str = PROMPT, max_tokens: int = 100, block: Block | None = None) -> Request:
    return Request("t.r1", 1, prompt, max_tokens, block)


async def ask_all(agent: OpenAITransport, *requests: Request) -> list[list[Event]]:
    try:
        session = await agent.open("seat", "be brief")
        answers = []
        for one in requests:
            async with aclosing(session.ask(one)) as events:
                answers.append([event async for event in events])
        return answers
    finally:
        await agent.close()


def ask(agent: OpenAITransport, *requests: Request) -> list[Event]:
    return asyncio.run(ask_all(agent, *(requests or [request()])))[-1]


def text(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, Delta))


def failure(behaviour: Behaviour, key_env: str | None = None) -> TransportError:
    with ModelServer(behaviour) as server:
        with pytest.raises(TransportError) as caught:
            ask(transport(server.url, key_env))
        assert server.address in str(caught.value)
    message = str(caught.value)
    assert KEY not in message
    assert PROMPT not in message
    assert "\n" not in message
    return caught.value


def test_a_reply_is_streamed_and_ends_with_what_the_server_counted() -> None:
    with ModelServer(say("one two three four")) as server:
        events = ask(transport(server.url))
    assert text(events) == "one two three four"
    assert len(events) > 3
    assert events[-1] == End(input_tokens=11, output_tokens=7, model="scripted", cut=False)


def test_the_request_holds_the_conversation_and_the_options() -> None:
    with ModelServer(say("first"), say("second")) as server:
        agent = transport(server.url, temperature=0.5, seed=3)
        ask(agent, request("q1"), request("q2", max_tokens=9))
        body = server.requests[1].body
    assert body["messages"] == [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "q1"},
        {"role": "assistant", "content": "first"},
        {"role": "user", "content": "q2"},
    ]
    assert (body["model"], body["max_tokens"], body["stream"]) == ("m", 9, True)
    assert (body["temperature"], body["seed"]) == (0.5, 3)


def test_a_session_is_taken_up_with_what_was_said_before() -> None:
    async def run(agent: OpenAITransport) -> None:
        session = await agent.open("seat", "", [Exchange("q", "a")])
        async with aclosing(session.ask(request())) as events:
            assert [event async for event in events]
        await agent.close()

    with ModelServer() as server:
        asyncio.run(run(transport(server.url)))
        messages = server.requests[0].body["messages"]
    assert [m["content"] for m in messages] == ["q", "a", PROMPT]


def test_a_block_is_asked_for_by_its_schema_in_the_order_written() -> None:
    schema = MappingProxyType({"z": 1, "a": Decimal("0.5")})
    with ModelServer(say('{"z": 1}')) as server:
        ask(transport(server.url), request(block=Block("status", schema)))
        form = server.requests[0].body["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"] == {"name": "status", "schema": {"z": 1, "a": 0.5}, "strict": True}
    assert list(form["json_schema"]["schema"]) == ["z", "a"]


@pytest.mark.parametrize(
    "behaviour",
    [
        say("héllo wörld", end=b"\r\n"),
        say("héllo wörld", usage=False),
        whole("héllo wörld"),
        raw(b": comment\n\nevent: x\nid: 1\nretry: 5\n", chunk("héllo wörld"), STOP),
        raw(b"data:" + chunk("héllo wörld")[6:], STOP, b"data: [DONE]\n\n"),
        raw(*(bytes([byte]) for byte in chunk("héllo wörld") + STOP)),
        raw(
            b'data: {"choices":\ndata: [{"delta":{"content":"h\\u00e9llo w\\u00f6rld"}}]}\n\n', STOP
        ),
        raw(chunk("héllo wörld"), b"data: [DONE]\n\n"),
        raw(chunk("héllo wörld"), STOP, cut=True),
        raw(
            b'data: {"choices":[{"delta":{"reasoning_content":"hm","content":null}}]}\n\n',
            chunk("héllo wörld"),
            STOP,
        ),
        raw(b"\xef\xbb\xbf" + chunk("héllo wörld"), STOP),
    ],
)
def test_every_spelling_of_a_stream_is_read(behaviour: Behaviour) -> None:
    with ModelServer(behaviour) as server:
        events = ask(transport(server.url))
    assert text(events) == "héllo wörld"
    assert isinstance(events[-1], End)
    assert events[-1].cut is False


@pytest.mark.parametrize("behaviour", [say("half", finish="length"), whole("half", "length")])
def test_a_reply_that_the_server_cut_says_so(behaviour: Behaviour) -> None:
    with ModelServer(behaviour) as server:
        events = ask(transport(server.url))
    assert text(events) == "half"
    assert events[-1] == End(11, 7, "scripted", cut=True)


def test_an_endless_reply_is_cut_and_the_server_left() -> None:
    with ModelServer(endless("0123456789")) as server:
        events = ask(transport(server.url), request(max_tokens=50))
        assert server.broken.wait(5)
    assert len(text(events)) == 400
    assert events[-1] == End(model="scripted", cut=True)


def test_half_a_surrogate_pair_is_replaced() -> None:
    lone = b'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n'
    with ModelServer(raw(lone, STOP)) as server:
        assert text(ask(transport(server.url))) == "a\ufffd"


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (400, Failure.REFUSED, "answered 400 (scripted_error)"),
        (401, Failure.REFUSED, "environment variable 'THE_KEY'"),
        (403, Failure.REFUSED, "environment variable 'THE_KEY'"),
        (404, Failure.REFUSED, "no such model or path"),
        (307, Failure.REFUSED, "redirects are not followed"),
        (408, Failure.CRASHED, "answered 408"),
        (429, Failure.RATE_LIMITED, "too many requests"),
        (500, Failure.CRASHED, "answered 500"),
        (529, Failure.CRASHED, "answered 529"),
    ],
)
def test_a_status_becomes_a_failure(code: int, kind: Failure, words: str) -> None:
    location = {"Location": "http://127.0.0.1:1/"}
    error = failure(status(code, headers=location if code == 307 else None), "THE_KEY")
    assert error.failure is kind
    assert words in str(error)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("Fri, 02 Jan 2026 12:00:30 GMT", 30.0),
        ("Fri, 02 Jan 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-1", None),
        ("9" * 400, None),
    ],
)
def test_the_time_to_come_back_is_in_seconds(header: str, seconds: float | None) -> None:
    assert failure(status(429, headers={"Retry-After": header})).retry_after == seconds


def test_the_words_of_the_server_are_not_repeated() -> None:
    error = failure(status(400, {"error": {"message": f"bad {KEY} {PROMPT}", "type": KEY}}))
    assert str(error).endswith("answered 400")


def test_a_server_that_wants_a_key_names_the_option() -> None:
    assert "'key_env'" in str(failure(status(401)))


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (raw(b"<html>no model here</html>\n", content_type="text/html"), "no stream of events"),
        (raw(b"data: {nonsense\n\n"), "not JSON"),
        (raw(b"data: 42\n\n"), "no chat completion"),
        (raw(b"data: " + b"[" * 100_000 + b"\n\n"), "not JSON"),
        (raw(b"data: \xff\xfe\n\n"), "no stream of events"),
        (raw(b"data: " + b"x" * (MAX_EVENT + 1)), "no stream of events"),
        (raw(*[b"data: " + b"x" * 1000 + b"\n"] * 1100), "no stream of events"),
        (raw(chunk("half"), cut=True), "broke the connection"),
        (raw(chunk("half")), "in the middle"),
        (raw(b'data: {"error":{"type":"overloaded_error"}}\n\n'), "(overloaded_error)"),
        (status(200, {"choices": []}), "without an end"),
        (status(200, {"error": {"code": "busy"}}), "(busy)"),
        (raw(b"\x1f\x8b\x08 compressed\n"), "no stream of events"),
    ],
)
def test_what_is_no_reply_is_a_crash(behaviour: Behaviour, words: str) -> None:
    error = failure(behaviour)
    assert error.failure is Failure.CRASHED
    assert words in str(error)


def test_a_reply_stopped_by_a_policy_is_refused() -> None:
    assert failure(say("no", finish="content_filter")).failure is Failure.REFUSED


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(TransportError, match=f"{address} cannot be reached") as caught:
        ask(transport(f"http://{address}/v1"))
    assert caught.value.failure is Failure.CRASHED


def test_a_failed_exchange_leaves_no_trace() -> None:
    async def run(agent: OpenAITransport) -> None:
        session = await agent.open("seat", "")
        with pytest.raises(TransportError):
            async with aclosing(session.ask(request("lost"))) as events:
                assert [event async for event in events]
        async with aclosing(session.ask(request("kept"))) as events:
            assert [event async for event in events]
        await agent.close()

    with ModelServer(raw(chunk("half"), cut=True), say("ok")) as server:
        asyncio.run(run(transport(server.url)))
        assert [m["content"] for m in server.requests[1].body["messages"]] == ["kept"]


def test_closing_the_iterator_cancels_the_request_and_leaves_no_trace() -> None:
    async def run(agent: OpenAITransport, server: ModelServer) -> None:
        session = await agent.open("seat", "")
        async with aclosing(session.ask(request("lost"))) as events:
            assert await anext(events) == Delta("some")
        assert await asyncio.to_thread(server.broken.wait, 5)
        async with aclosing(session.ask(request("kept"))) as events:
            assert [event async for event in events]
        await agent.close()

    with ModelServer(hang("some"), say("ok")) as server:
        asyncio.run(run(transport(server.url), server))
        assert [m["content"] for m in server.requests[1].body["messages"]] == ["kept"]


def test_cancelling_the_reader_cancels_the_request() -> None:
    async def run(agent: OpenAITransport, server: ModelServer) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ask_all(agent, request()), 0.3)
        assert await asyncio.to_thread(server.broken.wait, 5)

    with ModelServer(hang()) as server:
        asyncio.run(run(transport(server.url), server))


def test_sessions_are_asked_side_by_side() -> None:
    async def run(agent: OpenAITransport) -> list[str]:
        sessions = [await agent.open(f"s{n}", "") for n in range(20)]

        async def one(n: int) -> str:
            async with aclosing(sessions[n].ask(request(f"q{n}"))) as events:
                return text([event async for event in events])

        answers = await asyncio.gather(*(one(n) for n in range(20)))
        await agent.close()
        return answers

    with ModelServer(say("ok")) as server:
        assert asyncio.run(run(transport(server.url))) == ["ok"] * 20


def test_the_usage_option_is_left_out_once_a_server_refuses_it() -> None:
    refusal = status(400, {"error": {"message": "unknown field stream_options"}})
    with ModelServer(refusal, say("ok")) as server:
        events = ask(transport(server.url), request(), request())
        asked = ["stream_options" in received.body for received in server.requests]
    assert text(events) == "ok"
    assert asked == [True, False, False]


def test_a_server_that_keeps_refusing_is_asked_twice_at_most() -> None:
    with ModelServer(status(400, {"error": {"message": "stream_options"}})) as server:
        with pytest.raises(TransportError):
            ask(transport(server.url))
        assert len(server.requests) == 2


def test_the_key_is_sent_to_a_server_on_this_machine() -> None:
    with ModelServer(say("ok"), key=KEY) as server:
        assert text(ask(transport(server.url, "THE_KEY"))) == "ok"


def test_without_a_named_variable_no_key_is_sent() -> None:
    with ModelServer(say("ok")) as server:
        ask(transport(server.url))
        assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize(
    ("base_url", "value", "words"),
    [
        ("http://models.example/v1", KEY, "use https"),
        ("https://models.example/v1", "", "'THE_KEY' holds no key"),
        ("https://models.example/v1", "a\nb", "cannot be sent"),
        ("https://models.example/v1", "schlüssel", "cannot be sent"),
    ],
)
def test_a_key_that_cannot_be_sent_is_refused_before_anything_is(
    base_url: str, value: str, words: str
) -> None:
    agent = OpenAITransport("a", Endpoint(base_url, "m", "THE_KEY"), {"THE_KEY": value})
    with pytest.raises(TransportError, match=words) as caught:
        ask(agent)
    assert caught.value.failure is Failure.REFUSED
    assert not value or value not in str(caught.value)


def test_a_proxy_of_the_environment_is_not_used_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with ModelServer(say("ok")) as server:
        assert text(ask(transport(server.url))) == "ok"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(TransportError, match=r"pip install 'debatec\[http\]'"):
        ask(transport("http://127.0.0.1:1/v1"))


def test_a_prompt_of_any_characters_arrives() -> None:
    prompt = 'quote " back\\slash\n\u2028 \U0001f600 \x00'
    with ModelServer(say("ok")) as server:
        ask(transport(server.url), request(prompt), request("\ud800"))
        contents = [received.body["messages"][-1]["content"] for received in server.requests]
    assert contents == [prompt, "?"]


# --- Cancelled --------------------------------------------------------------------------------


async def cancelled(agent: OpenAITransport, pieces: int) -> list[Event]:
    """Ask, cancel after some pieces of the answer, and read what still comes; then ask again."""
    session = await agent.open("seat", "")
    session.cancel()  # when nothing is asked, this does nothing
    found: list[Event] = []

    async def read() -> None:
        async with aclosing(session.ask(request())) as events:
            async for event in events:
                found.append(event)

    try:
        reading = asyncio.create_task(read())
        while len(found) < pieces:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        session.cancel()
        session.cancel()
        async with asyncio.timeout(5):
            await reading
        async with aclosing(session.ask(request("again"))) as events:
            return found + [event async for event in events]
    finally:
        await agent.close()


@pytest.mark.parametrize("pieces", [0, 1])
def test_a_cancelled_answer_ends_by_itself_and_is_forgotten(pieces: int) -> None:
    with ModelServer(hang("half" * pieces), say("whole")) as server:
        events = asyncio.run(cancelled(transport(server.url), pieces))
        assert server.broken.wait(5)
    assert text(events) == "half" * pieces + "whole"
    assert [m["content"] for m in server.requests[1].body["messages"]] == ["again"]


def test_a_server_that_does_not_even_answer_is_left() -> None:
    """It takes the connection and says nothing: the time-out of a dead server."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        left.set()

    async def run() -> list[Event]:
        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        agent = transport(f"http://127.0.0.1:{port}/v1")
        session = await agent.open("seat", "")
        asyncio.get_running_loop().call_later(0.2, session.cancel)
        async with asyncio.timeout(5), aclosing(session.ask(request())) as events:
            found = [event async for event in events]
            await left.wait()
        await agent.close()
        server.close()
        await server.wait_closed()
        return found

    left = asyncio.Event()
    assert asyncio.run(run()) == []


def test_what_a_request_asks_of_sampling_goes_before_what_the_endpoint_says() -> None:
    asked = Sampling(temperature=0.0, max_tokens=20, seed=9)
    with ModelServer(say("so"), say("so")) as server:
        agent = transport(server.url, temperature=0.5, seed=3)
        sampled = replace(request(), sampling=asked)
        ask(agent, sampled, replace(sampled, max_tokens=10, sampling=Sampling(max_tokens=20)))
    first, second = (received.body for received in server.requests)
    assert (first["temperature"], first["seed"], first["max_tokens"]) == (0.0, 9, 20)
    assert (second["temperature"], second["seed"], second["max_tokens"]) == (0.5, 3, 10)


def test_a_reply_longer_than_sampling_allows_is_cut_where_the_server_ignores_it() -> None:
    with ModelServer(endless()) as server:
        events = ask(transport(server.url), replace(request(), sampling=Sampling(max_tokens=5)))
    assert len(text(events)) == 40
