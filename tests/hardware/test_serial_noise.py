"""Garbage, lost frames and dead readers: a token board believes nothing wrong, and recovers."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.serial_module import ASK_AGAIN_MS
from hardware.signals import BoardKind, TokenLifted, TokenSeen
from tests.hardware.rig_bench import CAR, HAT, SHIP
from tests.hardware.serial_bench import PRESENCE, SerialBench, closed_at_end

# Noise and losses


def test_bytes_may_come_one_at_a_time(bench: SerialBench) -> None:
    bench.meet()
    for byte in bench.module.line(f"POS 3 {CAR}"):
        bench.module.raw(bytes([byte]))
        bench.board.look()
    assert bench.news() == [TokenSeen(23, CAR, 10_000)]


def test_frames_may_be_joined_and_split_anywhere(bench: SerialBench) -> None:
    bench.meet()
    said = bench.module.line(f"POS 3 {CAR}") + bench.module.line(f"POS 4 {HAT}") + bench.module.line("POS 3 -")
    bench.module.raw(said[:40])
    first = bench.exchange()
    bench.module.raw(said[40:])
    assert [*first, *bench.exchange()] == [
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
def test_garbage_is_dropped_and_the_next_frame_is_heard(bench: SerialBench, noise: bytes) -> None:
    bench.meet()
    bench.module.raw(noise)
    bench.exchange(6)
    bench.module.say(f"POS 3 {CAR}")
    assert bench.exchange() == [TokenSeen(23, CAR, 10_000)]
    assert bench.counted("corrupt") == (1 if noise.strip() else 0)


def test_a_lost_frame_makes_the_host_ask_for_everything(bench: SerialBench) -> None:
    bench.module.standing = {1: CAR}
    bench.meet()
    bench.module.line(f"POS 1 {HAT}")  # never arrives
    bench.module.standing = {2: CAR, 3: SHIP}
    bench.clock.pass_ms(ASK_AGAIN_MS)
    bench.module.say("HB")
    assert bench.exchange() == [
        TokenLifted(21, CAR, 10_500),
        TokenSeen(22, CAR, 10_500),
        TokenSeen(23, SHIP, 10_500),
    ]
    assert bench.counted("gaps") == 1
    assert bench.module.asked == ["HELLO", "SNAP", "SNAP"]


def test_a_damaged_frame_is_a_gap(bench: SerialBench) -> None:
    bench.meet()
    damaged = bytearray(bench.module.line(f"POS 1 {CAR}"))
    damaged[-8] ^= 1
    bench.module.raw(bytes(damaged))
    bench.module.standing = {1: CAR}
    bench.module.say("HB")
    assert bench.exchange() == [TokenSeen(21, CAR, 10_000)]
    assert (bench.counted("corrupt"), bench.counted("gaps")) == (1, 1)


def test_an_incomplete_snapshot_is_ignored_and_asked_for_again(bench: SerialBench) -> None:
    bench.module.plug()
    bench.module.is_deaf = True
    bench.board.open(bench.felt.append)
    bench.exchange()
    module = bench.module
    module.say("HELLO proto=1 boot=1 caps=uid readers=10 module=north first=20")
    bench.exchange()
    assert module.asked == ["HELLO", "SNAP"]
    module.say(f"AT 1 {CAR}")
    module.line(f"AT 2 {HAT}")  # never arrives
    module.say("SNAP 2")
    assert bench.exchange() == []
    module.is_deaf, module.standing = False, {1: CAR, 2: HAT}
    bench.clock.pass_ms(ASK_AGAIN_MS)
    assert bench.exchange() == [TokenSeen(21, CAR, 10_500), TokenSeen(22, HAT, 10_500)]


def test_frame_numbers_start_over_after_the_last(bench: SerialBench) -> None:
    bench.module.sequence = 65_534
    bench.meet()
    bench.module.say(f"POS 1 {CAR}")
    assert bench.exchange() == [TokenSeen(21, CAR, 10_000)]
    assert bench.counted("gaps") == 0


def test_a_restarted_board_is_asked_for_everything(bench: SerialBench) -> None:
    bench.module.standing = {1: CAR}
    bench.meet()
    bench.module.restart()
    bench.module.standing = {}
    bench.module.say("HELLO proto=1 boot=0002 caps=uid readers=10 module=north first=20")
    assert bench.exchange() == [TokenLifted(21, CAR, 10_000)]
    assert (bench.counted("restarts"), bench.counted("gaps")) == (1, 0)


def test_a_frame_of_an_unknown_kind_counts_and_means_nothing(bench: SerialBench) -> None:
    bench.meet()
    bench.module.say("GLOW 3 red")
    bench.module.say(f"POS 1 {CAR}")
    assert bench.exchange() == [TokenSeen(21, CAR, 10_000)]
    assert (bench.counted("corrupt"), bench.counted("gaps")) == (0, 0)


def test_what_the_board_misheard_is_counted(bench: SerialBench) -> None:
    bench.meet()
    bench.module.say("ERR wrong checksum")
    bench.exchange()
    assert bench.counted("misheard") == 1


# A dead reader


def test_a_dead_reader_is_named_and_the_others_go_on(bench: SerialBench) -> None:
    bench.module.standing = {3: CAR}
    bench.meet()
    bench.module.say("LOST 3 spi")
    bench.module.say(f"POS 4 {HAT}")
    assert bench.exchange() == [TokenSeen(24, HAT, 10_000)]
    assert bench.board.health().state == "present"
    assert bench.board.health().why == "Reader 3 of north does not answer (spi)."


def test_a_reader_that_is_back_makes_the_host_ask_for_everything(bench: SerialBench) -> None:
    bench.module.standing = {3: CAR}
    bench.meet()
    bench.module.say("LOST 3 spi")
    bench.exchange()
    bench.module.standing = {}
    bench.clock.pass_ms(ASK_AGAIN_MS)
    bench.module.say("BACK 3")
    assert bench.exchange() == [TokenLifted(23, CAR, 10_500)]
    assert bench.board.health().why == ""


def test_readers_dead_from_the_start_are_named(bench: SerialBench) -> None:
    bench.module.standing = {3: "! absent", 4: "! absent", 5: CAR}
    assert bench.meet() == [TokenSeen(25, CAR, 10_000)]
    assert bench.board.health().why == "Readers 3, 4 of north do not answer (absent)."


def test_many_dead_readers_are_counted(tmp_path: Path, closing: ExitStack) -> None:
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.PRESENCE, PRESENCE))
    bench.module.standing = dict.fromkeys(range(40), "! no power")
    assert bench.meet() == []
    assert bench.board.health().why == "40 readers of board do not answer (no power)."
