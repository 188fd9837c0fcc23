"""Write the generated parts of the documentation anew: `make docs`.

`docs/rules.md`, `docs/formats.md`, the page of each format and the drawing `docs/panel.svg` are
generated as a whole. In other pages a part
stands between `<!-- NAME -->` and `<!-- end -->`, and the text around it is written by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import click

from debatec.check.pages import file_of
from debatec.check.registry import FAMILIES, RULES, RuleInfo
from debatec.check.rules.too_large import MAX_STEPS
from debatec.cli import formats, inputs, specs
from debatec.cli.later import commands_of
from debatec.cli.main import main as program
from debatec.diff.table import OTHER, TABLE, Bump, Row
from debatec.graph.analysis import analyse
from debatec.graph.lower import MAX_EDGES, MAX_NODES
from debatec.graph.svg import svg
from debatec.source.builder import MAX_DEPTH
from debatec.source.builder import MAX_NODES as MAX_VALUES
from debatec.source.decode import MAX_BYTES
from debatec.spec.names import BUILT_IN_REASONS, RESERVED
from debatec.spec.shipped import SHIPPED
from debatec.template.filters import FILTERS, TESTS
from tools.examples import FRAME, examples

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
RULES_PAGE = DOCS / "rules.md"
FORMATS_PAGE = DOCS / "formats.md"
DRAWING = DOCS / "panel.svg"

Schema: TypeAlias = Mapping[str, Any]

DEBATE = {
    "": "The file",
    "input": "`inputs.NAME`",
    "role": "`roles.NAME`",
    "sampling": "`roles.NAME.sampling`",
    "prompt_text": "`prompts.NAME` as a mapping",
    "block": "`blocks.NAME`",
    "field": "`blocks.NAME.fields.NAME`",
    "phase": "A phase, an item of `format`",
    "speak": "A step that speaks",
    "speakers": "`speakers` as a mapping",
    "prompt": "`prompt` as a mapping",
    "words": "`words` as a mapping",
    "selector": "A selector, an item of `sees` or the value of `of`",
    "tally": "A step with `kind: tally`",
    "ledger": "A step with `kind: ledger`",
    "full_rule": "A stop rule, an item of `stop`",
    "synthesis": "`synthesis`",
    "veto": "`veto`",
    "result": "`result`",
    "limits": "`limits`",
}
"""Definition in the schema of debates, in the order of the page -> heading of its table."""
AGENTS = {
    "": "The file",
    "agent": "`entries.NAME`",
    "price": "`price`",
    "openai": "A transport with `kind: openai`",
    "local": "A transport with `kind: local`",
}
REPLAY = {"": "The file", "answer": "An answer"}
SETTINGS = {"": "Every setting"}
BEHAVIOR = {
    "": "The file",
    "behavior": "`all` and `roles.NAME`",
    "course": "A course",
}
TEST = {
    "": "The file",
    "case": "A case, an item of `cases`",
    "answer": "An answer",
    "expect": "`expect`",
    "phase": "`expect.phases.NAME`",
    "reply": "`expect.replies.KEY`",
    "text": "What is looked for in a text",
    "report": "`expect.report`",
    "graph": "`expect.graph`",
}

KINDS = {
    "name": "name",
    "word": "name",
    "names": "list of names",
    "name_or_names": "name or list of names",
    "text": "text",
    "condition": "condition",
    "expression": "expression",
    "count": "whole number or expression",
    "seats": "whole number, range or expression",
    "number": "number or expression",
    "whole": "whole number or expression",
    "words": "whole number or expression, or `min` and `max`",
    "rules": "list of rules",
    "texts": "list of texts",
    "duration": "time or expression",
    "inputs": "mapping",
    "type_name": "type",
    "field_type": "type or list of types",
    "prompt": "prompt, or `first` and `then`",
    "prompt_text": "text, or `file`",
    "speakers": "name or list of names, or `who` and `where`",
    "most_rounds": "whole number, expression or null",
    "sees": "selector or list of selectors",
    "sees_item": "selector",
    "answers": "answer or list of answers",
    "replies": "mapping of answers by key",
}
"""Definition in a schema -> what a value of it is called."""
NAMED = ("name", "text", "condition", "expression", "count", "duration", "type_name")
"""Definitions in the schema of debates that have a row in the table of types."""
TYPES = {"string": "text", "integer": "whole number", "object": "mapping", "array": "list"}
SIZES = {
    "Length": ("character", "characters"),
    "Items": ("item", "items"),
    "Properties": ("entry", "entries"),
}
"""The end of a keyword -> one and more of what it counts."""


def pages() -> dict[Path, str]:
    """Every file with a generated part, as it has to be."""
    found = {RULES_PAGE: rules_page(), DRAWING: drawing(), FORMATS_PAGE: formats_page()}
    found |= {DOCS / "formats" / f"{name}.md": format_page(name) for name in specs.formats()}
    for path in (README, *sorted(DOCS.glob("*.md"))):
        text = path.read_text(encoding="utf-8")
        if path not in found and MARKED.search(text):
            found[path] = MARKED.sub(_part, text)
    return found


MARKED = re.compile(r"<!-- generated: (?P<name>[a-z]+) -->\n.*?<!-- end -->", re.S)


def _part(match: re.Match[str]) -> str:
    name = match["name"]
    return f"<!-- generated: {name} -->\n\n{PARTS[name]()}\n\n<!-- end -->"


def formats_page() -> str:
    """The index of the formats that ship."""
    rows = []
    for name in specs.formats():
        plan = formats.plan_of(name)
        calls = f"{analyse(plan).calls:,}"
        rows.append((f"[{name}](formats/{name}.md)", plan.spec.summary or "", calls))
    head = (
        "<!-- Written by `make docs` from formats/. -->\n\n"
        "# Formats\n\n"
        "The debates that ship. Every command that takes a file takes the name of one, and\n"
        "`debatec new my.debate.yaml --from NAME` copies it to change. `debatec formats` prints\n"
        "this list, `debatec formats WORD` those that have a word in their name, summary, roles\n"
        "or prompts, and `debatec formats NAME --show` the page of one. Each is played without a\n"
        "model by the script beside it, `formats/NAME.replay.yaml`, and [tested](testing.md) by\n"
        "the cases of `formats/NAME.test.yaml`. The bounds are those of the default inputs and of\n"
        "the most seats.\n\n"
    )
    return head + table(("Format", "What it is for", "Calls at most"), rows) + "\n"


def format_page(name: str) -> str:
    """The page of a format that ships."""
    made = f"<!-- Written by `make docs` from formats/{name}.debate.yaml and formats/{name}.md. -->"
    return f"{made}\n\n{formats.page_of(name)}"


def rules_page() -> str:
    """The index of the rules, by family."""
    head = (
        "<!-- Written by `make docs` from compiler/debatec/check/registry.py and rules/. -->\n\n"
        "# Rules\n\n"
        "What `debatec lint` can find. A debate with an error is neither compiled nor run. With\n"
        "warnings it is; `lint --strict` exits with 1 for them too. Each rule has a page: what is\n"
        "wrong, why that matters, and examples. `debatec explain DB405` prints it, and\n"
        "`debatec explain` this list. Rules that are off give advice to those who\n"
        "[select](linting.md#settings) them.\n\n"
        "The last column is the message that the page's bad example gets. Examples leave out what\n"
        "they do not need of this debate:\n\n"
        f"```yaml\n{FRAME}```"
    )
    parts = [head]
    for start, family in FAMILIES.items():
        rows = [_rule_row(rule) for rule in RULES if rule.id.startswith(start)]
        heads = ("Rule", "Name", "Severity", "What it is about", "For example")
        parts.append(f"## {family}\n\n{table(heads, rows)}")
    return "\n\n".join(parts) + "\n"


def _rule_row(rule: RuleInfo) -> tuple[str, ...]:
    severity = rule.severity.value if rule.default else f"{rule.severity.value}, off"
    page = f"[{rule.id}](../rules/{file_of(rule)})"
    return page, rule.name, severity, rule.summary, _message(rule)


def _message(rule: RuleInfo) -> str:
    """The first message of the rule on its page; some rules have none to show."""
    mark = f"{rule.severity.value}[{rule.id}] "
    said = [line for example in examples(rule) for line in example.said.splitlines()]
    return next((code(line.partition(mark)[2]) for line in said if mark in line), "")


def drawing() -> str:
    """The format of that name as an image, as `debatec graph` draws it."""
    return svg(specs.sketched(DRAWING.stem, inputs.Settings()))


def schema_of(file: str) -> Schema:
    """A shipped schema."""
    schema: Schema = json.loads((ROOT / "schemas" / file).read_text(encoding="utf-8"))
    return schema


def keys(file: str, sections: Mapping[str, str]) -> str:
    """A table for each section of a schema: its keys, types, bounds, defaults and examples."""
    schema = schema_of(file)
    parts = []
    for name, heading in sections.items():
        part = schema["$defs"][name] if name else schema
        part = part if "properties" in part else part["else"]  # a word, or else a mapping
        rows = list(_key_rows(part, schema))
        heads = ("Key", "Type", "Bounds", "Default", "Meaning", "Examples")
        parts.append(f"### {heading}\n\n{table(heads, rows)}")
    return "\n\n".join(parts)


def _key_rows(part: Schema, schema: Schema, before: str = "") -> Iterator[tuple[str, ...]]:
    """A row for each key of a mapping, and for the keys of mappings that are described in it."""
    common = schema["$defs"].get("step", part).get("properties", {})
    required = set(part.get("required", ())) | ({"id"} if not before else set())
    for key, value in part.get("properties", {}).items():
        name = f"{before}{key}"
        shown = f"{code(name)}, required" if key in required else code(name)
        # What all steps have in common is typed there alone.
        typed = value if "type" in part or before else {**_type(common.get(key, {})), **value}
        yield _key_row(shown, typed, schema)
        yield from _key_rows(value, schema, f"{name}.")
    for inner in (part, part.get("else", {})):
        entry = inner.get("additionalProperties")
        if before and isinstance(entry, dict) and "description" in entry:
            yield _key_row(code(f"{before}NAME"), entry, schema)


def _type(value: Schema) -> Schema:
    """The keywords of a schema that say of what type a value is."""
    return {name: value[name] for name in ("$ref", "enum", "type") if name in value}


def _key_row(name: str, value: Schema, schema: Schema) -> tuple[str, ...]:
    default = code(_plain(value["default"])) if "default" in value else ""
    examples = ", ".join(code(_plain(example)) for example in value.get("examples", ()))
    kind = _kind(value, schema)
    return name, kind, bounds(value), default, value["description"], examples


def _kind(value: Schema, schema: Schema) -> str:
    """What may stand for a key, in words."""
    name = value.get("$ref", "").removeprefix("#/$defs/")
    if name in KINDS:
        return KINDS[name]
    if name:
        return _kind(schema["$defs"][name], schema)
    if "const" in value:
        return code(_plain(value["const"]))
    if "enum" in value:
        return ", ".join(code(_plain(option)) for option in value["enum"])
    kinds = value.get("type", "any value")
    listed = [kinds] if isinstance(kinds, str) else kinds
    *words, last = (_word(kind, value) for kind in listed)
    return " or ".join(filter(None, [", ".join(words), last]))


def _word(kind: str, value: Schema) -> str:
    """A type in words; of texts that have to be one of a few, these."""
    words = value.get("then", {}).get("enum") if kind == "string" else None
    return ", ".join(map(code, words)) if words else TYPES.get(kind, kind)


def bounds(value: Schema) -> str:
    """What a schema asks of a value besides its type."""
    at_least = value.get("minimum", value.get("else", {}).get("minimum"))
    found = [
        f"from {at_least:,}" if at_least is not None else "",
        f"above {value['exclusiveMinimum']:,}" if "exclusiveMinimum" in value else "",
        f"to {value['maximum']:,}" if "maximum" in value else "",
        *(_size(value, suffix, words) for suffix, words in SIZES.items()),
        code(value["pattern"]) if "pattern" in value else "",
    ]
    return ", ".join(filter(None, found))


def _size(value: Schema, suffix: str, words: tuple[str, str]) -> str:
    """The least and most characters, items or entries."""
    least, most = value.get(f"min{suffix}"), value.get(f"max{suffix}")
    if least is None and most is None:
        return ""
    word = words[0] if 1 in (most, most or least) else words[1]
    if least and most:
        return f"{least:,} {word}" if least == most else f"{least:,} to {most:,} {word}"
    return f"at most {most:,} {word}" if most else f"at least {least:,} {word}"


def kinds() -> str:
    """The types that have names of their own, and what is asked of their values."""
    schema = schema_of("debate.v1.schema.json")
    rows = []
    for name in NAMED:
        value = schema["$defs"][name]
        kind = _kind({**value, "$ref": ""}, schema)
        rows.append((KINDS[name], kind, bounds(value)))
    return table(("Type", "Written as", "Bounds"), rows)


def _plain(value: Any) -> str:
    """A value as it can be written in YAML, on one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def file_bounds() -> str:
    """How large a file may be."""
    return (
        f"Bounds: {MAX_BYTES:,} bytes, {MAX_DEPTH} levels, {MAX_VALUES:,} values once every alias "
        "is written out."
    )


def graph_bounds() -> str:
    """How large a debate may be."""
    return (
        f"A debate has at most {MAX_STEPS:,} steps, {MAX_NODES:,} nodes in its graph and "
        f"{MAX_EDGES:,} edges."
    )


def reasons() -> str:
    """Every reason that a run gives by itself."""
    return ", ".join(code(reason) for reason in sorted(BUILT_IN_REASONS))


def blocks() -> str:
    """The blocks that ship, and the JSON Schema of each field."""
    rows = [
        (code(block), code(field), code(json.dumps(schema)))
        for block, fields in SHIPPED.items()
        for field, schema in fields.items()
    ]
    return table(("Block", "Field", "JSON Schema"), rows)


def filters() -> str:
    """Every filter with its parameters."""
    return ", ".join(code(_call(name, rule.parameters)) for name, rule in FILTERS.items())


def tests() -> str:
    """Every test, with a sign for what it compares to."""
    return ", ".join(code(f"{name}(x)" if rule.takes else name) for name, rule in TESTS.items())


def _call(name: str, parameters: tuple[str, ...]) -> str:
    return f"{name}({', '.join(parameters)})" if parameters else name


def words() -> str:
    """Every word that is no name."""
    return ", ".join(code(word) for word in sorted(RESERVED))


def commands() -> str:
    """Every command, and the first sentence of its help."""
    assert isinstance(program, click.Group)
    return table(("Command", "What it does"), _command_rows(program, "debatec"))


def _command_rows(group: click.Group, before: str) -> Iterator[tuple[str, str]]:
    for word, command in commands_of(group).items():
        name = f"{before} {word}"
        if isinstance(command, click.Group):
            yield from _command_rows(command, name)
        else:
            yield code(name), (command.help or "").partition(".\n")[0].rstrip(".")


def changes() -> str:
    """What each change of a debate is about, and the version that it asks for."""
    rows = [_change_row(row) for row in (*TABLE, OTHER)]
    heads = ("Path", "About", "Changed", "New", "Gone", "Major too, where")
    return table(heads, rows)


def _change_row(row: Row) -> tuple[str, ...]:
    bumps = (row.changed, row.added, row.gone)
    changed, added, gone = (_bump(row.changed if bump is None else bump) for bump in bumps)
    path = "anything else" if row is OTHER else code(row.path)
    return path, row.category.value, changed, added, gone, row.breaks.words if row.breaks else ""


def _bump(bump: Bump) -> str:
    return bump.name.lower() if bump else "nothing"


PARTS: Mapping[str, Callable[[], str]] = {
    "keys": lambda: keys("debate.v1.schema.json", DEBATE),
    "agents": lambda: keys("agents.v1.schema.json", AGENTS),
    "replay": lambda: keys("replay.v1.schema.json", REPLAY),
    "settings": lambda: keys("settings.v1.schema.json", SETTINGS),
    "testfiles": lambda: keys("test.v1.schema.json", TEST),
    "behavior": lambda: keys("behavior.v1.schema.json", BEHAVIOR),
    "blocks": blocks,
    "filters": filters,
    "tests": tests,
    "words": words,
    "kinds": kinds,
    "reasons": reasons,
    "filebounds": file_bounds,
    "graphbounds": graph_bounds,
    "changes": changes,
    "commands": commands,
}


def code(text: str) -> str:
    """A text as inline code, whatever back-ticks it has."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table; columns without a value are left out."""
    lines = list(rows)
    shown = [at for at, _ in enumerate(heads) if any(line[at] for line in lines)]
    written = [heads, tuple("---" for _ in heads), *lines]
    return "\n".join(f"| {' | '.join(_cell(line[at]) for at in shown)} |" for line in written)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Write the pages whose generated parts have changed."""
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"Wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
