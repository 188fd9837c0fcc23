"""Specs by path or by name."""

from __future__ import annotations

import pytest

from debatec.cli.failure import Failure
from debatec.cli.inputs import Settings
from debatec.cli.specs import checked, compiled, formats, planned, settled, text_of
from tests.cli.specs import BAD, GOOD, Files


def test_formats_are_named_in_order() -> None:
    assert {"panel", "pingpong"} <= set(formats())
    assert formats() == sorted(formats())
    assert text_of("panel").startswith("debate: v1\n")


def test_a_shipped_format_says_where_it_is_from() -> None:
    assert compiled("panel").source.path == "builtin:panel"


def test_a_faulty_spec_compiles_and_is_refused_when_checked(write: Files) -> None:
    name = write("a.debate.yaml", BAD)
    assert compiled(name).diagnostics
    with pytest.raises(Failure, match="has errors"):
        checked(name)


def test_a_run_needs_its_inputs(write: Files) -> None:
    found = checked(write("a.debate.yaml", GOOD))
    with pytest.raises(Failure, match="input 'question' is required"):
        settled(found, Settings(), required=True)
    plan = planned(settled(found, Settings(("question=Why?",)), required=True))
    assert plan.inputs == {"question": "Why?", "rounds": 2}
    assert plan.cast == {}


@pytest.mark.parametrize("name", ["hearing", "hearing.yaml"])
def test_a_name_without_its_ending_is_guessed(write: Files, name: str) -> None:
    write("hearing.debate.yaml", GOOD)
    with pytest.raises(Failure, match=r"did you mean 'hearing\.debate\.yaml'\?"):
        checked(name)
