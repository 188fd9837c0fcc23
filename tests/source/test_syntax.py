"""``cases/NAME.yaml`` is reported as ``cases/NAME.expected.txt`` says; UPDATE=1 writes those."""

import os
from pathlib import Path

import pytest

from debatec.source.decode import decode
from debatec.source.frame import render
from debatec.source.reader import read
from debatec.source.schema import load_schema

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


LINT = Path(__file__).parents[1] / "cases" / "lint"


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("01", [("DB101", (10, 10))]),
        ("02", [("DB101", (10, 19))]),
        ("03", [("DB112", (10, 20))]),
        ("04", [("DB101", (17, 1))]),
        ("05", []),
    ],
)
def test_mistakes_that_people_make_are_said_once(
    number: str, expected: list[tuple[str, tuple[int, int]]]
) -> None:
    (path,) = LINT.glob(f"{number}-*.yaml")
    source, _ = decode(path.read_bytes(), path.name)
    assert source is not None
    node, found = read(source)
    assert node is not None
    assert [(fault.rule, fault.span.position) for fault in found] == expected
    assert all(fault.fix for fault in found)
    assert load_schema("debate.v1.schema.json").check(node) == []
