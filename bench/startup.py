"""How long a newcomer waits: importing, opening, the first recall; each in a process of its own.

    python bench/startup.py [--runs 5] [--json FILE]

Prints a Markdown table. Figures are milliseconds, the median and the worst of the runs; the floor
is what this machine needs to start Python and to import psycopg, measured in the same run.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.progress import track

from pgrecall import embedded

IMPORT = "import {module}"
OPEN = """
import time
from pgrecall import Memory
began = time.perf_counter()
mem = Memory(data_dir={folder!r}, embedder={embedder!r})
opened = time.perf_counter()
mem.recall("where did we put the spare key?")
first = time.perf_counter()
mem.recall("who wanted to know about the key?")
second = time.perf_counter()
mem.close()
print(opened - began, first - opened, second - first, time.perf_counter() - second)
"""
GOALS = {
    "import pgrecall": 300,
    "Memory(), server running": 500,
    "Memory(), server stopped": None,
    "Memory(), nothing there yet (initdb)": 10_000,
    "first recall (the embedder loads)": 2_000,
    "second recall": None,
    "close, last one out": None,
}


def wall(script: str) -> float:
    """Return the seconds a fresh interpreter takes for a script, its own start included."""
    clock = f"import time; t = time.perf_counter(); {script}; print(time.perf_counter() - t)"
    return run(clock)[0]


def run(script: str) -> list[float]:
    """Return the numbers a script prints in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return [float(word) for word in done.stdout.split()]


def measure(runs: int) -> dict[str, list[float]]:
    """Return seconds per figure, one per run."""
    taken: dict[str, list[float]] = {"import psycopg (floor)": [], **{name: [] for name in GOALS}}
    base = Path(tempfile.mkdtemp(prefix="pgrecall-bench-"))
    base.chmod(0o755)
    try:
        for number in track(range(runs), description="starting", transient=True):
            folder = str(base / str(number))
            taken["import psycopg (floor)"].append(wall(IMPORT.format(module="psycopg")))
            taken["import pgrecall"].append(wall(IMPORT.format(module="pgrecall")))
            script = OPEN.format(folder=folder, embedder="local")
            opened, _, _, closed = run(script)
            taken["Memory(), nothing there yet (initdb)"].append(opened)
            taken["close, last one out"].append(closed)
            taken["Memory(), server stopped"].append(run(script)[0])
            with embedded.start(folder):
                opened, first, second, _ = run(script)
            taken["Memory(), server running"].append(opened)
            taken["first recall (the embedder loads)"].append(first)
            taken["second recall"].append(second)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return taken


def table(taken: dict[str, list[float]]) -> str:
    """Return the figures as Markdown."""
    lines = ["| what | median ms | worst ms | goal ms |", "|---|---|---|---|"]
    for name, seconds in taken.items():
        goal = GOALS.get(name)
        median, worst = statistics.median(seconds) * 1000, max(seconds) * 1000
        lines.append(f"| {name} | {median:.0f} | {worst:.0f} | {goal or ''} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    taken = measure(options.runs)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"{options.runs} runs; {machine}\n\n{table(taken)}")
    if options.json:
        options.json.write_text(json.dumps({"machine": machine, "seconds": taken}, indent=2))


if __name__ == "__main__":
    main()
