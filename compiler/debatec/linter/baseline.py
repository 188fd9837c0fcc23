"""Findings that are known already: only others are told.

A finding is known by its file, its rule, its message and the text of its line, so that it stays
known when its line moves.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic

VERSION = "v1"
_MAX_BYTES = 50_000_000

Key: TypeAlias = tuple[str, str, str]
"""A file, a rule and a fingerprint."""


class NoBaseline(Exception):
    """A baseline cannot be used: one line of why."""


@frozen
class Baseline:
    """How often each finding is known."""

    counts: Mapping[Key, int]


@frozen
class Sifted:
    """Findings that are not known, how many are, and how many known ones there are no more."""

    findings: Sequence[Diagnostic]
    known: int
    stale: int


def key_of(finding: Diagnostic, folder: str) -> Key:
    """What a finding is known by in a baseline that lies in a folder."""
    source = finding.span.source
    line = source.line(finding.span.position[0]).strip()
    text = f"{finding.message}\n{line}".encode(errors="backslashreplace")
    name = source.path if ":" in source.path else os.path.relpath(source.path, folder)
    return name.replace(os.sep, "/"), finding.rule, hashlib.sha256(text).hexdigest()[:16]


def baseline_of(findings: Iterable[Diagnostic], folder: str) -> Baseline:
    """A baseline in which all of some findings are known."""
    return Baseline(Counter(key_of(finding, folder) for finding in findings))


def sift(
    baseline: Baseline,
    findings: Iterable[Diagnostic],
    folder: str,
    looked_at: Callable[[Key], bool],
) -> Sifted:
    """What of some findings is new.

    Of what is known, that counts as stale which was looked at and is there no more.
    """
    left = Counter(baseline.counts)
    new: list[Diagnostic] = []
    for finding in findings:
        key = key_of(finding, folder)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(finding)
    known = sum(baseline.counts.values()) - left.total()
    stale = sum(count for key, count in left.items() if count and looked_at(key))
    return Sifted(tuple(new), known, stale)


def load(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        NoBaseline: it cannot be read, or is none.
    """
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(_MAX_BYTES))
    except OSError as error:
        raise NoBaseline(f"'{path}' cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise NoBaseline(f"'{path}' is no baseline: it is no JSON") from error
    if not _is_valid(document):
        raise NoBaseline(f"'{path}' is no baseline of {VERSION}; write it anew")
    counts = {
        (file, rule, fingerprint): count
        for file, rules in document["files"].items()
        for rule, findings in rules.items()
        for fingerprint, count in findings.items()
    }
    return Baseline(counts)


def _is_valid(document: Any) -> bool:
    from debatec.source.gate import gate_of
    from debatec.source.schema import load_schema

    gate = gate_of(load_schema("baseline.v1.schema.json").document)
    assert gate is not None, "the schema has keywords that are known"
    return gate(document)


def text_of(baseline: Baseline) -> str:
    """The file of a baseline: the same text for the same findings."""
    files: dict[str, dict[str, dict[str, int]]] = {}
    for (file, rule, fingerprint), count in baseline.counts.items():
        files.setdefault(file, {}).setdefault(rule, {})[fingerprint] = count
    document = {"baseline": VERSION, "files": files}
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
