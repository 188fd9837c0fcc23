"""The names that a debate has for each place that takes one."""

from __future__ import annotations

import pytest

from debatec.lsp.places import Path
from debatec.lsp.slots import keys_named, names_at
from tests.lsp.texts import SPEC, opened

STEP: Path = ("format", 0, "steps", 0)
AUTHORS = {"all_of_us", "pro", "judge"}
PLACES = {"talk", "say", "rate"}


@pytest.mark.parametrize(
    ("path", "names"),
    [
        (("groups", "all_of_us", 0), {"pro", "judge"}),
        ((*STEP, "speakers"), AUTHORS),
        ((*STEP, "speakers", 1), AUTHORS),
        ((*STEP, "speakers", "who"), AUTHORS),
        (("veto", "voters"), AUTHORS),
        (("synthesis", "speakers"), AUTHORS),
        ((*STEP, "sees"), {"nothing", "others", "everything"} | PLACES | AUTHORS),
        ((*STEP, "sees", 0, "who"), {"self", "others", "everyone"} | AUTHORS),
        ((*STEP, "sees", "in", 0), PLACES),
        ((*STEP, "of"), PLACES),
        ((*STEP, "prompt", "first"), {"open", "builtin:seat", "builtin:veto"}),
        (("roles", "pro", "system"), {"open", "builtin:seat", "builtin:veto"}),
        ((*STEP, "returns"), {"score", "status", "choice", "vote"}),
        ((*STEP, "covers"), set()),
        (("result", "text"), {"say", "rate"}),
        (("name",), set()),
        (("inputs", "prompt"), set()),
        ((), set()),
    ],
)
def test_names(path: Path, names: set[str]) -> None:
    context = opened().context
    assert context is not None
    assert {name for name, _ in names_at(context, path)} == names


def test_names_that_are_keys() -> None:
    text = SPEC.replace("maximum: 1}}", "maximum: 1}}\n    otherwise: {level: 0}")
    context = opened(text).context
    assert context is not None
    assert [*keys_named(context, ("presets", "short"))] == [("question", "input")]
    assert [*keys_named(context, ("blocks", "score", "otherwise"))] == [("level", "field")]
    assert [*keys_named(context, ("blocks", "none", "otherwise"))] == []
