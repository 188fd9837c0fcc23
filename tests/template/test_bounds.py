"""Texts that try to take time, memory or what is not theirs."""

from __future__ import annotations

from time import process_time

import pytest

from debatec.source.nodes import Scalar
from debatec.source.text import Source
from debatec.template.template import RenderError, Template, parse

VALUES: dict[str, object] = {
    "s": "ab",
    "xs": list(range(2000)),
    "d": {"a": 1},
    "big": "a" * 10_000,
}
REFUSED = [
    "{% for i in range(10**9) %}x{% endfor %}",
    "{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}",
    "{{ 'a'*10**9 }}",
    "{{ 10**10**7 }}",
    "{{ (10**9)|string }}",
    "{{ '{:>1000000000}'.format(1) }}",
    "{{ lipsum(n=5000) }}",
    "{{ [1]*10**8 }}",
    "{{ s.ljust(10**9)|length }}",
    "{% macro m(n) %}{{ m(n) }}{% endmacro %}{{ m(1) }}",
    "{% set ns=namespace(a='x') %}{% for i in xs %}{% set ns.a=ns.a~ns.a %}{% endfor %}",
    "{{ ''.join(['a'*1000]*1000000)|length }}",
    "{{ '('*100000 }}",
    "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
    "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "{{ " + "[" * 3000 + "]" * 3000 + " }}",
    "{{ " + "-" * 3000 + "1 }}",
    "{{ " + "2*" * 9000 + "2 }}",
    "{{ " + "not " * 3000 + "1 }}",
    "{{ a" + ".b" * 5000 + " }}",
    "{{ a" + "|upper" * 3000 + " }}",
    "{{ " + "1 if 1 else " * 1500 + "1 }}",
    "{% if 1 %}" * 200 + "{% endif %}" * 200,
    "{% if 1 %}" * 900 + "{% endif %}" * 900,
    "{% for a in [1] %}" * 25 + "{% endfor %}" * 25,
    "{{ d.__init__ }}",
    "{{ d.update({'b':2}) }}",
    "{{ xs.append(1) }}",
    "{{ cycler.__init__.__globals__ }}",
    "{% for x in xs recursive %}{{ loop(xs) }}{% endfor %}",
    "{% include '/etc/passwd' %}",
    "{% import 'x' as y %}",
    "{{ '" + "a" * 20_000 + "' }}",
    "{{ " + "9" * 5000 + " }}",
    "{{ 1e999999999 }}",
    "{{ 0x" + "f" * 5000 + " }}",
    "{{ '\\ud800' }}",
    "{% set a = [s, s] %}{% set b = [a, a] %}",
]
UNKNOWN = [
    "{{ 's'|center(1000000000) }}",
    "{{ '%1000000000d'|format(1) }}",
    "{{ s|wordwrap(1,true,'x') }}",
    "{{ xs|batch(1000000000,0)|list|length }}",
    "{{ s|attr('format') }}",
    "{{ xs|groupby('__class__')|list }}",
    "{{ xs|slice(100000000)|list|length }}",
]
STOPPED = [
    "{% for a in xs %}{% for b in xs %}{% for c in xs %}{% endfor %}{% endfor %}{% endfor %}",
    "{% for a in xs %}{% for b in xs if false %}{% endfor %}{% endfor %}",
    "{% for a in xs %}" + "{{ big|upper|lower|length }}" * 20 + "{% endfor %}",
    "{% for a in xs %}{% if xs|sort|reverse|unique %}{% endif %}{% endfor %}",
    "{% for a in xs %}{{ big }}{% endfor %}",
    "{{ xs|join(big)|length }}",
    "{{ big|replace('a',big)|length }}",
    "{{ big|replace('a',big)|replace('a',big)|length }}",
    "{{ big|replace('',big)|length }}",
    "{% set x=big %}" + "{% set x=x~x %}" * 40 + "{{ x|length }}",
    "{% set x=big %}" + "{% set x=x~x~x~x %}" * 40,
    "{% set x=xs|tojson %}" + "{% set x=x|tojson %}" * 40,
    "{{ big ~ " + " ~ ".join(["big"] * 30) + " }}",
]
HARMLESS = {
    "{% for i in xs %}x{% endfor %}": "x" * 2000,
    "{{ s|indent(1000000000) }}": "ab",
    "{{ 'a'*1 if false }}": None,
    "{{ s.format }}{{ d.items }}{{ s.upper }}{{ xs.append }}": "",
    "{{ xs|map(attribute='__class__')|list|first }}": "",
    "{% set x='a' %}{% for i in xs %}{% set x=x~x %}{% endfor %}{{ x }}": "a",
    "{{ '{{ s }}' }}": "{{ s }}",
    "{{ d.a }}": "1",
    "{% for i in xs %}{% if loop.first %}{{ loop.length }}{% endif %}{% endfor %}": "2000",
    "{{ xs[:" + "9" * 30 + "]|length }}{{ xs[" + "9" * 30 + "] }}": "2000",
    "{{ s|int(s)|upper }}{{ s|truncate(s) }}{{ xs|first|join }}": "ABab",
    "{{ " + "1+" * 3000 + "1 }}": "3001",
    "{{ 1 " + "and 1 " * 2000 + " }}": "1",
}


def parsed(text: str) -> Template | None:
    template, faults = parse(Scalar(Source("t", text).span(0, len(text)), text, text))
    assert (template is None) == bool(faults)
    return template


@pytest.mark.parametrize("text", REFUSED)
def test_refused_before_it_runs(text: str) -> None:
    start = process_time()
    assert parsed(text) is None
    assert process_time() - start < 2


@pytest.mark.parametrize("text", UNKNOWN)
def test_foreign_filters_are_found_by_the_check(text: str) -> None:
    template = parsed(text)
    assert template is not None
    assert "DB304" in [d.rule for d in template.check({})]


@pytest.mark.parametrize("text", STOPPED)
def test_stopped_while_it_runs(text: str) -> None:
    template = parsed(text)
    assert template is not None
    start = process_time()
    with pytest.raises(RenderError, match=r"\Aline 1: (more than|a text longer than) [^\n]+\Z"):
        template.render(VALUES)
    assert process_time() - start < 2


@pytest.mark.parametrize(("text", "expected"), HARMLESS.items())
def test_harmless(text: str, expected: str | None) -> None:
    template = parsed(text)
    if expected is None:
        assert template is None
        return
    assert template is not None
    start = process_time()
    assert template.render(VALUES) == expected
    assert process_time() - start < 2


def test_the_error_names_the_line() -> None:
    template = parsed("a\nb\n{% for x in xs %}\n{{ big }}\n{% endfor %}")
    assert template is not None
    with pytest.raises(RenderError, match=r"^line 4: a text longer than 200000 characters$"):
        template.render(VALUES)


def test_data_is_not_changed() -> None:
    values: dict[str, object] = {"xs": [2, 1]}
    template = parsed("{% set xs = xs|sort %}{{ xs|join }}")
    assert template is not None
    assert template.render(values) == "12"
    assert values == {"xs": [2, 1]}
