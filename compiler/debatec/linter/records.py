"""What a text was found to be, as JSON values and back.

A place is the number of its text, 0 for the spec and others for the files it names, and two
offsets in it. The texts themselves are not kept: they are read again, and are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from debatec.check.registry import BY_ID
from debatec.linter.checking import Checked
from debatec.linter.directives import Directive, Named
from debatec.source.diagnostic import Diagnostic, Fix, Related, Severity
from debatec.source.text import Source, Span

Record = dict[str, Any]


def encode(checked: Checked, texts: Sequence[Source | None]) -> Record | None:
    """A record, or None when a finding is about a text that is none of those given."""
    if not checked.lasting:
        return None
    writer = _Writer(texts)
    try:
        return {
            "files": list(checked.files),
            "findings": [writer.finding(finding) for finding in checked.findings],
            "comments": [writer.directive(directive) for directive in checked.directives],
        }
    except KeyError:
        return None


def decode(record: Any, text_of: Callable[[int], Source]) -> Checked:
    """What a record says.

    Raises:
        ValueError: it is none.
    """
    reader = _Reader(text_of)
    try:
        return Checked(
            tuple(reader.finding(*finding) for finding in record["findings"]),
            tuple(reader.directive(*directive) for directive in record["comments"]),
            files_of(record),
        )
    except (TypeError, KeyError, IndexError, AttributeError) as error:
        raise ValueError("it is no record") from error


def files_of(record: Any) -> tuple[str, ...]:
    """The files that a record's text names.

    Raises:
        ValueError: it is no record.
    """
    files = record.get("files") if isinstance(record, dict) else None
    if not isinstance(files, list):
        raise ValueError("it is no record")
    return tuple(map(_text, files))


class _Writer:
    def __init__(self, texts: Sequence[Source | None]) -> None:
        self._numbers: Mapping[tuple[str, str], int] = {
            (text.path, text.content): number for number, text in enumerate(texts) if text
        }

    def place(self, span: Span) -> list[int]:
        return [self._numbers[span.source.path, span.source.content], span.start, span.end]

    def finding(self, found: Diagnostic) -> list[Any]:
        fix = found.fix
        return [
            found.rule,
            found.severity.value,
            found.message,
            self.place(found.span),
            found.hint,
            [[self.place(related.span), related.message] for related in found.related],
            None if fix is None else [self.place(fix.span), fix.text, fix.message, fix.safe],
            found.secret,
        ]

    def directive(self, said: Directive) -> list[Any]:
        return [
            self.place(said.span),
            self.place(said.whole),
            [[named.text, self.place(named.span)] for named in said.rules],
            None if said.lines is None else list(said.lines),
            said.fault,
            said.shared,
        ]


class _Reader:
    def __init__(self, text_of: Callable[[int], Source]) -> None:
        self._text_of = text_of

    def place(self, place: Any) -> Span:
        number, start, end = map(_number, place)
        source = self._text_of(number)
        if not 0 <= start <= end <= len(source.content):
            raise ValueError("a place is outside of its text")
        return source.span(start, end)

    def finding(
        self,
        rule: Any,
        grave: Any,
        message: Any,
        place: Any,
        hint: Any,
        near: Any,
        fix: Any,
        own: Any,
    ) -> Diagnostic:
        if rule not in BY_ID:
            raise ValueError("no rule")
        return Diagnostic(
            rule,
            _text(message),
            self.place(place),
            Severity(grave),
            None if hint is None else _text(hint),
            tuple(Related(self.place(at), _text(said)) for at, said in near),
            None if fix is None else self._fix(*fix),
            own is True,
        )

    def _fix(self, place: Any, text: Any, message: Any, safe: Any) -> Fix:
        return Fix(self.place(place), _text(text), _text(message), safe is True)

    def directive(
        self, place: Any, whole: Any, rules: Any, lines: Any, fault: Any, shared: Any
    ) -> Directive:
        return Directive(
            self.place(place),
            self.place(whole),
            tuple(Named(_text(name), self.place(at)) for name, at in rules),
            None if lines is None else (_number(lines[0]), _number(lines[1])),
            None if fault is None else _text(fault),
            shared is True,
        )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("no number")
    return value
