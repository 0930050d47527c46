"""Figures of merit against values worked out by hand."""

import math

import pytest

from pgrecall.bench import metrics
from pgrecall.bench.questions import Question
from pgrecall.bench.report import figures
from pgrecall.bench.run import Asked


def test_one_gold_at_rank_three() -> None:
    made = metrics.figures(["a", "b", "c", "d"], frozenset({"c"}))
    assert {name: value for name, value in made.items() if value not in (0, 1)} == {
        "mrr": pytest.approx(1 / 3),
        "ndcg@10": pytest.approx(1 / 2),  # 1 / log2(3 + 1)
    }
    assert (made["hit@1"], made["hit@5"], made["recall@5"], made["all@5"]) == (0, 1, 1, 1)


def test_two_of_three_gold_in_ten() -> None:
    ranking = ["x", "g1", "x2", "x3", "x4", "x5", "g2", *(f"y{n}" for n in range(20)), "g3"]
    made = metrics.figures(ranking, frozenset({"g1", "g2", "g3"}))
    assert made["recall@1"] == 0
    assert made["recall@5"] == pytest.approx(1 / 3)
    assert made["recall@10"] == pytest.approx(2 / 3)
    assert (made["hit@5"], made["all@20"], made["mrr"]) == (1, 0, 0.5)
    gained = 1 / math.log2(3) + 1 / math.log2(8)
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert made["ndcg@10"] == pytest.approx(gained / ideal)


def test_more_gold_than_ten_is_measured_against_ten() -> None:
    gold = [f"g{n}" for n in range(15)]
    assert metrics.figures(gold, frozenset(gold))["ndcg@10"] == pytest.approx(1)


def test_nothing_found_is_nothing() -> None:
    assert set(metrics.figures(["a"], frozenset({"b"})).values()) == {0}
    assert set(metrics.figures([], frozenset({"b"})).values()) == {0}


def test_an_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0] * 30 + [1.0] * 70
    low, high = metrics.interval(values)
    assert 0.55 < low < 0.7 < high < 0.85
    assert metrics.interval(values) == (low, high)
    assert metrics.interval([0.5] * 4) == (0.5, 0.5)
    assert metrics.interval([]) == (0, 0)


def test_auroc_counts_ties_half() -> None:
    assert metrics.auroc([0.9, 0.5], [0.5, 0.1]) == pytest.approx(3.5 / 4)
    assert metrics.auroc([0.9], []) is None


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(n) for n in range(100)]
    assert (metrics.percentile(values, 0.5), metrics.percentile(values, 0.95)) == (50, 95)
    assert metrics.percentile([], 0.5) == 0


def asked(gold: str, turns: list[str], *, category: str = "c", abstains: bool = False) -> Asked:
    question = Question(gold, "?", category, frozenset({gold}), frozenset({"s"}), abstains=abstains)
    return Asked(question, turns, ["s"], 0.9 if not abstains else 0.1, 0.01, 0.002, [40, 40])


def test_figures_are_by_category_and_leave_abstention_out() -> None:
    made = figures(
        [
            asked("a", ["a", "b"]),
            asked("b", ["a", "b"], category="d"),
            asked("z", ["a"], category="e", abstains=True),
        ]
    )
    assert list(made["turn"]) == ["overall", "c", "d"]
    assert made["turn"]["overall"]["hit@1"]["mean"] == 0.5
    assert made["turn"]["overall"]["questions"] == 2
    assert made["session"]["overall"]["hit@1"]["mean"] == 1
    assert made["abstention"] == {"questions": 1, "auroc": 1.0}
    assert made["recall ms"]["p50"] == pytest.approx(10)
    assert made["tokens"] == {"@1": 10, "@5": 20, "@10": 20, "@20": 20}
