"""The names that texts mention, and those that they make for themselves."""

from __future__ import annotations

import pytest

from debatec.lsp.mentions import bound_in, in_expression, in_text
from debatec.template.lowering import lower_expression, lower_text


def mentioned(text: str) -> list[str]:
    body, _ = lower_text(text)
    return [text[slice(*m.place)].strip("'") for m in in_text(body) if m.name not in ("heard",)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{{ say.text }} {{ inputs.topic }}", ["say", "topic", "inputs"]),
        ("{% for say in say %}{{ say }}{{ loop }}{% endfor %}{{ say }}", ["say", "say"]),
        ("{% for x in heard if x.ok %}{{ x }}{% else %}{{ x }}{% endfor %}", ["x"]),
        ("{% set a = a %}{{ a }}", ["a"]),
        ("{% if a %}{% set b = c %}{% endif %}{{ b }}", ["a", "c"]),
        ("{% with a = b %}{{ a }}{% endwith %}{{ a }}", ["b", "a"]),
        ("{{ heard | selectattr('role', 'eq', 'judge') | list }}", ["judge"]),
    ],
)
def test_texts(text: str, names: list[str]) -> None:
    assert mentioned(text) == names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("it.role == 'pro'", ["pro"]),
        ("'pro' != it.step", ["pro"]),
        ("it.seat in ['pro', 'con']", ["pro", "con"]),
        ("seat.id == 'pro'", ["pro"]),
        ("it.id == 'pro'", []),
        ("it.text == 'pro'", []),
    ],
)
def test_words_that_name_a_role_or_a_step(text: str, words: list[str]) -> None:
    expr, _ = lower_expression(text)
    assert [m.name for m in in_expression(expr) if m.is_quoted] == words


def test_every_name_that_a_text_binds() -> None:
    body, _ = lower_text(
        "{% for x in a %}{% set y = x %}{% endfor %}{% with z = 1 %}{{ z }}{% endwith %}"
    )
    assert bound_in(body) == {"x", "y", "z", "loop"}
