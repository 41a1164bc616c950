"""What holds for a device holds for its twin: the same tests over both, so that who trusts one can trust the other."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hardware import serial_port
from hardware.buttons import ButtonWatch
from hardware.clock import DeviceTiming, HandClock
from hardware.health import DeviceMissing
from hardware.outputs import CUES, OutputWatch
from hardware.readers import Miss, ReaderWatch
from hardware.signals import (
    BoardKind,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TokenLifted,
    TokenSeen,
)
from tests.hardware import twins
from tests.hardware.rc522_bench import needs_mfrc522
from tests.hardware.twins import BoardBench, ButtonBench, OutletBench, ReaderBench

CAR, HAT = "04A2B3C4D5E680", "04A2B3C4D5E681"

# Readers


@pytest.fixture(params=[twins.simulated_reader, pytest.param(twins.rc522, marks=needs_mfrc522)])
def reading(request: pytest.FixtureRequest) -> Iterator[ReaderBench]:
    made: Callable[[], AbstractContextManager[ReaderBench]] = request.param
    with made() as bench:
        yield bench


def test_a_reader_says_what_lies_on_it_now(reading: ReaderBench) -> None:
    poll = reading.reader.poll
    looks = [poll()]
    reading.lay(CAR)
    looks += [poll(), poll()]
    reading.lay(HAT)
    looks += [poll()]
    reading.lift(CAR)
    looks += [poll()]
    reading.lift(HAT)
    looks += [poll()]
    one, both, other = frozenset({CAR}), frozenset({CAR, HAT}), frozenset({HAT})
    assert looks == [Miss.EMPTY, one, one, both, other, Miss.EMPTY]


@pytest.mark.parametrize("uid", ["DEADBEEF", CAR, "0102030405060708090A"])
def test_a_reader_tells_the_whole_number(reading: ReaderBench, uid: str) -> None:
    reading.lay(uid)
    assert reading.reader.poll() == frozenset({uid})


def test_what_a_reader_cannot_read_is_not_nothing(reading: ReaderBench) -> None:
    reading.lay(CAR)
    reading.garble()
    assert [reading.reader.poll(), reading.reader.poll()] == [Miss.GARBLED, frozenset({CAR})]


def test_a_reader_that_does_not_answer_raises_until_it_does(reading: ReaderBench) -> None:
    reading.lay(CAR)
    reading.unplug()
    for _ in range(3):
        with pytest.raises(DeviceMissing, match=r"\w+ .*\.$"):
            reading.reader.poll()
    reading.plug_in()
    assert reading.reader.poll() == frozenset({CAR})


def test_a_reader_may_be_closed_and_asked_again(reading: ReaderBench) -> None:
    reading.lay(CAR)
    reading.reader.close()
    assert reading.reader.poll() == frozenset({CAR})
    reading.reader.close()
    reading.reader.close()


def test_a_reader_is_watched_alike(reading: ReaderBench) -> None:
    clock, felt = HandClock(), list[Signal]()
    watch = ReaderWatch(reading.reader, clock, DeviceTiming(settle_ms=0))
    watch.open(felt.append)
    watch.look()

    def looks(times: int) -> None:
        for _ in range(times):
            clock.pass_ms(100)
            watch.look()

    reading.lay(CAR)
    looks(10)
    reading.unplug()
    looks(2)
    reading.plug_in()
    looks(2)
    reading.lay(HAT)
    looks(2)
    reading.lift(CAR)
    reading.lift(HAT)
    looks(10)
    kinds = [type(one) for one in felt]
    assert kinds == [TagPlaced, DeviceLost, DeviceFound, TagsCrowded, TagRemoved]


# Buttons


@pytest.fixture(params=[twins.SimulatedButtonBench, twins.PinButtonBench])
def pressing(request: pytest.FixtureRequest) -> ButtonBench:
    made: Callable[[], ButtonBench] = request.param
    return made()


def test_buttons_tell_every_edge_and_how_they_are_now(pressing: ButtonBench) -> None:
    edges: list[tuple[str, bool]] = []
    pressing.buttons.open(lambda name, down: edges.append((name, down)))
    assert pressing.buttons.names == ("dice", "confirm")
    pressing.down("dice")
    assert (edges[0], edges[-1], len(edges)) == (("dice", True), ("dice", True), 15)
    assert (pressing.buttons.is_down("dice"), pressing.buttons.is_down("confirm")) == (True, False)
    pressing.up("dice")
    assert (edges[-1], pressing.buttons.is_down("dice")) == (("dice", False), False)


def test_buttons_that_are_closed_tell_nothing_and_may_be_opened_again(pressing: ButtonBench) -> None:
    edges: list[tuple[str, bool]] = []
    pressing.buttons.open(lambda name, down: edges.append((name, down)))
    pressing.buttons.close()
    pressing.down("dice")
    pressing.up("dice")
    assert edges == []
    pressing.buttons.open(lambda name, down: edges.append((name, down)))
    pressing.down("confirm")
    assert edges[0] == ("confirm", True)


def test_buttons_are_watched_alike(pressing: ButtonBench) -> None:
    clock, felt = HandClock(), list[Signal]()
    watch = ButtonWatch(pressing.buttons, clock, DeviceTiming())
    watch.open(felt.append)
    for name in ("dice", "confirm", "dice"):
        pressing.down(name)
        pressing.up(name)
        clock.pass_ms(100)
        watch.look()
    pressing.down("dice")
    for _ in range(300):
        clock.pass_ms(50)
        watch.look()
    pressed = [one.button for one in felt if isinstance(one, ButtonPressed)]
    assert pressed == ["dice", "confirm", "dice", "dice"]
    assert [one.device for one in felt if isinstance(one, DeviceLost)] == ["dice"], "it is stuck"


# What shows and plays


@pytest.fixture(
    params=[
        twins.simulated_lamps,
        twins.pin_lamps,
        twins.simulated_speaker,
        twins.pin_speaker,
        twins.simulated_display,
        twins.pip_display,
        twins.digit_display,
    ]
)
def outlet(request: pytest.FixtureRequest) -> OutletBench:
    made: Callable[[], OutletBench] = request.param
    return made()


def test_everything_that_can_be_shown_or_played_is_told_apart(outlet: OutletBench) -> None:
    told = []
    for number in range(len(CUES)):
        outlet.use(number)
        told.append(outlet.tell())
    assert len(set(told)) == len(CUES)


def test_it_may_be_opened_again_and_again(outlet: OutletBench) -> None:
    outlet.device.open()
    outlet.use(0)
    before = outlet.tell()
    outlet.device.open()
    assert outlet.tell() == before


def test_what_does_not_answer_raises_until_it_does(outlet: OutletBench) -> None:
    outlet.use(0)
    outlet.unplug()
    for _ in range(2):
        with pytest.raises(DeviceMissing, match=r"\w+ .*\.$"):
            outlet.device.open()
        with pytest.raises(DeviceMissing, match=r"\w+ .*\.$"):
            outlet.use(1)
    outlet.plug_in()
    outlet.use(1)
    shown = outlet.tell()
    outlet.use(0)
    assert outlet.tell() != shown


def test_it_may_be_closed_and_used_again(outlet: OutletBench) -> None:
    outlet.use(0)
    shown = outlet.tell()
    outlet.device.close()
    outlet.device.close()
    outlet.use(0)
    assert outlet.tell() == shown


def test_it_is_minded_alike(outlet: OutletBench) -> None:
    clock, felt = HandClock(), list[Signal]()
    outlet.unplug()
    minded = OutputWatch("lamps", clock, outlet.device)
    minded.open(felt.append)
    minded.look()
    assert [type(one) for one in felt] == [DeviceLost], "before anything was to be shown"
    minded.use(lambda: outlet.use(0), "shown")
    minded.look()
    outlet.plug_in()
    minded.look()
    assert [type(one) for one in felt] == [DeviceLost, DeviceFound]
    minded.use(lambda: outlet.use(0), "shown")
    minded.look()
    assert dict(minded.health().counters) == {"lost": 1, "shown": 1}


# Boards


def simulated_board(kind: BoardKind, _: Path) -> BoardBench:
    return twins.SimulatedBoardBench(kind)


@pytest.fixture(params=[simulated_board, twins.SerialBoardBench])
def made_board(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[[BoardKind], BoardBench]]:
    monkeypatch.setattr(serial_port, "READ_S", 0.005)
    benches: list[BoardBench] = []

    def make(kind: BoardKind) -> BoardBench:
        benches.append(request.param(kind, tmp_path))
        return benches[0]

    yield make
    for bench in benches:
        bench.board.close()
        bench.unplug()


MadeBoard = Callable[[BoardKind], BoardBench]


class Standing:
    """A board that is open, and what it has told."""

    def __init__(self, bench: BoardBench) -> None:
        self.bench = bench
        self.felt: list[Signal] = []
        bench.board.open(self.felt.append)
        self.news()

    def news(self) -> list[tuple[str, int, str]]:
        """Of the tokens: s(een) or l(ifted), where and what. In what order one move is told does not matter."""
        self.bench.exchange()
        told = list(self.felt)
        self.felt.clear()
        tokens = [one for one in told if isinstance(one, TokenSeen | TokenLifted)]
        return sorted(("s" if isinstance(one, TokenSeen) else "l", one.space, one.uid) for one in tokens)


def test_an_identifying_board_tells_who_stands_where(made_board: MadeBoard) -> None:
    table = Standing(made_board(BoardKind.IDENTIFYING))
    table.bench.put(CAR, 7)
    table.bench.put(HAT, 7)
    assert table.news() == [("s", 7, CAR), ("s", 7, HAT)]
    table.bench.put(CAR, 12)
    assert table.news() == [("l", 7, CAR), ("s", 12, CAR)]
    table.bench.pick_up(HAT)
    assert table.news() == [("l", 7, HAT)]


def test_a_presence_board_tells_that_something_stands_somewhere(made_board: MadeBoard) -> None:
    table = Standing(made_board(BoardKind.PRESENCE))
    table.bench.put(CAR, 7)
    assert table.news() == [("s", 7, "")]
    table.bench.put(CAR, 12)
    assert table.news() == [("l", 7, ""), ("s", 12, "")]
    table.bench.pick_up(CAR)
    assert table.news() == [("l", 12, "")]


def test_a_wand_tells_what_was_tapped_and_never_that_something_left(made_board: MadeBoard) -> None:
    table = Standing(made_board(BoardKind.TAP))
    table.bench.put(CAR, 7)
    table.bench.put(CAR, 12)
    assert table.news() == [("s", 7, ""), ("s", 12, "")]


def test_a_board_that_is_lost_tells_everything_when_it_is_found(made_board: MadeBoard) -> None:
    table = Standing(made_board(BoardKind.IDENTIFYING))
    table.bench.put(CAR, 7)
    table.bench.put(HAT, 3)
    table.news()
    table.bench.unplug()
    table.bench.exchange()
    table.bench.put(CAR, 12)
    table.bench.exchange()
    lost = [one.device for one in table.felt if isinstance(one, DeviceLost)]
    assert (lost, table.bench.board.health().state) == (["board"], "lost")
    assert table.news() == []
    table.bench.plug_in()
    table.bench.exchange()
    found = [one.device for one in table.felt if isinstance(one, DeviceFound)]
    assert (found, table.bench.board.health().state) == (["board"], "present")
    assert table.news() == [("l", 7, CAR), ("s", 3, HAT), ("s", 12, CAR)]


def test_a_board_is_silent_once_it_is_closed_and_tells_everything_when_it_is_opened(made_board: MadeBoard) -> None:
    table = Standing(made_board(BoardKind.IDENTIFYING))
    table.bench.put(CAR, 7)
    table.bench.put(HAT, 3)
    table.news()
    table.bench.board.close()
    table.bench.put(CAR, 12)
    assert table.felt == []
    table.bench.board.open(table.felt.append)
    assert [one for one in table.news() if one[0] == "s"] == [("s", 3, HAT), ("s", 12, CAR)]


def test_a_board_remapped_tells_what_has_changed_by_it(made_board: MadeBoard) -> None:
    table = Standing(made_board(BoardKind.IDENTIFYING))
    table.bench.put(CAR, 7)
    table.news()
    module = "simulated" if isinstance(table.bench, twins.SimulatedBoardBench) else "board"
    table.bench.board.remap({f"{module}/7": 30})
    assert table.news() == [("l", 7, CAR), ("s", 30, CAR)]
