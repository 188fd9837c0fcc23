"""What many runs come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from debatec.frozen import frozen
from debatec.simulation.simulate import Ending

POINTS = (0.05, 0.5, 0.95)
"""Quantiles that are told."""

MEASURES: Mapping[str, Callable[[Ending], float]] = {
    "rounds": lambda ending: ending.rounds,
    "calls": lambda ending: ending.calls,
    "tokens": lambda ending: ending.tokens,
    "seconds": lambda ending: ending.seconds,
}


@frozen
class Spread:
    """The mean of a measure, its quantiles at `POINTS`, and its most; ``bars`` are a histogram.

    Each bar has its lowest value, the lowest of the next one, and how many runs fall in it.
    """

    mean: float
    points: tuple[float, ...]
    most: float
    bars: tuple[tuple[float, float, int], ...]


@frozen
class Summary:
    """All runs of one debate: how often each reason and outcome came, and each measure's spread."""

    runs: int
    ends: Mapping[tuple[str, str], int]
    degraded: int
    spreads: Mapping[str, Spread]


def summary_of(endings: Sequence[Ending]) -> Summary:
    """The summary of at least one run; ends by how often they came, then by name."""
    counts = Counter((ending.reason, ending.outcome) for ending in endings)
    ends = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    spreads = {
        name: _spread(sorted(measure(ending) for ending in endings), is_whole=name == "rounds")
        for name, measure in MEASURES.items()
    }
    return Summary(len(endings), ends, sum(ending.degraded for ending in endings), spreads)


def _spread(values: Sequence[float], *, is_whole: bool) -> Spread:
    points = tuple(values[min(int(point * len(values)), len(values) - 1)] for point in POINTS)
    bars = _whole_bars(values) if is_whole else _bars(values)
    return Spread(sum(values) / len(values), points, values[-1], bars)


def _whole_bars(values: Sequence[float]) -> tuple[tuple[float, float, int], ...]:
    counts = Counter(map(int, values))
    numbers = range(int(values[0]), int(values[-1]) + 1)
    return tuple((number, number + 1, counts[number]) for number in numbers)


def _bars(values: Sequence[float], count: int = 20) -> tuple[tuple[float, float, int], ...]:
    low, high = values[0], values[-1]
    width = (high - low) / count or 1.0
    counts = Counter(min(int((value - low) / width), count - 1) for value in values)
    return tuple((low + n * width, low + (n + 1) * width, counts[n]) for n in range(count))
