"""What `debatec test` does and says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from debatec.cli import covering, findings
from debatec.cli.failure import Failure
from debatec.cli.output import schema
from debatec.report.findings.found import Findings, Trial
from debatec.report.findings.json import finding_of
from debatec.report.text import plural
from debatec.source.diagnostic import Severity
from debatec.testing.cases import Case
from debatec.testing.coverage import Coverage
from debatec.testing.suites import Examined, Examiner, Tried


def wanted(formats: Iterable[str], *, as_json: bool) -> list[findings.Wanted]:
    """The reports that are asked for: text, unless a format or a document of tests is."""
    asked = findings.asked(formats, as_json=False)
    if as_json:
        return [one for one in asked if one.file is not None]
    return asked or [findings.Wanted("text")]


def carried_out(
    files: Sequence[str],
    clock: Callable[[], float],
    word: str | None,
    *,
    update: bool,
    fail_fast: bool,
    covers: bool,
) -> list[Examined]:
    """Every file's cases, or those with a word in their name or file.

    Raises:
        Failure: a file cannot be read, or a snapshot not be written.
    """

    def chosen(path: str, case: Case) -> bool:
        return word is None or word.casefold() in f"{path} {case.name}".casefold()

    examiner = Examiner(clock, chosen, update, fail_fast, covers)
    try:
        return list(examiner.test(map(Path, files)))
    except OSError as error:
        raise Failure(f"'{error.filename}': {error.strerror}") from error


def findings_of(done: Sequence[Examined]) -> Findings:
    """All that was found, and every case."""
    trials = [_trial(tested, one) for tested in done for one in tested.cases]
    found = [finding for tested in done for finding in tested.every]
    return Findings(tuple(tested.path for tested in done), tuple(found), (), tuple(trials))


def _trial(tested: Examined, tried: Tried) -> Trial:
    return Trial(tested.path, tried.case.name, tuple(tried.findings), tried.seconds)


def document(done: Sequence[Examined], coverages: Sequence[Coverage] | None) -> dict[str, Any]:
    """What came of the tests, by the schema `test-report.v1.schema.json`."""
    return {
        "schema": schema("test-report"),
        "passed": _count(done, failed=False),
        "failed": _count(done, failed=True),
        "files": [_file(tested) for tested in done],
        "coverage": None if coverages is None else covering.document(coverages),
    }


def _file(tested: Examined) -> dict[str, Any]:
    return {
        "file": tested.path,
        "cases": [_case(one) for one in tested.cases],
        "findings": [finding_of(found) for found in tested.findings],
        "snapshots": list(tested.written),
    }


def _case(tried: Tried) -> dict[str, Any]:
    result = tried.result
    return {
        "name": tried.case.name,
        "line": tried.case.span.position[0],
        "passed": not tried.failed,
        "outcome": result["outcome"] if result else None,
        "reason": result["reason"] if result else None,
        "findings": [finding_of(found) for found in tried.findings],
    }


def _count(done: Sequence[Examined], *, failed: bool) -> int:
    return sum(one.failed is failed for tested in done for one in tested.cases)


def summary(done: Sequence[Examined], seconds: float) -> Iterator[str]:
    """A line such as `12 passed, 1 failed in 2 files, 0.31 s`, and what was written."""
    for tested in done:
        if tested.written:
            yield f"{tested.path}: {plural(len(tested.written), 'snapshot')} written or deleted"
    failed = _count(done, failed=True)
    parts = [f"{_count(done, failed=False)} passed"]
    parts += [f"{failed} failed"] if failed else []
    warnings = [f for one in done for f in one.every if f.severity is Severity.WARNING]
    parts += [plural(len(warnings), "warning")] if warnings else []
    unusable = sum(tested.failed and not tested.cases for tested in done)
    parts += [f"{plural(unusable, 'file')} unusable"] if unusable else []
    yield f"{', '.join(parts)} in {plural(len(done), 'file')}, {seconds:.2f} s"
