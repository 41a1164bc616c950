"""Short names of spaces: short enough, never the same for two names, and made of the name itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.console.short_names import FEWEST, short_names
from companion.console.words import cells
from companion.table.messages.views import BoardPrint
from companion.table.views.game_view import board_print

ROOMS = range(FEWEST, 21)
ATLANTIC = board_print(shipped_board("atlantic-city"))
NAMES = st.lists(st.text("abcAB é'.-&本🎲 ", min_size=1, max_size=12).filter(str.strip), min_size=40, max_size=40)


def require_told_apart(board: BoardPrint, room: int, *, is_bare: bool) -> None:
    names = short_names(board, room, is_bare=is_bare)
    assert len(names) == len(board.spaces)
    assert max(map(cells, names)) <= room
    assert all(names), names
    pairs = set(zip(board.spaces, names, strict=True))
    assert len(pairs) == len({name for name, _ in pairs}) == len({short for _, short in pairs})


@pytest.mark.parametrize("key", SHIPPED)
@pytest.mark.parametrize("room", ROOMS)
def test_every_shipped_board_has_short_names(key: str, room: int) -> None:
    board = board_print(shipped_board(key))
    require_told_apart(board, room, is_bare=False)
    require_told_apart(board, room, is_bare=True)


@given(NAMES, st.sampled_from(ROOMS), st.booleans())
def test_any_board_of_a_household_has_them(names: list[str], room: int, is_bare: bool) -> None:
    own = replace(ATLANTIC, spaces=tuple(" ".join(name.split()) for name in names), deeds=())
    require_told_apart(own, room, is_bare=is_bare)


@pytest.mark.parametrize(
    ("key", "space", "short"),
    [
        ("atlantic-city", 1, ("Mediterranean", "Mediterr", "Medit")),
        ("atlantic-city", 15, ("Penn. Railroad", "Penn.Rai", "PenRa")),
        ("atlantic-city", 34, ("Penn. Avenue", "Penn.Ave", "PenAv")),
        ("atlantic-city", 16, ("St. James", "James", "James")),
        ("atlantic-city", 25, ("B. & O.", "B. & O.", "B&O")),
        ("london", 25, ("Fenchurch", "Fenchurc", "Fench")),
        ("london", 6, ("The Angel", "TheAngel", "TheAn")),
        ("germany", 35, ("Hauptbahnhof", "Hauptbah", "Hauba")),
        ("germany", 32, ("Hauptstraße", "Hauptstr", "Haust")),
        ("france", 9, ("République", "Républiq", "Répub")),
        ("france", 12, ("Électricité", "Électric", "Élect")),
        ("france", 37, ("Champs-Élysées", "ChampsÉl", "Champ")),
    ],
)
def test_a_deed_can_still_be_recognised(key: str, space: int, short: tuple[str, ...]) -> None:
    board = board_print(shipped_board(key))
    assert tuple(short_names(board, room, is_bare=True)[space] for room in (14, 8, 5)) == short


def test_where_there_is_room_names_are_whole() -> None:
    assert short_names(ATLANTIC, 20)[39] == "Boardwalk"
    assert short_names(ATLANTIC, 20)[21] == "Kentucky Avenue"
    assert short_names(ATLANTIC, 8)[21] == "Kentucky"


def test_spaces_without_a_deed() -> None:
    assert [short_names(ATLANTIC, 5)[at] for at in (2, 20, 30)] == ["Chest", "Free", "→Jail"]
    assert [short_names(ATLANTIC, 8)[at] for at in (2, 20, 30)] == ["Chest", "Parking", "→Jail"]
