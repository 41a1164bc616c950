"""The pictures in the documents show the console as it is. If you changed it on purpose, run `make pictures`."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.documents import ROOT, documents
from tests.docs.pictures import CONSOLE_PICTURES, PICTURES, ConsolePicture, lines_of_text, take, use_utc
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # short, as the path of a socket must be


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    before = os.environ.get("TZ")
    use_utc()
    yield
    os.environ.pop("TZ")
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.parametrize("picture", CONSOLE_PICTURES, ids=lambda picture: picture.name)
@in_loop
async def test_a_picture_shows_what_the_console_shows(tmp_path: Path, picture: ConsolePicture) -> None:
    saved = (PICTURES / f"{picture.name}.svg").read_text("utf-8")
    now = await take(picture, tmp_path)
    assert lines_of_text(now) == lines_of_text(saved), "if this is on purpose, run `make pictures`"


def test_text_is_read_from_a_picture() -> None:
    lines = lines_of_text((PICTURES / "debt.svg").read_text("utf-8"))
    assert "Ben owes Ann $600 for Boardwalk. Ben has $95: short by $505." in lines
    assert len(lines) > 15


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.name)
def test_a_picture_fetches_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"url\((?!#)|@import|<script|<image|href=", text)


def test_every_picture_is_shown_somewhere() -> None:
    shown = {name for path in documents() for name in re.findall(r"pictures/([\w/-]+\.\w+)", path.read_text("utf-8"))}
    saved = {str(path.relative_to(PICTURES)) for path in PICTURES.rglob("*.*")}
    assert {f"{picture.name}.svg" for picture in CONSOLE_PICTURES} <= saved
    assert sorted(saved - shown) == []


def test_the_folder_is_where_documents_look_for_it() -> None:
    assert PICTURES == ROOT / "docs" / "pictures"
