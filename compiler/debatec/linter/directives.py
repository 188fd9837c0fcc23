"""Comments that hide findings: what they name, what they are about, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from debatec.check.registry import RULES
from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Fix, Severity
from debatec.source.text import Span

MAX_FAULTS = 100
"""How many faults of the comments of a file are told."""

_RULES = {word: rule.id for rule in RULES for word in (rule.id, rule.name)}


@frozen
class Named:
    """A rule as a comment names it, by its id or its name, and where."""

    text: str
    span: Span

    @property
    def rule(self) -> str | None:
        """The id of the rule; None when there is none."""
        return _RULES.get(self.text)


@frozen
class Directive:
    """A comment that is to hide findings; ``whole`` is all that goes when it is removed.

    It is about the lines from the first to the last of ``lines``, or without them about its whole
    file. One with a ``fault`` hides nothing. Whether one that is ``shared`` is of use can only be
    told from all the specs that use its file.
    """

    span: Span
    whole: Span
    rules: Sequence[Named]
    lines: tuple[int, int] | None
    fault: str | None = None
    shared: bool = False

    def covers(self, span: Span) -> bool:
        """Whether it is about a place."""
        if self.fault is not None or span.source.path != self.span.source.path:
            return False
        return self.lines is None or self.lines[0] <= span.position[0] <= self.lines[1]


@frozen
class Left:
    """The findings that no comment hides, those about comments among them, and the hidden ones."""

    findings: Sequence[Diagnostic]
    hidden: Sequence[Diagnostic] = ()


def apply(directives: Sequence[Directive], findings: Sequence[Diagnostic]) -> Left:
    """What is left of the findings of a file by its comments.

    That a comment hides nothing is told once the file has no errors: with some, not all of the
    file was looked at.
    """
    if not directives:
        return Left(findings)
    hiders: dict[str | None, list[tuple[Directive, Named]]] = {}
    for directive in directives:
        for named in directive.rules:
            hiders.setdefault(named.rule, []).append((directive, named))
    used: set[int] = set()
    left: list[Diagnostic] = []
    hidden: list[Diagnostic] = []
    for finding in findings:
        about = hiders.get(finding.rule, ())
        by = [named for directive, named in about if directive.covers(finding.span)]
        used.update(map(id, by))
        (hidden if by else left).append(finding)
    whole = all(finding.severity is not Severity.ERROR for finding in left)
    faults = (fault for directive in directives for fault in _faults(directive, used, whole))
    return Left([*left, *islice(faults, MAX_FAULTS)], hidden)


def _faults(directive: Directive, used: set[int], whole: bool) -> Iterator[Diagnostic]:
    if directive.fault is not None:
        hint = "write it as 'debatec: ignore[DB302] reason'"
        yield Diagnostic("DB803", directive.fault, directive.span, Severity.WARNING, hint)
    for named in directive.rules:
        if named.rule is None:
            yield Diagnostic("DB802", unknown(named.text), named.span, Severity.WARNING)
    told = whole and directive.fault is None and not directive.shared
    known = [named for named in directive.rules if named.rule]
    unused = [named for named in known if id(named) not in used] if told else []
    is_all = len(unused) == len(directive.rules)
    fix = Fix(directive.whole, "", "remove the comment", safe=True) if is_all else None
    for named in unused:
        where = "in this file" if directive.lines is None else "here"
        message = f"'{named.text}' finds nothing {where} to ignore"
        yield Diagnostic(
            "DB801", message, named.span, Severity.WARNING, "remove it from the comment", fix=fix
        )


def unknown(word: str) -> str:
    """The message for a word that names no rule."""
    from debatec.source.suggest import did_you_mean

    # A number that is like another says nothing of what was meant.
    id = word.upper().replace("O", "0")
    alike = [id] if id in _RULES else [rule.name for rule in RULES]
    return f"there is no rule '{word}'{did_you_mean(word, alike)}"
