"""Plans for the tests of the graph, from specs written short."""

from __future__ import annotations

from debatec.data import data
from debatec.graph.bind import most
from debatec.graph.plan import Plan, make_plan
from debatec.source.nodes import Mapping, Plain
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.build import build
from debatec.spec.sugar import canonical

HEAD = "debate: v1\nname: case\nroles: {a: {}, b: {}, c: {}}\ngroups: {team: [a, b, c]}\n"


def root_of(text: str) -> Mapping:
    """The canonical tree of a spec."""
    root, found = read(Source("case.debate.yaml", text))
    assert found == []
    assert isinstance(root, Mapping)
    return canonical(root)


def plan_of(text: str, inputs: dict[str, Plain] | None = None) -> Plan:
    """The plan of a spec; inputs not given stand for the largest debate."""
    root = root_of(text)
    return make_plan(root, {**most(build(root)), **(inputs or {})})


def shipped(name: str, inputs: dict[str, Plain] | None = None) -> Plan:
    """The plan of a format that ships."""
    path = data("formats").joinpath(f"{name}.debate.yaml")
    return plan_of(path.read_text(encoding="utf-8"), inputs)


def with_format(text: str) -> Plan:
    """The plan of a spec with roles a, b and c and these phases."""
    return plan_of(f"{HEAD}format:\n{text}")
