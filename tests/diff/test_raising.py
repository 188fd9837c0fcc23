"""The version that changes ask for, and the finding where it is not raised so far."""

from __future__ import annotations

import pytest

from debatec.check.pipeline import compile_source
from debatec.diff.raising import asked, is_raised, unraised
from debatec.diff.table import Bump
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping
from debatec.source.text import Source
from debatec.spec.versions import Version, version_of

TEXT = "debate: v1\nname: a\nversion: {}\nroles: {{a: }}\nformat: []\n"


def version(text: str) -> Version:
    found = version_of(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("was", "bump", "wanted"),
    [
        ("1.2.3", Bump.NONE, "1.2.3"),
        ("1.2.3", Bump.PATCH, "1.2.4"),
        ("1.2.3", Bump.MINOR, "1.3.0"),
        ("1.2.3", Bump.MAJOR, "2.0.0"),
        ("0.2.3", Bump.MAJOR, "0.3.0"),
        ("0.2.3", Bump.MINOR, "0.3.0"),
        ("0.2.3", Bump.PATCH, "0.2.4"),
        ("2.0.0-rc.1", Bump.MAJOR, "2.0.0"),
    ],
)
def test_what_is_asked_for(was: str, bump: Bump, wanted: str) -> None:
    assert str(asked(version(was), bump)) == wanted


@pytest.mark.parametrize(
    ("was", "now", "bump", "raised"),
    [
        ("1.2.3", "1.3.0", Bump.MINOR, True),
        ("1.2.3", "2.0.0", Bump.MINOR, True),
        ("1.2.3", "1.2.4", Bump.MINOR, False),
        ("1.2.3", "1.2.3", Bump.NONE, True),
        ("1.2.3", "1.1.0", Bump.PATCH, False),
        ("1.2.3", "1.3.0-rc.1", Bump.MINOR, True),
        ("2.0.0-rc.1", "2.0.0-rc.1", Bump.PATCH, False),
        ("2.0.0-rc.1", "2.0.0-rc.2", Bump.MAJOR, True),
        ("2.0.0-rc.1", "2.0.0", Bump.MAJOR, True),
    ],
)
def test_whether_it_is_raised(was: str, now: str, bump: Bump, raised: bool) -> None:
    assert is_raised(version(was), version(now), bump) is raised


def root_of(text: str, path: str = "a.debate.yaml") -> Mapping:
    root = compile_source(Source(path, text)).root
    assert root is not None
    return root


def finding(old: str, new: str, bump: Bump) -> Diagnostic | None:
    return unraised(root_of(old), root_of(new), bump, "a.debate.yaml")


def mended(found: Diagnostic | None) -> str:
    assert found is not None
    assert found.fix is not None
    assert not found.fix.safe
    span = found.fix.span
    text = span.source.content
    return text[: span.start] + found.fix.text + text[span.end :]


@pytest.mark.parametrize("quoted", ["{}", "'{}'", '"{}"'])
def test_the_finding_stands_at_the_version_and_its_fix_keeps_the_quotes(quoted: str) -> None:
    old = TEXT.format(quoted.format("1.2.0"))
    found = finding(old, old, Bump.MINOR)
    assert found is not None
    assert found.span.position == (3, 10)
    assert (found.rule, found.hint) == ("DB951", "write version: 1.3.0; it was 1.2.0")
    assert mended(found) == TEXT.format(quoted.format("1.3.0"))


def test_a_version_that_is_gone_is_asked_for_at_the_name() -> None:
    old = TEXT.format("1.2.0")
    found = finding(old, old.replace("version: 1.2.0\n", ""), Bump.MAJOR)
    assert found is not None
    assert found.span.position == (2, 7)
    assert mended(found) == TEXT.format("2.0.0")


def test_no_line_is_added_where_the_file_has_another_layout() -> None:
    old = "{debate: v1, name: a, version: 1.2.0, roles: {a: }, format: []}"
    found = finding(old, old.replace("version: 1.2.0, ", ""), Bump.MAJOR)
    assert found is not None
    assert found.fix is None


def test_a_version_of_the_base_is_none_of_its_own() -> None:
    root = root_of(TEXT.format("1.2.0"), "base.debate.yaml")
    found = unraised(root, root, Bump.PATCH, "a.debate.yaml")
    assert found is not None
    assert found.fix is None


def test_nothing_is_found_without_a_version_before_or_a_change() -> None:
    with_version = TEXT.format("1.2.0")
    without = with_version.replace("version: 1.2.0\n", "")
    assert finding(without, without, Bump.MAJOR) is None
    assert finding(without, with_version, Bump.MAJOR) is None
    assert finding(with_version, without, Bump.NONE) is None
