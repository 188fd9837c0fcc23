"""`debatec agents list`: how each agent is reached, and no key."""

from __future__ import annotations

import json

import pytest

from tests.cli.specs import Files, call

AGENTS = """\
agents: v1
default: large
entries:
  large:
    transports:
      - {kind: openai, base_url: "https://models.example/v1", model: large-1, key_env: A_KEY}
  small:
    transports: [{kind: openai, base_url: "http://127.0.0.1:11434/v1", model: small-1}]
  file: {transports: [{kind: local, model: /srv/models/x.gguf}]}
"""
NOWHERE = {"XDG_CONFIG_HOME": "/nowhere"}


@pytest.mark.parametrize(("key", "word"), [("s3cret", "set"), ("", "not set"), (" ", "not set")])
def test_agents_and_whether_their_keys_are_set(write: Files, key: str, word: str) -> None:
    result = call("agents", "list", "--registry", write("agents.yaml", AGENTS), env={"A_KEY": key})
    assert (result.exit_code, result.stderr) == (0, "")
    assert [" ".join(line.split()) for line in result.stdout.splitlines()] == [
        "name kind where key",
        "file local /srv/models/x.gguf",
        f"large openai large-1 at https://models.example/v1 A_KEY, {word} default",
        "local local SmolLM2-135M-Instruct",
        "small openai small-1 at http://127.0.0.1:11434/v1",
        "replay:FILE replay recorded replies",
    ]
    assert "s3cret" not in result.output


def test_without_a_registry_there_is_the_local_model() -> None:
    result = call("agents", "list", "--json", env=NOWHERE)
    found = json.loads(result.stdout)
    assert (found["registry"], found["default"]) == (None, "local")
    assert [agent["name"] for agent in found["agents"]] == ["local"]


def test_the_key_is_not_in_the_json_either(write: Files) -> None:
    file = write("agents.yaml", AGENTS)
    result = call("agents", "list", "--registry", file, "--json", env={"A_KEY": "s3cret"})
    found = {agent["name"]: agent for agent in json.loads(result.stdout)["agents"]}
    assert found["large"]["key"] == {"variable": "A_KEY", "set": True}
    assert found["small"]["key"] is None
    assert "s3cret" not in result.stdout


def test_a_registry_that_cannot_be_used(write: Files) -> None:
    faulty = write("agents.yaml", AGENTS.replace("kind: local", "kind: lokal"))
    for name, words in (
        (faulty, "the registry 'agents.yaml' cannot be used"),
        ("no", "no: No such"),
    ):
        result = call("agents", "list", "--registry", name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr
