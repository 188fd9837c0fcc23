"""What counts as a change of a debate, what it is about, and what it asks for."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from debatec.check.pipeline import compile_source
from debatec.diff.changes import Change, bump_of, changes
from debatec.diff.table import OTHER, Bump, row_of
from debatec.fmt.format import formatted
from debatec.source.diagnostic import has_errors
from debatec.source.nodes import Mapping, plain
from debatec.source.text import Source
from debatec.spec.emit import emit
from debatec.spec.provenance import values
from tests.test_keys import BASE, CHANGES, changed

ROOT = Path(__file__).parents[2]
FORMATS = sorted((ROOT / "formats").glob("*.debate.yaml"))


def root_of(text: str, path: str = "a.debate.yaml") -> Mapping:
    found = compile_source(Source(path, text))
    assert found.root is not None
    return found.root


def sound(text: str) -> Mapping:
    found = compile_source(Source("a.debate.yaml", text))
    assert not has_errors(found.diagnostics), found.diagnostics
    assert found.root is not None
    return found.root


def between(old: str, new: str) -> list[Change]:
    return changes(root_of(old), root_of(new))


# --- No change --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.name)
def test_what_says_the_same_is_no_change(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = root_of(text)
    laid_out = formatted(Source(path.name, text)).text
    for other in (text, f"# A comment.\n{text}", emit(root), laid_out, shuffled(root)):
        assert between(text, other) == []


def shuffled(root: Mapping) -> str:
    """A debate as JSON, with the keys of all its mappings in another order."""
    chance = random.Random(1)

    def mixed(value: Any) -> Any:
        if isinstance(value, list):
            return [*map(mixed, value)]
        if not isinstance(value, dict):
            return value
        items = [(key, mixed(item)) for key, item in value.items()]
        return dict(chance.sample(items, len(items)))

    return json.dumps(mixed(plain(root)), default=float)


DEFAULTS = {
    "roles": {"a": {"seats": 1, "session": "persistent", "system": "builtin:seat"}},
    "blocks": {"score": {"asks": 2, "otherwise": "abstain"}},
    "format": {"rounds": 1, "when": True, "always": False},
    "step": {"kind": "speak", "order": "parallel", "sees": "others", "when": True},
    "limits": {"turn_timeout": "5m", "idle_timeout": 120, "attempts": 2, "strikes": 3}
    | {"reply": "4k", "at_once": 8},
}  # fmt: skip


def small(*, written_out: bool) -> dict[str, Any]:
    """A debate with its defaults left out or written out."""
    more: dict[str, Any] = DEFAULTS if written_out else {name: {} for name in DEFAULTS}
    step = {"id": "say", "speakers": ["a"], "prompt": "Say.", "returns": "score"}
    score = {"fields": {"points": {"type": "number"}}}
    return {
        "debate": "v1",
        "name": "small",
        "roles": more["roles"] or {"a": None},
        "blocks": {"score": score | more["blocks"].get("score", {})},
        "format": [{"id": "talk", "steps": [step | more["step"]], **more["format"]}],
        "limits": more["limits"],
    }


def test_defaults_that_are_written_out_are_no_change() -> None:
    short, long = (json.dumps(small(written_out=flag)) for flag in (False, True))
    assert between(short, long) == between(long, short) == []


def test_an_alike_number_is_no_change() -> None:
    short = small(written_out=True)
    long = {**short, "limits": {**short["limits"], "turn_timeout": "300s", "reply": 4000}}
    assert between(json.dumps(short), json.dumps(long)) == []


# --- Some change ------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "value"), CHANGES, ids=[f"{p}={v}" for p, v in CHANGES])
def test_what_changes_a_run_is_a_change(path: str, value: Any) -> None:
    base, other = json.dumps(BASE), json.dumps(changed(path, value))
    found = between(base, other)
    assert found
    assert all(row_of(change.path) is not OTHER for change in found)
    assert path == "version" or bump_of(found) >= Bump.MINOR
    assert {change.path for change in between(other, base)} == {change.path for change in found}


def test_each_value_of_a_debate_has_a_row() -> None:
    texts = [json.dumps(BASE), *(path.read_text(encoding="utf-8") for path in FORMATS)]
    paths = {value.path for text in texts for value in values(root_of(text))}
    assert [path for path in sorted(paths) if row_of(path) is OTHER] == []


BEFORE = """\
debate: v1
name: demo
version: 1.0.0
inputs:
  topic: {type: string, maxLength: 90}
  mood: {enum: [calm, keen], default: calm}
presets: {calm: {mood: calm}}
roles: {pro: {seats: 2..4}, con: {}}
groups: {sides: [pro, con]}
prompts: {open: "{{ inputs.topic }}", close: End.}
blocks: {score: {fields: {points: {type: number, maximum: 9}, why: {type: string}}}}
format:
  - id: talk
    rounds: 2
    steps:
      - {id: say, speakers: sides, prompt: open, sees: [{who: [pro, con], window: all}]}
      - {id: rate, speakers: con, prompt: close, returns: score}
    stop:
      - good: rate.points > 5
      - bad: rate.points < 2
  - {id: end, steps: [{id: final, speakers: con, prompt: close, returns: score}]}
x-owner: me
"""

CASES: dict[tuple[str, str], str] = {
    ("maxLength: 90", "maxLength: 80"): "input inputs.topic.maxLength major",
    ("maxLength: 90", "maxLength: 99"): "input inputs.topic.maxLength minor",
    ("type: string, maxLength: 90", "type: string"): "input inputs.topic.maxLength minor",
    ("{type: string, max", "{type: [string, integer], max"): "input inputs.topic.type minor",
    ("[calm, keen]", "[calm]"): "input inputs.mood.enum major",
    ("[calm, keen]", "[calm, keen, wild]"): "input inputs.mood.enum minor",
    ("[calm, keen]", "[keen, calm]"): "style inputs.mood.enum patch",
    (", default: calm", ""): "input inputs.mood.default major",
    (", default: calm", ", default: keen"): "input inputs.mood.default minor",
    (", maxLength", ", description: It., maxLength"): "style inputs.topic.description patch",
    ("inputs:\n", "inputs:\n  more: {type: string}\n"): "input inputs.more major",
    ("inputs:\n", "inputs:\n  more: {default: 1}\n"): "input inputs.more minor",
    ("{calm: {mood: calm}}", "{}"): "input presets.calm major",
    ("2..4", "2..5"): "run roles.pro.seats minor",
    ("2..4", "3..4"): "run roles.pro.seats major",
    ("con: {}}", "con: {}, judge: {}}"): "run roles.judge minor",
    ("con: {}}", "con: {lens: doubts}}"): "prompt roles.con.lens minor",
    ("[pro, con]}\npr", "[con, pro]}\npr"): "run groups.sides minor",
    ("close: End.", "close: Ende."): "prompt prompts.close minor",
    ("close: End.", "close: End., more: More."): "style prompts.more patch",
    ("maximum: 9", "maximum: 8"): "output blocks.score.fields.points.maximum minor",
    ("type: number", "type: integer"): "output blocks.score.fields.points.type major",
    (", why: {type: string}", ""): "output blocks.score.fields.why major",
    (", why: {", ", who: {type: string}, why: {"): "output blocks.score.fields.who minor",
    ("rounds: 2", "rounds: 3"): "run format[talk].rounds minor",
    ("rounds: 2", "rounds: {max: 2, hidden: true}"): "run format[talk].rounds.hidden minor",
    ("who: [pro, con]", "who: [con, pro]"): "style format[talk].steps[say].sees[0].who patch",
    ("window: all", "window: 1"): "run format[talk].steps[say].sees[0].window minor",
    (", returns: score}]}", "}]}"): "output format[end].steps[final].returns major",
    ("prompt: open,", "prompt: {first: open, then: Go on.},"): (
        "prompt format[talk].steps[say].prompt.then minor"
    ),
    ("      - good: rate.points > 5\n      - bad: rate.points < 2", (
        "      - bad: rate.points < 2\n      - good: rate.points > 5"
    )): "run format[talk].stop minor",
    ("> 5", "> 6"): "run format[talk].stop[good].when minor",
    ("      - bad: rate.points < 2\n", ""): "run format[talk].stop[bad] minor",
    ("x-owner: me", "x-owner: you"): "style x-owner patch",
    ("name: demo", "name: demo\nsummary: Text."): "style summary patch",
    ("x-owner: me", "x-owner: me\nlimits: {tokens: 9k}"): "run limits.tokens minor",
    ("x-owner: me", "x-owner: me\nstop: [{over: elapsed > 9}]"): "run stop[over] minor",
    ("x-owner: me", "x-owner: me\nresult: {text: say}"): "output result.text minor",
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), CASES, ids=map(str, CASES))
def test_what_a_change_is_about_and_asks_for(old: str, new: str) -> None:
    assert old in BEFORE
    found = changes(sound(BEFORE), sound(BEFORE.replace(old, new, 1)))
    said = [f"{change.category} {change.path} {change.bump.name.lower()}" for change in found]
    assert said == [CASES[old, new]]


def test_a_prompt_with_another_name_and_the_same_text_is_style() -> None:
    after = BEFORE.replace("close: End.", "finish: End.").replace("prompt: close", "prompt: finish")
    found = changes(sound(BEFORE), sound(after))
    assert [(change.path, change.was, change.now) for change in found] == [
        ("prompts.finish", "close", "finish"),
        ("format[talk].steps[rate].prompt", "close", "finish"),
        ("format[end].steps[final].prompt", "close", "finish"),
    ]
    assert bump_of(found) is Bump.PATCH


def test_a_prompt_that_is_written_where_it_is_used_is_style() -> None:
    after = BEFORE.replace(", close: End.", "").replace("prompt: close", "prompt: End.")
    assert bump_of(changes(sound(BEFORE), sound(after))) is Bump.PATCH


def test_phases_are_known_by_their_ids() -> None:
    document = yaml.safe_load(BEFORE)
    document["format"].reverse()
    found = changes(sound(BEFORE), sound(json.dumps(document)))
    assert [(change.path, change.was, change.now) for change in found] == [
        ("format", "talk, end", "end, talk")
    ]


def test_places_are_in_the_new_file_or_the_old_one_for_what_is_gone() -> None:
    after = BEFORE.replace("  topic: {", "\n  topic: {").replace("maxLength: 90", "maxLength: 9")
    found = changes(sound(BEFORE), sound(after.replace("x-owner: me\n", "")))
    assert [(c.path, c.span.position) for c in found] == [
        ("inputs.topic.maxLength", (6, 36)),
        ("x-owner", (BEFORE.count("\n"), 10)),
    ]


def categories(found: list[Change]) -> Iterator[str]:
    return (change.category for change in found)


def test_changes_are_told_by_category() -> None:
    after = BEFORE.replace("me\n", "you\n").replace("9}", "8}").replace("rounds: 2", "rounds: 4")
    found = changes(sound(BEFORE), sound(after))
    assert [*categories(found)] == ["run", "output", "style"]
