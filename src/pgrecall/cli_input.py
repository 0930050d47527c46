"""What the command line takes: where to work, dates, JSON, lines of a file; and how it fails."""

import functools
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import typer

from pgrecall import cli_output as output
from pgrecall.config import Settings, redacted
from pgrecall.errors import ConfigError, InvalidInput, PgRecallError
from pgrecall.sync import Memory
from pgrecall.types import Failed, Fusion, Kind, NewMemory, Origin

PANEL = "Where to work"
MOMENTS = ("said_at", "valid_from", "valid_until", "forget_after")
COARSE = re.compile(r"\d{4}(-\d\d){0,2}")  # a year, a month or a day
KINDS, ORIGINS, FUSIONS = get_args(Kind), get_args(Origin), get_args(Fusion)
INTERRUPTED = 130  # what a shell reports for a program ended by Ctrl-C
Run = Callable[..., None]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shell:
    """What the options say about where to work and how to answer; None: not given."""

    namespace: str | None = None
    dsn: str | None = None
    data_dir: str | None = None
    embedder: str | None = None
    is_json: bool = False

    def over(self, earlier: "Shell") -> "Shell":
        """Return these options, and where one is missing, the earlier one."""
        names = [f.name for f in fields(self)]
        given = {
            name: value for name in names if (value := getattr(self, name)) not in (None, False)
        }
        return replace(earlier, **given)

    def settings(self) -> Settings:
        """Return the settings of the environment with these options over them.

        Raises:
            ConfigError: both a server and a data folder are named.
        """
        base = Settings.from_environment()
        if self.data_dir and (self.dsn or base.dsn):
            raise ConfigError(
                "both a DSN and a data folder are given, and they are two places",
                hint="leave out --data-dir, or --dsn (PGRECALL_DSN)",
            )
        return replace(
            base,
            namespace=self.namespace if self.namespace is not None else base.namespace,
            dsn=self.dsn or base.dsn,
            data_dir=self.data_dir or base.data_dir,
            embedder=self.embedder or base.embedder,
        )

    def memory(self) -> Memory:
        """Open the memory these options name."""
        chosen = self.settings()
        return Memory(
            chosen.dsn,
            namespace=chosen.namespace,
            embedder=chosen.embedder,
            data_dir=chosen.data_dir,
        )

    def show(self, value: T, draw: Callable[[T], None]) -> None:
        """Answer with a value: in JSON where that was asked for, else as `draw` shows it."""
        if self.is_json:
            output.write(output.as_json(value))
        else:
            draw(value)

    def again(self, *words: str) -> str:
        """Return a command line that works in the same place, to be copied."""
        given = {
            "namespace": self.namespace,
            "dsn": redacted(self.dsn or ""),
            "data-dir": self.data_dir,
            "embedder": self.embedder,
        }
        options = [part for name, value in given.items() if value for part in (f"--{name}", value)]
        return output.command_line("pgrecall", *words, *options)


def _shared(
    *,
    namespace: Annotated[
        str | None,
        typer.Option(
            help="Whose memories, such as acme/alice (PGRECALL_NAMESPACE; default)",
            rich_help_panel=PANEL,
        ),
    ] = None,
    dsn: Annotated[
        str | None,
        typer.Option(
            help="A PostgreSQL of your own (PGRECALL_DSN; the embedded one)",
            rich_help_panel=PANEL,
        ),
    ] = None,
    data_dir: Annotated[
        str | None,
        typer.Option(
            help="The embedded server's folder (PGRECALL_DATA_DIR)", rich_help_panel=PANEL
        ),
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            help="local, none, openai:MODEL, … (PGRECALL_EMBEDDER; local)", rich_help_panel=PANEL
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Answer in JSON", rich_help_panel=PANEL)
    ] = False,
) -> Shell:
    return Shell(namespace, dsn, data_dir, embedder=embedder, is_json=json)


SHARED = inspect.signature(_shared).parameters


def with_shared_options(run: Run) -> Run:
    """Return `run` as typer takes it: with the shared options, which reach it as a `Shell`.

    Options given before the command count too; those after it win. Errors of ours end as a
    sentence, not as a stack trace.
    """

    @functools.wraps(run)
    def wrapper(ctx: typer.Context, **values: Any) -> None:
        given = _shared(**{name: values.pop(name) for name in SHARED})
        shell = given.over(ctx.obj or Shell())
        ctx.obj = shell
        with _reported(shell):
            run(shell, **values)

    context = inspect.Parameter(
        "ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
    )
    own = [p for p in inspect.signature(run).parameters.values() if p.annotation is not Shell]
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [context, *(p.replace(kind=keyword) for p in (*own, *SHARED.values()))]
    wrapper.__annotations__ = {p.name: p.annotation for p in parameters}
    wrapper.__dict__["__signature__"] = inspect.Signature(parameters)
    return wrapper


@contextmanager
def _reported(shell: Shell) -> Iterator[None]:
    try:
        yield
    except PgRecallError as error:
        output.fail(error, is_json=shell.is_json)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def moment(text: object, *, name: str) -> datetime:
    """Return the point in time an ISO 8601 text means; without a zone, local time.

    Raises:
        InvalidInput: it is none.
    """
    try:
        read = datetime.fromisoformat(str(text).strip())
        return read if read.utcoffset() is not None else read.astimezone()
    except (ValueError, OverflowError, OSError):
        raise InvalidInput(
            f"{name} {text!r} is not a date",
            hint="write 2024-05-07, 2024-05-07T14:30 or 2024-05-07T14:30+02:00",
        ) from None


def event_time(text: object, *, name: str) -> str:
    """Return when something happened, a coarse date as it stands: "2024" is a whole year.

    Raises:
        InvalidInput: it is no date.
    """
    if COARSE.fullmatch(str(text).strip()):
        return str(text).strip()
    return moment(text, name=name).isoformat()


def json_object(text: str) -> dict[str, Any]:
    """Return a JSON object given as an option, or fail as a wrong use of it."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise typer.BadParameter(f'{text!r} is not a JSON object, such as {{"project": "x"}}')
    return value


def choice(name: str, allowed: Sequence[str], *, help: str, panel: str | None = None) -> Any:
    """Return an option that takes one of a few words."""

    def parse(text: str) -> str:
        if text not in allowed:
            raise typer.BadParameter(f"{text!r} is none of {', '.join(allowed)}")
        return text

    words = ", ".join(allowed)
    return typer.Option(
        name,
        parser=parse,
        metavar=name.strip("-").upper(),
        help=f"{help}: {words}",
        rich_help_panel=panel,
    )


def date(help: str, *, is_coarse: bool = False) -> Any:
    """Return an option that takes a date; a coarse one keeps its precision."""
    parser = event_time_option if is_coarse else moment_option
    return typer.Option(parser=parser, metavar="DATE", help=help, rich_help_panel="Time")


def moment_option(text: str) -> datetime:
    """Return a date given as an option, or fail as a wrong use of it."""
    try:
        return moment(text, name="the date")
    except InvalidInput as error:
        raise typer.BadParameter(str(error)) from None


def event_time_option(text: str) -> str:
    """Return a date of any precision given as an option, or fail as a wrong use of it."""
    try:
        return event_time(text, name="the date")
    except InvalidInput as error:
        raise typer.BadParameter(f"{error}; 2024 and 2024-05 do too") from None


def read_stdin() -> str:
    """Return standard input as UTF-8, whatever the locale; what is not UTF-8 is noted later."""
    text = sys.stdin.buffer.read().decode("utf-8-sig", "surrogateescape")
    return text.replace("\r\n", "\n").rstrip("\n")


def read_batch(file: Path, *, defaults: Mapping[str, Any]) -> list[tuple[int, NewMemory | Failed]]:
    """Return what each line of a JSONL file asks to store, by line number; blank ones are left out.

    `defaults` holds for the fields a line does not name.
    """
    if str(file) == "-":
        lines: Iterable[str] = read_stdin().split("\n")
    else:
        try:
            with file.open(encoding="utf-8-sig", errors="surrogateescape") as opened:
                lines = opened.readlines()
        except OSError as error:
            raise typer.BadParameter(f"{file} cannot be read: {error.strerror}") from None
    return [
        (number, _new_memory(line, defaults))
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]


def _new_memory(line: str, defaults: Mapping[str, Any]) -> NewMemory | Failed:
    try:
        try:
            value = json.loads(line)
        except ValueError as error:
            raise InvalidInput(f"not JSON: {error}") from None
        if not isinstance(value, dict) or "content" not in value:
            raise InvalidInput("not an object with a content", hint='write {"content": "…"}')
        known = [f.name for f in fields(NewMemory)]
        if unknown := [name for name in value if name not in known]:
            raise InvalidInput(
                f"{unknown[0]!r} is not a field", hint=f"fields are {', '.join(known)}"
            )
        for name in MOMENTS:
            if value.get(name) is not None:
                value[name] = moment(value[name], name=name)
        if value.get("event_at") is not None:
            value["event_at"] = event_time(value["event_at"], name="event_at")
        return NewMemory(**{**defaults, **value})
    except InvalidInput as error:
        return Failed(type(error).__name__, error.message, error.hint)


def weight(text: str) -> tuple[str, float]:
    """Read NAME=NUMBER."""
    name, _, number = text.partition("=")
    try:
        return name, float(number)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not NAME=NUMBER, such as vector=0.5") from None
