"""A token board over real ptys: what one module or several sense, and where the spots are."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware import serial_port
from hardware.board import TokenBoard
from hardware.clock import DeviceTiming
from hardware.health import DeviceMissing
from hardware.readers import Miss, ReaderWatch
from hardware.signals import (
    BoardKind,
    DeviceFound,
    DeviceHealth,
    DeviceLost,
    Signal,
    SpotCovered,
    TagPlaced,
    TagRemoved,
    TokenLifted,
    TokenSeen,
)
from tests.hardware.rig_bench import CAR, HAT, SHIP
from tests.hardware.serial_bench import PRESENCE, WAND, SerialBench, closed_at_end

# What it senses


def test_it_is_a_token_board(bench: SerialBench) -> None:
    board: TokenBoard = bench.board
    assert board.kind is BoardKind.IDENTIFYING


def test_everything_that_stands_is_sent_when_it_is_opened(bench: SerialBench) -> None:
    bench.module.standing = {0: f"{CAR},{HAT}", 9: SHIP, 3: "-"}
    assert bench.meet() == [TokenSeen(20, CAR, 10_000), TokenSeen(20, HAT, 10_000), TokenSeen(29, SHIP, 10_000)]
    assert bench.module.asked == ["HELLO", "SNAP"]


def test_tokens_come_and_go(bench: SerialBench) -> None:
    bench.meet()
    bench.module.say(f"POS 3 {CAR}")
    bench.module.say(f"POS 3 {CAR},{HAT}")
    assert bench.exchange() == [TokenSeen(23, CAR, 10_000), TokenSeen(23, HAT, 10_000)]
    bench.module.say("POS 3 -")
    assert bench.exchange() == [TokenLifted(23, CAR, 10_000), TokenLifted(23, HAT, 10_000)]
    counters = (("lifted", 2), ("seen", 2))
    assert bench.board.health() == DeviceHealth("board", "present", 10_000, "", counters)


def test_presence_has_no_tag(tmp_path: Path, closing: ExitStack) -> None:
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.PRESENCE, PRESENCE))
    bench.meet()
    bench.module.say("POS 39 +")
    bench.module.say("POS 39 -")
    assert bench.exchange() == [TokenSeen(39, "", 10_000), TokenLifted(39, "", 10_000)]


def test_a_wand_sends_the_space_of_the_sticker(tmp_path: Path, closing: ExitStack) -> None:
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.TAP, WAND, spaces={CAR: 7}))
    bench.meet()
    bench.module.say(f"TAP {CAR}")
    bench.module.say(f"TAP {HAT}")
    bench.module.say(f"TAP {CAR}")
    assert bench.exchange() == [TokenSeen(7, "", 10_000)] * 2
    assert bench.counted("unmapped") == 1


@pytest.mark.parametrize(
    "said", ["POS 3 +", f"POS 10 {CAR}", f"TAP {CAR}", "LOST 10 spi", "BACK 12", "AT 11 -", "POS 3 04"]
)
def test_what_this_kind_of_board_cannot_sense_is_noise(bench: SerialBench, said: str) -> None:
    bench.meet()
    bench.module.say(said)
    assert bench.exchange() == []
    assert bench.counted("corrupt") == 1


def test_several_modules_are_one_board(tmp_path: Path, closing: ExitStack) -> None:
    hellos = ("caps=uid readers=10 module=south first=0", "caps=uid readers=10 module=west first=10")
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.IDENTIFYING, *hellos))
    bench.modules[1].standing = {2: CAR}
    assert bench.meet() == [TokenSeen(12, CAR, 10_000)]
    bench.modules[1].say("POS 2 -")
    bench.modules[0].say(f"POS 2 {CAR}")
    assert set(bench.exchange()) == {TokenLifted(12, CAR, 10_000), TokenSeen(2, CAR, 10_000)}


def test_without_one_of_its_modules_the_whole_board_is_lost(tmp_path: Path, closing: ExitStack) -> None:
    hellos = ("caps=uid readers=10 module=south first=0", "caps=uid readers=10 module=west first=10")
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.IDENTIFYING, *hellos))
    bench.modules[1].standing = {2: CAR}
    bench.meet()
    bench.modules[1].unplug()
    (lost,) = bench.exchange()
    assert isinstance(lost, DeviceLost)
    assert lost.why == f"The token board is gone: {bench.modules[1].path} was unplugged or has no power."
    bench.modules[0].say(f"POS 5 {HAT}")
    assert bench.exchange() == []
    bench.modules[1].plug().restart()
    assert bench.exchange() == [DeviceFound("board", 10_000), TokenSeen(5, HAT, 10_000), TokenSeen(12, CAR, 10_000)]


def test_overlapping_modules_are_reported_until_the_board_is_walked(tmp_path: Path, closing: ExitStack) -> None:
    hellos = ("caps=uid readers=10 module=south first=0", "caps=uid readers=10 module=west first=5")
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.IDENTIFYING, *hellos))
    bench.meet()
    health = bench.board.health()
    assert (health.state, health.why) == (
        "present",
        "south and west both say that they are under space 5: walk the board, or set FIRST in the settings.py of each.",
    )
    bench.board.remap({"south/0": 0, "west/0": 10})
    assert bench.board.health().why == ""


def test_a_board_that_never_stops_sending_is_lost(bench: SerialBench) -> None:
    """Every line is valid, but reading them all would take all the time there is."""
    bench.meet()
    for number in range(serial_port.MAX_BYTES_A_SECOND // 200):
        bench.module.raw(b"".join(bench.module.line(f"POS 3 {(CAR, '-')[number % 2]}") for _ in range(10)))
        bench.board.look()
    lost = [signal for signal in bench.news() if isinstance(signal, DeviceLost)]
    assert [signal.why for signal in lost] == [
        f"The token board at {bench.module.path} never stops sending: is it the board, with its firmware?"
    ]


def test_a_board_that_sends_as_much_over_many_seconds_is_not_lost(bench: SerialBench) -> None:
    bench.meet()
    for number in range(serial_port.MAX_BYTES_A_SECOND // 100):
        bench.module.raw(b"".join(bench.module.line(f"POS 3 {(CAR, '-')[number % 2]}") for _ in range(10)))
        bench.clock.pass_ms(100)
        bench.board.look()
    assert not [signal for signal in bench.news() if isinstance(signal, DeviceLost)]
    assert bench.counted("seen") == serial_port.MAX_BYTES_A_SECOND // 200


def test_two_modules_of_one_name_are_lost(tmp_path: Path, closing: ExitStack) -> None:
    hello = "caps=uid readers=10 module=south"
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.IDENTIFYING, hello, hello))
    (lost,) = bench.meet()
    assert isinstance(lost, DeviceLost)
    assert "is called south, and so is the one at" in lost.why


# Spots


def test_a_walk_hears_of_every_spot(bench: SerialBench) -> None:
    bench.meet()
    bench.board.walk(bench.spots.append)
    bench.module.say(f"POS 3 {CAR}")
    bench.module.say("POS 3 -")
    bench.exchange()
    assert bench.spots == [SpotCovered("north/3", CAR, 10_000)]
    bench.board.walk(None)
    bench.module.say(f"POS 4 {CAR}")
    bench.exchange()
    assert len(bench.spots) == 1


def test_stickers_are_spots_too(tmp_path: Path, closing: ExitStack) -> None:
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.TAP, WAND))
    bench.meet()
    bench.board.walk(bench.spots.append)
    bench.module.say(f"TAP {CAR}")
    assert bench.exchange() == []
    assert bench.spots == [SpotCovered(CAR, "", 10_000)]


def test_a_wand_reads_deeds_and_cards_too(tmp_path: Path, closing: ExitStack) -> None:
    """One puck does everything: a tag that is no space is told as a tap, and one that is a space is not."""
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.TAP, WAND, spaces={HAT: 7}))
    bench.meet()
    watch = ReaderWatch(bench.board.wand, bench.clock, DeviceTiming(settle_ms=0))
    taps: list[Signal] = []
    watch.open(taps.append)
    watch.look()
    watch.look()
    for uid in (CAR, HAT):
        bench.module.say(f"TAP {uid}")
        bench.exchange()
        for _ in range(10):
            bench.clock.pass_ms(100)
            watch.look()
    assert [(type(one), one.uid) for one in taps if isinstance(one, TagPlaced | TagRemoved)] == [
        (TagPlaced, CAR),
        (TagRemoved, CAR),
    ]


def test_a_wand_that_is_unplugged_is_no_reader_until_it_is_back(tmp_path: Path, closing: ExitStack) -> None:
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.TAP, WAND))
    bench.meet()
    bench.module.say(f"TAP {CAR}")
    bench.exchange()
    bench.module.unplug()
    bench.exchange()
    with pytest.raises(DeviceMissing, match="The token board is"):
        bench.board.wand.poll()
    bench.module.plug()
    bench.clock.pass_ms(5_000)
    bench.exchange()
    assert bench.board.wand.poll() is Miss.EMPTY, "the tap before that is long over"
    bench.module.say(f"TAP {CAR}")
    bench.exchange()
    assert bench.board.wand.poll() == frozenset({CAR})


def test_a_board_at_its_prompt_is_started_again(bench: SerialBench) -> None:
    """Somebody stopped its program with Ctrl-C; it then repeats whatever it is sent."""
    bench.module.plug()
    bench.board.open(bench.felt.append)
    bench.board.look()
    bench.module.raw(b">>> \r\n>>> !HELLO*49D6\r\n")
    bench.clock.pass_ms(600)
    bench.board.look()
    bench.clock.pass_ms(600)
    bench.board.look()
    assert bench.counted("reboots") == 1
    assert b"\x03\x04" in bench.module.heard()


def test_a_board_that_restarted_by_itself_is_counted_with_the_reason(tmp_path: Path, closing: ExitStack) -> None:
    bench = closed_at_end(closing, SerialBench(tmp_path, BoardKind.TAP, f"{WAND} why=watchdog"))
    bench.meet()
    assert bench.counted("restarts after watchdog") == 1


def test_a_map_decides_and_a_spot_it_does_not_name_is_nowhere(bench: SerialBench) -> None:
    bench.module.standing = {3: CAR, 4: HAT}
    bench.meet()
    bench.board.remap({"north/3": 0})
    moved = [TokenLifted(23, CAR, 10_000), TokenLifted(24, HAT, 10_000), TokenSeen(0, CAR, 10_000)]
    assert bench.exchange() == moved
    bench.module.say(f"POS 5 {SHIP}")
    assert bench.exchange() == []
    assert bench.counted("unmapped") == 1


@pytest.mark.parametrize("space", [-1, 40])
def test_a_map_only_names_spaces_of_the_board(bench: SerialBench, space: int) -> None:
    with pytest.raises(ValueError, match="the spot north/3 is not under any space of the board"):
        bench.board.remap({"north/3": space})
