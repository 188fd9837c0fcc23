"""What a reply's prose lacks of that which is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.runtime.demands import Demands, headings, length_of
from tests.support.debates import TALK, debate
from tests.support.runs import plan_of


@pytest.mark.parametrize(
    "line",
    [
        "# Decision",
        "###### decision",
        "## 2. Decision ##",
        "  ## Decision:",
        "**Decision**",
        "**Decision:**",
        "**DECISION**:",
        "__Decision__",
        "## **Decision**",
        "1) Decision:",
        "Decision:",
        "  dec\u0131s\u0131on:".replace("\u0131", "i"),
    ],
)
def test_a_heading_has_many_forms(line: str) -> None:
    assert "decision" in headings(f"First.\n{line}\nWe ship.")


@pytest.mark.parametrize(
    "line",
    [
        "Decision",
        "The decision: we ship.",
        "> # Decision",
        "- Decision",
        "**Decision** is late",
        "Our **Decision**",
        "",
        "#",
        "****",
    ],
)
def test_what_only_mentions_a_heading_is_none(line: str) -> None:
    assert "decision" not in headings(f"First.\n{line}\nWe ship.")


def test_sections_are_compared_without_case_numbers_or_marks() -> None:
    demands = Demands(sections=("Open  questions", "2. Dissent", "Risks"))
    text = "## open questions\nNone.\n**Dissent**\nNone."
    assert demands.missing(text) == ("it has no heading 'Risks'",)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (1, "it has 1 words, and at least 2 are asked for"),
        (2, None),
        (4, None),
        (5, "it has 5 words, and at most 4 are asked for"),
    ],
)
def test_words_are_what_white_space_separates(words: int, expected: str | None) -> None:
    demands = Demands(2, 4)
    text = " it's\n\tone--word ".join([""] + ["x"] * 0) + " ".join(["a-b,c"] * words)
    assert demands.missing(text) == ((expected,) if expected else ())
    assert demands.is_short(text) == (words == 1)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("F1 is settled", True),
        ("see (f1).", True),
        ("F1, F2", True),
        ("F10 is", False),
        ("xF1", False),
        ("F1-2 is another", False),
        ("pro-F1 too", False),
        ("F1- and so on", True),
    ],
)
def test_a_finding_is_named_by_its_whole_id(text: str, named: bool) -> None:
    lacks = Demands(findings=("F1",)).missing(text)
    assert lacks == (() if named else ("it does not name the finding 'F1'",))


def test_any_id_may_be_looked_for() -> None:
    assert Demands(findings=("a.*(b",)).missing("so: a.*(b!") == ()
    assert len(Demands(findings=("a.*(b",)).missing("so: axxb!")) == 1


@given(st.text(max_size=200), st.lists(st.text(min_size=1, max_size=8), max_size=3))
def test_no_text_makes_it_fail(text: str, names: list[str]) -> None:
    Demands(1, 2, tuple(names), tuple(names)).missing(text)


def lengths(role: object, step: object) -> tuple[int | None, int | None]:
    spec = debate(
        [{**TALK, **({"words": step} if step else {})}],
        peer={"words": role} if role else {},
        inputs={"n": {"type": "integer", "default": 7}},
    )
    plan = plan_of(spec)
    return length_of(plan, plan.graph.nodes["talk.r1.say.peer-1"])


def test_the_length_of_a_step_goes_before_that_of_the_role() -> None:
    assert lengths(None, None) == (None, None)
    assert lengths(250, None) == (None, 250)
    assert lengths(250, {"min": 20}) == (20, None)
    assert lengths(None, {"min": "inputs.n", "max": "inputs.n * 2"}) == (7, 14)
