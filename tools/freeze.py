"""Freeze migrations: once released, a migration never changes again.

`python tools/freeze.py` adds the hash of each migration to sql/migrations/frozen.txt, as the last
step before a release; with `--check` it says whether a frozen one was changed, and whether a
release (a date at the top of CHANGELOG.md) was made without freezing.
"""

import re
import sys
from pathlib import Path

from pgrecall import migrate

ROOT = Path(__file__).resolve().parent.parent
FROZEN = ROOT / "src/pgrecall/sql/migrations/frozen.txt"
HEAD = """\
# Migrations that were released, by their hash: databases have run them, so they never change.
# Written by `make freeze` before a release. To change a table, write a new migration.
"""


def frozen(text: str) -> dict[str, str]:
    """Return name -> hash of what the text of frozen.txt lists."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {name: digest for digest, name in lines}


def present() -> dict[str, str]:
    """Return name -> hash of the migrations there are."""
    return {f"{m.version:04}_{m.name}.sql": m.hash for m in migrate.migrations()}


def problems(listed: dict[str, str], there: dict[str, str], changelog: str) -> list[str]:
    """Return what is wrong, in sentences; empty when all is well."""
    found = [f"{name} was released and is gone" for name in listed if name not in there]
    found += [
        f"{name} was released and has changed: put it back and write a new migration"
        for name, digest in listed.items()
        if there.get(name, digest) != digest
    ]
    numbers = [int(name[:4]) for name in sorted(there)]
    if numbers != list(range(1, len(numbers) + 1)):
        found.append(f"migrations are numbered {numbers}, not one after the other from 1")
    if sorted(there)[: len(listed)] != sorted(listed) and not found:
        found.append("a migration was put in before one that was released")
    newest = re.search(r"^## (.+)$", changelog, flags=re.MULTILINE)
    if newest and re.search(r"\d{4}-\d\d-\d\d", newest[1]) and len(listed) < len(there):
        found.append(f"CHANGELOG.md dates {newest[1]!r}, but its migrations are not frozen")
    return found


def main() -> None:
    """Freeze, or check."""
    listed = frozen(FROZEN.read_text("utf-8") if FROZEN.exists() else HEAD)
    there = present()
    is_check = "--check" in sys.argv[1:]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8") if is_check else ""
    if found := problems(listed, there, changelog):
        sys.exit("\n".join(found) + "\n(make freeze lists what is released)")
    if not is_check:
        lines = [f"{digest}  {name}\n" for name, digest in sorted(there.items())]
        FROZEN.write_text(HEAD + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
