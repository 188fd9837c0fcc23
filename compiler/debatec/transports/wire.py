"""JSON as it is sent: keys in the order given, since models fill a schema in that order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal


def dumps(value: object) -> str:
    """Compact JSON of a value that may hold decimals and read-only mappings."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
