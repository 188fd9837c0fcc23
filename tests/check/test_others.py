"""Files of debatec that are no debates: each is told in one line."""

from __future__ import annotations

import pytest

from debatec.check.pipeline import compile_source
from debatec.linter.checking import check
from debatec.source.frame import render
from debatec.source.text import Source

SCRIPT = "replay: v1\ndebate: panel\nturns: {a.r1.b.c: {txt: Yes.}}\n"
URN = '{\n "debate": "panel",\n "schema": "urn:debatec:schema:%s:v1"\n}\n'


def told(name: str, text: str) -> list[str]:
    return [f"{d.rule} {d.message}" for d in compile_source(Source(name, text)).diagnostics]


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("x.yaml", SCRIPT, "a script of recorded replies"),
        ("x.yaml", "replay: v2\n", "a script of recorded replies"),
        ("agents.yaml", "agents: v1\nentries: {a: {}}\n", "a registry of agents"),
        ("x.json", '{"baseline": "v1", "findings": []}', "a baseline of lint"),
        ("x.yaml", "tests: v1\ncases: []\n", "tests of a debate"),
        ("x.yaml", "behavior: v1\nall: {fail: 0.1}\n", "behavior of seats"),
        ("debatec.lock", "lock: v1\nsources: {}\n", "a lock of what debates extend"),
        ("a/debatec.toml", 'select = ["all"]\n', "settings of lint"),
        ("pyproject.toml", '[project]\nname = "x"\n', "settings of lint"),
        ("x.json", URN % "plan", "the plan of a run"),
        ("x.json", URN % "state", "the state of a run"),
        ("x.json", URN % "result", "the result of a run"),
        ("x.json", URN % "summary", "what a round of a run came to"),
        ("x.json", URN % "findings", "what a command of debatec printed"),
        ("r/journal.jsonl", '{"kind": "started", "debate": "x"}\n{}\n', "the journal of a run"),
        ("r/report.md", "# panel\n\nA *text*: with\n> marks\n", "the report of a run"),
    ],
)
def test_a_file_of_another_kind_is_told_in_one_line(name: str, text: str, what: str) -> None:
    assert told(name, text) == [f"DB208 this file holds {what}, and no debate"]


@pytest.mark.parametrize(
    "text",
    [
        "debate: v1\nreplay: v1\n",
        "debate: v1\nagents: v1\n",
        "debate: v1\nschema: urn:debatec:schema:plan:v1\n",
        "debate: v2\nagents: v1\n",
        "schema: urn:other:plan\n",
        "replay: {}\n",
        "[agents]\n",
    ],
)
def test_what_may_be_a_debate_is_read_as_one(text: str) -> None:
    assert "DB208" not in " ".join(told("x.debate.yaml", text))


def test_lint_checks_a_script_as_one() -> None:
    found = check("x.replay.yaml", SCRIPT.encode(), None).findings[-1]
    assert (found.rule, found.span.position) == ("DB201", (3, 20))
    assert check("x.replay.yaml", SCRIPT.replace("txt", "text").encode(), None).findings == ()
    broken = check("x.replay.yaml", SCRIPT.replace("}}", "}").encode(), None).findings
    assert {found.rule for found in broken} == {"DB101"}


def test_comments_hide_findings_of_a_script() -> None:
    text = SCRIPT.replace("turns", "# debatec: ignore[DB201]\nturns")
    assert len(check("x.replay.yaml", text.encode(), None).directives) == 1


def test_no_line_of_another_file_is_shown() -> None:
    (found,) = compile_source(Source("x", "agents: v1\napi_key: secret\n")).diagnostics
    assert "secret" not in render(found)
