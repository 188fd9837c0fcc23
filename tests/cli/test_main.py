"""The command line as a whole: version, suggestions, interrupts."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from debatec import __version__
from debatec.cli.main import COMMANDS, Program, main


def program(error: BaseException) -> Program:
    """A program whose only command, `work`, fails."""

    @click.command()
    def work() -> None:
        raise error

    return Program(commands=[work])


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_each_command(option: str) -> None:
    result = CliRunner().invoke(main, [option])
    assert result.exit_code == 0
    for command in COMMANDS:
        assert f"\n  {command.name}" in result.output
    assert "..." not in result.output.partition("Commands:")[2]


def test_every_file_of_a_command_is_in_the_list() -> None:
    for listed in COMMANDS:
        command = listed.load()
        assert command.name == listed.name
        assert command.help


def test_version() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert (result.exit_code, result.output) == (0, f"debatec, version {__version__}\n")


def test_unknown_command_is_a_usage_error_with_a_suggestion() -> None:
    result = CliRunner().invoke(program(RuntimeError()), ["wrok"])
    assert result.exit_code == 2
    assert "Did you mean 'work'?" in result.output


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_interrupt_ends_with_130_and_no_traceback(error: BaseException) -> None:
    result = CliRunner().invoke(program(error), ["work"])
    assert result.exit_code == 130
    assert result.output == "Aborted.\n"


def test_a_reader_that_leaves_early_is_no_error_message() -> None:
    script = "from debatec.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", script, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
