"""`debatec graph`: the drawings."""

from __future__ import annotations

import pytest

from tests.cli.specs import BAD, Files, call


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ((), "pingpong 1.0.0: 2 seats, 6 turns at most\n"),
        (("-i", "rounds=9"), "pingpong 1.0.0: 2 seats, 18 turns at most\n"),
        (("--format", "mermaid"), "flowchart TD\n"),
    ],
)
def test_drawings(options: tuple[str, ...], start: str) -> None:
    result = call("graph", "pingpong", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(start)


def test_a_faulty_spec_is_refused(write: Files) -> None:
    assert call("graph", write("a.debate.yaml", BAD)).exit_code == 2
