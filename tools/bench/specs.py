"""Valid specs for the linters to read, of some 230 lines each, no two of them alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

WORDS = (
    "cache", "queue", "ledger", "shard", "index", "schema", "token", "broker", "replica",
    "socket", "parser", "budget", "quorum", "journal", "snapshot", "cursor", "tenant",
    "gateway", "backlog", "canary", "rollback", "mutex", "webhook", "cluster",
)  # fmt: skip
POINTS = 5

HEAD = """\
# Written by the benchmark: no two of these files have the same text.
debate: v1
name: bench-{number}
version: "1.0.{number}"
summary: Two sides and a judge go through {points} points about the {a} and the {b}.

inputs:
  question: {{type: string}}
  rounds: {{type: integer, minimum: 1, maximum: 6, default: 3}}
  words: {{type: integer, minimum: 50, maximum: 800, default: 200}}
  agreement: {{type: number, minimum: 0, maximum: 1, default: 0.8}}
  strict: {{type: boolean, default: false}}

roles:
  advocate: {{lens: defends the {a}, seats: 2, attempts: 3}}
  sceptic: {{lens: looks for what breaks in the {b}, turn_timeout: 90s}}
  judge: {{system: bench, session: fresh}}
groups:
  sides: [advocate, sceptic]

blocks:
  score:
    fields:
      agreement: {{type: number, minimum: 0, maximum: 1}}
      open: {{type: string}}
    asks: 2
    otherwise: {{agreement: 0.5, open: the {a}}}

x-owners:
  - team {a}
  - team {b}
"""

PROMPTS = """\
  open_{point}: |
    {{{{ inputs.question }}}}
    Point {point} of {points}: should the {a} know about the {b}?
    State your position on the {c} in at most {{{{ inputs.words }}}} words.
    {{% if inputs.strict %}}
    Give a source for every claim about the {d}.
    {{% endif %}}
  argue_{point}: |
    {{{{ heard }}}}
    Round {{{{ round.number }}}} on the {a}: attack the weakest claim about the {b}.
    Then revise your own words on the {c} and say what you gave up about the {d}.
    {{% if inputs.strict %}}
    Quote the {a} word for word.
    {{% endif %}}
"""

PHASE = """\
  - id: point_{point}
    rounds: inputs.rounds
    steps:
      - id: say_{point}
        speakers: sides
        order: {order}
        sees: others
        prompt: {{first: open_{point}, then: argue_{point}}}
        quorum: 2
      - id: score_{point}
        speakers: judge
        sees: {{who: sides, in: say_{point}, window: this}}
        prompt: judge
        returns: score
    stop:
      - id: agreed_{point}
        when: score_{point}.agreement >= inputs.agreement
        outcome: consensus
"""

SHARED_PROMPTS = """\
  bench: You judge the debate about the {a} and never take part in it.
  judge: |
    {{{{ heard }}}}
    Score from 0 to 1 how far the sides agree, and name what is open about the {b}.
  audit: |
    {{{{ heard }}}}
    List your findings about the {a} with evidence and mark the blocking ones.
  choose: |
    {{{{ heard }}}}
    Choose what becomes of the {b}.
  report: |
    Write the report on the {a}. Keep every disagreement about the {b}.
  veto: |
    {{{{ heard }}}}
    Accept the report, or object and say what it gets wrong about the {b}.
"""

CLOSING = """\
  - id: choosing
    steps:
      - id: review
        speakers: sides
        prompt: audit
        returns: status
      - id: findings
        kind: ledger
        of: review
      - id: pick
        speakers: sides
        sees: {{who: everyone, window: all}}
        prompt: choose
        returns: choice
        options: [keep, change, drop]
      - id: picked
        kind: tally
        of: pick
        pass: majority

synthesis:
  speakers: judge
  prompt: report

veto: {{voters: sides, prompt: veto, pass: unanimous}}
result: {{text: synthesis, decision: picked.winner}}
limits: {{turn_timeout: 120s, attempts: 2, strikes: 3, time: 60m}}
"""


def parts(number: int) -> Iterator[str]:
    """The pieces of a spec, each with words of its own."""
    draw = random.Random(number)

    def fill(template: str, point: int = 0) -> str:
        a, b, c, d = draw.sample(WORDS, 4)
        order = "sequential" if point % 2 else "parallel"
        return template.format(
            number=number, points=POINTS, point=point, order=order, a=a, b=b, c=c, d=d
        )

    yield fill(HEAD)
    yield "\nprompts:\n"
    yield fill(SHARED_PROMPTS)
    yield from (fill(PROMPTS, point) for point in range(1, POINTS + 1))
    yield "\nformat:\n"
    yield from (fill(PHASE, point) for point in range(1, POINTS + 1))
    yield fill(CLOSING)


def write_specs(folder: Path, count: int) -> None:
    """Write valid specs of some 230 lines, the same ones every time."""
    for number in range(count):
        path = folder / f"bench-{number}.debate.yaml"
        path.write_text("".join(parts(number)), encoding="utf-8")
