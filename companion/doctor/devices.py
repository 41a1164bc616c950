"""The files that devices are reached by, and how the devices themselves are doing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.doctor.finding import Finding, bad, note, ok
from companion.doctor.machine import Machine

if TYPE_CHECKING:
    from companion.config import Config

CHIPS = "/dev/gpiochip*"
SPI_ON = "Switch SPI on: `sudo raspi-config nonint do_spi 0`, then restart the Pi."
SPI1_ON = "Add `dtoverlay=spi1-3cs` to /boot/firmware/config.txt, then restart the Pi."
I2C_ON = "Switch I2C on: `sudo raspi-config nonint do_i2c 0`, then restart the Pi."
NO_PINS = 'Run this on the Pi, or set kind = "simulated" in [rig] of companion.toml.'
MEND_FIRST = 'Mend that first; on a machine without devices set kind = "simulated" in [rig] of companion.toml.'
PACKAGES = {"mfrc522": "the RC522 readers", "spidev": "the SPI bus", "lgpio": "the pins"}
INSTALL = "Run `pip install '.[pi]'` in the companion's folder, in the environment that runs the table."
PINS_DRIVER = (
    "Run `sudo apt install python3-lgpio`, and make the environment that runs the table with --system-site-packages; "
    "up to Python 3.12 `pip install '.[pi]'` does as well."
)


# Files


def files(machine: Machine, config: "Config") -> Iterator[Finding]:
    """Of everything that is configured."""
    for bus, device in sorted({(reader.bus, reader.device) for reader in config.readers.values()}):
        yield _file(machine, "spi", f"/dev/spidev{bus}.{device}", "spi", SPI1_ON if bus else SPI_ON)
    yield _pins(machine)
    if config.dice_display.kind == "digits":
        yield _file(machine, "i2c", "/dev/i2c-1", "i2c", I2C_ON)


def _file(machine: Machine, what: str, path: str, group: str, if_missing: str) -> Finding:
    if not machine.exists(path):
        return bad(what, f"There is no {path}.", if_missing)
    if not machine.may_use(path):
        return bad(what, f"{machine.user.name} may not use {path}.", join(machine, path, group))
    return ok(what, path)


def join(machine: Machine, path: str, group: str) -> str:
    if machine.gid(group) is None:
        return f"Give {path} to a group, with the rules in systemd/60-companion.rules, and join that group."
    return f"Join the group: `sudo usermod -aG {group} {machine.user.name}`, then log out and in again."


def _pins(machine: Machine) -> Finding:
    chips = tuple(machine.named(CHIPS))
    if not chips:
        return bad("gpio", f"There is no {CHIPS}: this machine has no pins.", NO_PINS)
    if not any(map(machine.may_use, chips)):
        return bad("gpio", f"{machine.user.name} may not use {chips[0]}.", join(machine, chips[0], "gpio"))
    return ok("gpio", ", ".join(chip for chip in chips if machine.may_use(chip)))


def port(machine: Machine, path: str) -> Finding:
    """Of the token board."""
    if not machine.exists(path):
        return bad("board", f"There is no {path}.", _which_port(machine, path))
    if not machine.may_use(path):
        return bad("board", f"{machine.user.name} may not use {path}.", join(machine, path, "dialout"))
    return ok("board", path)


def _which_port(machine: Machine, path: str) -> str:
    found = tuple(machine.named("/dev/serial/by-id/*")) or (
        *machine.named("/dev/ttyACM*"),
        *machine.named("/dev/ttyUSB*"),
    )
    if not found:
        return f'Plug the board in, or set board = "none" in [rig] if there is none. {path} should come up then.'
    ways = " or ".join(f'ports = ["{one}"]' for one in found)
    return f"Copy systemd/60-companion.rules to /etc/udev/rules.d, or set {ways} in [board]."


# Groups


def groups(machine: Machine, needed: Iterable[str]) -> Finding:
    """A user who may use everything needs none of them."""
    missing = [name for name in needed if machine.gid(name) is not None and machine.gid(name) not in machine.user.gids]
    if machine.user.uid == 0 or not missing:
        return ok("groups", f"{machine.user.name} is in every group that is needed")
    joined = ",".join(missing)
    do = f"`sudo usermod -aG {joined} {machine.user.name}`, then log out and in again."
    return note("groups", f"{machine.user.name} is not in {', '.join(missing)}.", do)


def needed_groups(config: "Config") -> tuple[str, ...]:
    wanted = {"spi": bool(config.readers), "gpio": True, "dialout": config.rig.board != "none"}
    return tuple(
        name for name, is_needed in {**wanted, "i2c": config.dice_display.kind == "digits"}.items() if is_needed
    )


def packages(is_there: "Importable", config: "Config") -> Iterator[Finding]:
    """Which drive the devices, and are not installed on a laptop."""
    needed = ["lgpio", *(("mfrc522", "spidev") if config.readers else ())]
    missing = [name for name in needed if not is_there(name)]
    if not missing:
        yield ok("drivers", ", ".join(sorted(needed)))
    for name in missing:
        yield bad(
            "drivers",
            f"The package {name}, for {PACKAGES[name]}, is not installed.",
            PINS_DRIVER if name == "lgpio" else INSTALL,
        )


class Importable(Protocol):
    def __call__(self, name: str, /) -> bool: ...


# The devices themselves


class Device(NamedTuple):
    name: str
    state: str  # present, absent or lost
    why: str = ""


def answers(devices: Sequence[Device], configured: frozenset[str]) -> Iterator[Finding]:
    """What is not `configured` and is not there is not worth a line; what several have in common is told once."""
    whys = Counter(device.why for device in devices if device.state == "lost" and device.why)
    for device in devices:
        if device.state == "lost" and whys[device.why] > 1:
            continue
        if device.state == "lost":
            yield bad(device.name, device.why or "It does not answer.", remedy(device.name))
        elif device.state == "absent" and device.name in configured:
            yield bad(device.name, "It is configured, and is not there.", remedy(device.name))
        elif device.state == "present":
            yield note(device.name, device.why, remedy(device.name)) if device.why else ok(device.name, "answers")
    for why in (why for why, count in whys.items() if count > 1):
        names = ", ".join(device.name for device in devices if device.state == "lost" and device.why == why)
        yield bad("devices", f"{why} So these do not answer: {names}.", MEND_FIRST)


def remedy(name: str) -> str:
    if name == "board":
        return "Look at its cable and its lamp; firmware_notes say how to try it by itself."
    if name in ("lamps", "speaker", "dice-display"):
        return "Look at its wires and at its pins in companion.toml; `python -m hardware.selftest` tries it."
    if name in ("dice", "confirm", "cancel") or name.startswith("seat-"):
        return "Look for a stuck button or a wire to ground; `python -m hardware.selftest` shows every press."
    return "Look at its wires, its 3.3 V and its place in [readers]; `python -m hardware.selftest` shows what it reads."


def configured(config: "Config") -> frozenset[str]:
    names = {*config.readers, *config.pins.buttons()}
    lamps = (config.pins.lamp_red, config.pins.lamp_green, config.pins.lamp_blue)
    names |= {"lamps"} if any(pin is not None for pin in lamps) else set()
    names |= {"speaker"} if config.pins.speaker is not None and config.sounds.on else set()
    names |= {"board"} if config.rig.board != "none" else set()
    return frozenset(names | ({"dice-display"} if config.dice_display.kind != "none" else set()))
