"""Texts known from an earlier time: exactly as long as nothing has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from debatec.linter.cached import Unreadable, checked
from debatec.linter.checking import Checked, check
from debatec.linter.store import NAME, Store
from debatec.linter.targets import Target, file_target
from debatec.source.frame import render
from tests.linter.test_checking import SPEC


class Checks:
    """Counts the texts that are checked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []

        def counted(name: str, data: bytes, folder: str | None) -> Checked:
            self.names.append(name)
            return check(name, data, folder)

        monkeypatch.setattr("debatec.linter.cached.check", counted)

    def run(self, *targets: Target) -> list[Checked]:
        return checked(targets, Store(Path("cache"), "m"), 1)


@pytest.fixture
def checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checks:
    monkeypatch.chdir(tmp_path)
    Path("a.debate.yaml").write_bytes(SPEC)
    Path("open.md").write_text("{{ herd }}")
    return Checks(monkeypatch)


A = file_target("a.debate.yaml")


def test_the_second_time_nothing_is_checked(checks: Checks) -> None:
    first = checks.run(A)
    assert repr(checks.run(A)) == repr(first)
    assert checks.names == ["a.debate.yaml"]
    assert [finding.rule for finding in first[0].findings] == ["DB409", "DB302"]


def test_the_same_text_under_another_name_is_known(checks: Checks) -> None:
    checks.run(A)
    Path("b.debate.yaml").write_bytes(SPEC)
    (found,) = checks.run(file_target("b.debate.yaml"))
    assert checks.names == ["a.debate.yaml"]
    assert str(found.findings[0].span) == "b.debate.yaml:4:34"


@pytest.mark.parametrize("change", ["other", "none", "link", "folder", "bytes"])
def test_a_prompt_that_changes_is_looked_at(checks: Checks, change: str) -> None:
    checks.run(A)
    path = Path("open.md")
    if change == "other":
        path.write_text("{{ heard }}")
    else:
        path.unlink()
    if change == "link":
        path.symlink_to("/etc/passwd")
    if change == "folder":
        path.mkdir()
    if change == "bytes":
        path.write_bytes(b"\xff")
    (found,) = checks.run(A)
    assert len(checks.names) == 2
    assert [finding.rule for finding in found.findings] != ["DB409", "DB302"]


def test_a_text_without_a_folder_is_another(checks: Checks) -> None:
    checks.run(A)
    (found,) = checks.run(Target("stdin", None, SPEC))
    assert [finding.rule for finding in found.findings] == ["DB426", "DB409", "DB426"]
    assert len(checks.names) == 2


def test_what_is_no_text_is_checked_each_time(checks: Checks) -> None:
    Path("a.debate.yaml").write_bytes(b"\xff")
    assert repr(checks.run(A)) == repr(checks.run(A))
    assert len(checks.names) == 2


def test_results_are_in_the_order_of_targets(checks: Checks) -> None:
    names = [f"{number}.debate.yaml" for number in range(6)]
    for name in names:
        Path(name).write_bytes(SPEC + f"x-note: {name}\n".encode())
    targets = [file_target(name) for name in names]
    checks.run(*targets[::2])
    found = checks.run(*targets)
    assert [result.findings[0].span.source.path for result in found] == names
    assert sorted(checks.names) == names


@pytest.mark.parametrize("wrong", [1, {}, {"files": ["open.md"]}, {"files": [], "findings": [1]}])
def test_a_damaged_record_is_as_none(checks: Checks, wrong: Any) -> None:
    first = checks.run(A)
    path = Path("cache") / NAME
    document = json.loads(path.read_text())
    document["entries"] = dict.fromkeys(document["entries"], wrong)
    path.write_text(json.dumps(document))
    assert repr(checks.run(A)) == repr(first)
    assert len(checks.names) == 2


def test_a_file_that_cannot_be_read(checks: Checks) -> None:
    with pytest.raises(Unreadable, match=r"'no\.yaml' cannot be read: No such file"):
        checks.run(file_target("no.yaml"))


def test_several_processes_find_the_same(checks: Checks) -> None:
    targets = [Target(f"{n}", ".", SPEC + b"x-n: %d\n" % n) for n in range(12)]
    assert repr(checked(targets, None, 3)) == repr(checked(targets, None, 1))
    assert checks.names == [str(n) for n in range(12)]


CASES = sorted((Path(__file__).parents[1] / "check" / "cases").glob("*/spec.debate.yaml"))


def test_every_finding_of_every_rule_is_the_same_from_the_store(checks: Checks) -> None:
    targets = [file_target(str(case)) for case in CASES]
    first = checks.run(*targets)
    checks.names.clear()
    second = checks.run(*targets)
    for one, other in zip(first, second, strict=True):
        assert list(map(render, one.findings)) == list(map(render, other.findings))
    anew = [str(case) for case in CASES if not is_lasting(case)]
    assert set(checks.names) <= set(anew)


def is_lasting(case: Path) -> bool:
    """Whether a case is known from the store: not what has no text, or builds on other debates."""
    undecodable = case.parent.name.startswith("DB100")
    return not undecodable and "\nextends:" not in case.read_text("utf-8")
