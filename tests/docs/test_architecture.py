"""docs/architecture.md and the packages' READMEs name the packages, modules and imports that exist."""

import re
from pathlib import Path

import pytest

from tests.docs.documents import ROOT, section, table_rows
from tests.test_imports import CONTRACTS

PAGE = ROOT / "docs" / "architecture.md"
IMPORTS = table_rows(section(PAGE, "## Who may import whom"))
FOLDERS = table_rows(section(PAGE, "## Where to find what"))
READMES = sorted(ROOT.glob("companion/*/README.md"))
CODEC = "companion.journal.codec"  # its row is the journal's


def packages_in(cell: str) -> set[str]:
    return set(re.findall(r"`([\w.]+)`", cell)) - {"random"}


@pytest.mark.parametrize("row", IMPORTS, ids=lambda row: row[0])
def test_a_package_imports_what_the_page_says(row: tuple[str, str, str]) -> None:
    (package,) = packages_in(row[0])
    contract = CONTRACTS[package]
    ours = CONTRACTS[CODEC].ours if "its codec" in row[1] else contract.ours
    assert packages_in(row[1]) == ours - {package}
    assert packages_in(row[2]) == contract.outside


def test_every_contract_has_a_row() -> None:
    contracts = {package for package in CONTRACTS if not package.startswith("tests.")} - {"companion", CODEC}
    assert set.union(*(packages_in(row[0]) for row in IMPORTS)) == contracts


def test_every_package_has_a_row() -> None:
    packages = {f"companion/{path.parent.name}" for path in (ROOT / "companion").glob("*/__init__.py")}
    named = {row[0].strip("`") for row in FOLDERS}
    assert packages <= named, "docs/architecture.md, Where to find what"
    assert all((ROOT / folder).is_dir() for folder in named)


def modules_named_in(readme: Path) -> set[str]:
    """The modules in the first column of a README's table. Functions there have parentheses or capitals."""
    cells = re.findall(r"^\| ((?:`[a-z0-9_]+/?` ?)+)\|", readme.read_text("utf-8"), re.M)
    return {name for cell in cells for name in re.findall(r"`([a-z0-9_]+)/?`", cell)}


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.parent.name)
def test_the_modules_in_a_readme_exist(readme: Path) -> None:
    existing = {path.stem for path in readme.parent.glob("*")}
    assert sorted(modules_named_in(readme) - existing) == []


def test_readmes_name_modules() -> None:
    assert len(set.union(*map(modules_named_in, READMES))) > 40


@pytest.mark.parametrize("row", FOLDERS, ids=lambda row: row[0])
def test_the_file_to_start_with_exists(row: tuple[str, str, str]) -> None:
    for name in re.findall(r"`([\w./]+\.py)`", row[2]):
        assert (ROOT / row[0].strip("`") / name).is_file(), name
