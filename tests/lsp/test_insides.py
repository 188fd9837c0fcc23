"""Each text and expression of a debate has the names that the checker gives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.check.context import Context
from debatec.lsp.document import read
from debatec.lsp.insides import inside
from debatec.lsp.places import Path as Place
from debatec.source.nodes import Mapping, Node, Scalar, Sequence

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "language"
DEBATES = sorted([*(ROOT / "formats").glob("*.debate.yaml"), *CASES.glob("*.debate.yaml")])


def place_of(node: Node, wanted: Scalar) -> Place | None:
    """The path of a scalar in a tree, by where it is written."""
    if isinstance(node, Scalar):
        return () if node.span == wanted.span else None
    if isinstance(node, Mapping):
        items: list[tuple[str | int, Node]] = [(entry.key, entry.value) for entry in node]
    else:
        items = list(enumerate(node.items if isinstance(node, Sequence) else ()))
    for step, item in items:
        found = place_of(item, wanted)
        if found is not None:
            return (step, *found)
    return None


def contexts() -> list[Context]:
    documents = (read(str(p), p.read_text(encoding="utf-8"), p.parent) for p in DEBATES)
    return [document.context for document in documents if document.context]


@pytest.mark.parametrize("context", contexts(), ids=lambda context: str(context.spec.name))
def test_scopes_are_those_of_the_checker(context: Context) -> None:
    for use in (*context.conditions, *context.requirements):
        place = place_of(context.root, use.text)
        if place is None or not use.text.written:
            continue
        found = inside(context, place)
        assert found is not None, place
        assert not found.is_text
        assert found.scope.names.keys() == use.scope.names.keys(), place
        assert found.scope.functions == use.scope.functions
    for text in context.texts:
        place = place_of(context.root, text.text)
        if place is None:
            continue
        found = inside(context, place)
        assert found is not None, place
        assert found.is_text
        assert text.names(None).keys() <= found.scope.names.keys(), place
    for value in context.values:
        place = place_of(context.root, value.text)
        found = inside(context, place) if place and value.text.written else None
        assert place is None or not value.text.written or found, place
        assert found is None or found.scope.names.keys() == {"inputs"}


@pytest.mark.parametrize(
    "place",
    [
        ("name",),
        ("inputs", "brief", "default"),
        ("roles", "panelist"),
        ("format", 9, "when"),
        ("format", 0, "stop", 0, "outcome"),
        ("format", 0, "steps", 99, "sees", 0, "where"),
        ("blocks", "none", "require", "x"),
        (),
    ],
)
def test_other_places_are_neither_text_nor_expression(place: Place) -> None:
    text = (ROOT / "formats" / "panel.debate.yaml").read_text(encoding="utf-8")
    context = read("a", text, None).context
    assert context is not None
    assert inside(context, place) is None
