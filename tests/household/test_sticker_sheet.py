"""Sheets of stickers: what is printed can be read again, fits its place, and says where it leads."""

import re
import zlib

import pytest

from companion.boards import shipped_board
from companion.cli.stickers import sticker_pages
from companion.household.sticker_sheet import CODE, PAPERS, NotInPdf, Sticker, StickerPage, pdf_sheets, svg_sheet
from companion.rules.deeds import DEED_SPACES
from companion.table.views.game_view import board_print
from tests.qr_code import read_code

ADDRESS = "http://companion.local:8080"
WAYS_OUT = {"chance": "the Chance card to leave Jail", "key": "a key to leave Jail"}
PAGES = sticker_pages(board_print(shipped_board("london")), WAYS_OUT, ADDRESS)
HELD = [*(f"{ADDRESS}/deed/{space}" for space in DEED_SPACES)]
CARDS = [*(f"{ADDRESS}/player/{seat}" for seat in range(1, 9)), f"{ADDRESS}/jail/chance", f"{ADDRESS}/jail/key"]


def svg_codes(svg: str) -> list[str]:
    return [_read(re.findall(r"M(\d+) (\d+)h(\d+)v", path)) for path in re.findall(r'<path [^>]*d="([^"]+)"', svg)]


def pdf_pages(pdf: bytes) -> list[str]:
    """What is drawn on each page."""
    return [zlib.decompress(found).decode() for found in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)]


def pdf_codes(page: str) -> list[str]:
    codes = re.findall(r"^0 0 0 rg q [^q]+ cm (.*) f Q$", page, re.MULTILINE)
    return [_read(re.findall(r"(\d+) (\d+) (\d+) 1 re", code)) for code in codes]


def _read(runs: list[tuple[str, str, str]]) -> str:
    size = max(int(row) for _, row, _ in runs) + 1
    rows = [[0] * size for _ in range(size)]
    for column, row, count in runs:
        for at in range(int(column), int(column) + int(count)):
            rows[int(row)][at] = 1
    return read_code(rows)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_code_on_paper_holds_its_own_page(paper: str) -> None:
    assert [svg_codes(svg_sheet(page, paper)) for page in PAGES] == [HELD, CARDS]
    assert [pdf_codes(page) for page in pdf_pages(pdf_sheets(PAGES, paper))] == [HELD, CARDS]


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_stays_on_the_paper_and_in_its_place(paper: str) -> None:
    """Also the longest name; 18 mm are the least a phone should be given."""
    width, height = PAPERS[paper]
    long = StickerPage("Deeds", tuple(Sticker(f"{ADDRESS}/deed/39", "W" * 40, "W" * 60, "#000000") for _ in range(28)))
    for x, y, size, text in re.findall(r'<text x="(.+?)" y="(.+?)".*?font-size="(.+?)">(.+?)<', svg_sheet(long, paper)):
        half = 0.95 * len(text) * float(size) / 2 if text.startswith("W") else 0
        assert (half < width / 8, float(x) + half < width, float(y) < height - 10) == (True, True, True), text
    assert CODE >= 18


def test_the_names_are_those_of_the_board() -> None:
    svg = svg_sheet(PAGES[0], "a4")
    assert "Old Kent Road" in svg
    assert "Deeds: London" in svg
    assert "companion stickers" in svg, "how to print again"
    assert b"Old Kent Road".hex() in pdf_pages(pdf_sheets(PAGES, "a4"))[0]
    assert "Key" in (cards := svg_sheet(PAGES[1], "a4"))
    assert "to leave Jail" in cards


def test_a_pdf_says_which_letters_it_does_not_have() -> None:
    pdf_sheets([StickerPage("Châtelet, Straße", ())], "a4")
    with pytest.raises(NotInPdf, match="Площадь"):
        pdf_sheets([StickerPage("", (Sticker(ADDRESS, "Площадь"),))], "a4")
    assert "Площадь" in svg_sheet(StickerPage("", (Sticker(ADDRESS, "Площадь"),)), "a4")
