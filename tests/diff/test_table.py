"""The table of what changes are."""

from __future__ import annotations

import json
from typing import Any

from debatec.data import data
from debatec.diff.table import OTHER, TABLE, Category, default_of, is_unit, row_of


def test_each_row_is_the_first_that_some_path_meets() -> None:
    for row in TABLE:
        assert row_of(row.path.replace("[*]", "[a]").replace("*", "a")) is row


def test_a_row_holds_below_its_path_and_not_beside_it() -> None:
    assert row_of("limits.some") is row_of("limits")
    assert row_of("limit") is OTHER
    assert row_of("stop[a].when").category is Category.RUN
    assert row_of("blocks.a.fields.b.items.type").breaks is not None


def test_units_and_defaults_are_of_the_path_itself() -> None:
    assert is_unit("roles.a")
    assert not is_unit("roles.a.sampling")
    assert default_of("format[a].rounds") == 1
    assert default_of("format[a].rounds.max") is None


def test_defaults_are_those_of_the_schema() -> None:
    text = data("schemas").joinpath("debate.v1.schema.json").read_text("utf-8")
    defs = json.loads(text)["$defs"]
    places: dict[str, dict[str, Any]] = {
        "roles.a": defs["role"],
        "blocks.a": defs["block"],
        "format[a]": defs["phase"],
        "format[a].steps[b]": defs["speak"],
        "format[a].steps[b].sees[0]": defs["selector"],
        "format[a].stop[b]": defs["full_rule"],
        "stop[b]": defs["full_rule"],
        "limits": defs["limits"],
    }
    for path, schema in places.items():
        for key, value in schema["properties"].items():
            default = value.get("default")
            ours = default_of(f"{path}.{key}")
            assert default is None or _alike(ours, default), (path, key)


def _alike(ours: Any, default: Any) -> bool:
    """Whether a default is the schema's, or what the schema's word is short for."""
    if default == "others":
        return bool(ours == [{"who": ["others"]}])
    return str(ours[0] if isinstance(ours, list) else ours) == str(default)
