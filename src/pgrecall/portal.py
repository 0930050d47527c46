"""A background event loop: how blocking code runs coroutines. Used by the generated `Memory`."""

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from pgrecall.errors import PgRecallError

T = TypeVar("T")


class Portal:
    """One event loop in a daemon thread of its own; safe to call from any number of threads."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        # psycopg's async connections need a selector loop, which is not the default on Windows
        self._loop = (
            asyncio.SelectorEventLoop() if sys.platform == "win32" else asyncio.new_event_loop()
        )
        self._thread = threading.Thread(target=self._loop.run_forever, name="pgrecall", daemon=True)
        self._thread.start()

    @property
    def is_open(self) -> bool:
        """Whether calls can still be made."""
        return self._thread.is_alive() and not self._loop.is_closed()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop and return its result; Ctrl-C cancels it.

        Raises:
            PgRecallError: after `close`, or in a forked child, which has no such thread.
        """
        if os.getpid() != self._pid or not self.is_open:
            coroutine.close()
            why = "was closed" if os.getpid() == self._pid else "belongs to the parent process"
            raise PgRecallError(f"this Memory {why}", hint="make a new one: Memory(...)")
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def close(self) -> None:
        """Stop the loop and its thread; safe to repeat, and harmless in a forked child."""
        if os.getpid() != self._pid or not self.is_open:
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        if not self._thread.is_alive():
            self._loop.close()
