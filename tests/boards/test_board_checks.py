"""A board that comes from a journal or over a socket may say anything: no wrong one reaches a game."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.rules.board import Board, Kind
from companion.rules.board_checks import WrongBoard, board_problems, check_board
from companion.rules.cards import Deck, Does
from companion.rules.deeds import Group

LONDON = shipped_board("london")


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_board_is_right(key: str) -> None:
    check_board(shipped_board(key))


def with_space(at: int, **changes: object) -> Board:
    spaces = list(LONDON.spaces)
    spaces[at] = replace(spaces[at], **changes)
    return replace(LONDON, spaces=tuple(spaces))


def with_deed(at: int, **changes: object) -> Board:
    deeds = list(LONDON.deeds)
    deeds[at] = replace(deeds[at], **changes)
    return replace(LONDON, deeds=tuple(deeds))


def with_card(at: int, **changes: object) -> Board:
    chance = list(LONDON.chance)
    chance[at] = replace(chance[at], **changes)
    return replace(LONDON, chance=tuple(chance))


RING = "this does not fit the ring of forty spaces"


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (replace(LONDON, key="../../etc/passwd"), "key: expected at most 40 small letters, digits and hyphens"),
        (replace(LONDON, key=""), "key: expected at most 40 small letters, digits and hyphens"),
        (replace(LONDON, key="-"), "key: expected at most 40 small letters, digits and hyphens"),
        (replace(LONDON, key="x" * 41), "key: expected at most 40 small letters, digits and hyphens"),
        (replace(LONDON, spaces=LONDON.spaces[:39]), f"spaces: {RING}"),
        (replace(LONDON, spaces=()), f"spaces: {RING}"),
        (replace(LONDON, deeds=LONDON.deeds[1:]), f"spaces: {RING}"),
        (replace(LONDON, groups=LONDON.groups * 2), f"spaces: {RING}"),
        (replace(LONDON, spaces=LONDON.spaces[::-1]), f"spaces: {RING}"),
        (with_space(0, kind=Kind.JAIL), f"spaces: {RING}"),
        (with_space(1, deed=1), f"spaces: {RING}"),
        (with_space(7, deck=Deck.CHEST), f"spaces: {RING}"),
        (with_space(7, deck=None), f"spaces: {RING}"),
        (with_space(3, id=1), f"spaces: {RING}"),
        (replace(LONDON, deeds=LONDON.deeds[::-1]), f"spaces.1: {RING}"),
        (with_deed(0, id=3), f"spaces.1: {RING}"),
        (with_deed(0, space=3), f"spaces.1: {RING}"),
        (with_deed(0, name="Mayfair"), f"spaces.1: {RING}"),
        (with_deed(1, group=Group.RED), f"spaces.3: {RING}"),
        (with_deed(1, sisters=(0, 1, 2)), f"spaces.3: {RING}"),
        (with_deed(1, is_street=False), f"spaces.3: {RING}"),
        (with_deed(2, is_railroad=False), f"spaces.5: {RING}"),
        (with_deed(7, is_utility=False), f"spaces.12: {RING}"),
        (with_deed(2, house_cost=50), "spaces.5: expected no houses and no rents of its own: only streets have them"),
        (with_deed(2, rents=(25,)), "spaces.5: expected no houses and no rents of its own: only streets have them"),
        (with_card(0, amount=5), "chance.advance-go: expected nothing but advance on this card"),
        (with_card(6, nearest=Group.RAILROAD), "chance.bank-dividend: expected nothing but collect on this card"),
        (with_card(3, nearest=Group.RED), 'chance.nearest-utility.nearest: expected "railroad" or "utility"'),
        (with_card(3, nearest=None), 'chance.nearest-utility.nearest: expected "railroad" or "utility"'),
        (with_card(1, target=99), "chance.illinois.advance: expected the name or the number of a space"),
        (with_card(1, id="advance-go"), "chance.advance-go: expected the same as on chance.advance-go, "
         "or another name for one of the two cards"),
        (replace(LONDON, chance=LONDON.chance[5:] + LONDON.chance[:5]),
         "chance: expected cards of one name next to each other"),
        (with_card(0, id="\x1b[2J"), "chance.'\\x1b[2J': expected a card called by at most 40 small letters, "
         "digits and hyphens"),
        (with_card(0, id="x" * 1000), f"chance.{'x' * 73}: expected a card called by at most 40 small letters, "
         "digits and hyphens"),
        (replace(LONDON, chance=()), "chance: expected 16 cards, and found 0"),
        (with_space(0, name="\ud800"), "spaces.0.name: expected letters, digits and signs that can be printed on one "
         "line"),
        (with_space(0, name="De\u0301part"),
         "spaces.0.name: expected accents joined to their letters (the Unicode form NFC)"),
    ],
)  # fmt: skip
def test_a_wrong_board_is_refused(board: Board, told: str) -> None:
    with pytest.raises(WrongBoard) as refused:
        check_board(board)
    assert str(refused.value) == told


def test_cards_that_lead_in_a_circle_through_both_decks() -> None:
    """From Chance 22 to Chest 2 and from there to Chance 22: nobody knows when a move would end."""
    chance = tuple(replace(card, amount=20) if card.does is Does.BACK else card for card in LONDON.chance)
    there = replace(LONDON, chance=chance)
    assert list(board_problems(there)) == [], "so far it leads only there"
    back = replace(chance[next(at for at, card in enumerate(chance) if card.does is Does.BACK)], task=17)
    chest = tuple(back if card.task == 17 else card for card in LONDON.chest)
    told = [".".join(problem.at) for problem in board_problems(replace(there, chest=chest))]
    assert told == ["chest.back-three"]


VALUES: st.SearchStrategy[object] = st.sampled_from(
    [-1, 0, 3, 10**18, "", "x", "\x1b[2J", "x" * 10_000, True, None, [], [1, 2], {}, "GO"]
)


@given(st.sampled_from(SHIPPED), st.lists(st.tuples(st.integers(0, 10**6), VALUES), min_size=1, max_size=3))
def test_any_json_is_a_right_board_or_is_refused(key: str, changes: list[tuple[int, object]]) -> None:
    """Values anywhere inside are exchanged."""
    built = msgspec.json.decode(msgspec.json.encode(shipped_board(key)))
    for number, value in changes:
        places = list(_places(built))
        holder, at = places[number % len(places)]
        holder[at] = value
    try:
        board = msgspec.json.decode(msgspec.json.encode(built), type=Board)
    except msgspec.ValidationError:
        return
    problems = list(board_problems(board))
    assert all(problem.why and problem.at for problem in problems)
    if not problems:
        assert board.jail_free(Deck.CHANCE) >= 0
        assert sorted(board.task(Deck.CHEST, number) for number in range(3, 19)) == list(range(16))
        assert all(len(board.deed_naming.find(deed.name)) == 1 for deed in board.deeds)


def _places(built: Any) -> Iterator[tuple[Any, Any]]:
    for at in built if isinstance(built, dict) else range(len(built)):
        yield built, at
        if isinstance(built[at], dict | list):
            yield from _places(built[at])
