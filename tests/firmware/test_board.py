"""What the firmware says and when, with fake sensors; and that host and board agree on every byte."""

import ast
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.serial_frames import ASK_HELLO, ASK_PING, ASK_SNAP, BoardHello, Corrupt, FrameReader
from hardware.serial_line import MAX_LINE, seal, unseal
from tests.firmware.firmware import FOLDER, ROOT, load

board, presence, switches = load("board"), load("presence"), load("switches")

CAR, HAT = "04A2B3C4D5E680", "04A2B3C4D5E681"


class Sensor:
    """Finds what the test sets: tags, None (unreadable), or why the reader does not answer."""

    def __init__(self, readers: int = 2) -> None:
        self.readers = readers
        self.found: dict[int, tuple[str, ...] | str | None] = {}
        self.passes = 0

    def begin(self) -> None:
        self.passes += 1

    def read(self, reader: int) -> tuple[str, ...] | None:
        found = self.found.get(reader, ())
        if isinstance(found, str):
            raise OSError(found) if found else OSError()
        return found


class MadeBoard:
    def __init__(self, sensor: Any, senses: str = "uid", **more: int | str) -> None:
        self.sensor, self.written = sensor, bytearray()
        self.board = board.BoardFirmware(sensor, self.written.extend, senses, "south", 0x3F2A, **more)

    def passes(self, count: int) -> list[str]:
        for _ in range(count * self.sensor.readers):
            self.board.step()
        return self.said()

    def ask(self, data: bytes) -> list[str]:
        self.board.feed(data)
        return self.said()

    def said(self) -> list[str]:
        lines = bytes(self.written).splitlines()
        self.written.clear()
        assert all(len(line) <= MAX_LINE for line in lines)
        return [unseal(line)[0] for line in lines]


@pytest.fixture
def made() -> MadeBoard:
    return MadeBoard(Sensor())


def test_host_and_firmware_share_one_framing_file() -> None:
    ours, theirs = ROOT / "hardware" / "serial_line.py", FOLDER / "serial_line.py"
    assert ours.read_bytes() == theirs.read_bytes()


def test_the_board_introduces_itself(made: MadeBoard) -> None:
    said = made.ask(ASK_HELLO)
    assert said == ["HELLO 0 proto=1 fw=1.0.0 caps=uid readers=2 boot=3F2A module=south first=0"]
    (hello,) = FrameReader().feed(seal(said[0]))
    assert isinstance(hello, BoardHello)


@pytest.mark.parametrize("name", ["süd", "the south", "", "s" * 400])
def test_a_bad_name_does_not_stop_it_and_the_host_notices(made: MadeBoard, name: str) -> None:
    made.board = board.BoardFirmware(made.sensor, made.written.extend, "uid", name, 0x3F2A)
    (corrupt,) = FrameReader().feed(seal(made.ask(ASK_HELLO)[0]))
    assert isinstance(corrupt, Corrupt)
    assert corrupt.kind == "HELLO"
    made.sensor.found[1] = (CAR,)
    assert made.passes(2) == [f"POS 1 1 {CAR}"]


def test_a_token_has_come_after_two_looks_and_gone_after_three(made: MadeBoard) -> None:
    made.sensor.found[1] = (CAR,)
    assert made.passes(1) == []
    assert made.passes(1) == [f"POS 0 1 {CAR}"]
    assert made.passes(5) == []
    made.sensor.found[1] = ()
    assert made.passes(2) == []
    assert made.passes(1) == ["POS 1 1 -"]


def test_a_flicker_is_ignored(made: MadeBoard) -> None:
    for found in [(CAR,), (), (CAR,), ()]:
        made.sensor.found[0] = found
        assert made.passes(1) == []
    made.sensor.found[0] = (CAR,)
    made.passes(2)
    for found in [(), (), (CAR,), (), (), (CAR,)]:
        made.sensor.found[0] = found
        assert made.passes(1) == []


def test_one_of_two_that_is_read_badly_does_not_disturb_the_other(made: MadeBoard) -> None:
    made.sensor.found[0] = (CAR, HAT)
    assert made.passes(2) == [f"POS 0 0 {CAR},{HAT}"]
    for found in [(CAR,), (CAR, HAT), (HAT,), (CAR, HAT), (CAR,)]:
        made.sensor.found[0] = found
        assert made.passes(1) == []
    assert made.passes(2) == [f"POS 1 0 {CAR}"]


def test_an_unreadable_look_does_not_count(made: MadeBoard) -> None:
    made.sensor.found[0] = (CAR,)
    made.passes(2)
    made.sensor.found[0] = ()
    made.passes(2)
    made.sensor.found[0] = None
    assert made.passes(10) == []
    made.sensor.found[0] = ()
    assert made.passes(1) == ["POS 1 0 -"]


def test_a_dead_reader_and_its_return_are_sent_once(made: MadeBoard) -> None:
    made.sensor.found[0] = "no chip answers"
    assert made.passes(5) == ["LOST 0 0 no chip answers"]
    made.sensor.found[0] = (CAR,)
    assert made.passes(2) == ["BACK 1 0", f"POS 2 0 {CAR}"]
    made.sensor.found[1] = ""
    assert made.passes(1) == ["LOST 3 1 no answer"]


def test_a_snapshot_has_everything_and_its_count(made: MadeBoard) -> None:
    assert made.ask(ASK_SNAP) == ["SNAP 0 0"]
    made.sensor.found = {0: (CAR, HAT), 1: "spi"}
    made.passes(2)
    assert made.ask(ASK_SNAP) == [f"AT 3 0 {CAR},{HAT}", "AT 4 1 ! spi", "SNAP 5 2"]


def test_a_wand_sends_each_tap_once() -> None:
    made = MadeBoard(Sensor(1), "tap", arrive=1)
    made.sensor.found[0] = (CAR,)
    assert made.passes(4) == [f"TAP 0 {CAR}"]
    assert made.ask(ASK_SNAP) == ["SNAP 1 0"]
    made.sensor.found[0] = ()
    made.passes(3)
    made.sensor.found[0] = (CAR,)
    assert made.passes(1) == [f"TAP 2 {CAR}"]


def test_it_answers_and_complains(made: MadeBoard) -> None:
    asked = ASK_PING + b"\n\r\n" + b"\xffnoise\n" + seal("DANCE")
    said = made.ask(asked)
    assert said == [
        "PONG 0",
        "ERR 1 does not begin with !",
        "ERR 2 unknown question",
    ]


def test_a_flood_of_junk_is_met_with_silence_until_it_makes_sense_again(made: MadeBoard) -> None:
    assert len(made.ask(b"\xffnoise\n" * 50)) == 3
    assert made.ask(ASK_PING + b"\xffnoise\n") == ["PONG 3", "ERR 4 does not begin with !"]


class RestartedPico:
    """What `start` needs of the module machine."""

    WDT_RESET = 3

    def __init__(self, cause: int) -> None:
        self._cause = cause
        self.resets = self.fed = self.timeout_ms = 0

    def reset_cause(self) -> int:
        return self._cause

    def reset(self) -> None:
        self.resets += 1

    def WDT(self, timeout: int) -> "RestartedPico":  # noqa: N802
        self.timeout_ms = timeout
        return self

    def feed(self) -> None:
        self.fed += 1


def test_a_board_restarts_after_an_error_and_tells_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, told = load("loop"), list[str]()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(time, "sleep_ms", lambda _: None, raising=False)

    def run(board: str, feed: Callable[[], None]) -> None:
        told.append(board)
        feed()
        if len(told) == 1:
            raise ValueError("a bug")

    monkeypatch.setattr(loop, "run", run)
    picos = [RestartedPico(cause) for cause in (1, 3, 3, 1)]
    for pico in picos:
        loop.start(pico, lambda why: why, 8_000)
    assert told == ["", "ValueError", "watchdog", ""]
    assert [(pico.resets, pico.fed, pico.timeout_ms) for pico in picos] == [(1, 1, 8_000), *[(0, 1, 8_000)] * 3]


def test_a_hello_says_why_it_restarted() -> None:
    made = MadeBoard(Sensor(), why="watchdog")
    (hello,) = made.ask(ASK_HELLO)
    assert hello.endswith(" why=watchdog")


def test_frame_numbers_start_over_after_the_last(made: MadeBoard) -> None:
    made.board._sequence = 65_535
    assert made.ask(ASK_PING + ASK_PING) == ["PONG 65535", "PONG 0"]


@given(st.lists(st.binary(max_size=60) | st.sampled_from([ASK_HELLO, ASK_SNAP, ASK_PING]), max_size=6))
def test_whatever_it_receives_the_host_understands_its_answers(sent: list[bytes]) -> None:
    made = MadeBoard(Sensor())
    for data in sent:
        made.board.feed(data)
    frames = FrameReader().feed(bytes(made.written))
    assert not any(isinstance(frame, Corrupt) for frame in frames)
    assert [frame.sequence for frame in frames if not isinstance(frame, Corrupt)] == list(range(len(frames)))


@given(st.lists(st.sets(st.text("0123456789ABCDEF", min_size=20, max_size=20), max_size=12), min_size=1, max_size=8))
def test_however_many_tags_it_finds_its_lines_are_never_too_long(looks: list[set[str]]) -> None:
    made = MadeBoard(Sensor(1))
    for found in looks:
        made.sensor.found[0] = tuple(found)
        made.passes(3)
        made.ask(ASK_SNAP)


# Switches


class ShiftRegisters:
    """Five 74HC165, seen from outside."""

    def __init__(self) -> None:
        self.closed: set[int] = set()
        self.clock_level = self.load_level = 1
        self._register: list[int] = []

    def load(self, level: int) -> None:
        self.load_level = level
        if not level:
            self._register = [int(number not in self.closed) for number in range(40)]

    def clock(self, level: int) -> None:
        assert self.load_level, "it cannot shift while it loads"
        if level and not self.clock_level:
            self._register = [*self._register[1:], 1]
        self.clock_level = level

    def data(self) -> int:
        return self._register[0]


def test_switches_are_read_in_the_order_of_the_chain() -> None:
    chain, rests = ShiftRegisters(), list[str]()
    chain.clock(0)
    made = MadeBoard(
        switches.Switches(chain.load, chain.clock, chain.data, 40, lambda: rests.append("rest")), "presence"
    )
    chain.closed = {0, 7, 39}
    assert made.passes(2) == ["POS 0 0 +", "POS 1 7 +", "POS 2 39 +"]
    assert len(rests) == 2
    chain.closed = {7}
    assert made.passes(3) == ["POS 3 0 -", "POS 4 39 -"]


def test_all_switches_closed_at_once_is_a_fault_of_the_chain() -> None:
    chain = ShiftRegisters()
    chain.clock(0)
    made = MadeBoard(switches.Switches(chain.load, chain.clock, chain.data, 40, lambda: None), "presence")
    chain.closed = set(range(40))
    said = made.passes(1)
    assert len(said) == 40
    assert said[0].startswith("LOST 0 0 all switches are closed at once")


def test_only_the_main_files_need_a_pico() -> None:
    users = {path.name for path in FOLDER.glob("*.py") if "machine" in _imported(path.read_text("utf-8"))}
    assert users == {"main_side.py", "main_wand.py", "main_switches.py"}


def _imported(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
