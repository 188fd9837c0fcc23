"""A reply in OpenAI's chat completion format, put together from its chunks."""

from __future__ import annotations

import json
from typing import TypeAlias

from debatec.transports.interface import End

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class NotACompletion(Exception):
    """The server sent something that is no part of a chat completion; says what, in one line."""


class Filtered(Exception):
    """The server stopped the reply by a policy of its own."""


class Completion:
    """What is known of a reply so far.

    A reply longer than ``limit`` characters is cut there: a server may ignore ``max_tokens``.
    """

    def __init__(self, limit: int) -> None:
        self._left = limit
        self._finish: str | None = None
        self._model: str | None = None
        self._tokens: dict[str, Json] = {}
        self._is_over_limit = False
        self._is_closed = False

    @property
    def is_finished(self) -> bool:
        """Whether the server said that the reply has ended, if not all that belongs to it."""
        return self._finish is not None or self.is_closed

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is to be read."""
        return self._is_closed or self._is_over_limit

    @property
    def end(self) -> End:
        return End(
            input_tokens=_count(self._tokens.get("prompt_tokens")),
            output_tokens=_count(self._tokens.get("completion_tokens")),
            model=self._model,
            cut=self._is_over_limit or self._finish == "length",
        )

    def add_event(self, data: str) -> str:
        """The text that an event of the stream adds.

        Raises:
            NotACompletion, Filtered: the reply cannot go on.
        """
        if data.strip() == "[DONE]":
            self._is_closed = True
            return ""
        return self._add(data, "delta")

    def add_whole(self, body: str) -> str:
        """The text of a reply that came in one piece.

        Raises:
            NotACompletion, Filtered: it is no reply.
        """
        text = self._add(body, "message")
        if not self.is_finished:
            raise NotACompletion("sent an answer without an end")
        return text

    def _add(self, body: str, part: str) -> str:
        chunk = _parse(body)
        if not isinstance(chunk, dict):
            raise NotACompletion("sent something that is no chat completion")
        if chunk.get("error"):
            raise NotACompletion(f"reported an error{kind_of(body)}")
        if isinstance(model := chunk.get("model"), str):
            self._model = model[:200]
        self._tokens = _object(chunk.get("usage")) or self._tokens
        choice = _first(chunk.get("choices"))
        if isinstance(finish := choice.get("finish_reason"), str):
            self._finish = finish
        if self._finish == "content_filter":
            raise Filtered
        content = _object(choice.get(part)).get("content")
        return self._bounded(content if isinstance(content, str) else "")

    def _bounded(self, text: str) -> str:
        self._is_over_limit = self._is_over_limit or len(text) > self._left
        kept = text[: self._left]
        self._left -= len(kept)
        # JSON can spell half of a surrogate pair; no file could hold it.
        return kept.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def kind_of(body: str) -> str:
    """What an error answer calls the error, as `` (kind)``, or nothing.

    The server's own message is left out: it may repeat the key or the prompt.
    """
    try:
        error = _object(_object(_parse(body)).get("error"))
    except NotACompletion:
        return ""
    kinds = (error.get("code"), error.get("type"))
    kind = next((kind for kind in kinds if isinstance(kind, str) and _is_word(kind)), None)
    return f" ({kind})" if kind else ""


def _is_word(kind: str) -> bool:
    letters = kind.replace("_", "")
    return len(kind) <= 40 and letters.isascii() and letters.isalpha() and letters.islower()


def _parse(body: str) -> Json:
    try:
        value: Json = json.loads(body)
    except (ValueError, RecursionError):
        raise NotACompletion("sent something that is not JSON") from None
    return value


def _object(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _first(value: Json) -> dict[str, Json]:
    return _object(value[0]) if isinstance(value, list) and value else {}


def _count(value: Json) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if isinstance(value, int) and is_count else None
