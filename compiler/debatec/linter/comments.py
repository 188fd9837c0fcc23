"""The comments of a text that are to hide findings.

``# debatec: ignore[DB302] reason`` stands in YAML, ``{# debatec: ignore[DB302] reason #}`` in a
prompt. Only what YAML reads as a comment is one of the first kind: what is inside of scalars is
text, or a prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from debatec.linter.directives import Directive, Named
from debatec.linter.layout import Layout, layout_of
from debatec.source.suggest import did_you_mean
from debatec.source.text import Source

MARK = "debatec:"
LINE, FILE = "ignore", "ignore-file"

_MARK = re.compile(rf"#[ \t]*{MARK}")
_SAID = re.compile(rf"{MARK}[ \t]*(?P<word>[\w-]+)[ \t]*(?P<list>\[(?P<rules>[^\]\n]*)\])?")
_RULE = re.compile(r"[^\s,]+")
_TAG = re.compile(r"\{[#{%]")
_IN_TEMPLATE = re.compile(rf"\{{#[-+]?\s*(?={MARK})")
_CLOSED_BY = {"{#": "#}", "{{": "}}", "{%": "%}"}
_RAW = re.compile(r"\{%[-+]?\s*raw\s*[-+]?%\}")
_RAW_END = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")
_SAYS_NOTHING = re.compile(r"[ \t]*(?:(?:#|\{#).*)?\r?\Z")

Place = tuple[int, int]


def directives_of(source: Source) -> tuple[Directive, ...]:
    """The comments of a YAML text that are to hide findings, in the order of the text."""
    if MARK not in source.content:
        return ()
    layout, after = layout_of(source), _next_lines(source)
    found = [found for body in layout.bodies for found in _in_template(source, body, after)]
    for match in _MARK.finditer(source.content):
        if layout.body_at(match.start()) is None:
            found += _in_yaml(source, layout, match.start(), after)
    return tuple(sorted(found, key=lambda directive: directive.span.start))


def prompt_directives(source: Source) -> tuple[Directive, ...]:
    """The comments of a prompt in a file of its own that are to hide findings."""
    if MARK not in source.content:
        return ()
    whole = (0, len(source.content))
    return tuple(_in_template(source, whole, _next_lines(source), own=True))


def _in_yaml(
    source: Source, layout: Layout, start: int, after: Sequence[int]
) -> Iterator[Directive]:
    """What a comment from its ``#`` on says."""
    content = source.content
    line_start = content.rfind("\n", 0, start) + 1
    line_end = content.find("\n", start)
    end = len(content) if line_end < 0 else line_end
    line = source.position(start)[0]
    alone = not content[line_start:start].strip()
    target = after[line] if alone else line
    lines = (target, max(target, layout.lasts.get(target, 0)))
    blanks = len(content[line_start:start]) - len(content[line_start:start].rstrip())
    whole = (line_start, min(end + 1, len(content))) if alone else (start - blanks, end)
    yield from _directive(source, (start, end), whole, lines, at_top=start < layout.top)


def _in_template(
    source: Source, body: Place, after: Sequence[int], *, own: bool = False
) -> Iterator[Directive]:
    """What the comments of a prompt say; it has a file of its own, or stands in YAML."""
    for start, end in _template_comments(source.content, *body):
        if not _IN_TEMPLATE.match(source.content, start, end):
            continue
        first, last = source.position(start)[0], source.position(end - 1)[0]
        before, behind = source.line(first), source.line(last)
        alone = before.lstrip().startswith("{#") and behind.rstrip().endswith("#}")
        lines = (first, after[last] if alone else last)
        at_top = own and not source.content[:start].strip()
        for directive in _directive(source, (start, end), (start, end), lines, at_top=at_top):
            yield replace(directive, shared=own)


def _template_comments(content: str, start: int, end: int) -> Iterator[Place]:
    """The places of ``{# ... #}`` in a prompt, as far as its tags are closed."""
    while (tag := _TAG.search(content, start, end)) is not None:
        close = _CLOSED_BY[tag.group()]
        closed = content.find(close, tag.end(), end)
        if closed < 0:
            return
        start = closed + len(close)
        if tag.group() == "{#":
            yield tag.start(), start
        elif _RAW.match(content, tag.start(), start):
            raw_end = _RAW_END.search(content, start, end)
            if raw_end is None:
                return
            start = raw_end.end()


def _next_lines(source: Source) -> Sequence[int]:
    """For each line the number of the first one after it that says something, from index 1 on."""
    lines = source.content.split("\n")
    after = [len(lines)] * (len(lines) + 1)
    for number in range(len(lines) - 1, 0, -1):
        says_nothing = _SAYS_NOTHING.match(lines[number])
        after[number] = after[number + 1] if says_nothing else number + 1
    return after


def _directive(
    source: Source, place: Place, whole: Place, lines: tuple[int, int], *, at_top: bool
) -> Iterator[Directive]:
    """What a comment says, if it is meant for us."""
    said = _SAID.search(source.content, *place)
    if said is None:
        return
    word, rules = said["word"], said["list"]
    if rules is None and word not in (LINE, FILE) and not did_you_mean(word, (LINE, FILE)):
        return
    named = () if rules is None else tuple(_named(source, said))
    yield Directive(
        source.span(place[0], said.end()),
        source.span(*whole),
        named,
        None if word == FILE else lines,
        _fault(word, bool(named), at_top),
    )


def _named(source: Source, said: re.Match[str]) -> Iterator[Named]:
    for rule in _RULE.finditer(source.content, said.start("rules"), said.end("rules")):
        yield Named(rule.group(), source.span(rule.start(), rule.end()))


def _fault(word: str, has_rules: bool, at_top: bool) -> str | None:
    """Why a comment hides nothing."""
    if word not in (LINE, FILE):
        return f"'debatec: {word}' says nothing{did_you_mean(word, (LINE, FILE))}"
    if not has_rules:
        return f"'{word}' names no rule"
    if word == FILE and not at_top:
        return f"'{FILE}' stands above all else in its file"
    return None
