"""The error tree of pgrecall, and the one table that maps SQLSTATE codes to it.

PgRecallError
├── ConfigError      a setting is missing or contradictory
├── ServerError      PostgreSQL cannot be started or reached
├── SchemaError      the database is newer or older than this client
├── NotFound         MR001
├── Conflict         MR002  a version or key has changed meanwhile
├── InvalidInput     MR003
├── Forbidden        MR004  the caller may not see or change this namespace
└── ProviderError    the embedder or LLM failed; `retryable` says whether trying again may help
"""


class PgRecallError(Exception):
    """Base of every error pgrecall raises. `hint` says what to do next, when there is advice."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class ConfigError(PgRecallError):
    """A setting is missing or contradictory."""


class ServerError(PgRecallError):
    """PostgreSQL cannot be started or reached."""


class SchemaError(PgRecallError):
    """The database is newer or older than this client."""


class NotFound(PgRecallError):
    """No such memory in this namespace."""


class Conflict(PgRecallError):
    """A version or key has changed meanwhile."""


class InvalidInput(PgRecallError):
    """A value cannot be used; the message names it and the way out."""


class Forbidden(PgRecallError):
    """The caller may not see or change this namespace."""


class ProviderError(PgRecallError):
    """The embedder or the LLM failed; `retryable` says whether trying again may help."""

    def __init__(self, message: str, *, hint: str | None = None, retryable: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.retryable = retryable


BY_SQLSTATE: dict[str, type[PgRecallError]] = {
    "MR001": NotFound,
    "MR002": Conflict,
    "MR003": InvalidInput,
    "MR004": Forbidden,
}
