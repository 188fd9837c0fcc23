"""What findings depend on besides the text."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from debatec.data import data
from debatec.linter import maker as module
from debatec.linter.maker import maker


def test_code_schema_and_libraries_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schemas = tmp_path / "schemas"
    shutil.copytree(str(data("schemas")), schemas)
    seen = {maker(schemas)}
    assert maker(schemas) in seen

    with (schemas / "debate.v1.schema.json").open("a") as file:
        file.write("\n")
    seen.add(maker(schemas))

    (tmp_path / "library" / "PyYAML-99.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path / "library"))
    seen.add(maker(schemas))

    monkeypatch.setattr(module, "__version__", "99")
    seen.add(maker(schemas))

    package = tmp_path / "package"
    (package / "check" / "rules").mkdir(parents=True)
    monkeypatch.setattr(module, "__file__", str(package / "linter" / "maker.py"))
    seen.add(maker(schemas))
    (package / "check" / "rules" / "one.py").write_text("")
    seen.add(maker(schemas))
    monkeypatch.setattr(sys, "version", "3.99")
    seen.add(maker(schemas))
    assert len(seen) == 7
