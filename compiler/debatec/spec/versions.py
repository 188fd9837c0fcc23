"""Versions of formats, by Semantic Versioning (https://semver.org), and ranges of them."""

from __future__ import annotations

import re
from typing import NamedTuple

_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]{1,40})?")
_RANGE = re.compile(r"\d{1,9}(\.\d{1,9}){0,2}(-[0-9A-Za-z.-]{1,40})?")


class Version(NamedTuple):
    """A version; ``early`` is what follows the dash of one before a release."""

    major: int
    minor: int
    patch: int
    early: str = ""

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" + (f"-{self.early}" if self.early else "")


def version_of(text: str | None) -> Version | None:
    """The version that a text spells; None where it is none."""
    found = _VERSION.fullmatch(text or "")
    if found is None:
        return None
    major, minor, patch = map(int, found.group(1, 2, 3))
    return Version(major, minor, patch, (found[4] or "")[1:])


def is_range(text: str) -> bool:
    """Whether a text spells a range: ``1`` is every 1.x.y, ``1.2`` every 1.2.x, ``1.2.0`` one."""
    return bool(_RANGE.fullmatch(text))


def meets(version: str | None, range: str) -> bool:
    """Whether a version lies in a range; one before a release only where it is named."""
    known = version_of(version)
    if known is None:
        return False
    numbers = tuple(map(int, range.partition("-")[0].split(".")))
    return version == range or (not known.early and tuple(known[: len(numbers)]) == numbers)
