"""A child process that says where it serves, and that does not outlive its parent."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Mapping
from pathlib import Path

_CLOSE_SECONDS = 5.0
_DEATH_SECONDS = 1.0
_LAST_LINES = 20
_LONGEST_LINE = 300


class Child:
    """A running server: a Python file that reads settings and writes its address, as JSON lines.

    It is asked to end by the end of its standard input.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._errors: deque[str] = deque(maxlen=_LAST_LINES)
        self._drain = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, program: Path, environment: Mapping[str, str]) -> Child:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # no module is taken from the program's folder or the working folder
            str(program),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=dict(environment),
            start_new_session=True,
        )
        return cls(process)

    @property
    def last_error(self) -> str:
        """The last line that the child wrote to standard error, or how it ended."""
        return self._errors[-1] if self._errors else f"exit status {self._process.returncode}"

    async def introduce(self, settings: Mapping[str, object]) -> str | None:
        """Hand over the settings and wait for the address; None when the child ends before."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(settings).encode() + b"\n")
        with contextlib.suppress(ConnectionError):
            await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        return str(json.loads(line)["address"]) if line else None

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    async def is_dying(self) -> bool:
        """Whether the child has ended, or does so in a moment: a connection breaks before."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _DEATH_SECONDS)
        return not self.is_running

    async def close(self) -> None:
        """End the child, by force where it does not end by itself."""
        assert self._process.stdin
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _CLOSE_SECONDS)
        except TimeoutError:
            self._kill()
            await self._process.wait()
        except asyncio.CancelledError:
            self._kill()
            raise
        await self._drain

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _read_errors(self) -> None:
        assert self._process.stderr
        rest = b""
        while piece := await self._process.stderr.read(65_536):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self._keep(line)
            rest = rest[:_LONGEST_LINE]  # a line without an end must not grow for ever
        self._keep(rest)

    def _keep(self, line: bytes) -> None:
        if text := line.decode(errors="replace").strip():
            self._errors.append("".join(filter(str.isprintable, text))[:_LONGEST_LINE])
