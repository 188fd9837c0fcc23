"""A text written anew: in the one layout, or with its safe fixes."""

from __future__ import annotations

from collections.abc import Sequence

from debatec.check.pipeline import Compiled
from debatec.fix.mend import mend
from debatec.fmt.format import formatted
from debatec.lsp.document import Document, findings_of
from debatec.lsp.drift import Drift
from debatec.source.diagnostic import Diagnostic
from debatec.source.edits import Edit
from debatec.source.text import Source


def laid_out(document: Document) -> Edit | None:
    """The change that lays a text out; None where it is laid out, or has to be left alone."""
    return _change(document.source, formatted(document.source).text)


def mended(document: Document) -> Edit | None:
    """The change that the safe fixes of all findings come to; None where there are none."""
    if not any(found.fix and found.fix.safe for found in document.findings):
        return None
    return _change(document.source, mend(document.source, document.folder, choice=_told).text)


def _told(compiled: Compiled) -> Sequence[Diagnostic]:
    return findings_of(compiled)


def _change(source: Source, text: str) -> Edit | None:
    """The one stretch in which two texts differ, so that cursors elsewhere stay where they are."""
    if text == source.content:
        return None
    drift = Drift.of(source, Source(source.path, text))
    end = len(source.content) - drift.tail
    return Edit(drift.same, end, text[drift.same : len(text) - drift.tail])
