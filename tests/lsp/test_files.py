"""Names of files lead to them, as long as they lie beside the debate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from debatec.lsp.files import file_at
from tests.lsp.texts import SPEC, marked


@pytest.mark.parametrize(
    ("mark", "found"),
    [
        ("ask: {file: p/a¦sk.md}", True),
        ('ask: {file: "p/ask¦.md"}', True),
        ("ask: {file¦: p/ask.md}", True),
        ("ask: {file: p/no¦ne.md}", False),
        ("ask: {file: ../out¦side.md}", False),
        ("ask: {file: lo¦op}", False),
        ("a¦sk: {file: p/ask.md}", False),
    ],
)
def test_the_file_of_a_prompt(tmp_path: Path, mark: str, found: bool) -> None:
    inside = tmp_path / "in"
    (inside / "p").mkdir(parents=True)
    (inside / "p" / "ask.md").write_text("Why?", encoding="utf-8")
    (inside / "loop").symlink_to("loop")
    (tmp_path / "outside.md").write_text("No.", encoding="utf-8")
    document, offset = marked(SPEC.replace("prompts:\n", f"prompts:\n  {mark}\n"))
    path = file_at(replace(document, folder=inside), offset)
    assert path == ((inside / "p" / "ask.md").resolve() if found else None)
