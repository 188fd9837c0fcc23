"""The reader: what it builds, what it refuses, and that nothing makes it fail."""

import time
from decimal import Decimal

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.source import builder
from debatec.source.decode import decode
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.frame import render
from debatec.source.nodes import Mapping, Node, Plain, Scalar, Sequence, plain
from debatec.source.reader import read
from debatec.source.text import Source

SOUND = """\
# A file with one of each.
name: "caf\\u00e9 \U0001f600"
shared: &shared {lens: argues for, tries: 3}
roles:
  pro: *shared
  con: &con
    lens: 'it''s against'
list:
- 1.50
- [x, {y: ~}]
-
prompt: |
  Hello {{ topic }} # no comment
    there
folded: >-
  a
  b
"""


def faults(text: str) -> list[Diagnostic]:
    return read(Source("x.yaml", text))[1]


def tree(text: str) -> Plain:
    node, _ = read(Source("x.yaml", text))
    return None if node is None else plain(node)


def walk(node: Node | None, *path: str | int) -> Node:
    for step in path:
        match node:
            case Mapping():
                node = node.get(str(step))
            case Sequence():
                node = node.items[int(step)]
    assert node is not None
    return node


def test_values_are_those_of_yaml_1_2() -> None:
    assert tree(SOUND) == {
        "name": "café \U0001f600",
        "shared": {"lens": "argues for", "tries": 3},
        "roles": {"pro": {"lens": "argues for", "tries": 3}, "con": {"lens": "it's against"}},
        "list": [Decimal("1.50"), ["x", {"y": None}], None],
        "prompt": "Hello {{ topic }} # no comment\n  there\n",
        "folded": "a b",
    }
    assert faults(SOUND) == []


def test_keys_are_text_in_the_order_written() -> None:
    node, found = read(Source("x", "on: 1\n'2': 2\nno: 3\n~a: 4\n"))
    assert isinstance(node, Mapping)
    assert list(node.entries) == ["on", "2", "no", "~a"]
    assert found == []


def test_nodes_know_where_they_stand() -> None:
    node, _ = read(Source("x", SOUND))
    assert walk(node, "shared", "tries").span.text == "3"
    assert walk(node, "roles", "con").span.text.endswith("against'")
    assert walk(node, "list", 1, 1).span.text == "{y: ~}"
    assert walk(node, "list").span.position == (9, 1)
    assert walk(node, "shared").span.text == "&shared {lens: argues for, tries: 3}"


def test_an_alias_stands_where_it_is_used() -> None:
    node, _ = read(Source("x", SOUND))
    alias = walk(node, "roles", "pro")
    assert alias.span.text == "*shared"
    assert alias.anchor is not None
    assert alias.anchor.position == (3, 9)
    assert walk(alias, "tries").span.position == (3, 43)


def test_a_name_in_an_aliased_scalar_is_found_where_it_is_written() -> None:
    node, _ = read(Source("x", "a: &a 'say {{ topic }}'\nb: *a\n"))
    scalar = walk(node, "b")
    assert isinstance(scalar, Scalar)
    assert scalar.at(7, 12).position == (1, 15)


@pytest.mark.parametrize("text", [SOUND, SOUND.replace("\n", "\r\n"), "- a\n- {b: [c]}\n", "x"])
def test_the_pure_python_parser_reads_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, _ = read(Source("x", text))
    monkeypatch.setattr(builder, "LOADER", yaml.SafeLoader)
    slow, _ = read(Source("x", text))
    assert repr(fast) == repr(slow)


def test_broken_values_stand_in_the_tree() -> None:
    node, found = read(Source("x", "a: x: y\nb:\n  - {{ z }}\n  - c\nd: 1\n"))
    assert len(found) == 2
    for path in (("a",), ("b", 0)):
        scalar = walk(node, *path)
        assert isinstance(scalar, Scalar)
        assert scalar.broken
        assert scalar.value is None
    assert plain(walk(node, "b", 1)) == "c"
    assert plain(walk(node, "d")) == 1


def test_a_collection_that_lost_lines_is_broken() -> None:
    node, found = read(Source("x", "a:\n  b: 1\n\tc: 1\nd:\n  e: 1\nf: {}\n"))
    assert [fault.span.position for fault in found] == [(3, 1)]
    assert isinstance(node, Mapping)
    assert not node.broken
    assert [entry.key for entry in node if entry.value.broken] == ["a"]


def test_a_value_that_lost_all_its_lines_is_broken() -> None:
    node, _ = read(Source("x", "a:\n\tb: 1\nc: 1\n"))
    assert walk(node, "a").broken
    assert not walk(node, "c").broken


def test_odd_spaces_are_read_as_spaces() -> None:
    text = "limits:\n\u00a0\u00a0attempts: 2\n\u00a0\u00a0rounds: 3\n"
    node, found = read(Source("x", text))
    assert node is not None
    assert plain(node) == {"limits": {"attempts": 2, "rounds": 3}}
    assert [fault.span.position for fault in found] == [(2, 1), (3, 1)]
    assert "U+00A0" in found[0].message
    assert found[0].fix is not None
    assert found[0].fix.text == "  "


@pytest.mark.parametrize(
    "text",
    [
        "a: Your task: argue\nb: 1\n",
        "a: {{ topic }}\n",
        "a: {{ topic }} and it's\r\nb: 1\r\n",
        "- {p: {{ topic }}, q: 1}\n",
        "a: @x\n",
        "a: **bold**\n",
        "a:\u00a0b\nc: 1\n",
        "a:\n\u00a0\u00a0b: 1\n",
        "a: yes\n",
        "1: a\n",
        "a: Fix issue #42\n",
        "a: [draft] Write it\n",
    ],
)
def test_a_fix_mends_the_file(text: str) -> None:
    (fault,) = faults(text)
    assert fault.fix is not None
    span = fault.fix.span
    assert faults(text[: span.start] + fault.fix.text + text[span.end :]) == []


def test_duplicate_keys_point_to_the_first() -> None:
    (fault,) = faults("a: 1\nb: 2\n'a': 3\n")
    assert (fault.rule, fault.span.position) == ("DB102", (3, 1))
    assert [(related.span.position, related.message) for related in fault.related] == [
        ((1, 1), "first defined here")
    ]
    assert tree("a: 1\n'a': 3\n") == {"a": 1}


def nested_aliases(levels: int) -> str:
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        lines.append(f"l{level}: &l{level} [{', '.join([f'*l{level - 1}'] * 10)}]")
    return "\n".join(lines)


def chained_aliases(levels: int) -> str:
    lines = ["- &l0 x"]
    lines += [f"- &l{level} [*l{level - 1}]" for level in range(1, levels)]
    return "\n".join(lines)


HOSTILE = {
    "empty": (b"", "DB110", (1, 1)),
    "mark only": (b"\xef\xbb\xbf", "DB110", (1, 1)),
    "two documents": (b"a: 1\n---\nb: 1\n", "DB110", (2, 1)),
    "flow depth": (b"a: " + b"[" * 5_000, "DB108", (1, 44)),
    "flow depth of lines": (b"a:\n" + b" [\n" * 5_000, "DB108", (41, 2)),
    "mapping depth": (b"{a: " * 5_000, "DB108", (1, 161)),
    "block depth": (b"".join(b" " * n + b"a:\n" for n in range(1_300)), "DB108", (41, 41)),
    "sequence depth": (b"- " * 5_000, "DB108", (1, 81)),
    "alias bomb": (nested_aliases(20).encode(), "DB111", (5, 25)),
    "alias chain": (chained_aliases(2_000).encode(), "DB108", (41, 9)),
    "many nodes": (b"- x\n" * 60_000, "DB111", (50_000, 3)),
    "ten megabytes": (b"a: 1\n" * 2_000_000, "DB100", (1, 1)),
    "tag": (b"a: !!python/object/apply:os.system [x]\n", "DB104", (1, 4)),
    "bad tag": (b"a: !<x\n", "DB101", (1, 4)),
    "directive": (b"%FOO\n---\na: 1\n", "DB104", (1, 1)),
    "control character": (b"a: \x00\n", "DB100", (1, 4)),
    "six thousand digits": (b"a: " + b"9" * 6_000, "DB105", (1, 4)),
    "recursive": (b"a: &a [*a]\n", "DB109", (1, 8)),
    "not utf-8": (b"a: \xff\n", "DB100", (1, 4)),
    "blanks": (b"- - a: b c: d" + b" " * 900_000 + b"x: @", "DB101", (1, 11)),
    "dashes": (b"a: b\n" + b"-" * 900_000 + b":\n  @", "DB101", (2, 900_001)),
    "underscores": (b"a: 1" + b"_" * 900_000 + b"x: y: @", "DB101", (1, 900_006)),
    "unknown aliases": (b"".join(b"- *b%d\n" % n for n in range(9_000)), "DB109", (1, 3)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_answered_at_once(name: str) -> None:
    data, rule, position = HOSTILE[name]
    start = time.process_time()
    source, found = decode(data, "x.yaml")
    if source is not None:
        found += read(source)[1]
    took = time.process_time() - start
    assert (found[0].rule, found[0].span.position) == (rule, position)
    assert found[0].message
    assert took < 1.0


@pytest.mark.parametrize("loader", [yaml.SafeLoader, builder.LOADER])
def test_an_escape_beyond_unicode_is_refused(loader: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "LOADER", loader)
    assert [fault.rule for fault in faults('a: "\\UFFFFFFFF"\n')] == ["DB101"]


@pytest.mark.parametrize(
    ("loader", "rule"), [(yaml.SafeLoader, "DB100"), (yaml.CSafeLoader, "DB101")]
)
def test_an_escape_for_half_a_character_is_refused(
    loader: type, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "LOADER", loader)
    assert [fault.rule for fault in faults('a: "\\ud800"\n')] == [rule]


def test_a_lone_surrogate_is_refused() -> None:
    (fault,) = faults("a: \ud800\n")
    assert (fault.rule, fault.span.position) == ("DB100", (1, 4))


def test_recovery_stops() -> None:
    found = faults("".join(f"k{number}: @x\n" for number in range(100)))
    assert 10 <= len(found) <= 11


YAMLISH = st.text(
    "ab:-?{}[]#&*!|>'\"%@`,.~ \t\n\r\\0179_\u00a0é\x85\u2028\ud800\x07<=/", max_size=80
)
LINES = st.lists(
    st.sampled_from(
        [
            "a: 1",
            "  b: x",
            "- c",
            "  - d: [e",
            "f: {{ x }}",
            "\tg: 1",
            "h: |",
            "   text",
            "i: 'x",
            "]",
            "}",
            "a: b: c",
            "\u00a0\u00a0j: 1",
            "*a",
            "&a",
            "k: *a",
            "---",
            "%Y",
            "? l",
            ": m",
            'n: "',
            "o: @x",
            "- - p",
            "q:",
            "<<: *a",
            "# x",
            "",
            "  ",
            "r: &a [*a, {s: 1}]",
        ]
    ),
    max_size=12,
)


def check_reading(text: str) -> None:
    node, found = read(Source("x.yaml", text))
    if node is None:
        assert found
    else:
        plain(node)
    for fault in found:
        assert 0 <= fault.span.start <= fault.span.end <= len(text) + 1
    rendered = [render(fault) for fault in found]
    "".join(rendered).encode()
    assert rendered == [render(fault) for fault in faults(text)]


@settings(max_examples=600, deadline=None)
@given(YAMLISH)
def test_no_text_makes_the_reader_fail(text: str) -> None:
    check_reading(text)


@settings(max_examples=600, deadline=None)
@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_no_mixture_of_lines_makes_the_reader_fail(lines: list[str], line_end: str) -> None:
    check_reading(line_end.join(lines))


@settings(deadline=None)
@given(st.binary(max_size=40))
def test_no_bytes_make_the_decoder_fail(data: bytes) -> None:
    source, found = decode(data, "x.yaml")
    assert (source is None) == bool(found)
    if source is not None:
        check_reading(source.content)


@settings(deadline=None)
@given(LINES)
def test_the_pure_python_parser_never_fails_either(lines: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builder, "LOADER", yaml.SafeLoader)
        check_reading("\n".join(lines))


@settings(max_examples=400, deadline=None)
@given(LINES)
def test_what_is_clean_reads_as_yaml_reads_it(lines: list[str]) -> None:
    text = "\n".join(lines)
    node, found = read(Source("x.yaml", text))
    if node is not None and not any(fault.severity is Severity.ERROR for fault in found):
        assert plain(node) == yaml.load(text, Loader=yaml.CSafeLoader)
