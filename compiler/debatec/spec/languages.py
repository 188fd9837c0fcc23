"""The versions of the language that this debatec reads."""

from __future__ import annotations

import re
from collections.abc import Mapping as Table

from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping, Scalar

LANGUAGES: Table[str, str] = {"v1": "debate.v1.schema.json"}
"""Version -> the file of its schema, the oldest first."""
NEWEST = list(LANGUAGES)[-1]

_RULE = "DB209"
_VERSION = re.compile(r"v([1-9][0-9]{0,3})(?:\.[0-9]+)*")


def language_of(root: Mapping) -> str:
    """The version that a spec is written in; the newest where it does not say."""
    debate = root.get("debate")
    written = debate.text if isinstance(debate, Scalar) else ""
    return written if written in LANGUAGES else NEWEST


def unknown_language(root: Mapping) -> Diagnostic | None:
    """That a spec is written in a version of the language which is not known, if it is."""
    debate = root.get("debate")
    if not isinstance(debate, Scalar) or debate.text in LANGUAGES:
        return None
    version = _VERSION.fullmatch(debate.text)
    if version is None:
        return None  # no version at all: the schema says so
    is_later = int(version[1]) > int(NEWEST[1:])
    advice = "a later debatec may read it" if is_later else "there was never such a version"
    return Diagnostic(
        _RULE,
        f"the language '{debate.text}' is not known",
        debate.span,
        hint=f"this debatec reads {' and '.join(LANGUAGES)}; {advice}",
    )
