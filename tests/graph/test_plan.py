"""The plan's file: by its schema, the same bytes every time, and read back or refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from debatec.data import data
from debatec.graph.plan import Plan, PlanError, make_plan, read_plan, write_plan
from debatec.source import exactjson
from tests.graph.plans import HEAD, root_of, shipped, with_format

FORMATS = ("panel", "pingpong")
ROOT = Path(__file__).parents[2]

WRITE = """
import sys
from debatec.graph.plan import write_plan
from tests.graph.plans import shipped
for name in sys.argv[1:]:
    sys.stdout.write(write_plan(shipped(name)))
"""


@pytest.fixture(params=FORMATS)
def plan(request: pytest.FixtureRequest) -> Plan:
    return shipped(request.param)


def test_the_file_is_as_its_schema_says(plan: Plan) -> None:
    schema = json.loads(data("schemas").joinpath("plan.v1.schema.json").read_text("utf-8"))
    validator = Draft202012Validator(schema)
    document = json.loads(write_plan(plan))
    assert list(validator.iter_errors(document)) == []
    del document["nodes"][0]["hears"]
    assert [error.message for error in validator.iter_errors(document)] == [
        "'hears' is a required property"
    ]


def test_the_bytes_depend_on_no_hash_seed() -> None:
    paths = os.pathsep.join([str(ROOT / "compiler"), str(ROOT)])
    found = {
        subprocess.run(
            [sys.executable, "-c", WRITE, *FORMATS],
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": paths},
        ).stdout
        for seed in ("0", "1", "42")
    }
    assert found == {"".join(write_plan(shipped(name)) for name in FORMATS).encode()}


def test_a_plan_read_back_is_the_same(plan: Plan) -> None:
    read = read_plan(write_plan(plan))
    assert read.digest == plan.digest
    assert read.graph == plan.graph
    assert read.bounds == plan.bounds


def test_a_cast_is_kept() -> None:
    plan = make_plan(
        root_of(f"{HEAD}format: [{{id: p, steps: [{{id: s, speakers: a, prompt: x}}]}}]"),
        {},
        {"a": "local"},
    )
    assert read_plan(write_plan(plan)).cast == {"a": "local"}


def test_exact_numbers_survive() -> None:
    text = HEAD + "inputs: {x: {type: number, default: 0.10}}\nformat: []\n"
    plan = make_plan(root_of(text), {"x": exactjson.loads("0.10")})
    assert '"x": 0.10' in write_plan(plan)
    assert read_plan(write_plan(plan)).digest == plan.digest


TEXT = write_plan(with_format("  - {id: p, rounds: 2, steps: [{id: s, speakers: a, prompt: x}]}\n"))


@given(st.integers(0, len(TEXT) - 1), st.characters(exclude_categories=["Cs"]))
def test_a_changed_file_is_refused(at: int, char: str) -> None:
    changed = TEXT[:at] + char + TEXT[at + 1 :]
    try:
        same = exactjson.loads(changed) == exactjson.loads(TEXT)
    except ValueError:
        same = False
    if not same:
        with pytest.raises(PlanError):
            read_plan(changed)


@given(st.text() | st.sampled_from(["[]", "null", "{}", '{"digest": 1}', "[" * 5000, "NaN", "1e5"]))
def test_garbage_is_refused(text: str) -> None:
    with pytest.raises(PlanError):
        read_plan(text)


def forged(**changes: object) -> str:
    """A plan with other values and a digest that fits them."""
    document = json.loads(TEXT) | changes
    del document["digest"]
    return exactjson.dumps({**document, "digest": exactjson.digest(document)})


@pytest.mark.parametrize(
    "changes",
    [
        {"schema": "urn:debatec:schema:plan:v2"},
        {"nodes": []},
        {"rounds": {"p": 3}},
        {"spec": 1},
        {"spec": {"digest": "", "text": []}},
        {"spec": {"digest": "", "text": "a: ["}},
        {"spec": {"digest": "", "text": "[]"}},
        {"spec": {"digest": "", "text": "format: [{rounds: 999999999}]"}},
        {"spec": {"digest": "", "text": "roles: {a: {seats: 999999999}}"}},
        {"inputs": []},
        {"inputs": None},
        {"seats": None},
        {"seats": [{"seat": "a", "agent": ["x"]}]},
    ],
)
def test_a_forged_file_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(PlanError):
        read_plan(forged(**changes))


def test_an_unchanged_forgery_is_the_plan_itself() -> None:
    assert read_plan(forged()).digest == json.loads(TEXT)["digest"]
