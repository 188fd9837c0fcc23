"""A debate laid over another one: what it comes to, and where its faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.check.bases import MAX_BASES
from debatec.check.pipeline import Compiled, compile_file, compile_source
from debatec.source.text import Source
from debatec.spec.emit import emit

BASE = """\
debate: v1
name: base
version: "1.2.0"
inputs: {question: {type: string}}
roles: {pro: {}, con: {}, judge: {}}
prompts:
  open: "{{ inputs.question }} State your position."
  decide: Decide.
format:
  - id: talk
    rounds: 2
    steps:
      - {id: say, speakers: [pro, con], prompt: open}
      - {id: rule, speakers: judge, sees: say, prompt: decide}
"""


def compiled(folder: Path, layer: str, base: str = BASE, name: str = "base") -> Compiled:
    (folder / f"{name}.debate.yaml").write_text(base, "utf-8")
    path = folder / "mine.debate.yaml"
    path.write_text(f"debate: v1\nname: mine\nextends: {name}.debate.yaml\n{layer}", "utf-8")
    return compile_file(path)


def told(found: Compiled) -> list[tuple[str, str]]:
    return [(d.rule, str(d.span).rpartition("/")[2]) for d in found.diagnostics]


@pytest.mark.parametrize(
    "layer",
    [
        "",
        "inputs: {question: {default: Why?}}\n",
        "roles: {judge: null}\nformat: [{id: talk, steps: [{id: rule, when: false}]}]\n"
        "prompts: {decide: null}\n",
        "synthesis: {speakers: judge, prompt: Close it.}\n",
        "format: [{id: talk, steps: [{id: say}, {id: check, speakers: judge, prompt: Check.}]}]\n",
    ],
)
def test_what_is_compiled_compiles_to_itself(tmp_path: Path, layer: str) -> None:
    found = compiled(tmp_path, layer)
    assert found.root is not None
    assert found.diagnostics == ()
    text = emit(found.root)
    again = compile_source(Source("again", text))
    assert again.root is not None
    assert again.diagnostics == ()
    assert emit(again.root) == text
    assert "extends" not in text


def test_prompts_of_a_base_are_read_beside_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "debatec.toml").touch()
    (inner / "open.md").write_text("Speak up.", "utf-8")
    base = BASE.replace('"{{ inputs.question }} State your position."', "{file: open.md}")
    (inner / "base.debate.yaml").write_text(
        base.replace("inputs: {question: {type: string}}\n", "")
    )
    (tmp_path / "open.md").write_text("Not this one.", "utf-8")
    path = tmp_path / "mine.debate.yaml"
    path.write_text("debate: v1\nname: mine\nextends: inner/base.debate.yaml\n")
    found = compile_file(path)
    assert found.diagnostics == ()
    assert found.spec is not None
    assert found.spec.prompts["open"].text == "Speak up."


def test_a_warning_of_the_base_is_told_of_the_base_alone(tmp_path: Path) -> None:
    base = BASE.replace("prompts:", "prompts:\n  idle: Nobody asks this.")
    assert told(compiled(tmp_path, "", base)) == []
    assert [rule for rule, _ in told(compile_file(tmp_path / "base.debate.yaml"))] == ["DB409"]


def test_a_fault_that_a_layer_brings_to_its_base_stands_where_the_base_is_named(
    tmp_path: Path,
) -> None:
    found = compiled(tmp_path, "prompts: {decide: null}\n")
    assert told(found) == [("DB405", "mine.debate.yaml:3:10")]
    (fault,) = found.diagnostics
    assert [str(r.span).rpartition("/")[2] for r in fault.related] == ["base.debate.yaml:14:56"]
    assert fault.fix is None


def test_a_layer_of_a_layer_is_told_of_itself_alone(tmp_path: Path) -> None:
    compiled(tmp_path, "prompts: {idle: Nobody asks this.}\n")
    path = tmp_path / "more.debate.yaml"
    path.write_text("debate: v1\nname: more\nextends: mine.debate.yaml\n", "utf-8")
    found = compile_file(path)
    assert told(found) == []
    assert found.spec is not None
    assert (found.spec.name, found.spec.version) == ("more", None)


def test_a_circle_of_two(tmp_path: Path) -> None:
    found = compiled(tmp_path, "", "debate: v1\nname: a\nextends: mine.debate.yaml\n")
    assert told(found) == [("DB442", "mine.debate.yaml:3:10")]
    (fault,) = found.diagnostics
    assert "mine.debate.yaml -> base.debate.yaml -> mine.debate.yaml" in fault.related[0].message


def test_a_long_chain_is_refused(tmp_path: Path) -> None:
    (tmp_path / "0.debate.yaml").write_text(BASE, "utf-8")
    for number in range(1, MAX_BASES + 3):
        text = f"debate: v1\nname: a\nextends: {number - 1}.debate.yaml\n"
        (tmp_path / f"{number}.debate.yaml").write_text(text, "utf-8")
    assert told(compile_file(tmp_path / f"{MAX_BASES}.debate.yaml")) == []
    assert told(compile_file(tmp_path / f"{MAX_BASES + 2}.debate.yaml")) != []


def test_without_a_folder_only_what_ships_can_be_extended() -> None:
    text = "debate: v1\nname: mine\nextends: {}\n"
    assert told(compile_source(Source("-", text.replace("{}", "builtin:panel")))) == []
    assert told(compile_source(Source("-", text.replace("{}", "a.debate.yaml")))) == [
        ("DB440", "-:3:10")
    ]


def test_a_link_out_of_the_bundle_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.debate.yaml").write_text(BASE, "utf-8")
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / "base.debate.yaml").symlink_to("../elsewhere.debate.yaml")
    path = folder / "mine.debate.yaml"
    path.write_text("debate: v1\nname: mine\nextends: base.debate.yaml\n", "utf-8")
    assert told(compile_file(path)) == [("DB440", "mine.debate.yaml:3:10")]
