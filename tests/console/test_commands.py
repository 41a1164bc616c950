"""The one table of commands: whatever the table can offer has its row, its key, its place in menu and palette."""

from collections import Counter
from importlib import import_module
from typing import get_args

import msgspec

from companion.console.choose_move import move_offers
from companion.console.console_keys import CONSOLE_KEYS, ConsoleKey
from companion.console.fill_in import NEEDS
from companion.console.state import ConsoleState
from companion.play.prompts import prompt
from companion.rules.catalogue import BY_HAND, CATALOGUE, MENU, MenuEntry
from companion.rules.commands import AnyCommand
from companion.table.messages.setup import Usual
from companion.table.messages.views import MoveView, View
from companion.table.views.moves import move_views
from companion.table.views.new_game_choices import new_game_choices
from tests.table.positions import moments
from tests.table.sample_view import view_of

BOOKS = new_game_choices(Usual())
SHARED = {"h", "o", "D", "z", "Z"}  # by rows that are never meant at the same time


def test_every_command_of_the_rules_has_a_row() -> None:
    assert set(CATALOGUE) == set(get_args(AnyCommand))
    assert {row.menu for row in CATALOGUE.values()} | set(BY_HAND.values()) == set(MENU)


def test_every_row_has_a_key_of_its_own_or_shares_it_on_purpose() -> None:
    rows: tuple[MenuEntry | ConsoleKey, ...] = (*MENU.values(), *CONSOLE_KEYS)
    keys = Counter(row.key for row in rows)
    assert {key for key, count in keys.items() if count > 1} == SHARED
    assert all(row.key and not row.key.isdecimal() for row in rows), "digits belong to the buttons"
    assert len({row.id for row in rows}) == len(rows)


def test_every_row_says_what_it_is() -> None:
    assert [row.id for row in CONSOLE_KEYS if not row.label or not row.help.endswith(".")] == []
    assert [entry.id for entry in MENU.values() if not entry.name or not entry.help.endswith(".")] == []


def test_a_row_of_the_console_itself_opens_a_screen_that_there_is_or_does_something() -> None:
    for row in CONSOLE_KEYS:
        assert bool(row.screen) != (row.does is not None), row.id
        module, _, kind = row.screen.partition(":")
        assert not row.screen or hasattr(import_module(module), kind)


def states() -> list[ConsoleState]:
    """What a console would know at many moments of many games."""
    return [
        ConsoleState(is_live=True, books=BOOKS, view=_view(move_views(game), prompt(game).seat)) for game in moments()
    ]


def _view(moves: tuple[MoveView, ...], seat: int) -> View:
    return msgspec.structs.replace(view_of(), moves=moves, prompt_seat=seat)


def test_every_move_at_every_moment_is_reached_by_a_key_and_can_be_asked_for() -> None:
    seen = set[str]()
    for state in states():
        for move in state.moves:
            assert move.needs in NEEDS
            assert state.menu[move.menu].key
            seen.add(move.menu)
    assert seen == set(MENU)


def test_the_buttons_are_never_more_than_there_is_room_for_and_the_likeliest_comes_first() -> None:
    for state in states():
        for room in (6, 9):
            shown = move_offers(state, room)
            assert len(shown) <= room
            usual = [move for move in state.moves if not state.menu_entry(move).rare]
            assert not usual or usual[0] in shown[0].moves


def test_a_move_the_console_has_never_heard_of_is_offered_by_its_label() -> None:
    strange = MoveView("Fly", msgspec.Raw(b'{"type":"Fly"}'))
    assert [offer.label for offer in move_offers(ConsoleState(is_live=True, view=_view((strange,), -1)), 9)] == ["Fly"]
