"""What every verb stands on: a namespace, and the connections its calls go through."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pgrecall import values
from pgrecall.errors import InvalidInput

if TYPE_CHECKING:
    from pgrecall.backing import Backing

Row = TypeVar("Row")


class Bound:
    """A namespace of an open database; the verbs are added by those that derive from it."""

    namespace: str
    _backing: "Backing"

    async def _call(self, verb: str, row: type[Row], **arguments: Any) -> list[Row]:
        database = await self._backing.database()
        reply = await database.call(verb, row=row, namespaces=[self.namespace], **arguments)
        return reply.rows

    def _namespaces(self, given: Sequence[str] | None) -> list[str]:
        if given is None:
            return [self.namespace]
        if isinstance(given, str):
            raise InvalidInput(
                f"namespaces is {given!r}; it must be a list", hint='pass ["a", "b"]'
            )
        paths = [values.namespace(path) for path in given]
        if not paths:
            raise InvalidInput("namespaces is empty: there is no 'all'", hint="name at least one")
        return paths
