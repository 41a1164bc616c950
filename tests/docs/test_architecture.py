"""What the architecture tells of packages and imports is what there is."""

import re
from pathlib import Path

import pytest

from tests.docs.documents import ROOT, rows, section
from tests.test_imports import CONTRACTS

PAGE = ROOT / "docs" / "architecture.md"
IMPORTS = rows(section(PAGE, "## Who may import whom"))
FOLDERS = rows(section(PAGE, "## Where to find what"))


def named(cell: str) -> set[str]:
    return set(re.findall(r"`([\w.]+)`", cell)) - {"random"}


@pytest.mark.parametrize("row", IMPORTS, ids=lambda row: row[0])
def test_a_package_imports_what_the_page_says(row: tuple[str, str, str]) -> None:
    (package,) = named(row[0])
    contract, codec = CONTRACTS[package], "its codec" in row[1]
    ours = CONTRACTS["companion.journal.codec"].ours if codec else contract.ours
    assert named(row[1]) == ours - {package}
    assert named(row[2]) == contract.outside


def test_every_package_is_told() -> None:
    packages = {f"companion/{path.parent.name}" for path in (ROOT / "companion").glob("*/__init__.py")}
    told = {row[0].strip("`") for row in FOLDERS}
    assert packages <= told, "docs/architecture.md, Where to find what"
    assert all((ROOT / folder).is_dir() for folder in told)


def modules(readme: Path) -> set[str]:
    """Of a package, as the table in its README names them in the first column; functions are something else."""
    cells = re.findall(r"^\| ((?:`[a-z0-9_]+/?` ?)+)\|", readme.read_text("utf-8"), re.M)
    return {name for cell in cells for name in re.findall(r"`([a-z0-9_]+)/?`", cell)}


@pytest.mark.parametrize("readme", sorted(ROOT.glob("companion/*/README.md")), ids=lambda path: path.parent.name)
def test_the_modules_that_a_package_names_are_there(readme: Path) -> None:
    there = {path.stem for path in readme.parent.glob("*")}
    assert sorted(modules(readme) - there) == []


def test_some_packages_name_their_modules() -> None:
    assert len(set.union(*(modules(path) for path in ROOT.glob("companion/*/README.md")))) > 40


@pytest.mark.parametrize("row", FOLDERS, ids=lambda row: row[0])
def test_the_file_to_begin_with_is_there(row: tuple[str, str, str]) -> None:
    for name in re.findall(r"`([\w./]+\.py)`", row[2]):
        assert (ROOT / row[0].strip("`") / name).is_file(), name
