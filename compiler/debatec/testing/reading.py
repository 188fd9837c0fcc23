"""A tree of a test file to its cases; the schema has said what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from debatec.source.decode import load
from debatec.source.diagnostic import Diagnostic, Related, has_errors
from debatec.source.nodes import Mapping, Node, Plain, Scalar, Sequence, plain
from debatec.source.reader import read
from debatec.source.schema import load_schema
from debatec.source.text import Source
from debatec.testing.cases import Case, Reply, Scripted, Suite
from debatec.transports.replay import answer_of

SCHEMA = "test.v1.schema.json"
REPEATED = "DB902"


def read_suite(path: Path) -> tuple[Suite | None, list[Diagnostic]]:
    """The tests of a file, None where it cannot be used, and all that is wrong with it.

    Raises:
        OSError: the file cannot be read.
    """
    source, faults = load(path)
    return (None, faults) if source is None else suite_of(source)


def suite_of(source: Source) -> tuple[Suite | None, list[Diagnostic]]:
    """The tests of a text, None where it cannot be used, and all that is wrong with it."""
    node, faults = read(source)
    if node is not None:
        faults = [*faults, *load_schema(SCHEMA).check(node)]
    if not isinstance(node, Mapping) or has_errors(faults):
        return None, faults
    cases = tuple(map(_case, _items(node.get("cases"))))
    suite = Suite(source, node.get("debate"), _mapping(node, "inputs"), _replies(node), cases)
    return suite, [*faults, *_repeated(cases)]


def _items(node: Node | None) -> Iterator[Mapping]:
    for item in node if isinstance(node, Sequence) else ():
        assert isinstance(item, Mapping)
        yield item


def _case(node: Mapping) -> Case:
    name, seed, expect = node.get("name"), node.get("seed"), node.get("expect")
    assert isinstance(name, Scalar)
    assert isinstance(expect, Mapping)
    return Case(
        name.text,
        name.span,
        _mapping(node, "inputs"),
        node.get("preset"),
        _mapping(node, "cast"),
        int(cast("int", plain(seed))) if seed else 0,
        _replies(node),
        node.get("replay"),
        expect,
    )


def _mapping(node: Mapping, key: str) -> Mapping | None:
    found = node.get(key)
    return found if isinstance(found, Mapping) else None


def _replies(node: Mapping) -> tuple[Reply, ...]:
    entries = _mapping(node, "replies") or ()
    return tuple(Reply(e.key, e.key_span, _answers(e.value)) for e in entries)


def _answers(node: Node) -> tuple[Scripted, ...]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(map(_scripted, items))


def _scripted(node: Node) -> Scripted:
    value = plain(node)
    fields: dict[str, Plain] = value if isinstance(value, dict) else {"text": value}
    return Scripted(answer_of(fields), node, bool(fields.get("placeholder")))


def _repeated(cases: tuple[Case, ...]) -> Iterator[Diagnostic]:
    """Cases whose names would give their snapshots the same name."""
    first: dict[str, Case] = {}
    for case in cases:
        other = first.setdefault(case.slug, case)
        if other is not case:
            message = f"there is a case '{other.name}' already"
            related = (Related(other.span, "the first one is here"),)
            yield Diagnostic(REPEATED, message, case.span, related=related)
