"""Store a batch of memories: checked, embedded together, sent as one call."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pgrecall import items, turns, values
from pgrecall.errors import BY_SQLSTATE, InvalidInput, PgRecallError
from pgrecall.rows import BatchRow
from pgrecall.types import Failed, NewMemory, Stored

if TYPE_CHECKING:
    from pgrecall.backing import Backing

Arguments = dict[str, Any]


async def store(
    backing: "Backing", namespace: str, memories: Sequence[NewMemory]
) -> list[Stored | Failed]:
    """Store memories in one transaction and in order; return for each what came of it."""
    results: dict[int, Stored | Failed] = {}
    given: dict[int, Arguments] = {}
    notes: dict[int, tuple[str, ...]] = {}
    for place, memory in enumerate(memories):
        try:
            if not isinstance(memory, NewMemory):
                raise InvalidInput(
                    f"item {place} is {memory!r}; it must be a NewMemory",
                    hint="NewMemory(content=...)",
                )
            given[place], notes[place] = items.arguments(memory)
        except InvalidInput as error:
            results[place] = Failed(type(error).__name__, error.message, error.hint)
    if given:
        database = await backing.database()
        keys = [a["idempotency_key"] for a in given.values() if a.get("idempotency_key")]
        known = await database.call("known_keys", row=str, namespaces=[namespace], keys=keys)
        vectors = await _vectors(backing, namespace, given, notes=notes, known=set(known.rows))
        reply = await database.call(
            "store_many",
            row=BatchRow,
            namespaces=[namespace],
            items=values.dumps([items.item(arguments) for arguments in given.values()]),
            embeddings=[vectors.get(place) for place in given],
        )
        for place, row in zip(given, reply.rows, strict=True):
            results[place] = _result(row, notes[place])
        if any(isinstance(result, Failed) for result in results.values()):
            with suppress(PgRecallError):  # a turn after a refused one is stored without a vector
                await turns.embed_missing(backing, namespace, most=len(given))
    return [results[place] for place in range(len(memories))]


async def _vectors(
    backing: "Backing",
    namespace: str,
    given: dict[int, Arguments],
    *,
    notes: dict[int, tuple[str, ...]],
    known: set[str],
) -> dict[int, str | None]:
    """Embed what is not known by its key yet; add what there is to say to the notes."""
    fresh = [place for place, a in given.items() if a.get("idempotency_key") not in known]
    made, said = await turns.vectors(backing, namespace, [given[place] for place in fresh])
    for place, more in zip(fresh, said, strict=True):
        notes[place] += more
    return dict(zip(fresh, made, strict=True))


def _result(row: BatchRow, notes: tuple[str, ...]) -> Stored | Failed:
    if row.id is None or row.action is None or row.version is None:
        kind = BY_SQLSTATE.get(row.error or "", InvalidInput)
        return Failed(kind.__name__, row.message or "", row.hint)
    own = (*notes, *(row.notes or ()))
    return Stored(row.id, row.action, row.version, tuple(row.replaced or ()), own)
