"""Speed, guarded at ten times the benchmark's goals so that a busy machine fails nothing."""

from __future__ import annotations

import asyncio
import tracemalloc
from pathlib import Path

import pytest

from tools.bench import debates
from tools.bench.jobs import REPLY, Roundtable
from tools.bench.processes import Contest, contests, measure
from tools.bench.specs import parts

SLACK = 10
SPECS = 20
ROUNDS = 1
AT_ONCE = 30


def test_specs_are_of_the_size_told_and_each_its_own() -> None:
    texts = ["".join(parts(number)) for number in range(30)]
    assert all(220 <= text.count("\n") <= 240 for text in texts)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("index", [0, 1, 2, -1], ids=["lint", "parallel", "known", "help"])
def test_no_contest_is_lost_by_far(tmp_path: Path, index: int) -> None:
    contest: Contest = contests(tmp_path, SPECS)[index]
    timing = measure(contest, ROUNDS)
    assert timing.ratio <= SLACK * contest.goal


def test_debates_of_one_plan_hold_little_but_their_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _file: None)
    held = asyncio.run(_held_in_last_turns(tmp_path))
    replies = len(REPLY) * (Roundtable().turns - 1)
    assert 2 * replies < held < 2 * replies + 45 * 1024  # the last prompt tells them all again


async def _held_in_last_turns(folder: Path) -> float:
    """Bytes that each of some debates holds while all of them are in their last turns."""
    plan, held = debates.plan_of(debates.roundtable(3)), []

    def delay(turn: str) -> float:
        if not turn.startswith("closing."):
            return 0.0
        held.append(tracemalloc.get_traced_memory()[0])
        return 1.0

    await debates.carry_out(folder / "warm", plan, lambda _turn: 0.0, files=False)
    tracemalloc.start()
    runs = (debates.carry_out(folder / f"{n}", plan, delay, files=False) for n in range(AT_ONCE))
    await asyncio.gather(*runs)
    tracemalloc.stop()
    return held[-1] / AT_ONCE
