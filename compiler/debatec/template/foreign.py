"""Operators of other languages, and what stands for them here."""

from __future__ import annotations

import re

from debatec.template.fault import SYNTAX, Fault

_OPERATORS = {
    "&&": "and",
    "&": "and",
    "||": "or",
    "!": "not ",
    "=": "==",
    "===": "==",
    "=>": ">=",
    "=<": "<=",
    "!==": "!=",
    "=!": "!=",
    "<>": "!=",
    "eq": "==",
    "ne": "!=",
    "gt": ">",
    "ge": ">=",
    "gte": ">=",
    "lt": "<",
    "le": "<=",
    "lte": "<=",
    "equals": "==",
    "AND": "and",
    "OR": "or",
    "NOT": "not",
}
_HINTS = {
    "?": "write 'ONE if CONDITION else OTHER'",
    "contains": "write 'PART in WHOLE'",
    **dict.fromkeys("“”„‘’`", "write straight quotes around a text: ' or \""),
}
_SIGNS = frozenset("=<>!&|")
_RUN = re.compile(r"[=<>!&|]+|\w+|.", re.S)


def foreign_operator(source: str, at: int) -> Fault | None:
    """The fault of an operator that no expression has, which covers an offset; None for others."""
    start = at
    if source[at : at + 1] in _SIGNS:
        start = len(source[:at].rstrip("".join(_SIGNS)))
    run = _RUN.match(source, start)
    if run is None:
        return None
    written, place = run[0], run.span()
    if hint := _HINTS.get(written):
        return Fault(SYNTAX, f"'{written}' cannot stand here", place, hint)
    meant = _OPERATORS.get(written)
    if meant is None:
        return None
    message = f"'{written}' cannot stand here; did you mean '{meant.strip()}'?"
    return Fault(SYNTAX, message, place, instead=meant)
