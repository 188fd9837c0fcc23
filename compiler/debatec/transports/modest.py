"""Requests cut down to what a small model can do: it fills whatever room it is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from debatec.transports.interface import Block, Request

MOST_CHARACTERS = 80
MOST_ITEMS = 2
BLOCK_TOKENS = 400


def modest(request: Request, reply: int) -> Request:
    """A request for at most ``reply`` tokens, or for a block with short texts and lists.

    What meets the narrower schema of a block meets the schema that was asked for.
    """
    if request.block is None:
        return replace(request, max_tokens=min(request.max_tokens, reply))
    block = Block(request.block.name, narrowed(request.block.schema))
    return replace(request, max_tokens=max(reply, BLOCK_TOKENS), block=block)


def narrowed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema with its texts and lists made short; bounds that ask for more are left alone."""
    found = dict(schema)
    if found.get("type") == "string":
        found["maxLength"] = _least(found, "maxLength", "minLength", MOST_CHARACTERS)
    if found.get("type") == "array":
        found["maxItems"] = _least(found, "maxItems", "minItems", MOST_ITEMS)
        found["items"] = narrowed(found.get("items", {}))
    if "properties" in found:
        found["properties"] = {name: narrowed(part) for name, part in found["properties"].items()}
    return found


def _least(schema: Mapping[str, Any], most: str, least: str, bound: int) -> int:
    return max(min(int(schema.get(most, bound)), bound), int(schema.get(least, 0)))
