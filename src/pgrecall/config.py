"""Settings: every knob of the Python side, in one place. The only reader of the environment."""

import os
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from pgrecall.errors import ConfigError

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Settings:
    """What `Memory(...)` falls back to; each field is read from `PGRECALL_<FIELD>`."""

    dsn: str | None = None  # None: the embedded server
    namespace: str = "default"
    data_dir: str | None = None  # None: the platform's user-data folder
    embedder: str = "local"  # "none" switches the vector lane off
    # Threads of the local embedder. Two are a third faster on an idle machine and ten times slower
    # on a busy one: they spin while they wait for each other.
    embed_threads: int = 1
    pool_size: int = 5  # connections at most
    pool_timeout: float = 5.0  # seconds a call waits for a free connection
    statement_timeout: float = 30.0  # seconds a call may take in PostgreSQL; 0: no limit
    # Prepared statements, 0.1 ms a call. None: on the embedded server only, because behind a pooler
    # that hands out server connections by transaction a name can mean another client's statement.
    prepare: bool | None = None
    rerank_budget: float = 0.5  # seconds a reranker may take in a recall

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read `PGRECALL_*`; an empty variable counts as unset.

        Raises:
            ConfigError: a value is not of its type.
        """
        env = os.environ
        return cls(
            dsn=env.get("PGRECALL_DSN") or None,
            namespace=env.get("PGRECALL_NAMESPACE") or "default",
            data_dir=env.get("PGRECALL_DATA_DIR") or None,
            embedder=env.get("PGRECALL_EMBEDDER") or "local",
            embed_threads=_whole(env.get("PGRECALL_EMBED_THREADS"), "PGRECALL_EMBED_THREADS", 1),
            pool_size=_whole(env.get("PGRECALL_POOL_SIZE"), "PGRECALL_POOL_SIZE", 5),
            pool_timeout=_seconds(env.get("PGRECALL_POOL_TIMEOUT"), "PGRECALL_POOL_TIMEOUT", 5.0),
            statement_timeout=_seconds(
                env.get("PGRECALL_STATEMENT_TIMEOUT"), "PGRECALL_STATEMENT_TIMEOUT", 30.0
            ),
            prepare=_flag(env.get("PGRECALL_PREPARE"), "PGRECALL_PREPARE"),
            rerank_budget=_seconds(
                env.get("PGRECALL_RERANK_BUDGET"), "PGRECALL_RERANK_BUDGET", 0.5
            ),
        )

    @classmethod
    def chosen(
        cls,
        *,
        dsn: str | None,
        namespace: str | None,
        embedder: str | None,
        data_dir: str | os.PathLike[str] | None,
    ) -> "Settings":
        """Return the environment's settings with what a caller chose in their place.

        A `data_dir` asks for the embedded server, whatever `PGRECALL_DSN` says.

        Raises:
            ConfigError: both `dsn` and `data_dir` were chosen, or the environment is off.
        """
        if dsn and data_dir is not None:
            raise ConfigError("dsn and data_dir were both given", hint="one names the server")
        base = cls.from_environment()
        return replace(
            base,
            dsn=dsn or (base.dsn if data_dir is None else None),
            namespace=base.namespace if namespace is None else namespace,
            embedder=embedder or base.embedder,
            data_dir=base.data_dir if data_dir is None else os.fspath(data_dir),
        )


def key_of(provider: str) -> str:
    """Return the API key of a provider of rerankers, from the provider's own variable.

    Raises:
        ConfigError: it is not set.
    """
    names = {"cohere": "CO_API_KEY", "jina": "JINA_API_KEY", "voyageai": "VOYAGE_API_KEY"}
    key = os.environ.get(names[provider])
    if not key:
        raise ConfigError(
            f"the key of {provider} is not set", hint=f"set {names[provider]} in the environment"
        )
    return key


def data_root(data_dir: str | os.PathLike[str] | None) -> Path:
    """Return the absolute folder that holds the embedded server's data.

    A relative path is taken under the platform's user-data folder (root: /var/lib/pgrecall), never
    under the working directory: the same setting finds the same memories from wherever a program
    is started.

    Raises:
        ConfigError: the path climbs out of that folder, or holds a NUL.
    """
    base = _base_folder()
    if data_dir is None:
        return base
    text = os.fspath(data_dir)
    if not text.strip() or "\0" in text:
        raise ConfigError(
            f"data_dir cannot be {text!r}", hint="give a folder, or leave it out for the default"
        )
    path = Path(text).expanduser()
    if path.is_absolute():
        return Path(os.path.normpath(path))
    if ".." in path.parts:
        raise ConfigError(
            f"data_dir {text!r} is relative and climbs upwards",
            hint=f"give an absolute path; relative ones are kept under {base}",
        )
    return base / path


def _base_folder() -> Path:
    # PostgreSQL refuses root and runs as another user there, to whom root's own folders are closed.
    if sys.platform != "win32" and os.geteuid() == 0 and not os.environ.get("XDG_DATA_HOME"):
        return Path("/var/lib/pgrecall")
    return Path(platformdirs.user_data_dir("pgrecall", appauthor=False))


def redacted(dsn: str) -> str:
    """Return `dsn` with its password hidden, fit for a log, an error or `status`."""
    hidden = re.sub(r"(//[^:/@\s]*:)[^@/\s]*@", r"\1***@", dsn)
    return re.sub(r"(?i)(password\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&]+)", r"\1***", hidden)


def _whole(text: str | None, name: str, default: int) -> int:
    if not text:
        return default
    if not text.strip().isdigit() or int(text) < 1:
        raise ConfigError(f"{name}={text!r} is not a whole number of at least 1")
    return int(text)


def _seconds(text: str | None, name: str, default: float) -> float:
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e6:
        raise ConfigError(f"{name}={text!r} is not a number of seconds")
    return value


def _flag(text: str | None, name: str) -> bool | None:
    if not text:
        return None
    lowered = text.strip().lower()
    if lowered not in TRUE | FALSE:
        raise ConfigError(f"{name}={text!r} is neither true nor false")
    return lowered in TRUE
