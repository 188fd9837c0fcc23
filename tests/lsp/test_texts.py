"""Texts are compiled once for each version, and the newest one counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from debatec.lsp.texts import Texts, path_of
from tests.lsp.texts import SPEC

URI = "file:///project/a.debate.yaml"


def test_a_version_is_compiled_once() -> None:
    async def ask() -> None:
        texts = Texts()
        assert await texts.document(URI) is None
        texts.put(URI, SPEC, 1)
        first, second = await asyncio.gather(texts.document(URI), texts.document(URI))
        assert first is second is await texts.document(URI)
        texts.forget(URI)
        assert await texts.document(URI) is None

    asyncio.run(ask())


def test_an_older_version_is_never_what_is_known() -> None:
    async def ask() -> None:
        texts = Texts()
        old = texts.put(URI, SPEC, 1)
        asking = asyncio.create_task(texts.document(URI))
        await asyncio.sleep(0)
        new = texts.put(URI, SPEC.replace("judge", "juror"), 2)
        await asking
        assert not texts.is_newest(URI, old)
        assert texts.is_newest(URI, new)
        document = await texts.document(URI)
        assert document is not None
        assert "juror" in document.source.content

    asyncio.run(ask())


def test_who_gives_up_leaves_the_others_waiting() -> None:
    async def ask() -> None:
        texts = Texts()
        texts.put(URI, SPEC, 1)
        impatient = asyncio.create_task(texts.document(URI))
        patient = asyncio.create_task(texts.document(URI))
        await asyncio.sleep(0)
        impatient.cancel()
        assert await patient is not None

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b%20c.yaml", Path("/a/b c.yaml")),
        ("untitled:Untitled-1", None),
        ("", None),
        ("file://", None),
    ],
)
def test_paths(uri: str, path: Path | None) -> None:
    assert path_of(uri) == path
