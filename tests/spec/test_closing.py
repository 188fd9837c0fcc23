"""`synthesis` and `veto` of a layer, over a base that has their phase written out."""

from __future__ import annotations

import pytest

from debatec.source.nodes import Mapping, Plain, plain
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.emit import emit
from debatec.spec.merge import merged
from debatec.spec.sugar import canonical, layers

TALK = "format: [{id: talk, steps: [{id: say, speakers: pro, prompt: Speak.}]}]\n"
SYNTHESIS = "synthesis: {speakers: pro, prompt: Close it.}\n"
VETO = "veto: {voters: con, prompt: Well?, redrafts: 1}\n"


def tree(text: str) -> Mapping:
    node, found = read(Source("case", text))
    assert found == []
    assert isinstance(node, Mapping)
    return node


def over(base: str, layer: str) -> Plain:
    whole = canonical(tree(base))
    return plain(canonical(merged(whole, layers(tree(layer), whole))[0]))


@pytest.mark.parametrize(
    ("base", "layer", "whole"),
    [
        (TALK, SYNTHESIS, TALK + SYNTHESIS),
        (TALK + SYNTHESIS, "synthesis: {sections: [A]}",
         TALK + "synthesis: {speakers: pro, prompt: Close it., sections: [A]}\n"),
        (TALK + SYNTHESIS, VETO, TALK + SYNTHESIS + VETO),
        (TALK + SYNTHESIS + VETO, "veto: {redrafts: 3}",
         TALK + SYNTHESIS + "veto: {voters: con, prompt: Well?, redrafts: 3}\n"),
        (TALK + SYNTHESIS + VETO, "veto: {voters: pro, pass: majority}",
         TALK + SYNTHESIS + "veto: {voters: pro, prompt: Well?, redrafts: 1, pass: majority}\n"),
        (TALK + SYNTHESIS + VETO, "summary: Same.",
         "summary: Same.\n" + TALK + SYNTHESIS + VETO),
    ],
)  # fmt: skip
def test_a_layer_says_what_it_says_and_no_default(base: str, layer: str, whole: str) -> None:
    assert over(base, layer) == plain(canonical(tree(whole)))


def test_a_bare_name_means_what_the_base_has() -> None:
    base = "roles: {pro: {}, con: {}}\n" + TALK
    layer = "format: [{id: talk, steps: [{id: say, sees: con}]}]"
    whole = canonical(tree(base))
    assert "who: [con]" in emit(merged(whole, layers(tree(layer), whole))[0])
