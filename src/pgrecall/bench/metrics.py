"""Figures of merit of a ranking. Pure functions over ids; every figure lies between 0 and 1."""

import math
import random
from collections.abc import Sequence

KS = (1, 5, 10, 20)


def figures(ranking: Sequence[str], gold: frozenset[str]) -> dict[str, float]:
    """Return the figures of one ranking, best first, without repeats.

    `hit@k`: any gold among the first k; `recall@k`: the fraction of gold there; `all@k`: all of it;
    `mrr`: 1 / the rank of the first; `ndcg@10`: Järvelin and Kekäläinen's, binary, against the best
    order there could be: min(10, gold) of them first.
    """
    ranks = [rank for rank, id in enumerate(ranking, 1) if id in gold]
    made: dict[str, float] = {}
    for k in KS:
        found = sum(rank <= k for rank in ranks)
        made[f"hit@{k}"] = float(found > 0)
        made[f"recall@{k}"] = found / len(gold)
        made[f"all@{k}"] = float(found == len(gold))
    made["mrr"] = 1 / ranks[0] if ranks else 0.0
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(10, len(gold)) + 1))
    made["ndcg@10"] = sum(1 / math.log2(rank + 1) for rank in ranks if rank <= 10) / ideal
    return made


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def interval(values: Sequence[float], *, seed: int = 0, draws: int = 1000) -> tuple[float, float]:
    """Return the 95 % percentile bootstrap interval of the mean (Efron)."""
    if not values:
        return (0.0, 0.0)
    dice = random.Random(seed)
    means = sorted(mean(dice.choices(values, k=len(values))) for _ in range(draws))
    return (means[int(0.025 * draws)], means[int(0.975 * draws) - 1])


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """Return how often a positive's score is above a negative's, ties half; None without both."""
    if not positive or not negative:
        return None
    wins = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative)
    return wins / (len(positive) * len(negative))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of them lies (nearest rank); 0 of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
