"""Speed, guarded at ten times the benchmark's goals so that a busy machine fails nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.bench.processes import Contest, contests, measure
from tools.bench.specs import parts

SLACK = 10
SPECS = 20
ROUNDS = 1


def test_specs_are_of_the_size_told_and_each_its_own() -> None:
    texts = ["".join(parts(number)) for number in range(30)]
    assert all(220 <= text.count("\n") <= 240 for text in texts)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("index", [0, 1, 2, -1], ids=["lint", "parallel", "known", "help"])
def test_no_contest_is_lost_by_far(tmp_path: Path, index: int) -> None:
    contest: Contest = contests(tmp_path, SPECS)[index]
    timing = measure(contest, ROUNDS)
    assert timing.ratio <= SLACK * contest.goal
