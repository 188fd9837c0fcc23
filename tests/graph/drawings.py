"""Golden drawings: a spec in `cases`, or a format that ships, and its drawing beside it."""

from __future__ import annotations

import os
from pathlib import Path

from debatec.graph.plan import Plan
from tests.graph.plans import plan_of, shipped

CASES = Path(__file__).parent / "cases"
SUFFIX = ".debate.yaml"
NAMES = sorted(
    ["panel", "pingpong", *(path.name.removesuffix(SUFFIX) for path in CASES.glob(f"*{SUFFIX}"))]
)


def planned(name: str) -> Plan:
    """The plan of a case or a shipped format."""
    path = CASES / (name + SUFFIX)
    return plan_of(path.read_text(encoding="utf-8")) if path.exists() else shipped(name)


def compare(drawn: str, file: str) -> None:
    """Hold a drawing against its file; with UPDATE=1 in the environment, write it anew."""
    path = CASES / file
    if os.environ.get("UPDATE"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")
