"""The API: `AsyncMemory`, one short method per verb. `Memory` in sync.py is the same, blocking."""

import os
from collections.abc import Sequence
from dataclasses import fields
from datetime import date, datetime
from typing import Self

from pgrecall import batch, items, turns, values
from pgrecall.config import Settings, redacted
from pgrecall.embed import Embedder
from pgrecall.forgetting import Forgetting
from pgrecall.hits import Hit, Recalled
from pgrecall.ranking import Ranking
from pgrecall.rerank import DEPTH, Reranker, load, reranked
from pgrecall.review import Reviewing
from pgrecall.rows import StoredRow
from pgrecall.types import (
    Check,
    Failed,
    Fusion,
    Id,
    Json,
    Kind,
    NewMemory,
    Origin,
    Status,
    StatusRow,
    Stored,
)
from pgrecall.versions import Versions

BATCH = 100  # items of store_many per transaction


class AsyncMemory(Versions, Forgetting, Reviewing, Ranking):
    """Long-term memory in one namespace of a PostgreSQL database.

    Without a DSN the embedded server is started or joined, its data in the platform's user-data
    folder. What is left out is taken from `PGRECALL_*` (see `Settings`). The connection opens on
    first use, or with `async with`; `close` leaves it. Any number of tasks may share one object.
    `embedder` is a name (`local`, `none`, `openai:…`) or an object of your own.

    Raises:
        ConfigError: a setting is missing or contradictory, an embedder is not understood.
    """

    def __init__(
        self,
        dsn: str | None = None,
        *,
        namespace: str | None = None,
        embedder: str | Embedder | None = None,
        data_dir: str | os.PathLike[str] | None = None,
    ) -> None:
        # psycopg takes 0.2 s to import: paid by who opens a memory, not by who imports pgrecall
        from pgrecall.backing import Backing

        self._settings = Settings.chosen(
            dsn=dsn,
            namespace=namespace,
            embedder=embedder if isinstance(embedder, str) else None,
            data_dir=data_dir,
        )
        self.namespace = values.namespace(self._settings.namespace)
        own = None if isinstance(embedder, str) else embedder
        self._backing: Backing = Backing(self._settings, embedder=own)
        self._is_owner = True

    def scoped(self, namespace: str) -> Self:
        """Return a memory of another namespace over the same connections.

        Raises:
            InvalidInput: the namespace cannot be one.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.namespace = values.namespace(namespace)
        other._is_owner = False
        return other

    async def open(self) -> Self:
        """Connect now rather than on first use: start the embedded server, install the schema.

        Raises:
            ServerError: PostgreSQL cannot be started or reached.
            SchemaError: the database is newer, of another vector width, or not ours to change.
            Conflict: it holds vectors of another model.
        """
        await self._backing.database()
        return self

    async def close(self) -> None:
        """Close the connections and leave the embedded server; a scoped copy closes nothing."""
        if self._is_owner:
            await self._backing.close()

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def store(
        self,
        content: str,
        *,
        kind: Kind = "fact",
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        multi: bool = False,
        supersedes: Id | Sequence[Id] | None = None,
        extends: Id | Sequence[Id] | None = None,
        derived_from: Id | Sequence[Id] | None = None,
        importance: int | None = None,
        confidence: float = 1.0,
        tags: Sequence[str] = (),
        metadata: Json | None = None,
        origin: Origin = "user",
        said_at: datetime | None = None,
        event_at: datetime | date | str | None = None,
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        forget_after: datetime | None = None,
        session: str | None = None,
        speaker: str | None = None,
        source_event: Id | None = None,
        idempotency_key: str | None = None,
    ) -> Stored:
        """Store one memory: a statement worth keeping. Durable and findable when this returns.

        The same text stored again is `confirmed`; a new value in a slot (subject and predicate,
        unless `multi`) or of what it `supersedes` is `updated`; one whose `valid_from` lies before
        the live one's is `history`. When the embedder fails, the memory is kept without a vector
        and the notes say so.

        Args:
            importance: 1 to 10; by default that of the kind.
            event_at: when it happened, as exactly as known: "2024", "2024-05", a date, a datetime.
            session: with `speaker`, the turn of a conversation; turns are never merged.
            idempotency_key: a second call with the same key and text changes nothing.

        Raises:
            InvalidInput: a value that cannot be stored, named; nothing was written.
            NotFound: an id of another namespace or of none.
            Conflict: what it supersedes was replaced meanwhile, or the key was used for another
                text.
        """
        given, notes = items.arguments(
            NewMemory(
                content=content,
                kind=kind,
                subject=subject,
                predicate=predicate,
                object=object,
                multi=multi,
                supersedes=supersedes,
                extends=extends,
                derived_from=derived_from,
                importance=importance,
                confidence=confidence,
                tags=tags,
                metadata=metadata,
                origin=origin,
                said_at=said_at,
                event_at=event_at,
                valid_from=valid_from,
                valid_until=valid_until,
                forget_after=forget_after,
                session=session,
                speaker=speaker,
                source_event=source_event,
                idempotency_key=idempotency_key,
            )
        )
        (vector,), (vector_notes,) = await turns.vectors(self._backing, self.namespace, [given])
        row = (await self._call("store", StoredRow, embedding=vector, **given))[0]
        return Stored(
            row.id,
            row.action,
            row.version,
            tuple(row.replaced),
            (*notes, *row.notes, *vector_notes),
        )

    async def store_many(self, memories: Sequence[NewMemory]) -> list[Stored | Failed]:
        """Store memories in order, embedded together; one that fails harms no other.

        Runs in transactions of 100 items. An item whose idempotency key is known is not embedded
        again, so that repeating an import is quick.
        """
        results: list[Stored | Failed] = []
        for start in range(0, len(memories), BATCH):
            slice_ = memories[start : start + BATCH]
            results += await batch.store(self._backing, self.namespace, slice_)
        return results

    async def recall(
        self,
        query: str,
        *,
        k: int = 10,
        kinds: Sequence[Kind] | None = None,
        tags: Sequence[str] | None = None,
        where: Json | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        entities: Sequence[str] | None = None,
        namespaces: Sequence[str] | None = None,
        min_similarity: float | None = None,
        min_importance: int | None = None,
        blend: bool = True,
        history: bool = False,
        explain: bool = False,
        fusion: Fusion = "convex",
        related: bool = False,
        around: int = 0,
        rerank: str | Reranker | None = None,
    ) -> Recalled:
        """Return the memories that fit a query best: `k` of them, or all that match.

        Only what is live at `as_of` and was known at `known_at` (both: now) is looked at, unless
        `history`. Nothing is written.

        Args:
            tags: all of them must be present.
            where: a filter over metadata: {"project": "x"}, {"priority": {">=": 10}}, and/or/not.
            since, until: a half-open window over when it was said or happened.
            namespaces: read these instead of this memory's own.
            blend: weigh recency, importance and use in; False for the plain ranking.
            explain: say for each hit which lanes found it and what each factor did.
            related: give each hit its neighbours in the graph, 100 at most.
            around: give each turn of a conversation the turns next to it, so many each way (20).
            rerank: look again at the first hits with `local`, `provider:model` or an object of your
                own, within `PGRECALL_RERANK_BUDGET` seconds.

        Raises:
            InvalidInput: an argument that cannot be used, named.
            ConfigError: a reranker that is not understood or not installed.
        """
        text = values.clean(query, name="query").text
        k = values.whole(k, name="k")
        second = self._reranker(rerank)
        arguments = {
            "k": k if second is None else max(k, DEPTH),
            "kinds": values.optional(values.texts, kinds, name="kinds"),
            "tags": values.optional(values.texts, tags, name="tags"),
            "where": values.optional(values.json_object, where, name="where"),
            "since": values.instant(since, name="since"),
            "until": values.instant(until, name="until"),
            "as_of": values.instant(as_of, name="as_of"),
            "known_at": values.instant(known_at, name="known_at"),
            "entities": values.optional(values.texts, entities, name="entities"),
            "min_similarity": values.optional(values.number, min_similarity, name="min_similarity"),
            "min_importance": values.optional(values.whole, min_importance, name="min_importance"),
            "fusion": values.clean(fusion, name="fusion").text,
            "around": values.whole(around, name="around"),
        }
        open_namespaces = self._namespaces(namespaces)
        vector, missing = await self._backing.query_vector(text, open_namespaces)
        reply = await (await self._backing.database()).call(
            "recall",
            row=Hit,
            namespaces=open_namespaces,
            query=text,
            embedding=vector,
            blend=bool(blend),
            history=bool(history),
            explain=bool(explain),
            related=bool(related),
            **arguments,
        )
        found = Recalled.of(reply.rows, reply.answer, missing=missing)
        if second is not None:
            budget = self._settings.rerank_budget
            found = await reranked(found, text, by=second, k=k, budget=budget)
        self._backing.note_usage(open_namespaces, [hit.id for hit in found])
        return found

    def _reranker(self, chosen: str | Reranker | None) -> Reranker | None:
        if not isinstance(chosen, str):
            return chosen
        known = self._backing.rerankers
        if chosen not in known:
            known[chosen] = load(chosen)
        return known[chosen]

    async def status(self) -> Status:
        """Return what this namespace holds, where the data lies, and what serves it."""
        row = (await self._call("status", StatusRow))[0]
        backing = self._backing
        return Status(
            **{f.name: getattr(row, f.name) for f in fields(row)},
            client_version=backing.client_version,
            data_dir=backing.data_dir,
            dsn=redacted(backing.dsn or ""),
            embedder=backing.embedder.model if backing.embedder else None,
        )

    async def doctor(self) -> list[Check]:
        """Check the install, isolation included: a row of another namespace must stay unseen."""
        return await self._call("doctor", Check)
