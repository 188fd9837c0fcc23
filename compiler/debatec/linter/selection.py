"""Which rules are on, and how grave each is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from debatec.check.registry import RULES, RuleInfo
from debatec.frozen import frozen
from debatec.linter.settings import Settings
from debatec.source.diagnostic import Diagnostic, Severity

ALL, DEFAULT, OFF = "all", "default", "off"
_BEGINNING = re.compile(r"DB\d{0,3}\Z")
_NAMED = 6
"""How close a rule's id or name is to it: closer than any beginning of its id."""


def closeness(word: str, rule: RuleInfo) -> int | None:
    """How closely a word names a rule, from 0 for all rules; None when it does not."""
    if word in (rule.id, rule.name):
        return _NAMED
    if word == ALL or (word == DEFAULT and rule.default):
        return 0
    return len(word) if _BEGINNING.match(word) and rule.id.startswith(word) else None


def is_known(word: str, rules: Iterable[RuleInfo] = RULES) -> bool:
    """Whether a word names any rule."""
    return word == DEFAULT or any(closeness(word, rule) is not None for rule in rules)


@frozen
class Selection:
    """The rules that are on, by id, and their severities where a project sets them."""

    on: frozenset[str]
    severities: Mapping[str, Severity]
    least: Severity

    def told(self, finding: Diagnostic) -> Diagnostic | None:
        """A finding as it is told, or None when it is not."""
        if finding.rule not in self.on:
            return None
        severity = self.severities.get(finding.rule, finding.severity)
        if _GRAVEST_FIRST.index(severity) > _GRAVEST_FIRST.index(self.least):
            return None
        return finding if severity is finding.severity else replace(finding, severity=severity)


_GRAVEST_FIRST: Sequence[Severity] = tuple(Severity)


def selection_of(settings: Settings, rules: Iterable[RuleInfo] = RULES) -> Selection:
    """The rules that settings turn on.

    Of what selects a rule and what turns it off, that which names it more closely counts; of both
    alike, what turns it off.
    """
    rules = tuple(rules)
    on = frozenset(rule.id for rule in rules if _is_on(settings, rule))
    severities = {
        rule.id: Severity(said)
        for rule in rules
        if (said := _said(settings.rules, rule)) and said != OFF
    }
    return Selection(on, severities, Severity(settings.severity))


def _is_on(settings: Settings, rule: RuleInfo) -> bool:
    is_off = _said(settings.rules, rule) == OFF
    off = [*settings.ignore, *(settings.rules if is_off else ())]
    return _closest(settings.select, rule) > _closest(off, rule)


def _closest(words: Iterable[str], rule: RuleInfo) -> int:
    found = (closeness(word, rule) for word in words)
    return max((close for close in found if close is not None), default=-1)


def _said(rules: Mapping[str, str], rule: RuleInfo) -> str | None:
    """What is said of the word that names a rule most closely."""
    close = {name: close for name in rules if (close := closeness(name, rule)) is not None}
    return rules[max(close, key=lambda name: close[name])] if close else None
