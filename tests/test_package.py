"""The wheel holds all that is needed, and works where the source tree is not."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/pgrecall"
pytestmark = pytest.mark.slow

USE = """
import sys
from pathlib import Path
import pgrecall
assert Path(pgrecall.__file__).is_relative_to(sys.argv[1]), pgrecall.__file__
with pgrecall.Memory(data_dir=sys.argv[2], embedder="none") as mem:
    mem.store("The kiln is in the shed.")
    print(mem.recall("where is the kiln?")[0].content)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("pgrecall-*-py3-none-any.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, run_dir: Path) -> Path:
    """A Python with the wheel installed, and this one's packages for the rest."""
    place = run_dir / "installed"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True, timeout=60)
    (site,) = place.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # a path file would bring the editable install's along: the folder alone is appended
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return place / "bin" / "python"


def run(python: Path, *arguments: str) -> str:
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(python.parent)}
    done = subprocess.run(
        [python, *arguments], capture_output=True, text=True, timeout=60, cwd="/", env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    there = {
        f"pgrecall/{path.relative_to(SOURCE).as_posix()}"
        for path in SOURCE.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "pgrecall/py.typed" in there
    assert sum(name.endswith(".sql") for name in there) > 20
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    info = {name for name in packed if ".dist-info/" in name}
    assert packed - info == there
    ends = {name.partition(".dist-info/")[2] for name in info}
    assert ends >= {"METADATA", "RECORD", "entry_points.txt", "licenses/LICENSE", "licenses/NOTICE"}


def test_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.endswith("/METADATA")]
        said = Parser().parsestr(archive.read(name).decode())
    assert (said["Name"], said["License-Expression"]) == ("pgrecall", "Apache-2.0")
    assert said["Requires-Python"] == ">=3.11"
    assert str(said.get_payload()).startswith("# pgrecall")
    needed = [line for line in said.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert not any(line.startswith(("pydantic", "fastapi", "mcp", "torch")) for line in needed)


def test_wheel_remembers(python: Path, run_dir: Path) -> None:
    place, data = python.parent.parent, run_dir / "package-data"
    assert run(python, "-c", USE, str(place), str(data)) == "The kiln is in the shed.\n"


def test_wheel_has_the_command(python: Path, wheel: Path) -> None:
    version = wheel.name.split("-")[1]
    assert version in run(python, "-m", "pgrecall", "--version")


def test_source_archive_can_be_built_from(tmp_path: Path) -> None:
    """What is not tracked is left out, and what the tests need is in."""
    import tarfile

    command = [
        sys.executable,
        "-m",
        "build",
        "--sdist",
        "--no-isolation",
        "--outdir",
        str(tmp_path),
    ]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ("pyproject.toml", "Makefile", "LICENSE", "tests/conftest.py", "docs/verbs.md")
    assert names >= {*wanted, "tools/freeze.py", "src/pgrecall/sql/prelude.sql", ".ci/run"}
    assert not any(name.startswith((".venv", ".git/", "dist/")) for name in names)
