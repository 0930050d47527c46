"""Import a set and ask its questions, through the public API alone."""

import asyncio
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pgrecall import embed, embedded
from pgrecall.bench import metrics
from pgrecall.bench.questions import Conversation, Dataset, Question
from pgrecall.embed.cached import CachedEmbedder
from pgrecall.errors import InvalidInput
from pgrecall.hits import Recalled
from pgrecall.memory import AsyncMemory
from pgrecall.types import Failed, NewMemory

GROUPS = {
    "entity": ("named", "mentioned"),
    "time": ("dated", "timed", "time_word", "session_dated"),
    "neighbours": ("previous", "next"),
}
PLAIN = (
    "vector",
    "keyword",
    "entity",
    "time",
    "own",
    "length",
    "question",
    "session",
    "neighbours",
)
OTHERWISE: dict[str, dict[str, Any]] = {"rrf": {"fusion": "rrf"}, "blend": {"blend": False}}
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a set is run. `depth`: hits of a ranking; `k`: hits of the recall that is timed."""

    embedder: str = "local"
    cache: Path | None = None
    keep: Path | None = None
    depth: int = 100
    k: int = 10
    rerank: str | None = None
    ablate: Sequence[str] = ()


@dataclass(slots=True)
class Asked:
    """What came of one question."""

    question: Question
    turns: list[str]
    sessions: list[str]
    confidence: float | None
    seconds: float  # of the recall of k hits, the vector of the query included
    embedding: float  # of that, the vector
    characters: list[int] = field(default_factory=list)  # of the hits, in order


@dataclass(slots=True)
class Ran:
    """A whole run: what was asked, by the name of the pass; and what the import cost."""

    name: str
    plan: Plan
    passes: dict[str, list[Asked]]
    turns: int
    seconds: float
    embedding: float
    cached: int
    bytes: int


def weights_of(name: str) -> tuple[str, ...]:
    """Return the weights that are switched off when a lane or factor is.

    Raises:
        InvalidInput: it is none.
    """
    known = {*PLAIN, *GROUPS, *OTHERWISE}
    singles = {one for group in GROUPS.values() for one in group}
    if name not in known | singles:
        raise InvalidInput(
            f"nothing called {name!r} can be left out",
            hint=f"one of {', '.join(sorted(known | singles))}",
        )
    return GROUPS.get(name, (name,))


async def run(data: Dataset, plan: Plan, *, progress: Progress) -> Ran:
    """Import, ask, and ask again with each of `plan.ablate` left out, in a server of its own.

    Raises:
        InvalidInput: a turn that cannot be stored, or nothing of a name to leave out.
    """
    for name in plan.ablate:
        weights_of(name)
    made = embed.load(plan.embedder)
    timed = CachedEmbedder(made, plan.cache) if made is not None else None
    folder = plan.keep or Path(tempfile.mkdtemp(prefix="pgrecall-bench-"))
    if plan.keep is None:
        folder.chmod(0o755)  # PostgreSQL runs as another user where this is root
    server = await asyncio.to_thread(embedded.start, folder / "data")
    try:
        async with AsyncMemory(server.dsn, embedder=timed or "none") as memory:
            return await Bench(memory, data, plan=plan, timed=timed, progress=progress).run()
    finally:
        await asyncio.to_thread(server.release)
        if plan.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


class Bench:
    """One run over an open memory."""

    def __init__(
        self,
        memory: AsyncMemory,
        data: Dataset,
        *,
        plan: Plan,
        timed: CachedEmbedder | None,
        progress: Progress,
    ) -> None:
        self.memory, self.data, self.plan = memory, data, plan
        self.timed, self.progress = timed, progress

    async def run(self) -> Ran:
        """Import and ask."""
        if self.timed is not None:
            await self.timed.warm()
        before = (await self.memory.status()).database_bytes
        start = time.perf_counter()
        for number, one in enumerate(self.data.conversations):
            self.progress("import", number, len(self.data.conversations))
            await self._import(one)
        seconds = time.perf_counter() - start
        size = (await self.memory.status()).database_bytes - before
        passes = {"all": await self._ask()}
        for name in self.plan.ablate:
            passes[name if name == "rrf" else f"without {name}"] = await self._without(name)
        return Ran(
            name=self.data.name,
            plan=self.plan,
            passes=passes,
            turns=sum(len(one.turns) for one in self.data.conversations),
            seconds=seconds,
            embedding=self.timed.seconds if self.timed else 0.0,
            cached=self.timed.known if self.timed else 0,
            bytes=size,
        )

    def _space(self, one: Conversation) -> AsyncMemory:
        return self.memory.scoped(f"bench/{self.data.name}/{one.id.replace('/', '-')}")

    async def _import(self, one: Conversation) -> None:
        results = await self._space(one).store_many(
            [
                NewMemory(
                    content=turn.text,
                    kind="conversation",
                    session=turn.session,
                    speaker=turn.speaker,
                    origin="assistant" if turn.speaker == "assistant" else "user",
                    said_at=turn.said_at,
                    metadata={"turn": turn.id},
                    idempotency_key=turn.id,
                )
                for turn in one.turns
            ]
        )
        for turn, result in zip(one.turns, results, strict=True):
            if isinstance(result, Failed):
                raise InvalidInput(f"turn {turn.id} of {one.id} was not stored: {result.message}")

    async def _without(self, name: str) -> list[Asked]:
        """Ask with a lane or factor switched off, and switch it on again."""
        if name in OTHERWISE:
            return await self._ask(**OTHERWISE[name])
        off = dict.fromkeys(weights_of(name), 0.0)
        for one in self.data.conversations:
            await self._space(one).set_weights(off, note=f"without {name}")
        try:
            return await self._ask()
        finally:
            for one in self.data.conversations:
                await self._space(one).set_weights(None)

    async def _ask(
        self, *, fusion: Literal["convex", "rrf"] = "convex", blend: bool = True
    ) -> list[Asked]:
        asked: list[Asked] = []
        for one in self.data.conversations:
            recall = partial(
                self._space(one).recall, rerank=self.plan.rerank, fusion=fusion, blend=blend
            )
            for question in one.questions:
                self.progress("ask", len(asked), self.data.questions)
                at = question.asked_at
                start = time.perf_counter()
                first = await recall(question.text, k=self.plan.k, as_of=at)
                seconds = time.perf_counter() - start
                embedding = await self._embedding(question)
                found = await recall(question.text, k=self.plan.depth, as_of=at)
                asked.append(_asked(question, found, first, took=(seconds, embedding)))
        return asked

    async def _embedding(self, question: Question) -> float:
        """Return the seconds the query's vector takes, with a space that no cache knows."""
        start = time.perf_counter()
        if self.timed is not None:
            await self.timed.embed_query(f"{question.text} ")
        return time.perf_counter() - start


def _asked(
    question: Question, found: Recalled, first: Recalled, *, took: tuple[float, float]
) -> Asked:
    return Asked(
        question=question,
        turns=[str(hit.metadata["turn"]) for hit in found],
        sessions=list(dict.fromkeys(str(hit.session) for hit in found)),
        confidence=first.confidence,
        seconds=took[0],
        embedding=took[1],
        characters=[len(hit.content) for hit in found.hits[: max(metrics.KS)]],
    )


def scored(data: Dataset, lines: Sequence[str]) -> list[Asked]:
    """Return another system's rankings, one JSON object a line: `{"qid": …, "turn_ids": […]}`.

    Raises:
        InvalidInput: a line is not of that shape, or asks a question the set does not have.
    """
    known = {q.id: (q, one) for one in data.conversations for q in one.questions}
    asked = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            question, one = known[row["qid"]]
            turns = list(dict.fromkeys(map(str, row["turn_ids"])))
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidInput(
                f"line {number} of the ranking cannot be used: {error!r}",
                hint='write {"qid": "<a question of the set>", "turn_ids": ["<best first>"]}',
            ) from error
        session_of = {turn.id: turn.session for turn in one.turns}
        sessions = list(dict.fromkeys(session_of[id] for id in turns if id in session_of))
        asked.append(Asked(question, turns, sessions, row.get("confidence"), 0.0, 0.0))
    return asked
