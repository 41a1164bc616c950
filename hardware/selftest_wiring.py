"""The wiring for the self-test: the usual one, or what companion.toml says of it.

The companion checks the rest of that file; this does not.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.buttons import SEATS
from hardware.clock import DeviceTiming
from hardware.signals import BoardKind

NONE = "none"
MAX_PIN = 27
MAX_MS = 60_000


class BadWiring(ValueError):
    """The message says which key is wrong and what was expected."""


@dataclass(frozen=True, slots=True)
class ReaderWiring:
    bus: int = 0
    device: int = 0
    reset: int | None = 25


@dataclass(frozen=True, slots=True)
class SelftestWiring:
    buttons: Mapping[str, int] = field(default_factory=lambda: {"dice": 17, "confirm": 27, "cancel": 22})
    lamps: tuple[int | None, int | None, int | None] = (23, 24, 4)
    is_active_low: bool = False
    speaker: int | None = 18
    readers: Mapping[str, ReaderWiring] = field(default_factory=lambda: {"deeds": ReaderWiring()})
    board: BoardKind | None = BoardKind.IDENTIFYING
    ports: tuple[str, ...] = ("/dev/companion-board",)
    baud: int = 115_200
    display: str = NONE  # or digits, or pips
    address: int = 0x70
    pips: tuple[tuple[int, ...], tuple[int, ...]] = ((5, 6, 13, 19), (12, 16, 20, 26))
    timing: DeviceTiming = field(default_factory=DeviceTiming)


def read_wiring(text: str) -> SelftestWiring:
    """Raises BadWiring."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadWiring(f"This is not TOML: {error}.") from None
    usual = SelftestWiring()
    pins, board, display = _Section(table, "pins"), _Section(table, "board"), _Section(table, "dice-display")
    timing, readers = _Section(table, "timing"), _Section(table, "readers")
    buttons = {name: pins.pin(name, pin) for name, pin in usual.buttons.items()}
    buttons |= dict(zip(SEATS, pins.pins("seats", ()), strict=False))
    sections = {name: _Section(readers.values, name) for name in readers.values}
    return SelftestWiring(
        buttons={name: pin for name, pin in buttons.items() if pin is not None},
        lamps=(pins.pin("lamp-red", 23), pins.pin("lamp-green", 24), pins.pin("lamp-blue", 4)),
        is_active_low=_Section(table, "lamps").text("common", "cathode") == "anode",
        speaker=pins.pin("speaker", usual.speaker),
        readers={
            name: ReaderWiring(one.whole("bus", 0, 1), one.whole("device", 0, 2), one.pin("reset", 25))
            for name, one in sections.items()
        }
        if "readers" in table
        else usual.readers,
        board=_board_kind(_Section(table, "rig").text("board", "identifying")),
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


def _board_kind(name: str) -> BoardKind | None:
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
