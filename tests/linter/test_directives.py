"""What comments hide, and what is wrong with those that hide nothing."""

from __future__ import annotations

from debatec.linter.comments import directives_of, prompt_directives
from debatec.linter.directives import apply
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source

ERROR, WARNING = Severity.ERROR, Severity.WARNING


def left(
    text: str, *found: tuple[str, int], severity: Severity = ERROR, path: str = "t"
) -> list[Diagnostic]:
    source = Source("t", text)
    lines = Source(path, "\n" * 99)
    findings = [Diagnostic(rule, "m", lines.span(at - 1, at), severity) for rule, at in found]
    return [*apply(directives_of(source), findings).findings]


def said(left: list[Diagnostic]) -> list[str]:
    return [f"{found.rule} {found.message}" for found in left]


def test_findings_by_id_name_and_line() -> None:
    text = "a: 1  # debatec: ignore[DB302, unused-role]\nb: 1\n"
    found = left(text, ("DB302", 1), ("DB410", 1), ("DB302", 1))
    assert found == []
    assert said(left(text, ("DB302", 2), ("DB410", 1))) == ["DB302 m"]
    assert said(left(text, ("DB302", 1), ("DB303", 1), ("DB410", 1))) == ["DB303 m"]


def test_only_of_the_same_file() -> None:
    assert said(left("a: 1  # debatec: ignore[DB302]\n", ("DB302", 1), path="other")) == ["DB302 m"]


def test_a_whole_file() -> None:
    assert said(left("# debatec: ignore-file[DB302]\na: 1\n", ("DB302", 9))) == []


def test_what_hides_nothing_is_told() -> None:
    text = "a: 1  # debatec: ignore[DB302,DB303]\n"
    found = left(text, ("DB302", 1))
    assert said(found) == ["DB801 'DB303' finds nothing here to ignore"]
    assert found[0].fix is None
    assert found[0].severity is WARNING
    text = "# debatec: ignore-file[DB302]\na: 1\n"
    (unused,) = left(text)
    assert unused.message == "'DB302' finds nothing in this file to ignore"
    assert unused.fix is not None
    assert unused.fix.span.text == "# debatec: ignore-file[DB302]\n"


def test_but_not_while_there_are_errors_or_where_a_prompt_is_shared() -> None:
    text = "a: 1  # debatec: ignore[DB303]\n"
    assert said(left(text, ("DB302", 1))) == ["DB302 m"]
    assert len(said(left(text, ("DB302", 1), severity=WARNING))) == 2
    shared = prompt_directives(Source("p", "{# debatec: ignore[DB302] #}"))
    assert apply(shared, []).findings == []


def test_a_rule_that_there_is_not() -> None:
    found = left("a: 1  # debatec: ignore[DB3O2, unused-rol, DB3]\n")
    assert said(found) == [
        "DB802 there is no rule 'DB3O2'; did you mean 'DB302'?",
        "DB802 there is no rule 'unused-rol'; did you mean 'unused-role'?",
        "DB802 there is no rule 'DB3'",
    ]
    assert found[0].span.text == "DB3O2"


def test_a_comment_without_rules_hides_nothing() -> None:
    found = left("a: 1  # debatec: ignore\n", ("DB302", 1))
    assert said(found) == ["DB302 m", "DB803 'ignore' names no rule"]
    assert found[1].hint == "write it as 'debatec: ignore[DB302] reason'"


def test_a_comment_cannot_hide_what_is_wrong_with_comments() -> None:
    found = left("a: 1  # debatec: ignore[DB801]\n")
    assert said(found) == ["DB801 'DB801' finds nothing here to ignore"]
