"""Steps from one version of the language to the next.

A step has a folder in `cases`, named `OLD-NEW`, with pairs of files: what it is given in
`before`, and under the same name in `after` what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from debatec.check.pipeline import compile_source
from debatec.migrate.steps import STEPS, Step, migrated
from debatec.source.edits import Edit
from debatec.source.nodes import Mapping
from debatec.source.text import Source
from debatec.spec.languages import LANGUAGES, NEWEST

CASES = Path(__file__).parent / "cases"
PAIRS = sorted(CASES.glob("*/before/*.yaml"))


def talks(root: Mapping) -> Iterator[Edit]:
    """A step that is made up: the key `talk` is called `format`."""
    entry = root.entries.get("talk")
    if entry:
        yield Edit(entry.key_span.start, entry.key_span.end, "format")


MADE_UP = (Step("v8", "v9", talks), Step("v9", "v10", lambda _root: ()))


def test_steps_lead_from_each_version_to_the_next() -> None:
    assert [(step.old, step.new) for step in STEPS] == list(
        zip(list(LANGUAGES), list(LANGUAGES)[1:], strict=False)
    )


def test_every_step_has_its_cases() -> None:
    folders = {path.parents[1].name for path in PAIRS}
    assert folders == {f"{step.old}-{step.new}" for step in STEPS}


@pytest.mark.parametrize("path", PAIRS, ids=str)
def test_a_step_does_what_its_case_shows(path: Path) -> None:
    after = path.parents[1] / "after" / path.name
    done = migrated(Source(path.name, path.read_text("utf-8")))
    assert done.text == after.read_text("utf-8")
    assert compile_source(Source("after", done.text)).diagnostics == ()


@pytest.mark.parametrize(
    ("before", "after", "version"),
    [
        ("# A\ndebate: 'v8'  # b\ntalk:  [ ]\n", "# A\ndebate: v10  # b\nformat:  [ ]\n", "v10"),
        ("debate: v9\r\ntalk: é\r\n", "debate: v10\r\ntalk: é\r\n", "v10"),
        ("debate: v10\ntalk: x\n", "debate: v10\ntalk: x\n", "v10"),
        ("debate: v7\n", "debate: v7\n", "v7"),
        ("name: x\n", "name: x\n", ""),
    ],
)  # fmt: skip
def test_every_step_that_a_file_needs_is_taken(before: str, after: str, version: str) -> None:
    done = migrated(Source("a", before), MADE_UP)
    assert (done.text, done.version, done.faults) == (after, version, ())


def test_a_file_that_cannot_be_read_is_left_alone() -> None:
    done = migrated(Source("a", "debate: v8\ntalk: [\n"), MADE_UP)
    assert done.text == "debate: v8\ntalk: [\n"
    assert [fault.rule for fault in done.faults] == ["DB101"]


def test_the_newest_version_is_the_last() -> None:
    assert list(LANGUAGES)[-1] == NEWEST
