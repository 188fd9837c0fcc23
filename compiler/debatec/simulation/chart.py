"""Summaries of simulations as an SVG image: how runs end, and the histograms of their measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from debatec.graph.ink import Ink
from debatec.graph.style import STYLE
from debatec.report.text import duration
from debatec.simulation.statistics import Spread, Summary

_WIDE = 760
_MARGIN = 24
_LINE = 24
_NAME = 240
_HIGH = 110
_SIZE = 12
_WORDS: Mapping[str, Callable[[float], str]] = {
    "rounds": lambda value: f"{value:.0f}",
    "calls": lambda value: f"{value:,.0f}",
    "tokens": lambda value: f"{value:,.0f}",
    "seconds": duration,
}
_TITLES = {"rounds": "rounds", "calls": "requests", "tokens": "tokens", "seconds": "time"}


def chart(title: str, summary: Summary) -> str:
    """A page that stands alone: no script, no link, colours for light and for dark."""
    high = 64 + _LINE * len(summary.ends) + 24 + 2 * (_HIGH + 56)
    ink = Ink()
    ink.box("page", 0, 0, _WIDE, high, 8)
    ink.text("title", _MARGIN, 32, title, 15, room=_WIDE - 2 * _MARGIN)
    top = _ends(ink, summary, 56) + 16
    half = (_WIDE - 3 * _MARGIN) // 2
    for number, (name, spread) in enumerate(summary.spreads.items()):
        x = _MARGIN + (number % 2) * (half + _MARGIN)
        _histogram(ink, x, top + number // 2 * (_HIGH + 56), half, name, spread)
    return ink.image(title, STYLE, _WIDE, high)


def _ends(ink: Ink, summary: Summary, top: int) -> int:
    room = _WIDE - _NAME - 2 * _MARGIN - 70
    for (reason, outcome), runs in summary.ends.items():
        share = runs / summary.runs
        ink.text("name", _MARGIN, top + 15, f"{reason} · {outcome}", _SIZE, room=_NAME - 10)
        ink.box("c0", _MARGIN + _NAME, top + 3, max(round(room * share), 1), 15, 3)
        at = _MARGIN + _NAME + round(room * share) + 8
        ink.text("soft", at, top + 15, f"{share:.1%}", _SIZE)
        top += _LINE
    return top


def _histogram(ink: Ink, x: int, top: int, wide: int, name: str, spread: Spread) -> None:
    say = _WORDS[name]
    _, half, most_runs = map(say, spread.points)
    told = f"{_TITLES[name]}: half {half}, 95 % {most_runs}"
    ink.text("name", x, top + 14, told, _SIZE, room=wide)
    bottom = top + 24 + _HIGH
    most = max(count for _, _, count in spread.bars)
    step = wide / len(spread.bars)
    for number, (_, _, count) in enumerate(spread.bars):
        left, right = round(x + number * step), round(x + (number + 1) * step)
        high = round(_HIGH * count / most)
        if count:
            high = max(high, 1)
            ink.box("c0", left, bottom - high, max(min(right - left - 2, 60), 1), high)
    ink.line("wire", (x, bottom), (x + wide, bottom))
    ink.text("soft", x, bottom + 15, say(spread.bars[0][0]), _SIZE)
    last = spread.bars[-1][0] if name == "rounds" else spread.bars[-1][1]
    ink.text("soft", x + wide, bottom + 15, say(last), _SIZE, anchor="end")
