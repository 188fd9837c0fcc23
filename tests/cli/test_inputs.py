"""Values of inputs: where they come from, how they are typed, what is wrong with them."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path

import pytest

from debatec.check.pipeline import compile_source
from debatec.cli.failure import Failure
from debatec.cli.inputs import MAX_BYTES, Settings, read_inputs
from debatec.source.nodes import Plain
from debatec.source.text import Source
from debatec.spec.model import Spec

INPUTS = """\
inputs:
  text: {type: string, minLength: 2, maxLength: 9}
  count: {type: integer, minimum: 1, maximum: 9, default: 1}
  share: {type: number, default: 0.5}
  flag: {type: boolean, default: false}
  few: {type: [integer, "null"], default: null}
  words: {type: array, items: {type: string}, maxItems: 2, default: []}
  record: {type: object, properties: {a: {type: integer}}, required: [a], default: {a: 1}}
  mode: {enum: [fast, careful, 3], default: fast}
  note: {type: [string, "null"], default: null}
  free: {default: 1}
presets:
  light: {text: light, count: 2}
  heavy: {count: 9, few: null}
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    found = compile_source(Source("a.debate.yaml", f"debate: v1\nname: a\n{INPUTS}"))
    assert found.spec is not None
    return found.spec


def faults(spec: Spec, *settings: str, required: bool = False) -> list[str]:
    with pytest.raises(Failure) as caught:
        read_inputs(spec, Settings(tuple(settings)), required=required)
    return caught.value.message.splitlines()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("text=a=b", "a=b"),
        ("text=123", "123"),
        ("count=3", 3),
        ("share=0.10", Decimal("0.10")),
        ("share=1", 1),
        ("flag=true", True),
        ("few=null", None),
        ("few=4", 4),
        ('words=["a", "b"]', ["a", "b"]),
        ('record={"a": 2}', {"a": 2}),
        ("mode=careful", "careful"),
        ("mode=3", 3),
        ("note=null", "null"),
        ("free=[1]", [1]),
        ("free=plain words", "plain words"),
    ],
)
def test_values_are_typed_by_their_schema(spec: Spec, setting: str, value: Plain) -> None:
    found = read_inputs(spec, Settings((setting,)))
    assert found == {setting.partition("=")[0]: value}
    assert type(next(iter(found.values()))) is type(value)


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ("count", "'count' is no setting: write NAME=VALUE"),
        ("cuont=1", "there is no input 'cuont'; did you mean 'count'?"),
        ("=1", "there is no input ''"),
        ("count=x", "input 'count': 'x' is not a whole number"),
        ("count=1.5", "input 'count': 1.5 is not a whole number"),
        ("count=", "input 'count': '' is not a whole number"),
        ("count=NaN", "input 'count': 'NaN' is not a whole number"),
        ("count=0", "input 'count': 0 is less than 1"),
        ("count=10", "input 'count': 10 is more than 9"),
        ("count=" + "9" * 5000, f"input 'count': '{'9' * 59}…' is not a whole number"),
        ("flag=yes", "input 'flag': 'yes' is not true or false"),
        ("few=x", "input 'few': 'x' is not a whole number or null"),
        ("text=a", "input 'text': 'a' has fewer than 2 characters"),
        ("text=0123456789", "input 'text': '0123456789' has more than 9 characters"),
        ("words=" + "[" * 5000, f"input 'words': '{'[' * 59}…' is not a list in JSON"),
        ("words=[1]", "input 'words'[0]: 1 is not a text"),
        ('words=["a","b","c"]', 'input \'words\': ["a","b","c"] has more than 2 items'),
        ("record={}", "input 'record': {} has no 'a'"),
        ("mode=slow", "input 'mode': 'slow' is not one of 'fast', 'careful', 3"),
        ("text=@nosuch", "'nosuch' cannot be read: No such file or directory"),
        ("text=a\udcffb", "the value is not UTF-8"),
    ],
)
def test_one_line_for_each_fault(spec: Spec, setting: str, fault: str) -> None:
    assert faults(spec, setting) == [fault]


def test_all_faults_in_one_message(spec: Spec) -> None:
    assert faults(spec, "count=x", "flag=1", "count=2", required=True) == [
        "input 'count': 'x' is not a whole number",
        "input 'flag': 1 is not true or false",
        "input 'count' is set twice",
        "input 'text' is required: add -i text=VALUE",
    ]


def test_required_inputs_may_be_left_out_unless_asked_for(spec: Spec) -> None:
    assert read_inputs(spec, Settings()) == {}
    assert faults(spec, required=True) == ["input 'text' is required: add -i text=VALUE"]


def test_a_file(spec: Spec, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xef\xbb\xbfwords\n")
    assert read_inputs(spec, Settings((f"text=@{file}",))) == {"text": "words\n"}
    file.write_bytes(b"\xff")
    assert faults(spec, f"text=@{file}") == [f"'{file}' is not UTF-8"]
    file.write_bytes(b"x" * (MAX_BYTES + 1))
    assert faults(spec, f"text=@{file}") == [f"'{file}' is larger than 1,000,000 bytes"]


def test_standard_input_once(spec: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"2"))
    monkeypatch.setattr("sys.stdin", stream)
    assert faults(spec, "count=-", "few=-") == ["standard input can be read for one input only"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2")))
    assert read_inputs(spec, Settings(("count=-",))) == {"count": 2}


def test_an_input_that_was_misspelt_is_not_called_missing(spec: Spec) -> None:
    wrong = faults(spec, "txet=word", required=True)
    assert wrong == ["there is no input 'txet'; did you mean 'text'?"]


def test_a_value_that_nests_too_deeply_is_refused(spec: Spec) -> None:
    for levels in (33, 900):
        wrong = faults(spec, f"free={'[' * levels}{']' * levels}")
        assert wrong == ["input 'free' nests deeper than 32 levels"]


def test_a_setting_goes_over_the_preset_and_the_preset_over_the_default(spec: Spec) -> None:
    assert read_inputs(spec, Settings((), "light")) == {"text": "light", "count": 2}
    assert read_inputs(spec, Settings(("count=5",), "light")) == {"text": "light", "count": 5}
    assert read_inputs(spec, Settings((), "heavy")) == {"count": 9, "few": None}
    assert read_inputs(spec, Settings((), "light"), required=True)["text"] == "light"


def test_a_preset_that_is_not_there(spec: Spec) -> None:
    with pytest.raises(Failure) as caught:
        read_inputs(spec, Settings(("count=0",), "lihgt"))
    assert caught.value.message.splitlines() == [
        "input 'count': 0 is less than 1",
        "there is no preset 'lihgt'; did you mean 'light'?",
    ]
    with pytest.raises(Failure) as other:
        read_inputs(spec, Settings((), "wholly different"))
    assert other.value.message.endswith("; the spec has 2: light, heavy")
