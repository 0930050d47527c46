"""The verbs that take memories away, and back."""

from collections.abc import Sequence

from pgrecall import values
from pgrecall.bound import Bound
from pgrecall.types import Forgotten, ForgottenRow, Id, Restored


class Forgetting(Bound):
    """Forgetting on purpose."""

    async def forget(
        self,
        ids: Id | Sequence[Id] | None = None,
        *,
        matching: str | None = None,
        reason: str | None = None,
        confirm: bool = False,
    ) -> Forgotten:
        """Take memories out of every recall, with their earlier versions; `restore` undoes it.

        With `matching` (all its words must occur) nothing is forgotten until `confirm`: the
        preview lists what would be.

        Raises:
            NotFound: an unknown id; nothing was forgotten.
            InvalidInput: neither ids nor matching was given, or both.
        """
        rows = await self._call(
            "forget",
            ForgottenRow,
            ids=values.uuids(ids, name="ids"),
            matching=values.text_or_none(matching, name="matching"),
            reason=values.text_or_none(reason, name="reason"),
            confirm=bool(confirm),
        )
        if any(row.is_preview for row in rows):
            return Forgotten(preview=tuple(rows))
        return Forgotten(rows[0].batch if rows else None, tuple(row.id for row in rows))

    async def restore(
        self, ids: Id | Sequence[Id] | None = None, *, batch: Id | None = None
    ) -> list[Restored]:
        """Bring forgotten or expired memories back, by ids or by the batch that forgot them.

        Raises:
            NotFound: an unknown id or batch. InvalidInput: neither was given, or both.
        """
        return await self._call(
            "restore",
            Restored,
            ids=values.uuids(ids, name="ids"),
            batch=values.optional(values.uuid, batch, name="batch"),
        )
