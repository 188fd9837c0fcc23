"""Many runs of one debate: the same for the same seed, within what the plan proves."""

from __future__ import annotations

import pytest

from debatec.graph.analysis import analyse
from debatec.simulation.behavior import Behavior, Behaviors, Course
from debatec.simulation.simulate import Ending, simulate
from debatec.simulation.statistics import summary_of
from tests.graph.plans import plan_of

SPEC = """\
debate: v1
name: rate
roles: {pro: {}, con: {}, judge: {}}
blocks: {score: {fields: {consensus: {type: number, minimum: 0, maximum: 1}}, otherwise: abstain}}
format:
  - id: talk
    rounds: 6
    steps:
      - {id: say, speakers: [pro, con], prompt: Speak.}
      - {id: rate, speakers: judge, sees: say, prompt: Rate., returns: score}
    stop:
      - {id: agreed, when: rate.consensus >= 0.75, outcome: consensus}
"""


def endings(behavior: Behavior, runs: int = 40, seed: int = 0) -> list[Ending]:
    return [*simulate(plan_of(SPEC), Behaviors(behavior), runs, seed)]


def certain() -> Behavior:
    return Behavior(Course(0.5, 0.1, 0), spread=0, fail=0, invalid=0, delay=10)


def test_the_same_seed_gives_the_same_runs_and_another_does_not() -> None:
    assert endings(Behavior()) == endings(Behavior())
    assert endings(Behavior()) != endings(Behavior(), seed=1)


def test_without_noise_every_run_ends_in_the_same_round() -> None:
    found = endings(certain())
    assert {(e.reason, e.outcome, e.rounds, e.calls) for e in found} == {
        ("agreed", "consensus", 4, 12)
    }


@pytest.mark.parametrize(
    ("behavior", "reason"),
    [
        (Behavior(Course(0.1, 0, 0), spread=0, fail=0), "rounds"),
        (Behavior(fail=1), "silence"),
        (Behavior(Course(1, 0, 0), spread=0, fail=0, invalid=1), "rounds"),
    ],
)
def test_what_seats_do_decides_how_it_ends(behavior: Behavior, reason: str) -> None:
    assert {ending.reason for ending in endings(behavior, 10)} == {reason}


def test_a_field_takes_its_own_course() -> None:
    fields = {"score.consensus": Course(0.75, 0, 0)}
    found = endings(Behavior(Course(0, 0, 0), fail=0, invalid=0, fields=fields), 5)
    assert {(ending.reason, ending.rounds) for ending in found} == {("agreed", 1)}


def test_no_run_takes_more_than_the_plan_proves() -> None:
    bounds = analyse(plan_of(SPEC))
    for ending in endings(Behavior(fail=0.3, invalid=0.3, delay=200), 60):
        assert ending.calls <= bounds.calls
        assert ending.seconds <= bounds.seconds
        assert ending.tokens <= bounds.tokens_in + bounds.tokens_out


def test_delays_make_the_time() -> None:
    slow, fast = endings(Behavior(delay=100, fail=0), 10), endings(Behavior(delay=0, fail=0), 10)
    assert all(ending.seconds == 0 for ending in fast)
    assert min(ending.seconds for ending in slow) > 100


def test_a_summary_counts_every_run() -> None:
    summary = summary_of(endings(Behavior(fail=0.3), 60))
    assert sum(summary.ends.values()) == summary.runs == 60
    for spread in summary.spreads.values():
        assert sum(count for _, _, count in spread.bars) == 60
        assert spread.points[0] <= spread.points[1] <= spread.points[2] <= spread.most
