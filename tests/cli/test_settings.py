"""The settings of `debatec lint`: the effect of each, and whose counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.specs import BAD, GOOD, WARNED, Files, call

BOTH = BAD + "prompts: {unused: Nobody says this.}\n"


def rules(result: Result) -> list[str]:
    return [line.partition("[")[2][:5] for line in result.stdout.splitlines()]


@pytest.fixture
def spec(write: Files) -> str:
    return write("d/a.debate.yaml", BOTH)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", ["DB302", "DB409"]),
        ("select = ['DB4']", ["DB409"]),
        ("ignore = ['unknown-name']", ["DB409"]),
        ("rules = {DB409 = 'off'}", ["DB302"]),
        ("severity = 'error'", ["DB302"]),
        ("per-file-ignores = {'d/' = ['DB3']}", ["DB409"]),
        ("per-file-ignores = {'e/' = ['DB3']}", ["DB302", "DB409"]),
    ],
)
def test_what_is_told(write: Files, spec: str, settings: str, expected: list[str]) -> None:
    write("debatec.toml", settings + "\nformat = ['concise']\n")
    assert rules(call("lint", spec)) == expected


def test_a_severity_of_a_rule_counts_for_the_exit_code(write: Files) -> None:
    name = write("a.debate.yaml", WARNED)
    write("debatec.toml", "[rules]\nunused-prompt = 'error'\n")
    result = call("lint", name)
    assert (result.exit_code, result.stderr) == (1, "1 error in 1 file\n")
    write("debatec.toml", "[rules]\nunused-prompt = 'warning'\n")
    assert call("lint", name).exit_code == 0


def test_strict(write: Files) -> None:
    name = write("a.debate.yaml", WARNED)
    write("debatec.toml", "strict = true\n")
    assert call("lint", name).exit_code == 1
    assert call("lint", "--severity", "error", name).exit_code == 0


def test_format(write: Files, spec: str) -> None:
    write("debatec.toml", "format = ['concise']\n")
    assert call("lint", spec).stdout.count("\n") == 2
    assert call("lint", "--format", "text", spec).stdout.count("\n") > 2
    write("debatec.toml", "format = ['verse']\n")
    result = call("lint", spec)
    assert result.exit_code == 2
    assert "there is no format 'verse': it is one of text, concise" in result.stderr


@pytest.mark.usefixtures("spec")
def test_exclude(write: Files) -> None:
    write("e/a.debate.yaml", GOOD)
    write("debatec.toml", "exclude = ['/d/']\n")
    assert call("lint", ".").stderr == "no findings in 1 file\n"
    assert call("lint", "d/a.debate.yaml").exit_code == 1
    result = call("lint", "d")
    assert result.exit_code == 1
    write("debatec.toml", "exclude = ['*.debate.yaml']\n")
    result = call("lint", ".")
    assert result.exit_code == 2
    assert "no .debate.yaml file in '.' that is neither ignored nor excluded" in result.stderr


def test_jobs(write: Files, spec: str) -> None:
    write("debatec.toml", "jobs = 2\ncache = false\n")
    names = [write(f"{number}.debate.yaml", BAD) for number in range(4)]
    several = call("lint", "--format", "concise", spec, *names)
    assert several.stdout == call("lint", "--format", "concise", "--jobs", "1", spec, *names).stdout
    assert several.stdout.count("\n") == 6


def test_cache(write: Files, spec: str) -> None:
    write("debatec.toml", "cache = false\n")
    call("lint", spec)
    assert not Path(".debatec_cache").exists()
    write("debatec.toml", "cache-dir = 'kept/here'\n")
    call("lint", spec)
    assert Path("kept/here/lint.json").exists()
    call("lint", "--no-cache", "--cache-dir", "other", spec)
    assert not Path("other").exists()
    call("lint", "--cache-dir", "other", spec)
    assert Path("other/lint.json").exists()


def test_baseline(write: Files, spec: str) -> None:
    write("debatec.toml", "baseline = 'known.json'\n")
    call("lint", "--write-baseline", spec)
    assert Path("known.json").exists()
    assert call("lint", spec).exit_code == 0


# --- Whose counts -----------------------------------------------------------------------------


def test_options_over_the_environment_over_the_file(write: Files, spec: str) -> None:
    write("pyproject.toml", "[tool.debatec]\nselect = ['DB1']\nformat = ['concise']\n")
    assert rules(call("lint", spec)) == []
    environment = {"DEBATEC_SELECT": "DB4,DB1"}
    assert rules(call("lint", spec, env=environment)) == ["DB409"]
    assert rules(call("lint", "--select", "DB302", spec, env=environment)) == ["DB302"]
    several = call("lint", "--select", "DB302,DB1", "--select", "DB4", "--ignore", "DB409", spec)
    assert rules(several) == ["DB302"]
    assert rules(call("lint", "--no-config", "--format", "concise", spec)) == ["DB302", "DB409"]


def test_a_file_of_another_name(write: Files, spec: str) -> None:
    write("debatec.toml", "strict = 1\n")
    write("other/lint.toml", "select = ['DB4']\nformat = ['concise']\n")
    assert rules(call("lint", "--config", "other/lint.toml", spec)) == ["DB409"]


def test_the_file_nearest_to_standard_input(write: Files) -> None:
    write("d/debatec.toml", "format = ['concise']\n")
    command = ("lint", "--stdin-filename", "d/new.debate.yaml", "-")
    assert rules(call(*command, input=BOTH)) == ["DB302", "DB409"]


@pytest.mark.usefixtures("write")
def test_every_setting_is_shown_with_its_origin() -> None:
    Path("debatec.toml").write_text("strict = true\n[rules]\nDB4 = 'off'\n")
    result = call("lint", "--show-config", "--jobs", "3", env={"DEBATEC_IGNORE": "DB409,DB410"})
    lines = dict(line.split(" = ", 1) for line in result.stdout.splitlines())
    assert {name: line.split("  # ")[1] for name, line in lines.items()} == {
        "select": "default",
        "ignore": "environment",
        "rules": "debatec.toml",
        "severity": "default",
        "per-file-ignores": "default",
        "exclude": "default",
        "format": "default",
        "strict": "debatec.toml",
        "jobs": "option",
        "baseline": "default",
        "cache": "default",
        "cache-dir": "default",
    }
    assert lines["ignore"].startswith('["DB409", "DB410"] ')
    assert lines["rules"].startswith('{"DB4" = "off"} ')
    assert lines["cache-dir"].startswith('".debatec_cache" ')


def test_what_is_shown_can_be_a_file(write: Files) -> None:
    write("debatec.toml", call("lint", "--show-config").stdout)
    assert call("lint", "--show-config").stdout.count("# debatec.toml") == 12


# --- What is wrong ----------------------------------------------------------------------------


def test_a_wrong_setting_is_framed(write: Files, spec: str) -> None:
    write("pyproject.toml", "[tool.debatec]\nselekt = ['DB3']\njobs = 'many'\n")
    result = call("lint", spec)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pyproject.toml:2:1: error[DB201]" in result.stderr
    assert "did you mean 'select'?" in result.stderr
    assert "pyproject.toml:3:1: error[DB203]" in result.stderr
    assert result.stderr.endswith("debatec: the settings have errors\n")


@pytest.mark.parametrize(
    ("options", "env", "message"),
    [
        (("--select", "DB999"), {}, "option 'select': there is no rule 'DB999'"),
        (("--ignore", "unused-rol"), {}, "did you mean 'unused-role'?"),
        ((), {"DEBATEC_SELECT": "DB999"}, "environment 'select': there is no rule 'DB999'"),
        ((), {"DEBATEC_JOBS": "-1"}, "environment: 'jobs' must be at least 0"),
        ((), {"DEBATEC_JOBS": "many"}, "DEBATEC_JOBS cannot be 'many'"),
        ((), {"DEBATEC_SEVERITY": "fatal"}, "environment: "),
        (("--config", "none.toml"), {}, "'none.toml' cannot be read: No such file"),
        (("--config", "a.toml"), {}, "'a.toml' is no TOML"),
    ],
)
def test_what_is_no_setting(
    write: Files, spec: str, options: tuple[str, ...], env: dict[str, str], message: str
) -> None:
    write("a.toml", "=")
    result = call("lint", *options, spec, env=env)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
