"""Write the generated parts of the documentation anew: `make docs`.

`docs/rules.md` is generated as a whole. In other pages a part stands between `<!-- NAME -->` and
`<!-- end -->`, and the text around it is written by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from debatec.check.registry import RULES, RuleInfo
from debatec.spec.names import RESERVED
from debatec.spec.shipped import SHIPPED
from debatec.template.filters import FILTERS, TESTS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CASES = ROOT / "tests" / "check" / "cases"
RULES_PAGE = DOCS / "rules.md"

Schema: TypeAlias = Mapping[str, Any]

SUBJECTS = {
    "DB1": "YAML",
    "DB2": "Keys and values",
    "DB3": "Texts and expressions",
    "DB4": "Names and references",
    "DB5": "Graph and termination",
    "DB6": "Limits",
}
"""The start of a rule's id -> what such rules are about."""

DEBATE = {
    "": "The file",
    "input": "`inputs.NAME`",
    "role": "`roles.NAME`",
    "words": "`words` as a mapping",
    "sampling": "`sampling`",
    "block": "`blocks.NAME`",
    "field": "`blocks.NAME.fields.NAME`",
    "phase": "A phase, an item of `format`",
    "speak": "A step that speaks",
    "prompt": "`prompt` as a mapping",
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

KINDS = {
    "name": "name",
    "word": "name",
    "names": "list of names",
    "name_or_names": "name or list of names",
    "text": "text",
    "condition": "condition",
    "expression": "expression",
    "count": "whole number or expression",
    "number": "number or expression",
    "whole": "whole number or expression",
    "words": "whole number or expression, or `min` and `max`",
    "duration": "time or expression",
    "inputs": "mapping",
    "field_type": "type or list of types",
    "prompt": "prompt, or `first` and `then`",
    "sees": "selector or list of selectors",
    "sees_item": "selector",
    "answers": "answer or list of answers",
}
"""Definition in a schema -> what a value of it is called."""
TYPES = {"string": "text", "integer": "whole number", "object": "mapping", "array": "list"}


def pages() -> dict[Path, str]:
    """Every page with a generated part, as it has to be."""
    found = {RULES_PAGE: rules_page()}
    for path in sorted(DOCS.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if path != RULES_PAGE and MARKED.search(text):
            found[path] = MARKED.sub(_part, text)
    return found


MARKED = re.compile(r"<!-- generated: (?P<name>[a-z]+) -->\n.*?<!-- end -->", re.S)


def _part(match: re.Match[str]) -> str:
    name = match["name"]
    return f"<!-- generated: {name} -->\n\n{PARTS[name]()}\n\n<!-- end -->"


def rules_page() -> str:
    """The page of every rule, by subject."""
    head = (
        "<!-- Written by `make docs` from compiler/debatec/check/registry.py. -->\n\n"
        "# Rules\n\n"
        "What `debatec lint` can find. A debate with an error is neither compiled nor run. With\n"
        "warnings it is; `lint --strict` exits with 1 for them too. The last column is the\n"
        "message that a bad example gets. The examples lie in `tests/check/cases/`."
    )
    parts = [head]
    for start, subject in SUBJECTS.items():
        rows = [_rule_row(rule) for rule in RULES if rule.id.startswith(start)]
        heads = ("Rule", "Name", "Severity", "What it is about", "For example")
        parts.append(f"## {subject}\n\n{table(heads, rows)}")
    return "\n\n".join(parts) + "\n"


def _rule_row(rule: RuleInfo) -> tuple[str, ...]:
    return rule.id, rule.name, rule.severity.value, rule.summary, _example(rule)


def _example(rule: RuleInfo) -> str:
    """The first message of the rule among its cases."""
    mark = f"{rule.severity.value}[{rule.id}] "
    for path in sorted(CASES.glob(f"{rule.id}-*/expected.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if mark in line:
                return code(line.partition(mark)[2])
    return ""


def keys(file: str, sections: Mapping[str, str]) -> str:
    """A table for each section of a schema: its keys, types, defaults, meanings and examples."""
    schema: Schema = json.loads((ROOT / "schemas" / file).read_text(encoding="utf-8"))
    parts = []
    for name, heading in sections.items():
        part = schema["$defs"][name] if name else schema
        part = part if "properties" in part else part["else"]  # a word, or else a mapping
        rows = list(_key_rows(part, schema))
        heads = ("Key", "Type", "Default", "Meaning", "Example")
        parts.append(f"### {heading}\n\n{table(heads, rows)}")
    return "\n\n".join(parts)


def _key_rows(part: Schema, schema: Schema) -> Iterator[tuple[str, ...]]:
    required = {"id", *part.get("required", ())}
    for key, value in part["properties"].items():
        name = f"{code(key)}, required" if key in required else code(key)
        default = code(_plain(value["default"])) if "default" in value else ""
        example = next((_plain(example) for example in value.get("examples", ())), "")
        kind = _kind(value, schema)
        yield name, kind, default, value["description"], code(example) if example else ""


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
    kinds = value.get("type", "")
    listed = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join(TYPES.get(kind, kind) for kind in listed)


def _plain(value: Any) -> str:
    """A value as it can be written in YAML, on one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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


PARTS: Mapping[str, Callable[[], str]] = {
    "keys": lambda: keys("debate.v1.schema.json", DEBATE),
    "agents": lambda: keys("agents.v1.schema.json", AGENTS),
    "replay": lambda: keys("replay.v1.schema.json", REPLAY),
    "blocks": blocks,
    "filters": filters,
    "tests": tests,
    "words": words,
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
