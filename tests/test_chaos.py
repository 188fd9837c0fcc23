"""Some of the runs of `make chaos`; the rest take minutes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from debatec.runtime import run
from debatec.runtime.events import Event
from tools.chaos import Broken, chaos, table

RUNS = 20


def test_runs_keep_their_promises() -> None:
    figures = chaos(RUNS, 0, lambda _line: None)
    assert sum(found.runs for found in figures.values()) == RUNS
    assert sum(found.outcomes.total() for found in figures.values()) == RUNS
    assert sum(found.compared for found in figures.values()) == RUNS // 2
    for found in figures.values():
        assert set(found.deaths) == {"kill", "power cut", "full disk"}
        assert found.torn
        assert found.failed
    assert table(figures).count("\n") == 11


def test_a_broken_promise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a sync a power cut loses turns."""

    def never(_run: object, _event: Event) -> bool:
        return False

    monkeypatch.setattr(run.Run, "_is_durable", never)
    with pytest.raises(Broken, match=r"--start [0-9]+ .*completed turns were lost") as caught:
        chaos(RUNS, 0, lambda _line: None)
    kept = Path(str(caught.value).split("kept in ")[1].split(")")[0])
    assert kept.is_dir()
    shutil.rmtree(kept)
