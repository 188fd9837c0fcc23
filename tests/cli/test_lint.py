"""`debatec lint`: what it finds, where it looks, how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import debatec
from tests.cli.specs import BAD, GOOD, WARNED, Files, call


def test_a_clean_file(write: Files) -> None:
    result = call("lint", write("a.debate.yaml", GOOD))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "no findings in 1 file\n"


def test_a_faulty_file_is_framed(write: Files) -> None:
    result = call("lint", write("a.debate.yaml", BAD))
    assert result.exit_code == 1
    assert result.stdout.startswith("a.debate.yaml:11:71: error[DB302] ")
    assert "did you mean 'heard'?" in result.stdout
    assert "^^^^" in result.stdout
    assert result.stderr == "1 error in 1 file\n"


def test_concise_is_a_line_for_each(write: Files) -> None:
    result = call("lint", "--format", "concise", write("a.debate.yaml", BAD))
    assert result.stdout.count("\n") == 1


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_warnings_are_no_failure_unless_asked(
    write: Files, options: tuple[str, ...], code: int
) -> None:
    result = call("lint", *options, write("a.debate.yaml", WARNED))
    assert result.exit_code == code
    assert result.stderr == "1 warning in 1 file\n"


def test_a_folder_is_searched_in_order(write: Files) -> None:
    for name in ("d/b.debate.yaml", "d/a.debate.yaml", "d/e/c.debate.yaml", "d/other.yaml"):
        write(name, BAD)
    result = call("lint", "--format", "concise", "d")
    names = [line.partition(":")[0] for line in result.stdout.splitlines()]
    assert names == ["d/a.debate.yaml", "d/b.debate.yaml", "d/e/c.debate.yaml"]
    assert result.stderr == "3 errors in 3 files\n"


def test_a_file_named_twice_is_read_once(write: Files) -> None:
    write("d/a.debate.yaml", BAD)
    assert call("lint", "d", "d/a.debate.yaml").stderr == "1 error in 1 file\n"


def test_shipped_formats_by_name(write: Files) -> None:
    write("a.debate.yaml", GOOD)
    assert call("lint", "panel", "pingpong", "a.debate.yaml").stderr == "no findings in 3 files\n"


def test_a_file_is_preferred_to_a_shipped_format(write: Files) -> None:
    assert call("lint", write("panel", BAD)).exit_code == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("pannel", "there is no file or shipped format 'pannel'; did you mean 'panel'?"),
        ("zzz.debate.yaml", "there is no file or shipped format 'zzz.debate.yaml'"),
        ("empty", "there is no .debate.yaml file in 'empty'"),
    ],
)
def test_nothing_matched(write: Files, name: str, message: str) -> None:
    write("a.debate.yaml", BAD)
    write("empty/a.yaml", BAD)
    result = call("lint", "a.debate.yaml", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_no_path_is_a_usage_error() -> None:
    assert call("lint").exit_code == 2


def test_a_file_that_is_no_text_is_a_finding(write: Files) -> None:
    name = write("a.debate.yaml", "")
    Path(name).write_bytes(b"\xff\xfe\x00")
    result = call("lint", name)
    assert result.exit_code == 1
    assert "DB100" in result.stdout


def test_colour_is_for_terminals_alone(write: Files) -> None:
    name = write("a.debate.yaml", BAD)
    assert "\x1b[" not in call("lint", name).stdout
    assert "\x1b[" in call("lint", name, color=True).stdout
    assert "\x1b[" not in call("lint", name, color=True, env={"NO_COLOR": "1"}).stdout


def test_no_path_names_what_is_missing() -> None:
    assert "Missing argument 'PATH...'" in call("lint").stderr


def test_the_second_time_the_same_is_told(write: Files) -> None:
    names = [write("a.debate.yaml", BAD), write("b.debate.yaml", WARNED)]
    first = call("lint", *names)
    assert Path(".debatec_cache/lint.json").exists()
    assert call("lint", *names).output == first.output
    write("b.debate.yaml", GOOD)
    assert call("lint", *names).stderr == "1 error in 2 files\n"


LOADED = """
import sys
from debatec.cli.main import main
try:
    main(["lint", "a.debate.yaml", "b.debate.yaml"])
finally:
    print(*sys.modules)
"""


@pytest.mark.parametrize("specs", [(GOOD, GOOD), (BAD, WARNED)])
def test_what_is_known_is_told_without_the_checker(write: Files, specs: tuple[str, str]) -> None:
    for name, text in zip("ab", specs, strict=True):
        write(f"{name}.debate.yaml", text + "# debatec: ignore[DB302]\n")
    environment = os.environ | {"PYTHONPATH": str(Path(debatec.__file__).parents[1])}
    command = [sys.executable, "-c", LOADED]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, env=environment) for _ in range(2)
    )
    assert first.stdout.splitlines()[:-1] == second.stdout.splitlines()[:-1]
    heavy = {"debatec.check.pipeline", "jinja2", "jsonschema", "yaml", "pathspec", "tempfile"}
    assert set(first.stdout.split()) & heavy >= {"debatec.check.pipeline", "yaml"}
    assert set(second.stdout.split()) & heavy == set()


@pytest.mark.parametrize("fix", [(), ("--fix",)], ids=["plain", "fix"])
def test_advice_is_told_to_those_who_ask_for_it(write: Files, fix: tuple[str, ...]) -> None:
    name = write("long.debate.yaml", GOOD.replace("default: 2", "default: 9"))
    assert call("lint", name, *fix).stderr == "no findings in 1 file\n"
    for asked in ("DB605", "many-rounds", "all"):
        found = call("lint", name, "--select", asked, *fix)
        assert found.stderr == "1 warning in 1 file\n"
        assert "warning[DB605]" in found.stdout
    for command in ("compile", "plan", "graph"):
        assert "DB605" not in call(command, name).output
