"""A debate that is open in an editor, as the compiler understands it right now."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from debatec.check.context import Context
from debatec.check.declarations import entries
from debatec.check.pipeline import Compiled, compile_source
from debatec.check.registry import BY_ID
from debatec.linter.checking import checked_of
from debatec.linter.directives import apply
from debatec.linter.targets import SUFFIX
from debatec.lsp.drift import Drift
from debatec.lsp.index import Index, index_of
from debatec.lsp.places import read_lines
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source, Span

_OF_YAML = "DB1"
_FIRST_KEY = re.compile(r"^debate[ \t]*:", re.M)


@dataclass(frozen=True)
class Document:
    """One version of a text, and what the compiler makes of it.

    ``known`` is what it made of the last version that was well-formed, as texts are mostly broken
    while they are written. ``folder`` is where files for prompts are looked for.
    """

    compiled: Compiled
    known: Context | None = None
    folder: Path | None = None

    @property
    def source(self) -> Source:
        return self.compiled.source

    @property
    def is_debate(self) -> bool:
        """Whether it is one by its name or its first key; other files are not our business."""
        source = self.source
        return source.path.endswith(SUFFIX) or bool(_FIRST_KEY.search(source.content))

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it was lost to an error of YAML."""
        return self.compiled.spec is not None and not any(
            found.rule.startswith(_OF_YAML) and found.severity is Severity.ERROR
            for found in self.compiled.diagnostics
        )

    @property
    def own(self) -> frozenset[str]:
        """The paths of its text and of its prompts' files, as findings call them."""
        files = (str(self.folder / name) for name in self.compiled.files if self.folder)
        return frozenset({self.source.path, *files})

    @cached_property
    def context(self) -> Context | None:
        """The debate, as it is or as it was when it was last well-formed."""
        spec, root = self.compiled.spec, self.compiled.root
        if spec is None or root is None or (self.known and not self.is_whole):
            return self.known
        return Context(spec, root)

    @cached_property
    def drift(self) -> Drift:
        """From the text that the context is of to this one."""
        before = self.context.root.span.source if self.context else self.source
        return Drift.of(before, self.source)

    @cached_property
    def index(self) -> Index:
        """Every name of the debate, in the places where this text has it."""
        if self.context is None:
            return Index(())
        drift = self.drift
        found = index_of(self.context, read_lines(drift.before.content).keys)
        if drift.before is drift.after:
            return found
        moved = ((place, _moved(drift, place.span)) for place in found.places)
        return Index([replace(place, span=span) for place, span in moved if span])

    def shown(self, found: Diagnostic) -> Span:
        """Where a finding is told: of one in the file of a prompt at the name of the prompt."""
        source = found.span.source
        if source is self.source:
            return found.span
        prompts = self.compiled.root.get("prompts") if self.compiled.root else None
        for entry in entries(prompts):
            if entry.value.span.source.path == source.path:
                return entry.key_span
        return self.source.span(0, 0)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with it and its prompts, as it is told."""
        return findings_of(self.compiled)


def findings_of(compiled: Compiled) -> tuple[Diagnostic, ...]:
    """What is wrong with a text, but for advice and for what its comments hide."""
    checked = checked_of(compiled)
    left = apply(checked.directives, checked.findings).findings
    return tuple(found for found in left if BY_ID[found.rule].default)


def read(path: str, text: str, folder: Path | None, before: Document | None = None) -> Document:
    """A new version of a text; prompts of files are looked for in ``folder``."""
    compiled = compile_source(Source(path, text), folder, advice=True)
    return Document(compiled, before.context if before else None, folder)


def _moved(drift: Drift, span: Span) -> Span | None:
    return drift.now(span) if span.source is drift.before else span
