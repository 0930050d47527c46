"""The command that erases, shows the receipts of it, and looks whether anything is left."""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from pgrecall import cli_input as given
from pgrecall import cli_output as output
from pgrecall.cli_input import Shell, with_shared_options
from pgrecall.errors import InvalidInput
from pgrecall.types import Looked, Receipt, Verified

SELECTORS = "What to erase: exactly one of these, or ids"
LOOKING = "Erase nothing, but look"


def _selector(help: str, *names: str) -> Any:
    return typer.Option(*names, help=help, rich_help_panel=SELECTORS)


@with_shared_options
def erase(
    shell: Shell,
    ids: Annotated[list[str] | None, typer.Argument(help="The ids of memories")] = None,
    *,
    subject: Annotated[str | None, _selector("All about this subject")] = None,
    document: Annotated[
        str | None, _selector("What only this document, chunk or event supports: its id")
    ] = None,
    where: Annotated[
        dict[str, Any] | None,
        typer.Option(
            parser=given.json_object,
            metavar="JSON",
            help='Over metadata: {"project": "x"}',
            rich_help_panel=SELECTORS,
        ),
    ] = None,
    everything: Annotated[bool, _selector("The whole namespace", "--everything")] = False,
    reason: Annotated[
        str | None, typer.Option(help="Kept for ever with the receipt: name nobody in it")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count, and change nothing")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask; needed where nobody can answer")
    ] = False,
    receipts: Annotated[
        bool,
        typer.Option("--receipts", help="Show what was erased so far", rich_help_panel=LOOKING),
    ] = False,
    verify: Annotated[
        str | None,
        typer.Option(
            metavar="WORD",
            help="Search every table for a word that should be gone; exit 1 when it is found",
            rich_help_panel=LOOKING,
        ),
    ] = None,
) -> None:
    """Erase memories for good, with every copy. Nothing brings them back."""
    selectors: dict[str, Any] = {
        "ids": ids or None,
        "subject": subject,
        "document": document,
        "where": where,
        "everything": everything,
    }
    has_selector = any(value not in (None, False) for value in selectors.values())
    if (verify is not None) + receipts + (has_selector or dry_run or yes) > 1:
        raise typer.BadParameter("--verify, --receipts and erasing are three different things")
    if verify is not None:
        _verify(shell, verify)
    elif receipts:
        with shell.memory() as memory:
            found = memory.receipts()
        output.write(output.as_json(found) if shell.is_json else _receipts(found))
    else:
        _erase(shell, selectors, reason=reason, dry_run=dry_run, yes=yes)


def _erase(
    shell: Shell, selectors: dict[str, Any], *, reason: str | None, dry_run: bool, yes: bool
) -> None:
    with shell.memory() as memory:
        receipt = memory.erase(**selectors, reason=reason, dry_run=True)
        if not dry_run:
            if not yes:
                _confirm(receipt)
            receipt = memory.erase(**selectors, reason=reason)
    output.write(output.as_json(receipt) if shell.is_json else _receipt(receipt))


def _confirm(receipt: Receipt) -> None:
    """Return when a person at the terminal types the namespace.

    Raises:
        InvalidInput: somebody else is asked, or something else was typed.
    """
    if not sys.stdin.isatty():
        raise InvalidInput(
            "nothing was erased: nobody can be asked here, and erasing cannot be undone",
            hint="add --yes; --dry-run shows what would go",
        )
    output.write(_receipt(receipt), to=sys.stderr)
    output.note(
        "This cannot be undone. To erase what is listed above, type the namespace"
        f" it is in ({receipt.namespace}):"
    )
    if sys.stdin.readline().strip() != receipt.namespace:
        raise InvalidInput(f"nothing was erased: that is not {receipt.namespace!r}")


def _verify(shell: Shell, word: str) -> None:
    with shell.memory() as memory:
        verified = memory.verify_erased(word)
    output.write(output.as_json(verified) if shell.is_json else _verified(verified))
    if not verified.is_gone:
        raise typer.Exit(1)


def _receipt(receipt: Receipt) -> str:
    tables = sorted(receipt.counts)
    rows = [(n, str(receipt.counts[n]), str(receipt.kept.get(n, ""))) for n in tables]
    done = "would be erased" if receipt.is_dry_run else "erased"
    lines = [_table(("table", done, "kept, needed elsewhere"), rows)]
    if receipt.id is None:
        lines.append("nothing is erased yet")
    else:
        lines.append(f"receipt {receipt.id}, {output.local(receipt.erased_at)}")
        lines.append(f"{receipt.tombstone_count} hashes stop a re-import")
        lines.append("still in backups, the log and dead rows: pgrecall erase --verify WORD says")
    return "\n".join(lines)


def _receipts(receipts: Sequence[Receipt]) -> str:
    if not receipts:
        return "nothing was erased in this namespace"
    names = ("erased", "by", "memories", "all rows", "hashes", "receipt", "reason")
    return _table(
        names,
        [
            (
                output.local(r.erased_at),
                r.selector,
                str(r.counts["memories"]),
                str(sum(r.counts.values())),
                str(r.tombstone_count),
                str(r.id),
                output.one_line(r.reason or ""),
            )
            for r in receipts
        ],
    )


def _verified(verified: Verified) -> str:
    scanned = {row.place: row.scanned_count or 0 for row in verified.looked}
    columns = sum(row.part is not None for row in verified.looked)
    lines = [
        f"looked at {len(scanned)} tables, {columns} columns, {sum(scanned.values())} rows:",
        *(f"  {place}: {count} rows" for place, count in scanned.items()),
    ]
    if verified.found:
        rows = [(row.place, row.part or "", str(row.found_count)) for row in verified.found]
        lines += ["", _table(("found in", "column", "rows"), rows)]
    else:
        lines += ["", "not found"]
    lines += ["", "not looked at:", *_unseen(verified.not_looked)]
    return "\n".join(lines)


def _unseen(rows: Sequence[Looked]) -> Iterator[str]:
    for row in rows:
        place = f"{row.place}.{row.part}" if row.part else row.place
        yield f"  {place}: {output.one_line(row.note)}"


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table: drawn on a terminal, plain columns elsewhere."""
    console = Console(file=sys.stdout, markup=False, highlight=False, emoji=False)
    drawn = Table(box=box.SIMPLE_HEAD if console.is_terminal else None, pad_edge=False)
    for name in names:
        drawn.add_column(name, overflow="fold")
    for row in rows:
        drawn.add_row(*row)
    if not console.is_terminal:
        console.width = 1000
    with console.capture() as captured:
        console.print(drawn)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
