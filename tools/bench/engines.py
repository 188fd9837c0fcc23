"""One measurement of one engine, in a process of its own: prints its figures as JSON.

python -m tools.bench.engines ENGINE overhead ROUNDS
python -m tools.bench.engines ENGINE many DEBATES
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from unittest.mock import patch

from tools.bench.jobs import TURN, Roundtable, Runner

WARM = 3
"""Debates before the first that is timed."""
THREADS = 8
"""Event loops that many synced debates are spread over."""


async def prepare(engine: str, folder: Path, stack: AsyncExitStack) -> Runner:
    """The engine of that name, ready to run."""
    name, _, how = engine.partition("+")
    if name == "langgraph":
        from tools.bench import langgraph_peer

        return await langgraph_peer.runner(folder, how == "sqlite", stack)
    if name == "floor":
        from tools.bench import floor

        return floor.runner(folder, how == "fsync")
    from tools.bench import debates

    if "fsync" not in how:
        patch("os.fsync", new=lambda _file: None).start()
    return debates.runner(folder, files="files" in how)


async def overhead(run: Runner, rounds: int) -> dict[str, float]:
    """Microseconds a turn of a warm debate."""
    job = Roundtable(rounds)
    for _ in range(WARM):
        await run(job)
    times = []
    for _ in range(max(5, 300 // job.turns)):
        start = time.perf_counter()
        await run(job)
        times.append((time.perf_counter() - start) / job.turns * 1e6)
    return {"us": median(times)}


async def many(run: Runner, debates: int) -> dict[str, float]:
    """Wall time of debates at once over what one alone would take, and the memory at its most."""
    job = Roundtable(delay=TURN)
    await run(Roundtable())
    start = time.perf_counter()
    await asyncio.gather(*(run(job) for _ in range(debates)))
    return {"ratio": (time.perf_counter() - start) / job.ideal, "mib": _peak()}


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def _in_one_loop(
    engine: str, folder: Path, measure: Callable[[Runner, int], Awaitable[dict[str, float]]], n: int
) -> dict[str, float]:
    async with AsyncExitStack() as stack:
        return await measure(await prepare(engine, folder, stack), n)


def _in_threads(engine: str, folder: Path, debates: int) -> dict[str, float]:
    """Debates spread over threads, so that a sync of one does not hold up the others."""
    results: list[dict[str, float]] = []

    def work(number: int) -> None:
        own = folder / f"thread-{number}"
        own.mkdir()
        results.append(asyncio.run(_in_one_loop(engine, own, many, debates // THREADS)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"ratio": max(result["ratio"] for result in results), "mib": _peak()}


def main() -> None:
    """Measure once."""
    engine, what, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with tempfile.TemporaryDirectory(
        prefix="debatec-bench-", dir=os.environ.get("BENCH_DIR")
    ) as at:
        folder = Path(at)
        if what == "many" and engine.endswith("+fsync"):
            figures = _in_threads(engine, folder, count)
        else:
            measure = many if what == "many" else overhead
            figures = asyncio.run(_in_one_loop(engine, folder, measure, count))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
