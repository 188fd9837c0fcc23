"""Settings in TOML: what is wrong, and where."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from debatec.linter.tables import read_table
from debatec.source.text import Source


def faults(text: str, *path: str) -> list[tuple[str, str]]:
    table: Any = tomllib.loads(text)
    for key in path:
        table = table[key]
    values, found = read_table(Source("t.toml", text), table, path)
    assert not found or values == {}
    return [(str(fault.span).removeprefix("t.toml:"), fault.message) for fault in found]


def test_values_by_field() -> None:
    text = "per-file-ignores = {d = ['DB3']}\ncache-dir = 'x'\n"
    values, found = read_table(Source("t.toml", text), tomllib.loads(text), ())
    assert (values, found) == ({"per_file_ignores": {"d": ["DB3"]}, "cache_dir": "x"}, [])


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("jobs = 1\nselekt = ['DB3']\n", "2:1", "did you mean 'select'?"),
        ("strict = 'yes'\n", "1:1", "'strict'"),
        ("\n\njobs = 1.5\n", "3:1", "'jobs'"),
        ("jobs = -1\n", "1:1", "'jobs'"),
        ("select = [\n  'DB3',\n  'DB999',\n]\n", "3:4", "no rule 'DB999'"),
        ("ignore = ['unused-rol']\n", "1:12", "did you mean 'unused-role'?"),
        ("[rules]\nDB3 = 'error'\nDB4 = 'fatal'\n", "3:1", "'fatal'"),
        ("[rules]\n'DB9999' = 'error'\n", "2:1", "no rule 'DB9999'"),
        ("rules = {DB4 = 'fatal'}\n", "1:10", "'fatal'"),
        ("[per-file-ignores]\n'd/*' = ['nothing']\n", "2:11", "no rule 'nothing'"),
        ("exclude = 'd'\n", "1:1", "'exclude'"),
        ("cache = 1979-05-27\n", "1:1", "'cache'"),
        ("severity = 'fatal'\n", "1:1", "'severity'"),
        ("cache-dir = '/etc'\n", "1:1", "'cache-dir' leads out of the folder of the settings"),
        ("baseline = 'a/../../b'\n", "1:1", "'baseline' leads out of the folder"),
    ],
)
def test_faults_stand_where_they_are(text: str, place: str, message: str) -> None:
    ((at, said),) = faults(text)
    assert at == place
    assert message in said


def test_the_table_of_a_shared_file() -> None:
    text = "[project]\nstrict = 1\n[tool.debatec]\nstrict = 1\n[tool.debatec.rules]\nx = 'off'\n"
    assert faults(text, "tool", "debatec")[0][0] == "4:1"
    assert faults(text.replace("strict = 1", "strict = true"), "tool", "debatec")[0][0] == "6:1"
