"""Golden drawings: a spec in `cases`, or a format that ships, and its drawings beside it."""

from __future__ import annotations

import os
from pathlib import Path

from debatec.graph.plan import Plan
from tests.graph.plans import HEAD, plan_of, shipped

CASES = Path(__file__).parent / "cases"
SUFFIX = ".debate.yaml"
NAMES = sorted(
    ["panel", "pingpong", *(path.name.removesuffix(SUFFIX) for path in CASES.glob(f"*{SUFFIX}"))]
)
HOSTILE = (
    "<script>alert(1)</script>",
    'a" onload="x',
    "]]>",
    "--> &amp;",
    "\\",
    "\u202e\x01",
    "漢字",
)
"""Texts that would be markup if they were not escaped."""


def planned(name: str) -> Plan:
    """The plan of a case or a shipped format."""
    path = CASES / (name + SUFFIX)
    return plan_of(path.read_text(encoding="utf-8")) if path.exists() else shipped(name)


def hostile(text: str) -> Plan:
    """A plan with a text as the name of the debate, in a stop rule and in the decision."""
    quoted = '"' + "".join(f"\\U{ord(char):08x}" for char in text) + '"'
    body = f"[{{id: p, steps: [{{id: s, speakers: team, prompt: x}}], stop: [{{r: {quoted}}}]}}]"
    head = HEAD.replace("name: case", f"name: {quoted}")
    return plan_of(f"{head}format: {body}\nresult: {{text: s, decision: {quoted}}}\n")


def compare(drawn: str, file: str) -> None:
    """Hold a drawing against its file; with UPDATE=1 in the environment, write it anew."""
    path = CASES / file
    if os.environ.get("UPDATE"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")
