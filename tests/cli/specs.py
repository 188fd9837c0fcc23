"""What the tests of commands share: how a command is called, and specs."""

from __future__ import annotations

from collections.abc import Callable

from click.testing import CliRunner, Result

from debatec.cli.main import main

Files = Callable[[str, str], str]

GOOD = """\
debate: v1
name: good
inputs:
  question: {type: string}
  rounds: {type: integer, minimum: 1, maximum: 9, default: 2}
roles: {a: {}, b: {}}
format:
  - id: talk
    rounds: inputs.rounds
    steps:
      - {id: say, speakers: [a, b], prompt: "{{ inputs.question }} {{ heard }}"}
"""
BAD = GOOD.replace("{{ heard }}", "{{ herd }}")
WARNED = GOOD + "prompts: {unused: Nobody says this.}\n"


def call(
    *arguments: str,
    color: bool = False,
    env: dict[str, str] | None = None,
    input: str | bytes | None = None,
) -> Result:
    """The result of a command of debatec; what it does not catch is raised."""
    runner = CliRunner()
    return runner.invoke(main, arguments, input, env, catch_exceptions=False, color=color)
