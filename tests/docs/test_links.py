"""Links within the project lead to a file, a folder or a heading that exists."""

import re
from pathlib import Path

import pytest

from tests.docs.documents import documents, name_of

EXTERNAL = ("http:", "https:", "mailto:")


def without_code(text: str) -> str:
    return re.sub(r"^ *```.*?^ *```|`[^`\n]*`", "", text, flags=re.M | re.S)


def links(path: Path) -> list[str]:
    found = re.findall(r"\]\(([^)\s]+)\)", without_code(path.read_text("utf-8")))
    return [link for link in found if not link.startswith(EXTERNAL)]


def anchors(path: Path) -> set[str]:
    """GitHub's anchors for the headings: lower case, no punctuation, dashes for spaces."""
    lines = re.findall(r"^#+ (.+)$", without_code(path.read_text("utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", line.casefold()).replace(" ", "-") for line in lines}


def is_broken(path: Path, link: str) -> bool:
    file, _, anchor = link.partition("#")
    target = path.parent / file if file else path
    return not target.exists() or (bool(anchor) and anchor not in anchors(target))


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_link_works(path: Path) -> None:
    assert [link for link in links(path) if is_broken(path, link)] == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Here we are!\n[a](#here-we-are) [b](#there) [c](gone.md) `[d](x)` [e](https://example.org)\n")
    assert links(page) == ["#here-we-are", "#there", "gone.md"]
    assert [link for link in links(page) if is_broken(page, link)] == ["#there", "gone.md"]
