"""Reads the project's Markdown files: their fenced blocks, sections and tables."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
NOT_OURS = {".venv", ".git", "node_modules", "build", "mutants"}


class FencedBlock(NamedTuple):
    document: str
    language: str
    text: str


def documents() -> list[Path]:
    """Every Markdown file of the project."""
    found = ROOT.rglob("*.md")
    return sorted(path for path in found if not NOT_OURS & set(path.relative_to(ROOT).parts))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def fenced_blocks(path: Path) -> Iterator[FencedBlock]:
    """Also those that are indented in a list."""
    fenced = re.findall(r"^( *)```(\w+)\n(.*?)^\1```", path.read_text("utf-8"), re.M | re.S)
    for indent, language, text in fenced:
        yield FencedBlock(name_of(path), language, re.sub(f"^{indent}", "", text, flags=re.M))


def section(path: Path, heading: str) -> str:
    """The text under a heading, up to the next heading of the same level."""
    level = heading.split(" ")[0]
    _, found, rest = path.read_text("utf-8").partition(f"\n{heading}\n")
    assert found, f"{name_of(path)} has no heading {heading!r}"
    return re.split(rf"^{level} ", rest, maxsplit=1, flags=re.M)[0]


def table_rows(text: str) -> list[tuple[str, ...]]:
    """The rows of the only table in a text, without its header."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]
