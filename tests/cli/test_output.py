"""Output for programs: every command that prints has it, and it keeps to its schema."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from debatec.cli.later import commands_of
from debatec.data import data
from tests.cli.specs import BAD, GOOD, WARNED, Files, call

ENVIRONMENT = {"XDG_CONFIG_HOME": "/nowhere"}
AGENTS = ("--agents", "replay:x.replay.yaml")
INPUT = ("-i", "question=Q")

OUTPUTS: dict[str, tuple[tuple[str, ...], int, str]] = {
    "lint": (("lint", "good.debate.yaml", "warned.debate.yaml"), 0, "findings"),
    "lint, faulty": (("lint", "bad.debate.yaml", "twice.debate.yaml"), 1, "findings"),
    "lint, strict": (("lint", "--strict", "warned.debate.yaml"), 1, "findings"),
    "compile": (("compile", "panel"), 0, "debate"),
    "compile, plan": (("compile", "panel", "--plan"), 0, "plan"),
    "graph": (("graph", "panel"), 0, "plan"),
    "simulate": (("simulate", "pingpong", "--runs", "3"), 0, "simulation"),
    "plan": (("plan", "panel"), 0, "analysis"),
    "plan, without steps at once": (("plan", "good.debate.yaml", *INPUT), 0, "analysis"),
    "plan, against": (
        ("plan", "good.debate.yaml", *INPUT, *AGENTS, "--against", "runs/done"),
        0,
        "reuse",
    ),
    "render": (("render", "good.debate.yaml", *INPUT, "--all"), 0, "render"),
    "render, run": (("render", "runs/done", "--all"), 0, "render"),
    "diff": (("diff", "panel", "pingpong"), 0, "diff"),
    "diff, without a version": (("diff", "good.debate.yaml", "warned.debate.yaml"), 0, "diff"),
    "test": (("test", "good.test.yaml", "--coverage"), 0, "test-report"),
    "test, failed": (("test", "bad.test.yaml", "missed.test.yaml"), 1, "test-report"),
    "run": (("run", "good.debate.yaml", *INPUT, *AGENTS, "--run-dir", "runs/new"), 0, "result"),
    "run, failed": (
        (
            "run",
            "good.debate.yaml",
            *INPUT,
            "--agents",
            "replay:none.replay.yaml",
            "--run-dir",
            "r",
        ),
        3,
        "result",
    ),
    "resume": (("resume", "runs/done"), 0, "result"),
    "status": (("status", "runs/done"), 0, "status"),
    "report": (("report", "runs/done"), 0, "result"),
    "agents list": (("agents", "list", "--registry", "agents.yaml"), 0, "agents-list"),
    "explain": (("explain", "DB4", "syntax"), 0, "rules"),
    "explain, all": (("explain",), 0, "rules"),
    "formats": (("formats",), 0, "formats"),
    "formats, none": (("formats", "nothing-has-this"), 0, "formats"),
    "schema": (("schema",), 0, "schemas"),
}
"""Command -> how it is called, its exit code, and the schema of what it prints."""


def schema_of(name: str) -> Any:
    text = data("schemas").joinpath(f"{name}.v1.schema.json").read_text("utf-8")
    return json.loads(text)


@pytest.fixture
def files(write: Files) -> None:
    write("good.debate.yaml", GOOD)
    write("bad.debate.yaml", BAD)
    write("warned.debate.yaml", WARNED)
    write("twice.debate.yaml", GOOD + "name: twice\nversion: 1.10\n")
    cases = "tests: v1\ninputs: {question: Q}\ncases: [{name: a, expect: {asked: 4}, replies: "
    write("good.test.yaml", f"{cases} {{say: Well.}}}}]\n")
    write("missed.test.yaml", f"{cases} {{a: Well.}}}}]\ndebate: good.debate.yaml\n")
    write("bad.test.yaml", f"{cases} {{say: Well.}}}}]\n")
    write("x.replay.yaml", "replay: v1\notherwise: {text: 'Ein Blick — “meiner”.'}\n")
    write("none.replay.yaml", "replay: v1\notherwise: {fail: refused}\n")
    entry = "{kind: openai, base_url: 'https://models.example/v1', model: m, key_env: A_KEY}"
    write("agents.yaml", f"agents: v1\nentries: {{a: {{transports: [{entry}]}}}}\n")
    ran = call("run", "good.debate.yaml", *INPUT, *AGENTS, "--run-dir", "runs/done", "-q")
    assert ran.exit_code == 0


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", OUTPUTS)
def test_output_keeps_to_its_schema(name: str) -> None:
    arguments, code, schema = OUTPUTS[name]
    result = call(*arguments, "--json", env=ENVIRONMENT)
    assert result.exit_code == code, result.stderr
    document = json.loads(result.stdout, parse_float=Decimal)
    Draft202012Validator(schema_of(schema)).validate(document)
    assert document.get("schema", schema_of(schema)["$id"]) == schema_of(schema)["$id"]
    assert result.stdout.endswith("}\n")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", [name for name in OUTPUTS if not name.startswith("run")])
def test_the_same_call_prints_the_same(name: str) -> None:
    arguments, _, _ = OUTPUTS[name]
    first = call(*arguments, "--json", env=ENVIRONMENT)
    assert call(*arguments, "--json", env=ENVIRONMENT).stdout == first.stdout


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in commands_of(group).items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def test_every_command_has_it_but_for_those_that_only_write_files() -> None:
    from debatec.cli.main import main

    assert isinstance(main, click.Group)
    found = dict(commands(main))
    with_json = {name for name, c in found.items() if any("--json" in p.opts for p in c.params)}
    assert found.keys() - with_json == {"new", "fmt", "lsp", "lock", "migrate"}
    assert {name.partition(",")[0] for name in OUTPUTS} == with_json


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "nowhere"),
        ("compile", "bad.debate.yaml"),
        ("graph", "bad.debate.yaml"),
        ("plan", "bad.debate.yaml"),
        ("render", "good.debate.yaml"),
        ("diff", "panel", "nowhere"),
        ("diff", "--against", "HEAD", "nowhere"),
        ("test", "nowhere"),
        ("run", "good.debate.yaml"),
        ("resume", "nowhere"),
        ("status", "nowhere"),
        ("report", "nowhere"),
        ("agents", "list", "--registry", "nowhere"),
        ("explain", "nowhere"),
        ("schema", "nowhere"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_is_wrong_is_text_on_standard_error(arguments: tuple[str, ...]) -> None:
    result = call(*arguments, "--json", env=ENVIRONMENT)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "debatec: " in result.stderr


@pytest.mark.usefixtures("files")
def test_a_finding_has_its_place_hint_and_fix() -> None:
    found = json.loads(call("lint", "twice.debate.yaml", "--json").stdout)
    assert (found["errors"], found["files"]) == (2, ["twice.debate.yaml"])
    twice, version = found["findings"]
    assert twice["rule"] == "DB102"
    assert (twice["line"], twice["column"], twice["end_column"]) == (12, 1, 5)
    assert [(related["line"], related["column"]) for related in twice["related"]] == [(2, 1)]
    assert version["fix"]["text"] == "'1.10'"
    assert (version["fix"]["line"], version["fix"]["column"]) == (13, 10)


@pytest.mark.usefixtures("files")
def test_json_is_utf_8_whatever_the_terminal_knows() -> None:
    script = "from debatec.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "report", "runs/done", "--json"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        check=True,
    )
    assert "“meiner”" in done.stdout.decode()
    assert done.stdout == Path("runs/done/result.json").read_bytes()


@pytest.mark.usefixtures("files")
def test_the_compiled_spec_as_json_is_the_same_debate(write: Files) -> None:
    file = write("json.debate.yaml", call("compile", "panel", "--json").stdout)
    assert call("lint", "--strict", file).exit_code == 0
    plans = [json.loads(call("graph", name, "--json").stdout) for name in (file, "panel")]
    assert plans[0]["nodes"] == plans[1]["nodes"]
    assert plans[0]["seats"] == plans[1]["seats"]
