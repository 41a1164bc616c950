"""What the doctor checks about devices: their files, groups and drivers, and how the devices themselves are doing."""

import asyncio
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.household.doctor_checks import Diagnosis, bad, note, ok
from companion.household.machine import Machine
from companion.household.pin_uses import UART, pins_by_key, spi_places
from companion.table.client.link import MAX_PATH_BYTES, other_place, service_place
from companion.table.messages.views import DeviceView
from companion.toml_document import dotted
from hardware.health import DeviceMissing

if TYPE_CHECKING:
    from companion.household.settings import Config
    from companion.table.server.table import Wired

CHIPS = "/dev/gpiochip*"
SPI_ON = "Switch SPI on: `sudo raspi-config nonint do_spi 0`, then restart the Pi."
SPI1_ON = "Add `dtoverlay=spi1-{}cs` to /boot/firmware/config.txt, then restart the Pi."
I2C_ON = "Switch I2C on: `sudo raspi-config nonint do_i2c 0`, then restart the Pi."
NO_PINS = 'Run this on the Pi, or set kind = "simulated" in [rig] of companion.toml.'
FIX_FIRST = 'Fix that first; on a machine without devices set kind = "simulated" in [rig] of companion.toml.'
PACKAGES = {"mfrc522": "the RC522 readers", "spidev": "the SPI bus", "lgpio": "the pins"}
PACKAGES |= {"evdev": "USB readers that type", "smartcard": "PC/SC readers"}
BY_APT = {
    "evdev": "Run `sudo apt install python3-evdev`, or `pip install '.[usb]'` in the companion's folder.",
    "smartcard": "Run `sudo apt install pcscd python3-pyscard`, or `pip install '.[pcsc]'` in the companion's folder.",
}
INSTALL = "Run `pip install '.[pi]'` in the companion's folder, in the environment that runs the table."
PINS_DRIVER = (
    "Run `sudo apt install python3-lgpio`, and make the environment that runs the table with --system-site-packages; "
    "up to Python 3.12 `pip install '.[pi]'` works as well."
)
BOARD, VOICE = "board", "voice"
KEYBOARDS = "/dev/input/by-id/*-event-kbd"
SMART_CARDS = "0b"  # the class of such USB devices
PINS = ("dice", "confirm", "cancel", "lamp-red", "lamp-green", "lamp-blue", "speaker")
NOTHING_WIRED = ("[pins]", *(f'{pin} = "none"' for pin in PINS))
WRITE = "{}, write to companion.toml, and restart the table:"
SEE_READERS = "firmware_notes/readers.md says what to do."
PLUG_IN = "Plug it in, or correct its `at` in [readers]."
ANSWER_S = 5.0  # for a running table
SETTLE_S, BOARD_S = 1.5, 4.0  # for devices that do not answer at once; a silent board is lost after 3 s
LOOK_S = 0.1


# Files, groups and drivers


def check_files(machine: Machine, config: "Config") -> Iterator[Diagnosis]:
    """The device files that the settings need."""
    places = sorted({place for _, place in spi_places(config)})
    selects = max((device + 1 for bus, device in places if bus), default=0)  # more would take pins away from buttons
    for bus, device in places:
        switch_on = SPI1_ON.format(selects) if bus else SPI_ON
        yield _check_file(machine, "spi", f"/dev/spidev{bus}.{device}", "spi", switch_on)
    chips = tuple(machine.matching(CHIPS))
    if not uses_pins(config):
        pass  # a laptop with a USB reader has none, and needs none
    elif not chips:
        yield bad("gpio", f"There is no {CHIPS}: this machine has no pins.", NO_PINS)
    elif usable := [chip for chip in chips if machine.may_use(chip)]:
        yield ok("gpio", ", ".join(usable))
    else:
        yield _check_file(machine, "gpio", chips[0], "gpio", "")
    if config.dice_display.kind == "digits":
        yield _check_file(machine, "i2c", "/dev/i2c-1", "i2c", I2C_ON)
    for name, reader in config.readers.items():
        if reader.kind == "usb":
            yield _check_file(machine, name, reader.at or "USB reader in at", "input", _usb_readers(machine, name))
        elif reader.kind == "pn532" and not reader.at.startswith("/dev/spidev"):
            group, switch_on = ("i2c", I2C_ON) if reader.at.startswith("/dev/i2c") else ("dialout", PLUG_IN)
            yield _check_file(machine, name, reader.at or "PN532 in at", group, switch_on)


def uses_pins(config: "Config") -> bool:
    return any(pin is not None for _, pins in pins_by_key(config) for pin in pins)


def find_devices(machine: Machine, card_readers: Callable[[], list[str]]) -> Iterator[Diagnosis]:
    """What is plugged in, and the lines to write for it, for people who have set nothing.

    `card_readers` are those that the card service knows; it raises DeviceMissing.
    """
    found = [*_find_serial(machine), *_find_readers(machine, card_readers)]
    yield from found
    if any(one.lines for one in found):
        is_pi = "Raspberry" in (machine.text("/proc/device-tree/model") or "")
        lines = ("[rig]", 'kind = "real"', *(() if is_pi else NOTHING_WIRED))
        yield note(
            "devices", "Real devices are used once the settings say so.", WRITE.format("With any of these"), lines
        )


def _find_serial(machine: Machine) -> Iterator[Diagnosis]:
    for path in machine.matching("/dev/serial/by-id/*"):
        if "MicroPython" in path:
            lines = ("[rig]", 'board = "tap"  # or "identifying" or "presence"', "[board]", f'ports = ["{path}"]')
            yield note("board", f"{path} is a Pico.", WRITE.format("If it is a wand, or a board of tokens"), lines)
        else:
            yield _reader(f"{path} is a serial line.", "If a PN532 is at its end", 'kind = "pn532"', path)


def _find_readers(machine: Machine, card_readers: Callable[[], list[str]]) -> Iterator[Diagnosis]:
    for path in machine.matching(KEYBOARDS):
        says = f"{path} is a keyboard, or a reader that types."
        yield _reader(says, "If a tag held to it types a number", 'kind = "usb"', path)
    yield from _find_card_readers(machine, card_readers)
    for path, chip, kind in (("/dev/spidev0.0", "an RC522", "rc522"), ("/dev/i2c-1", "a PN532", "pn532")):
        if machine.exists(path):
            at = path if kind == "pn532" else ""
            yield _reader(f"{path} is a bus.", f"If {chip} is wired to it", f'kind = "{kind}"', at)


def _find_card_readers(machine: Machine, card_readers: Callable[[], list[str]]) -> Iterator[Diagnosis]:
    """Found by what they say of themselves on the USB, and called as the card service calls them."""
    plugged = [
        machine.text(f"{path.partition(':')[0]}/product") or "A reader for smart cards"
        for path in machine.matching("/sys/bus/usb/devices/*:*")
        if (machine.text(f"{path}/bInterfaceClass") or "").strip() == SMART_CARDS
    ]
    if not plugged:
        return
    try:
        names = card_readers()
    except DeviceMissing as missing:
        for product in plugged:
            yield note("readers", f"{product.strip()} is plugged in, a PC/SC reader. {missing}", SEE_READERS)
        return
    for name in names:
        yield _reader(f"{name} is a PC/SC reader.", "To use it", 'kind = "pcsc"', name)
    if not names:
        yield note(
            "readers", f"{plugged[0].strip()} is plugged in, but the card service does not know it.", SEE_READERS
        )


def _reader(says: str, when: str, kind: str, at: str) -> Diagnosis:
    lines = ("[readers.deeds]", kind, *([f'at = "{at}"'] if at else ()))
    return note("readers", says, WRITE.format(when), lines)


def _usb_readers(machine: Machine, name: str) -> str:
    found = tuple(machine.matching(KEYBOARDS))
    ways = " or ".join(f'at = "{one}"' for one in found)
    return f"Set {ways} in [readers.{name}]." if found else PLUG_IN


def check_port(machine: Machine, path: str) -> Diagnosis:
    """The port of the token board."""
    found = tuple(machine.matching("/dev/serial/by-id/*")) or (
        *machine.matching("/dev/ttyACM*"),
        *machine.matching("/dev/ttyUSB*"),
    )
    ways = " or ".join(f'ports = ["{one}"]' for one in found)
    do = f'Plug the board in, or set board = "none" in [rig] if there is none. {path} should appear then.'
    if found:
        do = f"Copy systemd/60-companion.rules to /etc/udev/rules.d, or set {ways} in [board]."
    return _check_file(machine, BOARD, path, "dialout", do)


def _check_file(machine: Machine, what: str, path: str, group: str, if_missing: str) -> Diagnosis:
    name = machine.user.name
    if not machine.exists(path):
        return bad(what, f"There is no {path}.", if_missing)
    if machine.may_use(path):
        return ok(what, path)
    join = f"Join the group: `sudo usermod -aG {group} {name}`, then log out and in again."
    if machine.gid(group) is None:
        join = f"Give {path} to a group, with the rules in systemd/60-companion.rules, and join that group."
    return bad(what, f"{name} may not use {path}.", join)


def check_groups(machine: Machine, needed: Iterable[str]) -> Diagnosis:
    """Root needs no groups."""
    name, gids = machine.user.name, {group: machine.gid(group) for group in needed}
    missing = [group for group, gid in gids.items() if gid is not None and gid not in machine.user.gids]
    if machine.user.uid == 0 or not missing:
        return ok("groups", f"{name} is in every group that is needed")
    do = f"`sudo usermod -aG {','.join(missing)} {name}`, then log out and in again."
    return note("groups", f"{name} is not in {', '.join(missing)}.", do)


def check_pins(config: "Config") -> Iterator[Diagnosis]:
    """Pins 14 and 15 belong to the serial line, on which Raspberry Pi OS may talk to a terminal."""
    for key, pins in pins_by_key(config):
        if taken := [str(pin) for pin in pins if pin in UART]:
            says = f"{dotted(key)} uses pin {' and '.join(taken)}, which the Pi's serial console may use, too."
            yield note("pins", says, "Choose another pin, or switch the serial console off with raspi-config.")


def needed_groups(config: "Config") -> tuple[str, ...]:
    has_board, has_display = config.rig.board != "none", config.dice_display.kind == "digits"
    readers = config.readers.values()
    lines = [reader.at for reader in readers if reader.kind == "pn532"]
    needs = {
        "spi": any(spi_places(config)),
        "gpio": uses_pins(config),
        "dialout": has_board or any(not at.startswith(("/dev/i2c", "/dev/spidev")) for at in lines),
        "i2c": has_display or any(at.startswith("/dev/i2c") for at in lines),
        "input": any(reader.kind == "usb" for reader in readers),
        "audio": config.sounds.speech is not None,
    }
    return tuple(name for name, is_needed in needs.items() if is_needed)


def check_packages(is_installed: Callable[[str], bool], config: "Config") -> Iterator[Diagnosis]:
    """The drivers of the devices, which a laptop does not have."""
    kinds = {reader.kind for reader in config.readers.values()}
    by_kind = {"rc522": ("mfrc522", "spidev"), "usb": ("evdev",), "pcsc": ("smartcard",)}
    needed = [
        *(["lgpio"] if uses_pins(config) else ()),
        *(name for kind, names in by_kind.items() if kind in kinds for name in names),
    ]
    missing = [name for name in needed if not is_installed(name)]
    if not missing:
        yield ok("drivers", ", ".join(sorted(needed)) or "none is needed")
    for name in missing:
        says = f"The package {name}, for {PACKAGES[name]}, is not installed."
        yield bad("drivers", says, PINS_DRIVER if name == "lgpio" else BY_APT.get(name, INSTALL))


# The devices themselves


def check_devices(devices: Sequence[DeviceView], expected: frozenset[str]) -> Iterator[Diagnosis]:
    """Says nothing about a device that is neither there nor `expected`, and gives a shared reason once."""
    reasons = Counter(device.why for device in devices if device.state == "lost" and device.why)
    for device in devices:
        do = remedy_for(device.name)
        if device.state == "lost" and reasons[device.why] <= 1:
            yield bad(device.name, device.why or "It does not answer.", do)
        elif device.state == "absent" and device.name in expected:
            yield bad(device.name, "It is in the settings, but it is not there.", do)
        elif device.state == "present":
            yield note(device.name, device.why, do) if device.why else ok(device.name, "answers")
    for why in (why for why, count in reasons.items() if count > 1):
        names = ", ".join(device.name for device in devices if device.state == "lost" and device.why == why)
        yield bad("devices", f"{why} So these do not answer: {names}.", FIX_FIRST)


def remedy_for(device: str) -> str:
    if device == BOARD:
        return "Check its cable and its lamp; firmware_notes say how to test it by itself."
    if device == VOICE:
        return "`aplay -L` lists the sound devices; speech-device in [sounds] of companion.toml names one."
    if device in ("lamps", "speaker", "dice-display"):
        return "Check its wires and its pins in companion.toml; `companion selftest` tests it."
    if device in ("dice", "confirm", "cancel") or device.startswith("seat-"):
        return "Look for a stuck button or a wire to ground; `companion selftest` shows every press."
    return "Check its wires, its 3.3 V and its place in [readers]; `companion selftest` shows what it reads."


def expected_devices(config: "Config") -> frozenset[str]:
    lamps = (config.pins.lamp_red, config.pins.lamp_green, config.pins.lamp_blue)
    outputs = {
        "lamps": any(pin is not None for pin in lamps),
        "speaker": config.pins.speaker is not None and config.sounds.on,
        BOARD: config.rig.board != "none",
        "dice-display": config.dice_display.kind != "none",
    }
    return frozenset({*config.readers, *config.pins.buttons(), *(name for name, is_set in outputs.items() if is_set)})


# Asking a running table, or opening the devices here


class TableReport(NamedTuple):
    """What a running table says."""

    app: str
    devices: tuple[DeviceView, ...]
    is_simulated: bool
    trouble: str


class NoTableRunning(Exception):
    """Nobody listens at the table's socket."""


def ask_running_table(path: Path) -> TableReport:
    """Raises NoTableRunning, PermissionError, LinkLost, and TimeoutError for a table that says nothing."""
    # Checked first, because a client waits for a table for ever and does not say why it cannot connect.
    if not any(_is_listening(place) for place in (path, service_place(path), other_place(path))):
        raise NoTableRunning
    return asyncio.run(_ask_table(path))


def _is_listening(place: Path) -> bool:
    if len(os.fsencode(place)) > MAX_PATH_BYTES:
        return False
    with socket.socket(socket.AF_UNIX) as link:
        try:
            link.connect(str(place))
        except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
            return False
    return True


async def _ask_table(path: Path) -> TableReport:
    from companion.table.client import Client, LinkDown, LinkLost
    from companion.table.messages.wire import Snapshot, TablePrompts, Welcome

    app = ""
    async with asyncio.timeout(ANSWER_S), Client(path, "viewer", name="companion doctor") as client:
        async for told in client:
            match told:
                case LinkDown(why):
                    raise LinkLost(why)
                case Welcome():
                    app = told.app
                case Snapshot():
                    prompts = told.prompts or TablePrompts()
                    return TableReport(app, prompts.devices, prompts.rig is not None, told.trouble)
    raise LinkLost("The table hung up.")


def open_devices(wired: "Wired", sleep: Callable[[float], None] = time.sleep) -> tuple[DeviceView, ...]:
    """Opens each, uses lamps and speaker once, and closes everything again."""
    wired.rig.open(lambda _: None)
    try:
        wired.rig.show("read")
        wired.rig.play("read")
        looks = round(BOARD_S / LOOK_S) if wired.pull is None else 0  # simulated devices answer at once
        for look in range(looks):
            devices = wired.rig.health()
            is_silent_board = any(
                one.name == BOARD and one.state == "present" and one.last_seen_ms is None for one in devices
            )
            is_any_lost = any(one.state == "lost" for one in devices)
            # A lost device may still come, and a board that is there may still turn out to be silent.
            if not (look * LOOK_S < SETTLE_S if is_any_lost else is_silent_board):
                break
            sleep(LOOK_S)
        return tuple(DeviceView(one.name, one.state, one.why) for one in wired.rig.health())
    finally:
        wired.rig.close()
