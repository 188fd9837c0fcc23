"""Only the steps that a text names have their types worked out."""

from __future__ import annotations

from typing import cast

import pytest

from debatec.check.names import Names
from debatec.check.pipeline import compile_source
from debatec.check.scopes import Scopes
from debatec.source.text import Source
from debatec.template.types import NUMBER, TEXT, Type

STEPS = 60


def test_types_are_worked_out_when_they_are_asked_for() -> None:
    asked: list[str] = []

    def type_of(name: str) -> Type:
        asked.append(name)
        return TEXT

    names = Names(["one", "two"], type_of, {"round": NUMBER})
    assert list(names) == ["one", "two", "round"]
    assert len(names) == 3
    assert "one" in names
    assert "three" not in names
    assert asked == []
    assert names["two"] == TEXT
    assert names["round"] == NUMBER
    assert asked == ["two"]
    with pytest.raises(KeyError):
        names["three"]


@pytest.mark.parametrize("extra", ["", ', where: "it.round > 0"'])
def test_steps_that_hear_all_others_cost_no_more_than_they_name(
    monkeypatch: pytest.MonkeyPatch, extra: str
) -> None:
    """The work is counted for a debate and one of twice the steps."""
    counted = 0

    def count(name: str) -> None:
        method = getattr(Scopes, name)

        def counting(*given: object) -> object:
            nonlocal counted
            counted += 1
            return cast(object, method(*given))

        monkeypatch.setattr(Scopes, name, counting)

    for name in ("_along", "_latest"):
        count(name)
    work = []
    for steps in (STEPS, 2 * STEPS):
        counted = 0
        compiled = compile_source(Source("spec.debate.yaml", spec(steps, extra)))
        assert [found.rule for found in compiled.diagnostics if found.rule < "DB6"] == []
        work.append(counted)
    assert work[0] >= STEPS
    assert work[1] <= 2.5 * work[0]


def spec(steps: int, extra: str) -> str:
    """A debate whose steps hear all others and name one each."""
    lines = ["debate: v1", "name: many", "roles: {peer: {seats: 3}}", "format:", "  - id: talk"]
    lines += ["    rounds: 2", "    steps:"]
    lines += [
        f"      - {{id: s{n}, speakers: peer, sees: {{who: everyone, window: all{extra}}}, "
        f'prompt: "{{{{ s{n} }}}}{{{{ heard }}}}"}}'
        for n in range(steps)
    ]
    return "\n".join(lines) + "\n"
