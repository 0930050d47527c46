"""The verbs that take memories away, and back."""

from collections.abc import Sequence
from contextlib import suppress

from pgrecall import turns, values
from pgrecall.bound import Bound
from pgrecall.errors import PgRecallError
from pgrecall.types import (
    Forgotten,
    ForgottenRow,
    Id,
    Json,
    Looked,
    Receipt,
    Restored,
    Verified,
)


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

    async def erase(
        self,
        ids: Id | Sequence[Id] | None = None,
        *,
        subject: str | None = None,
        document: Id | None = None,
        where: Json | None = None,
        everything: bool = False,
        reason: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:
        """Erase memories for good, with every copy; nothing brings them back.

        Goes with them: all versions of the same statement, words, vectors, names nothing else
        mentions, events nothing else cites, and what was derived from them alone. Hashes stay that
        stop a re-import, and the receipt.

        Args:
            document: whatever only this document, chunk or event supports.
            where: a filter over metadata, as in `recall`.
            everything: the whole namespace.
            reason: kept for ever with the receipt: name nobody in it.
            dry_run: count, and change nothing.

        Raises:
            NotFound: an unknown id or document; nothing was erased.
            InvalidInput: none of ids, subject, document, where, everything was given, or several.
        """
        rows = await self._call(
            "erase",
            Receipt,
            ids=values.uuids(ids, name="ids"),
            subject=values.text_or_none(subject, name="subject"),
            document=values.optional(values.uuid, document, name="document"),
            where=values.optional(values.json_object, where, name="where"),
            everything=bool(everything),
            reason=values.text_or_none(reason, name="reason"),
            dry_run=bool(dry_run),
        )
        if not dry_run:  # the turns that were embedded with an erased one before them
            with suppress(PgRecallError):
                await turns.embed_missing(self._backing, self.namespace)
        return rows[0]

    async def receipts(self) -> list[Receipt]:
        """Return the receipts of all that was erased in this namespace, newest first."""
        return await self._call("receipts", Receipt)

    async def verify_erased(self, sentinel: str) -> Verified:
        """Search all columns of all tables for a word, in any case, in the rows of this namespace.

        Says what was looked at, where the word was found, and what cannot be looked at from here:
        backups, the write-ahead log, replicas, dead row versions. Reads all rows.

        Raises:
            InvalidInput: an empty word.
        """
        text = values.clean(sentinel, name="sentinel").text
        return Verified.of(await self._call("verify_erased", Looked, sentinel=text))
