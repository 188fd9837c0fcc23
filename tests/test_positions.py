"""A fault inside a scalar is reported at its very character, however the scalar is written."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from debatec.check.pipeline import compile_source
from debatec.source.text import Source

SCALARS = 20
WORDS = ["so", "it's", "é", "naïve", "😀", "\u00a0", "a, b", "x-y", "(1)", "*", "**b**", "&c", "!"]
QUOTABLE = [*WORDS, "# no comment", "k: v", "- item", "[", "]", "|", ">", "@", "%"]
HEADERS = ["", "-", "+", "2", "2-", "+2", "  # why", "- # {{ why }}"]
USES = ["{{ %s }}", "{{%s}}", "{{ seat.title ~ %s }}", "{%% if %s %%}y{%% endif %%}"]
ESCAPES = ["\\t", "\\u00e9", "\\x41", "\\U0001F600", '\\"', "\\\\", "\\ ", "\\N"]


def plain(draw: random.Random, bad: str) -> str:
    head = [draw.choice(["so", "é", "naïve", "(1)", "x-y", "😀"])]
    return _joined(draw, [*head, *_words(draw, WORDS), bad, *_words(draw, WORDS)], _folds(draw))


def single(draw: random.Random, bad: str) -> str:
    words = [word.replace("'", "''") for word in [*_words(draw, QUOTABLE), bad]]
    return f"'{_joined(draw, [*words, *_words(draw, ['so', 'k: v', '#'])], _folds(draw))}'"


def double(draw: random.Random, bad: str) -> str:
    words = [*_words(draw, [*QUOTABLE, *ESCAPES]), bad, *_words(draw, [*QUOTABLE, *ESCAPES])]
    return '"' + _joined(draw, words, [*_folds(draw), "\\\n          "]) + '"'


def block(sign: str) -> Callable[[random.Random, str], str]:
    def written(draw: random.Random, bad: str) -> str:
        lines = [_words(draw, QUOTABLE) for _ in range(draw.randint(1, 4))]
        draw.choice(lines).append(bad)
        rows = [" " * draw.choice([0, 0, 0, 3]) + " ".join(words) for words in ["x", *lines]]
        for _ in range(draw.randint(0, 2)):
            rows.insert(draw.randint(1, len(rows)), "")
        body = "".join(f"          {row}\n" if row else "\n" for row in ["x", *rows[1:]])
        return f"{sign}{draw.choice(HEADERS)}\n{body}".rstrip("\n")

    return written


STYLES = [plain, single, double, block("|"), block(">")]


def _words(draw: random.Random, words: list[str]) -> list[str]:
    return [draw.choice(words) for _ in range(draw.randint(0, 4))]


def _folds(draw: random.Random) -> list[str]:
    return [" ", " ", "  ", "\n          ", "\n\n          "] if draw.random() < 0.5 else [" "]


def _joined(draw: random.Random, words: list[str], gaps: list[str]) -> str:
    return words[0] + "".join(draw.choice(gaps) + word for word in words[1:])


def spec_of(draw: random.Random) -> str:
    """A debate of steps whose prompts are written in random styles, each with an unknown name."""
    steps = []
    for number in range(SCALARS):
        edge = draw.choice(
            ["{{ %s }}", "{{%s}}", "{{ seat.title ~ %s }}", "{%% if %s %%}y{%% endif %%}"]
        )
        written = draw.choice(STYLES)(draw, edge % f"bad_{number}")
        steps.append(f"      - id: s{number}\n        speakers: peer\n        prompt: {written}\n")
    head = "debate: v1\nname: x\nroles:\n  peer: {}\nformat:\n  - id: talk\n    steps:\n"
    text = head + "".join(steps)
    return text.replace("\n", "\r\n") if draw.random() < 0.3 else text


def check(seed: int) -> None:
    source = Source("x.debate.yaml", spec_of(random.Random(seed)))
    found = [d for d in compile_source(source).diagnostics if d.rule == "DB302"]
    for number in range(SCALARS):
        name = f"bad_{number}"
        spans = {d.span for d in found if f"'{name}'" in d.message}
        assert [source.content[s.start : s.end] for s in spans] == [name], (seed, name)
    assert len(found) == SCALARS, seed


@pytest.mark.parametrize("seed", range(25))
def test_every_unknown_name_is_found_where_it_stands(seed: int) -> None:
    check(seed)


@pytest.mark.slow
def test_twenty_thousand_scalars() -> None:
    for seed in range(25, 1_025):
        check(seed)
