"""What lint has found, as the formats take it."""

from __future__ import annotations

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Fix, Severity


@frozen
class Trial:
    """A case of a test file that was carried out, what was found in it, and how long it took."""

    file: str
    name: str
    diagnostics: tuple[Diagnostic, ...]
    seconds: float


@frozen
class Findings:
    """The files that were looked at, and what was found in them, in the order to tell it.

    What is ``hidden`` by comments in the files, and which ``trials`` were made in them, is told
    only where a format has a place for it.
    """

    files: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    hidden: tuple[Diagnostic, ...] = ()
    trials: tuple[Trial, ...] = ()

    def count(self, severity: Severity) -> int:
        return sum(found.severity is severity for found in self.diagnostics)


def shown_fix(diagnostic: Diagnostic) -> Fix | None:
    """The fix of a finding, unless it repeats what is written and that may be a key."""
    return None if diagnostic.secret else diagnostic.fix
