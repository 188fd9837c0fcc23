"""Unfinished texts and expressions: where a cursor is in one, and the types around it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from debatec.frozen import frozen
from debatec.lsp.insides import Inside
from debatec.template import tree
from debatec.template.calls import CallInference
from debatec.template.fault import Refused
from debatec.template.functions import FUNCTIONS
from debatec.template.inference import Inference
from debatec.template.lowering import lower_expression, lower_text
from debatec.template.rendering import LOOP
from debatec.template.types import ANYTHING, ListOf, Record, Type, bare

_MARK = re.compile(r"\{\{|\{%|\{#|\}\}|%\}|#\}")
_TAG = re.compile(r"\{%[-+]?\s*(for|set|with|if|endfor|endwith|endif)\b(?:(?!%\}|\{%).)*%\}", re.S)
_SIGN = re.compile(r"'[^']*'?|\"[^\"]*\"?|[()\[\],]")
_CALLED = re.compile(r"(\w+)\s*$")
_CLOSED_BY = {"for": "endfor", "with": "endwith", "if": "endif"}
_LONGEST_TEXT = 20_000
_LONGEST_CODE = 2_000
"""Characters that the language allows; of more, the last are looked at."""
_MOST_TAGS = 300
_MOST_BACK = 400
"""How far before a cursor the value is looked for that it asks a field of."""


@frozen
class Fragment:
    """The end of what is written before a cursor: ``code`` since the braces opened, and the names.

    ``opened`` is the mark before the code, empty in an expression; ``ends`` are the tags that would
    close what is open, the innermost first.
    """

    code: str
    names: Mapping[str, Type]
    inside: Inside
    opened: str = ""
    ends: tuple[str, ...] = ()

    def type_of(self, code: str) -> Type:
        """The type of a piece of code; ANYTHING where it cannot be told."""
        try:
            if self.inside.is_text:
                body, _ = lower_text("{{ " + code + " }}")
                value = body[0].value if body and isinstance(body[0], tree.Print) else None
            else:
                value, _ = lower_expression(code)
        except Refused:
            return ANYTHING
        return self._inference().type_of(value) if value else ANYTHING

    def _inference(self) -> Inference:
        if self.inside.is_text:
            return Inference(self.names)
        scope = self.inside.scope
        return CallInference(self.names, scope.steps, scope.roles, scope.functions)


def fragment(before: str, inside: Inside) -> Fragment | None:
    """The fragment at the end of a value; None in the prose of a text."""
    if not inside.is_text:
        code = before[-_LONGEST_CODE:]
        return Fragment(code, _within_call(code, inside), inside)
    before = before[-_LONGEST_TEXT:]
    marks = [*_MARK.finditer(before)]
    last = marks[-1] if marks else None
    if last is None or last[0] not in ("{{", "{%"):
        return None
    names, ends = _bound(before[: last.start()], inside)
    code = before[last.end() :].lstrip("-+")[-_LONGEST_CODE:]
    return Fragment(code, names, inside, last[0], ends)


def _bound(before: str, inside: Inside) -> tuple[Mapping[str, Type], tuple[str, ...]]:
    """The names at the end of a text, with those of the tags that are open, and their ends."""
    scopes: list[dict[str, Type]] = [dict(inside.scope.names)]
    open_tags: list[str] = []
    for found in [*_TAG.finditer(before)][-_MOST_TAGS:]:
        tag, name = found[0], found[1]
        names = {key: kind for scope in scopes for key, kind in scope.items()}
        if name in _CLOSED_BY:
            open_tags.append(name)
            scopes.append(_bindings(tag + "{% " + _CLOSED_BY[name] + " %}", names))
        elif name == "set":
            scopes[-1] |= _bindings(tag, names)
        elif open_tags and name == _CLOSED_BY[open_tags[-1]]:
            inner = scopes.pop()
            if open_tags.pop() == "if":
                scopes[-1] |= inner
    names = {key: kind for scope in scopes for key, kind in scope.items()}
    return names, tuple(_CLOSED_BY[name] for name in reversed(open_tags))


def _bindings(text: str, names: Mapping[str, Type]) -> dict[str, Type]:
    """The names that one tag binds."""
    try:
        body, _ = lower_text(text)
    except Refused:
        return {}
    inference = Inference(names)
    match body:
        case (tree.Loop(name=name, items=items),):
            whole = bare(inference.type_of(items))
            return {name: whole.item if isinstance(whole, ListOf) else ANYTHING, "loop": LOOP}
        case (tree.With(bindings=bindings),):
            return {name: inference.type_of(value) for name, value in bindings}
        case (tree.Set(name=name, value=value),):
            return {name: inference.type_of(value)}
    return {}


def _within_call(before: str, inside: Inside) -> Mapping[str, Type]:
    """The names of an expression; after the step of a function, ``it`` as well."""
    for name, given in calls_at(before):
        signature = FUNCTIONS.get(name)
        kinds = set(signature.parameters.values()) if signature else set()
        record = inside.scope.steps.get(given[0].strip()) if given else None
        if record and kinds & {"condition", "measure"}:
            return {**inside.scope.names, "it": record}
    return inside.scope.names


def calls_at(before: str) -> list[tuple[str, list[str]]]:
    """The functions whose brackets are open at the end, the innermost first.

    Each with its arguments, but for the one that is being written.
    """
    opened: list[tuple[str, list[str]]] = []
    starts: list[int] = []
    for found in _SIGN.finditer(before):
        at, end = found.span()
        if found[0] in "([":
            near = before[max(0, at - _MOST_BACK) : at]
            name = _CALLED.search(near) if found[0] == "(" else None
            opened.append((name[1] if name else "", []))
            starts.append(end)
        elif found[0] in ")]":
            opened[-1:], starts[-1:] = [], []
        elif found[0] == "," and opened:
            opened[-1][1].append(before[starts[-1] : at])
            starts[-1] = end
    return opened[::-1]


def value_before(code: str, end: int) -> str:
    """The value that ends at a place of some code, such as ``last(say)`` or ``a.b[0]``."""
    at, depth = end, 0
    while at > max(0, end - _MOST_BACK):
        sign = code[at - 1]
        if sign in ")]":
            depth += 1
        elif sign in "([":
            if not depth:
                break
            depth -= 1
        elif not depth and not (sign.isalnum() or sign in "_.'\""):
            break
        at -= 1
    return code[at:end]


def fields_of(kind: Type) -> Mapping[str, Type]:
    """The fields of a value of some type."""
    inner = bare(kind)
    return inner.fields if isinstance(inner, Record) else {}
