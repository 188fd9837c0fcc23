"""Texts kept in files beside a test file."""

from __future__ import annotations

from pathlib import Path

from debatec.source.frame import render
from debatec.testing.suites import Examined, Examiner
from tests.support.trials import DEBATE, case, clock, examined, lines, text_of

EXPECT = "prompts: {r2.say.pro: {snapshot: true}}, graph: {snapshot: true}"
OWN = "inputs: {rounds: 2}, replies: {say.con: No.}"
PROMPT = "one.talk.r2.say.pro.prompt.txt"


def run(folder: Path, update: bool = False, expect: str = EXPECT, debate: str = DEBATE) -> Examined:
    return examined(folder, text_of(case(expect, OWN)), debate, Examiner(clock(), update=update))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "settle.snapshots").iterdir())


def test_a_snapshot_that_is_not_there_is_missed_and_not_written(tmp_path: Path) -> None:
    assert lines(run(tmp_path)) == [
        "error[DB901] one: the prompt of 'talk.r2.say.pro' has no snapshot "
        f"'settle.snapshots/{PROMPT}'",
        "error[DB901] one: the graph has no snapshot 'settle.snapshots/one.graph.txt'",
    ]
    assert not (tmp_path / "settle.snapshots").exists()


def test_an_update_writes_what_came_and_then_it_is_met(tmp_path: Path) -> None:
    done = run(tmp_path, update=True)
    assert (lines(done), sorted(done.written)) == ([], ["one.graph.txt", PROMPT])
    assert names(tmp_path) == ["one.graph.txt", PROMPT]
    text = (tmp_path / "settle.snapshots" / PROMPT).read_text(encoding="utf-8")
    assert "Answer the other." in text
    assert lines(run(tmp_path)) == []
    assert run(tmp_path, update=True).written == []


def test_line_ends_of_an_editor_do_not_count(tmp_path: Path) -> None:
    run(tmp_path, update=True)
    path = tmp_path / "settle.snapshots" / PROMPT
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert lines(run(tmp_path)) == []


def test_what_differs_is_shown_at_its_line_of_the_snapshot(tmp_path: Path) -> None:
    run(tmp_path, update=True)
    changed = DEBATE.replace("Answer the other.", "Answer them.")
    done = run(tmp_path, debate=changed)
    assert lines(done) == [
        "error[DB901] one: the prompt of 'talk.r2.say.pro' is not as its snapshot has it"
    ]
    (finding,) = done.every
    (place,) = finding.related
    assert (place.span.text, place.message) == ("Answer the other.", "now 'Answer them.'")
    assert f"{PROMPT}:" in render(finding)


def test_a_long_difference_is_cut_short(tmp_path: Path) -> None:
    run(tmp_path, update=True)
    path = tmp_path / "settle.snapshots" / PROMPT
    kept = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for at, line in enumerate(kept) if at % 2), encoding="utf-8")
    (finding,) = run(tmp_path).every
    assert len(finding.related) <= 4
    path.write_text("", encoding="utf-8")
    (finding,) = run(tmp_path).every
    assert len(finding.related[0].message) < 200


def test_an_update_deletes_what_no_case_asks_for(tmp_path: Path) -> None:
    run(tmp_path, update=True)
    done = run(tmp_path, update=True, expect="graph: {snapshot: true}")
    assert (done.written, names(tmp_path)) == ([PROMPT], ["one.graph.txt"])
    run(tmp_path, update=True, expect="round: 1")
    assert not (tmp_path / "settle.snapshots").exists()


def test_an_update_of_some_cases_leaves_the_others_alone(tmp_path: Path) -> None:
    text = text_of(case("graph: {snapshot: true}"), case("graph: {snapshot: true}", name="two"))
    examined(tmp_path, text, examiner=Examiner(clock(), update=True))
    some = Examiner(clock(), lambda _path, one: one.name == "two", update=True)
    examined(tmp_path, text, examiner=some)
    assert names(tmp_path) == ["one.graph.txt", "two.graph.txt"]
