"""Work on many files, in as many processes as are worth it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

FEW = 40
"""Below as many files another process costs more than it saves."""
_AT_ONCE = 8
"""Files that a process is given at a time."""

In = TypeVar("In")
Out = TypeVar("Out")


class WorkerDied(Exception):
    """A process ended before its work was done."""


def each(work: Callable[[In], Out], things: Sequence[In], jobs: int) -> list[Out]:
    """What work makes of things, in their order; ``jobs`` of 0 is a number that suits them.

    Raises:
        WorkerDied: a process was killed, or ran out of memory.
    """
    jobs = jobs or suited(len(things))
    if min(jobs, len(things)) <= 1:
        return [work(thing) for thing in things]
    return _shared(work, things, min(jobs, len(things)))


def suited(count: int) -> int:
    """How many processes are worth it for as many files."""
    if count < FEW:
        return 1
    processors = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    )
    return min(processors or 1, count // (FEW // 2))


def _shared(work: Callable[[In], Out], things: Sequence[In], jobs: int) -> list[Out]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts) as pool:
        try:
            return list(pool.map(work, things, chunksize=_AT_ONCE))
        except BrokenProcessPool as error:
            raise WorkerDied("a process that checked files has died; try --jobs 1") from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _leave_interrupts() -> None:
    """Let the process that began the work see to an interrupt, and say so once."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
