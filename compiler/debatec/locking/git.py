"""Files of git repositories, by the `git` command; nothing of them is run or checked out."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from debatec.source.decode import MAX_BYTES
from debatec.source.text import one_line

TIMEOUT = 120
"""Seconds that one command of git may take."""

_FILE_MODES = ("100644", "100755")
_ENVIRONMENT = {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:ssh:file"} | {
    "GIT_LITERAL_PATHSPECS": "1"
}
_SETTINGS = ("-c", "core.hooksPath=/dev/null", "-c", "fetch.recurseSubmodules=no")


class NoFetch(Exception):
    """What was asked of git cannot be had: one line of why."""


class Git:
    """The `git` command, for one repository that it is told of by ``where``."""

    def __init__(self, environment: dict[str, str], *where: str) -> None:
        git = shutil.which("git", path=environment.get("PATH"))
        if git is None:
            raise NoFetch("the command 'git' is not installed")
        self._command = (git, *_SETTINGS, *where)
        self._environment = {**environment, **_ENVIRONMENT}

    def run(self, *arguments: str, given: str = "") -> bytes:
        """What a command of git prints, which is given a text.

        Raises:
            NoFetch: it fails.
        """
        command = [*self._command, *arguments]
        try:
            done = _output(command, self._environment, given)
        except subprocess.TimeoutExpired as error:
            raise NoFetch(f"git took longer than {TIMEOUT} s") from error
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines() or ["it failed"]
            raise NoFetch(f"git: {one_line(said[-1])[:300]}")
        return done.stdout


class Repository:
    """A bare repository of our own, for what is fetched."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._run = Git(environment, f"--git-dir={folder}").run
        self._run("init", "--quiet", "--bare", str(folder))

    def fetch(self, url: str, ref: str) -> str:
        """Fetch a branch, a tag or a commit without its history; the commit that it is.

        Raises:
            NoFetch: it cannot be had.
        """
        self._run("fetch", "--quiet", "--depth", "1", "--no-tags", "--", url, ref)
        return self._run("rev-parse", "--verify", "FETCH_HEAD^{commit}").decode().strip()

    def read(self, commit: str, path: str) -> bytes:
        """A file at a commit.

        Raises:
            NoFetch: there is none, it is no plain file, or it is too large.
        """
        listed = self._run("ls-tree", "-z", "--long", commit, "--", path).decode().split("\0")
        entries = [line.partition("\t") for line in listed]
        head = next((head for head, _, name in entries if name == path), "")
        mode, _, object, size = head.split() if head else ("", "", "", "")
        if not head:
            raise NoFetch(f"there is no file '{path}' at {commit[:12]}")
        if mode not in _FILE_MODES:
            raise NoFetch(f"'{path}' is no plain file at {commit[:12]}")
        if int(size) > MAX_BYTES:
            raise NoFetch(f"'{path}' is larger than {MAX_BYTES:,} bytes")
        return self._run("cat-file", "blob", object)


@contextmanager
def repository(environment: dict[str, str]) -> Iterator[Repository]:
    """An empty repository that is gone afterwards.

    Raises:
        NoFetch: git is not there.
    """
    with TemporaryDirectory(prefix="debatec-") as folder:
        yield Repository(Path(folder), environment)


def _output(
    command: Sequence[str], environment: dict[str, str], given: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command,
        env=environment,
        input=given.encode(),
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
