"""Which rules are on."""

from __future__ import annotations

from typing import Any

import pytest

from debatec.check.registry import RuleInfo
from debatec.linter.selection import is_known, selection_of
from debatec.linter.settings import Settings
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source

RULES = (
    RuleInfo("DB301", "one", ""),
    RuleInfo("DB302", "two", "", Severity.WARNING),
    RuleInfo("DB401", "three", ""),
    RuleInfo("DB901", "advice", "", Severity.WARNING, default=False),
)


def on(**settings: Any) -> list[str]:
    return sorted(selection_of(Settings(**settings), RULES).on)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "301 302 401"),
        ({"select": ["all"]}, "301 302 401 901"),
        ({"select": ["default", "DB9"]}, "301 302 401 901"),
        ({"select": ["advice"]}, "901"),
        ({"select": ["DB3"]}, "301 302"),
        ({"select": ["DB"]}, "301 302 401 901"),
        ({"select": []}, ""),
        ({"ignore": ["DB3"]}, "401"),
        ({"ignore": ["two"]}, "301 401"),
        ({"ignore": ["all"]}, ""),
        ({"select": ["DB302"], "ignore": ["DB3"]}, "302"),
        ({"select": ["DB3"], "ignore": ["DB302"]}, "301"),
        ({"select": ["DB3"], "ignore": ["DB3"]}, ""),
        ({"rules": {"DB3": "off"}}, "401"),
        ({"rules": {"DB3": "off", "DB302": "error"}}, "302 401"),
        ({"rules": {"DB3": "error", "two": "off"}}, "301 401"),
        ({"rules": {"DB9": "error"}}, "301 302 401"),
    ],
)
def test_the_closer_name_counts(settings: dict[str, Any], expected: str) -> None:
    assert on(**settings) == [f"DB{number}" for number in expected.split()]


def finding(rule: str, severity: Severity = Severity.ERROR) -> Diagnostic:
    return Diagnostic(rule, "m", Source("a", "").span(0, 0), severity)


def test_a_severity_of_a_rule() -> None:
    selection = selection_of(Settings(rules={"DB3": "warning", "two": "error"}), RULES)
    told = [selection.told(finding(rule)) for rule in ("DB301", "DB302", "DB401", "DB901")]
    assert [each and each.severity.value for each in told] == ["warning", "error", "error", None]


def test_the_least_grave_that_is_told() -> None:
    selection = selection_of(Settings(severity="error", rules={"DB301": "warning"}), RULES)
    assert selection.told(finding("DB301")) is None
    assert selection.told(finding("DB302", Severity.WARNING)) is None
    assert selection.told(finding("DB401")) is not None


def test_words_that_name_rules() -> None:
    words = ["DB", "DB3", "DB30", "DB301", "two", "all", "default"]
    assert all(is_known(word, RULES) for word in words)
    assert not any(is_known(word, RULES) for word in ["D", "DB5", "DB3011", "db3", "", "tw"])
