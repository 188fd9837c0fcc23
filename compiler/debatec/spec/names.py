"""The words of the language that a spec cannot take as its own names."""

from __future__ import annotations

import re

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}\Z")

SEES_WORDS = frozenset({"nothing", "others", "everything"})
WHO_WORDS = frozenset({"self", "others", "everyone"})
FUNCTIONS = frozenset(
    {"abs", "min", "max", "count", "all", "any", "sum", "mean", "last", "own", "live"}
    | {"before", "streak", "words", "similarity", "overlap", "verbatim"}
)
VARIABLES = frozenset(
    {"inputs", "round", "row", "seat", "it", "cast", "heard", "notes", "form", "options", "loop"}
    | {"elapsed", "tokens", "cost", "context"}
)
OPERATORS = frozenset({"and", "or", "not", "in", "is", "if", "else", "for", "true", "false"})
RESERVED = (
    SEES_WORDS | WHO_WORDS | FUNCTIONS | VARIABLES | OPERATORS
    | {"none", "null", "latest", "this", "text", "calls", "gate"}
)  # fmt: skip

BUILT_IN_REASONS = frozenset(
    {"completed", "rounds", "quorum", "silence", "time"}
    | {"tokens", "cost", "context", "aborted", "failed"}
)

REPLY_FIELDS = frozenset({"text", "seat", "role", "step", "round", "data"})
"""What every reply has; a block's field cannot be called so."""
