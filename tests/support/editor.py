"""An editor as a language server sees it: a client over the pipes of a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from types import TracebackType
from typing import Any

URI = "file:///project/a.debate.yaml"


class Editor:
    """One file that is open, and the server it is told to."""

    def __init__(self, uri: str = URI) -> None:
        self.uri = uri
        self.text = ""
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
        wishes = {"general": {"positionEncodings": ["utf-8", "utf-32", "utf-16"]}}
        self.capabilities = self.ask("initialize", {"processId": None, "capabilities": wishes})
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
        assert self._process.stderr is not None
        self.complaints = self._process.stderr.read().decode()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()

    def open(self, text: str) -> None:
        document = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": text}
        self._version, self.text = 1, text
        self.say("textDocument/didOpen", {"textDocument": document})

    def type(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace a range, lines and columns from 0."""
        first, last = (_offset(self.text, place) for place in (start, end))
        self.replace(self.text[:first] + text + self.text[last:])

    def replace(self, text: str) -> None:
        """Write another text."""
        self._version += 1
        self.text = text
        document = {"uri": self.uri, "version": self._version}
        changes = [{"text": text}]
        self.say("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def at(self, method: str, line: int, character: int, **more: Any) -> Any:
        """Ask about a place of the file."""
        place = {"line": line, "character": character}
        params = {"textDocument": {"uri": self.uri}, "position": place, **more}
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

    def send_raw(self, data: bytes) -> None:
        """Send a body that may be no message."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self._process.stdin.flush()

    def say(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            self.told.append(message)

    def _send(self, message: dict[str, Any]) -> None:
        self.send_raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return message


def _offset(text: str, place: tuple[int, int]) -> int:
    """The offset of a line and a column in UTF-16, in a text whose lines end with LF."""
    lines = text.split("\n")[: place[0] + 1]
    before = lines[-1].encode("utf-16-le")[: 2 * place[1]].decode("utf-16-le")
    return sum(len(line) + 1 for line in lines[:-1]) + len(before)
