"""Where each value of a debate comes from."""

from __future__ import annotations

from debatec.source.nodes import Mapping
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.provenance import values
from debatec.spec.sugar import canonical

TEXT = """\
name: case
format:
  - id: talk
    steps: [{id: say, speakers: [pro, con], sees: everything, prompt: Speak.}]
"""


def test_values_with_their_paths_and_places() -> None:
    node, _ = read(Source("a", TEXT))
    assert isinstance(node, Mapping)
    found = [(value.path, value.said, value.where) for value in values(canonical(node))]
    step = "format[talk].steps[say]"
    assert found == [
        ("name", "case", "a:1:7"),
        ("format[talk].id", "talk", "a:3:9"),
        (f"{step}.id", "say", "a:4:18"),
        (f"{step}.speakers", "['pro', 'con']", "a:4:33"),
        (f"{step}.sees[0].who", "['everyone']", "a:4:51"),
        (f"{step}.sees[0].window", "all", "a:4:51 (shorthand)"),
        (f"{step}.prompt", "Speak.", "a:4:71"),
    ]
