"""The schemas as other tools read them: another validator, an older draft, a catalogue."""

from __future__ import annotations

import json
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from jsonschema import Draft7Validator, Draft202012Validator

ROOT = Path(__file__).parents[1]
SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))
DEBATE = json.loads((ROOT / "schemas/debate.v1.schema.json").read_text(encoding="utf-8"))


def specs() -> list[tuple[str, Any]]:
    """Whatever other YAML tools can read of the formats that ship and of the cases of lint."""
    found = []
    for path in [*(ROOT / "formats").glob("*.debate.yaml"), *(ROOT / "tests").rglob("*.yaml")]:
        try:
            value = yaml.safe_load(path.read_text(encoding="utf-8"))
            found.append((str(path.relative_to(ROOT)), json.loads(json.dumps(value))))
        except (yaml.YAMLError, UnicodeDecodeError, ValueError, TypeError, RecursionError):
            continue
    return found


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_a_second_validator_takes_every_schema(path: Path) -> None:
    jsonschema_rs.meta.validate(json.loads(path.read_text(encoding="utf-8")))


def test_other_validators_and_drafts_say_the_same_of_every_spec() -> None:
    older = {key: value for key, value in DEBATE.items() if key != "$schema"}
    validators: list[Any] = [
        Draft202012Validator(DEBATE),
        Draft7Validator(older),
        jsonschema_rs.Draft202012Validator(DEBATE),
        jsonschema_rs.Draft7Validator(older),
    ]
    verdicts = {name: {v.is_valid(value) for v in validators} for name, value in specs()}
    assert {name for name, said in verdicts.items() if len(said) > 1} == set()
    told = [next(iter(said)) for said in verdicts.values()]
    assert told.count(True) > 20
    assert told.count(False) > 20


def test_the_entry_for_catalogues_fits_every_format() -> None:
    entry = json.loads((ROOT / "docs/schemastore.json").read_text(encoding="utf-8"))
    assert entry.keys() == {"name", "description", "fileMatch", "url"}
    for path in (ROOT / "formats").glob("*.debate.yaml"):
        assert any(fnmatch(path.name, pattern) for pattern in entry["fileMatch"])
