"""The rules of the house: what imports what, how long things get, what ships."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from debatec import __version__

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "compiler" / "debatec"
MODULES = sorted(PACKAGE.rglob("*.py"))
CODE = sorted([*MODULES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").rglob("*.py")])
SCHEMAS = sorted((ROOT / "schemas").rglob("*.json"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


# --- Imports: arrows run downwards only -------------------------------------------------------

ARROWS: dict[str, set[str]] = {
    "source": set(),
    "spec": {"source"},
    "template": {"spec", "source"},
    "graph": {"template", "spec", "source"},
    "check": {"graph", "template", "spec", "source"},
    "locking": {"spec", "source"},
    "migrate": {"source"},
    "linter": {"check", "spec", "source"},
    "lsp": {"linter", "fix", "fmt", "check", "template", "spec", "source"},
    "transports": {"source"},
    "runtime": {"graph", "template", "spec", "source", "transports.interface"},
    "diff": {"spec", "source"},
    "fix": {"check", "source"},
    "fmt": {"source"},
    "simulation": {"testing", "runtime", "graph", "spec", "source"}
    | {"report.text", "transports.interface", "transports.replay"},
    "report": {"runtime", "graph", "spec", "source", "check.registry", "check.pages"},
    "testing": {"report", "runtime", "transports", "check"}
    | {"graph", "template", "spec", "source"},
    "cli": {"testing", "fix", "fmt", "report", "runtime", "transports", "lsp", "linter", "check"}
    | {"locking", "migrate", "simulation", "diff", "graph", "template", "spec", "source"},
}
"""Package -> the packages and modules it may import, besides itself and the shipped data."""

FREE = {"", "data", "frozen"}
"""The root, for the version, the shipped data and the making of values: open to everyone."""


def imported(tree: ast.Module) -> Iterator[str]:
    """Dotted names of what a module imports from the package, the root left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            root, _, inner = name.partition(".")
            if root == "debatec":
                yield "" if inner.startswith("__") else inner


def allows(target: str, name: str) -> bool:
    return name == target or name.startswith(f"{target}.")


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_imports_go_down(path: Path) -> None:
    package = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    allowed = ARROWS.get(package, set()) | FREE | {package}
    if package == "__init__":
        allowed |= set(ARROWS)
    if package == "__main__":
        allowed.add("cli.main")
    names = set(imported(ast.parse(path.read_text(encoding="utf-8"))))
    wrong = {name for name in names if not any(allows(target, name) for target in allowed)}
    assert not wrong, f"{package} may import {sorted(allowed - {''})} only"


def test_every_package_has_its_arrows() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages == set(ARROWS)


def test_nothing_imports_the_command_line() -> None:
    assert not [package for package, down in ARROWS.items() if "cli" in down]


# --- Size and docstrings ----------------------------------------------------------------------

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function of a file with its length in lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            assert node.end_lineno is not None
            yield f"{named(path)}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1


def test_no_file_is_long() -> None:
    lengths = {named(path): path.read_text(encoding="utf-8").count("\n") for path in CODE}
    assert {name: lines for name, lines in lengths.items() if lines > 500} == {}


def test_no_function_is_long() -> None:
    lengths = dict(found for path in MODULES for found in functions(path))
    assert {name: lines for name, lines in lengths.items() if lines > 40} == {}
    assert median(lengths.values()) < 12


def silent_classes(tree: ast.Module) -> Iterator[str]:
    """Public classes with methods and no docstring; plain data may let its fields speak."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            behaves = any(isinstance(item, Function) for item in node.body)
            if behaves and not ast.get_docstring(node):
                yield node.name


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_modules_and_classes_say_what_they_are(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if tree.body:
        assert ast.get_docstring(tree), "the module has no docstring"
        assert list(silent_classes(tree)) == []


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_values_are_made_quickly(path: Path) -> None:
    slow = "@dataclass(frozen=True, slots=True)"
    assert slow not in path.read_text(encoding="utf-8"), "use @frozen of debatec.frozen"


# --- Start-up ---------------------------------------------------------------------------------

HEAVY = {"asyncio", "dataclasses", "httpx", "importlib.metadata", "jinja2", "jsonschema"} | {
    "json", "logging", "networkx", "rich", "yaml"
}  # fmt: skip

HELP = """
import sys
before = set(sys.modules)
from debatec.cli.main import main
try:
    main(["--help"])
finally:
    print(*(set(sys.modules) - before), file=sys.stderr)
"""


def test_help_loads_nothing_but_click() -> None:
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, env=env)
    assert done.returncode == 0
    loaded = set(done.stderr.split())
    assert "debatec.cli.main" in loaded
    assert loaded & HEAVY == set()
    foreign = {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names
    assert foreign == {"click", "debatec"}
    own = {name for name in loaded if name.startswith("debatec.")}
    assert {name for name in own if not allows("debatec.cli", name)} == set()


LINT = """
import sys
from debatec.cli.main import main
try:
    main(["lint", "--no-config", "--no-cache", sys.argv[1]])
finally:
    print(*sys.modules, file=sys.stderr)
"""

UNUSED = {"asyncio", "difflib", "httpx", "jsonschema", "logging", "networkx", "rich", "tomllib"} | {
    f"debatec.{name}" for name in ("fix", "fmt", "lsp", "runtime", "transports")
}


def test_lint_of_a_sound_file_loads_only_what_it_uses() -> None:
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    spec = ROOT / "formats" / "panel.debate.yaml"
    command = [sys.executable, "-c", LINT, str(spec)]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert done.returncode == 0
    loaded = set(done.stderr.split())
    assert "debatec.check.pipeline" in loaded
    assert loaded & UNUSED == set()


# --- What ships -------------------------------------------------------------------------------


def test_the_version_is_the_packaged_one() -> None:
    assert version("debatec") == __version__


PLACES = ("compiler", "docs", "formats", "rules", "schemas", "templates", "tests", "tools", ".ci")
HOME = re.compile(r"(?<![\w.\-/])/(?:home|root|Users|work)/[\w.]")


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file of the project, build products left out."""
    files = [path for place in PLACES for path in (ROOT / place).rglob("*")]
    for path in sorted([*files, *ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml"]):
        if path.is_file() and path.suffix != ".pyc":
            yield path, path.read_bytes().decode("utf-8", errors="replace")


def test_no_text_names_a_folder_of_somebodys_machine() -> None:
    found = [(named(path), match[0]) for path, text in texts() for match in HOME.finditer(text)]
    assert found == []


ACROSS = {
    "formats/test_verdicts.py": "formats, against the programs that they follow",
    "check/test_reports.py": "mistakes that people report, whichever rule finds them",
    "runtime/test_endings.py": "every way in which a turn can end, whichever module sees to it",
    "runtime/test_model_run.py": "runs at which anything happens, against what always holds",
    "runtime/test_model_turn.py": "turns in which an agent does anything, against a model",
    "template/test_bounds.py": "hostile texts, against every bound of the package at once",
}
"""Test modules about a whole package, and why."""


def test_every_test_module_mirrors_a_module() -> None:
    """Tests of one module lie where it lies; those of the whole lie at the top."""
    modules = {path.relative_to(PACKAGE) for path in MODULES}
    tests = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").glob("*/**/test_*.py")]
    mirrored = {test: test.with_name(test.name.removeprefix("test_")) for test in tests}
    strays = {str(test) for test, module in mirrored.items() if module not in modules}
    assert strays == ACROSS.keys() & {str(test) for test in tests}


# --- Schemas ----------------------------------------------------------------------------------

ONE = {"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"}
LISTS = {"allOf", "anyOf"}
MAPS = {"$defs", "patternProperties", "properties"}
PLAIN = {
    "$comment", "$id", "$ref", "$schema", "const", "default", "dependentRequired", "deprecated",
    "description", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "maxItems",
    "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum",
    "multipleOf", "pattern", "required", "title", "type", "uniqueItems", "x-hints", "x-holder",
    "x-messages",
}  # fmt: skip
"""Keywords that mean the same in every draft editors know.

Left out on purpose: `oneOf`, whose errors say nothing; `unevaluatedProperties`, `prefixItems`
and `$dynamicRef`, which older editors ignore; `format`, which is not asserted. `x-messages` and
`x-hints` are ours: what to say, and what to do, when a keyword beside it is not met; `x-holder`
too: the key below which unknown ones belong.
"""


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and every schema inside it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword, value in schema.items():
        if keyword in ONE:
            yield from subschemas(value)
        elif keyword in LISTS:
            for item in value:
                yield from subschemas(item)
        elif keyword in MAPS:
            for item in value.values():
                yield from subschemas(item)


def conditions(schema: Any) -> set[int]:
    """Identities of the schemas under `if` and `not`, whose properties only repeat others."""
    return {
        id(inner)
        for outer in subschemas(schema)
        for keyword in ("if", "not")
        for inner in subschemas(outer.get(keyword))
    }


def described(schema: Any, document: dict[str, Any]) -> bool:
    """Whether a property says what it is, itself or through its reference."""
    if not isinstance(schema, dict):
        return schema is False
    if "description" in schema:
        return True
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    return "description" in document.get("$defs", {}).get(name, {})


@pytest.fixture(params=SCHEMAS, ids=named)
def schema(request: pytest.FixtureRequest) -> Any:
    path: Path = request.param
    return json.loads(path.read_text(encoding="utf-8"))


def test_schemas_ship() -> None:
    assert SCHEMAS


def test_schema_is_valid_and_has_a_urn(schema: Any) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"].startswith("urn:debatec:schema:")


def test_schema_ids_are_unique() -> None:
    ids = [json.loads(path.read_text(encoding="utf-8"))["$id"] for path in SCHEMAS]
    assert len(set(ids)) == len(ids)


def test_schema_keeps_to_the_vocabulary(schema: Any) -> None:
    keywords = {keyword for inner in subschemas(schema) for keyword in inner}
    assert keywords <= ONE | LISTS | MAPS | PLAIN


def test_schema_messages_belong_to_a_keyword(schema: Any) -> None:
    for inner in subschemas(schema):
        for annotation in ("x-messages", "x-hints"):
            assert inner.get(annotation, {}).keys() <= inner.keys()


def test_schema_describes_each_property(schema: Any) -> None:
    skipped = conditions(schema)
    silent = {
        name
        for inner in subschemas(schema)
        if id(inner) not in skipped
        for name, value in inner.get("properties", {}).items()
        if not described(value, schema)
    }
    assert silent == set()
