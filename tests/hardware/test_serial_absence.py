"""A token board that is silent, missing, or something else: explained to people, and tried again for ever."""

import errno
import os

import pytest

from hardware import serial_port
from hardware.serial_board import SerialBoard
from hardware.serial_line import seal
from hardware.serial_module import ASK_AGAIN_MS, SILENCE_MS
from hardware.signals import BoardKind, DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen
from tests.hardware.rig_bench import CAR
from tests.hardware.serial_bench import PRESENCE, SerialBench


def test_a_missing_board_is_lost_once_and_says_where_it_was_expected(bench: SerialBench) -> None:
    bench.board.open(bench.felt.append)
    (lost,) = bench.exchange()
    assert isinstance(lost, DeviceLost)
    why = f"The token board is not there: {bench.module.path} does not exist. Is it plugged in, and is this its port?"
    assert (lost.device, lost.why) == ("board", why)
    assert bench.board.health().state == "lost"
    bench.module.plug()
    bench.module.standing = {0: CAR}
    assert bench.exchange() == [DeviceFound("board", 10_000), TokenSeen(20, CAR, 10_000)]


def test_a_late_listener_hears_that_it_is_lost(bench: SerialBench) -> None:
    bench.board.open(bench.felt.append)
    bench.exchange()
    bench.board.close()
    bench.board.open(bench.felt.append)
    assert [type(one) for one in bench.news()] == [DeviceLost]


def test_a_plain_file_is_not_a_port(bench: SerialBench) -> None:
    bench.module.path.write_text("not a terminal")
    bench.board.open(bench.felt.append)
    (lost,) = bench.exchange()
    assert isinstance(lost, DeviceLost)
    assert lost.why.startswith(f"The token board cannot be opened at {bench.module.path}: ")


def test_silence_is_noticed_and_everything_is_sent_again_after_it(bench: SerialBench) -> None:
    bench.module.standing = {1: CAR}
    bench.meet()
    bench.module.is_deaf = True
    bench.wait(SILENCE_MS)
    assert bench.news() == []
    assert bench.module.asked[2:] != []
    assert set(bench.module.asked[2:]) == {"PING"}
    bench.wait(ASK_AGAIN_MS)
    why = f"The token board at {bench.module.path} has been silent for 3 seconds."
    assert [one.why for one in bench.news() if isinstance(one, DeviceLost)] == [why]
    bench.module.is_deaf = False
    assert bench.exchange() == [DeviceFound("board", 13_500), TokenSeen(21, CAR, 13_500)]


def test_a_board_that_keeps_restarting_and_reports_nothing_is_lost(bench: SerialBench) -> None:
    """It talks all the time, but what it reported before may no longer be true."""
    bench.module.standing = {1: CAR}
    bench.meet()
    bench.module.is_deaf = True
    for _ in range(2 * SILENCE_MS // ASK_AGAIN_MS):
        bench.module.restart()
        bench.module.say(f"HELLO proto=1 boot={bench.module.boot:04X} {bench.module.hello}")
        bench.wait(ASK_AGAIN_MS)
    (lost,) = (one for one in bench.news() if isinstance(one, DeviceLost))
    assert lost.why == (
        f"The token board at {bench.module.path} does not report what stands on it: does it keep restarting? "
        "Check its power and its cable."
    )
    bench.module.is_deaf = False
    bench.wait(SILENCE_MS)
    assert [type(one) for one in bench.news()] == [DeviceFound, TokenSeen]


def test_a_board_that_reports_everything_after_each_restart_is_not_lost(bench: SerialBench) -> None:
    bench.module.standing = {1: CAR}
    bench.meet()
    for _ in range(20):
        bench.module.restart()
        bench.module.say(f"HELLO proto=1 boot={bench.module.boot:04X} {bench.module.hello}")
        bench.wait(SILENCE_MS // 2)
    assert bench.news() == []
    assert (bench.counted("restarts"), bench.board.health().state) == (20, "present")


def test_a_board_that_sends_no_snapshot_after_a_lost_frame_is_lost(bench: SerialBench) -> None:
    """It answers every other question."""
    bench.meet()
    bench.module.mute = "SNAP"
    bench.module.line("POS 1 -")  # never arrives
    bench.module.say("HB")
    bench.wait(SILENCE_MS + ASK_AGAIN_MS)
    assert [type(one) for one in bench.news()] == [DeviceLost]


def test_a_board_with_a_new_name_is_asked_for_everything(bench: SerialBench) -> None:
    bench.module.standing = {1: CAR}
    bench.meet()
    bench.module.hello = "caps=uid readers=10 module=south first=0"
    bench.module.say(f"HELLO proto=1 boot={bench.module.boot:04X} {bench.module.hello}")
    assert bench.exchange() == [TokenLifted(21, CAR, 10_000), TokenSeen(1, CAR, 10_000)]


def test_a_quiet_board_that_answers_is_not_silent(bench: SerialBench) -> None:
    bench.meet()
    bench.wait(10 * SILENCE_MS)
    assert bench.news() == []
    assert "PING" in bench.module.asked


@pytest.mark.parametrize(
    ("noise", "why"),
    [
        (b"", "has been silent for 3 seconds."),
        (
            b"Welcome to some other thing\n",
            "sends only noise: is it the board, with its firmware, and at this speed?",
        ),
        (
            seal("HELLO 0 proto=1 boot=1 caps=uid readers=10 module=The north"),
            "does not introduce itself properly: check NAME, FIRST, SELECTS and SWITCHES in its settings.py.",
        ),
        (
            seal("HELLO 0 proto=1 boot=1 caps=uid readers=10 module=north first=40"),
            "does not introduce itself properly: check NAME, FIRST, SELECTS and SWITCHES in its settings.py.",
        ),
        (
            seal("HELLO 0 proto=1 boot=1 caps=uid readers=41 module=north"),
            "does not introduce itself properly: check NAME, FIRST, SELECTS and SWITCHES in its settings.py.",
        ),
        (
            seal("HELLO 0 proto=1 boot=1 caps=uid readers=10 module=north"),
            "does not report what stands on it: does it keep restarting? Check its power and its cable.",
        ),
    ],
)
def test_something_else_at_the_port_is_lost(bench: SerialBench, noise: bytes, why: str) -> None:
    bench.module.plug()
    bench.module.is_deaf = True
    bench.board.open(bench.felt.append)
    bench.exchange(1)
    if noise:
        bench.module.raw(noise)
    bench.wait(SILENCE_MS + ASK_AGAIN_MS)
    assert [one.why for one in bench.news() if isinstance(one, DeviceLost)] == [
        f"The token board at {bench.module.path} {why}"
    ]


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        (
            "HELLO proto=2 caps=uid",
            "uses protocol 2, not 1: install this companion's firmware on it.",
        ),
        (
            "HELLO proto=1 boot=1 " + PRESENCE,
            "senses only presence, but the settings expect one that senses which token it is: "
            'set board = "presence" in [rig].',
        ),
    ],
)
def test_the_wrong_board_says_what_to_do(bench: SerialBench, hello: str, why: str) -> None:
    bench.module.plug()
    bench.module.is_deaf = True
    bench.board.open(bench.felt.append)
    bench.exchange(1)
    bench.module.say(hello)
    assert bench.exchange(1) == [DeviceLost("board", f"The token board at {bench.module.path} {why}", 10_000)]


def test_a_second_opener_is_refused(bench: SerialBench) -> None:
    bench.meet()
    felt: list[Signal] = []
    second = SerialBoard(BoardKind.IDENTIFYING, [str(bench.module.path)], bench.clock, has_threads=False)
    second.open(felt.append)
    second.look()
    second.close()
    why = f"The token board is in use: another program has opened {bench.module.path}."
    assert felt == [DeviceLost("board", why, 10_000)]
    bench.module.say(f"POS 1 {CAR}")
    assert bench.exchange() == [TokenSeen(21, CAR, 10_000)]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (errno.EACCES, "No permission to use the token board at /dev/x: add this user to the dialout group"),
        (errno.ENOENT, "The token board is not there: /dev/x does not exist."),
        (errno.EBUSY, "The token board is in use: another program has opened /dev/x."),
        (errno.EIO, "The token board cannot be opened at /dev/x: "),
    ],
)
def test_a_port_that_cannot_be_opened_says_why(code: int, told: str) -> None:
    assert serial_port.why_not_open("/dev/x", OSError(code, os.strerror(code))).startswith(told)


def test_each_failure_is_followed_by_a_longer_rest(bench: SerialBench) -> None:
    (link,) = bench.board._links
    rests = [bench.board._look(link) for _ in range(8)]
    assert rests == [100, 200, 500, 1_000, 2_000, 2_000, 2_000, 2_000]
    bench.meet()
    bench.module.unplug()
    bench.exchange(1)
    assert bench.board._look(link) == 200


def test_a_closed_board_is_silent_and_its_port_is_free(bench: SerialBench) -> None:
    bench.meet()
    bench.module.say(f"POS 1 {CAR}")
    bench.board.close()
    assert bench.news() == []
    serial_port.SerialPort(str(bench.module.path), 115_200).close()
