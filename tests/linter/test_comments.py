"""Comments that hide findings: where they count, and for which lines."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.linter.comments import directives_of, prompt_directives
from debatec.linter.directives import Directive
from debatec.source.text import Source

SPEC = """\
a: 1  # debatec: ignore[DB101] one
# debatec: ignore[DB102]

# another
b: 2
c: |  # debatec: ignore[DB103, unused-role]
  # debatec: ignore[DB104] text
  text
  last
d: '# debatec: ignore[DB105]'
e: "# debatec: ignore[DB106]" # why # debatec: ignore[DB107]
f:  # debatec: ignore[DB108]
  folded
  text
g:  # debatec: ignore[DB109]
  - {h: 1,  # debatec: ignore[DB110]
     i: 2}
"""


def directives(text: str) -> list[tuple[str, tuple[int, int] | None, str | None]]:
    return [told(directive) for directive in directives_of(Source("t", text))]


def told(directive: Directive) -> tuple[str, tuple[int, int] | None, str | None]:
    return " ".join(rule.text for rule in directive.rules), directive.lines, directive.fault


def test_lines_that_comments_are_about() -> None:
    assert directives(SPEC) == [
        ("DB101", (1, 1), None),
        ("DB102", (5, 5), None),
        ("DB103 unused-role", (6, 9), None),
        ("DB107", (11, 11), None),
        ("DB108", (12, 14), None),
        ("DB109", (15, 15), None),
        ("DB110", (16, 17), None),
    ]


def test_a_comment_above_is_about_all_of_the_value_below() -> None:
    assert directives("# debatec: ignore[DB310]\na: >\n  b\n  c\n") == [("DB310", (2, 4), None)]
    text = "a:\n  # debatec: ignore[DB310]\n  - id: b\n    c: d\n"
    assert directives(text) == [("DB310", (3, 3), None)]


def test_a_whole_file_from_its_top() -> None:
    text = "# Why.\n# debatec: ignore-file[DB1]\n---\na: 1\n# debatec: ignore-file[DB302]\n"
    first, second = directives(text)
    assert first == ("DB1", None, None)
    assert second[2] == "'ignore-file' stands above all else in its file"


@pytest.mark.parametrize(
    ("comment", "fault"),
    [
        ("debatec: ignore", "'ignore' names no rule"),
        ("debatec: ignore because", "'ignore' names no rule"),
        ("debatec: ignore[]", "'ignore' names no rule"),
        ("debatec: ignore[DB302", "'ignore' names no rule"),
        ("debatec:ignore-file", "'ignore-file' names no rule"),
        ("debatec: ingore[DB302]", "'debatec: ingore' says nothing; did you mean 'ignore'?"),
        ("debatec: off[DB302]", "'debatec: off' says nothing"),
    ],
)
def test_what_is_wrong_with_a_comment(comment: str, fault: str) -> None:
    ((_, _, said),) = directives(f"a: 1  # {comment}\n")
    assert said == fault


@pytest.mark.parametrize(
    "text", ["# debatec: the compiler for debates\na: 1\n", "a: 1 # see debatec: ignore[DB1]\n"]
)
def test_prose_about_debatec_is_none_of_ours(text: str) -> None:
    assert directives(text) == []


def test_places_of_a_comment_and_of_what_goes_with_it() -> None:
    source = Source("t", SPEC)
    first, second, *_ = directives_of(source)
    assert first.span.text == "# debatec: ignore[DB101]"
    assert first.whole.text == "  # debatec: ignore[DB101] one"
    assert second.whole.text == "# debatec: ignore[DB102]\n"
    assert [rule.span.text for rule in first.rules] == ["DB101"]


PROMPT = """\
{# debatec: ignore[DB302] why #}

{{ a }} {#- debatec: ignore[DB303] -#}
{% raw %}{# debatec: ignore[DB304] #}{% endraw %}
{{ "{# debatec: ignore[DB305] #}" }}
{# debatec: ignore[DB306]
   why #}
{# debatec: ignore-file[DB307] #}
{{ b }}
"""


def test_comments_of_a_prompt() -> None:
    text = "a:\n  b: |\n" + "".join(f"    {line}\n" for line in PROMPT.splitlines())
    assert directives(text) == [
        ("DB302", (3, 5), None),
        ("DB303", (5, 5), None),
        ("DB306", (8, 11), None),
        ("DB307", None, "'ignore-file' stands above all else in its file"),
    ]


def test_comments_of_a_prompt_in_quotes() -> None:
    assert directives('a: "{# debatec: ignore[DB302] #}{{ b }}"\n') == [("DB302", (1, 1), None)]


def test_a_prompt_in_a_file_of_its_own() -> None:
    source = Source("p.md", "{# debatec: ignore-file[DB307] #}\n# debatec: ignore[DB1]\n{{ b }}")
    (directive,) = prompt_directives(source)
    assert told(directive) == ("DB307", None, None)
    assert directive.shared


@pytest.mark.parametrize(
    "text", ["a: '{# debatec: ignore[DB302] '\n", "a: '{{ {# debatec: ignore[DB1] #}'\n"]
)
def test_what_is_never_closed_is_no_comment(text: str) -> None:
    assert directives(text) == []


def test_long_texts_take_no_longer_than_they_are() -> None:
    hostile = "{{" * 100_000 + "debatec:" + "{#" * 100_000 + "#debatec:" * 10_000
    assert directives(f"a: '{hostile}'\n") == []
    assert len(directives("#debatec: ignore\n" * 3_000)) == 3_000


MARK = "# debatec: ignore[DB302]"
ONE = ("a: b", "c: |", "d: >-", "e: 'f", "g'", 'h: "i', 'j"', "k: {l: m,", "n: o}", "- p", "q", "")
OTHER = ("|2", "&r", "*r", "!s t", "'u': v", "? w", ": x", "---", "...", "[y,", "z]", "z: # a", "%")
LINES = st.sampled_from([*ONE, *OTHER])
TAILS = st.sampled_from(["", " ", MARK, f" {MARK}", f"  {MARK} why", f" # more {MARK}"])
TEXTS = st.lists(
    st.tuples(st.sampled_from(["", "  ", "    "]), LINES, TAILS).map("".join), max_size=8
).map(lambda lines: "".join(f"{line}\n" for line in lines))


def events(text: str) -> Any:
    """What YAML makes of a text, without places; None when it is none."""
    try:
        found = [*yaml.parse(text, Loader=yaml.CSafeLoader)]
    except yaml.YAMLError:
        return None
    keys = ("value", "anchor", "tag", "style", "implicit")
    return [(type(event), *(getattr(event, key, None) for key in keys)) for event in found]


@settings(max_examples=600)
@given(TEXTS)
def test_a_comment_is_what_changes_nothing_for_yaml(text: str) -> None:
    found = {directive.span.start for directive in directives_of(Source("t", text))}
    before = events(text)
    if before is None:
        return
    at = text.find(MARK)
    while at >= 0:
        other = text[:at] + MARK.upper() + text[at + len(MARK) :]
        assert (at in found) == (events(other) == before)
        at = text.find(MARK, at + 1)
