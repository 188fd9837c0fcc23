"""The parts of a debate, where they are now."""

from __future__ import annotations

from debatec.lsp.outline import Part, outline
from tests.lsp.texts import SPEC, opened


def told(parts: list[Part]) -> dict[str, list[str]]:
    return {part.name: [inner.name for inner in part.parts] for part in parts}


def test_sections_phases_and_steps() -> None:
    parts = outline(opened())
    assert told(parts) == {
        "inputs": ["question"],
        "roles": ["pro", "judge"],
        "groups": ["all_of_us"],
        "prompts": ["open"],
        "blocks": ["score"],
        "format": ["talk"],
    }
    (phase,) = parts[-1].parts
    assert [step.name for step in phase.parts] == ["say", "rate"]
    assert phase.whole.text.startswith("id: talk")


def test_steps_of_shorthands_are_not_listed() -> None:
    document = opened(SPEC + "synthesis: {speakers: judge, prompt: Write.}\n")
    assert told(outline(document))["format"] == ["talk"]


def test_a_broken_file_keeps_what_was_not_touched() -> None:
    text = SPEC.replace("name: council\n", "name: council\nversion: '1.0.0'\n")
    broken = text.replace("  judge: {}", "  judge: {")
    document = opened(broken, opened(text))
    assert not document.is_whole
    parts = outline(document)
    assert told(parts)["roles"] == ["pro", "judge"]
    for part in (inner for outer in parts for inner in outer.parts):
        assert part.head.source is document.source
        assert part.head.text == part.name
