"""Prompts that stand in files of their own, read into the tree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from debatec.source.decode import MAX_BYTES, decode
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Mapping, Node, Scalar
from debatec.source.text import Source, Span
from debatec.spec.bundle import Unusable, inside

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


def named(root: Node) -> tuple[str, ...]:
    """The files that a tree names for its prompts, each once."""
    prompts = root.get("prompts") if isinstance(root, Mapping) else None
    entries = prompts.entries.values() if isinstance(prompts, Mapping) else ()
    return tuple(dict.fromkeys(path.text for entry in entries if (path := _path(entry))))


def load_prompt(name: str, folder: Path | None) -> tuple[Source | None, list[Diagnostic]]:
    """The text of a prompt's file, its lines ended by ``\\n``, or what makes it unreadable.

    Raises:
        Unusable: the file may not be read.
        OSError: it cannot be.
    """
    if folder is None:
        raise Unusable("a prompt in a file needs a spec that is a file itself")
    path = inside(name, folder)
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    source, found = decode(data, str(folder / name))
    if source is not None:
        source = Source(source.path, source.content.replace("\r\n", "\n"))
    return source, found


def _path(entry: Entry) -> Scalar | None:
    """The scalar that names the file of a prompt."""
    path = entry.value.get("file") if isinstance(entry.value, Mapping) else None
    return path if isinstance(path, Scalar) and isinstance(path.value, str) else None


def _entry(entry: Entry, folder: Path | None, faults: list[Diagnostic]) -> Entry:
    path = _path(entry)
    return replace(entry, value=_text(path, folder, faults)) if path else entry


def _text(path: Scalar, folder: Path | None, faults: list[Diagnostic]) -> Node:
    name = path.text
    try:
        return _read(*load_prompt(name, folder), faults)
    except Unusable as fault:
        faults.append(Diagnostic(_RULE, str(fault), path.span, hint=fault.hint))
    except OSError as error:
        message = f"the file '{name}' cannot be read: {error.strerror}"
        faults.append(Diagnostic(_RULE, message, path.span))
    return _nothing(path.span)


def _read(source: Source | None, found: list[Diagnostic], faults: list[Diagnostic]) -> Node:
    faults += found
    if source is None:
        return _nothing(found[0].span)
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
