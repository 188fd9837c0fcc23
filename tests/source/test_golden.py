"""Each ``cases/NAME.yaml`` is reported as ``cases/NAME.expected.txt`` says; UPDATE=1 writes those."""

import os
from pathlib import Path

import pytest

from debatec.source.decode import decode
from debatec.source.frame import render
from debatec.source.reader import read

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(FOLDER.glob("*.yaml"))


def report(path: Path) -> str:
    source, found = decode(path.read_bytes(), path.name)
    if source is not None:
        found += read(source)[1]
    return "".join(f"{render(diagnostic)}\n\n" for diagnostic in found).removesuffix("\n")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_report_is_as_expected(path: Path) -> None:
    expected = path.with_suffix(".expected.txt")
    if os.environ.get("UPDATE"):
        expected.write_text(report(path), encoding="utf-8")
    assert report(path) == expected.read_text(encoding="utf-8")


def test_every_expectation_has_its_case() -> None:
    names = {path.name.removesuffix(".expected.txt") for path in FOLDER.glob("*.expected.txt")}
    assert names == {path.stem for path in CASES} != set()
