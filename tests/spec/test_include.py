"""Prompts in files of their own: read into the tree, never from outside the spec's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.check.pipeline import compile_file, compile_source
from debatec.source.diagnostic import has_errors
from debatec.source.text import Source
from debatec.spec.emit import emit

SPEC = """\
debate: v1
name: case
roles: {peer: {seats: 2}}
prompts: {open: {file: %s}}
format: [{id: talk, steps: [{id: say, speakers: peer, prompt: open}]}]
"""


def write(folder: Path, name: str) -> Path:
    path = folder / "case.debate.yaml"
    path.write_text(SPEC % name, "utf-8")
    return path


def messages(path: Path) -> list[str]:
    return [f"{d.rule} {d.message}" for d in compile_file(path).diagnostics]


def test_the_canonical_form_holds_the_text_itself(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "open.md.j2").write_bytes(b"Speak up,\r\n{{ seat.title }}.\r\n")
    found = compile_file(write(tmp_path, "texts/open.md.j2"))
    assert found.diagnostics == ()
    assert found.root is not None
    text = emit(found.root)
    assert "Speak up,\n" in text
    assert "file" not in text
    again = compile_source(Source("plan", text))
    assert not has_errors(again.diagnostics)
    assert again.spec is not None
    assert again.spec.prompts["open"].text == "Speak up,\n{{ seat.title }}.\n"


def test_a_fault_in_the_file_stands_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "open.md").write_bytes("É\r\nSpeak up, {{ sead.title }}.".encode())
    (fault,) = compile_file(write(tmp_path, "open.md")).diagnostics
    assert fault.span.source.path == str(tmp_path / "open.md")
    assert fault.span.position == (2, 14)
    assert fault.span.text == "sead"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../open.md", "'../open.md' leads out of the folder of the spec"),
        ("/etc/hostname", "'/etc/hostname' is no path below the folder of the spec"),
        ("a/../../open.md", "'a/../../open.md' leads out of the folder of the spec"),
        (r"a\\open.md", r"'a\\open.md' is no path below the folder of the spec"),
        ("none.md", "the file 'none.md' cannot be read: No such file or directory"),
        (".", "'.' is no file"),
        ("out.md", "'out.md' leads out of the folder of the spec"),
        ("way/open.md", "'way/open.md' leads out of the folder of the spec"),
        ("large.md", "this prompt is longer than 20,000 characters"),
        ("blank.md", "this prompt is empty"),
    ],
)
def test_what_cannot_be_used(tmp_path: Path, name: str, message: str) -> None:
    folder = tmp_path / "bundle"
    folder.mkdir()
    (tmp_path / "open.md").write_text("Secret.")
    (folder / "out.md").symlink_to(tmp_path / "open.md")
    (folder / "way").symlink_to(tmp_path)
    (folder / "large.md").write_text("x" * 20_001)
    (folder / "blank.md").write_text(" \n")
    assert messages(write(folder, name)) == [f"DB426 {message}"]


def test_a_link_within_the_folder_is_a_file_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_text("Speak up.")
    (tmp_path / "open.md").symlink_to("real.md")
    assert messages(write(tmp_path, "open.md")) == []


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "open.md").write_bytes(b"\xff\xfe")
    assert [m[:5] for m in messages(write(tmp_path, "open.md"))] == ["DB100"]


def test_a_spec_that_is_no_file_has_no_files() -> None:
    found = compile_source(Source("builtin:case", SPEC % "open.md"))
    assert [d.message for d in found.diagnostics] == [
        "a prompt in a file needs a spec that is a file itself"
    ]


def test_a_path_that_leads_nowhere_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert messages(write(tmp_path, "loop")) == ["DB426 'loop' leads to no file"]
    assert messages(write(tmp_path, r'"a\0b"')) == ["DB426 'a\0b' leads to no file"]


def test_a_prompt_is_named_as_its_spec_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("open.md").write_text("{{ herd }}", "utf-8")
    (found,) = compile_file(write(Path(), "open.md")).diagnostics
    assert str(found.span) == "open.md:1:4"
