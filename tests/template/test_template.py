from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from textwrap import indent

import pytest

from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Scalar
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.template.template import Template, parse
from debatec.template.types import FLAG, NUMBER, TEXT, Choice, ListOf, Maybe, Record, Type

SEAT = Record("participant", {"id": TEXT, "name": TEXT, "role": TEXT})
REPLY = Record("reply", {"author": SEAT, "text": TEXT, "round": NUMBER})
SCOPE: Mapping[str, Type] = {
    "topic": TEXT,
    "round": Record("round", {"number": NUMBER, "id": TEXT, "last": FLAG, "total": Maybe(NUMBER)}),
    "replies": Record("replies", {"codex": REPLY, "claude": REPLY}),
    "history": ListOf(REPLY),
    "heard": ListOf(REPLY, prints=True),
    "me": SEAT,
    "stance": Choice(("agree", "disagree")),
    "words": ListOf(TEXT),
}


def scalar(text: str) -> Scalar:
    return Scalar(Source("t", text).span(0, len(text)), text, text)


def template(text: str) -> Template:
    parsed, faults = parse(scalar(text))
    assert parsed is not None, faults
    return parsed


def said(found: list[Diagnostic]) -> list[str]:
    return [f"{d.rule} {d.span.text}: {d.message}" for d in found]


def render(text: str, **values: object) -> str:
    return template(text).render(values)


PLANTED = """\
Round {{ round.numbr }} for {{ tpic }} by {{ me.name|uper if 0 }}
{% for r in history %}{{ loop.index }} {{ r.author.nam }} {{ r.txt }}{% endfor %}
{{ replies.codx.text }} {{ replies["claude"].text }} {{ replies[me.id].tex }}
{{ (history|last).author.rol }} {{ history[0].text|upper }} {{ topic.x }}
{% if verdict is defined %}{{ verdict.winer }}{% endif %}{% for x in round %}{% endfor %}
{% with t = round %}{{ t.nope }}{% endwith %}{% set z = me %}{{ z.nme }}
"""
FOUND = [
    "1:16 DB303 numbr",
    "1:32 DB302 tpic",
    "1:54 DB304 uper",
    "2:52 DB303 nam",
    "2:64 DB303 txt",
    "3:12 DB303 codx",
    "3:72 DB303 tex",
    "4:26 DB303 rol",
    "4:70 DB303 x",
    "5:70 DB308 round",
    "6:26 DB303 nope",
    "6:67 DB303 nme",
]


def test_planted_errors_at_their_place_in_the_file() -> None:
    node, faults = read(Source("t.yaml", "name: x\nprompt: |\n" + indent(PLANTED, "  ")))
    assert isinstance(node, MappingNode)
    assert not faults
    prompt = node.get("prompt")
    assert isinstance(prompt, Scalar)
    parsed, faults = parse(prompt)
    assert parsed is not None
    found = []
    for diagnostic in parsed.check(SCOPE):
        line, column = diagnostic.span.position
        found.append(f"{line - 2}:{column - 2} {diagnostic.rule} {diagnostic.span.text}")
    assert found == FOUND


def test_syntax_fault_in_double_quotes_at_its_place() -> None:
    node, _ = read(Source("t.yaml", 'prompt: "a\\n\\u00e9 {{ x y }}"\n'))
    assert isinstance(node, MappingNode)
    prompt = node.get("prompt")
    assert isinstance(prompt, Scalar)
    _, faults = parse(prompt)
    assert [(d.rule, d.span.position, d.span.text) for d in faults] == [("DB301", (1, 25), "y")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ }}", "DB301 {{ }}: '{{ }}' is empty"),
        ("a {{ b", "DB301 {{: '{{' is never closed"),
        ("a {{ b\nit's {{ c }}", "DB301 {{: '{{' is never closed"),
        ("{{ a }", "DB301 {{: '{{' is never closed"),
        ("{{ a b }}", "DB301 b: expected '}}', found 'b'"),
        ("{% foo %}", "DB301 foo: unknown tag 'foo'; did you mean 'for'?"),
        (
            "{% if a %}{% elseif b %}{% endif %}",
            "DB301 elseif: unknown tag 'elseif'; did you mean 'elif'?",
        ),
        ("{% %}", "DB301 {% %}: '{% %}' names no tag"),
        ("{% if %}x{% endif %}", "DB301 %}: a value is missing before '%}'"),
        ("{% if a %}x", "DB301 {% if a %}: '{% if %}' is never closed"),
        ("{% endif %}", "DB301 endif: 'endif' closes nothing"),
        ("{% else %}", "DB301 else: 'else' stands in no '{% if %}'"),
        ("{% for x in y %}{% endif %}", "DB301 endif: 'endif' cannot close '{% for %}'"),
        ("{% if a = b %}{% endif %}", "DB301 =: '=' cannot stand here; did you mean '=='?"),
        ("{# a", "DB301 {#: '{#' is never closed"),
        ('{{ "a }}', 'DB301 ": the text after " is never closed'),
        ("{{ 'a\\d' }}", "DB301 \\d: unknown escape '\\d'"),
        ("{{ 1e9 }}", "DB301 1e9: '1e9' is not a plain decimal number"),
        ("{% set x %}", "DB301 {% set x %}: 'set' needs a value"),
        ("{% macro m() %}{% endmacro %}", "DB307 macro: the tag 'macro' is not allowed"),
        ("{% include 'x' %}", "DB307 include: the tag 'include' is not allowed"),
        ("{{ a() }}", "DB307 (: a call is not allowed in a text"),
        ("{{ a * 2 }}", "DB307 a: '*' is not allowed in a text"),
        ("{{ {'a': 1} }}", "DB307 {: '{ }' as a value is not allowed in a text"),
        (
            "{{ a.__class__ }}",
            "DB307 __class__: '__class__' is not allowed: no name starts with '_'",
        ),
        ("{{ a['_b'] }}", "DB307 '_b': '_b' is not allowed: no name starts with '_'"),
        (
            "{% for a, b in c %}{% endfor %}",
            "DB307 a: setting several names at once is not allowed in a text",
        ),
        (
            "{% for a in b recursive %}{% endfor %}",
            "DB307 for: 'recursive' is not allowed in a text",
        ),
        ("{{ [a] }}", "DB307 a: a list in a text may hold only literals"),
    ],
)
def test_what_is_no_text(text: str, expected: str) -> None:
    parsed, found = parse(scalar(text))
    assert parsed is None
    assert said(found) == [expected]


def test_all_refusals_of_one_text_are_said() -> None:
    _, found = parse(scalar("{{ a * 2 }} {{ b() }}\n{{ _c }}"))
    assert [d.span.position for d in found] == [(1, 4), (1, 17), (2, 4)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ history }}", "DB308 history: a list of replies prints as code"),
        ("{{ me }}", "DB308 me: a participant prints as code"),
        ("{{ 'a' ~ me }}", "DB308 me: a participant prints as code"),
        ("{{ history|join(', ') }}", "DB308 join: '| join' of a list of replies prints as code"),
        (
            "{{ history|map(attribute='txt')|join }}",
            "DB303 'txt': 'reply' has no field 'txt'; did you mean 'text'?",
        ),
        ("{{ history.text }}", "DB303 text: a list of replies has no field 'text'"),
        ("{% for x in topic %}{% endfor %}", "DB308 topic: cannot loop over text"),
        (
            "{% for x in round.number %}{% endfor %}",
            "DB308 round.number: cannot loop over a number",
        ),
        (
            "{% for x in round.last %}{% endfor %}",
            "DB308 round.last: cannot loop over true or false",
        ),
        ("{{ topic|first }}", "DB308 topic: expected a list before '| first', found text"),
        (
            "{{ topic|truncate(1, 2, 3, 4) }}",
            "DB306 truncate: the filter 'truncate' takes at most 3 values",
        ),
        (
            "{{ topic|truncate(len=3) }}",
            "DB306 truncate: the filter 'truncate' takes no 'len'; did you mean 'length'?",
        ),
        ("{{ topic|replace('a') }}", "DB306 replace: the filter 'replace' needs 'new'"),
        ("{{ topic + 1 }}", "DB308 topic: expected a number for '+', found text"),
        (
            "{% if stance == 'agre' %}{% endif %}",
            "DB308 'agre': 'agre' is not one of agree, disagree; did you mean 'agree'?",
        ),
        (
            "{% if round.number == '1' %}{% endif %}",
            "DB308 round.number == '1': cannot compare a number and text",
        ),
        ("{% if topic == none %}{% endif %}", "DB308 topic == none: '==' with none never holds"),
        ("{{ topic is strng }}", "DB304 strng: unknown test 'strng'; did you mean 'string'?"),
        ("{% for r in history %}{% endfor %}{{ r.text }}", "DB302 r: unknown name 'r'"),
        (
            "{% for r in history %}{{ loop.idx }}{% endfor %}",
            "DB303 idx: 'loop' has no field 'idx'; did you mean 'index'?",
        ),
        ("{{ loop.index }}", "DB302 loop: unknown name 'loop'"),
        ("{% with a = 1 %}{% endwith %}{{ a }}", "DB302 a: unknown name 'a'"),
        ("{% for r in history %}{% set a = 1 %}{% endfor %}{{ a }}", "DB302 a: unknown name 'a'"),
        ("{% if x is defined %}{% else %}{{ x }}{% endif %}", "DB302 x: unknown name 'x'"),
        (
            "{{ replies.claud.text }}",
            "DB303 claud: 'replies' has no field 'claud'; did you mean 'claude'?",
        ),
        ("{{ words[topic] }}", "DB308 topic: expected a number in '[ ]', found text"),
    ],
)
def test_what_does_not_fit(text: str, expected: str) -> None:
    assert said(template(text).check(SCOPE)) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "{{ heard }}{{ heard|upper }}{{ words|join(', ') }}{{ topic|default('x') }}",
        "{% if round.total %} of {{ round.total }}{% endif %}",
        "{% if x is defined and x.y %}{{ x.y }}{% endif %}{{ x.z if x is defined else '' }}",
        "{% if x is not defined %}-{% else %}{{ x.y }}{% endif %}",
        "{% if topic %}{% set a = topic %}{% else %}{% set a = 'b' %}{% endif %}{{ a|upper }}",
        "{% for r in history if r.round > 1 %}{{ r.text }}{{ loop.nextitem.text }}{% endfor %}",
        "{% for r in history|sort(attribute='round')|reverse %}{{ r.author.name }}{% endfor %}",
        "{{ (history|selectattr('round', 'gt', 1)|first).text }}{{ history[-1].text }}",
        "{% for r in history[:2] %}{{ r.text }}{% endfor %}{{ topic[:3] }}",
        "{{ history|map(attribute='author.name')|unique|join(', ') }}",
        "{% if stance in ['agree'] and topic in ('a', 'b') %}{% endif %}",
        "{{ round.number + 1 - -2 }}{{ replies[me.id].text }}",
        "{% raw %}{{ anything }}{% endraw %}",
    ],
)
def test_what_fits(text: str) -> None:
    assert template(text).check(SCOPE) == []


def test_names_are_those_taken_from_the_scope() -> None:
    text = (
        "{% set a = b %}{{ a.x }}{% for c in d %}{{ c }}{{ loop.index }}{% endfor %}"
        "{% with e = f %}{{ e }}{% endwith %}{% if g is defined %}{% endif %}"
    )
    assert template(text).names == {"b", "d", "f", "g"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n{% if yes %}\n  b\n{% endif %}\nc\n", "a\n  b\nc"),
        ("a\n  {% if yes %}\n  b\n  {% endif %}  \nc", "a\n  b\nc"),
        ("{% if yes %}x{% endif %}\ny", "x\ny"),
        ("a{% if yes %}, b{% endif %}\nc", "a, b\nc"),
        ("{% for i in xs %}\n- {{ i }}\n{% endfor %}\nend", "- 1\n- 2\nend"),
        ("{# a note #}\na", "a"),
        ("{% set a = 1 %} {# both #}\n{{ a }}\n\n", "1\n"),
        ("a\n{%- if yes %}\nb{% endif %}", "a\nb"),
        ("a\n{%+ if yes %}\nb{% endif %}", "a\n\nb"),
        ("{% if\n yes %}\nb\n{% endif %}", "b\n"),
        ("{% raw %}\n{{ a }}\n{% endraw %}\nb", "{{ a }}\nb"),
        ("a\r\n{% if yes %}\r\nb\r\n{% endif %}\r\n", "a\nb\n"),
    ],
)
def test_lines_of_tags_leave_no_trace(text: str, expected: str) -> None:
    assert render(text, yes=True, xs=[1, 2]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ yes }} {{ no }}", "true false"),
        ("{{ n }} {{ d }} {{ d + 1 }} {{ n - 5 }}", "3 0.10 1.1 -2"),
        ("[{{ none_ }}{{ missing }}{{ missing.a.b }}{{ missing[0] }}]", "[]"),
        ("{% for x in missing %}a{% else %}b{% endfor %}", "b"),
        ("{{ 'a' if missing else 'b' }}{{ 'c' if missing }}", "b"),
        (
            "{{ missing|default('x') }}{{ missing|upper }}{{ missing|join }}{{ missing|length }}",
            "x0",
        ),
        ("{{ r.items }} {{ r['keys'] }} {{ r.get }}", "1 2 "),
        (
            "{{ xs|join(', ') }} {{ xs|last }} {{ xs[0] }} {{ xs[9] }}{{ xs[1:]|join }}",
            "c, a, b b c ab",
        ),
        ("{{ xs|sort|join }}{{ xs|reverse|join }}{{ (xs ~ 'c')|length }}", "abcbac16"),
        ("{{ rs|map(attribute='a.b')|join('-') }}", "1-2"),
        ("{{ (rs|selectattr('a.b', 'gt', 1)|first).a.b }}", "2"),
        ("{{ rs|rejectattr('a.b', 'odd')|list|length }}", "1"),
        (
            "{% for x in xs if x != 'a' %}{{ loop.index }}/{{ loop.length }}{{ x }}{% endfor %}",
            "1/2c2/2b",
        ),
        (
            "{{ 'abc def'|title }}{{ 'x y z'|wordcount }}{{ ' a '|trim }}",
            "Abc Def3a",
        ),
        ("{{ 'one two three'|truncate(9) }}", "one..."),
        ("{{ 'a\nb'|indent(2) }}", "a\n  b"),
        ("{{ '12'|int + 1 }}{{ 'x'|int }}{{ 'x'|int(7) }}", "1307"),
        ("{{ rs|tojson }}", '[{"a": {"b": 1}}, {"a": {"b": 2}}]'),
        ("{% set a = 1 %}{% for x in xs %}{% set a = 2 %}{{ a }}{% endfor %}{{ a }}", "2221"),
        ("{% with a = 1 %}{% set a = 2 %}{{ a }}{% endwith %}{{ a }}", "2"),
        (
            "{{ 0.1 + 0.2 == 0.3 }}{{ d == 0.1 }}{{ yes == 1 }}{{ none_ == none }}",
            "truetruefalsefalse",
        ),
        (
            "{{ n is defined }}{{ missing is defined }}{{ none_ is none }}{{ 2 is even }}",
            "truefalsetruetrue",
        ),
    ],
)
def test_rendering(text: str, expected: str) -> None:
    values: dict[str, object] = {
        "yes": True,
        "no": False,
        "n": 3,
        "d": Decimal("0.10"),
        "none_": None,
        "r": {"items": 1, "keys": 2},
        "xs": ["c", "a", "b"],
        "rs": [{"a": {"b": 1}}, {"a": {"b": 2}}],
    }
    assert render(text, **values) == expected


class Heard(list[object]):
    def __str__(self) -> str:
        return "> quoted"


def test_lists_of_a_class_of_their_own_print_as_it_says() -> None:
    assert render("{{ h }}{{ h|upper }}{{ 'a' ~ h }}{{ h|length }}", h=Heard([1])) == (
        "> quoted> QUOTEDa> quoted1"
    )


def test_values_are_never_read_as_templates() -> None:
    reply = "{{ 7 + 7 }} {% for x in y %} {# a #}"
    assert render("{{ a }}|{{ a|upper|lower }}|{{ [1]|join }}", a=reply) == (
        f"{reply}|{reply.lower()}|1"
    )
