"""The files of pinned repositories, kept below the top of a bundle."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from debatec.spec.bundle import Unusable

_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n"
"""Says to tools that save files that this can be made again, see https://bford.info/cachedir/."""


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Keep files in a folder of the store, in place of what is there.

    Raises:
        Unusable: a folder on the way is a symbolic link.
        OSError: it cannot be written.
    """
    top = folder.parents[1]
    if top.is_symlink() or folder.parent.is_symlink():
        raise Unusable(f"'{top}' is a symbolic link")
    folder.parent.mkdir(parents=True, exist_ok=True)
    for name, content in (("CACHEDIR.TAG", _TAG), (".gitignore", "*\n")):
        with contextlib.suppress(FileExistsError), (top / name).open("x") as file:
            file.write(content)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="new-") as made:
        inside = Path(made, "files")
        for name, data in files.items():
            path = inside / PurePosixPath(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.exists():
            os.replace(folder, Path(made, "old"))  # noqa: PTH105
        os.replace(inside, folder)  # noqa: PTH105


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all; a symbolic link is replaced, not followed.

    Raises:
        OSError: it cannot be written.
    """
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(0o644)
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
