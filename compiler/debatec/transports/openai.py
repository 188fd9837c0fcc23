"""Any server that speaks OpenAI's chat completions.

https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from debatec.transports.completion import Completion, Filtered, NotACompletion, kind_of
from debatec.transports.endpoint import Endpoint
from debatec.transports.interface import (
    MOST_PER_TOKEN,
    NO_TERMS,
    SAMPLING,
    Delta,
    End,
    Event,
    Exchange,
    Failure,
    Request,
    Sampling,
    Terms,
    TransportError,
)
from debatec.transports.sse import MAX_EVENT, EventStream, NotEvents
from debatec.transports.statuses import failure
from debatec.transports.wire import dumps

if TYPE_CHECKING:
    import httpx

_CONNECT_SECONDS = 10.0
_MAX_ERROR = 20_000


def _now() -> datetime:
    return datetime.now(UTC)


class OpenAITransport:
    """An agent behind an OpenAI-compatible server."""

    samples = SAMPLING

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        environment: Mapping[str, str],
        now: Callable[[], datetime] = _now,
        terms: Terms = NO_TERMS,
    ) -> None:
        self.name = name
        self.native_blocks = endpoint.native_blocks
        self.at_once = terms.at_once
        self.price = terms.price
        self._endpoint = endpoint
        self._environment = environment
        self._now = now
        self._client: httpx.AsyncClient | None = None
        self._asks_for_usage = True

    async def open(self, seat: str, system: str, history: Sequence[Exchange] = ()) -> OpenAISession:
        del seat  # the server keeps no sessions
        if self._client is None:
            self._client = _client(self._endpoint, self._endpoint.key(self._environment))
        return OpenAISession(self, system, history)

    async def close(self) -> None:
        client, self._client = self._client, None
        if client:
            await client.aclose()

    async def complete(
        self, messages: Sequence[Mapping[str, str]], request: Request
    ) -> AsyncGenerator[Event, None]:
        """Stream the completion of a conversation.

        Raises:
            TransportError: the server does not complete it.
        """
        completion = Completion(MOST_PER_TOKEN * request.most_tokens)
        with self._failures(completion):
            async with self._answer(messages, request) as response:
                async for text in _texts(response, completion):
                    yield Delta(text)
        if not completion.is_finished:
            raise self._crashed("ended its answer in the middle")
        yield completion.end

    @contextmanager
    def _failures(self, completion: Completion) -> Iterator[None]:
        """Name the failures of an exchange; what goes wrong after the reply is complete is none."""
        import httpx

        try:
            yield
        except Filtered:
            message = f"a policy of {self._endpoint.address} stopped the reply"
            raise TransportError(Failure.REFUSED, message) from None
        except NotACompletion as error:
            raise self._crashed(str(error)) from None
        except NotEvents:
            raise self._crashed("sent something that is no stream of events") from None
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.InvalidURL):
            raise self._crashed("cannot be reached") from None
        except httpx.HTTPError:
            if not completion.is_finished:
                raise self._crashed("broke the connection") from None

    def _crashed(self, what: str) -> TransportError:
        return TransportError(Failure.CRASHED, f"{self._endpoint.address} {what}")

    @asynccontextmanager
    async def _answer(
        self, messages: Sequence[Mapping[str, str]], request: Request
    ) -> AsyncIterator[httpx.Response]:
        """The server's answer, once its status is a success."""
        while True:
            async with self._post(messages, request) as response:
                if response.is_success:
                    yield response
                    return
                body = await _body(response, _MAX_ERROR)
            # Some servers refuse what they do not know; the count of tokens can be done without.
            names_usage = response.status_code == 400 and "stream_options" in body
            if not (names_usage and self._asks_for_usage):
                raise self._refusal(response, body)
            self._asks_for_usage = False

    @asynccontextmanager
    async def _post(
        self, messages: Sequence[Mapping[str, str]], request: Request
    ) -> AsyncIterator[httpx.Response]:
        if self._client is None:
            raise TransportError(Failure.CRASHED, f"agent '{self.name}' is closed")
        content = dumps(_content(self._endpoint, messages, request, self._asks_for_usage))
        url = self._endpoint.base_url.rstrip("/") + "/chat/completions"
        async with self._client.stream(
            "POST", url, content=content.encode("utf-8", "replace")
        ) as response:
            yield response

    def _refusal(self, response: httpx.Response, body: str) -> TransportError:
        return failure(
            self._endpoint,
            response.status_code,
            kind_of(body),
            response.headers.get("retry-after"),
            self._now(),
        )


class OpenAISession:
    """A conversation, which the server is told anew with each question."""

    native_id = None

    def __init__(
        self, transport: OpenAITransport, system: str, history: Sequence[Exchange]
    ) -> None:
        self._transport = transport
        self._system = system
        self._history = list(history)
        self._is_cancelled = False
        self._reading: asyncio.Timeout | None = None

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self._is_cancelled = False
        reply: list[str] = []
        async with aclosing(self._transport.complete(self._messages(request), request)) as events:
            while event := await self._next(events):
                if isinstance(event, End):
                    self._history.append(Exchange(request.prompt, "".join(reply)))
                else:
                    reply.append(event.text)
                yield event

    async def _next(self, events: AsyncGenerator[Event, None]) -> Event | None:
        """The next event; None after the last, or once the session is cancelled."""
        if self._is_cancelled:
            return None
        try:
            async with asyncio.timeout(None) as self._reading:
                return await anext(events, None)
        except TimeoutError:
            return None
        finally:
            self._reading = None

    def cancel(self) -> None:
        """Break off the request, in whatever state it is: that is all a server is told."""
        self._is_cancelled = True
        if self._reading:
            self._reading.reschedule(asyncio.get_running_loop().time())

    async def close(self) -> None:
        """Nothing to release."""

    def _messages(self, request: Request) -> list[dict[str, str]]:
        messages = [_message("system", self._system)] if self._system else []
        for exchange in self._history:
            messages.append(_message("user", exchange.prompt))
            messages.append(_message("assistant", exchange.reply))
        return [*messages, _message("user", request.prompt)]


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _content(
    endpoint: Endpoint,
    messages: Sequence[Mapping[str, str]],
    request: Request,
    asks_for_usage: bool,
) -> dict[str, object]:
    content: dict[str, object] = {
        "model": endpoint.model,
        "messages": messages,
        "max_tokens": request.most_tokens,
        "stream": True,
        **_sampling(endpoint, request.sampling or Sampling()),
    }
    if asks_for_usage:
        content["stream_options"] = {"include_usage": True}
    if request.block:
        block = {"name": request.block.name, "schema": request.block.schema, "strict": True}
        content["response_format"] = {"type": "json_schema", "json_schema": block}
    return content


def _sampling(endpoint: Endpoint, asked: Sampling) -> dict[str, object]:
    """What is sent of sampling: what the request asks for, else what the endpoint says."""
    temperature = endpoint.temperature if asked.temperature is None else asked.temperature
    seed = endpoint.seed if asked.seed is None else asked.seed
    both = {"temperature": temperature, "seed": seed}
    return {name: value for name, value in both.items() if value is not None}


async def _texts(response: httpx.Response, completion: Completion) -> AsyncIterator[str]:
    """The pieces of the reply, from a stream of events or from one JSON answer."""
    if response.headers.get("content-type", "").startswith("application/json"):
        yield completion.add_whole(await _body(response, MAX_EVENT))
        return
    stream = EventStream()
    async for piece in response.aiter_raw():
        for data in stream.feed(piece):
            if text := completion.add_event(data):
                yield text
        if completion.is_closed:
            return


async def _body(response: httpx.Response, limit: int) -> str:
    """The start of an answer's body, ``limit`` bytes or a little more."""
    body = b""
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > limit:
            break
    return body.decode(errors="replace")


def _client(endpoint: Endpoint, key: str | None) -> httpx.AsyncClient:
    try:
        import httpx
    except ImportError:
        message = "this agent needs an extra: pip install 'debatec[http]'"
        raise TransportError(Failure.REFUSED, message) from None
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    return httpx.AsyncClient(
        headers=headers,
        # Some servers close a connection that streamed for long, and the next request on it fails.
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        timeout=httpx.Timeout(None, connect=_CONNECT_SECONDS),
        # A proxy is never meant for a server on this machine.
        trust_env=not endpoint.is_loopback,
    )
