"""Held buttons: cancel offers an undo, confirm lets a tablet in, and neither does more than was meant."""

from pathlib import Path

from companion.rules.commands import BuyDeed, Roll
from companion.rules.pending_steps import Buying
from companion.rules.state import Game
from companion.table.gestures.tags import DeedTag
from hardware.buttons import HOLD_MS
from tests.kit import ANN, game
from tests.table.signal_driver import BALTIC, ORIENTAL, DrivenTable, driven_table, notice_of, sheet, throw

NO_DOOR = "This table has no door for tablets and phones."  # the answer of a table that cannot pair
TAKEN = "Already confirmed. To let a tablet or phone in, hold confirm when nothing is waiting."


def asked_to_buy() -> Game:
    """Nothing has happened yet, so there is nothing to undo."""
    return game(pending=(Buying(ANN, ORIENTAL),), thrown=True)


# Confirm


def test_a_held_confirm_asks_for_the_door_and_says_what_came_of_it(tmp_path: Path) -> None:
    table = driven_table(tmp_path)
    table.hold("confirm")
    assert (notice_of(table), table.cues()) == ((NO_DOOR, "read"), ["your-turn", "read"])
    assert table.session.number == 0


def test_a_held_confirm_opens_the_door_with_no_game_in_play(tmp_path: Path) -> None:
    table = DrivenTable(tmp_path)
    table.hold("confirm")
    assert (notice_of(table), table.prompts().choices) == ((NO_DOOR, "read"), ())


def test_a_press_says_yes_at_once_however_long_it_may_last(tmp_path: Path) -> None:
    table = driven_table(tmp_path, asked_to_buy())
    table.rig.edge("confirm", True)
    table.wait(50)
    assert [taken.act for taken in table.heard] == [BuyDeed(ANN)]


def test_a_yes_that_is_held_on_opens_no_door(tmp_path: Path) -> None:
    table = driven_table(tmp_path, asked_to_buy())
    table.hold("confirm")
    assert [taken.act for taken in table.heard] == [BuyDeed(ANN)]
    assert notice_of(table) == (TAKEN, "read")
    table.wait(1_000)
    table.hold("confirm")
    assert notice_of(table) == (NO_DOOR, "read"), "the next one does"
    assert (table.prompts().sheet, table.session.number) == (None, 1), "and it is no step to the end of the turn"


def test_what_others_press_meanwhile_is_no_yes_of_the_held_confirm(tmp_path: Path) -> None:
    table = driven_table(tmp_path)
    table.rig.hold("confirm")
    table.wait(500)
    throw(table, 2, 4)
    table.wait(HOLD_MS)
    assert [taken.act for taken in table.heard] == [Roll(ANN, ())]
    assert notice_of(table) == (NO_DOOR, "read")


def test_a_deed_stays_open_after_a_yes_that_was_held_on(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(owns={"Ann": ["brown"]}))
    table.tap(DeedTag(BALTIC))
    table.wait(1_000)
    table.hold("confirm")
    assert table.game.titles[BALTIC].buildings == 1
    assert (sheet(table).deed, notice_of(table)[0]) == (BALTIC, TAKEN)


# Cancel


def test_a_held_cancel_offers_to_take_back_and_leaves_no_highlight_moved(tmp_path: Path) -> None:
    table = driven_table(tmp_path)
    throw(table, 2, 4)
    table.hold("cancel")
    assert notice_of(table)[0] == "Take back the last move: Ann's roll of 2 + 4?"
    assert table.prompts().sheet is None
    table.press("cancel")
    table.wait(1_000)
    table.press("confirm")
    assert table.heard[-1].act == BuyDeed(ANN), "and not the no that the press had passed over"


def test_a_held_cancel_leaves_no_highlight_moved_where_nothing_can_be_taken_back(tmp_path: Path) -> None:
    table = driven_table(tmp_path, asked_to_buy())
    table.hold("cancel")
    assert (notice_of(table)[0], table.prompts().sheet) == ("There is nothing to take back.", None)


def test_a_held_cancel_leaves_no_highlight_moved_after_a_yes(tmp_path: Path) -> None:
    table = driven_table(tmp_path, game(owns={"Ann": ["brown"]}))
    table.tap(DeedTag(BALTIC))
    table.wait(1_000)
    table.press("confirm")
    table.press("cancel")
    throw(table, 2, 4)
    table.wait(1_500)
    table.hold("cancel")
    assert table.prompts().sheet is None
