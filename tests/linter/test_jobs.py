"""Work in several processes."""

from __future__ import annotations

import os
import signal

import pytest

from debatec.linter.jobs import FEW, WorkerDied, each, suited


def double(number: int) -> int:
    return 2 * number


def process(_: int) -> int:
    return os.getpid()


def fail(number: int) -> int:
    if number == 3:
        raise KeyError(number)
    return number


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("jobs", [0, 1, 3])
def test_results_are_in_order(jobs: int) -> None:
    assert each(double, range(100), jobs) == [2 * number for number in range(100)]


def test_one_job_is_done_here_and_more_elsewhere() -> None:
    assert set(each(process, range(20), 1)) == {os.getpid()}
    assert set(each(process, range(FEW - 1), 0)) == {os.getpid()}
    assert os.getpid() not in each(process, range(20), 2)


def test_nothing_to_do() -> None:
    assert each(double, [], 4) == []


def test_a_fault_of_the_work_is_raised() -> None:
    with pytest.raises(KeyError):
        each(fail, range(20), 2)


def test_a_process_that_dies() -> None:
    with pytest.raises(WorkerDied, match="try --jobs 1"):
        each(die, range(20), 2)


def test_processes_that_suit_a_number_of_files() -> None:
    assert suited(FEW - 1) == 1
    assert 1 <= suited(FEW) <= 2
    assert suited(10_000) >= suited(FEW)
