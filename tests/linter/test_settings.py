"""Settings: their defaults, and whose counts."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from debatec.linter.settings import NAMES, Layer, Settings, from_environment, items, settle

SCHEMA = Path(__file__).parents[2] / "schemas" / "settings.v1.schema.json"


def test_the_schema_has_every_setting_and_its_default() -> None:
    properties = json.loads(SCHEMA.read_text("utf-8"))["properties"]
    assert list(properties) == list(NAMES.values())
    for field in fields(Settings):
        default = properties[NAMES[field.name]]["default"]
        value = getattr(Settings(), field.name)
        assert (list(value) if isinstance(value, tuple) else value) == default


def test_later_layers_have_their_way() -> None:
    layers = [
        Layer("debatec.toml", {"strict": True, "jobs": 2}, "/p"),
        Layer("environment", {"jobs": 3, "format": "concise"}, "/w"),
        Layer("option", {"format": "text"}, "/w"),
    ]
    found = settle(layers, "/p")
    assert (found.settings.strict, found.settings.jobs, found.settings.format) == (True, 3, "text")
    origins = [found.origins[name] for name in ("strict", "jobs", "format", "cache")]
    assert origins == ["debatec.toml", "environment", "option", "default"]


def test_paths_are_beside_who_gives_them() -> None:
    layers = [
        Layer("debatec.toml", {"baseline": "known.json"}, "/p"),
        Layer("option", {"cache_dir": "kept"}, "/w"),
    ]
    settings = settle(layers, "/p").settings
    assert (settings.baseline, settings.cache_dir) == ("/p/known.json", "/w/kept")
    defaults = settle([], "/p").settings
    assert (defaults.baseline, defaults.cache_dir) == (
        "/p/debatec-baseline.json",
        "/p/.debatec_cache",
    )


def test_what_an_option_selects_is_not_turned_off_below() -> None:
    file = Layer("debatec.toml", {"ignore": ["DB4"], "rules": {"DB4": "off", "DB3": "error"}}, "/p")
    found = settle([file, Layer("option", {"select": ("DB409",)}, "/w")], "/p").settings
    assert (found.select, found.ignore, found.rules) == (("DB409",), (), {"DB3": "error"})
    both = Layer("option", {"select": ("DB4",), "ignore": ("DB409",)}, "/w")
    assert settle([file, both], "/p").settings.ignore == ("DB409",)


def test_variables_of_the_environment() -> None:
    variables = {
        "DEBATEC_SELECT": "DB3, DB4,",
        "DEBATEC_JOBS": "2",
        "DEBATEC_STRICT": "yes",
        "DEBATEC_CACHE": "0",
        "DEBATEC_CACHE_DIR": "kept",
        "DEBATEC_RULES": "tables have none",
        "DEBATEC_FORMAT": "",
    }
    layer = from_environment(variables, "/w")
    assert layer.values == {
        "select": ("DB3", "DB4"),
        "jobs": 2,
        "strict": True,
        "cache": False,
        "cache_dir": "kept",
    }


@pytest.mark.parametrize(("name", "value"), [("JOBS", "many"), ("STRICT", "perhaps")])
def test_a_variable_that_is_no_such_value(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"DEBATEC_{name} cannot be '{value}'"):
        from_environment({f"DEBATEC_{name}": value}, "/w")


def test_items_between_commas() -> None:
    assert items(" a,b , ,c") == ("a", "b", "c")
