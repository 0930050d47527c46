"""Long-term memory for AI agents, as PostgreSQL you can read.

>>> from pgrecall import Memory
>>> with Memory() as mem:
...     mem.store("User prefers figures in GBP.", kind="preference")
...     mem.recall("Which currency does the user like?")
"""

from pgrecall.errors import (
    ConfigError,
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    PgRecallError,
    ProviderError,
    SchemaError,
    ServerError,
)
from pgrecall.hits import Hit, Recalled, Turn
from pgrecall.memory import AsyncMemory
from pgrecall.sync import Memory
from pgrecall.types import (
    Check,
    Failed,
    Forgotten,
    Inference,
    MemoryRecord,
    NewMemory,
    Predicate,
    Receipt,
    Related,
    Restored,
    Reviewed,
    Status,
    Stored,
    Verified,
    Weights,
)

__all__ = [
    "AsyncMemory",
    "Check",
    "ConfigError",
    "Conflict",
    "Failed",
    "Forbidden",
    "Forgotten",
    "Hit",
    "Inference",
    "InvalidInput",
    "Memory",
    "MemoryRecord",
    "NewMemory",
    "NotFound",
    "PgRecallError",
    "Predicate",
    "ProviderError",
    "Recalled",
    "Receipt",
    "Related",
    "Restored",
    "Reviewed",
    "SchemaError",
    "ServerError",
    "Status",
    "Stored",
    "Turn",
    "Verified",
    "Weights",
]
