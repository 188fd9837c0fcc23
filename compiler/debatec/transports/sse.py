"""Server-sent events, as far as model servers use them.

https://html.spec.whatwg.org/multipage/server-sent-events.html, without lines that end in a lone
carriage return.
"""

from __future__ import annotations

from collections.abc import Iterator

MAX_EVENT = 1_000_000
_FIELDS = frozenset({b"data", b"event", b"id", b"retry"})


class NotEvents(Exception):
    """The bytes are no event stream, or one event is larger than ``MAX_EVENT`` bytes."""


class EventStream:
    """Takes bytes as they come and gives the data of each event that is complete."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, piece: bytes) -> Iterator[str]:
        """The data of the events that a piece completes.

        Raises:
            NotEvents: the stream cannot be read further.
        """
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            yield from self._line(line.removesuffix(b"\r"))
        if len(self._rest) + self._size > MAX_EVENT:
            raise NotEvents

    def _line(self, line: bytes) -> Iterator[str]:
        if not line:
            yield from self._dispatch()
            return
        name, _, value = line.partition(b":")
        if name and name.removeprefix(b"\xef\xbb\xbf") not in _FIELDS:
            raise NotEvents
        if name.endswith(b"data"):
            self._data.append(value.removeprefix(b" "))
            self._size += len(value)
        if self._size > MAX_EVENT:
            raise NotEvents

    def _dispatch(self) -> Iterator[str]:
        lines, self._data, self._size = self._data, [], 0
        if lines:
            try:
                yield b"\n".join(lines).decode()
            except UnicodeDecodeError:
                raise NotEvents from None
