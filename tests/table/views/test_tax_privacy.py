"""While a player chooses the tax nobody sees what that player is worth: not in views, not in the log, not by undo."""

from collections.abc import Iterable

import msgspec
import pytest

from companion.console.state import ConsoleState, after_event
from companion.play.acts import Redo, Undo
from companion.rules.commands import EndGame, PayTax, Roll
from companion.rules.editions import EDITIONS
from companion.rules.state import Game
from companion.rules.worth import end_worth, total_worth
from companion.table.messages.message import PROTOCOL
from companion.table.messages.wire import FromTable, Hello, Moved, Snapshot, decode_from_table
from companion.table.views.log import HIDDEN, choosing_tax
from tests.console.tables import InMemoryTable
from tests.kit import ANN, ATLANTIC, BEN, game
from tests.table.memory_table import MemoryTable, numbers

CHOICE = [key for key, rules in EDITIONS.items() if rules.income_tax_percent]


def table(edition: str = "classic") -> Game:
    """Ann is worth 1,500 + 1,370, of which no part is a number that stands anywhere else."""
    return game(edition, cash={"Ann": 1487}, owns={"Ann": ["red", "green"]}, buildings={"red": 1})


def told(stage: InMemoryTable) -> bytes:
    """Everything that a new screen would be told."""
    return stage.dispatcher.snapshot()


def is_told(amount: int, shown: bytes) -> bool:
    """To a program or to people."""
    return str(amount).encode() in shown or ATLANTIC.money(amount).encode() in shown


@pytest.mark.parametrize("edition", CHOICE)
def test_no_view_tells_the_worth_before_the_choice(edition: str) -> None:
    stage = InMemoryTable(table(edition), Roll(ANN, (1, 3)))
    assert stage.host.session is not None
    now = stage.host.session.game
    assert choosing_tax(now) == {ANN}
    for worth in (total_worth(now, ANN), end_worth(now, ANN)):
        for amount in (worth, -(-worth // 10)):
            assert not is_told(amount, told(stage)), amount


def test_a_choice_taken_back_is_a_secret_again() -> None:
    stage = InMemoryTable(table(), Roll(ANN, (1, 3)), PayTax(ANN, percent=True))
    assert stage.host.session is not None
    worth = total_worth(stage.host.session.moves[1].before, ANN)
    assert f"total worth {ATLANTIC.money(worth)}".encode() in told(stage)
    stage.host.session.give("back", Undo())
    shown = told(stage)
    for amount in (worth, -(-worth // 10)):
        assert not is_told(amount, shown)
    assert shown.count(HIDDEN.encode()) == 3  # the tax, that it was taken back, and the turn
    stage.host.session.give("again", Redo())
    assert f"total worth {ATLANTIC.money(worth)}".encode() in told(stage)


def test_what_an_end_that_was_taken_back_had_added_up_is_hidden_too() -> None:
    stage = InMemoryTable(table(), Roll(ANN, (1, 3)), EndGame("supper"), Undo())
    assert stage.host.session is not None
    assert not is_told(end_worth(stage.host.session.game, ANN), told(stage))


def test_other_money_of_the_last_move_is_still_shown() -> None:
    stage = InMemoryTable(game(at={"Ann": 38}), Roll(ANN, (2, 4)))
    snapshot = msgspec.json.decode(told(stage), type=Snapshot)
    assert snapshot.view is not None
    assert "Ann, choose the Income Tax" in snapshot.view.prompt
    assert [one.change for one in snapshot.view.players][ANN] == 200


def test_screens_that_were_told_before_are_told_anew() -> None:
    stage = InMemoryTable(table(), Roll(ANN, (1, 3)), PayTax(ANN, percent=True))
    connection = stage.dispatcher.connect()
    memory_table = MemoryTable()
    memory_table.dispatcher, memory_table.host = stage.dispatcher, stage.host
    memory_table.say(connection, Hello(PROTOCOL, "viewer"))
    memory_table.sent(connection)
    assert stage.host.session is not None
    stage.host.session.give("back", Undo())
    kinds = [type(one) for one in memory_table.sent(connection)]
    assert kinds == [Moved, Snapshot]
    stage.host.session.give("flat", PayTax(ANN, percent=False))
    assert [type(one) for one in memory_table.sent(connection)] == [Moved, Snapshot], (
        "what was taken back is told again"
    )


def test_a_screen_hides_what_an_earlier_choice_told_and_shows_it_again() -> None:
    stage = InMemoryTable(game(at={"Ben": 2}), Roll(ANN, (1, 3)), PayTax(ANN, percent=True))
    connection = stage.dispatcher.connect()
    screen = MemoryTable()
    screen.dispatcher, screen.host = stage.dispatcher, stage.host
    screen.say(connection, Hello(PROTOCOL, "viewer"))
    assert stage.host.session is not None
    shown = after_all(ConsoleState(), screen.sent(connection))
    for act, hides in ((Roll(BEN, (1, 1)), True), (PayTax(BEN, percent=False), False)):
        stage.host.session.give(type(act).__name__, act)
        shown = after_all(shown, screen.sent(connection))
        assert shown.log == after_all(ConsoleState(), [decode_from_table(told(stage))]).log
        assert any(line.text == HIDDEN for line in shown.log) is hides


def after_all(state: ConsoleState, told: Iterable[FromTable]) -> ConsoleState:
    for one in told:
        state = after_event(state, one) if isinstance(one, Snapshot | Moved) else state
    return state


def test_who_has_not_read_yet_misses_no_move_by_being_told_anew() -> None:
    stage = InMemoryTable(table(), Roll(ANN, (1, 3)))
    connection = stage.dispatcher.connect()
    memory_table = MemoryTable()
    memory_table.dispatcher, memory_table.host = stage.dispatcher, stage.host
    memory_table.say(connection, Hello(PROTOCOL, "viewer"))
    memory_table.sent(connection)
    assert stage.host.session is not None
    stage.host.session.give("share", PayTax(ANN, percent=True))
    stage.host.session.give("back", Undo())
    assert numbers(memory_table.sent(connection)) == [("Moved", 2), ("Moved", 3), ("Snapshot", 3)]
