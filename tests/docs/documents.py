"""The documents that people read: what is fenced in them, their links and their tables."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
NOT_OURS = {".venv", ".git", "node_modules", "build", "mutants"}


class Block(NamedTuple):
    """Text between two fences."""

    document: str
    language: str
    text: str


def documents() -> list[Path]:
    """Every Markdown file of the project."""
    found = ROOT.rglob("*.md")
    return sorted(path for path in found if not NOT_OURS & set(path.relative_to(ROOT).parts))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path) -> Iterator[Block]:
    """Fences may stand in a list, further to the right."""
    fenced = re.findall(r"^( *)```(\w+)\n(.*?)^\1```", path.read_text("utf-8"), re.M | re.S)
    for indent, language, text in fenced:
        yield Block(name_of(path), language, re.sub(f"^{indent}", "", text, flags=re.M))


def section(path: Path, heading: str) -> str:
    """What stands under a heading, until the next of its kind."""
    level = heading.split(" ")[0]
    _, found, rest = path.read_text("utf-8").partition(f"\n{heading}\n")
    assert found, f"{name_of(path)} has no heading {heading!r}"
    return re.split(rf"^{level} ", rest, maxsplit=1, flags=re.M)[0]


def rows(text: str) -> list[tuple[str, ...]]:
    """Of the first table in a text, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]
