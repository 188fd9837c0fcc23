"""`kill -9` after every record of a run, and then a resume: nothing is lost or asked again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from debatec.runtime.events import Event, Resumed, Settled
from debatec.runtime.journal import NAME, read_journal
from debatec.runtime.projection import RESULT
from tests.support.killed import KILLED, QUESTIONS, TORN, WHOLE
from tests.support.runs import lasting

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run that was let alone, and one killed after each of its records."""
    base = tmp_path_factory.mktemp("killed")
    path = os.pathsep.join([str(ROOT / "compiler"), str(ROOT)])
    subprocess.run(
        [sys.executable, "-m", "tests.support.killed", str(base)],
        env=os.environ | {"PYTHONPATH": path},
        check=True,
    )
    return base


def killed(base: Path) -> Iterator[Path]:
    return (path for path in sorted(base.iterdir()) if path.name != WHOLE)


def result(folder: Path) -> dict[str, Any]:
    return lasting(json.loads((folder / RESULT).read_text("utf-8")))


def events(folder: Path) -> list[Event]:
    return [line.event for line in read_journal(folder)]


def settled(found: list[Event]) -> dict[str, Settled]:
    return {event.node: event for event in found if isinstance(event, Settled)}


def test_every_record_was_a_place_to_die(base: Path) -> None:
    records = len(events(base / WHOLE))
    assert records > 25
    assert len(list(killed(base))) == records
    for folder in killed(base):
        left = (folder / KILLED).read_bytes()
        assert left.count(b"\n") == int(folder.name)
        assert left.endswith(TORN if int(folder.name) % 2 else b"\n")


def test_the_result_is_the_same(base: Path) -> None:
    whole = result(base / WHOLE)
    assert whole["turns"]["answered"] == 7
    for folder in killed(base):
        assert result(folder) == whole, folder.name
        assert settled(events(folder)) == settled(events(base / WHOLE)), folder.name


def test_no_completed_turn_is_asked_again(base: Path) -> None:
    for folder in killed(base):
        count = int(folder.name)
        done = settled(events(folder)[:count]).keys()
        path = folder / QUESTIONS
        asked = path.read_text().split() if path.exists() else []
        assert not done & set(asked), folder.name


def test_what_was_written_stays_as_it_was(base: Path) -> None:
    for folder in killed(base):
        count = int(folder.name)
        left = (folder / KILLED).read_bytes()
        assert (folder / NAME).read_bytes().startswith(left[: left.rfind(b"\n") + 1])
        resumed = [n for n, event in enumerate(events(folder)) if isinstance(event, Resumed)]
        assert resumed == ([count] if count < len(events(base / WHOLE)) else [])
