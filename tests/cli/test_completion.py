"""Completion as a shell asks for it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def completed(words: str) -> list[str]:
    """What bash is given for the last word of a line."""
    env = os.environ | {
        "_DEBATEC_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    script = "from debatec.cli.main import main; main(prog_name='debatec')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("debatec li", "plain,lint"),
        ("debatec lint --sel", "plain,--select"),
        ("debatec lint pan", "plain,panel"),
        ("debatec lint x", "file,x"),
        ("debatec lint --select unused-r", "plain,unused-role"),
        ("debatec plan pan", "plain,panel"),
        ("debatec schema deb", "plain,debate"),
    ],
)
def test_completion(words: str, wanted: str) -> None:
    assert wanted in completed(words)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_its_script(shell: str) -> None:
    env = os.environ | {"_DEBATEC_COMPLETE": f"{shell}_source"}
    script = "from debatec.cli.main import main; main(prog_name='debatec')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env)
    assert "_DEBATEC_COMPLETE" in done.stdout
