"""A git repository of a test, made by real git."""

from __future__ import annotations

import subprocess
from pathlib import Path

_WHO = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")


class Origin:
    """A repository that others fetch from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch", "main")

    @property
    def url(self) -> str:
        return self.folder.as_uri()

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, tag: str) -> str:
        """Commit all that is there, under a tag; the commit."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", tag)
        self.git("tag", "--force", tag)
        return self.head

    def git(self, *arguments: str) -> str:
        command = ["git", *_WHO, "-C", str(self.folder), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
