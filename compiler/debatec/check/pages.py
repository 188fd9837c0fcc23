"""What there is to read about each rule: a page of Markdown that ships in `rules/`.

A page has its rule's id and name as its title, says what is wrong, and goes on with the sections
of `SECTIONS` in that order, of which the last may be left out.
"""

from __future__ import annotations

import re

from debatec.check.registry import RuleInfo
from debatec.data import data
from debatec.frozen import frozen

SECTIONS = ("Why", "Bad", "Good", "See also")
_HEADING = re.compile(r"^## (.+)\n", re.M)


@frozen
class Page:
    """The parts of a page, each as Markdown."""

    what: str
    why: str
    bad: str
    good: str
    see_also: str = ""

    @property
    def article(self) -> str:
        """The page without its title and its links to other pages, for who shows it elsewhere."""
        parts = zip(SECTIONS, (self.why, self.bad, self.good), strict=False)
        sections = [f"## {heading}\n\n{text}" for heading, text in parts]
        return "\n\n".join([self.what, *sections])


def file_of(rule: RuleInfo) -> str:
    """The name of a rule's page in `rules/`."""
    return f"{rule.id}-{rule.name}.md"


def title_of(rule: RuleInfo) -> str:
    """The first line of a rule's page."""
    return f"# {rule.id} {rule.name}"


def text_of(rule: RuleInfo) -> str:
    """A rule's page as it ships."""
    return data("rules").joinpath(file_of(rule)).read_text(encoding="utf-8")


def page_of(rule: RuleInfo) -> Page:
    """The parts of a rule's page."""
    head, *sections = _HEADING.split(text_of(rule))
    found = {heading: text.strip() for heading, text in zip(*[iter(sections)] * 2, strict=True)}
    what = head.removeprefix(title_of(rule)).strip()
    return Page(what, *(found.get(section, "") for section in SECTIONS))
