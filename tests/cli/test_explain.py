"""`debatec explain`: rules by id, by name and by the beginning of ids."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest

from debatec.check.pages import text_of
from debatec.check.registry import BY_ID, FAMILIES, RULES
from tests.cli.specs import call


@pytest.mark.parametrize("name", ["DB405", "db405", "unknown-prompt", "Unknown-Prompt"])
def test_a_rule_by_its_id_and_by_its_name(name: str) -> None:
    result = call("explain", name)
    assert (result.exit_code, result.stderr) == (0, "")
    title, about, *rest = result.stdout.split("\n\n")
    assert title == "# DB405 unknown-prompt"
    assert about == "Error. No prompt has that name."
    page = text_of(BY_ID["DB405"]).replace("(DB409-unused-prompt.md)", "")
    assert "\n\n".join([title, *rest]) == page.replace(
        "[DB409 unused-prompt]", "DB409 unused-prompt"
    )


def test_links_to_public_pages_stay() -> None:
    page = call("explain", "DB522").stdout
    assert "[AutoGen #133](https://github.com/microsoft/autogen/issues/133)" in page
    assert page.endswith("- DB416 no-ballot\n- Stop rules\n")


def test_several_rules_each_once_in_the_order_asked_for() -> None:
    result = call("explain", "DB604", "DB60", "syntax", "--json")
    found = [rule["id"] for rule in json.loads(result.stdout)["rules"]]
    assert found == ["DB604", "DB601", "DB602", "DB603", "DB605", "DB101"]


def test_all_are_listed_by_family() -> None:
    sections = call("explain").stdout.strip().split("\n\n")
    assert [section.split("\n")[0] for section in sections] == list(FAMILIES.values())
    lines = [line.split() for section in sections for line in section.split("\n")[1:]]
    assert [line[:3] for line in lines] == [
        [rule.id, rule.name, rule.severity if rule.default else f"{rule.severity},"]
        for rule in RULES
    ]


def test_json_has_every_part_of_a_page() -> None:
    (rule,) = json.loads(call("explain", "DB405", "--json").stdout)["rules"]
    assert rule["family"] == "Names and references"
    assert rule["bad"].startswith("```yaml\nprompts:")
    assert "[DB409 unused-prompt](DB409-unused-prompt.md)" in rule["see_also"]
    assert all(part in text_of(BY_ID["DB405"]) for part in (rule["what"], rule["why"]))


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("DB099", "; 'debatec explain' lists all"),
        ("DB999", "; those of DB9 are DB901 to DB951"),
        ("DB79", "; those of DB7 are DB701 to DB704"),
        ("unkown-prompt", "; did you mean 'unknown-prompt'?"),
        ("405", "; did you mean 'DB405'?"),
        ("", "; 'debatec explain' lists all"),
    ],
)
def test_a_rule_that_there_is_not(name: str, suggestion: str) -> None:
    result = call("explain", "DB405", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"debatec: there is no rule '{name}'{suggestion}\n"


def test_on_a_terminal_it_is_rich_text(capsys: pytest.CaptureFixture[str]) -> None:
    from debatec.cli.explain import explain

    with patch("sys.stdout.isatty", return_value=True):
        explain.main(["DB405"], standalone_mode=False)
    printed = capsys.readouterr().out
    assert "DB405 unknown-prompt" in printed
    assert "# DB405" not in printed
