"""Names: where they are declared, where they are used, and what they may become."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.lsp.document import read
from debatec.lsp.rename import Refused, definition, references, renamed
from debatec.source.diagnostic import has_errors
from tests.lsp.texts import SPEC, marked, opened

CASES = [
    ("speakers: ¦pro", "roles:\n  ", "pro", 3),
    ("[pro, ju¦dge]", "  ", "judge", 3),
    ("prompt: o¦pen", "prompts:\n  ", "open", 2),
    ("{{ s¦ay[0]", "- id: ", "say", 3),
    ("when: ra¦te", "{id: ", "rate", 2),
    ("inputs.quest¦ion", "inputs:\n  ", "question", 2),
    ("returns: sco¦re", "blocks:\n  ", "score", 2),
]


@pytest.mark.parametrize(("mark", "before", "name", "count"), CASES)
def test_a_name_leads_to_its_declaration_and_all_its_uses(
    mark: str, before: str, name: str, count: int
) -> None:
    document, offset = marked(SPEC.replace(mark.replace("¦", ""), mark, 1))
    (declared,) = definition(document, offset)
    assert SPEC[: declared.end].endswith(before + name)
    found = references(document, offset)
    assert [span.text for span in found] == [name] * count
    assert declared in found
    assert declared not in references(document, offset, declaration=False)


@pytest.mark.parametrize(("mark", "before", "count"), [(m, b, n) for m, b, _, n in CASES])
def test_a_renamed_debate_is_the_same_debate(mark: str, before: str, count: int) -> None:
    document, offset = marked(SPEC.replace(mark.replace("¦", ""), mark, 1))
    text = SPEC
    for span in reversed(renamed(document, offset, "fresh_name")):
        text = text[: span.start] + "fresh_name" + text[span.end :]
    assert not has_errors(opened(text).findings)
    assert before + "fresh_name" in text
    assert text.count("fresh_name") == count


@pytest.mark.parametrize(
    ("mark", "name", "why"),
    [
        ("speakers: ¦pro", "judge", "taken"),
        ("speakers: ¦pro", "all", "a word of the language"),
        ("speakers: ¦pro", "No-Name", "is no name"),
        ("lens: def¦ends", "fine", "no"),
    ],
)
def test_names_that_cannot_be(mark: str, name: str, why: str) -> None:
    document, offset = marked(SPEC.replace(mark.replace("¦", ""), mark, 1))
    with pytest.raises(Refused, match=why):
        renamed(document, offset, name)


def test_a_broken_file_is_not_renamed() -> None:
    document, offset = marked(SPEC.replace("speakers: pro", "speakers: p¦ro") + "\x00")
    with pytest.raises(Refused):
        renamed(document, offset, "fresh")


BASE = """\
debate: v1
name: base
roles: {pro: {}, con: {}, judge: {}}
format:
  - id: talk
    steps:
      - {id: say, speakers: [pro, con], prompt: Speak.}
      - {id: rule, speakers: judge, sees: say, prompt: Decide.}
"""
LAYER = """\
debate: v1
name: mine
extends: base.debate.yaml
roles: {pro: {lens: bold}, chair: {}}
format:
  - id: talk
    steps:
      - {id: rule, speakers: chair}
      - {id: judge_again, speakers: judge, prompt: Again.}
"""


def test_names_of_a_base_lead_to_it_and_stay(tmp_path: Path) -> None:
    (tmp_path / "base.debate.yaml").write_text(BASE, "utf-8")
    document = read(str(tmp_path / "mine.debate.yaml"), LAYER, tmp_path)
    at = LAYER.index("judge,")
    assert [str(span) for span in definition(document, at)] == [
        f"{tmp_path / 'base.debate.yaml'}:3:27"
    ]
    for name in ("judge,", "pro:"):
        with pytest.raises(Refused, match=r"in 'base\.debate\.yaml' too, which this extends"):
            renamed(document, LAYER.index(name), "other")
    assert len(renamed(document, LAYER.index("chair"), "boss")) == 2


def test_what_ships_cannot_be_opened() -> None:
    text = "debate: v1\nname: mine\nextends: builtin:panel\ngroups: {all_of_us: [panelist]}\n"
    document = read("mine.debate.yaml", text, None)
    assert definition(document, text.index("panelist")) == []
