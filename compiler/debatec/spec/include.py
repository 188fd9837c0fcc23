"""Prompts that stand in files of their own, read into the tree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath

from debatec.source.decode import load
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Mapping, Node, Scalar
from debatec.source.text import Source, Span

MAX_CHARACTERS = 20_000
"""Longest prompt, in a file as in the spec."""

_RULE = "DB426"


def included(root: Mapping, folder: Path | None) -> tuple[Mapping, list[Diagnostic]]:
    """The tree with each `{file: PATH}` replaced by its text, and what cannot be used.

    Paths are relative to ``folder``, which no file may lie outside of, by a symbolic link either;
    a spec that is no file has no folder. The texts keep their places in their own files.
    """
    prompts = root.get("prompts")
    if not isinstance(prompts, Mapping):
        return root, []
    faults: list[Diagnostic] = []
    entries = {key: _entry(entry, folder, faults) for key, entry in prompts.entries.items()}
    if entries == prompts.entries:
        return root, []
    changed = replace(root.entries["prompts"], value=replace(prompts, entries=entries))
    return replace(root, entries={**root.entries, "prompts": changed}), faults


def _entry(entry: Entry, folder: Path | None, faults: list[Diagnostic]) -> Entry:
    path = entry.value.get("file") if isinstance(entry.value, Mapping) else None
    if not isinstance(path, Scalar) or not isinstance(path.value, str):
        return entry
    return replace(entry, value=_text(path, path.value, folder, faults))


def _text(path: Scalar, name: str, folder: Path | None, faults: list[Diagnostic]) -> Node:
    try:
        return _read(_inside(name, folder), faults)
    except _Unusable as fault:
        faults.append(Diagnostic(_RULE, str(fault), path.span, hint=fault.hint))
    except OSError as error:
        message = f"the file '{name}' cannot be read: {error.strerror}"
        faults.append(Diagnostic(_RULE, message, path.span))
    return _nothing(path.span)


class _Unusable(Exception):
    """A path that no prompt may be read from."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def _inside(name: str, folder: Path | None) -> Path:
    """The file of that name, which lies in the folder of the spec."""
    if folder is None:
        raise _Unusable("a prompt in a file needs a spec that is a file itself")
    hint = "name a file in the folder of the spec or below it"
    if "\\" in name or PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
        raise _Unusable(f"'{name}' is no path below the folder of the spec", hint)
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise _Unusable(f"'{name}' leads out of the folder of the spec", hint)
    if path.exists() and not path.is_file():
        raise _Unusable(f"'{name}' is no file", hint)
    return path


def _read(path: Path, faults: list[Diagnostic]) -> Node:
    source, found = load(path)
    faults += found
    if source is None:
        return _nothing(found[0].span)
    source = Source(source.path, source.content.replace("\r\n", "\n"))
    span = source.span(0, len(source.content))
    if not source.content.strip():
        faults.append(Diagnostic(_RULE, "this prompt is empty", source.span(0, 0)))
    elif len(source.content) > MAX_CHARACTERS:
        message = f"this prompt is longer than {MAX_CHARACTERS:,} characters"
        faults.append(Diagnostic(_RULE, message, source.span(0, 0)))
    else:
        return Scalar(span, source.content, source.content, "=")
    return _nothing(span)


def _nothing(span: Span) -> Scalar:
    return Scalar(span, "", "", broken=True, written=False)
