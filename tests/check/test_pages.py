"""The pages of the rules: each has its parts, and lint says of its examples what it shows.

With UPDATE=1 in the environment, what a page has lint say is written anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from debatec.check.pages import SECTIONS, file_of, page_of, text_of, title_of
from debatec.check.registry import BY_ID, RULES, RuleInfo
from tools.examples import FOLDER, FRAME, Example, completed, examples, findings, said

CASES = Path(__file__).parent / "cases"
UNSHOWN = {"DB100", "DB426", "DB441", "DB442", "DB444", "DB603", "DB951"}
"""Rules whose bad file no page can show; each has a case that shows it."""
COMPARED = {"DB951"}
"""Rules that need two files; tests of the command that compares them show it."""
SAID = re.compile(r"^\d+:\d+: (\w+)\[(DB\d+)\] ", re.M)
FILES = {path.name for path in FOLDER.iterdir()}


def named(rule: RuleInfo) -> str:
    return rule.id


def test_every_rule_has_its_page_and_every_page_its_rule() -> None:
    assert {file_of(rule) for rule in RULES} == FILES


@pytest.mark.parametrize("rule", RULES, ids=named)
def test_a_page_has_its_parts(rule: RuleInfo) -> None:
    text = text_of(rule)
    assert text.startswith(f"{title_of(rule)}\n\n")
    headings = tuple(re.findall(r"^## (.+)$", text, re.M))
    assert headings in (SECTIONS, SECTIONS[:-1])
    page = page_of(rule)
    assert all((page.what, page.why, page.bad, page.good))
    assert bool(page.see_also) == ("See also" in headings)
    assert rule.summary not in text


@pytest.mark.parametrize("rule", RULES, ids=named)
def test_lint_says_what_a_page_shows(rule: RuleInfo) -> None:
    for example in reversed(examples(rule)):
        text = said(example, findings(example))
        if os.environ.get("UPDATE") and example.is_bad:
            rewrite(rule, example, text)
        else:
            assert text == example.said, example.text


def rewrite(rule: RuleInfo, example: Example, text: str) -> None:
    start, end = example.place
    page = text_of(rule)
    (FOLDER / file_of(rule)).write_text(page[:start] + text + page[end:], encoding="utf-8")


@pytest.mark.parametrize("rule", RULES, ids=named)
def test_examples_are_of_their_rule(rule: RuleInfo) -> None:
    """A bad one gives it, with others only where they follow from the same fault."""
    shown = examples(rule)
    assert {example.is_bad for example in shown} >= {False, rule.id not in UNSHOWN}
    for example in shown:
        told = set(SAID.findall(example.said))
        assert not example.is_bad or (rule.severity.value, rule.id) in told
        assert {(BY_ID[id].severity.value, id) for _, id in told} == told


def test_what_no_page_can_show_has_a_case() -> None:
    assert all(list(CASES.glob(f"{id}-*")) for id in UNSHOWN - COMPARED)


LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")


@pytest.mark.parametrize("rule", RULES, ids=named)
def test_links_lead_to_public_pages_or_into_the_project(rule: RuleInfo) -> None:
    prose = re.sub(r"^```.*?^```$", "", text_of(rule), flags=re.M | re.S)
    for target in LINK.findall(prose):
        path = target.partition("#")[0]
        assert target.startswith("https://") or (FOLDER / path).is_file(), target


def test_an_example_is_completed_with_what_it_leaves_out() -> None:
    assert completed("") == FRAME
    assert completed("roles: {a: {}}\n").startswith("debate: v1\nname: example\nformat:\n")
    assert completed(FRAME) == FRAME
