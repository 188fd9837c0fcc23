"""What `debatec lint` looks at: files, folders, shipped formats and standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debatec.cli import specs
from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from debatec.linter.settings import Settled
    from debatec.linter.targets import Excluded, Target

TESTS = ".test.yaml"

_STDIN = "-"
_UNNAMED = "<stdin>"


def targets(paths: Iterable[str], settled: Settled, stdin_filename: str | None) -> Sequence[Target]:
    """What arguments name, each once, those of a folder in order.

    Raises:
        Failure: a name is of nothing, or a folder has no specs.
    """
    from pathlib import Path

    from debatec.linter.patterns import patterns_of
    from debatec.linter.targets import Excluded, file_target

    excluded = Excluded(patterns_of(settled.settings.exclude), Path(settled.root))
    found: dict[str, Target] = {}
    for name in paths:
        path = Path(name)
        if name == _STDIN:
            inside: Sequence[Target] = (_read_stdin(stdin_filename),)
        elif path.is_dir():
            inside = _searched(name, excluded)
        elif path.exists():
            inside = (file_target(name),)
        elif name in specs.formats():
            inside = (_shipped(name),)
        else:
            raise specs.missing(name)
        for target in inside:
            found.setdefault(target.name, target)
    return tuple(found.values())


def tests(paths: Iterable[str], settled: Settled) -> Sequence[str]:
    """The test files that arguments name, each once; a debate stands for the tests beside it.

    Raises:
        Failure: a name is of nothing, or a folder has no tests.
    """
    from pathlib import Path

    from debatec.linter.patterns import patterns_of
    from debatec.linter.targets import Excluded

    excluded = Excluded(patterns_of(settled.settings.exclude), Path(settled.root))
    found: dict[str, None] = {}
    for name in paths:
        beside = name.removesuffix(specs.SUFFIX) + TESTS if name.endswith(specs.SUFFIX) else name
        if Path(name).is_dir():
            found |= dict.fromkeys(file.name for file in _searched(name, excluded, TESTS))
        elif Path(beside).is_file():
            found[beside] = None
        else:
            raise Failure(f"there is no file or folder '{beside}'")
    return tuple(found)


def _searched(name: str, excluded: Excluded, suffix: str = specs.SUFFIX) -> Sequence[Target]:
    from debatec.linter.targets import search

    try:
        found = search(name, excluded, suffix)
    except OSError as error:
        raise Failure(f"'{error.filename}' cannot be read: {error.strerror}") from error
    if not found.targets:
        why = " that is neither ignored nor excluded" if found.hides else ""
        raise Failure(f"there is no {suffix} file in '{name}'{why}")
    return found.targets


def _read_stdin(filename: str | None) -> Target:
    """The text of standard input, under the name of the file that it is going to be."""
    import sys
    from pathlib import Path

    from debatec.linter.targets import Target
    from debatec.source.decode import MAX_BYTES

    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    folder = None if filename is None else str(Path(filename).parent)
    return Target(filename or _UNNAMED, folder, data)


def _shipped(name: str) -> Target:
    from debatec.linter.targets import SHIPPED, Target

    return Target(f"{SHIPPED}{name}", None, specs.text_of(name).encode())
