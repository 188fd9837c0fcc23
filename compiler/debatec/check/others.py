"""Files of debatec that are no debates, known by how they begin.

Checked as a debate, each of them would be a flood of unknown keys.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping, Node, Scalar
from debatec.source.text import Source

ID = "DB208"

_WRITTEN = re.compile(r"urn:debatec:schema:([a-z-]{1,40}):v[0-9]{1,3}\Z")


@frozen
class Other:
    """A kind of file: what it is, what to do with it, and its schema where lint checks it."""

    what: str
    hint: str
    schema: str | None = None


_SCRIPT = Other(
    "a script of recorded replies",
    "'debatec lint FILE' checks it, 'debatec run DEBATE --agents replay:FILE' plays it",
    "replay.v1.schema.json",
)
_RUN = "'debatec status FOLDER' tells of a run, 'debatec resume FOLDER' checks its files"
_BY_KEY = {
    "agents": Other(
        "a registry of agents", "'debatec agents list --registry FILE' checks it and lists them"
    ),
    "baseline": Other("a baseline of lint", "'debatec lint --baseline FILE' reads and checks it"),
    "tests": Other("tests of a debate", "'debatec test FILE' checks them and carries them out"),
    "behavior": Other(
        "behavior of seats", "'debatec simulate DEBATE --behavior FILE' reads and checks it"
    ),
    "lock": Other("a lock of what debates extend", "'debatec lock' writes and checks it"),
}
_BY_SCHEMA = {
    "plan": Other("the plan of a run", _RUN),
    "state": Other("the state of a run", _RUN),
    "result": Other("the result of a run", _RUN),
    "summary": Other("what a round of a run came to", _RUN),
}
_PRINTED = Other("what a command of debatec printed", "name the file of the debate")
_BY_NAME = {
    "debatec.toml": Other("settings of lint", "'debatec lint --config FILE' reads and checks it"),
    "pyproject.toml": Other("settings of lint", "'debatec lint --config FILE' reads and checks it"),
    "journal.jsonl": Other("the journal of a run", _RUN),
    "report.md": Other("the report of a run", "name the file of the debate"),
}


def other_of(source: Source, root: Node | None) -> Other | None:
    """What a file is in place of a debate, if it is one of ours."""
    words = _words(root)
    if words.get("debate") == "v1":
        return None
    if written := _WRITTEN.match(words.get("schema", "")):
        return _BY_SCHEMA.get(written[1], _PRINTED)
    if "replay" in words:  # may name its debate too
        return _SCRIPT
    named = _BY_NAME.get(PurePath(source.path).name)
    if named or "debate" in words:
        return named
    return next((other for key, other in _BY_KEY.items() if key in words), None)


def _words(root: Node | None) -> dict[str, str]:
    """The top-level keys of a file whose values are scalars, and these as they are written."""
    entries = root if isinstance(root, Mapping) else ()
    return {entry.key: entry.value.text for entry in entries if isinstance(entry.value, Scalar)}


def no_debate(source: Source, other: Other) -> Diagnostic:
    """That a file is something else, said at its first line."""
    message = f"this file holds {other.what}, and no debate"
    end = len(source.line(1)) if source.content else 0
    return Diagnostic(ID, message, source.span(0, end), hint=other.hint, secret=True)
