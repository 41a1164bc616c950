"""While somebody enrols the board, the game hears nothing of it until the walk is over."""

import pytest

from companion.table.server.enrol_devices import WHY, WalkedBoard
from hardware.signals import ButtonPressed, DeviceFound, DeviceLost, TokenLifted, TokenSeen

CAR, HAT = "04A2B3C4D5E680", "04A2B3C4D5E681"


def test_a_board_that_nobody_walks_is_heard() -> None:
    board = WalkedBoard()
    for signal in (TokenSeen(3, CAR, 1_000), TokenLifted(3, CAR, 1_100), DeviceLost("board", "why", 1_200)):
        assert board.feel(signal)


def test_during_a_walk_the_game_hears_nothing_and_afterwards_everything() -> None:
    board = WalkedBoard()
    board.feel(TokenSeen(3, CAR, 1_000))
    assert board.begin(2_000) == DeviceLost("board", WHY, 2_000)
    assert not board.feel(TokenSeen(4, HAT, 2_100))
    assert not board.feel(TokenLifted(3, CAR, 2_200))
    assert board.end(3_000) == (DeviceFound("board", 3_000), TokenSeen(4, HAT, 3_000))
    seen = TokenSeen(5, CAR, 4_000)
    assert board.feel(seen)


def test_a_board_lost_during_a_walk_stays_lost_afterwards() -> None:
    board = WalkedBoard()
    board.feel(TokenSeen(3, CAR, 1_000))
    board.begin(2_000)
    assert not board.feel(DeviceLost("board", "It was unplugged.", 2_100))
    assert board.end(3_000) == ()
    found = DeviceFound("board", 4_000)
    assert board.feel(found)


@pytest.mark.parametrize(
    "signal", [DeviceLost("deeds", "It was unplugged.", 2_000), DeviceFound("dice", 2_000), ButtonPressed("dice", 1)]
)
def test_the_rest_of_the_table_is_heard_meanwhile(signal: DeviceLost | DeviceFound | ButtonPressed) -> None:
    board = WalkedBoard()
    board.begin(1_000)
    assert board.feel(signal)


def test_what_a_wand_tapped_is_not_standing_there() -> None:
    board = WalkedBoard(is_tapped=True)
    board.feel(TokenSeen(3, "", 1_000))
    board.begin(2_000)
    assert board.end(3_000) == (DeviceFound("board", 3_000),)
