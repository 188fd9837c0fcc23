"""The documentation: what is generated is up to date, and every example is carried out.

What a page says about its fenced blocks stands in HTML comments right above them:

- `<!-- file: NAME -->`: the block is written to this file of the page's folder.
- `<!-- lint: DB302, DB303 -->`: exactly these rules find fault with the spec.
- `<!-- edit: FILE, OLD > NEW -->`: during this block the file has another text in this place.
- `<!-- output: debatec … -->`: the block is what this command prints.
- `<!-- exit: 1 -->`: the exit code of the last command of a console block.

With UPDATE=1 in the environment, outputs that are not what a page says are written anew.

Blocks of `console` are carried out in the page's folder, which holds the shipped `formats`; blocks
of `sh` only name commands. In an output `…` stands for anything, on a line of its own for lines.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from debatec.check.pipeline import compile_file
from debatec.cli.later import commands_of
from debatec.cli.main import main
from debatec.simulation.behavior import Behavior, load_behaviors
from debatec.template.functions import FUNCTIONS
from debatec.testing.reading import read_suite
from debatec.transports.registry import load_registry
from debatec.transports.replay import load_replay
from tools import docs

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(
    r"(?P<notes>(?:^<!-- [^\n]+ -->\n)*)^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)
NOTE = re.compile(r"<!-- (\w+): (.+) -->")
VARYING = re.compile(r"\b\d+\.\d\d? s\b|\b\d{4}-\d\d-\d\d\b")
"""Durations and dates: they differ from run to run."""


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of a page, and what the comments above it say."""

    page: Path
    line: int
    language: str
    text: str
    notes: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"

    @property
    def is_spec(self) -> bool:
        return self.language == "yaml" and self.text.startswith("debate: v1\n")


def fences_of(page: Path) -> list[Fence]:
    text = page.read_text(encoding="utf-8")
    return [
        Fence(
            page,
            text.count("\n", 0, match.start("language")) + 1,
            match["language"],
            match["text"],
            dict(NOTE.findall(match["notes"])),
        )
        for match in FENCE.finditer(text)
    ]


FENCES = [fence for page in PAGES for fence in fences_of(page)]
SPECS = [fence for fence in FENCES if fence.is_spec]


def call(command: str) -> Result:
    """A command of debatec as a page writes it, carried out in this process."""
    program, *arguments = shlex.split(command)
    assert program == "debatec"
    env = {"XDG_CONFIG_HOME": str(Path.cwd() / "config")}
    return CliRunner().invoke(main, arguments, env=env, catch_exceptions=False)


# --- What is generated ------------------------------------------------------------------------


def test_generated_parts_are_up_to_date() -> None:
    stale = [
        path.name
        for path, text in docs.pages().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run `make docs`"


def test_every_definition_of_the_language_has_its_table() -> None:
    path = ROOT / "schemas" / "debate.v1.schema.json"
    definitions = json.loads(path.read_text(encoding="utf-8"))["$defs"]
    with_keys = {
        name
        for name, schema in definitions.items()
        if "properties" in schema or "properties" in schema.get("else", {})
    }
    assert with_keys - {"step"} == docs.DEBATE.keys() - {""}


REFERENCES = {
    "debate": "language.md",
    "agents": "agents.md",
    "replay": "guide.md",
    "settings": "linting.md",
    "test": "testing.md",
}
"""Schema of a file that people write -> the page with all its keys."""
KINDS = {"step", "transport"}
"""Definitions that only tell kinds apart: their keys stand in the table of each kind."""
MAPS = ("$defs", "properties", "patternProperties")


def schema_of(name: str) -> Any:
    return json.loads((ROOT / "schemas" / f"{name}.v1.schema.json").read_text(encoding="utf-8"))


def documented(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every key that a schema describes, by name, wherever it lies; conditions left out."""
    for keyword, value in schema.items() if isinstance(schema, dict) else ():
        if keyword in MAPS:
            for name, inner in value.items():
                if keyword == "properties" and "description" in inner:
                    yield name, inner
                if name not in KINDS:
                    yield from documented(inner)
        elif keyword not in ("if", "not", "examples", "default"):
            for inner in value if isinstance(value, list) else [value]:
                yield from documented(inner)


def told(value: Any) -> str:
    """A value of a schema as a cell of a table tells it."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(text.split()).replace("|", "\\|")


@pytest.mark.parametrize("name", REFERENCES)
def test_every_key_stands_in_its_page_with_all_the_schema_says(name: str) -> None:
    rows = (ROOT / "docs" / REFERENCES[name]).read_text(encoding="utf-8").splitlines()
    keys = list(documented(schema_of(name)))
    assert len(keys) > 5
    for key, value in keys:
        parts = [value["description"], *value.get("examples", []), *value.get("enum", [])]
        wanted = [told(part) for part in [*parts, value.get("default", "")]]
        of_key = [row for row in rows if re.match(rf"\| `([\w.]+\.)?{re.escape(key)}`", row)]
        assert any(all(part in row for part in wanted) for row in of_key), (key, wanted)


@pytest.mark.parametrize(
    ("name", "heading", "difference"),
    [
        ("tally", "Tallies", {"share", "text", "leading", "ballots"}),
        ("ledger", "Ledgers", {"text"}),
    ],
)
def test_fields_of_program_steps_are_those_of_the_result(
    name: str, heading: str, difference: set[str]
) -> None:
    """Expressions see a share and a text besides, and no single ballots."""
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]+) \|", section, re.M)
    listed = {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}
    assert listed ^ schema_of("result")["$defs"][name]["properties"].keys() == difference


def test_every_function_is_described() -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert [rule.usage for rule in FUNCTIONS.values() if f"`{rule.usage}`" not in text] == []


# --- Examples ---------------------------------------------------------------------------------


def placed(fence: Fence, folder: Path) -> Path:
    """The file of a spec, with the other files of its page beside it."""
    for other in FENCES:
        if other.page == fence.page and "file" in other.notes:
            (folder / other.notes["file"]).write_text(other.text, encoding="utf-8")
    path = folder / fence.notes.get("file", "spec.debate.yaml")
    path.write_text(fence.text, encoding="utf-8")
    return path


@pytest.mark.parametrize("fence", SPECS, ids=str)
def test_specs_are_what_lint_says(fence: Fence, tmp_path: Path) -> None:
    found = compile_file(placed(fence, tmp_path)).diagnostics
    expected = [rule for rule in fence.notes.get("lint", "").split(", ") if rule]
    assert sorted({d.rule for d in found}) == expected, [d.message for d in found]


@pytest.mark.parametrize("fence", [f for f in SPECS if "lint" not in f.notes], ids=str)
def test_specs_run(fence: Fence, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = placed(fence, tmp_path)
    Path("all.replay.yaml").write_text("replay: v1\notherwise: {text: Well.}\n", encoding="utf-8")
    spec = compile_file(path).spec
    assert spec is not None
    inputs = [f"-i {name}=x" for name, input in spec.inputs.items() if input.required]
    command = f"debatec run {path.name} {' '.join(inputs)} --agents replay:all.replay.yaml"
    assert call(command).exit_code == 0


NUMBERS = {"score.consensus"}
LOADERS: Mapping[str, Callable[[Path], object]] = {
    "agents: v1\n": lambda path: load_registry(path)[1],
    "replay: v1\n": lambda path: load_replay(path)[1],
    "behavior: v1\n": lambda path: load_behaviors(path, {"judge"}, NUMBERS, Behavior())[1],
    "tests: v1\n": lambda path: read_suite(path)[1],
}


def test_agents_and_replays_are_valid(tmp_path: Path) -> None:
    seen = set()
    for fence in FENCES:
        for head, load in LOADERS.items():
            if fence.language == "yaml" and fence.text.startswith(head):
                path = tmp_path / "file.yaml"
                path.write_text(fence.text, encoding="utf-8")
                assert load(path) == [], str(fence)
                seen.add(head)
    assert seen == set(LOADERS)


def test_every_yaml_is_checked() -> None:
    heads = ("debate: v1\n", *LOADERS)
    unknown = [f for f in FENCES if f.language == "yaml" and not f.text.startswith(heads)]
    assert [str(fence) for fence in unknown] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "formats", tmp_path / "formats")
    monkeypatch.chdir(tmp_path)
    for fence in fences_of(page):
        if "file" in fence.notes:
            Path(fence.notes["file"]).write_text(fence.text, encoding="utf-8")
        with edited(fence.notes.get("edit")):
            if "output" in fence.notes:
                compare(fence, fence.notes["output"], fence.text, call(fence.notes["output"]))
            if fence.language == "console":
                carry_out(fence)


@contextmanager
def edited(note: str | None) -> Iterator[None]:
    """A file with other words in some places, for a while."""
    if note is None:
        yield
        return
    name, *changes = note.split(", ")
    path = Path(name)
    before = after = path.read_text(encoding="utf-8")
    for change in changes:
        old, new = change.split(" > ")
        assert old in before
        after = after.replace(old, new)
    path.write_text(after, encoding="utf-8")
    yield
    path.write_text(before, encoding="utf-8")


def carry_out(fence: Fence) -> None:
    """The commands of a console block, each with the output under it."""
    results = []
    for part in re.split(r"^\$ ", fence.text, flags=re.M)[1:]:
        command, expected = part.replace("\\\n", "").split("\n", 1)
        results.append(call(command))
        compare(fence, command, expected, results[-1])
    assert results, str(fence)
    codes = [result.exit_code for result in results]
    assert codes == [*[0] * (len(codes) - 1), int(fence.notes.get("exit", "0"))], str(fence)


def compare(fence: Fence, command: str, expected: str, result: Result) -> None:
    actual = steady(result.output)
    if re.fullmatch(pattern(steady(expected)), actual):
        return
    is_update = os.environ.get("UPDATE") and expected and "…" not in expected.splitlines()
    assert is_update, f"{fence}: {command}\n{actual}"
    page = fence.page.read_text(encoding="utf-8")
    output = result.output.strip("\n")
    text = page.replace(f"$ {command}\n{expected}", f"$ {command}\n{output}\n")
    fence.page.write_text(text, "utf-8")


def steady(output: str) -> str:
    """An output without what differs from run to run."""
    return VARYING.sub("~", output).strip("\n") + "\n"


def pattern(expected: str) -> str:
    lines = [
        r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in expected.splitlines()
    ]
    return "".join(lines)


# --- Commands and links -----------------------------------------------------------------------


def commands() -> Iterator[tuple[Fence, list[str]]]:
    """Every command line of a page."""
    for fence in FENCES:
        if fence.language in ("sh", "console"):
            for line in fence.text.replace("\\\n", "").splitlines():
                words = shlex.split(line.removeprefix("$ "), comments=True)
                if words and (fence.language == "sh" or line.startswith("$ ")):
                    yield fence, words


def found(command: click.Command, words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that words name, in whatever group, and the words after its name."""
    while isinstance(command, click.Group):
        command, words = commands_of(command)[words[0]], words[1:]
    return command, words


def test_commands_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for fence, words in commands():
        if words[0] == "make":
            assert words[1] in targets, str(fence)
        if words[0] == "debatec":
            known, words = found(main, words[1:])
            options = {name for param in known.params for name in param.opts} | {"--help"}
            used = {word for word in words if word.startswith("-") and word != "-"}
            assert used <= options, str(fence)


def with_json(group: click.Group, before: str) -> Iterator[str]:
    """The commands that can print JSON, in full."""
    for name, command in commands_of(group).items():
        if isinstance(command, click.Group):
            yield from with_json(command, f"{before} {name}")
        elif any("--json" in param.opts for param in command.params):
            yield f"{before} {name}"


def test_every_output_for_programs_is_listed_with_its_schema() -> None:
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    section = text.partition("\n## Output for programs\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`debatec.+) \| `schemas/(.+)\.v1\.schema\.json` \|$", section, re.M)
    listed = {command for cell, _ in rows for command in re.findall(r"`([^`]+)`", cell)}
    assert isinstance(main, click.Group)
    assert {command for command in listed if "--" not in command} == {*with_json(main, "debatec")}
    assert all(schema_of(name) for _, name in rows)


LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        goal = (page.parent / name).resolve() if name else page
        assert goal.exists(), target
        assert not anchor or anchor in anchors(goal), target


def test_the_readme_leads_to_every_page() -> None:
    text = README.read_text(encoding="utf-8")
    missing = [page.name for page in (ROOT / "docs").glob("*.md") if page.name not in text]
    assert missing == []
