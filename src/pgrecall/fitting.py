"""Find the weights of a namespace's ranking from questions whose answers are known.

Coordinate ascent over `pgrecall_data.weights`: one weight is moved at a time, by ever smaller
steps, as long as the goal grows. The goal is recall@10 + recall@5 / 2 + recall@1 / 2; recall@k is
the share of a question's answers among its first k. What is fitted on one half of the questions is
tried on the other: that figure, not the one on its own half, is what to expect of new questions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from pgrecall.errors import InvalidInput

if TYPE_CHECKING:
    from pgrecall.sync import Memory

DEPTH = 100  # candidates looked at per question
STEPS = (0.2, 0.1, 0.05, 0.02)
# what the values of other features depend on: fitted with those as they are
FIXED = frozenset({"session_dated"})
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the memories that answer it, and the group it stays in when halves are made."""

    query: str
    ids: frozenset[UUID]
    namespace: str | None = None
    as_of: datetime | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates of a question: each feature's values, which are answers, how many exist."""

    features: Mapping[str, list[float]]
    answers: list[int]
    wanted: int
    group: str

    @property
    def size(self) -> int:
        """How many candidates there are."""
        return len(next(iter(self.features.values()), ()))


@dataclass(frozen=True, slots=True)
class Recall:
    """Mean recall over questions, 0 to 1."""

    at_1: float
    at_5: float
    at_10: float

    @property
    def goal(self) -> float:
        """What is made as large as possible."""
        return self.at_10 + self.at_5 / 2 + self.at_1 / 2


@dataclass(frozen=True, slots=True)
class Half:
    """One half of the questions: as it was, with weights fitted on it, and on the other half."""

    questions: int
    before: Recall
    fitted_here: Recall
    fitted_elsewhere: Recall


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights fitted on all questions, what they bring, and both halves of the check."""

    weights: dict[str, float]
    before: Recall
    after: Recall
    halves: tuple[Half, Half]
    unreachable: int  # answers that no lane brought among the candidates

    @property
    def pays(self) -> bool:
        """Whether weights fitted on either half were better on the other."""
        return all(half.fitted_elsewhere.goal > half.before.goal for half in self.halves)


def fit(memory: "Memory", questions: Sequence[Question], *, progress: Progress) -> Fitted:
    """Ask the questions and fit the weights of their ranking; nothing is changed.

    Raises:
        InvalidInput: fewer than four questions, or one without an answer.
    """
    if len(questions) < 4:
        raise InvalidInput(
            f"{len(questions)} questions are too few to fit on",
            hint="give four at the least; a hundred make a difference",
        )
    start = memory.weights().weights
    pools = []
    for number, question in enumerate(questions):
        pools.append(_pool(memory, question, number))
        progress(number + 1, len(questions))
    groups = sorted({pool.group for pool in pools})
    first = set(groups[::2])
    halves = (
        [pool for pool in pools if pool.group in first],
        [pool for pool in pools if pool.group not in first],
    )
    fitted = [_ascend(half, start) for half in halves]
    everything = _ascend(pools, start)
    return Fitted(
        weights={name: round(weight, 3) for name, weight in everything.items()},
        before=_recall(pools, start),
        after=_recall(pools, everything),
        halves=(
            _half(halves[0], start, here=fitted[0], elsewhere=fitted[1]),
            _half(halves[1], start, here=fitted[1], elsewhere=fitted[0]),
        ),
        unreachable=sum(pool.wanted - len(pool.answers) for pool in pools),
    )


def _pool(memory: "Memory", question: Question, number: int) -> Pool:
    if not question.ids:
        raise InvalidInput(f"question {number} has no answer", hint="give the ids it should find")
    scoped = memory.scoped(question.namespace) if question.namespace else memory
    hits = scoped.recall(question.query, k=DEPTH, as_of=question.as_of, blend=False, explain=True)
    features: dict[str, list[float]] = {}
    for place, hit in enumerate(hits):
        shares = (hit.explain or {}).get("shares", {})
        for name, share in shares.items():
            features.setdefault(name, [0.0] * len(hits))[place] = float(share["value"])
    answers = [place for place, hit in enumerate(hits) if hit.id in question.ids]
    group = question.group or question.namespace or str(number)
    return Pool(features, answers, len(question.ids), group)


def _half(
    pools: Sequence[Pool],
    start: Mapping[str, float],
    *,
    here: Mapping[str, float],
    elsewhere: Mapping[str, float],
) -> Half:
    return Half(len(pools), _recall(pools, start), _recall(pools, here), _recall(pools, elsewhere))


def _recall(pools: Sequence[Pool], weights: Mapping[str, float]) -> Recall:
    return _mean(pools, [_scores(pool, weights) for pool in pools])


def _scores(pool: Pool, weights: Mapping[str, float]) -> list[float]:
    scores = [0.0] * pool.size
    for name, values in pool.features.items():
        weight = weights[name]
        scores = [score + weight * value for score, value in zip(scores, values, strict=True)]
    return scores


def _mean(pools: Sequence[Pool], scores: Sequence[list[float]]) -> Recall:
    sums = [0.0, 0.0, 0.0]
    for pool, scored in zip(pools, scores, strict=True):
        for answer in pool.answers:
            own = scored[answer]
            rank = sum(score > own for score in scored)
            for place, k in enumerate((1, 5, 10)):
                sums[place] += (rank < k) / pool.wanted
    count = max(1, len(pools))
    return Recall(*(total / count for total in sums))


def _ascend(pools: Sequence[Pool], start: Mapping[str, float]) -> dict[str, float]:
    """Return weights that no single step improves, from a start."""
    weights = dict(start)
    scores = [_scores(pool, weights) for pool in pools]
    best = _mean(pools, scores).goal
    seen = sorted({name for pool in pools for name in pool.features} - FIXED)
    for step in STEPS:
        for name in seen:
            for change in (step, -step):
                while abs(weights[name] + change) <= 10:
                    moved = [
                        _moved(pool, old, name=name, change=change)
                        for pool, old in zip(pools, scores, strict=True)
                    ]
                    goal = _mean(pools, moved).goal
                    if goal <= best + 1e-9:
                        break
                    weights[name] += change
                    scores, best = moved, goal
    return weights


def _moved(pool: Pool, scores: list[float], *, name: str, change: float) -> list[float]:
    values = pool.features.get(name)
    if values is None:
        return scores
    return [score + change * value for score, value in zip(scores, values, strict=True)]
