"""What garbage, lost frames and dead readers do to a token board: nothing wrong is believed, and it recovers."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.serial_module import ASK_AGAIN_MS
from hardware.signals import BoardKind, TokenLifted, TokenSeen
from tests.hardware.desk import CAR, HAT, SHIP
from tests.hardware.serial_table import PRESENCE, Table, made

# Noise and losses


def test_bytes_one_at_a_time(table: Table) -> None:
    table.meet()
    for byte in table.module.line(f"POS 3 {CAR}"):
        table.module.raw(bytes([byte]))
        table.board.look()
    assert table.news() == [TokenSeen(23, CAR, 10_000)]


def test_frames_joined_and_split_anywhere(table: Table) -> None:
    table.meet()
    said = table.module.line(f"POS 3 {CAR}") + table.module.line(f"POS 4 {HAT}") + table.module.line("POS 3 -")
    table.module.raw(said[:40])
    first = table.exchange()
    table.module.raw(said[40:])
    assert [*first, *table.exchange()] == [
        TokenSeen(23, CAR, 10_000),
        TokenSeen(24, HAT, 10_000),
        TokenLifted(23, CAR, 10_000),
    ]


@pytest.mark.parametrize(
    "noise",
    [
        b"\xff\x00 rubbish\n",
        b"\n\n",
        b"!POS 9 3 04A2B3C4D5E680*0000\n",
        b"x" * 4_000 + b"\n",
        b"\r\n",
        b"MPY: reboot\r\n",
    ],
)
def test_garbage_is_dropped_and_the_next_frame_is_heard(table: Table, noise: bytes) -> None:
    table.meet()
    table.module.raw(noise)
    table.exchange(6)
    table.module.say(f"POS 3 {CAR}")
    assert table.exchange() == [TokenSeen(23, CAR, 10_000)]
    assert table.counted("corrupt") == (1 if noise.strip() else 0)


def test_after_a_lost_frame_everything_is_asked_again(table: Table) -> None:
    table.module.standing = {1: CAR}
    table.meet()
    table.module.line(f"POS 1 {HAT}")  # never arrives
    table.module.standing = {2: CAR, 3: SHIP}
    table.clock.pass_ms(ASK_AGAIN_MS)
    table.module.say("HB")
    assert table.exchange() == [
        TokenLifted(21, CAR, 10_500),
        TokenSeen(22, CAR, 10_500),
        TokenSeen(23, SHIP, 10_500),
    ]
    assert table.counted("gaps") == 1
    assert table.module.asked == ["HELLO", "SNAP", "SNAP"]


def test_a_damaged_frame_is_a_gap_too(table: Table) -> None:
    table.meet()
    damaged = bytearray(table.module.line(f"POS 1 {CAR}"))
    damaged[-8] ^= 1
    table.module.raw(bytes(damaged))
    table.module.standing = {1: CAR}
    table.module.say("HB")
    assert table.exchange() == [TokenSeen(21, CAR, 10_000)]
    assert (table.counted("corrupt"), table.counted("gaps")) == (1, 1)


def test_a_snapshot_with_a_hole_is_not_believed_and_asked_for_again(table: Table) -> None:
    table.module.plug()
    table.module.is_deaf = True
    table.board.open(table.felt.append)
    table.exchange()
    module = table.module
    module.say("HELLO proto=1 boot=1 caps=uid readers=10 module=north first=20")
    table.exchange()
    assert module.asked == ["HELLO", "SNAP"]
    module.say(f"AT 1 {CAR}")
    module.line(f"AT 2 {HAT}")  # never arrives
    module.say("SNAP 2")
    assert table.exchange() == []
    module.is_deaf, module.standing = False, {1: CAR, 2: HAT}
    table.clock.pass_ms(ASK_AGAIN_MS)
    assert table.exchange() == [TokenSeen(21, CAR, 10_500), TokenSeen(22, HAT, 10_500)]


def test_numbers_begin_again_after_the_last(table: Table) -> None:
    table.module.sequence = 65_534
    table.meet()
    table.module.say(f"POS 1 {CAR}")
    assert table.exchange() == [TokenSeen(21, CAR, 10_000)]
    assert table.counted("gaps") == 0


def test_a_board_that_started_anew_is_asked_for_everything(table: Table) -> None:
    table.module.standing = {1: CAR}
    table.meet()
    table.module.restart()
    table.module.standing = {}
    table.module.say("HELLO proto=1 boot=0002 caps=uid readers=10 module=north first=20")
    assert table.exchange() == [TokenLifted(21, CAR, 10_000)]
    assert (table.counted("restarts"), table.counted("gaps")) == (1, 0)


def test_a_frame_of_an_unknown_kind_is_heard_and_means_nothing(table: Table) -> None:
    table.meet()
    table.module.say("GLOW 3 red")
    table.module.say(f"POS 1 {CAR}")
    assert table.exchange() == [TokenSeen(21, CAR, 10_000)]
    assert (table.counted("corrupt"), table.counted("gaps")) == (0, 0)


def test_what_the_board_misheard_is_counted(table: Table) -> None:
    table.meet()
    table.module.say("ERR wrong checksum")
    table.exchange()
    assert table.counted("misheard") == 1


# A dead reader


def test_a_dead_reader_is_named_and_the_others_go_on(table: Table) -> None:
    table.module.standing = {3: CAR}
    table.meet()
    table.module.say("LOST 3 spi")
    table.module.say(f"POS 4 {HAT}")
    assert table.exchange() == [TokenSeen(24, HAT, 10_000)]
    assert table.board.health().state == "present"
    assert table.board.health().why == "Reader 3 of north does not answer (spi)."


def test_a_reader_that_is_back_is_asked_what_became_of_its_space(table: Table) -> None:
    table.module.standing = {3: CAR}
    table.meet()
    table.module.say("LOST 3 spi")
    table.exchange()
    table.module.standing = {}
    table.clock.pass_ms(ASK_AGAIN_MS)
    table.module.say("BACK 3")
    assert table.exchange() == [TokenLifted(23, CAR, 10_500)]
    assert table.board.health().why == ""


def test_readers_that_are_dead_from_the_start_are_named(table: Table) -> None:
    table.module.standing = {3: "! absent", 4: "! absent", 5: CAR}
    assert table.meet() == [TokenSeen(25, CAR, 10_000)]
    assert table.board.health().why == "Readers 3, 4 of north do not answer (absent)."


def test_many_dead_readers_are_counted(tmp_path: Path, closing: ExitStack) -> None:
    table = made(closing, Table(tmp_path, BoardKind.PRESENCE, PRESENCE))
    table.module.standing = dict.fromkeys(range(40), "! no power")
    assert table.meet() == []
    assert table.board.health().why == "40 readers of board do not answer (no power)."
