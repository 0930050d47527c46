"""The verbs that read what a memory is, was, and is joined to."""

from collections.abc import Sequence
from typing import Any

from pgrecall import values
from pgrecall.bound import Bound
from pgrecall.types import Id, Kind, MemoryRecord


class Versions(Bound):
    """Memories by id, by time and through their versions."""

    async def get(self, id: Id) -> MemoryRecord:
        """Return one memory with everything known about it, whatever has become of it.

        Raises:
            NotFound: this namespace does not hold it.
        """
        return (await self._call("get", MemoryRecord, ids=[values.uuid(id, name="id")]))[0]

    async def timeline(
        self, before: Id | None = None, *, limit: int = 20, kinds: Sequence[Kind] | None = None
    ) -> list[MemoryRecord]:
        """Return what is live now, newest first; `before` is the id of the last row seen.

        Raises:
            InvalidInput: a limit not between 1 and 10,000. NotFound: an unknown `before`.
        """
        return await self._call(
            "timeline",
            MemoryRecord,
            before=values.optional(values.uuid, before, name="before"),
            limit=values.whole(limit, name="limit"),
            kinds=values.optional(values.texts, kinds, name="kinds"),
        )

    async def history(
        self,
        id_or_text: Id | None = None,
        *,
        subject: str | None = None,
        predicate: str | None = None,
    ) -> list[MemoryRecord]:
        """Return every version of a memory, oldest first: by id, by slot, or by (nearest) text.

        Raises:
            NotFound: an unknown id. InvalidInput: nothing to look for was given.
        """
        arguments: dict[str, Any] = {
            "subject": values.optional(values.clean, subject, name="subject"),
            "predicate": values.optional(values.clean, predicate, name="predicate"),
        }
        arguments = {name: given and given.text for name, given in arguments.items()}
        if (id := values.uuid_in(id_or_text)) is not None:
            arguments["id"] = id
        elif id_or_text is not None:
            text = values.clean(id_or_text, name="id_or_text").text
            arguments["content"] = text
            vector, _ = await self._backing.query_vector(text, [self.namespace])
            arguments["embedding"] = vector
        return await self._call("history", MemoryRecord, **arguments)
