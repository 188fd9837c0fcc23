from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.source.nodes import Mapping, Scalar
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.template.expression import Expression, Scope, parse
from debatec.template.types import (
    ANYTHING,
    FLAG,
    NUMBER,
    TEXT,
    Choice,
    ListOf,
    Maybe,
    Record,
    Type,
)

STANCE = Choice(("agree", "disagree"))
SCORE = Record("score", {"consensus": NUMBER, "brief": TEXT, "position": STANCE})
SCOPE = Scope(
    {
        "inputs": Record("inputs", {"n": NUMBER, "t": TEXT, "f": FLAG, "l": ListOf(TEXT)}),
        "score": Maybe(SCORE),
        "round": Record("round", {"number": NUMBER, "last": FLAG}),
        "elapsed": NUMBER,
    },
    steps={"audit": Record("audit", {"position": STANCE, "n": NUMBER})},
    roles=frozenset({"panelist"}),
)


def scalar(text: str) -> Scalar:
    return Scalar(Source("t", text).span(0, len(text)), text, text)


def expression(text: str) -> Expression:
    parsed, faults = parse(scalar(text))
    assert parsed is not None, faults
    return parsed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("score.consensus >= inputs.n", FLAG),
        ("score.consensus - before(score.consensus, 2) <= -0.10", FLAG),
        ("streak(abs(score.consensus - before(score.consensus)) < 0.02) >= 2", FLAG),
        ("count(audit) == live(panelist) and all(audit, it.position != 'disagree')", FLAG),
        ("count(audit, it.n > 1, window=inputs.n)", NUMBER),
        ("count(audit, window=3)", NUMBER),
        ("any(audit, it.position in ['agree'])", FLAG),
        ("score is none", FLAG),
        ("not score is not none", FLAG),
        ("min(1, inputs.n, 3) + elapsed", NUMBER),
        ("1 - score.consensus", Maybe(NUMBER)),
        ("before(inputs.t)", Maybe(TEXT)),
        ("inputs.n if inputs.f else 2", NUMBER),
        ("inputs.n if inputs.f else 'x'", ANYTHING),
        ("score.position == 'agree' or score.position == inputs.t", FLAG),
        ("inputs.l[0]", TEXT),
        ("'x' in inputs.l and 'x' in inputs.t and 1 not in [2, 3]", FLAG),
        ("0 < inputs.n <= 10 // 3 % 2", FLAG),
        ("similarity(inputs.t, 'a')", NUMBER),
        ("mean(audit, it.n)", Maybe(NUMBER)),
        ("sum(audit, it.n, window=2) + words(inputs.t) + overlap(audit)", NUMBER),
        ("last(audit).n", Maybe(NUMBER)),
        ("own(audit).n", Maybe(NUMBER)),
        ("verbatim(inputs.l, inputs.t) and verbatim(inputs.t, 'a')", FLAG),
        ("score.position", Maybe(STANCE)),
        ("[1, 2]", ListOf(NUMBER)),
    ],
)
def test_what_fits_and_its_type(text: str, expected: Type) -> None:
    type_, found = expression(text).check(SCOPE)
    assert found == []
    assert type_ == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("scor.consensus > 1", "DB302 scor: unknown name 'scor'; did you mean 'score'?"),
        ("it.n", "DB302 it: unknown name 'it'"),
        ("audit.n", "DB302 audit: 'audit' is a step, not a value"),
        ("count(audt)", "DB302 audt: unknown step 'audt'; did you mean 'audit'?"),
        ("live(panel)", "DB302 panel: unknown role 'panel'; did you mean 'panelist'?"),
        (
            "score.consensu > 1",
            "DB303 consensu: 'score' has no field 'consensu'; did you mean 'consensus'?",
        ),
        ("any(audit, it.m)", "DB303 m: 'audit' has no field 'm'"),
        ("conut(audit)", "DB305 conut: unknown function 'conut'; did you mean 'count'?"),
        ("abs()", "DB306 abs(): wrong arguments for 'abs'"),
        ("abs(1, 2)", "DB306 abs(1, 2): wrong arguments for 'abs'"),
        ("max(1)", "DB306 max(1): wrong arguments for 'max'"),
        ("all(audit)", "DB306 all(audit): wrong arguments for 'all'"),
        ("count(audit, w=2)", "DB306 count(audit, w=2): wrong arguments for 'count'"),
        ("before(1, x=2)", "DB306 before(1, x=2): wrong arguments for 'before'"),
        ("count('audit')", "DB306 'audit': 'count' takes the name of a step first"),
        ("count(audit, window=0)", "DB308 0: expected a whole number from 1"),
        ("before(inputs.n, -1)", "DB308 -1: expected a whole number from 1"),
        ("before(inputs.n, 1.5)", "DB308 1.5: expected a whole number from 1"),
        ("abs(inputs.t)", "DB308 inputs.t: expected a number for 'abs', found text"),
        ("last(audit).m", "DB303 m: 'audit' has no field 'm'"),
        ("last(audt)", "DB302 audt: unknown step 'audt'; did you mean 'audit'?"),
        ("sum(audit)", "DB306 sum(audit): wrong arguments for 'sum'"),
        ("mean(audit, inputs.t)", "DB308 inputs.t: expected a number for 'mean', found text"),
        ("words(1)", "DB308 1: expected text for 'words', found a number"),
        ("verbatim(1, 'a')", "DB308 1: expected texts for 'verbatim', found a number"),
        ("similarity(inputs.t, 3)", "DB308 3: expected text for 'similarity', found a number"),
        (
            "inputs.l * 2",
            "DB308 inputs.l: expected a number for '*', found a list of texts",
        ),
        ("-inputs.f", "DB308 inputs.f: expected a number for '-', found true or false"),
        ("inputs.t > 3", "DB308 inputs.t > 3: cannot order text and a number"),
        ("inputs.f == 1", "DB308 inputs.f == 1: cannot compare true or false and a number"),
        ("inputs.f < true", "DB308 inputs.f < true: cannot order true or false and true or false"),
        ("score == none", "DB308 score == none: '==' with none never holds"),
        ("1 in inputs.l", "DB308 1 in inputs.l: a list of texts never holds a number"),
        ("1 in inputs.n", "DB308 inputs.n: expected a list or text after 'in', found a number"),
        (
            "score.position == 'agre'",
            "DB308 'agre': 'agre' is not one of agree, disagree; did you mean 'agree'?",
        ),
        (
            "score.position in ['agree', 'no']",
            "DB308 'no': 'no' is not one of agree, disagree",
        ),
    ],
)
def test_what_does_not_fit(text: str, expected: str) -> None:
    _, found = expression(text).check(SCOPE)
    assert [f"{d.rule} {d.span.text}: {d.message}" for d in found] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "DB301 1: the expression is empty"),
        ("1 +", "DB301 4: the expression ends too early"),
        ("{{ a }}", "DB301 1: braces stand only in texts"),
        ("a }} b", "DB301 3: expected the end, found '}}'"),
        ("a = 3", "DB301 3: '=' cannot stand here; did you mean '=='?"),
        ("a andd b", "DB301 3: expected the end, found 'andd'"),
        ("(a", "DB301 3: expected ')', found the end"),
        ("a)", "DB301 2: ')' cannot stand here"),
        ("'abc", "DB301 1: the text after ' is never closed"),
        ("1, 2", "DB301 2: expected the end, found ','"),
        ("a ? b", "DB301 3: '?' cannot stand here"),
        ("count(x, x=1, x=2)", "DB301 17: 'x' is given twice"),
        ("2 ** 3", "DB307 1: '**' is not allowed in an expression"),
        ("a|abs", "DB307 3: a filter is not allowed in an expression"),
        ("a ~ b", "DB307 1: '~' is not allowed in an expression"),
        ("{'a': 1}", "DB307 1: '{ }' as a value is not allowed in an expression"),
        ("a.b()", "DB307 4: calling a field is not allowed in an expression"),
        ("a[1:2]", "DB307 3: a slice is not allowed in an expression"),
        ("a is defined", "DB307 6: the test 'defined' is not allowed in an expression"),
        ("(1, 2)", "DB307 2: a list without '[ ]' is not allowed in an expression"),
        ("abs(*a)", "DB307 6: '*' before an argument is not allowed in an expression"),
        ("a.__class__", "DB307 3: '__class__' is not allowed: no name starts with '_'"),
        ("(" * 25 + "1" + ")" * 25, "DB307 25: nested deeper than 24 levels"),
        ("not " * 25 + "1", "DB307 101: nested deeper than 24 levels"),
        ("1_000", "DB301 1: '1_000' is not a plain decimal number"),
        ("1" * 41, "DB301 1: '" + "1" * 20 + "' is too long"),
        (
            "1+" * 1000 + "1",
            "DB307 1: 2001 characters are too many; the limit is 2000",
        ),
    ],
)
def test_what_is_no_expression(text: str, expected: str) -> None:
    parsed, found = parse(scalar(text))
    assert parsed is None
    assert [f"{d.rule} {d.span.position[1]}: {d.message}" for d in found] == [expected]


def test_what_it_reads() -> None:
    found = expression("count(audit, it.n > inputs.n) > 1 and before(score.consensus) < elapsed")
    assert found.names == {"inputs", "score", "elapsed"}
    assert found.steps == {"audit"}
    assert found.functions == {"count", "before"}
    assert not found.constant()


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("inputs.n + 1", True),
        ("max(inputs.n, 3)", True),
        ("true", True),
        ("round.number", False),
        ("count(audit)", False),
        ("before(inputs.n)", False),
    ],
)
def test_constant(text: str, constant: bool) -> None:
    assert expression(text).constant() is constant


def test_functions_that_the_scope_does_not_have() -> None:
    scope = Scope(SCOPE.names, functions=frozenset({"abs"}))
    _, found = expression("before(inputs.n)").check(scope)
    assert [d.message for d in found] == ["'before' cannot be used here"]


@pytest.mark.parametrize(
    ("yaml", "place"),
    [
        ("when: inputs.x > 3\n", (1, 14)),
        ("when: >-\n  inputs.n > 1\n  and inputs.x\n", (3, 14)),
        ("when: \"inputs.t == '\\u00e9' or inputs.x\"\n", (1, 39)),
    ],
)
def test_places_in_the_file(yaml: str, place: tuple[int, int]) -> None:
    root, _ = read(Source("t.yaml", yaml))
    assert isinstance(root, Mapping)
    node = root.get("when")
    assert isinstance(node, Scalar)
    parsed, _ = parse(node)
    assert parsed is not None
    _, found = parsed.check(SCOPE)
    assert [(d.span.text, d.span.position) for d in found] == [("x", place)]


@pytest.mark.parametrize("text", ["3", "0.1", "true", "null"])
def test_scalars_that_yaml_reads_as_values(text: str) -> None:
    root, _ = read(Source("t.yaml", f"when: {text}\n"))
    assert isinstance(root, Mapping)
    node = root.get("when")
    assert isinstance(node, Scalar)
    parsed, found = parse(node)
    # YAML's word is null, that of expressions none.
    assert parsed is not None
    assert not found


@given(st.text(alphabet="ab1.+-*/%()[]<>=!'\" \nitnot", max_size=60))
def test_any_text_parses_or_is_refused(text: str) -> None:
    parsed, found = parse(scalar(text))
    assert (parsed is None) == bool(found)
    if parsed is not None:
        parsed.check(SCOPE)
