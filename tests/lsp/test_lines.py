"""The keys around a cursor, by lines alone."""

from __future__ import annotations

import pytest

from debatec.lsp.lines import cursor_at
from tests.lsp.texts import SPEC, marked


@pytest.mark.parametrize(
    ("mark", "path", "in_block"),
    [
        ("na¦me: council", (), False),
        ("pro: {l¦ens", ("roles",), False),
        ("id: ta¦lk", ("format", "[]"), False),
        ("rou¦nds: 2", ("format", "[]"), False),
        ("speak¦ers: pro", ("format", "[]", "steps", "[]"), False),
        ("{% for¦ reply", ("prompts", "open"), True),
        ("stop¦:", ("format", "[]"), False),
    ],
)
def test_paths(mark: str, path: tuple[str, ...], in_block: bool) -> None:
    document, offset = marked(SPEC.replace(mark.replace("¦", ""), mark, 1))
    cursor = cursor_at(document.source, offset)
    assert (cursor.path, cursor.in_block) == (path, in_block)
