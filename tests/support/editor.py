"""An editor as a language server sees it: a client over the pipes of a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from types import TracebackType
from typing import Any

URI = "file:///work/a.debate.yaml"


class Editor:
    """One file that is open, and the server it is told to."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "debatec", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._id = 0
        self._version = 0
        self.told: list[dict[str, Any]] = []
        """Messages that answer no request, in the order in which they came."""

    def __enter__(self) -> Editor:
        self.capabilities = self.ask("initialize", {"processId": None, "capabilities": {}})
        self.say("initialized", {})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.ask("shutdown", None)
            self.say("exit", None)
        else:
            self._process.kill()
        self.status = self._process.wait(20)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()

    def open(self, text: str) -> None:
        document = {"uri": URI, "languageId": "yaml", "version": 1, "text": text}
        self._version = 1
        self.say("textDocument/didOpen", {"textDocument": document})

    def type(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace a range, lines and columns from 0."""
        self._version += 1
        change = {"range": _range(start, end), "text": text}
        document = {"uri": URI, "version": self._version}
        self.say("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def at(self, method: str, line: int, character: int, **more: Any) -> Any:
        """Ask about a place of the file."""
        place = {"line": line, "character": character}
        params = {"textDocument": {"uri": URI}, "position": place, **more}
        return self.ask(f"textDocument/{method}", params)

    def findings(self) -> list[dict[str, Any]]:
        """What is told of the newest version, once it is."""
        while True:
            for message in self.told:
                params = message["params"]
                if params.get("version") == self._version:
                    found: list[dict[str, Any]] = params["diagnostics"]
                    return found
            self._take(self._read())

    def ask(self, method: str, params: Any) -> Any:
        self._id += 1
        self._send({"id": self._id, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self._id and "method" not in message:
                return message["error"] if "error" in message else message["result"]
            self._take(message)

    def say(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            self.told.append(message)

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return message


def _range(start: tuple[int, int], end: tuple[int, int]) -> dict[str, dict[str, int]]:
    places = zip(("start", "end"), (start, end), strict=True)
    return {name: {"line": line, "character": character} for name, (line, character) in places}
