"""What is said of what stands under a cursor."""

from __future__ import annotations

import re

import pytest

from debatec.lsp.hover import hover
from tests.lsp.texts import SPEC, marked


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("sp¦eakers: pro", "`speakers`"),
        ("rou¦nds: 2", "`rounds`"),
        ("speakers: ¦pro", "role `pro`: `2` seats\n\n````\ndefends"),
        ("sees: s¦ay", "step `say`"),
        ("prompt: o¦pen", "{{ inputs.question | upper"),
        ("inputs.quest¦ion", "input `question`: string, required\n\n````\nWhat it is about."),
        ("returns: sco¦re", "block `score`\n\n- `level`: number"),
        ("[p¦ro, judge]", "role `pro`"),
        ("order: ro¦tate", "`order`: parallel: nobody hears"),
        ("rate.lev¦el", "`rate.level`: a number"),
        ("{{ se¦at.title", "`seat`: a seat: id, title"),
        ("reply.te¦xt }}", "`reply.text`: text"),
        ("question | up¦per", "filter `upper`"),
        ("| de¦fault", "filter `default(default_value, boolean)`"),
        ("co¦unt(say) > 0", "function `count(STEP, condition, window=N)`"),
        ("id: ta¦lk", "phase `talk`: `2` rounds of `say`, `rate`"),
    ],
)
def test_hover(mark: str, said: str) -> None:
    text = SPEC.replace("{{ inputs.question }}", "{{ inputs.question | upper | default('') }}", 1)
    text = text.replace("- id: say\n", "- id: say\n        order: rotate\n")
    text = text.replace("rate.level >= 0.8", "rate.level >= 0.8 and count(say) > 0")
    assert mark.replace("¦", "") in text
    document, offset = marked(text.replace(mark.replace("¦", ""), mark, 1))
    found = hover(document, offset)
    assert found is not None
    assert said in found[0]


def test_a_finding_is_explained() -> None:
    document, offset = marked(SPEC.replace("seat.title", "seat.tit¦el"))
    found = hover(document, offset)
    assert found is not None
    assert found[0].startswith("**DB303 unknown-field**")
    assert "Jinja prints nothing for such a field" in found[0]


def test_prose_is_nobodys_business() -> None:
    document, offset = marked(SPEC.replace("😀", "wo¦rd"))
    assert hover(document, offset) is None


def test_what_strangers_write_is_no_markdown() -> None:
    image = "![x](https://example.org/x.png)"
    text = SPEC.replace("lens: defends", f"lens: '{image} ```` {image}'")
    text = text.replace("What it is about.", f"'{image}'")
    text = text.replace("type: number, minimum: 0, maximum: 1", f"enum: ['{image}', '`b`']")
    for mark in ("speakers: p¦ro", "inputs.quest¦ion", "returns: sco¦re", "rate.lev¦el"):
        document, offset = marked(text.replace(mark.replace("¦", ""), mark, 1))
        found = hover(document, offset)
        assert found is not None
        assert "example.org" in found[0]
        assert re.search(r"(?<!\\)!\[", outside_of_code(found[0])) is None


def outside_of_code(text: str) -> str:
    """What is left of a Markdown text without its fenced and its inline code."""
    fenced = re.sub(r"^````\n.*?\n````$", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", fenced)
