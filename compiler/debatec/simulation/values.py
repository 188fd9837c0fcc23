"""Values that meet a schema, drawn by how far a seat agrees."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from debatec.frozen import frozen

_MOST_ITEMS = 3
_OPEN_TOP = 10.0
"""The top of a number without a maximum."""


@frozen
class Draw:
    """Chance, and a seat's ``agreement`` from 0 to 1.

    Of words the one that the others come to, which is the first unless it is ``wanted``, is drawn
    with that probability, and any of the others else. A number is that far up its range.
    """

    random: Random
    agreement: float
    wanted: Random | None = None

    def value(self, schema: Mapping[str, Any]) -> Any:
        """A value of a schema of the language; nested ones are drawn one by one."""
        if "enum" in schema:
            return self._word(schema["enum"])
        kinds = schema.get("type", "object" if "properties" in schema else "null")
        match kinds if isinstance(kinds, str) else kinds[0]:
            case "object":
                fields = schema.get("properties", {})
                names = schema.get("required", fields)
                return {name: self.value(fields.get(name, {})) for name in names}
            case "array":
                return [self.value(schema.get("items", {})) for _ in range(self._length(schema))]
            case "string":
                return self._text(schema)
            case "number" | "integer" as kind:
                low, high = bounds(schema)
                return fitted(low + (high - low) * self.agreement, schema, kind)
            case "boolean":
                return self.random.random() < self.agreement
        return None

    def _word(self, words: list[Any]) -> Any:
        favorite = self.wanted.choice(words) if self.wanted else words[0]
        if len(words) == 1 or self.random.random() < self.agreement:
            return favorite
        return self.random.choice([word for word in words if word != favorite])

    def _length(self, schema: Mapping[str, Any]) -> int:
        """The fewer items, the more a seat agrees: what it lists is mostly what it objects to."""
        least = int(schema.get("minItems", 0))
        most = min(int(schema.get("maxItems", least + _MOST_ITEMS)), least + _MOST_ITEMS)
        return least + sum(self.random.random() > self.agreement for _ in range(most - least))

    def _text(self, schema: Mapping[str, Any]) -> str:
        least, most = int(schema.get("minLength", 0)), int(schema.get("maxLength", 200))
        text = f"point {self.random.randrange(100)}"
        return text.ljust(least, ".")[: max(most, least)]


def bounds(schema: Mapping[str, Any]) -> tuple[float, float]:
    """The range of a number; where it is open it is made up."""
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    bottom = float(low) if low is not None else min(0.0, float(high) - _OPEN_TOP if high else 0.0)
    return bottom, float(high) if high is not None else bottom + _OPEN_TOP


def fitted(number: float, schema: Mapping[str, Any], kind: str) -> int | float:
    """A number within its range, with two decimals, or whole."""
    low, high = bounds(schema)
    inside = min(max(number, low), high)
    return round(inside) if kind == "integer" else round(inside, 2)
