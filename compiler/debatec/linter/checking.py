"""One text checked: all that its settings and comments then choose from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from debatec.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from debatec.check.pipeline import Compiled
    from debatec.linter.directives import Directive
    from debatec.source.diagnostic import Diagnostic
    from debatec.source.text import Source


@frozen
class Checked:
    """What is wrong with a text, its comments about that, and the files it names for prompts.

    ``lasting`` is whether the same is found of the same text and files at any time: a text that
    cannot be decoded, or extends another debate, is looked at anew.
    """

    findings: Sequence[Diagnostic]
    directives: Sequence[Directive] = ()
    files: Sequence[str] = ()
    lasting: bool = True


def check(name: str, data: bytes, folder: str | None) -> Checked:
    """Check the bytes of a spec; ``name`` is what findings call it."""
    from debatec.check.pipeline import compile_source
    from debatec.source.decode import decode

    source, faults = decode(data, name)
    if source is None:
        return Checked(tuple(faults), lasting=False)
    return checked_of(
        compile_source(source, Path(folder) if folder is not None else None, advice=True)
    )


def checked_of(compiled: Compiled) -> Checked:
    """What the compiler finds in a text, and the comments in it about that.

    A file of another kind that lint can check is checked as what it is.
    """
    from debatec.linter.comments import directives_of, prompt_directives

    if compiled.other and compiled.other.schema:
        found = _by_schema(compiled.source, compiled.other.schema)
        return Checked(found, directives_of(compiled.source))
    directives = [*directives_of(compiled.source)]
    for prompt in _prompts(compiled):
        directives += prompt_directives(prompt)
    return Checked(
        compiled.diagnostics, tuple(directives), compiled.files, lasting=not compiled.extends
    )


def _by_schema(source: Source, schema: str) -> tuple[Diagnostic, ...]:
    from debatec.source.diagnostic import ordered
    from debatec.source.reader import read
    from debatec.source.schema import load_schema

    node, faults = read(source)
    refused = load_schema(schema).check(node) if node is not None else []
    return tuple(ordered([*faults, *refused]))


def _prompts(compiled: Compiled) -> Iterator[Source]:
    """The texts of the prompts in files of their own, each once."""
    from debatec.source.nodes import Mapping, Scalar

    prompts = compiled.root.get("prompts") if compiled.root and compiled.files else None
    texts = [entry.value for entry in prompts] if isinstance(prompts, Mapping) else []
    sources = {
        text.span.source.path: text.span.source
        for text in texts
        if isinstance(text, Scalar) and text.style == "="
    }
    return iter(sources.values())
