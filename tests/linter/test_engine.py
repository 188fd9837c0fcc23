"""From what was found to what is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debatec.linter.baseline import baseline_of
from debatec.linter.engine import Results, beyond, lint
from debatec.linter.settings import Layer, Settled, settle
from debatec.linter.targets import Target, file_target
from tests.cli.specs import BAD, GOOD, WARNED


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settled(**values: Any) -> Settled:
    return settle([Layer("t", values, ".")], str(Path.cwd()))


def linted(*texts: str, **values: Any) -> Results:
    targets = [Target(f"d/{n}.debate.yaml", "d", text.encode()) for n, text in enumerate(texts)]
    return lint(targets, settled(**values), None)


def told(results: Results) -> list[str]:
    return [f"{finding.span.source.path[2]} {finding.rule}" for finding in results.findings]


def test_every_file_in_order() -> None:
    assert told(linted(WARNED, GOOD, BAD)) == ["0 DB409", "2 DB302"]


def test_comments_then_settings() -> None:
    text = WARNED.rstrip() + "  # debatec: ignore[DB409] it is for later\n"
    results = linted(text)
    assert (told(results), len(results.files[0].hidden)) == ([], 1)
    assert told(linted(text, ignore=["DB409"])) == []
    unused = GOOD.replace("name: good\n", "name: good  # debatec: ignore[DB409]\n")
    assert told(linted(unused)) == ["0 DB801"]
    assert told(linted(unused, ignore=["unused-suppression"])) == []
    assert told(linted(unused, severity="error")) == []


def test_findings_about_comments_are_in_order() -> None:
    text = WARNED.replace("name: good\n", "name: good  # debatec: ignore[DB999]\n")
    assert told(linted(text)) == ["0 DB802", "0 DB409"]


def test_rules_of_some_files() -> None:
    results = linted(WARNED, WARNED, per_file_ignores={"d/0.*": ["DB4"]})
    assert told(results) == ["1 DB409"]


def test_what_a_baseline_knows() -> None:
    Path("d").mkdir()
    results = linted(WARNED, BAD, BAD)
    known = baseline_of(results.findings[:2], str(Path.cwd()))
    new = beyond(results, known, str(Path.cwd()), settled())
    assert (told(new), new.known, new.stale) == (["2 DB302"], 2, 0)


@pytest.mark.parametrize(
    ("values", "texts", "stale"),
    [
        ({}, [GOOD, BAD], 1),
        ({}, [WARNED], 1),
        ({"ignore": ["DB409"]}, [GOOD, BAD], 0),
    ],
    ids=["mended", "removed", "turned off"],
)
def test_what_a_baseline_knows_and_is_no_more(
    values: dict[str, Any], texts: list[str], stale: int
) -> None:
    known = baseline_of(linted(WARNED, BAD).findings, str(Path.cwd()))
    results = linted(*texts, **values)
    assert beyond(results, known, str(Path.cwd()), settled(**values)).stale == stale


def test_a_file_that_was_not_looked_at_is_not_stale() -> None:
    known = baseline_of(linted(WARNED, BAD).findings, str(Path.cwd()))
    Path("d").mkdir()
    Path("d/1.debate.yaml").write_text(BAD)
    assert beyond(linted(WARNED), known, str(Path.cwd()), settled()).stale == 0


def test_a_prompt_in_a_file_of_its_own_is_looked_at_with_its_spec() -> None:
    Path("open.md").write_text("{{ herd }}")
    spec = GOOD.replace('"{{ inputs.question }} {{ heard }}"', "open").replace("inputs.rounds", "2")
    Path("a.debate.yaml").write_text(spec + "prompts: {open: {file: open.md}}\n")
    target = file_target("a.debate.yaml")
    results = lint([target], settled(), None)
    known = baseline_of(results.findings, str(Path.cwd()))
    Path("open.md").write_text("{{ heard }}")
    assert beyond(lint([target], settled(), None), known, str(Path.cwd()), settled()).stale == 1
