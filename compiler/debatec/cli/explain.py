"""`debatec explain`: what there is to read about rules."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from debatec.cli import output
from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from debatec.check.registry import RuleInfo

_WITHIN = re.compile(r"\[([^\]]+)\]\((?!https://)[^)]*\)")
"""A link to another page of the project."""


@click.command()
@click.argument("names", metavar="[RULE]...", nargs=-1)
@output.option
def explain(names: tuple[str, ...], as_json: bool) -> None:
    """Explain rules: why each matters, with a bad and a good example.

    A RULE is an id such as DB405, a name such as unknown-prompt, or the beginning of ids such as
    DB4. Without any, all rules are listed.
    """
    from debatec.check.registry import RULES

    rules = list(dict.fromkeys(rule for name in names for rule in _named(name))) or RULES
    if as_json:
        document = {"schema": output.schema("rules"), "rules": [_document(rule) for rule in rules]}
        output.show(document)
    elif names:
        _show("\n\n".join(map(_page, rules)))
    else:
        click.echo("\n\n".join(_lists(rules)))


def _named(name: str) -> Sequence[RuleInfo]:
    """The rules that a word names, in whatever case.

    Raises:
        Failure: it names none.
    """
    from debatec.check.registry import RULES

    id = name.upper()
    found = [rule for rule in RULES if rule.name == name.lower() or rule.id == id]
    if not found and id.startswith("DB"):
        found = [rule for rule in RULES if rule.id.startswith(id)]
    if not found:
        raise Failure(f"there is no rule '{name}'{_instead(name)}")
    return found


def _instead(name: str) -> str:
    """What to ask for instead: of an id, the family it would be of; of a name, one that is like it.

    The letters of two ids say nothing of how near they are.
    """
    from debatec.check.registry import FAMILIES, RULES
    from debatec.source.suggest import did_you_mean

    id = f"DB{name.upper().removeprefix('DB')}"
    family = [rule.id for rule in RULES if rule.id.startswith(id[:3])] if id[:3] in FAMILIES else []
    if id in family:
        guess = f"; did you mean '{id}'?"
    elif id.removeprefix("DB").isdigit():
        guess = f"; those of {id[:3]} are {family[0]} to {family[-1]}" if family else ""
    else:
        guess = did_you_mean(name, [rule.name for rule in RULES])
    return guess or "; 'debatec explain' lists all"


def _page(rule: RuleInfo) -> str:
    """A rule's page, with its severity and its summary under the title, for who has no other."""
    from debatec.check.pages import text_of, title_of

    title = title_of(rule)
    text = _WITHIN.sub(r"\1", text_of(rule).removeprefix(title)).strip()
    return f"{title}\n\n{_severity(rule).capitalize()}. {rule.summary}\n\n{text}"


def _severity(rule: RuleInfo) -> str:
    return rule.severity.value if rule.default else f"{rule.severity.value}, off"


def _show(text: str) -> None:
    """Print Markdown: as rich text on a terminal, as it is in a pipe."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def _lists(rules: Sequence[RuleInfo]) -> Iterable[str]:
    """Each family with its rules."""
    from debatec.check.registry import FAMILIES
    from debatec.report.text import columns

    rows = [(rule.id, rule.name, _severity(rule), rule.summary) for rule in rules]
    lines = dict(zip([rule.id for rule in rules], columns(rows), strict=True))
    for start, family in FAMILIES.items():
        yield "\n".join([family, *(line for id, line in lines.items() if id.startswith(start))])


def _document(rule: RuleInfo) -> dict[str, Any]:
    """A rule as JSON values; the parts of its page are Markdown."""
    from debatec.check.pages import page_of
    from debatec.check.registry import FAMILIES

    page = page_of(rule)
    return {
        "id": rule.id,
        "name": rule.name,
        "family": FAMILIES[rule.id[:3]],
        "severity": rule.severity.value,
        "default": rule.default,
        "summary": rule.summary,
        "what": page.what,
        "why": page.why,
        "bad": page.bad,
        "good": page.good,
        "see_also": page.see_also or None,
    }
