"""No pin has two uses. A bus uses its pins as soon as a device is on it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import fields

from companion.household.settings import Config, PinSettings
from companion.toml_document import Key, TomlDocument, TomlError, dotted
from hardware.rig import NOT_FOR_READERS

SPI0 = (7, 8, 9, 10, 11)  # both select lines are taken, whatever is connected to them
SPI1, SPI1_SELECTS = (19, 20, 21), (18, 17, 16)  # only as many select lines as are needed
SELECTS = (2, 3)  # how many each bus has
I2C1, UART = (2, 3), (14, 15)
UART_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
ADD_ON_MEMORY = (0, 1)
SPI_DEVICE = re.compile(r"/dev/spidev([01])\.([0-2])\Z")
READER_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}\Z")


class PinUse(NamedTuple):
    pin: int
    key: Key  # of the setting; empty for what cannot be changed
    by: str


def require_wiring(document: TomlDocument, config: Config) -> None:
    """Raises TomlError, which names both uses of a pin."""
    places: dict[tuple[int, int], str] = {}
    for name, reader in config.readers.items():
        if not READER_NAME.match(name):
            raise document.error(("readers", name), "expected a name of at most 20 small letters, digits and hyphens")
        if name in NOT_FOR_READERS:
            raise document.error(("readers", name), "this is the name of another device")
        if reader.kind != "rc522":
            continue
        place = reader.bus, reader.device
        if reader.device >= SELECTS[reader.bus]:
            why = f"expected a device from 0 to {SELECTS[reader.bus] - 1}, since SPI bus {reader.bus} has no more"
            raise document.error(("readers", name, "device"), why)
        if place in places:
            why = f"SPI bus {reader.bus}, device {reader.device} is the reader {places[place]} already"
            raise document.error(("readers", name, "device"), why)
        places[place] = name
    uses: dict[int, PinUse] = {}
    for use in _uses(config):
        if use.pin in uses:
            raise _conflict(document, uses[use.pin], use)
        uses[use.pin] = use


def _uses(config: Config) -> Iterator[PinUse]:
    yield from (PinUse(pin, (), "the memory of add-on boards") for pin in ADD_ON_MEMORY)
    for bus in (0, 1):
        devices = {name: device for name, (on, device) in spi_places(config) if on == bus}
        if devices:
            first = next(iter(devices))
            pins = SPI0 if bus == 0 else (*SPI1, *SPI1_SELECTS[: 1 + max(devices.values())])
            by = f"SPI bus {bus} with the reader {first}"
            yield from (PinUse(pin, ("readers", first, "bus"), by) for pin in pins)
    if config.dice_display.kind == "digits":
        yield from (PinUse(pin, ("dice-display", "kind"), "the I2C bus with the dice display") for pin in I2C1)
    else:
        on_i2c = [name for name, one in config.readers.items() if one.kind == "pn532" and one.at == "/dev/i2c-1"]
        yield from (PinUse(pin, ("readers", name, "at"), f"the reader {name}") for name in on_i2c[:1] for pin in I2C1)
    if config.rig.board != "none" and not set(config.board.ports).isdisjoint(UART_PORTS):
        yield from (PinUse(pin, ("board", "ports"), "the serial line to the board") for pin in UART)
    for key, set_pins in pins_by_key(config):
        yield from (PinUse(pin, key, dotted(key)) for pin in set_pins if pin is not None)


def spi_places(config: Config) -> Iterator[tuple[str, tuple[int, int]]]:
    """The SPI bus and device of every reader that is on one."""
    for name, reader in config.readers.items():
        if reader.kind == "rc522":
            yield name, (reader.bus, reader.device)
        elif reader.kind == "pn532" and (found := SPI_DEVICE.match(reader.at)):
            yield name, (int(found[1]), int(found[2]))


def pins_by_key(config: Config) -> Iterator[tuple[Key, tuple[int | None, ...]]]:
    """The pins that each setting names."""
    for field in fields(PinSettings):
        pins = getattr(config.pins, field.name)
        yield ("pins", field.encode_name), pins if isinstance(pins, tuple) else (pins,)
    for name, reader in config.readers.items():
        if reader.kind == "rc522":
            yield ("readers", name, "reset"), (reader.reset,)
    if config.dice_display.kind == "pips":
        yield ("dice-display", "first"), config.dice_display.first
        yield ("dice-display", "second"), config.dice_display.second


def _conflict(document: TomlDocument, first: PinUse, second: PinUse) -> TomlError:
    """The error is about what the file sets, and if it sets both, about the later one."""
    if first.key == second.key:
        return document.error(second.key, f"pin {second.pin} is named twice")

    def is_set(use: PinUse) -> bool:
        return bool(use.key) and document.value(use.key) is not None

    other, blamed = sorted((first, second), key=lambda use: (is_set(use), document.line(use.key)))
    if is_set(other):
        place = f" (line {document.line(other.key)})"
    else:
        place = " (its default)" if other.by == dotted(other.key) else ""
    return document.error(blamed.key, f"pin {blamed.pin} cannot serve both {other.by}{place} and {blamed.by}")
