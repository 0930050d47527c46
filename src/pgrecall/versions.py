"""The verbs that read what a memory is, was, and is joined to."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pgrecall import values
from pgrecall.bound import Bound
from pgrecall.types import Id, Kind, MemoryRecord, Related


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
