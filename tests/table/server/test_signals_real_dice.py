"""Signals with real dice: the token moves, that many spaces are proposed as the roll, and Confirm takes it."""

from pathlib import Path

import pytest

from companion.play.acts import Undo
from companion.rules.commands import BuyDeed, Roll
from companion.rules.ids import SpaceId
from companion.rules.state import Game
from companion.table.gestures.tags import DeedTag
from hardware.signals import BoardKind
from tests.kit import ANN, BEN, game
from tests.table.signal_driver import BALTIC, START, DrivenTable, driven_table, notice_of, sheet

TAP, IDENTIFYING = BoardKind.TAP, BoardKind.IDENTIFYING
every_board = pytest.mark.parametrize("board", list(BoardKind), ids=lambda board: board.value)


def by_hand(folder: Path, board: BoardKind = IDENTIFYING, start: Game | None = None) -> DrivenTable:
    """Every token stands apart. The wand is tapped where a token goes, not where they all stand."""
    apart = start or game(cash={"Ann": 500, "Ben": 500, "Cy": 500}, at={"Ann": 0, "Ben": 20, "Cy": 33})
    table = DrivenTable(folder, apart, board=board, hand_dice=True)
    if board is not TAP:
        table.set_up()
    table.cues()
    return table


def goes(table: DrivenTable, seat: int, space: SpaceId) -> None:
    """Waits until the token is read."""
    table.put(seat, space)
    table.wait(3_000)


def would(table: DrivenTable) -> str:
    return sheet(table).moves[sheet(table).highlighted].label


@every_board
def test_the_way_of_the_token_is_the_roll(tmp_path: Path, board: BoardKind) -> None:
    table = by_hand(tmp_path, board)
    goes(table, ANN, 6)
    assert sheet(table).text == "Ann went 6 on to Oriental Avenue: is that the roll?"
    assert (table.prompts().proposed_throw, would(table), table.cues()) == (6, "6, no doubles", ["read"])
    assert table.session.number == 0
    table.press("confirm")
    assert [taken.act for taken in table.heard] == [Roll(ANN, (2, 4))]
    assert (table.prompts().sheet, table.prompts().guides, table.prompts().proposed_throw) == (None, (), 0)
    table.wait(1_500)
    table.press("confirm")
    goes(table, BEN, 25)
    table.press("confirm")
    assert [taken.act for taken in table.heard[1:]] == [BuyDeed(ANN), Roll(BEN, (2, 3))]


@every_board
def test_cancel_makes_it_doubles(tmp_path: Path, board: BoardKind) -> None:
    table = by_hand(tmp_path, board)
    goes(table, ANN, 10)
    table.press("cancel")
    assert would(table) == "10 with doubles"
    table.wait(1_500)
    table.show_card(ANN)
    assert table.heard[-1].act == Roll(ANN, (5, 5))
    assert (table.game.doubles, table.game.throw_due) == (1, True)


def test_as_the_token_goes_on_the_proposal_follows_and_goes_with_it(tmp_path: Path) -> None:
    table = by_hand(tmp_path)
    goes(table, ANN, 3)
    assert would(table) == "3, no doubles"
    goes(table, ANN, 4)
    assert would(table) == "4, no doubles"
    goes(table, ANN, 0)
    assert table.prompts().sheet is None
    assert table.cues() == ["read", "read"]
    assert table.session.number == 0


def test_what_has_just_come_up_is_not_taken_by_an_impatient_press(tmp_path: Path) -> None:
    table = by_hand(tmp_path)
    table.put(ANN, 6)
    table.wait(1_000)
    assert would(table) == "6, no doubles"
    table.press("confirm")
    assert table.session.number == 0
    table.wait(1_000)
    table.press("confirm")
    assert table.session.number == 1


def test_a_proposal_that_was_cancelled_stays_away_until_somebody_asks_for_it(tmp_path: Path) -> None:
    table = by_hand(tmp_path)
    goes(table, ANN, 5)
    table.press("cancel")
    table.wait(5_000)
    assert table.prompts().sheet is None
    table.press("dice")
    assert would(table) == "5, no doubles"


def test_an_open_deed_gives_way_to_the_roll(tmp_path: Path) -> None:
    table = by_hand(tmp_path, start=game(owns={"Ann": ["brown"]}, at={"Ann": 10, "Ben": 20}, thrown=True))
    table.tap(DeedTag(BALTIC))
    goes(table, BEN, 26)
    assert would(table) == "6, no doubles"
    table.press("confirm")
    assert table.heard[-1].act == Roll(BEN, (2, 4))


@every_board
def test_in_jail_the_dice_button_says_no_doubles_and_the_token_says_doubles(tmp_path: Path, board: BoardKind) -> None:
    table = by_hand(tmp_path, board, game(jailed={"Ann": 0}, at={"Ben": 20, "Cy": 33}))
    table.press("dice")
    assert would(table) == "No doubles: Ann stays in Jail"
    goes(table, ANN, 16)
    assert would(table) == "6 with doubles: out of Jail"
    table.press("cancel")
    assert would(table) == "No doubles: Ann stays in Jail"
    goes(table, ANN, 10)
    table.press("dice")
    table.wait(1_000)
    table.press("confirm")
    assert table.heard[-1].act == Roll(ANN, (1, 2))
    assert table.game.players[ANN].jail == 1


def test_a_roll_that_is_undone_is_proposed_again(tmp_path: Path) -> None:
    table = by_hand(tmp_path)
    goes(table, ANN, 6)
    table.press("confirm")
    table.wait(1_500)
    table.hold("cancel")
    table.press("confirm")
    goes(table, ANN, 0)
    assert table.prompts().sheet is None
    goes(table, ANN, 7)
    table.press("confirm")
    assert [taken.act for taken in table.heard[1:]] == [Undo(1), Roll(ANN, (3, 4))]


def test_with_the_companions_dice_no_roll_is_proposed(tmp_path: Path) -> None:
    table = driven_table(tmp_path, START)
    goes(table, ANN, 6)
    assert (table.prompts().sheet, table.prompts().proposed_throw) == (None, 0)
    assert notice_of(table) == ("", "")
