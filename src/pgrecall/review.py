"""The verbs by which people decide what is true: conclusions, and what a predicate holds."""

from collections.abc import Sequence

from pgrecall import values
from pgrecall.bound import Bound
from pgrecall.types import Id, Inference, Predicate, Reviewed


class Reviewing(Bound):
    """The review of what was concluded rather than said, and the cardinality of predicates."""

    async def inferred(self, *, limit: int = 20, before: Id | None = None) -> list[Inference]:
        """Return the inferences that wait for review, the newest first, with their sources.

        `before` is the id of the last row seen.

        Raises:
            InvalidInput: a limit not between 1 and 10,000. NotFound: an unknown `before`.
        """
        return await self._call(
            "inferred",
            Inference,
            limit=values.whole(limit, name="limit"),
            before=values.optional(values.uuid, before, name="before"),
        )

    async def approve(self, ids: Id | Sequence[Id], *, reason: str | None = None) -> list[Reviewed]:
        """Approve inferences: they rank and read like what was said outright. Undone by `undo`.

        Raises:
            NotFound: an unknown id. InvalidInput: a memory that is no inference. Nothing was
                decided then.
        """
        return await self._decide("approve", ids, reason)

    async def decline(self, ids: Id | Sequence[Id], *, reason: str | None = None) -> list[Reviewed]:
        """Decline inferences: they drop out of recall; the rows stay. Undone by `undo`.

        What was concluded from them and approved waits for review again.

        Raises:
            NotFound: an unknown id. InvalidInput: a memory that is no inference. Nothing was
                decided then.
        """
        return await self._decide("decline", ids, reason)

    async def undo(self, ids: Id | Sequence[Id], *, reason: str | None = None) -> list[Reviewed]:
        """Take decisions back: the inferences wait for review again, whatever was decided.

        Raises:
            NotFound: an unknown id. InvalidInput: a memory that is no inference. Nothing was
                decided then.
        """
        return await self._decide("undo", ids, reason)

    async def predicates(self) -> list[Predicate]:
        """Return the predicates of this namespace whose cardinality was declared, by name."""
        return await self._call("predicates", Predicate)

    async def declare_predicate(self, name: str, *, multi: bool) -> Predicate:
        """Declare whether a subject may have several values of a predicate.

        `store` honours it from then on, and what is stored already is changed with it.

        Raises:
            Conflict: one value is declared and a subject has several; the message names one.
            InvalidInput: a name that cannot be one.
        """
        rows = await self._call(
            "declare_predicate",
            Predicate,
            name=values.clean(name, name="name").text,
            multi=bool(multi),
        )
        return rows[0]

    async def _decide(
        self, verb: str, ids: Id | Sequence[Id], reason: str | None
    ) -> list[Reviewed]:
        return await self._call(
            verb,
            Reviewed,
            ids=values.uuids(ids, name="ids"),
            reason=values.text_or_none(reason, name="reason"),
        )
