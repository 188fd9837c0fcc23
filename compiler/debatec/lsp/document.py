"""A debate that is open in an editor, as the compiler understands it right now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from debatec.check.context import Context
from debatec.check.pipeline import Compiled, compile_source
from debatec.linter.checking import checked_of
from debatec.linter.directives import apply
from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Source


@dataclass(frozen=True)
class Document:
    """One version of a text, and what the compiler makes of it.

    ``context`` is that of the last version that could be understood, as texts are mostly broken
    while they are written.
    """

    compiled: Compiled
    known: Context | None = None

    @property
    def source(self) -> Source:
        return self.compiled.source

    @cached_property
    def context(self) -> Context | None:
        if self.compiled.spec is None or self.compiled.root is None:
            return self.known
        return Context(self.compiled.spec, self.compiled.root)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with it, but for what its comments hide."""
        checked = checked_of(self.compiled)
        found = apply(checked.directives, checked.findings).findings
        return tuple(each for each in found if each.span.source.path == self.source.path)


def read(path: str, text: str, folder: Path | None, before: Document | None = None) -> Document:
    """A new version of a text; prompts of files are looked for in ``folder``."""
    compiled = compile_source(Source(path, text), folder)
    return Document(compiled, before.context if before else None)
