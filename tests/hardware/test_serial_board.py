"""A token board over real ptys: what it feels, and what garbage, losses, silence and unplugging do to it."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import enumerate as threads

import pytest

from hardware import serial_link, serial_port
from hardware.board import BoardKind, TokenBoard
from hardware.clock import HandClock, SteadyClock
from hardware.health import DeviceHealth
from hardware.serial_board import SerialBoard
from hardware.serial_line import seal
from hardware.serial_module import ASK_AGAIN_MS, SILENCE_MS
from hardware.signals import DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen
from hardware.spots import SpotSeen
from tests.emulators.pretend_board import PretendBoard, serve_until
from tests.hardware.desk import CAR, HAT, SHIP

PRESENCE, WAND = "caps=presence readers=40 module=board", "caps=tap readers=1 module=wand"


class Table:
    """A board that is looked at by hand, and the modules at its ports."""

    def __init__(self, folder: Path, kind: BoardKind, *hellos: str, spaces: dict[str, int] | None = None) -> None:
        self.clock = HandClock(10_000)
        self.modules = [PretendBoard(folder / f"port-{number}", hello) for number, hello in enumerate(hellos)]
        ports = [str(module.path) for module in self.modules]
        self.board = SerialBoard(kind, ports, self.clock, spaces=spaces, runs_itself=False)
        self.felt: list[Signal] = []
        self.spots: list[SpotSeen] = []

    @property
    def module(self) -> PretendBoard:
        return self.modules[0]

    def meet(self) -> list[Signal]:
        """Plugged in, opened, and everything asked and answered."""
        for module in self.modules:
            module.plug()
        self.board.open(self.felt.append)
        return self.exchange()

    def exchange(self, times: int = 7) -> list[Signal]:
        """Enough for a question, its answer, and another question."""
        for _ in range(times):
            self._take_turns()
        return self.news()

    def _take_turns(self) -> None:
        self.board.look()
        for module in self.modules:
            module.serve(0.003)

    def news(self) -> list[Signal]:
        told = list(self.felt)
        self.felt.clear()
        return told

    def counted(self, what: str) -> int:
        return dict(self.board.health().counters).get(what, 0)

    def wait(self, ms: int) -> None:
        """As long as it may take, with the modules answering."""
        for _ in range(0, ms, ASK_AGAIN_MS):
            self.clock.pass_ms(ASK_AGAIN_MS)
            self._take_turns()


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "READ_S", 0.005)


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def table(tmp_path: Path, closing: ExitStack) -> Table:
    return made(closing, Table(tmp_path, BoardKind.IDENTIFYING, "caps=uid readers=10 module=north first=20"))


def made(closing: ExitStack, table: Table) -> Table:
    for module in table.modules:
        closing.callback(module.unplug)
    closing.callback(table.board.close)
    return table


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
    for number in range(serial_link.SAID_MOST // 200):
        table.module.raw(b"".join(table.module.line(f"POS 3 {(CAR, '-')[number % 2]}") for _ in range(10)))
        table.board.look()
    lost = [signal for signal in table.news() if isinstance(signal, DeviceLost)]
    assert [signal.why for signal in lost] == [
        f"The token board at {table.module.path} never stops talking: is it the board, with its firmware?"
    ]


def test_one_that_says_as_much_in_many_seconds_is_not_lost(table: Table) -> None:
    table.meet()
    for number in range(serial_link.SAID_MOST // 100):
        table.module.raw(b"".join(table.module.line(f"POS 3 {(CAR, '-')[number % 2]}") for _ in range(10)))
        table.clock.pass_ms(100)
        table.board.look()
    assert not [signal for signal in table.news() if isinstance(signal, DeviceLost)]
    assert table.counted("seen") == serial_link.SAID_MOST // 200


def test_two_modules_of_one_name_cannot_be_told_apart(tmp_path: Path, closing: ExitStack) -> None:
    hello = "caps=uid readers=10 module=south"
    table = made(closing, Table(tmp_path, BoardKind.IDENTIFYING, hello, hello))
    (lost,) = table.meet()
    assert isinstance(lost, DeviceLost)
    assert "calls itself south, and so does the one at" in lost.why


# Spots


def test_who_walks_the_board_hears_of_every_spot(table: Table) -> None:
    table.meet()
    table.board.walk(table.spots.append)
    table.module.say(f"POS 3 {CAR}")
    table.module.say("POS 3 -")
    table.exchange()
    assert table.spots == [SpotSeen("north/3", CAR, 10_000)]
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
    assert table.spots == [SpotSeen(CAR, "", 10_000)]


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
    with pytest.raises(ValueError, match="the spot north/3 is under no space of a board"):
        table.board.remap({"north/3": space})


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
    table.module.say("ERR the checksum is wrong")
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


# Silence, absence, the wrong board


def test_a_board_that_is_not_there_is_lost_once_and_says_where_it_was_looked_for(table: Table) -> None:
    table.board.open(table.felt.append)
    (lost,) = table.exchange()
    assert isinstance(lost, DeviceLost)
    why = f"The token board is not there: there is no {table.module.path}. Is it plugged in, and is this its port?"
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
            "says nothing that can be understood: is it the board, with its firmware, and at this speed?",
        ),
        (
            seal("HELLO 0 proto=1 boot=1 caps=uid readers=10 module=The north"),
            "does not say well who it is: look at NAME and FIRST in its settings.py.",
        ),
        (
            seal("HELLO 0 proto=1 boot=1 caps=uid readers=10 module=north first=40"),
            "does not say well who it is: look at NAME and FIRST in its settings.py.",
        ),
        (
            seal("HELLO 0 proto=1 boot=1 caps=uid readers=10 module=north"),
            "answers, and does not tell what stands on it.",
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
            "speaks protocol 2 and not 1: give it the firmware of this companion.",
        ),
        (
            "HELLO proto=1 boot=1 " + PRESENCE,
            'senses presence alone, and the settings expect tokens by their tags: set board = "presence" in [rig].',
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
    second = SerialBoard(BoardKind.IDENTIFYING, [str(table.module.path)], table.clock, runs_itself=False)
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
        (errno.EACCES, "may not be used: /dev/x is not open to this user"),
        (errno.ENOENT, "is not there: there is no /dev/x."),
        (errno.EBUSY, "is in use: another program has opened /dev/x."),
        (errno.EIO, "cannot be opened at /dev/x: "),
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


# By itself


class Running:
    """A board with a thread of its own."""

    def __init__(self, path: Path) -> None:
        self.module = PretendBoard(path)
        self.module.is_read_at_once = True
        self.felt: list[Signal] = []
        self.board = SerialBoard(BoardKind.IDENTIFYING, [str(path)], SteadyClock())
        self.board.open(self.felt.append)

    def await_one(self, kind: type[Signal]) -> None:
        serve_until(lambda: any(isinstance(one, kind) for one in self.felt), self.module)
        self.felt.clear()


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(serial_link, "BACK_OFF_MS", (1,))
    running = Running(tmp_path / "port")
    yield running
    running.board.close()
    running.module.unplug()
    assert [thread for thread in threads() if thread.name.startswith("look at")] == []


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


@pytest.mark.skipif(sys.platform != "linux", reason="by design: counts the open files as Linux shows them")
def test_unplugged_and_plugged_in_two_hundred_times_it_leaks_nothing(running: Running) -> None:
    before = -1
    for turn in range(200):
        running.module.standing = {turn % 10: CAR}
        running.module.plug().restart()
        running.await_one(TokenSeen)
        running.module.unplug()
        running.await_one(DeviceLost)
        if turn == 0:
            before = open_files()
    assert open_files() <= before
    assert len([thread for thread in threads() if thread.name.startswith("look at")]) == 1


def test_it_can_be_closed_by_what_it_brings_about(tmp_path: Path) -> None:
    module, felt = PretendBoard(tmp_path / "port").plug(), list[Signal]()
    module.is_read_at_once = True
    board = SerialBoard(BoardKind.IDENTIFYING, [str(module.path)], SteadyClock())

    def close(signal: Signal) -> None:
        felt.append(signal)
        board.close()

    module.standing = {1: CAR, 2: HAT}
    board.open(close)
    looking = [thread for thread in threads() if thread.name == f"look at {module.path}"]
    serve_until(lambda: felt and not any(thread.is_alive() for thread in looking), module)
    module.unplug()
    assert len(felt) == 1
