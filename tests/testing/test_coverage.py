"""What the tests of a debate reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.check.pipeline import compile_source
from debatec.source.diagnostic import has_errors
from debatec.source.text import Source
from debatec.testing.coverage import Share
from debatec.testing.items import What, items_of
from debatec.testing.suites import Examiner
from tests.support.trials import case, clock, examined, lines

DEBATE = """\
debate: v1
name: covered
inputs:
  question: {type: string}
  deep: {type: boolean, default: false}
roles:
  pro: {}
  con: {}
  judge: {system: "{% if inputs.deep %}Dig.{% else %}Skim.{% endif %}"}
groups: {both: [pro, con]}
prompts:
  talk: |
    {% for reply in heard %}
    {% if reply.seat == 'pro' %}Pro.{% elif reply.seat == 'con' %}Con.{% endif %}
    {% endfor %}
    {{ inputs.question }}
  again: Once more.
blocks:
  score: {fields: {value: {type: number}}, otherwise: {value: 0}}
format:
  - id: opening
    when: inputs.deep
    steps:
      - {id: begin, speakers: judge, prompt: Begin.}
  - id: debate
    rounds: 2
    steps:
      - id: say
        speakers: {who: both, where: "seat.role == 'pro' or round.number > 1"}
        prompt: {first: talk, then: again}
        quorum: 1
      - {id: rate, when: round.number > 1, speakers: judge, prompt: Rate., returns: score}
    stop:
      - {id: enough, when: rate.value > 5}
      - {id: never, when: false}
"""
LARGE = "{block: {score: {value: 7}}}"


def untested(folder: Path, *cases: str) -> list[str]:
    """What cases do not reach of the debate."""
    text = f"tests: v1\ninputs: {{question: Well?}}\ncases:\n{''.join(cases)}"
    done = examined(folder, text, DEBATE, Examiner(clock(), covers=True))
    assert [line for line in lines(done) if line.startswith("error")] == []
    assert done.stage is not None
    return [f"{item.what} {item.message}" for item in done.stage.coverage.untested]


def run(name: str, more: str, replies: str) -> str:
    inner = f"{more}, " if more else ""
    return case("text: {lacks: nothing}", f"{inner}replies: {{{replies}}}", name)


EVERY = [
    "phase phase 'opening' is not begun",
    "cap 'debate' does not come to its last round without a stop rule that holds",
    "stop rule 'enough' does not hold",
    "when 'when' of 'opening' does not hold",
    "when 'when' of 'opening' always holds",
    "when 'when' of 'rate' does not hold",
    "when 'when' of 'rate' always holds",
    "where 'where' of 'say' picks nobody",
    "where 'where' of 'say' leaves nobody out",
    "prompt prompt 'talk' is not sent",
    "prompt prompt 'again' is not sent",
    "prompt this prompt is not sent",
    "block no turn of 'rate' is without a valid 'score' block (stand-ins)",
    "quorum 'say' does not miss its quorum",
]
"""Without the branches."""


def test_items_are_all_that_a_debate_can_do() -> None:
    found = compile_source(Source("x", DEBATE))
    assert not has_errors(found.diagnostics)
    assert found.spec is not None
    items = items_of(found.spec)
    told = {f"{item.what} {item.message}" for item in items}
    assert set(EVERY) <= told
    branches = [item for item in items if item.what is What.BRANCH]
    assert [(item.message, item.span.text) for item in branches] == [
        ("in this prompt 'if inputs.deep' is not true", "inputs.deep"),
        ("in this prompt 'if inputs.deep' is not false", "inputs.deep"),
        ("in prompt 'talk' 'if reply.seat == 'pro'' is not true", "reply.seat == 'pro'"),
        ("in prompt 'talk' 'if reply.seat == 'con'' is not true", "reply.seat == 'con'"),
        ("in prompt 'talk' 'if reply.seat == 'con'' is not false", "reply.seat == 'con'"),
    ]
    assert len({item.key for item in items}) == len(items)
    assert not [item for item in items if "never" in item.key]


def test_a_case_reaches_what_it_plays(tmp_path: Path) -> None:
    found = untested(tmp_path, run("one", "", f"say: Well., rate: {LARGE}"))
    assert found == [
        "phase phase 'opening' is not begun",
        "cap 'debate' does not come to its last round without a stop rule that holds",
        "when 'when' of 'opening' does not hold",
        "prompt this prompt is not sent",
        "branch in this prompt 'if inputs.deep' is not true",
        "branch in prompt 'talk' 'if reply.seat == 'con'' is not true",
        "branch in prompt 'talk' 'if reply.seat == 'con'' is not false",
        "block no turn of 'rate' is without a valid 'score' block (stand-ins)",
        "quorum 'say' does not miss its quorum",
    ]


def test_cases_together_reach_more(tmp_path: Path) -> None:
    found = untested(
        tmp_path,
        run("one", "", f"say: Well., rate: {LARGE}"),
        run("two", "inputs: {deep: true}", "begin: Go., say: Well., rate: No score."),
        run("three", "", "say: {fail: refused}"),
    )
    assert found == ["branch in prompt 'talk' 'if reply.seat == 'con'' is not true"]


def test_nothing_is_seen_unless_it_is_asked_for(tmp_path: Path) -> None:
    text = "tests: v1\ninputs: {question: Well?}\ncases:\n"
    done = examined(tmp_path, text + run("one", "", f"say: Well., rate: {LARGE}"), DEBATE)
    assert done.stage is not None
    assert done.stage.coverage.share().reached == 0


@pytest.mark.parametrize(
    ("share", "percent"), [(Share(1, 3), 33.3), (Share(999, 1000), 99.9), (Share(1999, 2000), 99.9)]
)
def test_only_all_of_it_is_a_hundred_percent(share: Share, percent: float) -> None:
    assert share.percent == percent
    assert (Share(3, 3).percent, Share(0, 0).percent) == (100.0, 100.0)
