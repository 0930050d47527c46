"""Vectors for what is stored: of a turn, with the end of the turn before it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pgrecall import values
from pgrecall.rows import Unembedded

if TYPE_CHECKING:
    from pgrecall.backing import Backing

SEEN = ("content", "kind", "session", "speaker")
REPAIRED = 100  # memories that get their vector in one step


async def vectors(
    backing: "Backing", namespace: str, given: Sequence[dict[str, Any]]
) -> tuple[list[str | None], list[tuple[str, ...]]]:
    """Return one vector as text for each memory to be stored, in order, and notes on each.

    `given` holds the arguments of `store`. A turn is embedded with what was said before it, in
    this batch or before; `pgrecall.texts_to_embed` says how.
    """
    texts = [arguments["content"] for arguments in given]
    if backing.embedder is not None and any(arguments.get("session") for arguments in given):
        seen = [{name: arguments.get(name) for name in SEEN} for arguments in given]
        database = await backing.database()
        reply = await database.call(
            "texts_to_embed", row=str, namespaces=[namespace], items=values.dumps(seen)
        )
        texts = reply.rows
    return await backing.vectors(texts)


async def embed_missing(backing: "Backing", namespace: str, *, most: int = 1000) -> int:
    """Embed up to `most` memories that have no vector, the newest first; return how many took one.

    Stops at the first step in which the embedder fails them all: they stay as they are.
    """
    done = 0
    while backing.embedder is not None and done < most:
        database = await backing.database()
        found = await database.call(
            "unembedded", row=Unembedded, namespaces=[namespace], n=REPAIRED
        )
        made, _ = await backing.vectors([one.text for one in found.rows])
        reply = await database.call(
            "set_embeddings",
            row=int,
            namespaces=[namespace],
            ids=[one.id for one in found.rows],
            embeddings=made,
        )
        done += reply.rows[0]
        if len(found.rows) < REPAIRED or not reply.rows[0]:
            break
    return done
