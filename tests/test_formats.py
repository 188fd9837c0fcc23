"""The formats that ship: linted clean, and played to their end by their scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.data import data
from debatec.graph.bind import bind, defaults
from debatec.graph.plan import make_plan
from debatec.runtime.events import Asked
from debatec.source.frame import concise
from debatec.source.nodes import Plain
from debatec.testing.suites import Examiner
from tests.cli.specs import call
from tests.support.agents import Agent
from tests.support.runs import carry_out, compiled, plan_of, replayed, shipped

NAMES = sorted(path.name.split(".")[0] for path in Path(str(data("formats"))).glob("*.debate.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_a_format_has_no_findings(name: str) -> None:
    assert compiled(shipped(name)).diagnostics == ()


@pytest.mark.parametrize("name", NAMES)
def test_the_tests_of_a_format_pass_and_reach_all_that_is_in_it(name: str) -> None:
    path = Path(str(data("formats"))) / f"{name}.test.yaml"
    done = list(Examiner(lambda: 0.0, covers=True).test([path]))
    assert [line for examined in done for line in map(concise, examined.every)] == []
    coverages = [examined.stage.coverage for examined in done if examined.stage]
    assert [coverage.spec.name for coverage in coverages] == [name]
    untested = [item for coverage in coverages for item in coverage.untested]
    assert [f"{item.span}: {item.message}" for item in untested] == []


def test_every_format_has_its_files() -> None:
    folder = Path(str(data("formats")))
    kinds = ("debate.yaml", "md", "replay.yaml", "test.yaml")
    files = {path.name for path in folder.iterdir() if path.is_file()}
    assert files == {f"{name}.{kind}" for name in NAMES for kind in kinds}


@pytest.mark.parametrize("name", NAMES)
def test_a_script_plays_its_format_to_the_end(tmp_path: Path, name: str) -> None:
    found = compiled(shipped(name))
    assert found.spec is not None
    assert found.root is not None
    required = [str(input.name) for input in found.spec.inputs.values() if input.required]
    inputs: dict[str, Plain] = {**defaults(found.spec), **dict.fromkeys(required, "x")}
    bounds, _ = bind(found.spec, inputs)
    fewest = {role: seats.least for role, seats in bounds.seats.items()}
    agent = Agent(replayed(name))
    ran = carry_out(tmp_path / "run", make_plan(found.root, inputs, counts=fewest), agent)
    assert ran.result["status"] == "done"
    assert ran.result["text"]
    # Nobody had to make up an answer: each turn that was asked stands in the script, once.
    assert len(ran.of(Asked)) == len(set(agent.turns()))
    assert all("said in" not in settled.text for settled in ran.state.settled.values())


def test_roles_see_the_same_brief_each_through_its_lens(tmp_path: Path) -> None:
    agent = Agent(replayed("roles"))
    ran = carry_out(tmp_path / "run", plan_of(shipped("roles"), brief="Well?"), agent)
    lenses = {agent.prompts(f"debate.r1.audit.{seat}")[0] for seat in
              ("auditor", "advocate", "architect", "tester")}  # fmt: skip
    assert len(lenses) == 4
    assert ran.result["outcome"] == "consensus"
    assert [len(ran.result["phases"]), ran.result["phases"][1]["rounds"]] == [2, 2]


@pytest.mark.parametrize("name", NAMES)
def test_a_format_has_no_findings_with_advice_on_either(name: str) -> None:
    result = call("lint", name, "--strict", "--select", "DB", "--no-config", "--no-cache")
    assert (result.exit_code, result.stderr) == (0, "no findings in 1 file\n")


@pytest.mark.parametrize("name", NAMES)
def test_presets_leave_a_format_with_bounds(name: str) -> None:
    spec = compiled(shipped(name)).spec
    assert spec is not None
    for preset in spec.presets:
        assert call("plan", name, "--preset", preset).exit_code == 0


def test_voices_hear_the_topic_in_every_round(tmp_path: Path) -> None:
    agent = Agent(replayed("chorus"))
    carry_out(tmp_path / "run", plan_of(shipped("chorus"), topic="A better library"), agent)
    asked = [turn for turn in agent.turns() if ".propose." in turn]
    assert len(asked) == 6
    assert all("A better library" in agent.prompts(turn)[0] for turn in asked)
