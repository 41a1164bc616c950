"""Which spot of the board was covered just now; and a board that is walked, which the game hears nothing of."""

import pytest

from companion.table.gestures.enrol_reads import STEADY_MS, SteadySpot
from companion.table.server.enrol_devices import WHY, WalkedBoard
from hardware.signals import ButtonPressed, DeviceFound, DeviceLost, SpotCovered, TokenLifted, TokenSeen

CAR, HAT = "04A2B3C4D5E680", "04A2B3C4D5E681"


def covered(spot: str, at_ms: int) -> SpotCovered:
    return SpotCovered(spot, CAR, at_ms)


# One spot that was covered


def test_a_spot_is_found_when_no_other_was_covered_for_a_while() -> None:
    arrival = SteadySpot().feel(covered("n/3", 1_000))
    assert arrival.look(1_000 + STEADY_MS - 1).found == ""
    found = arrival.look(1_000 + STEADY_MS)
    assert found.found == "n/3"
    assert found.look(9_999).found == "", "told once"


def test_the_same_spot_again_is_the_same() -> None:
    arrival = SteadySpot().feel(covered("n/3", 1_000)).feel(covered("n/3", 1_500))
    assert not arrival.is_crowded
    assert arrival.look(1_000 + STEADY_MS).found == "n/3"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_several_at_once_are_none_however_many_they_are(count: int) -> None:
    arrival = SteadySpot()
    for number in range(count):
        arrival = arrival.feel(covered(f"n/{number}", 1_000 + number))
    assert arrival.is_crowded
    later = arrival.look(9_999)
    assert (later.found, later.is_crowded) == ("", False)
    assert later.feel(covered("n/9", 10_000)).look(20_000).found == "n/9"


def test_a_wand_must_say_it_twice() -> None:
    once = SteadySpot(is_tapped=True).feel(covered(CAR, 1_000))
    assert once.look(9_999).found == ""
    assert once.feel(covered(HAT, 2_000)).found == "", "one of them was read badly"
    twice = once.feel(covered(CAR, 2_000))
    assert twice.found == CAR
    assert twice.feel(covered(CAR, 3_000)).found == ""


# What the game hears


def test_a_board_that_nobody_walks_is_heard() -> None:
    board = WalkedBoard()
    for signal in (TokenSeen(3, CAR, 1_000), TokenLifted(3, CAR, 1_100), DeviceLost("board", "why", 1_200)):
        assert board.feel(signal) == (signal,)


def test_while_it_is_walked_nothing_is_told_and_afterwards_everything_anew() -> None:
    board = WalkedBoard()
    board.feel(TokenSeen(3, CAR, 1_000))
    assert board.begin(2_000) == (DeviceLost("board", WHY, 2_000),)
    assert board.feel(TokenSeen(4, HAT, 2_100)) == ()
    assert board.feel(TokenLifted(3, CAR, 2_200)) == ()
    assert board.end(3_000) == (DeviceFound("board", 3_000), TokenSeen(4, HAT, 3_000))
    seen = TokenSeen(5, CAR, 4_000)
    assert board.feel(seen) == (seen,)


def test_a_board_that_is_lost_meanwhile_is_so_afterwards() -> None:
    board = WalkedBoard()
    board.feel(TokenSeen(3, CAR, 1_000))
    board.begin(2_000)
    assert board.feel(DeviceLost("board", "It was unplugged.", 2_100)) == ()
    assert board.end(3_000) == ()
    found = DeviceFound("board", 4_000)
    assert board.feel(found) == (found,)


@pytest.mark.parametrize(
    "signal", [DeviceLost("deeds", "It was unplugged.", 2_000), DeviceFound("dice", 2_000), ButtonPressed("dice", 1)]
)
def test_the_rest_of_the_table_is_heard_meanwhile(signal: DeviceLost | DeviceFound | ButtonPressed) -> None:
    board = WalkedBoard()
    board.begin(1_000)
    assert board.feel(signal) == (signal,)


def test_what_a_wand_tapped_is_not_standing_there() -> None:
    board = WalkedBoard(is_tapped=True)
    board.feel(TokenSeen(3, "", 1_000))
    board.begin(2_000)
    assert board.end(3_000) == (DeviceFound("board", 3_000),)
