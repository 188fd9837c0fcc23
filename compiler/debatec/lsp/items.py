"""Things that are offered to be written."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    KEY = "key"
    WORD = "word"
    NAME = "name"
    FIELD = "field"
    FUNCTION = "function"


class Item(NamedTuple):
    """One thing to write, what it is, a few words about it, and more that is put with it."""

    text: str
    kind: Kind
    about: str = ""
    then: str = ""
