"""Fixes of golden cases and examples: they mend, they do it once, and they do nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.check.pipeline import Compiled, compile_source
from debatec.check.registry import RULES
from debatec.cli.rewriting import diff
from debatec.fix import trial
from debatec.fix.mend import MAX_TRIALS, Mended, fixable, mend
from debatec.source.diagnostic import Diagnostic, Fix, Severity
from debatec.source.text import Source
from tools.examples import completed, examples

ROOT = Path(__file__).parents[2]
DIFFERENCES = Path(__file__).parent / "cases"
UPDATE = os.environ.get("UPDATE") == "1"
PATHS = sorted(
    [
        *(ROOT / "tests" / "check" / "cases").glob("*/spec.debate.yaml"),
        *(ROOT / "tests" / "source" / "cases").glob("*.yaml"),
        *(ROOT / "tests" / "cases" / "lint").glob("*.debate.yaml"),
    ]
)


@dataclass(frozen=True, slots=True)
class Faulty:
    """A spec with faults, by the name of its golden difference where it has one."""

    name: str
    source: Source
    folder: Path | None
    is_golden: bool = True

    def __str__(self) -> str:
        return self.name

    @property
    def has_fix(self) -> bool:
        return bool(fixable_in(self.source, self.folder, unsafe=True))


def files() -> Iterator[Faulty]:
    """Every file that is text."""
    for path in PATHS:
        is_golden = path.name.startswith("spec.")
        name = path.parent.name if is_golden else f"{path.parent.name}/{path.name}"
        with suppress(UnicodeDecodeError):
            source = Source(path.name, path.read_bytes().decode())
            yield Faulty(name, source, path.parent, is_golden)


def shown() -> Iterator[Faulty]:
    """Every example of a debate on the page of a rule."""
    for rule in RULES:
        for number, example in enumerate(examples(rule), 1):
            if not example.is_debate:
                continue
            source = Source("spec.debate.yaml", completed(example.text))
            yield Faulty(f"{rule.id}-{rule.name}.example-{number}", source, None)


def fixable_in(source: Source, folder: Path | None, *, unsafe: bool) -> list[Diagnostic]:
    return fixable(source, compile_source(source, folder).diagnostics, unsafe=unsafe)


FIXABLE = [faulty for faulty in (*files(), *shown()) if faulty.has_fix]


def mended(text: str, *, unsafe: bool = True) -> Mended:
    return mend(Source("spec.debate.yaml", text), unsafe=unsafe)


def rules(text: str) -> list[str]:
    return [found.rule for found in compile_source(Source("", text)).diagnostics]


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("faulty", FIXABLE, ids=str)
def test_case(faulty: Faulty, unsafe: bool) -> None:
    source, folder = faulty.source, faulty.folder
    before = compile_source(source, folder).diagnostics
    done = mend(source, folder, unsafe=unsafe)
    after = done.compiled.diagnostics
    # Nothing is left to do, and doing it again changes nothing.
    again = mend(done.compiled.source, folder, unsafe=unsafe)
    assert (again.text, again.fixed) == (done.text, ())
    # What has come was hidden by an error.
    errors = [found.rule for found in done.fixed if found.severity is Severity.ERROR]
    for rule in {found.rule for found in after} - {found.rule for found in before}:
        assert errors
        assert rule > min(errors) or min(errors) > "DB3"
    assert len(done.fixed) >= (done.text != source.content)
    if fixable_in(source, folder, unsafe=unsafe):
        assert done.fixed


GOLDEN = [faulty for faulty in FIXABLE if faulty.is_golden]


@pytest.mark.parametrize("faulty", GOLDEN, ids=str)
def test_what_changes_is_the_golden_difference(faulty: Faulty) -> None:
    text = mend(faulty.source, faulty.folder, unsafe=True).text
    golden = DIFFERENCES / f"{faulty}.diff"
    actual = diff(faulty.source.path, faulty.source.content, text)
    if UPDATE:
        golden.write_text(actual, encoding="utf-8")
    assert golden.read_text("utf-8") == actual


def test_no_difference_is_left_over() -> None:
    names = {path.stem for path in DIFFERENCES.iterdir()}
    assert names == {faulty.name for faulty in GOLDEN}


HEAD = "debate: v1\nname: x\nroles: {pro: {}, con: {}}\n"
TAIL = "format: [{id: talk, steps: [{id: say, speakers: [pro, con], prompt: Speak.}]}]\n"


@pytest.mark.parametrize(
    ("before", "after", "safe"),
    [
        ("summary: yes\n", "summary: 'yes'\n", True),
        ("version: 1.10\n", "version: '1.10'\n", True),
        ("summary: {{ x }}   # why\n", "summary: '{{ x }}'   # why\n", True),
        ("summary: a\nsummary: a\n", "summary: a\n", True),
        ("summary: a\nsummary: b\n", None, False),
        ("summary: a\nsummary: a # why\n", None, False),
        ("sumary: a\n", "summary: a\n", False),
        ("'sumary': a\n", "'summary': a\n", False),
        ("groups: {both: [pro, con, pro]}\n", "groups: {both: [pro, con]}\n", False),
        (
            "groups:\n  both:\n  - pro\n  - con\n  - pro\n",
            "groups:\n  both:\n  - pro\n  - con\n",
            False,
        ),
        ("summary: a: b\n", "summary: 'a: b'\n", False),
        ("summary:\u00a0a\n", "summary: a\n", True),
    ],
)
def test_a_fix(before: str, after: str | None, safe: bool) -> None:
    text = HEAD + before + TAIL
    expected = text if after is None else HEAD + after + TAIL
    assert mended(text).text == expected
    assert mended(text, unsafe=False).text == (expected if safe else text)


def test_a_guess_that_makes_another_fault_is_dropped() -> None:
    text = HEAD + TAIL.replace("[pro, con]", "[pro, con, cno]")
    assert rules(text) == ["DB403"]
    assert mended(text).text == text


def test_good_fixes_stay_when_others_are_dropped() -> None:
    text = HEAD + "sumary: a\n" + TAIL.replace("[pro, con]", "[pro, con, cno]")
    assert mended(text).text == text.replace("sumary", "summary")


def test_a_word_that_is_like_two_others_is_not_guessed() -> None:
    text = HEAD.replace("pro: {}", "judge_a: {}, judge_b: {}") + TAIL.replace("[pro", "[judge_c")
    assert "DB403" in rules(text)
    assert mended(text).text == text


def test_a_fix_may_bring_to_light_what_it_hid() -> None:
    text = HEAD + TAIL.replace("prompt: Speak.", "promt: opne")
    assert rules(text) == ["DB201"]
    done = mended(text)
    assert "prompt: opne" in done.text
    assert [found.rule for found in done.compiled.diagnostics] == ["DB405"]


def test_line_ends_comments_and_prose_stay_byte_for_byte() -> None:
    text = (HEAD + "summary: yes  # ä 🙂\t \n" + TAIL + "# the end").replace("\n", "\r\n")
    assert mended(text).text == text.replace("yes", "'yes'")


def test_fixes_that_meet_are_applied_one_after_the_other() -> None:
    text = HEAD + TAIL.replace("prompt: Speak.", "promt: {{ herad }}")
    done = mended(text)
    assert "prompt: '{{ herad }}'" in done.text or "prompt: '{{ heard }}'" in done.text


def test_lines_that_stand_next_to_each_other_are_all_removed() -> None:
    text = HEAD + "summary: a\nversion: 1.0.0\n" + "summary: a\nversion: 1.0.0\n" * 3 + TAIL
    assert mended(text, unsafe=False).text == HEAD + "summary: a\nversion: 1.0.0\n" + TAIL


def test_what_is_no_text_is_left_alone() -> None:
    assert mended("\x00").text == "\x00"
    assert mended("").text == ""


def test_a_hundred_bad_guesses_end() -> None:
    names = ", ".join(["pro", "con", *["cno"] * 300])
    text = HEAD + TAIL.replace("[pro, con]", f"[{names}]")
    assert mended(text).text == text


def test_a_file_full_of_bad_guesses_is_read_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step has three misspelt words of different rules, and each guess makes a fault."""
    read: list[str] = []

    def reading(source: Source, folder: Path | None = None) -> Compiled:
        read.append(source.content)
        return compile_source(source, folder)

    monkeypatch.setattr(trial, "compile_source", reading)
    steps = "".join(
        f"      - {{id: s{n}, speakers: [pro, cno, con], sees: otherss, "
        f'prompt: "{{{{ raund }}}}"}}\n'
        for n in range(60)
    )
    done = mended(HEAD + "format:\n  - id: talk\n    steps:\n" + steps)
    assert done.left
    assert 2 < len(read) <= 1 + MAX_TRIALS


def test_a_rule_is_tried_again_while_its_fixes_stay() -> None:
    wrong = TAIL.replace("[pro, con]", "[pro, con, cno]")
    text = HEAD + "sumary: a\nversoin: 1.0.0\n" + wrong
    assert mended(text).text == HEAD + "summary: a\nversion: 1.0.0\n" + wrong


def test_what_is_not_chosen_stays() -> None:
    text = HEAD + "summary: yes\nversion: 1.10\n" + TAIL
    source = Source("", text)
    done = mend(source, choice=lambda compiled: [f for f in compiled.diagnostics if f.rule > "DB2"])
    assert done.text == text.replace("1.10", "'1.10'")
    assert [found.rule for found in done.left] == ["DB206"]
    assert [found.rule for found in done.compiled.diagnostics] == ["DB106", "DB206"]


def test_a_finding_of_others_is_mended_too() -> None:
    source = Source("", HEAD + TAIL)

    def choice(compiled: Compiled) -> list[Diagnostic]:
        at = compiled.source.content.find("x\n")
        span = compiled.source.span(at, at + 1)
        fix = Fix(span, "y", "write y", safe=True)
        return [Diagnostic("DB801", "no y", span, fix=fix)] if at >= 0 else []

    done = mend(source, choice=choice)
    assert done.text == (HEAD + TAIL).replace("name: x", "name: y")
    assert (len(done.fixed), done.left) == (1, ())


PANEL = (ROOT / "formats" / "panel.debate.yaml").read_text("utf-8")


@pytest.mark.parametrize("key", ["speakers", "prompt", "returns", "outcome"])
def test_misspelt_keys_of_the_panel_come_back(key: str) -> None:
    wrong = f"{key[:-2]}{key[-1]}{key[-2]}"
    done = mended(PANEL.replace(f"{key}:", f"{wrong}:", 1))
    assert done.text == PANEL
    assert done.compiled.diagnostics == ()


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_slips_of_the_hand_are_mended_once(data: st.DataObject) -> None:
    text = PANEL
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 3))
        text = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    done = mended(text)
    again = mended(done.text)
    assert (again.text, again.fixed) == (done.text, ())
