"""The version of the language decides what a spec may say."""

from __future__ import annotations

import json

import pytest

from debatec.check.pipeline import compile_source
from debatec.data import data
from debatec.source.text import Source
from debatec.spec.languages import LANGUAGES


@pytest.mark.parametrize("version", LANGUAGES)
def test_every_version_has_its_schema(version: str) -> None:
    schema = json.loads(data("schemas").joinpath(LANGUAGES[version]).read_text("utf-8"))
    assert schema["properties"]["debate"]["const"] == version


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("v2", "this debatec reads v1; a later debatec may read it"),
        ("v12.3", "this debatec reads v1; a later debatec may read it"),
    ],
)
def test_of_an_unknown_version_nothing_else_is_said(written: str, hint: str) -> None:
    text = f"debate: {written}\nname: X Y\nrolls: {{}}\n"
    (found,) = compile_source(Source("a", text)).diagnostics
    assert (found.rule, found.message, found.hint) == (
        "DB209",
        f"the language '{written}' is not known",
        hint,
    )


@pytest.mark.parametrize("written", ["1", "v0", "one", "[v1]", "V1"])
def test_what_is_no_version_is_for_the_schema(written: str) -> None:
    found = compile_source(Source("a", f"debate: {written}\n")).diagnostics
    assert any("'debate' must be 'v1'" in each.message for each in found)
