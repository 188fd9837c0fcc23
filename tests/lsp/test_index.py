"""One index of all names, in every place where a debate has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.lsp.document import read
from debatec.lsp.index import Symbol, letters
from debatec.lsp.rename import Refused, definition, references, renamed
from debatec.source.text import Source
from tests.lsp.texts import SPEC, marked, opened

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "language"
FILES = sorted([*(ROOT / "formats").glob("*.debate.yaml"), *CASES.glob("*.debate.yaml")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_name_of_every_debate_can_be_another_one(path: Path) -> None:
    """Each symbol has one declaration, and under another name nothing more is wrong."""
    document = read(str(path), path.read_text(encoding="utf-8"), path.parent)
    symbols = {place.symbol for place in document.index.places}
    assert symbols
    for symbol in sorted(symbols):
        places = document.index.of(symbol)
        assert sum(place.declares for place in places) == 1
        if any(place.made for place in places):
            continue
        assert {place.span.text for place in places} == {symbol.name}
        spans = renamed(document, places[0].span.start, "fresh_name")
        assert spans == [place.span for place in places]


@pytest.mark.parametrize(
    ("written", "name", "found"),
    [
        ("pro", "pro", "pro"),
        ("'pro'", "pro", "pro"),
        ("&a pro", "pro", "pro"),
        ("&pro 'pro'", "pro", "pro"),
        ("''pro'", "pro", "pro"),
        ('\\"pro\\"', "pro", "pro"),
        ("*pro", "pro", None),
        ("prop", "pro", None),
        ('"p\\x72o"', "pro", None),
    ],
)
def test_letters(written: str, name: str, found: str | None) -> None:
    source = Source("x", written)
    span = letters(source.span(0, len(written)), name)
    assert (span.text if span else None) == found


def test_presets_and_words_are_uses() -> None:
    text = SPEC.replace("roles:\n", "presets:\n  short: {question: What?}\nroles:\n", 1)
    text = text.replace("rate.level >= 0.8", "\"all(say, it.role == 'pro')\"")
    index = opened(text).index
    assert len(index.of(Symbol("input", "question"))) == 3
    words = [place.span for place in index.of(Symbol("name", "pro"))]
    assert text[words[-1].start - 1 : words[-1].end + 1] == "'pro'"


def test_what_a_shorthand_makes_leads_to_its_key_and_keeps_its_name() -> None:
    end = "synthesis: {speakers: judge, prompt: 'Give a verdict, synthesis.'}\n"
    end += "veto: {voters: pro, redrafts: inputs.n}\nresult: {decision: ver¦dict.winner}\n"
    inputs = "inputs:\n  n: {type: integer, default: 1}\n"
    document, offset = marked(SPEC.replace("inputs:\n", inputs, 1) + end)
    (made,) = definition(document, offset)
    assert made.text == "veto"
    assert [span.text for span in references(document, offset)] == ["veto", "verdict"]
    with pytest.raises(Refused, match="shorthand"):
        renamed(document, offset, "ruling")
    assert len(document.index.of(Symbol("input", "n"))) == 2


def test_a_file_that_is_broken_now_has_the_names_that_it_had() -> None:
    document, offset = marked(
        SPEC.replace("        prompt: open\n", "        prompt: o¦pen\n      x\n")
    )
    assert not document.is_whole
    (declared,) = definition(document, offset)
    assert declared.source is document.source
    assert declared.text == "open"
    with pytest.raises(Refused, match="mend"):
        renamed(document, offset, "start")


@pytest.mark.parametrize(
    ("old", "new", "name", "why"),
    [
        ("in heard", "in s¦ay", "reply", "is taken"),
        ("returns: score", "returns: sc¦ore", "vote", "more would be wrong"),
    ],
)
def test_a_name_that_would_be_read_as_another_thing(
    old: str, new: str, name: str, why: str
) -> None:
    document, offset = marked(SPEC.replace(old, new, 1))
    with pytest.raises(Refused, match=why):
        renamed(document, offset, name)


def test_a_name_that_may_not_be_used_can_be_mended() -> None:
    document, offset = marked(
        SPEC.replace("id: say", "id: li¦ve").replace("sees: say", "sees: live")
    )
    assert len(renamed(document, offset, "talk_on")) == 2
