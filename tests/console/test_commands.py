"""The one table of commands: whatever the table can offer has its row, its key, its place in menu and palette."""

from collections import Counter
from importlib import import_module
from typing import get_args

import msgspec
import pytest

from companion.console.asking import NEEDS
from companion.console.commands import MOVE_ROWS, OWN_ROWS, ROWS, UnknownMove, row_of
from companion.console.offers import by_row, offers
from companion.console.own import DOES
from companion.console.state import State
from companion.rules.commands import AnyCommand
from companion.table.messages import MoveView, View
from companion.table.shown.moves import move_views
from companion.table.shown.prompts import prompt
from tests.table.positions import moments
from tests.table.sample_view import view_of

SHARED = {"h", "o", "D", "z", "Z"}  # by rows that are never meant at the same time


def test_every_command_of_the_rules_has_a_row() -> None:
    kinds = {kind.partition("+")[0] for row in MOVE_ROWS for kind in row.kinds}
    assert kinds == {kind.__name__ for kind in get_args(AnyCommand)}


def test_a_kind_of_move_has_one_row() -> None:
    kinds = Counter(kind for row in MOVE_ROWS for kind in row.kinds)
    assert [kind for kind, count in kinds.items() if count > 1] == []


def test_every_row_has_a_key_of_its_own_or_shares_it_on_purpose() -> None:
    keys = Counter(row.key for row in ROWS)
    assert {key for key, count in keys.items() if count > 1} == SHARED
    assert all(row.key and not row.key.isdecimal() for row in ROWS), "digits belong to the buttons"
    assert len({row.id for row in ROWS}) == len(ROWS)


def test_every_row_says_what_it_is() -> None:
    assert [row.id for row in ROWS if not row.label or not row.help.endswith(".")] == []


def test_a_row_of_the_console_itself_opens_a_screen_that_there_is_or_does_something() -> None:
    for row in OWN_ROWS:
        assert bool(row.screen) != (row.id in DOES), row.id
        module, _, kind = row.screen.partition(":")
        assert not row.screen or hasattr(import_module(module), kind)
    assert set(DOES) <= {row.id for row in OWN_ROWS}


def states() -> list[State]:
    """What a console would know at many moments of many games."""
    return [State(is_live=True, view=_view(move_views(game), prompt(game).seat)) for game in moments()]


def _view(moves: tuple[MoveView, ...], seat: int) -> View:
    return msgspec.structs.replace(view_of(), moves=moves, prompt_seat=seat)


def test_every_move_at_every_moment_is_reached_by_a_key_and_can_be_asked_for() -> None:
    seen = set[str]()
    for state in states():
        for move in state.moves:
            row = row_of(move)
            assert move.needs in NEEDS
            assert row.needs in (move.needs, "card"), move.label
            seen.add(row.id)
        reached = [move for _, moves in by_row(state, MOVE_ROWS) for move in moves]
        assert sorted(map(repr, reached)) == sorted(map(repr, state.moves))
    assert seen == {row.id for row in MOVE_ROWS}


def test_the_buttons_are_never_more_than_there_is_room_for_and_the_likeliest_comes_first() -> None:
    for state in states():
        for room in (6, 9):
            shown = offers(state, room)
            assert len(shown) <= room
            usual = [move for move in state.moves if not row_of(move).is_rare]
            assert not usual or usual[0] in shown[0].moves


def test_a_move_the_console_has_never_heard_of_is_left_to_a_newer_one() -> None:
    strange = MoveView("Fly", msgspec.Raw(b'{"type":"Fly"}'))
    with pytest.raises(UnknownMove):
        row_of(strange)
    assert offers(State(is_live=True, view=_view((strange,), -1)), 9) == ()
