"""`debatec formats`: the list, the search and the pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatec.cli import specs
from debatec.data import data
from tests.cli.specs import call


def names(*words: str) -> list[str]:
    result = call("formats", *words, "--json")
    assert result.exit_code == 0
    return [row["name"] for row in json.loads(result.stdout)["formats"]]


def test_all_are_listed() -> None:
    assert names() == specs.formats()
    paragraphs = call("formats").stdout.split("\n\n")
    assert [paragraph.split()[0] for paragraph in paragraphs] == specs.formats()
    assert "  debater × 2..12, observer" in call("formats").stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["panel"], ["panel"]),
        (["panel", "roles"], ["panel", "roles"]),
        (["cross-examine"], ["council"]),  # its summary
        (["CRITIC"], ["council"]),  # a role
        (["dreams"], ["chorus"]),  # a lens
        (["harvest", "menu"], ["chorus"]),  # a prompt
        (["harvest", "critic"], []),
    ],
)
def test_words_find(words: list[str], expected: list[str]) -> None:
    assert names(*words) == expected


def test_nothing_found() -> None:
    result = call("formats", "no-such-word")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no shipped format has 'no-such-word'" in result.stderr


def test_a_row_has_the_bounds_of_the_plan() -> None:
    row = json.loads(call("formats", "council", "--json").stdout)["formats"][0]
    bounds = json.loads(call("plan", "council", "--json").stdout)
    assert (row["turns"], row["calls"]) == (bounds["turns"], bounds["calls"])
    assert row["presets"] == ["light", "standard", "heavy", "free"]
    assert row["inputs"][0] == {"name": "question", "required": True}


def test_a_file_of_the_same_name_hides_no_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "panel").write_text("no debate")
    assert names("panel") == ["panel"]


@pytest.mark.parametrize("name", specs.formats())
def test_a_page_says_when_to_use_it_and_what_it_takes(name: str) -> None:
    result = call("formats", name, "--show")
    assert result.exit_code == 0
    about = data("formats").joinpath(f"{name}.md").read_text("utf-8")
    assert about.startswith("## When to use it\n\n- ")
    assert "\n## When not\n\n- " in about
    assert result.stdout.startswith(f"# {name}\n\n")
    assert about.strip() in result.stdout
    assert "```mermaid\nflowchart TD\n" in result.stdout
    assert "`debatec plan` says it for other inputs" in result.stdout
