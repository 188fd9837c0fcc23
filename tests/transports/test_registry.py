from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from debatec.data import data
from debatec.source.frame import render
from debatec.transports.endpoint import Endpoint
from debatec.transports.interface import SAMPLING, Price, Request, TransportError
from debatec.transports.local import LocalTransport, Model
from debatec.transports.openai import OpenAITransport
from debatec.transports.registry import (
    FaultyReplay,
    Registry,
    UnknownAgent,
    agent_for,
    load_registry,
    registry_path,
)
from debatec.transports.replay import ReplayTransport
from tests.support.model_server import ModelServer

FULL = """
agents: v1
default: small
entries:
  gpt:
    transports:
      - kind: openai
        base_url: https://models.example/v1
        model: large
        key_env: EXAMPLE_KEY
        temperature: 0.5
        seed: 7
        native_blocks: false
  small: {transports: [{kind: local, model: /srv/x.gguf, context: 4096, slots: 1}]}
  plain: {transports: [{kind: local}]}
"""


def entry(transport: str) -> str:
    return f"agents: v1\nentries: {{a: {{transports: [{{{transport}}}]}}}}\n"


def faults(folder: Path, text: str) -> list[str]:
    path = folder / "agents.yaml"
    path.write_text(text, encoding="utf-8")
    registry, found = load_registry(path)
    assert registry is None
    return [f"{fault.span.position[0]}: {fault.rule} {fault.message}" for fault in found]


def test_a_registry_holds_the_options_of_each_agent(tmp_path: Path) -> None:
    path = tmp_path / "agents.yaml"
    path.write_text(FULL, encoding="utf-8")
    registry, found = load_registry(path)
    assert found == []
    assert registry == Registry(
        {
            "gpt": Endpoint(
                "https://models.example/v1", "large", "EXAMPLE_KEY", False, temperature=0.5, seed=7
            ),
            "small": Model(Path("/srv/x.gguf"), context=4096, slots=1),
            "plain": Model(),
        },
        default="small",
    )


def test_what_the_operator_says_of_an_agent_reaches_its_transport(tmp_path: Path) -> None:
    path = tmp_path / "agents.yaml"
    path.write_text(
        "agents: v1\n"
        "entries:\n"
        "  gpt:\n"
        "    transports: [{kind: openai, base_url: 'https://x.example/v1', model: m}]\n"
        "    at_once: 2\n"
        "    price: {input: 0.25, output: 2}\n"
        "  home: {transports: [{kind: local}], at_once: 1}\n"
        "  free: {transports: [{kind: local}]}\n",
        encoding="utf-8",
    )
    registry, found = load_registry(path)
    assert found == []
    assert registry is not None
    gpt, home, free = (registry.transport(name, {}) for name in ("gpt", "home", "free"))
    assert (gpt.at_once, gpt.price) == (2, Price(Decimal("0.25"), Decimal(2)))
    assert (home.at_once, home.price) == (1, None)
    assert (free.at_once, free.price) == (None, None)
    assert gpt.samples == home.samples == SAMPLING


def test_a_transport_is_of_the_kind_that_the_entry_names() -> None:
    registry = Registry({"gpt": Endpoint("https://models.example/v1", "m", native_blocks=False)})
    gpt, local = registry.transport("gpt", {}), registry.transport("local", {})
    assert isinstance(gpt, OpenAITransport)
    assert (gpt.name, gpt.native_blocks) == ("gpt", False)
    assert isinstance(local, LocalTransport)
    assert (local.name, local.native_blocks) == ("local", True)


def test_an_unknown_agent_is_named_with_a_suggestion() -> None:
    registry = Registry({"small": Model(), "gpt": Model()})
    with pytest.raises(UnknownAgent, match="no agent 'smal'; did you mean 'small'") as caught:
        registry.transport("smal", {})
    assert caught.value.known == ("gpt", "local", "small")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            entry("kind: openai, base_url: 'https://x/v1', model: m, api_key: sk-1"),
            ["2: DB201 a key is never written in this file"],
        ),
        (
            entry("kind: openai, base_url: 'https://x/v1', model: m, key: sk-1"),
            ["2: DB201 a key is never written in this file"],
        ),
        (
            entry("kind: openai, base_url: 'https://x/v1', model: m, modle: n"),
            ["2: DB201 unknown key 'modle'"],
        ),
        (
            entry("kind: openai, base_url: 'http://x.example/v1', model: m, key_env: K"),
            ["2: DB702 the key of 'a' would be sent unencrypted to x.example"],
        ),
        (
            entry("kind: openai, base_url: 'https://me:pw@x/v1', model: m"),
            [
                "2: DB206 an address is https:// or http://, a host and a path, "
                "without a user, a query or a fragment"
            ],
        ),
        (
            entry("kind: openai, base_url: 'https://x/v1', model: m, key_env: sk-1-2"),
            ["2: DB206 name an environment variable here, not the key itself"],
        ),
        (entry("kind: openai, model: m"), ["2: DB202 item 1 of 'transports' has no 'base_url'"]),
        (entry("kind: local, base_url: x"), ["2: DB201 unknown key 'base_url'"]),
        (
            entry("kind: local, model: x.gguf"),
            ["2: DB206 give the absolute path of the model file"],
        ),
        (
            entry("kind: lokal"),
            [
                "2: DB204 'kind' must be one of 'openai', 'local', "
                "not the text 'lokal'; did you mean 'local'?"
            ],
        ),
        (
            "agents: v1\nentries: {a: {transports: [{kind: local}, {kind: local}]}}\n",
            ["2: DB205 an agent has exactly one transport"],
        ),
        (
            "agents: v1\ndefault: smal\nentries: {small: {transports: [{kind: local}]}}\n",
            ["2: DB701 there is no agent 'smal'; did you mean 'small'?"],
        ),
        (
            "agents: v1\ndefault: lokal\n",
            ["2: DB701 there is no agent 'lokal'; did you mean 'local'?"],
        ),
        ("- a\n", ["1: DB203 the file must be a mapping, not a list"]),
    ],
)
def test_a_fault_is_reported_where_it_is(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(tmp_path, text) == expected


def test_a_key_in_the_file_is_told_where_it_belongs(tmp_path: Path) -> None:
    path = tmp_path / "agents.yaml"
    path.write_text(entry("kind: local, apiKey: sk-1"), encoding="utf-8")
    _, found = load_registry(path)
    assert found[0].hint == "put it into an environment variable and name that in 'key_env'"
    assert "sk-1" not in f"{found[0].message}{found[0].hint}"


@pytest.mark.parametrize("address", ["http://127.0.0.1:8080/v1", "http://localhost/v1"])
def test_a_key_may_go_unencrypted_to_this_machine(tmp_path: Path, address: str) -> None:
    path = tmp_path / "agents.yaml"
    path.write_text(entry(f"kind: openai, base_url: '{address}', model: m, key_env: K"))
    assert load_registry(path)[1] == []


def test_the_file_lies_in_the_users_configuration_folder() -> None:
    home = Path("/users/me")
    default = Path("/users/me/.config/debatec/agents.yaml")
    assert registry_path({}, home) == default
    assert registry_path({"XDG_CONFIG_HOME": "/etc/me"}, home) == Path(
        "/etc/me/debatec/agents.yaml"
    )
    assert registry_path({"XDG_CONFIG_HOME": "."}, home) == default
    assert registry_path({"XDG_CONFIG_HOME": ""}, home) == default


def test_an_agent_is_built_by_its_name() -> None:
    assert agent_for("a", Registry({"a": Model()}), {}).name == "a"
    assert agent_for("local", Registry(), {}).name == "local"


def test_an_empty_name_is_no_agent() -> None:
    with pytest.raises(UnknownAgent):
        agent_for("", Registry(), {})


def test_a_replay_needs_no_entry(tmp_path: Path) -> None:
    path = tmp_path / "x.replay.yaml"
    path.write_text("replay: v1\notherwise: {text: x}\n")
    agent = agent_for(f"replay:{path}", Registry(), {})
    assert isinstance(agent, ReplayTransport)
    assert agent.name == "replay:x.replay.yaml"


def test_a_faulty_replay_brings_its_diagnostics(tmp_path: Path) -> None:
    path = tmp_path / "x.replay.yaml"
    path.write_text("replay: v1\n")
    with pytest.raises(FaultyReplay, match=r"x\.replay\.yaml") as caught:
        agent_for(f"replay:{path}", Registry(), {})
    assert [fault.rule for fault in caught.value.diagnostics] == ["DB207"]


def test_the_key_comes_from_the_environment_handed_in() -> None:
    async def run(server: ModelServer, environment: dict[str, str]) -> None:
        registry = Registry({"a": Endpoint(server.url, "m", "K")})
        agent = registry.transport("a", environment)
        try:
            session = await agent.open("seat", "")
            async for _ in session.ask(Request("t", 1, "?", 100)):
                pass
        finally:
            await agent.close()

    with ModelServer(key="secret") as server:
        asyncio.run(run(server, {"K": "secret"}))
        with pytest.raises(TransportError, match="'K' holds no key"):
            asyncio.run(run(server, {}))


@pytest.mark.parametrize("file", ["agents.v1.schema.json", "replay.v1.schema.json"])
def test_every_key_of_a_schema_is_described_and_its_examples_meet_it(file: str) -> None:
    document = json.loads(_read(data("schemas").joinpath(file)))
    Draft202012Validator.check_schema(document)
    described = list(_described(document))
    assert described
    for where, schema in described:
        assert schema.get("description"), where
        assert schema.get("examples"), where
        validator = Draft202012Validator({**schema, "$defs": document["$defs"]})
        for example in schema["examples"]:
            assert not list(validator.iter_errors(example)), where


def _read(file: Traversable) -> str:
    return file.read_text("utf-8")


def _described(schema: dict[str, Any], where: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Properties and definitions of a schema, at any depth."""
    found = []
    for group in ("properties", "$defs"):
        members = schema.get(group)
        for name, member in members.items() if isinstance(members, dict) else ():
            if "if" not in schema:
                found += [(f"{where}/{name}", member), *_described(member, f"{where}/{name}")]
    return found


@pytest.mark.parametrize(
    "line",
    [
        "api_key: sk-123",
        "'token': [sk-123",
        "secret: sk-123, key: 1, key: 2",
        "password: !x sk-123",
    ],
)
def test_a_secret_written_in_the_file_is_never_shown(tmp_path: Path, line: str) -> None:
    path = tmp_path / "agents.yaml"
    path.write_text(f"agents: v1\nentries:\n  a: {{transports: [{{kind: openai, {line}}}]}}\n")
    registry, faults = load_registry(path)
    assert registry is None
    assert faults
    assert not any("sk-123" in render(fault) for fault in faults)
