"""`debatec schema`: the schemas that ship."""

from __future__ import annotations

import pytest

from debatec.data import data
from tests.cli.specs import call


@pytest.mark.parametrize("name", ["debate", "debate.v1"])
def test_a_schema_is_printed_as_it_ships(name: str) -> None:
    result = call("schema", name)
    assert (result.exit_code, result.stderr) == (0, "")
    text = data("schemas").joinpath("debate.v1.schema.json").read_text(encoding="utf-8")
    assert result.stdout == text
    assert call("schema", name, "--json").stdout == text


def test_all_are_listed() -> None:
    lines = call("schema").stdout.splitlines()
    files = sorted(file.name for file in data("schemas").iterdir())
    assert [line.split()[0] for line in lines] == [name.partition(".")[0] for name in files]
    assert "plan         The plan of a run" in lines


def test_a_name_of_none() -> None:
    result = call("schema", "analisis")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == ("debatec: there is no schema 'analisis'; did you mean 'analysis'?\n")
