"""A scripted model server on loopback that speaks OpenAI's chat completions."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeAlias

Body: TypeAlias = dict[str, Any]
USAGE = {"prompt_tokens": 11, "completion_tokens": 7}


@dataclass(frozen=True)
class Received:
    """A request as it came; header names in lower case."""

    path: str
    headers: Mapping[str, str]
    body: Body


@dataclass
class Answering:
    """A request that waits for its answer."""

    received: Received
    stopped: threading.Event
    _handler: BaseHTTPRequestHandler
    _chunked: bool = field(default=False, init=False)

    def head(
        self, status: int = 200, headers: Mapping[str, str] | None = None, chunked: bool = True
    ) -> None:
        self._chunked = chunked
        self._handler.send_response(status)
        for name, value in {"Content-Type": "text/event-stream", **(headers or {})}.items():
            self._handler.send_header(name, value)
        if chunked:
            self._handler.send_header("Transfer-Encoding", "chunked")
        self._handler.end_headers()

    def send(self, piece: bytes) -> None:
        framed = b"%x\r\n%s\r\n" % (len(piece), piece) if self._chunked else piece
        self._handler.wfile.write(framed)
        self._handler.wfile.flush()

    def finish(self) -> None:
        if self._chunked:
            self._handler.wfile.write(b"0\r\n\r\n")


Behaviour: TypeAlias = Callable[[Answering], None]


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 128


class ModelServer:
    """Answers requests by its behaviours, in order; the last one repeats."""

    def __init__(self, *behaviours: Behaviour, key: str | None = None) -> None:
        self.requests: list[Received] = []
        self.broken = threading.Event()
        """Set once a client has left in the middle of an answer."""
        self._behaviours = list(behaviours) or [say("ok")]
        self._key = key
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._http = _Server(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        return f"http://{self.address}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopped.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def _next(self, received: Received) -> Behaviour:
        with self._lock:
            self.requests.append(received)
            if received.path != "/v1/chat/completions":
                return status(404)
            if self._key and received.headers.get("authorization") != f"Bearer {self._key}":
                return status(401)
            return self._behaviours.pop(0) if len(self._behaviours) > 1 else self._behaviours[0]

    def _answer(self, received: Received, handler: BaseHTTPRequestHandler) -> None:
        try:
            self._next(received)(Answering(received, self._stopped, handler))
        except OSError:
            self.broken.set()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        answer = self._answer

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                self.close_connection = True
                length = int(self.headers.get("Content-Length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                body = json.loads(self.rfile.read(length))
                answer(Received(self.path, headers, body), self)

            def log_message(self, format: str, *args: object) -> None:
                """Keep the tests' output clean."""

        return Handler


def say(text: str, *, finish: str = "stop", usage: bool = True, end: bytes = b"\n") -> Behaviour:
    """Stream a text in pieces of a few characters; ``end`` is the line break."""

    def behave(answering: Answering) -> None:
        answering.head()
        pieces = [text[at : at + 5] for at in range(0, len(text), 5)]
        for data in _events(pieces, finish, usage):
            answering.send(b"data: " + data.encode() + end + end)
        answering.finish()

    return behave


def echo(text: Callable[[Body], str]) -> Behaviour:
    """Stream a text made from the request."""
    return lambda answering: say(text(answering.received.body))(answering)


def whole(text: str, finish: str = "stop") -> Behaviour:
    """Answer in one JSON document, as a server that does not stream."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}}
    body = {"model": "scripted", "choices": [{**choice, "finish_reason": finish}], "usage": USAGE}
    return status(200, body)


def status(code: int, body: object = None, headers: Mapping[str, str] | None = None) -> Behaviour:
    """Answer with a status and a JSON body."""

    def behave(answering: Answering) -> None:
        content = json.dumps(body or {"error": {"type": "scripted_error"}}).encode()
        sizes = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        answering.head(code, {**sizes, **(headers or {})}, chunked=False)
        answering.send(content)

    return behave


def raw(*pieces: bytes, content_type: str = "text/event-stream", cut: bool = False) -> Behaviour:
    """Send bytes as they are; ``cut`` breaks the connection after them."""

    def behave(answering: Answering) -> None:
        answering.head(headers={"Content-Type": content_type})
        for piece in pieces:
            answering.send(piece)
        if not cut:
            answering.finish()

    return behave


def hang(after: str = "") -> Behaviour:
    """Stream a text, then nothing until the client leaves or the server stops."""

    def behave(answering: Answering) -> None:
        answering.head()
        answering.send(_event({"content": after}) if after else b": wait\n\n")
        while not answering.stopped.wait(0.02):
            answering.send(b": still there\n\n")

    return behave


def endless(word: str = "again ") -> Behaviour:
    """Stream a word without end."""

    def behave(answering: Answering) -> None:
        answering.head()
        while not answering.stopped.is_set():
            answering.send(_event({"content": word}))

    return behave


def chunk(content: str) -> bytes:
    """An event that adds to the reply."""
    return _event({"content": content})


def _event(delta: Body, finish: str | None = None) -> bytes:
    return b"data: " + _chunk(delta, finish).encode() + b"\n\n"


def _events(pieces: list[str], finish: str, usage: bool) -> Iterator[str]:
    yield _chunk({"role": "assistant", "content": ""})
    for piece in pieces:
        yield _chunk({"content": piece})
    yield _chunk({}, finish)
    if usage:
        yield json.dumps({"model": "scripted", "choices": [], "usage": USAGE})
    yield "[DONE]"


def _chunk(delta: Body, finish: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return json.dumps({"model": "scripted", "choices": [choice]}, ensure_ascii=False)
