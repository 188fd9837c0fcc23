"""Test files of debates, written to a folder and carried out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from debatec.source.diagnostic import Diagnostic
from debatec.testing.suites import Examined, Examiner

DEBATE = """\
debate: v1
name: settle
inputs:
  question: {type: string}
  rounds: {type: integer, minimum: 1, maximum: 9, default: 3}
presets: {short: {rounds: 1}}
roles: {pro: {}, con: {}, judge: {seats: 0..2}}
groups: {both: [pro, con], everybody: [pro, con, judge]}
prompts:
  open: "{{ inputs.question }} Say where you stand."
  answer: |
    {% if round.last %}
    This is the last round.
    {% endif %}
    Answer the other.
blocks:
  stance:
    fields: {agree: {type: boolean}}
    otherwise: {agree: false}
format:
  - id: talk
    rounds: inputs.rounds
    steps:
      - id: say
        speakers: both
        order: sequential
        prompt: {first: open, then: answer}
        returns: stance
        quorum: 1
    stop:
      - id: agreed
        when: count(say) == 2 and all(say, it.agree)
        outcome: consensus
  - id: verdict
    steps:
      - {id: vote, speakers: everybody, prompt: Choose., returns: choice, options: [aye, nay]}
      - {id: tallied, kind: tally, of: vote, pass: majority}
"""
HEAD = "tests: v1\ninputs: {question: Well?}\n"
AGREE = "{block: {stance: {agree: true}}}"
YES = "{block: {choice: {choice: aye, reason: So.}}}"
SHARED = f"replies: {{say: {AGREE}, vote: {YES}}}\n"


def case(expect: str, more: str = "", name: str = "one") -> str:
    """A case with some expectations, and perhaps more keys, in flow style."""
    inner = f", {more}" if more else ""
    return f"  - {{name: {name}, expect: {{{expect}}}{inner}}}\n"


def text_of(*cases: str, shared: str = SHARED) -> str:
    return f"{HEAD}{shared}cases:\n{''.join(cases)}"


def examined(
    folder: Path, text: str, debate: str = DEBATE, examiner: Examiner | None = None
) -> Examined:
    """What comes of a test file beside its debate."""
    (folder / "settle.debate.yaml").write_text(debate, encoding="utf-8")
    path = folder / "settle.test.yaml"
    path.write_text(text, encoding="utf-8")
    return next((examiner or Examiner(clock())).test([path]))


def clock() -> Callable[[], float]:
    """A clock that goes on by a second each time that it is read."""
    return count().__next__


def lines(found: Examined) -> list[str]:
    """What is wrong, a line each: severity, rule, message."""
    return [line_of(finding) for finding in found.every]


def line_of(finding: Diagnostic) -> str:
    return f"{finding.severity}[{finding.rule}] {finding.message}"
