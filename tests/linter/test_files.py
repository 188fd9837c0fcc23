"""Rules that are off in some files."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.linter.files import FileIgnores


def test_patterns_from_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "d").mkdir()
    monkeypatch.chdir(tmp_path / "d")
    ignores = FileIgnores({"d/drafts/": ["DB4"], "*.md": ["unknown-name"]}, str(tmp_path))
    assert ignores.hides("drafts/e/a.debate.yaml", "DB409")
    assert not ignores.hides("drafts/a.debate.yaml", "DB302")
    assert not ignores.hides("other/a.debate.yaml", "DB409")
    assert ignores.hides("prompts/a.md", "DB302")
    assert not ignores.hides("../../a.md", "DB302")
    assert ignores.hides(str(tmp_path / "d" / "drafts" / "a"), "DB401")
