"""What tests reached of debates, as `debatec test` tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from debatec.report.findings.json import place_of
from debatec.source.frame import printable
from debatec.testing.coverage import Coverage, Share
from debatec.testing.items import Item, What
from debatec.testing.suites import Examined

_HEADS = {
    What.PHASE: "phases",
    What.CAP: "caps",
    What.STOP: "rules",
    What.WHEN: "when",
    What.WHERE: "where",
    What.PROMPT: "prompts",
    What.BRANCH: "branches",
    What.BLOCK: "blocks",
    What.QUORUM: "quorums",
}


def coverages_of(done: Iterable[Examined]) -> list[Coverage]:
    """The coverage of each debate that was tested, in order."""
    stages = (tested.stage for tested in done if tested.stage)
    return list({id(stage): stage.coverage for stage in stages}.values())


def below(coverages: Iterable[Coverage], least: float) -> Iterator[str]:
    """A line for each debate of which less was reached than has to be."""
    for coverage in coverages:
        share = coverage.share()
        if share.reached * 100 < least * share.items:
            name = printable(_name(coverage))
            yield f"{name}: coverage is {share.percent:.1f} %, and has to be {least:g} %"


def lines(coverages: Sequence[Coverage]) -> Iterator[str]:
    """A table of the debates, then every item that no case reached, at its place."""
    kinds = [what for what in What if any(c.share(what).items for c in coverages)]
    rows = [["", *(_HEADS[what] for what in kinds), "reached"]]
    rows += [_row(coverage, kinds) for coverage in coverages]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
    for coverage in coverages:
        for item in coverage.untested:
            yield printable(f"{item.span}: untested: {item.message}")


def _row(coverage: Coverage, kinds: Iterable[What]) -> list[str]:
    shares = [coverage.share(what) for what in kinds]
    cells = [str(share) if share.items else "-" for share in shares]
    return [printable(_name(coverage)), *cells, f"{coverage.share().percent:.1f} %"]


def _name(coverage: Coverage) -> str:
    return coverage.spec.span.source.path


def document(coverages: Sequence[Coverage]) -> dict[str, Any]:
    """The same as JSON values."""
    shares = [coverage.share() for coverage in coverages]
    total = Share(sum(s.reached for s in shares), sum(s.items for s in shares))
    return {**_share(total), "debates": [_debate(coverage) for coverage in coverages]}


def _debate(coverage: Coverage) -> dict[str, Any]:
    untested = [_item(item) for item in coverage.untested]
    return {"debate": _name(coverage), **_share(coverage.share()), "untested": untested}


def _share(share: Share) -> dict[str, Any]:
    return {"reached": share.reached, "items": share.items, "percent": share.percent}


def _item(item: Item) -> dict[str, Any]:
    return {"kind": item.what, "message": item.message, **place_of(item.span)}
