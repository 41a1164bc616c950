"""The console's keys and the menu of moves: everything has a key, a label and help."""

from collections import Counter
from importlib import import_module
from typing import get_args

import msgspec

from companion.console.choose_move import move_offers
from companion.console.console_keys import CONSOLE_KEYS, ConsoleKey
from companion.console.fill_in import NEEDS
from companion.console.state import ConsoleState
from companion.play.whose_turn import prompt
from companion.rules.catalogue import BY_HAND, CATALOGUE, MENU, MenuEntry
from companion.rules.commands import AnyCommand
from companion.table.messages.setup import Usual
from companion.table.messages.views import MoveView, View
from companion.table.views.moves import move_views
from companion.table.views.new_game_choices import new_game_choices
from tests.kit import ATLANTIC
from tests.table.positions import moments
from tests.table.sample_view import view_of

SETUP = new_game_choices(Usual(), ATLANTIC)
SHARED = {"h", "o", "C", "D", "z", "Z"}  # by keys that are never possible at the same time


def test_every_command_of_the_rules_is_in_the_menu() -> None:
    assert set(CATALOGUE) == set(get_args(AnyCommand))
    assert {row.menu for row in CATALOGUE.values()} | set(BY_HAND.values()) | {"task"} == set(MENU)


def test_every_key_is_unique_or_shared_on_purpose() -> None:
    rows: tuple[MenuEntry | ConsoleKey, ...] = (*MENU.values(), *CONSOLE_KEYS)
    keys = Counter(row.key for row in rows)
    assert {key for key, count in keys.items() if count > 1} == SHARED
    assert all(row.key and not row.key.isdecimal() for row in rows), "digits belong to the buttons"
    assert len({row.id for row in rows}) == len(rows)


def test_every_key_has_a_label_and_help() -> None:
    assert [row.id for row in CONSOLE_KEYS if not row.label or not row.help.endswith(".")] == []
    assert [entry.id for entry in MENU.values() if not entry.name or not entry.help.endswith(".")] == []


def test_every_console_key_opens_an_existing_screen_or_does_something() -> None:
    for row in CONSOLE_KEYS:
        assert bool(row.screen) != (row.does is not None), row.id
        module, _, kind = row.screen.partition(":")
        assert not row.screen or hasattr(import_module(f"companion.console.screens.{module}"), kind)


def states() -> list[ConsoleState]:
    """What a console would know at many moments of many games."""
    return [
        ConsoleState(is_live=True, setup=SETUP, view=_view(move_views(game), prompt(game).seat)) for game in moments()
    ]


def _view(moves: tuple[MoveView, ...], seat: int) -> View:
    return msgspec.structs.replace(view_of(), moves=moves, prompt_seat=seat)


def test_every_move_has_a_key_and_its_needs_can_be_asked_for() -> None:
    seen = set[str]()
    for state in states():
        for move in state.moves:
            assert move.needs in NEEDS
            assert state.menu[move.menu].key
            seen.add(move.menu)
    assert seen == set(MENU)


def test_buttons_fit_and_the_likeliest_comes_first() -> None:
    for state in states():
        for room in (6, 9):
            shown = move_offers(state, room)
            assert len(shown) <= room
            usual = [move for move in state.moves if not state.menu_entry(move).rare]
            assert not usual or usual[0] in shown[0].moves


def test_an_unknown_move_is_offered_by_its_label() -> None:
    strange = MoveView("Fly", msgspec.Raw(b'{"type":"Fly"}'))
    assert [offer.label for offer in move_offers(ConsoleState(is_live=True, view=_view((strange,), -1)), 9)] == ["Fly"]
