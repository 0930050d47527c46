"""The verbs by which a namespace's ranking is read and set."""

from pgrecall import values
from pgrecall.bound import Bound
from pgrecall.types import Json, Weights


class Ranking(Bound):
    """What recall weighs, and how much."""

    async def weights(self) -> Weights:
        """Return what recall weighs in this namespace: its own weights, else the install's."""
        return (await self._call("weights", Weights))[0]

    async def set_weights(self, changes: Json | None, *, note: str | None = None) -> int:
        """Change weights of this namespace, the rest as it was; return the new version.

        A lane at 0 is not asked: `{"vector": 0}`. None goes back to the install's weights.

        Raises:
            InvalidInput: a name that is no weight, a number not between -10 and 10.
        """
        rows = await self._call(
            "set_weights",
            int,
            changes=values.optional(values.json_object, changes, name="changes"),
            note=values.text_or_none(note, name="note"),
        )
        return rows[0]
