"""Every token and every node of the tree stands where it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment

from debatec.template import tree
from debatec.template.fault import Refused
from debatec.template.lowering import lower_text
from debatec.template.tokens import read_tokens

# What Jinja's own tests are full of: signs, comments, raw blocks, line breaks in tags.
CORPUS = [
    "{{ foo }}|{{ foo.bar }}|{{ foo['bar'] }}",
    "{% for item in seq %}{{ loop.index }}{{ item }}{% else %}none{% endfor %}",
    "{%- for item in seq -%}\n  {{ item }}  {{- item -}}\n{%- endfor -%} tail",
    "{# a comment {{ not.this }} #}{{ this }}\n{#- x -#}\n  {{ that }}",
    "{% raw %}{{ foo }} and {% bar %}{% endraw %}{{ after }}",
    "{{\n  foo\n  .\n  bar\n|\nupper }}",
    "{% if a is defined and not b %}{{ a }}{% elif c in [1, 2] %}{{ c }}{% endif %}",
    "{{ items|selectattr('on', 'eq', true)|map(attribute='name')|join(', ') }}",
    "{% with a = b, c = d.e %}{{ a ~ c }}{% endwith %}{% set x = y %}{{ x[1:] }}",
    "foo foo {{ foo }} foo {{ foo }}",
    "\N{GRINNING FACE} {{ name }} \u2028 {{ name.field }}\t{{ other }}",
    "a\r\nb {{ foo }}\r{{ bar.foo }}\r\n{{ foo }}",
    "{{ a if b else c }}{{ -x + 1.50 }}{{ (p|last).q }}",
    "\n\n   {% if x %}   \n\n{{ x }}\n  {% endif %}   \n",
]


@pytest.mark.parametrize("source", CORPUS)
def test_tokens_stand_where_they_say(source: str) -> None:
    end = 0
    for token in read_tokens(source):
        written = source[slice(*token.place)]
        assert written.replace("\r\n", "\n").replace("\r", "\n") == token.text
        assert token.place[0] >= end
        end = token.place[1]


@pytest.mark.parametrize("source", CORPUS)
def test_names_and_fields_stand_where_they_say(source: str) -> None:
    body, faults = lower_text(source)
    assert not faults
    seen = 0
    for part in tree.walk(body):
        if isinstance(part, tree.Name):
            assert source[slice(*part.place)] == part.name
            seen += 1
        if isinstance(part, tree.Field):
            assert source[slice(*part.name_place)].strip("'\"") == part.name
        if isinstance(part, tree.Filter | tree.Test):
            assert source[slice(*part.name_place)] == part.name
    assert seen


@pytest.mark.parametrize("source", CORPUS)
def test_the_corpus_is_jinja(source: str) -> None:
    Environment().from_string(source)


@given(st.text(alphabet="{}%#-+ \n\rab.|'\"\\1[]()", max_size=60))
def test_no_text_escapes_as_another_exception(source: str) -> None:
    try:
        body, faults = lower_text(source)
    except Refused as refused:
        faults = list(refused.faults)
        assert faults
    else:
        for part in tree.walk(body):
            assert 0 <= part.place[0] <= part.place[1] <= len(source)
    for fault in faults:
        assert 0 <= fault.place[0] <= fault.place[1] <= len(source)
