"""What a reply's prose lacks of that which is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.runtime.demands import Demands, headings, length_of
from tests.support.agents import Agent, say, script
from tests.support.debates import TALK, debate
from tests.support.runs import carry_out, plan_of


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


@pytest.mark.parametrize(
    ("demands", "told"),
    [
        (Demands(), ""),
        (Demands(least=5), "Write at least 5 words."),
        (Demands(most=9), "Write at most 9 words."),
        (Demands(sections=("A b", "C")), "Use these headings: 'A b', 'C'."),
        (Demands(5, 9, (), ("F1",)), "Write 5 to 9 words. Name these findings by their ids: 'F1'."),
    ],
)  # fmt: skip
def test_a_seat_is_told_what_its_reply_is_held_to(demands: Demands, told: str) -> None:
    assert demands.told() == told


HIDDEN = """
debate: v1
name: hidden
roles: {peer: {seats: 2}, editor: {}}
format:
  - id: talk
    steps:
      - {id: audit, speakers: peer, prompt: Look at it., returns: status}
      - {id: book, kind: ledger, of: audit}
      - id: draft
        speakers: editor
        sees: {in: book, names: hidden}
        prompt: "{{ heard }} Write it down."
        words: 9
        covers: book
"""


def test_findings_are_asked_for_under_the_labels_they_are_told_by(tmp_path: Path) -> None:
    finding = {"id": "peer-2-1", "title": "t", "severity": "blocking", "state": "open"}
    status = {"position": "agree", "findings": [finding]}
    turns = {f"talk.r1.audit.peer-{n}": say("So.", {"status": status}) for n in (1, 2)}
    agent = Agent(script({**turns, "talk.r1.draft.editor": say("A-1 is open.")}))
    ran = carry_out(tmp_path / "run", plan_of(HIDDEN), agent)
    (prompt,) = agent.prompts("talk.r1.draft.editor")
    assert prompt.endswith("Write at most 9 words. Name these findings by their ids: 'A-1'.")
    assert "peer-2" not in prompt
    assert ran.result["missing"] == []


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
