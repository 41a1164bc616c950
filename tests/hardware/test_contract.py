"""The same tests over every real device and its simulated twin, so that the twin can be trusted like the device."""

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
from tests.emulators.card_service import needs_card_service
from tests.hardware import twins
from tests.hardware.emulated_rc522 import needs_mfrc522
from tests.hardware.twins import BoardBench, ButtonBench, OutputBench, ReaderBench, WandBench

CAR, HAT = "04A2B3C4D5E680", "04A2B3C4D5E681"

# Readers


EVERY_READER = [
    twins.simulated_reader,
    pytest.param(twins.rc522, marks=needs_mfrc522),
    twins.pn532_on_serial_line,
    twins.pn532_on_i2c,
    twins.pn532_on_spi,
    pytest.param(twins.pcsc, marks=needs_card_service),
    twins.usb_keyboard,
    twins.wand,
]


@pytest.fixture(params=EVERY_READER)
def reading(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReaderBench]:
    made: Callable[[Path], AbstractContextManager[ReaderBench]] = request.param
    with made(tmp_path) as bench:
        yield bench


def test_a_reader_returns_what_lies_on_it_now(reading: ReaderBench) -> None:
    """As far as its reach goes."""
    poll, is_several = reading.reader.poll, reading.reader.reach.most_at_once > 1
    looks = [poll()]
    reading.lay(CAR)
    looks += [poll(), poll()]
    if is_several:
        reading.lay(HAT)
        looks += [poll()]
        reading.lift(CAR)
        looks += [poll()]
    reading.lift(HAT if is_several else CAR)
    looks += [poll()]
    one, both, other = frozenset({CAR}), frozenset({CAR, HAT}), frozenset({HAT})
    assert looks == [Miss.EMPTY, one, one, *([both, other] if is_several else []), Miss.EMPTY]


def test_a_reader_for_one_tag_tells_one_of_two(reading: ReaderBench) -> None:
    reading.lay(CAR)
    first = reading.reader.poll()
    reading.lay(HAT)
    second = reading.reader.poll()
    if reading.reader.reach.most_at_once == 1:
        assert (first, second in (frozenset({CAR}), frozenset({HAT}))) == (frozenset({CAR}), True)
    else:
        assert second == frozenset({CAR, HAT})


@pytest.mark.parametrize("uid", ["DEADBEEF", CAR, "0102030405060708090A"])
def test_a_reader_returns_the_complete_number(reading: ReaderBench, uid: str) -> None:
    reading.lay(uid)
    assert reading.reader.poll() == frozenset({uid})


def test_an_unreadable_tag_is_not_an_empty_reader(reading: ReaderBench) -> None:
    """A wand tells whole frames, and what is damaged on its line is dropped: that is never another tag."""
    reading.garble()
    reading.lay(CAR)
    first = frozenset({CAR}) if isinstance(reading, WandBench) else Miss.GARBLED
    assert [reading.reader.poll(), reading.reader.poll()] == [first, frozenset({CAR})]


def test_a_reader_that_does_not_answer_raises_until_it_does(reading: ReaderBench) -> None:
    reading.lay(CAR)
    reading.reader.poll()
    reading.unplug()
    for _ in range(3):
        with pytest.raises(DeviceMissing, match=r"\w+ .*\.$"):
            reading.reader.poll()
    reading.plug_in()
    _tap_again(reading)
    assert reading.reader.poll() == frozenset({CAR})


def _tap_again(reading: ReaderBench) -> None:
    """Where nothing tells what lies there."""
    if not reading.reader.reach.sees_lifting:
        reading.lay(CAR)


def test_a_reader_can_be_closed_renewed_and_polled_again(reading: ReaderBench) -> None:
    reading.lay(CAR)
    for stop in (reading.reader.close, reading.reader.renew):
        stop()
        _tap_again(reading)
        assert reading.reader.poll() == frozenset({CAR})
    reading.reader.close()
    reading.reader.close()


def test_a_watch_gets_the_same_from_every_reader(reading: ReaderBench) -> None:
    felt, reach = list[Signal](), reading.reader.reach
    watch = ReaderWatch(reading.reader, reading.clock, DeviceTiming(settle_ms=0))
    watch.open(felt.append)
    watch.look()

    def looks(times: int) -> None:
        for _ in range(times):
            reading.clock.pass_ms(100)
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
    if not reach.sees_lifting:
        assert kinds == [TagPlaced, TagRemoved, DeviceLost, DeviceFound, TagPlaced, TagRemoved]
    elif reach.most_at_once == 1:
        assert kinds == [TagPlaced, DeviceLost, DeviceFound, TagRemoved]
    else:
        assert kinds == [TagPlaced, DeviceLost, DeviceFound, TagsCrowded, TagRemoved]


# Buttons


@pytest.fixture(params=[twins.SimulatedButtonBench, twins.PinButtonBench])
def pressing(request: pytest.FixtureRequest) -> ButtonBench:
    made: Callable[[], ButtonBench] = request.param
    return made()


def test_buttons_report_every_edge_and_their_state(pressing: ButtonBench) -> None:
    edges: list[tuple[str, bool]] = []
    pressing.buttons.open(lambda name, down: edges.append((name, down)))
    assert pressing.buttons.names == ("dice", "confirm")
    pressing.down("dice")
    assert (edges[0], edges[-1], len(edges)) == (("dice", True), ("dice", True), 15)
    assert (pressing.buttons.is_down("dice"), pressing.buttons.is_down("confirm")) == (True, False)
    pressing.up("dice")
    assert (edges[-1], pressing.buttons.is_down("dice")) == (("dice", False), False)


def test_closed_buttons_report_nothing_and_can_be_opened_again(pressing: ButtonBench) -> None:
    edges: list[tuple[str, bool]] = []
    pressing.buttons.open(lambda name, down: edges.append((name, down)))
    pressing.buttons.close()
    pressing.down("dice")
    pressing.up("dice")
    assert edges == []
    pressing.buttons.open(lambda name, down: edges.append((name, down)))
    pressing.down("confirm")
    assert edges[0] == ("confirm", True)


def test_a_watch_gets_the_same_from_either_buttons(pressing: ButtonBench) -> None:
    clock, felt = HandClock(), list[Signal]()
    watch = ButtonWatch(pressing.buttons, clock, DeviceTiming())
    watch.open(felt.append)
    for name in ("dice", "confirm", "dice"):
        pressing.down(name)
        clock.pass_ms(20)
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


# Outputs


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
def output(request: pytest.FixtureRequest) -> OutputBench:
    made: Callable[[], OutputBench] = request.param
    return made()


def test_everything_shown_or_played_can_be_told_apart(output: OutputBench) -> None:
    told = []
    for number in range(len(CUES)):
        output.use(number)
        told.append(output.tell())
    assert len(set(told)) == len(CUES)


def test_an_output_can_be_opened_again_and_again(output: OutputBench) -> None:
    output.device.open()
    output.use(0)
    before = output.tell()
    output.device.open()
    assert output.tell() == before


def test_an_output_that_does_not_answer_raises_until_it_does(output: OutputBench) -> None:
    output.use(0)
    output.unplug()
    for _ in range(2):
        with pytest.raises(DeviceMissing, match=r"\w+ .*\.$"):
            output.device.open()
        with pytest.raises(DeviceMissing, match=r"\w+ .*\.$"):
            output.use(1)
    output.plug_in()
    output.use(1)
    shown = output.tell()
    output.use(0)
    assert output.tell() != shown


def test_an_output_can_be_closed_and_used_again(output: OutputBench) -> None:
    output.use(0)
    shown = output.tell()
    output.device.close()
    output.device.close()
    output.use(0)
    assert output.tell() == shown


def test_a_watch_gets_the_same_from_either_output(output: OutputBench) -> None:
    clock, felt = HandClock(), list[Signal]()
    output.unplug()
    minded = OutputWatch("lamps", clock, output.device)
    minded.open(felt.append)
    minded.look()
    assert [type(one) for one in felt] == [DeviceLost], "before anything was to be shown"
    minded.use(lambda: output.use(0), "shown")
    minded.look()
    output.plug_in()
    minded.look()
    assert [type(one) for one in felt] == [DeviceLost, DeviceFound]
    minded.use(lambda: output.use(0), "shown")
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


class OpenBoard:
    """A board that is open, and what it has sent."""

    def __init__(self, bench: BoardBench) -> None:
        self.bench = bench
        self.felt: list[Signal] = []
        bench.board.open(self.felt.append)
        self.news()

    def news(self) -> list[tuple[str, int, str]]:
        """What was sent about tokens, in its order: s(een) or l(ifted), the space, the tag."""
        self.bench.exchange()
        sent = list(self.felt)
        self.felt.clear()
        tokens = [one for one in sent if isinstance(one, TokenSeen | TokenLifted)]
        return [("s" if isinstance(one, TokenSeen) else "l", one.space, one.uid) for one in tokens]


def test_an_identifying_board_sends_who_stands_where(made_board: MadeBoard) -> None:
    table = OpenBoard(made_board(BoardKind.IDENTIFYING))
    table.bench.put(CAR, 7)
    table.bench.put(HAT, 7)
    assert table.news() == [("s", 7, CAR), ("s", 7, HAT)]
    table.bench.put(CAR, 12)
    assert table.news() == [("l", 7, CAR), ("s", 12, CAR)]
    table.bench.pick_up(HAT)
    assert table.news() == [("l", 7, HAT)]


def test_a_presence_board_sends_that_something_stands_somewhere(made_board: MadeBoard) -> None:
    table = OpenBoard(made_board(BoardKind.PRESENCE))
    table.bench.put(CAR, 7)
    assert table.news() == [("s", 7, "")]
    table.bench.put(CAR, 12)
    assert table.news() == [("l", 7, ""), ("s", 12, "")]
    table.bench.pick_up(CAR)
    assert table.news() == [("l", 12, "")]


def test_a_wand_sends_what_was_tapped_and_never_that_something_left(made_board: MadeBoard) -> None:
    table = OpenBoard(made_board(BoardKind.TAP))
    table.bench.put(CAR, 7)
    table.bench.put(CAR, 12)
    assert table.news() == [("s", 7, ""), ("s", 12, "")]


def test_a_lost_board_sends_everything_when_it_is_found(made_board: MadeBoard) -> None:
    table = OpenBoard(made_board(BoardKind.IDENTIFYING))
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


def test_a_closed_board_is_silent_and_sends_everything_when_it_is_opened(made_board: MadeBoard) -> None:
    table = OpenBoard(made_board(BoardKind.IDENTIFYING))
    table.bench.put(CAR, 7)
    table.bench.put(HAT, 3)
    table.news()
    table.bench.board.close()
    table.bench.put(CAR, 12)
    assert table.felt == []
    table.bench.board.open(table.felt.append)
    assert [one for one in table.news() if one[0] == "s"] == [("s", 3, HAT), ("s", 12, CAR)]


def test_a_remapped_board_sends_what_changed(made_board: MadeBoard) -> None:
    table = OpenBoard(made_board(BoardKind.IDENTIFYING))
    table.bench.put(CAR, 7)
    table.news()
    module = "simulated" if isinstance(table.bench, twins.SimulatedBoardBench) else "board"
    table.bench.board.remap({f"{module}/7": 30})
    assert table.news() == [("l", 7, CAR), ("s", 30, CAR)]


def test_a_board_sends_what_stands_on_it_already_when_it_is_opened(made_board: MadeBoard) -> None:
    bench, sent = made_board(BoardKind.IDENTIFYING), list[Signal]()
    bench.put(CAR, 7)
    bench.put(HAT, 7)
    bench.board.open(sent.append)
    bench.exchange()
    assert [(one.space, one.uid) for one in sent if isinstance(one, TokenSeen)] == [(7, CAR), (7, HAT)]
    assert len(sent) == 2


def test_a_walk_hears_of_spots_and_a_map_moves_them(made_board: MadeBoard) -> None:
    table, spots = OpenBoard(made_board(BoardKind.IDENTIFYING)), list[str]()
    table.bench.board.walk(lambda covered: spots.append(covered.spot))
    table.bench.put(CAR, 3)
    assert table.news() == [("s", 3, CAR)]
    (spot,) = spots
    table.bench.board.remap({spot: 12})
    assert table.news() == [("l", 3, CAR), ("s", 12, CAR)]
    table.bench.board.remap({})
    assert table.news() == [("l", 12, CAR), ("s", 3, CAR)]
