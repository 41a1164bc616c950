"""Every device twice, with the same levers: the simulated one, and the real adapter on an emulated device."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest

from hardware import serial_port
from hardware.board import TokenBoard
from hardware.buttons import ButtonInputs, PinButtons
from hardware.clock import HandClock
from hardware.dice_display import DigitDisplay, PipDisplay
from hardware.lamps_and_speaker import PinLamps, PinSpeaker
from hardware.outputs import CUES, OutputDevice
from hardware.pcsc import PcscReader
from hardware.pn532 import I2cPn532, Pn532Reader
from hardware.rc522 import Rc522Reader
from hardware.readers import SHOWN_MS, SHOWN_POLLS, Poll, TagReader
from hardware.serial_board import SerialBoard
from hardware.serial_module import ASK_AGAIN_MS
from hardware.signals import BoardKind, ignore_signal
from hardware.simulated_board import SimulatedBoard
from hardware.simulated_devices import (
    SimulatedButtons,
    SimulatedDiceDisplay,
    SimulatedLamps,
    SimulatedReader,
    SimulatedSpeaker,
)
from hardware.usb_keyboard import UsbKeyboardReader
from hardware.wand_reader import WandReader
from tests.deadline import DEADLINE_S
from tests.emulators.card_service import CardService, card_service
from tests.emulators.cards import EmulatedCard
from tests.emulators.ht16k33 import Ht16k33
from tests.emulators.mfrc522_chip import Mfrc522Chip
from tests.emulators.pi_header import CHATTER, PiHeader
from tests.emulators.pn532_chip import Pn532Chip, Pn532OnPty, as_spidev
from tests.emulators.pretend_board import PretendBoard
from tests.emulators.spi_bus import SpiBuses
from tests.emulators.typing_reader import TypingReader
from tests.emulators.virtual_time import VirtualTime

BEAT_MS = 1_000  # as the firmware has it

# Readers


class ReaderBench(Protocol):
    """What a reader sees is said by its `reach`. One that sees no lifting is tapped: `lay` is a whole tap then."""

    reader: TagReader
    clock: HandClock

    def lay(self, uid: str) -> None: ...

    def lift(self, uid: str) -> None: ...

    def garble(self) -> None:
        """The next poll, whatever is laid after this."""

    def unplug(self) -> None: ...

    def plug_in(self) -> None: ...


class SimulatedReaderBench:
    def __init__(self) -> None:
        self.clock = HandClock()
        self._twin = SimulatedReader("deeds")
        self.reader: TagReader = self._twin
        self.lay, self.lift, self.plug_in = self._twin.place, self._twin.lift, self._twin.fault.find

    def garble(self) -> None:
        self._twin.garble(1)

    def unplug(self) -> None:
        self._twin.fault.lose()


class Rc522Bench:
    def __init__(self, chip: Mfrc522Chip) -> None:
        self.clock = HandClock()
        self._chip = chip
        self.reader: TagReader = Rc522Reader("deeds", PiHeader().pins, sleep=chip.time.sleep)
        self.lift = chip.lift

    def lay(self, uid: str) -> None:
        self._chip.place(EmulatedCard(uid))

    def garble(self) -> None:
        """Damages the next answer that holds a card's number."""

        def noise(frame: tuple[int, ...]) -> tuple[int, ...]:
            if len(frame) != 40:
                return frame
            self._chip.noise = None
            return (1 - frame[0], *frame[1:])

        self._chip.noise = noise

    def unplug(self) -> None:
        self._chip.unplug(0xFF)

    def plug_in(self) -> None:
        self._chip.plug_in()


class Pn532Bench:
    def __init__(
        self, reader: TagReader, chip: Pn532Chip, unplug: Callable[[], None], plug_in: Callable[[], None]
    ) -> None:
        self.clock = HandClock()
        self.reader = reader
        self._chip = chip
        self.lift, self.unplug, self.plug_in = chip.cards.remove, unplug, plug_in

    def lay(self, uid: str) -> None:
        self._chip.cards.append(uid)

    def garble(self) -> None:
        self._chip.damages = 1


class TypingBench:
    def __init__(self, typing: TypingReader, clock: HandClock | None = None) -> None:
        self.clock = clock or HandClock()
        self._adapter = UsbKeyboardReader("deeds", str(typing.path), self.clock)
        self.reader: TagReader = self._adapter
        self._typing = typing
        self.unplug, self.plug_in = typing.unplug, typing.plug_in

    def lay(self, uid: str) -> None:
        """Nothing is heard of a tap while nobody listens."""
        if self._adapter._listening is None:
            self.reader.poll()
        self._typing.type(uid)

    def lift(self, _: str) -> None:
        self.clock.pass_ms(SHOWN_MS)
        for _poll in range(SHOWN_POLLS):
            self.reader.poll()

    def garble(self) -> None:
        self.reader.poll()
        self._typing.type("04A2")


class PolledWand:
    """A wand whose board is looked at whenever it is polled: nothing happens by itself."""

    def __init__(self, wand: WandReader, look: Callable[[], None]) -> None:
        self._wand, self._look = wand, look
        self.name, self.reach, self.renew, self.close = wand.name, wand.reach, wand.renew, wand.close

    def poll(self) -> Poll:
        self._look()
        return self._wand.poll()


class WandBench:
    """The wand's board on a pty, with nothing but tags that are no spaces."""

    def __init__(self, folder: Path, clock: HandClock | None = None) -> None:
        self.clock = clock or HandClock(10_000)
        self._module = PretendBoard(folder / "wand", "caps=tap readers=1 module=wand")
        self._board = SerialBoard(BoardKind.TAP, [str(self._module.path)], self.clock, has_threads=False)
        self.reader: TagReader = PolledWand(self._board.wand, self._look)
        self._is_in, self._beat_ms = False, 0
        self._board.open(ignore_signal)
        self.plug_in()

    def _look(self) -> None:
        if self._is_in and self.clock.now_ms() - self._beat_ms >= BEAT_MS:
            self._beat_ms = self.clock.now_ms()
            self._module.say("HB")
        self._board.look()
        self._module.serve()

    def lay(self, uid: str) -> None:
        if self._is_in:
            self._module.say(f"TAP {uid}")

    def lift(self, _: str) -> None:
        self.clock.pass_ms(SHOWN_MS)
        for _poll in range(SHOWN_POLLS):
            self.reader.poll()

    def garble(self) -> None:
        self._module.raw(self._module.line(f"TAP {'04' * 7}").replace(b"TAP", b"TAQ"))

    def unplug(self) -> None:
        self._is_in = False
        self._module.unplug()

    def plug_in(self) -> None:
        self._module.restart()
        self._module.plug()
        self._is_in = True
        deadline = time.monotonic() + DEADLINE_S
        while not self._board._is_whole():
            assert time.monotonic() < deadline, self._board.health()
            self._look()

    def close(self) -> None:
        self._board.close()
        if self._is_in:
            self.unplug()


class PcscBench:
    def __init__(self, service: CardService) -> None:
        self.clock = HandClock()
        self.reader: TagReader = PcscReader("deeds", "ACS ACR122U")
        self.lay, self.lift, self.garble = service.lay, service.lift, service.garble
        self.unplug, self.plug_in = service.unplug, service.plug_in


@contextmanager
def simulated_reader(_: Path) -> Iterator[ReaderBench]:
    yield SimulatedReaderBench()


@contextmanager
def pn532_on_serial_line(folder: Path) -> Iterator[ReaderBench]:
    pty = Pn532OnPty(folder)
    bench = Pn532Bench(Pn532Reader("deeds", str(pty.path), sleep=pty.serve), pty.chip, pty.unplug, pty.plug_in)
    yield bench
    bench.reader.close()


@contextmanager
def pn532_on_i2c(_: Path) -> Iterator[ReaderBench]:
    chip = Pn532Chip()
    reader = Pn532Reader("deeds", "/dev/i2c-1", open_wire=lambda _: I2cPn532(chip), sleep=no_sleep)
    yield Pn532Bench(reader, chip, partial(setattr, chip, "is_plugged_in", False), chip.plug_in)


@contextmanager
def pn532_on_spi(_: Path) -> Iterator[ReaderBench]:
    chip = Pn532Chip()
    with as_spidev(chip):
        reader = Pn532Reader("deeds", "/dev/spidev0.0", sleep=no_sleep)
        yield Pn532Bench(reader, chip, partial(setattr, chip, "is_plugged_in", False), chip.plug_in)


def no_sleep(_: float) -> None:
    """Nothing needs time there."""


@contextmanager
def usb_keyboard(folder: Path) -> Iterator[ReaderBench]:
    typing = TypingReader(folder)
    with typing.as_device():
        bench = TypingBench(typing)
        yield bench
        bench.reader.close()


@contextmanager
def pcsc(folder: Path) -> Iterator[ReaderBench]:
    with card_service(folder) as service:
        bench = PcscBench(service)
        yield bench
        bench.reader.close()


@contextmanager
def wand(folder: Path) -> Iterator[ReaderBench]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serial_port, "READ_S", 0)  # what was sent has arrived
        bench = WandBench(folder)
        yield bench
        bench.close()


@contextmanager
def rc522(_: Path) -> Iterator[ReaderBench]:
    chip = Mfrc522Chip(VirtualTime())
    with SpiBuses({(0, 0): chip}).as_spidev():
        bench = Rc522Bench(chip)
        yield bench
        bench.reader.close()


# Buttons


class ButtonBench(Protocol):
    buttons: ButtonInputs

    def down(self, name: str) -> None:
        """With contacts that chatter."""

    def up(self, name: str) -> None: ...


class SimulatedButtonBench:
    def __init__(self) -> None:
        self._twin = SimulatedButtons(("dice", "confirm"), HandClock())
        self.buttons: ButtonInputs = self._twin

    def down(self, name: str) -> None:
        self._chatter(name, True)

    def up(self, name: str) -> None:
        self._chatter(name, False)

    def _chatter(self, name: str, is_down: bool) -> None:
        for level in [is_down, not is_down] * CHATTER + [is_down]:
            self._twin.edge(name, level)


class PinButtonBench:
    PINS = {"dice": 17, "confirm": 27}

    def __init__(self) -> None:
        self._header = PiHeader()
        self.buttons: ButtonInputs = PinButtons(self._header.pins, self.PINS)

    def down(self, name: str) -> None:
        self._header.down(self.PINS[name])

    def up(self, name: str) -> None:
        self._header.up(self.PINS[name])


# Outputs


class OutputBench:
    """`use` shows or plays one of several things by number; `tell` returns what can then be observed."""

    def __init__(
        self,
        device: OutputDevice,
        use: Callable[[int], None],
        tell: Callable[[], object],
        unplug: Callable[[], None],
        plug_in: Callable[[], None],
    ) -> None:
        self.device, self.use, self.tell, self.unplug, self.plug_in = device, use, tell, unplug, plug_in


A_WHILE_S = 5.0  # longer than any cue
FACES: Sequence[Sequence[int]] = ((3, 4), (1, 6), (2, 2), (5, 5), (6, 1), ())


def simulated_lamps() -> OutputBench:
    twin = SimulatedLamps()
    return OutputBench(twin, lambda at: twin.show(CUES[at]), lambda: twin.shown[-1], twin.fault.lose, twin.fault.find)


def simulated_speaker() -> OutputBench:
    twin = SimulatedSpeaker()
    return OutputBench(twin, lambda at: twin.play(CUES[at]), lambda: twin.played[-1], twin.fault.lose, twin.fault.find)


def simulated_display() -> OutputBench:
    twin = SimulatedDiceDisplay()
    return OutputBench(twin, lambda at: twin.show(FACES[at]), lambda: twin.shown[-1], twin.fault.lose, twin.fault.find)


def pin_lamps() -> OutputBench:
    header, pins, time = PiHeader(), (23, 24, 4), VirtualTime()
    lamps = PinLamps(header.pins, pins, later=time.at)

    def show(at: int) -> None:
        time.sleep(A_WHILE_S)
        lamps.show(CUES[at])

    return _on_pins(header, pins, lamps, show, "state")


def pin_speaker() -> OutputBench:
    header, pins, time = PiHeader(), (18,), VirtualTime()
    speaker = PinSpeaker(header.pins, pins[0], later=time.at)

    def play(at: int) -> None:
        time.sleep(A_WHILE_S)
        speaker.play(CUES[at])

    return _on_pins(header, pins, speaker, play, "frequency")


def pip_display() -> OutputBench:
    header, dice = PiHeader(), ((5, 6, 13, 19), (12, 16, 20, 26))
    display = PipDisplay(header.pins, dice)
    return _on_pins(header, (*dice[0], *dice[1]), display, lambda at: display.show(FACES[at]), "state")


def _on_pins(
    header: PiHeader, pins: Sequence[int], device: OutputDevice, use: Callable[[int], None], what: str
) -> OutputBench:
    """An open pin cannot disappear, so unplugging closes it first."""

    def unplug() -> None:
        device.close()
        header.break_pins(pins)

    return OutputBench(
        device, use, lambda: tuple(getattr(header.pin(pin), what) for pin in pins), unplug, header.mend_pins
    )


def digit_display() -> OutputBench:
    chip = Ht16k33()
    display = DigitDisplay(wire=chip.at)

    def plug(is_in: bool) -> Callable[[], None]:
        return lambda: setattr(chip, "is_plugged_in", is_in)

    return OutputBench(display, lambda at: display.show(FACES[at]), chip.reads, plug(False), plug(True))


# Boards


class BoardBench(Protocol):
    board: TokenBoard

    def put(self, uid: str, space: int) -> None:
        """With a wand, taps the space."""

    def pick_up(self, uid: str) -> None: ...

    def unplug(self) -> None: ...

    def plug_in(self) -> None: ...

    def exchange(self) -> None:
        """Lets everything under way arrive."""


class SimulatedBoardBench:
    def __init__(self, kind: BoardKind) -> None:
        self._twin = SimulatedBoard(kind, HandClock())
        self.board: TokenBoard = self._twin
        self.put, self.pick_up, self.plug_in = self._twin.put, self._twin.pick_up, self._twin.find

    def unplug(self) -> None:
        self._twin.lose("It was unplugged.")

    def exchange(self) -> None:
        pass


CAPS = {BoardKind.IDENTIFYING: "uid", BoardKind.PRESENCE: "presence", BoardKind.TAP: "tap"}


class SerialBoardBench:
    """Each sticker has the number of its space."""

    def __init__(self, kind: BoardKind, folder: Path) -> None:
        self._kind = kind
        self._clock = HandClock(10_000)
        readers = 1 if kind is BoardKind.TAP else 40
        self._module = PretendBoard(folder / "port", f"caps={CAPS[kind]} readers={readers} module=board")
        self._standing: dict[str, int] = {}
        self._board = SerialBoard(kind, [str(self._module.path)], self._clock, spaces=self._map(), has_threads=False)
        self.board: TokenBoard = self._board
        self._is_in = True
        self._module.plug()

    def _map(self) -> dict[str, int] | None:
        return {_sticker(space): space for space in range(40)} if self._kind is BoardKind.TAP else None

    def put(self, uid: str, space: int) -> None:
        before = self._standing.get(uid)
        self._standing[uid] = space
        if self._kind is BoardKind.TAP:
            self._say(f"TAP {_sticker(space)}")
            return
        if before is not None:
            self._tell(before)
        self._tell(space)

    def pick_up(self, uid: str) -> None:
        self._tell(self._standing.pop(uid))

    def _tell(self, space: int) -> None:
        uids = [uid for uid, at in self._standing.items() if at == space]
        what = ",".join(uids) if self._kind is BoardKind.IDENTIFYING else "+"
        self._module.standing.pop(space, None)
        if uids:
            self._module.standing[space] = what
        self._say(f"POS {space} {what if uids else '-'}")

    def _say(self, text: str) -> None:
        if self._is_in:
            self._module.say(text)

    def unplug(self) -> None:
        self._is_in = False
        self._module.unplug()

    def plug_in(self) -> None:
        self._module.restart()
        self._module.plug()
        self._is_in = True

    def exchange(self) -> None:
        for _ in range(10):
            self._board.look()
            self._module.serve(0.003)
            self._clock.pass_ms(ASK_AGAIN_MS // 2)


def _sticker(space: int) -> str:
    return f"04{space:012X}"
