"""Nodes to YAML: the text that `debatec compile` prints.

What is written reads back to the same values, without a warning. Collections of plain scalars
stand on one line where they fit; all others are written as blocks, and texts of several lines as
literal ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from debatec.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from debatec.source.scalars import NumberTooLong, look_alike, resolve

KEYS = (
    *("debate", "name", "version", "summary", "arithmetic", "inputs", "presets", "roles", "groups"),
    *("prompts", "blocks", "format", "stop", "result", "limits"),
)
"""The order of the keys of a spec; others follow as written."""

WIDTH = 88

# libyaml reads a key without `?` up to this length only, its quotes and escapes included.
_LONGEST_KEY = 1000

_INDENT = "  "
_PLAIN = re.compile(r"[\w(](?:[^\t\n]*[^\s:])?\Z")
_NOT_PLAIN = re.compile(r": | #")
_NOT_IN_FLOW = re.compile(r"[,:?\[\]{}]")

# Not printable in YAML, a line break to YAML 1.1 alone, or not to be seen by the reader's eye.
_ESCAPED = re.compile(
    "[^\\x20-\\x7e\\xa1-\\u200a\\u2010-\\u2027\\u202f-\\ud7ff"
    "\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff]"
)
_NAMED_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def emit(root: Node) -> str:
    """The YAML of a spec, or of any other node, with its line end."""
    match root:
        case Mapping() if root.entries:
            lines = _entries(sorted(root, key=_rank), "")
        case Sequence() if root.items:
            lines = _items(root, "")
        case Scalar():
            lines = [_scalar(root)]
        case _:
            lines = [_flow(root, 0) or ""]
    return "\n".join(lines) + "\n"


def _rank(entry: Entry) -> int:
    return KEYS.index(entry.key) if entry.key in KEYS else len(KEYS)


def _entries(entries: Iterable[Entry], pad: str) -> list[str]:
    lines: list[str] = []
    for entry in entries:
        key = _text(entry.key)
        head = f"{pad}{key}:" if len(key) < _LONGEST_KEY else f"{pad}? {key}\n{pad}:"
        lines += _value(head, entry.value, pad)
    return lines


def _items(items: Iterable[Node], pad: str) -> list[str]:
    lines: list[str] = []
    for item in items:
        dash = f"{pad}- "
        if isinstance(item, Scalar) or _flow(item, len(dash)) is not None:
            lines += _value(f"{pad}-", item, pad)
        else:
            # The first key or item stands on the line of the dash.
            first, *rest = _block(item, pad + _INDENT)
            lines += [dash + first[len(dash) :], *rest]
    return lines


def _block(node: Mapping | Sequence, pad: str) -> list[str]:
    return _entries(node, pad) if isinstance(node, Mapping) else _items(node, pad)


def _value(head: str, node: Node, pad: str) -> list[str]:
    """The lines of a value, after the key or dash it belongs to."""
    if isinstance(node, Scalar):
        if isinstance(node.value, str) and _is_literal(node.value):
            return _literal(head, node.value, pad + _INDENT)
        return [f"{head} {_scalar(node)}"]
    flow = _flow(node, len(head) + 1)
    return [f"{head} {flow}"] if flow is not None else [head, *_block(node, pad + _INDENT)]


def _flow(node: Mapping | Sequence, column: int) -> str | None:
    """An empty collection, or one of plain scalars that fits on the line; else None."""
    if isinstance(node, Sequence):
        text, is_empty = _flow_items(node), not node.items
    else:
        text, is_empty = _flow_entries(node), not node.entries
    return text if text is not None and (is_empty or column + len(text) <= WIDTH) else None


def _flow_entries(node: Mapping) -> str | None:
    return _joined("{", [_flow_entry(entry) for entry in node], "}")


def _flow_items(node: Sequence) -> str | None:
    return _joined("[", [_flow_scalar(item) for item in node], "]")


def _flow_entry(entry: Entry) -> str | None:
    key, node = _text(entry.key), entry.value
    value = _flow_items(node) if isinstance(node, Sequence) else _flow_scalar(node)
    return (
        f"{key}: {value}"
        if value is not None and key == entry.key and not _NOT_IN_FLOW.search(key)
        else None
    )


def _flow_scalar(node: Node) -> str | None:
    if not isinstance(node, Scalar):
        return None
    text = _scalar(node)
    is_quoted = isinstance(node.value, str) and text != node.value
    return None if is_quoted or _NOT_IN_FLOW.search(text) else text


def _joined(start: str, parts: list[str | None], end: str) -> str | None:
    known = [part for part in parts if part is not None]
    return start + ", ".join(known) + end if len(known) == len(parts) else None


def _scalar(node: Scalar) -> str:
    """A scalar on one line; numbers keep the digits they are written with."""
    if node.value is None:
        return "null"
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    return _text(node.value) if isinstance(node.value, str) else node.text


def _text(text: str) -> str:
    if _is_plain(text):
        return text
    if _ESCAPED.search(text):
        escaped = re.sub(r'[\\"]', lambda match: _NAMED_ESCAPES[match[0]], text)
        return f'"{_ESCAPED.sub(lambda match: _escape(match[0]), escaped)}"'
    quoted = text.replace("'", "''")
    return f"'{quoted}'"


def _is_plain(text: str) -> bool:
    if not _PLAIN.match(text) or _NOT_PLAIN.search(text) or _ESCAPED.search(text):
        return False
    try:
        return isinstance(resolve(text), str) and look_alike(text) is None
    except NumberTooLong:
        return False


def _escape(char: str) -> str:
    if char in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[char]
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _is_literal(text: str) -> bool:
    """Whether a text can stand as a literal block: several lines, the first of them not blank."""
    return (
        "\n" in text
        and not text[0].isspace()
        and not any(_ESCAPED.search(line.replace("\t", "")) for line in text.split("\n"))
    )


def _literal(head: str, text: str, pad: str) -> list[str]:
    body = text.removesuffix("\n")
    chomping = "-" if body == text else "+" if body.endswith("\n") else ""
    lines = [f"{pad}{line}" if line else "" for line in body.split("\n")]
    return [f"{head} |{chomping}", *lines]
