"""A debate that editors open, with marks for cursors."""

from __future__ import annotations

from pathlib import Path

from debatec.lsp.document import Document, read

SPEC = """\
debate: v1
name: council
inputs:
  question: {type: string, description: What it is about.}
roles:
  pro: {lens: defends, seats: 2}
  judge: {}
groups:
  all_of_us: [pro, judge]  # debatec: ignore[DB411] for later
prompts:
  open: |
    {{ inputs.question }} 😀 {{ seat.title }}
    {% for reply in heard %}{{ reply.text }}{% endfor %}
blocks:
  score:
    fields: {level: {type: number, minimum: 0, maximum: 1}}
format:
  - id: talk
    rounds: 2
    steps:
      - id: say
        speakers: pro
        prompt: open
      - {id: rate, speakers: judge, sees: say, prompt: "Rate {{ say[0].text }}.", returns: score}
    stop:
      - {id: agreed, when: rate.level >= 0.8}
"""


def opened(text: str = SPEC, before: Document | None = None) -> Document:
    return read("a.debate.yaml", text, Path(), before)


def marked(text: str, mark: str = "¦") -> tuple[Document, int]:
    """A text without the mark in it, after the whole spec was read, and where the mark stood."""
    offset = text.index(mark)
    return opened(text.replace(mark, "", 1), opened()), offset
