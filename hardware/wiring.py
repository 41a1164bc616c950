"""How real devices are wired: the usual wiring, what companion.toml says of it, and the rig that is built from it.

The self-test reads the file here, without the companion, and checks only what it uses.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from hardware.buttons import SEATS, PinButtons
from hardware.clock import Clock, DeviceTiming
from hardware.dice_display import DigitDisplay, PipDisplay
from hardware.lamps_and_speaker import PinLamps, PinSpeaker
from hardware.outputs import DiceDisplayDevice
from hardware.pcsc import PcscReader
from hardware.pins import GpioPins
from hardware.pn532 import Pn532Reader
from hardware.rc522 import GAINS, USUAL_GAIN, Rc522Reader
from hardware.readers import TagReader
from hardware.rig import AssembledRig, RigDevices
from hardware.serial_board import SerialBoard
from hardware.signals import BoardKind
from hardware.typed_number import FORMS
from hardware.usb_keyboard import UsbKeyboardReader

NONE = "none"
MAX_PIN = 27
MAX_MS = 60_000
READER_KINDS = ("rc522", "pn532", "usb", "pcsc")
V = TypeVar("V", int, str)


class BadWiring(ValueError):
    """The message says which key is wrong and what was expected."""


@dataclass(frozen=True, slots=True)
class ReaderWiring:
    """`bus`, `device`, `reset` and `gain` are those of an RC522, `at` and `form` those of the other kinds."""

    bus: int = 0
    device: int = 0
    reset: int | None = 25
    gain: int = USUAL_GAIN
    kind: str = "rc522"
    at: str = ""
    form: str = FORMS[0]


@dataclass(frozen=True, slots=True)
class RigWiring:
    buttons: Mapping[str, int] = field(default_factory=lambda: {"dice": 17, "confirm": 27, "cancel": 22})
    lamps: tuple[int | None, int | None, int | None] = (23, 24, 4)
    is_active_low: bool = False
    speaker: int | None = 18
    volume: int = 100  # in percent
    readers: Mapping[str, ReaderWiring] = field(default_factory=lambda: {"deeds": ReaderWiring()})
    board: BoardKind | None = BoardKind.IDENTIFYING
    ports: tuple[str, ...] = ("/dev/companion-board",)
    baud: int = 115_200
    display: str = NONE  # or digits, or pips
    address: int = 0x70
    pips: tuple[tuple[int, ...], tuple[int, ...]] = ((5, 6, 13, 19), (12, 16, 20, 26))
    timing: DeviceTiming = field(default_factory=DeviceTiming)


def read_wiring(text: str) -> RigWiring:
    """Raises BadWiring."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadWiring(f"This is not TOML: {error}.") from None
    usual = RigWiring()
    pins, board, display = _Section(table, "pins"), _Section(table, "board"), _Section(table, "dice-display")
    timing, readers = _Section(table, "timing"), _Section(table, "readers")
    buttons = {name: pins.pin(name, pin) for name, pin in usual.buttons.items()}
    buttons |= dict(zip(SEATS, pins.pins("seats", ()), strict=False))
    rig, kinds = _Section(table, "rig"), [kind.value for kind in BoardKind]
    board_kind = rig.text("board", NONE if rig.text("kind", "simulated") == "real" else "identifying")
    if board_kind not in (*kinds, NONE):
        raise BadWiring(f"rig.board: expected {', '.join(kinds)} or {NONE}, not {board_kind}.")
    sections = {name: _Section(readers.values, name) for name in readers.values}
    return RigWiring(
        buttons={name: pin for name, pin in buttons.items() if pin is not None},
        lamps=(pins.pin("lamp-red", 23), pins.pin("lamp-green", 24), pins.pin("lamp-blue", 4)),
        is_active_low=_Section(table, "lamps").text("common", "cathode") == "anode",
        speaker=pins.pin("speaker", usual.speaker),
        readers={
            name: ReaderWiring(
                one.whole("bus", 0, 1),
                one.whole("device", 0, 2),
                one.pin("reset", 25),
                one.one_of("gain", tuple(GAINS), USUAL_GAIN),
                one.one_of("kind", READER_KINDS, READER_KINDS[0]),
                one.text("at", ""),
                one.one_of("form", FORMS, FORMS[0]),
            )
            for name, one in sections.items()
        }
        if "readers" in table
        else usual.readers,
        board=None if board_kind == NONE else BoardKind(board_kind),
        ports=board.texts("ports", usual.ports),
        baud=board.whole("baud", usual.baud, 3_000_000),
        display=display.text("kind", usual.display),
        address=display.whole("address", usual.address, 0x77),
        pips=(display.pins("first", usual.pips[0]), display.pins("second", usual.pips[1])),
        timing=usual.timing._replace(
            button_quiet_ms=timing.whole("button-quiet-ms", usual.timing.button_quiet_ms, MAX_MS),
            tag_quiet_ms=timing.whole("tag-quiet-ms", usual.timing.tag_quiet_ms, MAX_MS),
            poll_ms=timing.whole("poll-ms", usual.timing.poll_ms, MAX_MS),
        ),
    )


class _Section:
    def __init__(self, table: Mapping[str, object], name: str) -> None:
        self._name = name
        values = table.get(name, {})
        if not isinstance(values, dict):
            raise BadWiring(f"{name}: expected a section.")
        self.values: Mapping[str, object] = values

    def pin(self, key: str, usual: int | None) -> int | None:
        return None if self.values.get(key, usual) in (None, NONE) else self.whole(key, usual or 0, MAX_PIN)

    def pins(self, key: str, usual: tuple[int, ...]) -> tuple[int, ...]:
        values = self.values.get(key, usual)
        if not isinstance(values, list | tuple) or not all(_is_whole(value, MAX_PIN) for value in values):
            raise self._wrong(key, f"a list of pin numbers from 0 to {MAX_PIN}")
        return tuple(values)

    def whole(self, key: str, usual: int, most: int) -> int:
        value = self.values.get(key, usual)
        if not isinstance(value, int) or not _is_whole(value, most):
            raise self._wrong(key, f"a number from 0 to {most:,}")
        return value

    def one_of(self, key: str, values: tuple[V, ...], usual: V) -> V:
        value = self.values.get(key, usual)
        if value not in values:
            raise self._wrong(key, f"one of {', '.join(map(str, values))}")
        return values[values.index(value)]

    def text(self, key: str, usual: str) -> str:
        value = self.values.get(key, usual)
        if not isinstance(value, str):
            raise self._wrong(key, "a text in quotes")
        return value

    def texts(self, key: str, usual: tuple[str, ...]) -> tuple[str, ...]:
        values = self.values.get(key, usual)
        if not isinstance(values, list | tuple) or not values or not all(isinstance(value, str) for value in values):
            raise self._wrong(key, "a list of texts in quotes")
        return tuple(values)

    def _wrong(self, key: str, expected: str) -> BadWiring:
        return BadWiring(f"{self._name}.{key} = {self.values[key]!r}: expected {expected}.")


def _is_whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def build_rig(wiring: RigWiring, clock: Clock, pins: GpioPins | None = None) -> AssembledRig:
    """Opens nothing yet. Each driver is imported when its device is opened."""
    pins = pins or GpioPins()
    display: DiceDisplayDevice | None = None
    if wiring.display == "digits":
        display = DigitDisplay(wiring.address)
    elif wiring.display == "pips":
        display = PipDisplay(pins, wiring.pips)
    board = SerialBoard(wiring.board, wiring.ports, clock, baud=wiring.baud) if wiring.board else None
    readers = tuple(_build_reader(name, one, pins, clock) for name, one in wiring.readers.items())
    devices = RigDevices(
        buttons=PinButtons(pins, wiring.buttons) if wiring.buttons else None,
        readers=(*readers, board.wand) if board and board.kind is BoardKind.TAP else readers,
        board=board,
        lamps=None
        if wiring.lamps == (None, None, None)
        else PinLamps(pins, wiring.lamps, is_active_low=wiring.is_active_low),
        speaker=None if wiring.speaker is None else PinSpeaker(pins, wiring.speaker, wiring.volume),
        dice_display=display,
    )
    return AssembledRig(devices, clock, wiring.timing, has_threads=True)


def _build_reader(name: str, one: ReaderWiring, pins: GpioPins, clock: Clock) -> TagReader:
    match one.kind:
        case "pn532":
            return Pn532Reader(name, one.at)
        case "usb":
            return UsbKeyboardReader(name, one.at, clock, one.form)
        case "pcsc":
            return PcscReader(name, one.at)
        case _:
            return Rc522Reader(name, pins, bus=one.bus, device=one.device, reset=one.reset, gain=one.gain)
