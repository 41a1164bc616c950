"""No pin has two uses. Buses count as used by the devices that are on them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import fields

from companion.config.document import ConfigError, Document, Key, dotted
from companion.config.settings import Config, Pins, Reader

SPI0 = (7, 8, 9, 10, 11)  # both select lines are taken, whatever is on them
SPI1, SPI1_SELECTS = (19, 20, 21), (18, 17, 16)  # as many select lines as are needed
SELECTS = (2, 3)  # that a bus has
I2C1, UART = (2, 3), (14, 15)
UART_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
ADD_ON_MEMORY = (0, 1)
READER_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}\Z")


class Use(NamedTuple):
    pin: int
    key: Key  # that says so; none for what cannot be changed
    by: str


def require_wiring(document: Document, config: Config) -> None:
    """Raises ConfigError, which names both uses."""
    _require_readers(document, config)
    taken: dict[int, Use] = {}
    for use in _uses(config):
        if use.pin in taken:
            raise _conflict(document, taken[use.pin], use)
        taken[use.pin] = use


def _require_readers(document: Document, config: Config) -> None:
    taken: dict[tuple[int, int], str] = {}
    for name, reader in config.readers.items():
        _require_name(document, name)
        place = reader.bus, reader.device
        if reader.device >= SELECTS[reader.bus]:
            why = f"expected a device from 0 to {SELECTS[reader.bus] - 1}, since SPI bus {reader.bus} has no more"
            raise document.wrong(("readers", name, "device"), why)
        if place in taken:
            why = f"SPI bus {reader.bus}, device {reader.device} is the reader {taken[place]} already"
            raise document.wrong(("readers", name, "device"), why)
        taken[place] = name


def _require_name(document: Document, name: str) -> None:
    """A reader is told from other devices by its name."""
    if name in Config().readers:
        return
    from hardware.assembled import NOT_FOR_READERS

    if not READER_NAME.match(name):
        raise document.wrong(("readers", name), "expected a name of at most 20 small letters, digits and hyphens")
    if name in NOT_FOR_READERS:
        raise document.wrong(("readers", name), "this is the name of another device")


def _uses(config: Config) -> Iterator[Use]:
    yield from (Use(pin, (), "the memory of add-on boards") for pin in ADD_ON_MEMORY)
    yield from _buses(config)
    for key, pins in _pins(config):
        yield from (Use(pin, key, dotted(key)) for pin in pins if pin is not None)


def _pins(config: Config) -> Iterator[tuple[Key, tuple[int | None, ...]]]:
    for field in fields(Pins):
        pins = getattr(config.pins, field.name)
        yield ("pins", field.encode_name), pins if isinstance(pins, tuple) else (pins,)
    for name, reader in config.readers.items():
        yield ("readers", name, "reset"), (reader.reset,)
    if config.dice_display.kind == "pips":
        yield ("dice-display", "first"), config.dice_display.first
        yield ("dice-display", "second"), config.dice_display.second


def _buses(config: Config) -> Iterator[Use]:
    for bus in (0, 1):
        on_it = {name: reader for name, reader in config.readers.items() if reader.bus == bus}
        for name in tuple(on_it)[:1]:
            by = f"SPI bus {bus} with the reader {name}"
            yield from (Use(pin, ("readers", name, "bus"), by) for pin in _spi_pins(bus, on_it.values()))
    if config.dice_display.kind == "digits":
        yield from (Use(pin, ("dice-display", "kind"), "the I2C bus with the dice display") for pin in I2C1)
    if config.rig.board != "none" and not set(config.board.ports).isdisjoint(UART_PORTS):
        yield from (Use(pin, ("board", "ports"), "the serial line to the board") for pin in UART)


def _spi_pins(bus: int, readers: Iterable[Reader]) -> tuple[int, ...]:
    return SPI0 if bus == 0 else (*SPI1, *SPI1_SELECTS[: 1 + max(reader.device for reader in readers)])


def _conflict(document: Document, first: Use, second: Use) -> ConfigError:
    """The complaint is about what is set, and of two about the later."""
    if first.key == second.key:
        return document.wrong(second.key, f"pin {second.pin} is named twice")
    other, blamed = sorted((first, second), key=lambda use: (_is_set(document, use.key), document.line(use.key)))
    why = f"pin {blamed.pin} cannot serve both {_with_place(document, other)} and {blamed.by}"
    return document.wrong(blamed.key, why)


def _is_set(document: Document, key: Key) -> bool:
    return bool(key) and document.value(key) is not None


def _with_place(document: Document, use: Use) -> str:
    if _is_set(document, use.key):
        return f"{use.by} (line {document.line(use.key)})"
    return f"{use.by} (its default)" if use.by == dotted(use.key) else use.by
