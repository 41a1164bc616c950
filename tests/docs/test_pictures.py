"""The pictures in the documents show the console as it is. After it was changed on purpose, `make pictures`."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.documents import ROOT, documents
from tests.docs.pictures import PICTURES, SCENES, Scene, same_clock_everywhere, taken, words_in
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # short, as the path of a socket must be


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    before = os.environ.get("TZ")
    same_clock_everywhere()
    yield
    os.environ.pop("TZ")
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@in_loop
async def test_a_picture_shows_what_the_console_shows(tmp_path: Path, scene: Scene) -> None:
    kept = (PICTURES / f"{scene.name}.svg").read_text("utf-8")
    now = await taken(scene, tmp_path)
    assert words_in(now) == words_in(kept), "`make pictures` takes it anew, if that is meant"


def test_words_are_read_from_a_picture() -> None:
    words = words_in((PICTURES / "debt.svg").read_text("utf-8"))
    assert "Ben owes Ann 600 for Boardwalk. Ben has 95: short by 505." in words
    assert len(words) > 15


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.name)
def test_a_picture_needs_nothing_else(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"url\((?!#)|@import|<script|<image|href=", text)


def test_every_picture_is_shown_somewhere() -> None:
    shown = {name for path in documents() for name in re.findall(r"pictures/([\w/-]+\.\w+)", path.read_text("utf-8"))}
    kept = {str(path.relative_to(PICTURES)) for path in PICTURES.rglob("*.*")}
    assert {f"{scene.name}.svg" for scene in SCENES} <= kept
    assert sorted(kept - shown) == []


def test_the_folder_is_where_documents_look_for_it() -> None:
    assert PICTURES == ROOT / "docs" / "pictures"
