"""A token board that is silent, is not there, or is none: said for people, and tried again for ever."""

import errno
import os

import pytest

from hardware import serial_port
from hardware.serial_board import SerialBoard
from hardware.serial_line import seal
from hardware.serial_module import ASK_AGAIN_MS, SILENCE_MS
from hardware.signals import BoardKind, DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen
from tests.hardware.desk import CAR
from tests.hardware.serial_table import PRESENCE, Table


def test_a_board_that_is_not_there_is_lost_once_and_says_where_it_was_looked_for(table: Table) -> None:
    table.board.open(table.felt.append)
    (lost,) = table.exchange()
    assert isinstance(lost, DeviceLost)
    why = f"The token board is not there: {table.module.path} does not exist. Is it plugged in, and is this its port?"
    assert (lost.device, lost.why) == ("board", why)
    assert table.board.health().state == "lost"
    table.module.plug()
    table.module.standing = {0: CAR}
    assert table.exchange() == [DeviceFound("board", 10_000), TokenSeen(20, CAR, 10_000)]


def test_who_listens_later_hears_that_it_is_lost(table: Table) -> None:
    table.board.open(table.felt.append)
    table.exchange()
    table.board.close()
    table.board.open(table.felt.append)
    assert [type(one) for one in table.news()] == [DeviceLost]


def test_a_file_is_no_port(table: Table) -> None:
    table.module.path.write_text("not a terminal")
    table.board.open(table.felt.append)
    (lost,) = table.exchange()
    assert isinstance(lost, DeviceLost)
    assert lost.why.startswith(f"The token board cannot be opened at {table.module.path}: ")


def test_silence_is_noticed_and_ends_with_everything_told_again(table: Table) -> None:
    table.module.standing = {1: CAR}
    table.meet()
    table.module.is_deaf = True
    table.wait(SILENCE_MS)
    assert table.news() == []
    assert table.module.asked[2:] != []
    assert set(table.module.asked[2:]) == {"PING"}
    table.wait(ASK_AGAIN_MS)
    why = f"The token board at {table.module.path} has been silent for 3 seconds."
    assert [one.why for one in table.news() if isinstance(one, DeviceLost)] == [why]
    table.module.is_deaf = False
    assert table.exchange() == [DeviceFound("board", 13_500), TokenSeen(21, CAR, 13_500)]


def test_a_board_that_starts_anew_for_ever_and_tells_nothing_is_lost(table: Table) -> None:
    """It speaks all the time, and what it told before may be long untrue."""
    table.module.standing = {1: CAR}
    table.meet()
    table.module.is_deaf = True
    for _ in range(2 * SILENCE_MS // ASK_AGAIN_MS):
        table.module.restart()
        table.module.say(f"HELLO proto=1 boot={table.module.boot:04X} {table.module.hello}")
        table.wait(ASK_AGAIN_MS)
    (lost,) = (one for one in table.news() if isinstance(one, DeviceLost))
    assert lost.why == (
        f"The token board at {table.module.path} does not report what stands on it: does it keep restarting? "
        "Check its power and its cable."
    )
    table.module.is_deaf = False
    table.wait(SILENCE_MS)
    assert [type(one) for one in table.news()] == [DeviceFound, TokenSeen]


def test_a_board_that_tells_everything_each_time_it_starts_is_not_lost(table: Table) -> None:
    table.module.standing = {1: CAR}
    table.meet()
    for _ in range(20):
        table.module.restart()
        table.module.say(f"HELLO proto=1 boot={table.module.boot:04X} {table.module.hello}")
        table.wait(SILENCE_MS // 2)
    assert table.news() == []
    assert (table.counted("restarts"), table.board.health().state) == (20, "present")


def test_after_a_lost_frame_a_board_that_no_longer_tells_everything_is_lost(table: Table) -> None:
    """It answers every other question."""
    table.meet()
    table.module.mute = "SNAP"
    table.module.line("POS 1 -")  # never arrives
    table.module.say("HB")
    table.wait(SILENCE_MS + ASK_AGAIN_MS)
    assert [type(one) for one in table.news()] == [DeviceLost]


def test_a_board_that_says_it_is_another_is_asked_for_everything(table: Table) -> None:
    table.module.standing = {1: CAR}
    table.meet()
    table.module.hello = "caps=uid readers=10 module=south first=0"
    table.module.say(f"HELLO proto=1 boot={table.module.boot:04X} {table.module.hello}")
    assert table.exchange() == [TokenLifted(21, CAR, 10_000), TokenSeen(1, CAR, 10_000)]


def test_a_quiet_board_that_answers_is_not_silent(table: Table) -> None:
    table.meet()
    table.wait(10 * SILENCE_MS)
    assert table.news() == []
    assert "PING" in table.module.asked


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
def test_something_else_at_the_port_is_no_board(table: Table, noise: bytes, why: str) -> None:
    table.module.plug()
    table.module.is_deaf = True
    table.board.open(table.felt.append)
    table.exchange(1)
    if noise:
        table.module.raw(noise)
    table.wait(SILENCE_MS + ASK_AGAIN_MS)
    assert [one.why for one in table.news() if isinstance(one, DeviceLost)] == [
        f"The token board at {table.module.path} {why}"
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
def test_a_board_that_does_not_fit_says_what_to_do(table: Table, hello: str, why: str) -> None:
    table.module.plug()
    table.module.is_deaf = True
    table.board.open(table.felt.append)
    table.exchange(1)
    table.module.say(hello)
    assert table.exchange(1) == [DeviceLost("board", f"The token board at {table.module.path} {why}", 10_000)]


def test_a_second_opener_is_refused(table: Table) -> None:
    table.meet()
    felt: list[Signal] = []
    second = SerialBoard(BoardKind.IDENTIFYING, [str(table.module.path)], table.clock, has_threads=False)
    second.open(felt.append)
    second.look()
    second.close()
    why = f"The token board is in use: another program has opened {table.module.path}."
    assert felt == [DeviceLost("board", why, 10_000)]
    table.module.say(f"POS 1 {CAR}")
    assert table.exchange() == [TokenSeen(21, CAR, 10_000)]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (errno.EACCES, "No permission to use the token board at /dev/x: add this user to the dialout group"),
        (errno.ENOENT, "The token board is not there: /dev/x does not exist."),
        (errno.EBUSY, "The token board is in use: another program has opened /dev/x."),
        (errno.EIO, "The token board cannot be opened at /dev/x: "),
    ],
)
def test_why_a_port_cannot_be_opened_is_said_for_people(code: int, told: str) -> None:
    assert serial_port.why_not_open("/dev/x", OSError(code, os.strerror(code))).startswith(told)


def test_each_failure_is_followed_by_a_longer_rest(table: Table) -> None:
    (link,) = table.board._links
    rests = [table.board._look(link) for _ in range(8)]
    assert rests == [100, 200, 500, 1_000, 2_000, 2_000, 2_000, 2_000]
    table.meet()
    table.module.unplug()
    table.exchange(1)
    assert table.board._look(link) == 200


def test_a_board_that_was_closed_is_silent_and_its_port_is_free(table: Table) -> None:
    table.meet()
    table.module.say(f"POS 1 {CAR}")
    table.board.close()
    assert table.news() == []
    serial_port.SerialPort(str(table.module.path), 115_200).close()
