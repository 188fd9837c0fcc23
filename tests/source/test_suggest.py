import pytest

from debatec.source.suggest import did_you_mean, nearest, only, respelling
from debatec.source.text import Source


@pytest.mark.parametrize(
    ("word", "candidates", "found"),
    [
        ("topik", ["topic", "tools"], "topic"),
        ("MaxRounds", ["maxrounds"], "maxrounds"),
        ("max_rounds", ["max-rounds", "rounds"], "max-rounds"),
        ("zebra", ["topic"], None),
        ("", ["topic"], None),
        ("topic", [], None),
        ("t" * 5_000, ["topic"], None),
    ],
)
def test_nearest(word: str, candidates: list[str], found: str | None) -> None:
    assert nearest(word, candidates) == found


def test_the_order_of_candidates_does_not_matter() -> None:
    assert nearest("bat", ["cat", "hat"]) == nearest("bat", ["hat", "cat"])


def test_too_many_candidates_are_not_compared() -> None:
    assert nearest("name", [f"name{number}" for number in range(10_000)]) is None


def test_did_you_mean_is_the_end_of_a_message() -> None:
    assert did_you_mean("topik", {"topic"}) == "; did you mean 'topic'?"
    assert did_you_mean("zebra", {"topic"}) == ""


def test_one_candidate_alone_is_written() -> None:
    source = Source("", "'promt'")
    fix = respelling(source.span(0, 7), "promt", ["prompt", "rounds"])
    assert fix
    assert (fix.text, fix.safe) == ("'prompt'", False)
    assert only("promt", ["prompt", "prompts"]) == "prompt"
    assert only("judge_c", ["judge_a", "judge_b"]) is None
    assert respelling(source.span(1, 7), "promt", ["prompt"]) is None
    assert only("zzz", ["prompt"]) is None
