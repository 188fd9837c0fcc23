"""The examples on the pages of the rules, and what lint says of each.

An example is a block of `yaml` under 'Bad' or 'Good'; a bad one is followed by a block of `text`
with what lint says of it, line for line. An example that is no whole file lacks some top-level keys
of a debate, and is completed with those of `FRAME`, which is also the debate of a script. Lines
count from the first one that is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from debatec.check.pages import file_of
from debatec.check.pipeline import compile_file, compile_source
from debatec.check.registry import BY_ID, RuleInfo
from debatec.check.turns import unknown_turns
from debatec.graph.plan import make_plan
from debatec.linter.checking import check
from debatec.linter.directives import apply
from debatec.simulation.behavior import Behavior, load_behaviors
from debatec.source.diagnostic import Diagnostic, ordered
from debatec.source.text import Source
from debatec.testing.suites import Examiner
from debatec.transports.registry import load_registry
from debatec.transports.replay import load_script

FOLDER = Path(__file__).parents[1] / "rules"
FRAME = """\
debate: v1
name: example
roles: {pro: {}, con: {}}
format:
  - id: talk
    rounds: 2
    steps:
      - {id: say, speakers: [pro, con], prompt: Say what you think.}
"""
_PARTS = dict(re.findall(r"^(\w+)(:.*\n(?: .*\n)*)", FRAME, re.M))
"""Top-level key of the frame -> the rest of its lines."""
_LOADERS: Mapping[str, Callable[[Path], list[Diagnostic]]] = {
    "baseline: v1": lambda path: list(compile_file(path).diagnostics),
    "agents: v1": lambda path: load_registry(path)[1],
    "replay: v1": lambda path: _of_script(path),
    "behavior: v1": lambda path: load_behaviors(path, {"pro", "con"}, (), Behavior())[1],
    "tests: v1": lambda path: next(Examiner(lambda: 0.0).test([path])).every,
}
"""First line of what is no debate -> how such a file is checked."""
_BLOCK = re.compile(
    r"^```yaml\n(?P<text>.*?)^```\n(?:\n```text\n(?P<said>.*?)^```\n)?", re.M | re.S
)


@dataclass(frozen=True, slots=True)
class Example:
    """A block of a page, what the page has lint say of it, and where that stands in the page."""

    rule: str
    text: str
    said: str
    place: tuple[int, int]
    is_bad: bool

    @property
    def is_debate(self) -> bool:
        """Whether it is one, and no registry of agents or script."""
        return self.text.partition("\n")[0] not in _LOADERS


def examples(rule: RuleInfo) -> list[Example]:
    """The examples of a rule's page, in their order."""
    page = (FOLDER / file_of(rule)).read_text(encoding="utf-8")
    good = page.index("\n## Good\n")
    return [_example(rule, match, good) for match in _BLOCK.finditer(page)]


def _example(rule: RuleInfo, match: re.Match[str], good: int) -> Example:
    said = match["said"] or ""
    return Example(rule.id, match["text"], said, match.span("said"), match.start() < good)


def findings(example: Example) -> list[Diagnostic]:
    """What there is against an example, as a debate or as what it is."""
    load = _LOADERS.get(example.text.partition("\n")[0])
    if load is None:
        checked = check("example.debate.yaml", completed(example.text).encode(), None)
        told = ordered(apply(checked.directives, checked.findings).findings)
        return [found for found in told if BY_ID[found.rule].default or found.rule == example.rule]
    with TemporaryDirectory() as folder:
        path = Path(folder, "example.yaml")
        path.write_text(example.text, encoding="utf-8")
        return load(path)


def _of_script(path: Path) -> list[Diagnostic]:
    """What there is against a script, which is for the debate of the frame."""
    script, found = load_script(path)
    root = compile_source(Source("example.debate.yaml", FRAME)).root
    assert root is not None
    return found if script is None else unknown_turns(make_plan(root, {}), script.places)


def completed(text: str) -> str:
    """An example with the keys that it leaves out before it."""
    is_whole = text.partition("\n")[0] in ("debate: v1", *_LOADERS)
    return text if is_whole else f"{''.join(_left_out(text))}{text}"


def _left_out(text: str) -> Iterator[str]:
    is_layer = re.search(r"^extends:", text, re.M)
    for key, rest in _PARTS.items():
        if is_layer and key in ("roles", "format"):
            continue  # what it extends has them
        if not re.search(rf"^{key}:", text, re.M):
            yield f"{key}{rest}"


def said(example: Example, found: Iterable[Diagnostic]) -> str:
    """Findings as a page shows them, each with its hint."""
    before = completed(example.text).count("\n") - example.text.count("\n")
    return "".join(_lines(diagnostic, before) for diagnostic in found)


def _lines(found: Diagnostic, before: int) -> str:
    line, column = found.span.position
    hint = f"  = hint: {found.hint}\n" if found.hint else ""
    return f"{line - before}:{column}: {found.severity}[{found.rule}] {found.message}\n{hint}"
