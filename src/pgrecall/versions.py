"""The verbs that read what a memory is, was, and is joined to."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from pgrecall import values
from pgrecall.bound import Bound
from pgrecall.rows import StoredRow
from pgrecall.types import Id, Json, Kind, MemoryRecord, Related, Stored


class Versions(Bound):
    """Memories by id, by time and through their versions."""

    async def get(self, id: Id) -> MemoryRecord:
        """Return one memory with everything known about it, whatever has become of it.

        Raises:
            NotFound: this namespace does not hold it.
        """
        return (await self._call("get", MemoryRecord, ids=[values.uuid(id, name="id")]))[0]

    async def timeline(
        self,
        before: Id | None = None,
        *,
        limit: int = 20,
        kinds: Sequence[Kind] | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[MemoryRecord]:
        """Return what is live now, newest first; `before` is the id of the last row seen.

        `as_of` asks for what was true then, `known_at` for what was known then.

        Raises:
            InvalidInput: a limit not between 1 and 10,000. NotFound: an unknown `before`.
        """
        return await self._call(
            "timeline",
            MemoryRecord,
            before=values.optional(values.uuid, before, name="before"),
            limit=values.whole(limit, name="limit"),
            kinds=values.optional(values.texts, kinds, name="kinds"),
            as_of=values.instant(as_of, name="as_of"),
            known_at=values.instant(known_at, name="known_at"),
        )

    async def facts(
        self,
        subject: str,
        *,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 100,
    ) -> list[MemoryRecord]:
        """Return what is believed about a subject: by predicate, the newest first.

        `as_of` asks for what was true then, `known_at` for what was known then. Inferences that
        wait for review (`review` is "pending") come after everything else; declined ones do not.

        Raises:
            InvalidInput: an empty subject, a limit not between 1 and 10,000.
        """
        return await self._call(
            "facts",
            MemoryRecord,
            subject=values.clean(subject, name="subject").text,
            predicate=values.text_or_none(predicate, name="predicate"),
            as_of=values.instant(as_of, name="as_of"),
            known_at=values.instant(known_at, name="known_at"),
            limit=values.whole(limit, name="limit"),
        )

    async def history(
        self,
        id_or_text: Id | None = None,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[MemoryRecord]:
        """Return every version of a memory, oldest first: by id, by slot, or by (nearest) text.

        `as_of` leaves those that were valid then; `known_at` those that were recorded by then,
        with ends, successors and forgetting as they were known then.

        Raises:
            NotFound: an unknown id. InvalidInput: nothing to look for was given.
        """
        arguments: dict[str, Any] = {
            "subject": values.text_or_none(subject, name="subject"),
            "predicate": values.text_or_none(predicate, name="predicate"),
            "as_of": values.instant(as_of, name="as_of"),
            "known_at": values.instant(known_at, name="known_at"),
        }
        if (id := values.uuid_in(id_or_text)) is not None:
            arguments["id"] = id
        elif id_or_text is not None:
            text = values.clean(id_or_text, name="id_or_text").text
            arguments["content"] = text
            vector, _ = await self._backing.query_vector(text, [self.namespace])
            arguments["embedding"] = vector
        return await self._call("history", MemoryRecord, **arguments)

    async def related(self, id: Id) -> list[Related]:
        """Return a memory's neighbours in the graph: parents, then children.

        Parents are what it updates, extends or derives from; children the reverse. What recall
        would not show (forgotten, expired, declined) is left out.

        Raises:
            NotFound: this namespace does not hold it.
        """
        return await self._call("related", Related, id=values.uuid(id, name="id"))

    async def update(
        self,
        id: Id,
        content: str | None = None,
        *,
        object: str | None = None,
        importance: int | None = None,
        confidence: float | None = None,
        tags: Sequence[str] | None = None,
        metadata: Json | None = None,
        said_at: datetime | None = None,
        event_at: datetime | date | str | None = None,
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        forget_after: datetime | None = None,
    ) -> Stored:
        """Correct a memory: store a new version of it and close the old one.

        What is left out is taken over from the old version, dates included: the correction holds
        from the same instant. Give `valid_from` when not the words but the world has changed.
        Empty `tags` and `metadata` clear them. Without a difference nothing is written, and the
        answer is `confirmed`. Kind, subject and predicate stay.

        Raises:
            NotFound: this namespace does not hold it. InvalidInput: what `store` refuses.
            Conflict: it was replaced or forgotten meanwhile; of two updates at once one wins.
        """
        new = None if content is None else values.content(content)
        given = {
            "id": values.uuid(id, name="id"),
            "object": values.text_or_none(object, name="object"),
            "importance": values.optional(values.whole, importance, name="importance"),
            "confidence": values.optional(values.number, confidence, name="confidence"),
            "tags": values.optional(values.texts, tags, name="tags"),
            "metadata": values.optional(values.json_object, metadata, name="metadata"),
            "said_at": values.instant(said_at, name="said_at"),
            "event_at": values.event_time(event_at, name="event_at"),
            "valid_from": values.instant(valid_from, name="valid_from"),
            "valid_until": values.instant(valid_until, name="valid_until"),
            "forget_after": values.instant(forget_after, name="forget_after"),
        }
        notes: tuple[str, ...] = ()
        if new is not None:
            (vector,), (said,) = await self._backing.vectors([new.text])
            given |= {"content": new.text, "embedding": vector}
            notes = (*new.notes, *said)
        row = (await self._call("update", StoredRow, **given))[0]
        return Stored(row.id, row.action, row.version, tuple(row.replaced), (*notes, *row.notes))
