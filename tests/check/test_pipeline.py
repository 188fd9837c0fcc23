"""Golden cases: a spec with faults, and what is said of it, as people read it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from debatec.check.pipeline import MAX_FINDINGS, Compiled, compile_file, compile_source
from debatec.check.registry import BY_ID, RULES
from debatec.source.diagnostic import Diagnostic, has_errors
from debatec.source.frame import render
from debatec.source.nodes import Mapping, Node, Sequence
from debatec.source.reader import read
from debatec.source.text import Source, Span

ROOT = Path(__file__).parents[2]
CASES = sorted((Path(__file__).parent / "cases").iterdir())
SHIPPED = sorted((ROOT / "formats").glob("*.debate.yaml"))
UPDATE = os.environ.get("UPDATE") == "1"


def lint(text: str) -> Compiled:
    return compile_source(Source("spec.debate.yaml", text))


def checked(case: Path) -> Compiled:
    """A case; that of a rule that is off by default is asked for advice."""
    path = case / "spec.debate.yaml"
    if BY_ID[case.name[:5]].default:
        return compile_file(path)
    return compile_source(Source(str(path), path.read_text("utf-8")), case, advice=True)


def rendered(compiled: Compiled) -> str:
    text = "\n\n".join(render(diagnostic) for diagnostic in compiled.diagnostics)
    folder = str(Path(compiled.source.path).parent)
    return text.replace(f"{folder}/", "") + "\n"


def said(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, tuple[int, int]]]:
    return [(found.rule, found.span.position) for found in diagnostics]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
def test_case(case: Path) -> None:
    compiled = checked(case)
    expected = case / "expected.txt"
    if UPDATE:
        expected.write_text(rendered(compiled), encoding="utf-8")
    assert rendered(compiled) == expected.read_text(encoding="utf-8")
    assert case.name[:5] in {found.rule for found in compiled.diagnostics}


def test_cases_are_named_after_their_rules() -> None:
    for case in CASES:
        assert case.name[6:].startswith(BY_ID[case.name[:5]].name)


def test_severities_are_those_of_the_registry() -> None:
    for case in CASES:
        for found in checked(case).diagnostics:
            assert found.severity is BY_ID[found.rule].severity, found


def test_the_registry_is_sorted_and_each_rule_its_own() -> None:
    assert [rule.id for rule in RULES] == sorted({rule.id for rule in RULES})
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_every_id_in_the_code_is_registered() -> None:
    modules = (ROOT / "compiler").rglob("*.py")
    used = {id for path in modules for id in re.findall(r"\bDB\d{3}\b", path.read_text("utf-8"))}
    assert used == set(BY_ID)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.name))
def test_shipped_formats_are_clean(path: Path) -> None:
    assert compile_file(path).diagnostics == ()


EVERY_CASE = """
import sys
from pathlib import Path
from debatec.check.pipeline import compile_file
from debatec.source.frame import render
for case in sys.argv[1:]:
    for found in compile_file(Path(case)).diagnostics:
        print(render(found))
"""


def printed(seed: str) -> subprocess.Popen[str]:
    env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "compiler")}
    files = [str(case / "spec.debate.yaml") for case in CASES]
    command = [sys.executable, "-c", EVERY_CASE, *files]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)


def test_every_hash_seed_gives_the_same_text() -> None:
    running = [printed(seed) for seed in ("0", "1", "4242")]
    texts = {process.communicate()[0] for process in running}
    assert len(texts) == 1
    assert len(texts.pop()) > 1000


TEN_FAULTS = """\
debate: v1
name: ten
inputs:
  topic: {type: string}
  depth: {type: integer, minimum: 1, default: 0}
roles: {pro: {}, con: {}, round: {}}
prompts:
  open: |
    {{ inputs.topik }}
    Go {{ inputs.depth }} levels deep.
format:
  - id: talk
    rounds: three
    steps:
      - {id: say, speakers: [pro, cno, round], promt: open}
      - {id: say, speakers: con, prompt: {first: open, then: opne}, returns: statsu}
    stop:
      - done: count(say) > live(pro) and round.numbr > 1
"""


def test_ten_faults_are_ten_findings() -> None:
    found = [(fault.rule, fault.span.text) for fault in lint(TEN_FAULTS).diagnostics]
    assert found == [
        ("DB422", "0"),
        ("DB401", "round"),
        ("DB303", "topik"),
        ("DB312", "three"),
        ("DB403", "cno"),
        ("DB201", "promt"),
        ("DB402", "say"),
        ("DB405", "opne"),
        ("DB406", "statsu"),
        ("DB303", "numbr"),
    ]


LINT_CASES = {
    "01": [("DB101", (10, 10))],
    "02": [("DB101", (10, 19))],
    "03": [("DB412", (5, 3)), ("DB112", (10, 20))],
    "04": [("DB101", (17, 1))],
    "05": [("DB310", (10, 10)), ("DB303", (15, 17))],
}


@pytest.mark.parametrize(("number", "expected"), LINT_CASES.items())
def test_mistakes_that_people_make(number: str, expected: list[tuple[str, object]]) -> None:
    (path,) = (ROOT / "tests" / "cases" / "lint").glob(f"{number}-*.debate.yaml")
    assert said(compile_file(path).diagnostics) == expected


def test_the_rest_of_a_file_with_a_syntax_error_is_checked() -> None:
    (path,) = (ROOT / "tests" / "cases" / "lint").glob("02-*.debate.yaml")
    text = path.read_text(encoding="utf-8").replace("speakers: [pro, con]", "speakers: [pro, cno]")
    assert [found.rule for found in lint(text).diagnostics] == ["DB101", "DB403"]


PANEL = (ROOT / "formats" / "panel.debate.yaml").read_text(encoding="utf-8")
UNREFERRED = {"panel", "debate", "agreed", "deadlock", "summary", "version", "description"}
"""Names of the panel that nothing refers to, and keys that may be left out."""


def places(node: Node) -> Iterator[tuple[Span, Span]]:
    """Each key and each one-word value, with the whole entry or the value again."""
    if isinstance(node, Mapping):
        for entry in node:
            end = max(entry.key_span.end, entry.value.span.end)
            yield entry.key_span, Span(entry.key_span.source, entry.key_span.start, end)
            yield from places(entry.value)
    elif isinstance(node, Sequence):
        for item in node:
            yield from places(item)
    elif re.fullmatch(r"[\w.:-]+", node.text):
        yield node.span, node.span


def mutations() -> list[tuple[Span, Span]]:
    node, faults = read(Source("panel.debate.yaml", PANEL))
    assert node is not None
    assert not faults
    return list(places(node))


def test_every_misspelt_word_of_the_panel_is_found() -> None:
    for word, _ in mutations():
        text = PANEL[: word.start] + word.text.strip('"') + "x" + PANEL[word.end :]
        is_named = word.text not in UNREFERRED
        assert lint(text).diagnostics or not is_named, f"{word}: {word.text}x"


def test_nothing_that_is_left_out_breaks_the_compiler() -> None:
    for _, whole in mutations():
        lint(PANEL[: whole.start] + PANEL[whole.end :])


@pytest.mark.parametrize("text", ["", "a", "[]", "- 1", "debate: v1", "format: [[], 1, null, {}]"])
def test_what_is_no_debate_is_refused(text: str) -> None:
    assert has_errors(lint(text).diagnostics)


@pytest.mark.parametrize("key", ["roles", "groups", "prompts", "blocks", "inputs", "format"])
@pytest.mark.parametrize("value", ["null", "1", "text", "[1]", "{a: 1}", "{a: [b], b: {c: null}}"])
def test_a_value_of_another_kind_is_no_crash(key: str, value: str) -> None:
    lint(f"debate: v1\nname: odd\n{key}: {value}\n")


def test_many_findings_are_cut() -> None:
    steps = "".join(
        f"      - {{id: s{n}, speakers: nobody, prompt: What now?}}\n" for n in range(150)
    )
    head = "debate: v1\nname: many\nroles: {a: {}}\nformat:\n  - id: talk\n    steps:\n"
    found = [fault.rule for fault in lint(head + steps).diagnostics]
    assert found.count("DB403") == MAX_FINDINGS


def test_a_long_chain_of_groups_is_no_crash() -> None:
    chain = "".join(f"  g{n}: [g{n + 1}]\n" for n in range(3000))
    text = f"debate: v1\nname: deep\nroles: {{a: {{}}}}\ngroups:\n{chain}  g3000: [a]\nformat: []\n"
    assert "DB603" in {fault.rule for fault in lint(text).diagnostics}
