"""A token board over real ptys: what it feels, of one module and of several, and where its spots are."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware import serial_port
from hardware.board import TokenBoard
from hardware.health import DeviceHealth
from hardware.signals import BoardKind, DeviceFound, DeviceLost, SpotCovered, TokenLifted, TokenSeen
from tests.hardware.desk import CAR, HAT, SHIP
from tests.hardware.serial_table import PRESENCE, WAND, Table, made

# What is felt


def test_it_is_a_token_board(table: Table) -> None:
    board: TokenBoard = table.board
    assert board.kind is BoardKind.IDENTIFYING


def test_everything_that_stands_is_told_when_it_is_opened(table: Table) -> None:
    table.module.standing = {0: f"{CAR},{HAT}", 9: SHIP, 3: "-"}
    assert table.meet() == [TokenSeen(20, CAR, 10_000), TokenSeen(20, HAT, 10_000), TokenSeen(29, SHIP, 10_000)]
    assert table.module.asked == ["HELLO", "SNAP"]


def test_tokens_come_and_go(table: Table) -> None:
    table.meet()
    table.module.say(f"POS 3 {CAR}")
    table.module.say(f"POS 3 {CAR},{HAT}")
    assert table.exchange() == [TokenSeen(23, CAR, 10_000), TokenSeen(23, HAT, 10_000)]
    table.module.say("POS 3 -")
    assert table.exchange() == [TokenLifted(23, CAR, 10_000), TokenLifted(23, HAT, 10_000)]
    counters = (("lifted", 2), ("seen", 2))
    assert table.board.health() == DeviceHealth("board", "present", 10_000, "", counters)


def test_presence_has_no_tag(tmp_path: Path, closing: ExitStack) -> None:
    table = made(closing, Table(tmp_path, BoardKind.PRESENCE, PRESENCE))
    table.meet()
    table.module.say("POS 39 +")
    table.module.say("POS 39 -")
    assert table.exchange() == [TokenSeen(39, "", 10_000), TokenLifted(39, "", 10_000)]


def test_a_wand_tells_the_space_that_its_sticker_is_under(tmp_path: Path, closing: ExitStack) -> None:
    table = made(closing, Table(tmp_path, BoardKind.TAP, WAND, spaces={CAR: 7}))
    table.meet()
    table.module.say(f"TAP {CAR}")
    table.module.say(f"TAP {HAT}")
    table.module.say(f"TAP {CAR}")
    assert table.exchange() == [TokenSeen(7, "", 10_000)] * 2
    assert table.counted("unmapped") == 1


@pytest.mark.parametrize(
    "said", ["POS 3 +", f"POS 10 {CAR}", f"TAP {CAR}", "LOST 10 spi", "BACK 12", "AT 11 -", "POS 3 04"]
)
def test_what_such_a_board_cannot_feel_is_noise(table: Table, said: str) -> None:
    table.meet()
    table.module.say(said)
    assert table.exchange() == []
    assert table.counted("corrupt") == 1


def test_several_modules_are_one_board(tmp_path: Path, closing: ExitStack) -> None:
    hellos = ("caps=uid readers=10 module=south first=0", "caps=uid readers=10 module=west first=10")
    table = made(closing, Table(tmp_path, BoardKind.IDENTIFYING, *hellos))
    table.modules[1].standing = {2: CAR}
    assert table.meet() == [TokenSeen(12, CAR, 10_000)]
    table.modules[1].say("POS 2 -")
    table.modules[0].say(f"POS 2 {CAR}")
    assert set(table.exchange()) == {TokenLifted(12, CAR, 10_000), TokenSeen(2, CAR, 10_000)}


def test_without_one_of_its_modules_the_whole_board_is_lost(tmp_path: Path, closing: ExitStack) -> None:
    hellos = ("caps=uid readers=10 module=south first=0", "caps=uid readers=10 module=west first=10")
    table = made(closing, Table(tmp_path, BoardKind.IDENTIFYING, *hellos))
    table.modules[1].standing = {2: CAR}
    table.meet()
    table.modules[1].unplug()
    (lost,) = table.exchange()
    assert isinstance(lost, DeviceLost)
    assert lost.why == f"The token board is gone: {table.modules[1].path} was unplugged or has no power."
    table.modules[0].say(f"POS 5 {HAT}")
    assert table.exchange() == []
    table.modules[1].plug().restart()
    assert table.exchange() == [DeviceFound("board", 10_000), TokenSeen(5, HAT, 10_000), TokenSeen(12, CAR, 10_000)]


def test_modules_that_say_they_are_in_the_same_place_are_told_until_the_board_is_walked(
    tmp_path: Path, closing: ExitStack
) -> None:
    hellos = ("caps=uid readers=10 module=south first=0", "caps=uid readers=10 module=west first=5")
    table = made(closing, Table(tmp_path, BoardKind.IDENTIFYING, *hellos))
    table.meet()
    health = table.board.health()
    assert (health.state, health.why) == (
        "present",
        "south and west both say that they are under space 5: walk the board, or set FIRST in the settings.py of each.",
    )
    table.board.remap({"south/0": 0, "west/0": 10})
    assert table.board.health().why == ""


def test_one_that_never_stops_talking_is_lost(table: Table) -> None:
    """Every line of it is valid; heeding them all would take all the time there is."""
    table.meet()
    for number in range(serial_port.MAX_BYTES_A_SECOND // 200):
        table.module.raw(b"".join(table.module.line(f"POS 3 {(CAR, '-')[number % 2]}") for _ in range(10)))
        table.board.look()
    lost = [signal for signal in table.news() if isinstance(signal, DeviceLost)]
    assert [signal.why for signal in lost] == [
        f"The token board at {table.module.path} never stops sending: is it the board, with its firmware?"
    ]


def test_one_that_says_as_much_in_many_seconds_is_not_lost(table: Table) -> None:
    table.meet()
    for number in range(serial_port.MAX_BYTES_A_SECOND // 100):
        table.module.raw(b"".join(table.module.line(f"POS 3 {(CAR, '-')[number % 2]}") for _ in range(10)))
        table.clock.pass_ms(100)
        table.board.look()
    assert not [signal for signal in table.news() if isinstance(signal, DeviceLost)]
    assert table.counted("seen") == serial_port.MAX_BYTES_A_SECOND // 200


def test_two_modules_of_one_name_cannot_be_told_apart(tmp_path: Path, closing: ExitStack) -> None:
    hello = "caps=uid readers=10 module=south"
    table = made(closing, Table(tmp_path, BoardKind.IDENTIFYING, hello, hello))
    (lost,) = table.meet()
    assert isinstance(lost, DeviceLost)
    assert "is called south, and so is the one at" in lost.why


# Spots


def test_who_walks_the_board_hears_of_every_spot(table: Table) -> None:
    table.meet()
    table.board.walk(table.spots.append)
    table.module.say(f"POS 3 {CAR}")
    table.module.say("POS 3 -")
    table.exchange()
    assert table.spots == [SpotCovered("north/3", CAR, 10_000)]
    table.board.walk(None)
    table.module.say(f"POS 4 {CAR}")
    table.exchange()
    assert len(table.spots) == 1


def test_stickers_are_spots_too(tmp_path: Path, closing: ExitStack) -> None:
    table = made(closing, Table(tmp_path, BoardKind.TAP, WAND))
    table.meet()
    table.board.walk(table.spots.append)
    table.module.say(f"TAP {CAR}")
    assert table.exchange() == []
    assert table.spots == [SpotCovered(CAR, "", 10_000)]


def test_the_map_that_was_walked_holds_and_what_it_does_not_name_is_nowhere(table: Table) -> None:
    table.module.standing = {3: CAR, 4: HAT}
    table.meet()
    table.board.remap({"north/3": 0})
    moved = [TokenLifted(23, CAR, 10_000), TokenLifted(24, HAT, 10_000), TokenSeen(0, CAR, 10_000)]
    assert table.exchange() == moved
    table.module.say(f"POS 5 {SHIP}")
    assert table.exchange() == []
    assert table.counted("unmapped") == 1


@pytest.mark.parametrize("space", [-1, 40])
def test_a_map_names_spaces_of_a_board(table: Table, space: int) -> None:
    with pytest.raises(ValueError, match="the spot north/3 is not under any space of the board"):
        table.board.remap({"north/3": space})
