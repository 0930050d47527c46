"""The commands that run the database: doctor, migrate, schema and `db …`."""

import re
import signal
import subprocess
from collections.abc import Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

import typer

from pgrecall import cli_output as output
from pgrecall.cli_input import Shell, with_shared_options
from pgrecall.config import Settings, redacted
from pgrecall.errors import PgRecallError, ServerError
from pgrecall.portal import Portal
from pgrecall.types import Check

if TYPE_CHECKING:
    from pgrecall.embedded import RunningServer

# `embedded`, `embed` and `migrate` are imported where they are used: psycopg takes 0.1 s, which
# `pgrecall --help` need not spend.

T = TypeVar("T")
PROBE = "What does the doctor say?"  # any text that can be embedded
db = typer.Typer(
    help="The embedded PostgreSQL: start, stop, where it is, a shell on it.", no_args_is_help=True
)


@with_shared_options
def doctor(shell: Shell) -> None:
    """Check the embedder, the server, the schema and the isolation; exit 1 when one fails."""
    settings = shell.settings()
    checks = [_run(_embedder_check(settings))]
    # a broken embedder is told once, and does not keep us from looking at the server
    checks += _server_checks(shell if checks[0].is_ok else replace(shell, embedder="none"))
    if shell.is_json:
        output.write(output.as_json(checks))
    else:
        output.checks(checks)
    if not all(check.is_ok for check in checks):
        raise typer.Exit(1)


async def _embedder_check(settings: Settings) -> Check:
    from pgrecall import embed

    try:
        embedder = embed.load(settings.embedder, threads=settings.embed_threads)
        if embedder is None:
            return Check("embedder", True, "none: recall goes by words and names", "")
        await embedder.prepare()
        length = len(await embedder.embed_query(PROBE))
        await embedder.close()
    except PgRecallError as error:
        return Check("embedder", False, error.message, error.hint or "choose another embedder")
    return Check(
        "embedder",
        length == embedder.dim,
        f"{embedder.model} makes vectors of {length} numbers",
        f"it promised {embedder.dim}: choose another embedder",
    )


def _server_checks(shell: Shell) -> list[Check]:
    from pgrecall import migrate

    try:
        with shell.memory() as memory:
            found, checks = memory.status(), memory.doctor()
    except PgRecallError as error:
        return [Check("server", False, error.message, error.hint or "see `pgrecall status`")]
    newest = migrate.migrations()[-1].version
    return [
        Check("server", True, f"PostgreSQL {found.server_version} at {found.dsn}", ""),
        Check("pgvector", True, found.vector_version, ""),
        Check(
            "schema",
            found.schema_version >= newest,
            f"{found.schema_version}, functions of {found.functions_version};"
            f" this is pgrecall {found.client_version}, schema {newest}",
            "run pgrecall migrate as a role that may change the schema",
        ),
        *checks,
    ]


@with_shared_options
def migrate(
    shell: Shell,
    *,
    dim: Annotated[
        int | None,
        typer.Option(help="Numbers per vector of a new install; else the embedder's"),
    ] = None,
) -> None:
    """Install the schema, or bring it up to this version."""
    from pgrecall import embedded
    from pgrecall import migrate as migrations

    settings = shell.settings()
    width = dim if dim is not None else _run(_width(settings))
    if settings.dsn:
        done = _run(migrations.migrate(settings.dsn, dim=width))
    else:
        with embedded.start(settings.data_dir) as server:
            done = _run(migrations.migrate(server.dsn, dim=width))
    if shell.is_json:
        output.write(output.as_json({"done": done}))
    else:
        output.write("\n".join(f"installed {step}" for step in done) or "already current")


async def _width(settings: Settings) -> int | None:
    """Return the embedder's vector width where it is not the default one."""
    from pgrecall import embed

    if settings.embedder in ("local", "none"):
        return None  # that of a new install; an existing one keeps its own
    embedder = embed.load(settings.embedder, threads=settings.embed_threads)
    if embedder is None:
        return None
    await embedder.prepare()
    await embedder.close()
    return embedder.dim


@with_shared_options
def schema(
    shell: Shell, *, dim: Annotated[int, typer.Option(help="Numbers per vector")] = 512
) -> None:
    """Print the schema as one SQL file, to be run in an empty database."""
    from pgrecall import migrate as migrations

    text = migrations.schema(dim=dim)
    output.write(output.as_json({"sql": text}) if shell.is_json else text)


@db.command()
@with_shared_options
def start(shell: Shell) -> None:
    """Start the embedded server, which then runs until `pgrecall db stop`."""
    from pgrecall import embedded

    with embedded.start(_data_dir(shell), keep=True) as server:
        place = {
            "dsn": server.dsn,
            "data_dir": str(server.data_dir),
            "pid": server.pid,
            "version": server.version,
        }
    if shell.is_json:
        output.write(output.as_json(place))
    else:
        output.pairs({**place, "stop": shell.again("db", "stop")})


@db.command()
@with_shared_options
def stop(shell: Shell) -> None:
    """Stop the embedded server, whoever uses it."""
    from pgrecall import embedded

    is_stopped = embedded.stop(_data_dir(shell))
    if shell.is_json:
        output.write(output.as_json({"stopped": is_stopped}))
    else:
        output.write("stopped" if is_stopped else "it was not running")


@db.command()
@with_shared_options
def url(shell: Shell) -> None:
    """Print the DSN, password included, for other programs."""
    dsn = shell.settings().dsn or _running(shell).dsn
    output.write(output.as_json({"dsn": dsn}) if shell.is_json else dsn)


@db.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@with_shared_options
def psql(
    shell: Shell,
    arguments: Annotated[
        list[str] | None, typer.Argument(help="Handed to psql as they are, such as -c 'table t'")
    ] = None,
) -> None:
    """Open psql, with the namespace set: select * from pgrecall.recall('tea') works at once.

    Options of pgrecall come before those of psql.
    """
    from pgrecall import embedded

    settings = shell.settings()
    if settings.dsn:
        code = _psql(settings.dsn, settings.namespace, arguments or [])
    else:
        with embedded.start(settings.data_dir) as server:
            with shell.memory():
                pass  # the schema is there now
            code = _psql(server.dsn, settings.namespace, arguments or [])
    raise typer.Exit(code)


def _psql(dsn: str, namespace: str, arguments: list[str]) -> int:
    from pgrecall import embedded

    # Ctrl-C belongs to psql; a handler, unlike SIG_IGN, is not inherited by it
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        command = [
            str(embedded.psql_path()),
            f"--dbname={in_namespace(dsn, namespace)}",
            *arguments,
        ]
        code = subprocess.run(command, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)
    return code if code >= 0 else 128 - code


def in_namespace(dsn: str, namespace: str) -> str:
    """Return the DSN with the setting `pgrecall.namespaces` among its options."""
    setting = "-c pgrecall.namespaces=" + re.sub(r"([\\\s])", r"\\\1", namespace)
    if dsn.startswith(("postgresql://", "postgres://")):
        base, _, query = dsn.partition("?")
        parts = dict(parse_qsl(query, keep_blank_values=True))
        parts["options"] = f"{parts.get('options', '')} {setting}".strip()
        return f"{base}?{urlencode(parts, quote_via=quote)}"
    pattern = r"\boptions\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S+))"
    found = re.search(pattern, dsn)
    own = (found[1] or found[2] or "") if found else ""
    quoted = setting.replace("\\", "\\\\").replace("'", "\\'")
    return f"{re.sub(pattern, '', dsn).strip()} options='{f'{own} {quoted}'.strip()}'".strip()


def _data_dir(shell: Shell) -> str | None:
    """Return the embedded server's folder as given or set; None for the default one.

    Raises:
        ServerError: a server of one's own was named.
    """
    if shell.dsn:
        raise ServerError(
            f"the server of {redacted(shell.dsn)} is not ours to start or stop",
            hint="leave out --dsn for the embedded one",
        )
    return shell.data_dir or Settings.from_environment().data_dir


def _running(shell: Shell) -> "RunningServer":
    from pgrecall import embedded

    found = embedded.find(_data_dir(shell))
    if found is None:
        raise ServerError(
            "the embedded server does not run", hint=f"start it: {shell.again('db', 'start')}"
        )
    return found


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    portal = Portal()  # it knows which event loop psycopg needs
    try:
        return portal.run(coroutine)
    finally:
        portal.close()
