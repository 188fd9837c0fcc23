"""Hundreds of runs need no disk: what a process writes outlives it without being synced."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
