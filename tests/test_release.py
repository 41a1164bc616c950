"""A release: the source archive has every file, the wheel has what a household needs, and what it installs runs."""

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

import companion

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NAME = f"table_companion-{companion.__version__}"
SHARED = f"{NAME}.data/data/share/table-companion"
BUILD_SDIST = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def tracked() -> set[str]:
    """Every file of this tree that belongs to it, and is there."""
    git = ("git", "-c", "safe.directory=*")  # a clone may be another user's
    listed = run(*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    return {name for name in listed.split("\0") if name and (ROOT / name).is_file()}


class Release(NamedTuple):
    folder: Path
    files: set[str]  # of the tree it was made from
    sdist: set[str]
    wheel: set[str]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Made from a copy, since building leaves things behind. The wheel is made from what is in the source archive."""
    if not (ROOT / ".git").exists():
        pytest.skip("by design: only git knows which files belong to the tree")
    folder, files = tmp_path_factory.mktemp("release"), tracked()
    for name in files:
        copy = folder / "tree" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy)
    run(sys.executable, "-c", BUILD_SDIST, folder, cwd=folder / "tree")
    with tarfile.open(folder / f"{NAME}.tar.gz") as archive:
        sdist = {member.name.removeprefix(f"{NAME}/") for member in archive.getmembers() if member.isfile()}
        archive.extractall(folder, filter="data")
    pip = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    run(*pip, "--wheel-dir", folder, folder / NAME, cwd=folder)
    with zipfile.ZipFile(folder / f"{NAME}-py3-none-any.whl") as archive:
        wheel = set(archive.namelist())
    return Release(folder, files, sdist, wheel)


def test_the_source_archive_has_every_file_of_the_tree(release: Release) -> None:
    assert release.files - release.sdist == set()
    made = {"PKG-INFO", "setup.cfg"}
    more = {name for name in release.sdist - release.files - made if not name.startswith("table_companion.egg-info/")}
    assert more == set(), "and no others"


def test_the_wheel_has_the_whole_program(release: Release) -> None:
    program = {name for name in release.files if name.startswith(("companion/", "hardware/"))}
    assert {name for name in program - release.wheel if not name.endswith("README.md")} == set()
    assert [name for name in release.wheel if name.startswith("tests/")] == []


def test_the_wheel_has_documents_units_firmware_and_settings(release: Release) -> None:
    folders = ("docs/", "systemd/", "firmware_notes/")
    wanted = {name for name in release.files if name.startswith(folders) or re.fullmatch(r"[A-Z]+\.md", name)}
    assert {"docs/guide.md", "systemd/install/units.sh", "firmware_notes/companion.toml", "CHANGELOG.md"} <= wanted
    assert {name for name in wanted if f"{SHARED}/{name}" not in release.wheel} == set()


def test_what_the_wheel_installs_runs(release: Release, tmp_path: Path) -> None:
    """In an environment of its own, which borrows only the packages of others."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv", cwd=tmp_path)
    python, installed = tmp_path / "venv/bin/python", tmp_path / "venv/bin/companion"
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(python), "install", "--no-deps", "--no-index"]
    run(*pip, release.folder / f"{NAME}-py3-none-any.whl", cwd=tmp_path)
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip())
    (own / "borrowed.pth").write_text(f"{sysconfig.get_path('platlib')}\n")
    where = run(python, "-c", "import companion; print(companion.__file__)", cwd=tmp_path)
    assert Path(where.strip()).parent == own / "companion"
    assert run(installed, "--version", cwd=tmp_path) == f"companion {companion.__version__}\n"
    assert "classic" in run(installed, "rules", cwd=tmp_path)
    assert "france " in run(installed, "board", "list", "--data", tmp_path, cwd=tmp_path)
    assert re.search(r"games +2\n", run(installed, "simulate", "--games", "2", cwd=tmp_path))
    shared = tmp_path / "venv/share/table-companion"
    assert (shared / "firmware_notes/companion.toml").read_bytes() == (
        ROOT / "firmware_notes/companion.toml"
    ).read_bytes()


# Versions


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == companion.__version__
    headings = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    released = [version for version, day in headings if day]
    assert released[0] == companion.__version__


def wishes() -> list[str]:
    groups = PROJECT["build-system"]["requires"], PROJECT["project"]["dependencies"]
    optional = PROJECT["project"]["optional-dependencies"].values()
    every = {wish for group in (*groups, *optional) for wish in group}
    return sorted(wish for wish in every if not wish.startswith("table-companion"))


# They are compiled on a Pi, or come from its own archive.
NOT_LOCKED = ("spidev", "RPi.GPIO", "lgpio")


@pytest.mark.parametrize("wish", wishes())
def test_a_dependency_has_a_range_and_its_lock_is_within_it(wish: str) -> None:
    found = re.fullmatch(r"([\w.-]+)>=([\w.]+),<([\w.]+)(?:;.*)?", wish)
    assert found, "it is a range"
    name, least, below = found.groups()
    pinned = re.compile(rf"^{re.escape(name)}==([\w.]+)", re.MULTILINE | re.IGNORECASE)
    locked = {pin for lock in ROOT.glob("requirements*.txt") for pin in pinned.findall(lock.read_text("utf-8"))}
    assert len(locked) == (0 if name in NOT_LOCKED else 1), locked
    assert all(numbers(least) <= numbers(pin) < numbers(below) for pin in locked), locked


def numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def test_every_dependency_says_why_it_is_there() -> None:
    lines = (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    named = [at for at, line in enumerate(lines) if re.match(r'    "[\w.-]+>=', line)]
    assert len(named) >= 17
    assert [lines[at] for at in named if not lines[at - 1].lstrip().startswith("#")] == []


def test_a_commit_is_checked_by_what_make_check_runs() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"^ +entry: (.*)$", config, re.MULTILINE) == ["make check"]
    assert re.findall(r"repo: (.*)$", config, re.MULTILINE) == ["local"], "it downloads nothing"
