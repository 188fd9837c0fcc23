"""`debatec simulate`: tables, comparisons, documents and pictures."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.specs import call


def test_a_table_of_ends_and_of_what_runs_take() -> None:
    result = call("simulate", "panel", "--runs", "20")
    assert result.exit_code == 0
    assert result.stdout.startswith("20 runs of panel\n\nends by ")
    assert "\nrounds " in result.stdout
    assert call("simulate", "panel", "--runs", "20").stdout == result.stdout


def test_values_of_an_input_are_compared() -> None:
    result = call("simulate", "panel", "--runs", "5", "--vary", "rounds=1,3", "--json")
    found = json.loads(result.stdout)["simulations"]
    assert [one["inputs"]["rounds"] for one in found] == [1, 3]
    assert [sum(end["runs"] for end in one["ends"]) for one in found] == [5, 5]


def test_options_and_a_file_say_how_seats_act(tmp_path: Path) -> None:
    path = tmp_path / "a.behavior.yaml"
    path.write_text("behavior: v1\nroles: {panelist: {fail: 1}}\n")
    failing = json.loads(
        call("simulate", "panel", "--runs", "5", "--behavior", str(path), "--json").stdout
    )
    assert [end["reason"] for end in failing["simulations"][0]["ends"]] == ["quorum"]
    sure = call("simulate", "panel", "--runs", "5", "--start", "1", "--fail", "0", "--json")
    assert json.loads(sure.stdout)["simulations"][0]["ends"][0]["reason"] == "agreed"


def test_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert call("simulate", "pingpong", "--runs", "5", "--svg", str(path)).exit_code == 0
    root = ElementTree.fromstring(path.read_text())
    assert "5 runs of pingpong" in "".join(root.itertext())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--delay", "soon"), "'soon' is no time: write 20s"),
        (("--vary", "rounds"), "--vary takes INPUT=A,B"),
        (("--vary", "rouns=1"), "rouns"),
        (("--vary", "rounds=1", "--svg", "a.svg"), "leave --vary out"),
        (("--vary", "rounds=1", "--vary", "veto=1"), "--vary takes one input"),
        (("--start", "2"), "2.0 is not in the range"),
        (("--runs", "0"), "0 is not in the range"),
    ],
)
def test_what_cannot_be_used(arguments: tuple[str, ...], message: str) -> None:
    result = call("simulate", "panel", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_file_with_faults(tmp_path: Path) -> None:
    path = tmp_path / "a.behavior.yaml"
    path.write_text("behavior: v1\nroles: {panelst: {}}\nall: {fial: 1}\n")
    assert (
        "unknown key 'fial'; did you mean 'fail'?"
        in call("simulate", "panel", "--behavior", str(path)).stderr
    )
    path.write_text("behavior: v1\nroles: {panelst: {}}\n")
    assert (
        "no role is called 'panelst'; did you mean 'panelist'?"
        in call("simulate", "panel", "--behavior", str(path)).stderr
    )


def test_rounds_are_those_of_the_whole_debate(tmp_path: Path) -> None:
    path = tmp_path / "a.debate.yaml"
    path.write_text(
        "debate: v1\nname: two\nroles: {pro: {}, con: {}}\n"
        "format:\n"
        "  - {id: talk, rounds: 3, steps: [{id: say, speakers: [pro, con], prompt: Speak.}]}\n"
        "  - {id: vote, steps: [{id: choose, speakers: [pro, con], prompt: Vote.}]}\n"
        "  - {id: end, always: true, steps: [{id: close, speakers: pro, prompt: Sum up.}]}\n"
    )
    result = call("simulate", str(path), "--runs", "3", "--fail", "0", "--json")
    assert json.loads(result.stdout)["simulations"][0]["spreads"]["rounds"]["mean"] == 4


@pytest.mark.parametrize("field", ["score.agrement", "scroe.agreement", "score.why"])
def test_a_field_that_is_no_number_of_the_debate(tmp_path: Path, field: str) -> None:
    spec, path = tmp_path / "a.debate.yaml", tmp_path / "a.behavior.yaml"
    spec.write_text(
        "debate: v1\nname: one\nroles: {pro: {}, con: {}}\n"
        "blocks: {score: {fields: {agreement: {type: number}, why: {type: string}}}}\n"
        "format:\n  - id: talk\n    steps:\n"
        "      - {id: say, speakers: [pro, con], prompt: Speak., returns: score}\n"
    )
    for text in ("all: {fields: {%s: {start: 1}}}", "roles: {pro: {fields: {%s: {start: 1}}}}"):
        path.write_text(f"behavior: v1\n{text % field}\n")
        result = call("simulate", str(spec), "--behavior", str(path))
        assert result.exit_code == 2
        assert f"DB704] no block has a number '{field}'" in result.stderr
