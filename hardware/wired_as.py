"""What is wired where, for who tries the devices by themselves: the usual wiring, or what a companion.toml says of it.

Whatever else that file says is the companion's, and is checked there.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.board import BoardKind
from hardware.buttons import SEATS
from hardware.timing import Timing

NONE = "none"
PINS = 28
MS_MOST = 60_000


class BadWiring(ValueError):
    """The message says which key, and what was expected."""


@dataclass(frozen=True, slots=True)
class Spi:
    bus: int = 0
    device: int = 0
    reset: int | None = 25


@dataclass(frozen=True, slots=True)
class WiredAs:
    buttons: Mapping[str, int] = field(default_factory=lambda: {"dice": 17, "confirm": 27, "cancel": 22})
    lamps: tuple[int | None, int | None, int | None] = (23, 24, 4)
    is_lit_low: bool = False
    speaker: int | None = 18
    readers: Mapping[str, Spi] = field(default_factory=lambda: {"deeds": Spi()})
    board: BoardKind | None = BoardKind.IDENTIFYING
    ports: tuple[str, ...] = ("/dev/companion-board",)
    baud: int = 115_200
    display: str = NONE  # or digits, or pips
    address: int = 0x70
    pips: tuple[tuple[int, ...], tuple[int, ...]] = ((5, 6, 13, 19), (12, 16, 20, 26))
    timing: Timing = field(default_factory=Timing)


def read_wiring(text: str) -> WiredAs:
    """Raises BadWiring."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadWiring(f"This is not TOML: {error}.") from None
    usual, pins = WiredAs(), _Section(table, "pins")
    board, display = _Section(table, "board"), _Section(table, "dice-display")
    return WiredAs(
        buttons=_buttons(pins, usual),
        lamps=(pins.pin("lamp-red", 23), pins.pin("lamp-green", 24), pins.pin("lamp-blue", 4)),
        is_lit_low=_Section(table, "lamps").text("common", "cathode") == "anode",
        speaker=pins.pin("speaker", usual.speaker),
        readers=_readers(table) if "readers" in table else usual.readers,
        board=_kind(_Section(table, "rig").text("board", "identifying")),
        ports=board.texts("ports", usual.ports),
        baud=board.whole("baud", usual.baud, 3_000_000),
        display=display.text("kind", usual.display),
        address=display.whole("address", usual.address, 0x77),
        pips=(display.pins("first", usual.pips[0]), display.pins("second", usual.pips[1])),
        timing=_timing(_Section(table, "timing"), usual.timing),
    )


def _timing(section: "_Section", usual: Timing) -> Timing:
    return usual._replace(
        button_quiet_ms=section.whole("button-quiet-ms", usual.button_quiet_ms, MS_MOST),
        tag_quiet_ms=section.whole("tag-quiet-ms", usual.tag_quiet_ms, MS_MOST),
        poll_ms=section.whole("poll-ms", usual.poll_ms, MS_MOST),
    )


def _buttons(pins: "_Section", usual: WiredAs) -> Mapping[str, int]:
    named = {name: pins.pin(name, usual.buttons[name]) for name in usual.buttons}
    named |= dict(zip(SEATS, pins.pins("seats", ()), strict=False))
    return {name: pin for name, pin in named.items() if pin is not None}


def _readers(table: Mapping[str, object]) -> Mapping[str, Spi]:
    readers = _Section(table, "readers")
    sections = {name: _Section(readers.values, name) for name in readers.values}
    return {
        name: Spi(one.whole("bus", 0, 1), one.whole("device", 0, 2), one.pin("reset", 25))
        for name, one in sections.items()
    }


def _kind(name: str) -> BoardKind | None:
    try:
        return None if name == NONE else BoardKind(name)
    except ValueError:
        kinds = ", ".join(kind.value for kind in BoardKind)
        raise BadWiring(f"rig.board: expected {kinds} or {NONE}, not {name}.") from None


class _Section:
    def __init__(self, table: Mapping[str, object], name: str) -> None:
        self._name = name
        values = table.get(name, {})
        if not isinstance(values, dict):
            raise BadWiring(f"{name}: expected a section.")
        self.values: Mapping[str, object] = values

    def pin(self, key: str, usual: int | None) -> int | None:
        return None if self.values.get(key, usual) in (None, NONE) else self.whole(key, usual or 0, PINS - 1)

    def pins(self, key: str, usual: tuple[int, ...]) -> tuple[int, ...]:
        values = self.values.get(key, usual)
        if not isinstance(values, list | tuple) or not all(_is_whole(value, PINS - 1) for value in values):
            raise self._wrong(key, f"a list of pin numbers from 0 to {PINS - 1}")
        return tuple(values)

    def whole(self, key: str, usual: int, most: int) -> int:
        value = self.values.get(key, usual)
        if not isinstance(value, int) or not _is_whole(value, most):
            raise self._wrong(key, f"a number from 0 to {most:,}")
        return value

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
