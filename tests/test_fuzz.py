"""Whatever strangers can write is read without a traceback, in bounded time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.data import data
from tools.fuzz.targets import TARGETS, held

FORMATS = [
    Path(str(entry)).read_bytes()
    for entry in sorted(data("formats").iterdir(), key=lambda entry: entry.name)
    if entry.name.endswith(".yaml")
]
SEEDS = {
    "spec": FORMATS,
    "suite": FORMATS,
    "layout": FORMATS,
    "plan": [
        b"22e222222222222222222<<",
        b'{"spec": {"text": "debate: v1", "digest": ""}, "inputs": {}, "digest": ""}',
    ],
    "text": [
        b"{% if say %}{% for r in say if r.score > 0.3 %}{{ r.text | upper }}{% endfor %}"
        b"{% else %}{{ inputs.t ~ '!' }}{% endif %}{% set x = say[0] %}{{ x.text[:3] }}",
    ],
    "condition": [
        b"count(say, it.score >= 0.5, window=2) == 2 and not (before(say[0].score, 2) is none)",
        b"streak(similarity(say[0].text, inputs.t) < 1/3) >= max(1, abs(-inputs.n))",
    ],
    "reply": [
        b'I think so.\n\n```score\n{"score": 0.5, "items": ["{", "}"]}\n```\n> {"score": 1}\n'
    ],
}
"""Target -> what its mutants are made from."""
PIECES = (
    b"{{", b"}}", b"{%", b"%}", b"{", b"}", b"[", b"]", b"(", b")", b": ", b"- ", b"\n", b"\n  ",
    b"&a ", b"*a", b"!!x ", b"|", b">", b"'", b'"', b"#", b"?", b",", b"..", b"```score\n", b"\\",
    b"null", b"true", b"999999999999", b"-1", b"1e99", b"inputs.", b" is none", b" if ", b" else ",
    b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x00", "\u2028\u0085".encode(),
    "\U0001f600".encode(),
)  # fmt: skip


def mutant(seeds: list[bytes], number: int) -> bytes:
    """A seed in which a few pieces were put in, taken out, doubled or moved."""
    draw = random.Random(number)
    found = bytearray(draw.choice(seeds))
    for _ in range(draw.randint(1, 6)):
        at, length = draw.randint(0, len(found)), draw.choice((1, 3, 20, 200))
        piece = bytes(found[at : at + length])
        match draw.randint(0, 3):
            case 0:
                found[at:at] = draw.choice(PIECES) * draw.choice((1, 1, 2, 60))
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = piece * draw.choice((1, 2, 40))
            case _:
                to = draw.randint(0, len(found))
                found[to:to] = piece
    return bytes(found)


@pytest.mark.parametrize("name", sorted(TARGETS))
@given(number=st.integers(0, 10**9))
def test_no_mutant_does_harm(name: str, number: int) -> None:
    held(TARGETS[name], mutant(SEEDS[name], number))


@pytest.mark.parametrize("name", sorted(TARGETS))
@given(data=st.binary(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join))
def test_no_noise_does_harm(name: str, data: bytes) -> None:
    held(TARGETS[name], data)


@pytest.mark.parametrize("piece", PIECES, ids=repr)
@pytest.mark.parametrize("name", sorted(TARGETS))
def test_no_repetition_does_harm(name: str, piece: bytes) -> None:
    held(TARGETS[name], piece * 3000)
