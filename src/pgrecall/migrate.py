"""Install and upgrade the schema: migrations run once, functions are replaced whole.

Tables are data and migrate once; functions are code and are replaced in one transaction whenever
the folder's hash changes. Any number of processes may start at the same moment: each step runs
under one advisory lock and looks again at what is installed.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import psycopg
from psycopg.rows import dict_row

from pgrecall.errors import ConfigError, SchemaError, ServerError

LOCK = 7_306_075_912_421  # any constant of our own
FIRST = ("types.sql", "memory.sql")  # what the other function files refer to
DIM_MARK = re.compile(r"512 /\*dim\*/")


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of `sql/migrations`: run once, never changed after its release."""

    version: int
    name: str
    sql: str

    @property
    def is_breaking(self) -> bool:
        """Whether clients that do not know this migration must refuse the database."""
        return "-- breaking" in self.sql.splitlines()[:3]

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


@lru_cache(maxsize=1)
def client_version() -> str:
    """Return the version of the installed package."""
    from importlib.metadata import version  # 20 ms that `import pgrecall` need not spend

    return version("pgrecall")


@lru_cache(maxsize=1)
def migrations() -> list[Migration]:
    """Return the migrations this client knows, in order."""
    folder = files("pgrecall") / "sql" / "migrations"
    found = [
        Migration(int(entry.name[:4]), entry.name[5:-4], entry.read_text("utf-8"))
        for entry in folder.iterdir()
        if re.fullmatch(r"\d{4}_\w+\.sql", entry.name)
    ]
    return sorted(found, key=lambda m: m.version)


def functions() -> list[tuple[str, str]]:
    """Return (file name, text) of every function file, in the order they are created."""
    folder = files("pgrecall") / "sql" / "functions"
    texts = {e.name: e.read_text("utf-8") for e in folder.iterdir() if e.name.endswith(".sql")}
    rest = sorted(name for name in texts if name not in FIRST)
    return [(name, texts[name]) for name in (*FIRST, *rest)]


@lru_cache(maxsize=1)
def functions_hash() -> str:
    """Return the hash that tells whether the installed functions are ours."""
    parts = [f"{name}\0{text}\0" for name, text in functions()]
    return hashlib.sha256("".join([*parts, _sql("prelude"), _sql("epilogue")]).encode()).hexdigest()


def schema(*, dim: int = 512) -> str:
    """Return the whole schema as one SQL text, to paste into an empty database.

    Args:
        dim: the width of the vectors, as the embedder makes them.
    """
    check_dim(dim)
    parts = [
        f"-- pgrecall {client_version()}: run once, in an empty database, as a role that may create"
        " roles and schemas.\nbegin;",
        _guard(),
        _sql("prelude"),
    ]
    for migration in migrations():
        parts += [f"-- migration {migration.version:04} {migration.name}", _for_dim(migration, dim)]
        parts.append(_literal_record(migration))
    parts += [_functions_script(), _literal_install(), "commit;\n"]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def check_dim(dim: int) -> None:
    """Raise ConfigError unless `dim` is a width pgvector can hold and index as halfvec."""
    if not 1 <= dim <= 4000:
        raise ConfigError(
            f"{dim!r} is not a vector width between 1 and 4000",
            hint="shorten the vectors: most embedders take a number of dimensions",
        )


async def migrate(dsn: str, *, dim: int | None = None) -> list[str]:
    """Bring the database at `dsn` up to this client; return what was done, in words.

    `dim` is the width of the vectors: of a new install 512 when it is None, of an existing one
    whatever it has.

    Raises:
        SchemaError: the database is newer than this client, of another width, or the role may
            not change it.
        ServerError: it cannot be reached.
    """
    check_dim(dim or 512)
    done: list[str] = []
    try:
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as conn:
            while (step := await _next_migration(conn, dim)) is not None:
                done.append(step)
            if await _replace_functions(conn):
                done.append(f"functions of pgrecall {client_version()}")
    except psycopg.errors.InsufficientPrivilege as error:
        raise SchemaError(
            f"this role may not install or upgrade pgrecall: {error.diag.message_primary}",
            hint="run `pgrecall migrate --dsn …` once with the DSN of an administrator",
        ) from error
    except psycopg.errors.DependentObjectsStillExist as error:
        raise SchemaError(
            "something of your own is built on a function or view of pgrecall:"
            f" {error.diag.message_detail}",
            hint="drop it, run `pgrecall migrate`, and create it again",
        ) from error
    except psycopg.OperationalError as error:
        raise ServerError(f"PostgreSQL cannot be reached: {str(error).strip()}") from error
    except psycopg.Error as error:
        if error.sqlstate != "MR003":
            raise
        raise SchemaError(error.diag.message_primary or "", hint=error.diag.message_hint) from error
    return done


async def is_current(conn: psycopg.AsyncConnection[object]) -> bool:
    """Return whether the database is exactly what this client installs, in one query.

    A database a newer client has upgraded counts as current while nothing in it is breaking.

    Raises:
        SchemaError: a newer client made a change this one does not understand.
    """
    installed = await _installed(conn)
    if installed is None:
        return False
    _refuse_newer(installed)
    known = migrations()
    if installed.version < known[-1].version:
        return False
    return not _may_replace(installed) or installed.functions_hash == functions_hash()


@dataclass(frozen=True, slots=True)
class Installed:
    """What a database says of its own install."""

    version: int
    breaking: int  # the newest migration older clients must not work with
    dim: int
    functions_hash: str | None
    functions_version: str | None


async def _installed(conn: psycopg.AsyncConnection[object]) -> Installed | None:
    async with conn.cursor(row_factory=dict_row) as cur:
        await cur.execute("select to_regclass('pgrecall_data.migrations') is not null as has")
        row = await cur.fetchone()
        if not row or not row["has"]:
            return None
        await cur.execute(
            "select coalesce(max(m.version), 0) as version,"
            " coalesce(max(m.version) filter (where m.is_breaking), 0) as breaking,"
            " i.dim, i.functions_hash, i.functions_version"
            " from pgrecall_data.install i left join pgrecall_data.migrations m on true"
            " group by i.dim, i.functions_hash, i.functions_version"
        )
        row = await cur.fetchone()
    return Installed(**row) if row else None


def _refuse_newer(installed: Installed) -> None:
    known = migrations()[-1].version
    if installed.breaking > known:
        raise SchemaError(
            f"the database is at schema {installed.version}, which clients that know up to"
            f" {known} (this is pgrecall {client_version()}) cannot work with",
            hint="pip install --upgrade pgrecall",
        )


def _may_replace(installed: Installed) -> bool:
    """Whether our functions are at least as new as the installed ones."""
    newest = migrations()[-1].version
    return installed.version <= newest and _parts(installed.functions_version) <= _parts(
        client_version()
    )


def _parts(text: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text or "0"))


async def _next_migration(conn: psycopg.AsyncConnection[object], dim: int | None) -> str | None:
    async with conn.transaction():
        await conn.execute("select pg_advisory_xact_lock(%s)", [LOCK])
        installed = await _installed(conn)
        if installed is not None:
            _refuse_newer(installed)
            if dim is not None and installed.dim != dim:
                raise SchemaError(
                    f"the database was installed for vectors of {installed.dim} dimensions,"
                    f" not {dim}",
                    hint="use an embedder of that width, or another database",
                )
        version = installed.version if installed else 0
        pending = [m for m in migrations() if m.version > version]
        if not pending:
            return None
        await _run(conn, _sql("prelude"))
        await _run(conn, _for_dim(pending[0], installed.dim if installed else dim or 512))
        await _run(conn, _literal_record(pending[0]))
        return f"migration {pending[0].version:04} {pending[0].name}"


async def _replace_functions(conn: psycopg.AsyncConnection[object]) -> bool:
    async with conn.transaction():
        await conn.execute("select pg_advisory_xact_lock(%s)", [LOCK])
        installed = await _installed(conn)
        if installed is None or not _may_replace(installed):
            return False
        if installed.functions_hash == functions_hash():
            return False
        await _run(conn, _sql("prelude"))
        await _run(conn, _functions_script())
        await _run(conn, _literal_install())
        return True


async def _run(conn: psycopg.AsyncConnection[object], sql: str) -> None:
    await conn.execute(sql.encode(), prepare=False)


def _sql(name: str) -> str:
    return (files("pgrecall") / "sql" / f"{name}.sql").read_text("utf-8")


def _for_dim(migration: Migration, dim: int) -> str:
    return DIM_MARK.sub(str(dim), migration.sql)


def _functions_script() -> str:
    texts = [f"-- functions/{name}\n{text}" for name, text in functions()]
    return "\n\n".join([_sql("drop_functions"), *texts, _comments(), _sql("epilogue")])


def _comments() -> str:
    """Install the first line of each function's header as its comment: `\\df+` is a manual."""
    lines = []
    for _, text in functions():
        for line, name in re.findall(
            r"^-- (.+)\n(?:--.*\n)*create function (pgrecall\.\w+)", text, flags=re.MULTILINE
        ):
            lines.append(f"comment on function {name} is {_quoted(line)};")
    return "\n".join(lines)


def _literal_record(migration: Migration) -> str:
    return (
        "insert into pgrecall_data.migrations (version, name, hash, is_breaking) values"
        f" ({migration.version}, {_quoted(migration.name)}, {_quoted(migration.hash)},"
        f" {str(migration.is_breaking).lower()});"
    )


def _literal_install() -> str:
    return (
        f"update pgrecall_data.install set functions_hash = {_quoted(functions_hash())},"
        f" functions_version = {_quoted(client_version())};"
    )


def _guard() -> str:
    return (
        "do $$ begin\n  if to_regclass('pgrecall_data.migrations') is not null then\n"
        "    raise exception 'pgrecall is installed here already' using"
        " hint = 'upgrade with: pgrecall migrate --dsn ...';\n  end if;\nend $$;"
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
