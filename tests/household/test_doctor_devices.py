"""Device files that are missing or not for this user, drivers that are not installed, devices that do not answer."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.household.doctor_checks import Diagnosis
from companion.household.doctor_devices import (
    SPI1_ON,
    SPI_ON,
    check_devices,
    check_files,
    check_groups,
    check_packages,
    check_port,
    expected_devices,
    find_devices,
    needed_groups,
    remedy_for,
    uses_pins,
)
from companion.household.machine import Machine, User, this_user
from companion.household.settings_file import parse
from companion.table.messages.views import DeviceView
from hardware.health import DeviceMissing
from tests.household.faked_machine import MEMBER, OUTSIDER, ROOT, machine, put, told

REAL = parse('[rig]\nkind = "real"\nboard = "identifying"\n')
DISPLAY = parse('[rig]\nkind = "real"\n[dice-display]\nkind = "digits"\n')


def fitted(root: Path) -> None:
    put(root, "dev/spidev0.0")
    put(root, "dev/gpiochip0")


# Files


def test_everything_is_there(tmp_path: Path) -> None:
    fitted(tmp_path)
    assert told(*check_files(machine(tmp_path), REAL)) == [("ok", "/dev/spidev0.0"), ("ok", "/dev/gpiochip0")]


def test_no_spi(tmp_path: Path) -> None:
    put(tmp_path, "dev/gpiochip0")
    spi, _ = check_files(machine(tmp_path), REAL)
    assert spi == Diagnosis("spi", "bad", "There is no /dev/spidev0.0.", SPI_ON)


def test_no_second_spi_bus(tmp_path: Path) -> None:
    fitted(tmp_path)
    config = parse(
        '[rig]\nkind = "real"\n[pins]\nspeaker = "none"\n[readers.deeds]\n[readers.cards]\nbus = 1\nreset = "none"\n'
    )
    _, second, _ = check_files(machine(tmp_path), config)
    assert second == Diagnosis("spi", "bad", "There is no /dev/spidev1.0.", SPI1_ON.format(1))


KEYBOARD = "/dev/input/by-id/usb-SYC_ID_IC_USB_Reader-event-kbd"
BARE = "[rig]\nkind = 'real'\n[pins]\n" + "".join(
    f"{pin} = 'none'\n" for pin in ("dice", "confirm", "cancel", "lamp-red", "lamp-green", "lamp-blue", "speaker")
)


def test_a_laptop_with_a_usb_reader_needs_no_pins(tmp_path: Path) -> None:
    config = parse(f"{BARE}[readers.deeds]\nkind = 'usb'\nat = '{KEYBOARD}'\n")
    (found,) = check_files(machine(tmp_path), config)
    assert found == Diagnosis(
        "deeds", "bad", f"There is no {KEYBOARD}.", "Plug it in, or correct its `at` in [readers]."
    )
    put(tmp_path, KEYBOARD.lstrip("/"))
    assert told(*check_files(machine(tmp_path), config)) == [("ok", KEYBOARD)]
    assert needed_groups(config) == ("input",)
    (missing,) = check_packages(lambda _: False, config)
    assert "apt install python3-evdev" in missing.do


PICO = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e660000000000001-if00"
ADAPTER = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
USB = "/sys/bus/usb/devices"
ACR = "ACS ACR122U PICC Interface"


def no_service() -> list[str]:
    raise DeviceMissing("The card service does not run: sudo apt install pcscd.")


@pytest.mark.parametrize(
    ("there", "names", "kind", "at"),
    [
        (KEYBOARD, [], "usb", KEYBOARD),
        (ADAPTER, [], "pn532", ADAPTER),
        ("/dev/i2c-1", [], "pn532", "/dev/i2c-1"),
        ("/dev/spidev0.0", [], "rc522", ""),
        (f"{USB}/1-1:1.0/bInterfaceClass", [ACR], "pcsc", ACR),
    ],
)
def test_what_is_plugged_in_is_told_with_the_lines_to_write(
    tmp_path: Path, there: str, names: list[str], kind: str, at: str
) -> None:
    assert list(find_devices(machine(tmp_path), list)) == []
    put(tmp_path, there.lstrip("/"), "0b")
    found = list(find_devices(machine(tmp_path), lambda: names))
    assert (len(found), {one.state for one in found}) == (2, {"note"})
    config = parse("\n".join(line for one in found for line in one.lines))
    assert (config.rig.kind, config.readers["deeds"].kind, config.readers["deeds"].at) == ("real", kind, at)
    assert not uses_pins(replace(config, readers={})), "a laptop has none"
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 5")
    *_, last = find_devices(machine(tmp_path), lambda: names)
    assert last.lines == ("[rig]", 'kind = "real"')


def test_a_pico_that_is_plugged_in_is_told(tmp_path: Path) -> None:
    put(tmp_path, PICO.lstrip("/"))
    board, _ = find_devices(machine(tmp_path), list)
    config = parse("\n".join(board.lines))
    assert (config.rig.board, config.board.ports) == ("tap", (PICO,))


def test_a_card_reader_that_cannot_be_used_yet_says_why(tmp_path: Path) -> None:
    assert list(find_devices(machine(tmp_path), no_service)) == [], "who has none needs no card service"
    put(tmp_path, "sys/bus/usb/devices/1-1:1.0/bInterfaceClass", "0b\n")
    put(tmp_path, "sys/bus/usb/devices/1-1/product", "ACR122U PICC Interface\n")
    (found,) = find_devices(machine(tmp_path), no_service)
    assert found.says == (
        "ACR122U PICC Interface is plugged in, a PC/SC reader. The card service does not run: sudo apt install pcscd."
    )
    (found,) = find_devices(machine(tmp_path), list)
    assert found.says == "ACR122U PICC Interface is plugged in, but the card service does not know it."


def test_a_reader_that_is_set_without_a_place_is_told_where_it_may_be(tmp_path: Path) -> None:
    put(tmp_path, KEYBOARD.lstrip("/"))
    config = parse(f"{BARE}[readers.deeds]\nkind = 'usb'\n")
    (wrong,) = check_files(machine(tmp_path), config)
    assert wrong.do == f'Set at = "{KEYBOARD}" in [readers.deeds].'


def test_no_pins(tmp_path: Path) -> None:
    put(tmp_path, "dev/spidev0.0")
    _, gpio = check_files(machine(tmp_path), REAL)
    assert (gpio.state, gpio.says) == ("bad", "There is no /dev/gpiochip*: this machine has no pins.")


def test_files_that_are_not_for_this_user(tmp_path: Path) -> None:
    fitted(tmp_path)
    spi, gpio = check_files(machine(tmp_path, OUTSIDER), REAL)
    assert told(spi, gpio) == [("bad", "pi may not use /dev/spidev0.0."), ("bad", "pi may not use /dev/gpiochip0.")]
    assert spi.do == "Join the group: `sudo usermod -aG spi pi`, then log out and in again."
    assert gpio.do == "Join the group: `sudo usermod -aG gpio pi`, then log out and in again."


def test_without_the_group_the_rules_are_missing(tmp_path: Path) -> None:
    fitted(tmp_path)
    put(tmp_path, "etc/group", "root:x:0:\nspidermen:x:5:\nrubbish\n")
    spi, _ = check_files(Machine(OUTSIDER, tmp_path), REAL)
    assert "systemd/60-companion.rules" in spi.do


def test_root_may_use_everything(tmp_path: Path) -> None:
    fitted(tmp_path)
    assert [state for state, _ in told(*check_files(machine(tmp_path, ROOT), REAL))] == ["ok", "ok"]


def test_one_usable_chip_is_enough(tmp_path: Path) -> None:
    fitted(tmp_path)
    put(tmp_path, "dev/gpiochip4")
    (tmp_path / "dev/gpiochip0").chmod(0o600)
    assert told(*check_files(machine(tmp_path), REAL))[1] == ("ok", "/dev/gpiochip4")


def test_a_display_needs_its_bus(tmp_path: Path) -> None:
    fitted(tmp_path)
    *_, i2c = check_files(machine(tmp_path), DISPLAY)
    assert (i2c.what, i2c.state, i2c.says) == ("i2c", "bad", "There is no /dev/i2c-1.")


@pytest.mark.parametrize(
    ("mode", "user", "may"),
    [(0o660, MEMBER, True), (0o640, MEMBER, False), (0o606, OUTSIDER, True), (0o660, OUTSIDER, False)],
)
def test_the_mode_decides(tmp_path: Path, mode: int, user: object, may: bool) -> None:
    here = machine(tmp_path, user, dev__x="")  # type: ignore[arg-type]
    (tmp_path / "dev/x").chmod(mode)
    assert here.may_use("/dev/x") is may


def test_the_owner_is_asked_first(tmp_path: Path) -> None:
    """An owner who may not use a file may not use it as a member of its group, either."""
    put(tmp_path, "dev/x")
    owner = os.geteuid() or 12_345
    os.chown(tmp_path / "dev/x", owner, -1)
    here = Machine(User("pi", owner, frozenset({os.getegid()})), tmp_path)
    for mode, may in ((0o600, True), (0o060, False)):
        (tmp_path / "dev/x").chmod(mode)
        assert here.may_use("/dev/x") is may


def test_this_user_is_known() -> None:
    assert this_user().uid == os.geteuid()
    assert this_user().name


# The board's port


def test_the_board_is_plugged_in(tmp_path: Path) -> None:
    assert told(check_port(machine(tmp_path, dev__board=""), "/dev/board")) == [("ok", "/dev/board")]


def test_no_board(tmp_path: Path) -> None:
    here = machine(tmp_path)
    missing = check_port(here, "/dev/companion-board")
    assert (missing.state, missing.says) == ("bad", "There is no /dev/companion-board.")
    assert missing.do.startswith("Plug the board in")
    put(tmp_path, "dev/ttyACM0")
    do = check_port(here, "/dev/companion-board").do
    assert 'set ports = ["/dev/ttyACM0"] in [board]' in do
    assert parse(f"[board]\n{do.partition('set ')[2].removesuffix(' in [board].')}").board.ports == ("/dev/ttyACM0",)
    put(tmp_path, "dev/serial/by-id/usb-Pico-if00")
    assert "/dev/serial/by-id/usb-Pico-if00" in check_port(here, "/dev/companion-board").do


def test_a_port_that_is_not_for_this_user(tmp_path: Path) -> None:
    found = check_port(machine(tmp_path, OUTSIDER, dev__board=""), "/dev/board")
    assert (found.state, "dialout" in found.do) == ("bad", True)


# Groups and drivers


def test_groups_that_are_missing_are_noted(tmp_path: Path) -> None:
    assert needed_groups(REAL) == ("spi", "gpio", "dialout")
    assert needed_groups(DISPLAY) == ("spi", "gpio", "i2c")
    found = check_groups(machine(tmp_path, OUTSIDER), ("spi", "gpio", "nowhere"))
    assert (found.state, found.says) == ("note", "pi is not in spi, gpio.")
    assert found.do.startswith("`sudo usermod -aG spi,gpio pi`")
    for user in (MEMBER, ROOT):
        assert check_groups(machine(tmp_path, user), ("spi", "gpio")).state == "ok"


def test_drivers_that_are_not_installed() -> None:
    assert told(*check_packages(lambda _: True, REAL)) == [("ok", "lgpio, mfrc522, spidev")]
    found = told(*check_packages(lambda name: name == "lgpio", REAL))
    assert found == [
        ("bad", "The package mfrc522, for the RC522 readers, is not installed."),
        ("bad", "The package spidev, for the SPI bus, is not installed."),
    ]
    (pins,) = check_packages(lambda name: name != "lgpio", REAL)
    assert "apt install python3-lgpio" in pins.do, "from Python 3.13 on pip has none"


# The devices


def test_what_answers_and_what_does_not() -> None:
    found = told(
        *check_devices(
            (
                DeviceView("deeds", "present"),
                DeviceView("dice", "lost", "It seems to be stuck."),
                DeviceView("cancel", "lost"),
                DeviceView("speaker", "absent"),
                DeviceView("lamps", "absent"),
                DeviceView("board", "present", "Reader 3 of north does not answer."),
            ),
            frozenset({"deeds", "dice", "lamps"}),
        )
    )
    assert found == [
        ("ok", "answers"),
        ("bad", "It seems to be stuck."),
        ("bad", "It does not answer."),
        ("bad", "It is in the settings, but it is not there."),
        ("note", "Reader 3 of north does not answer."),
    ]


def test_a_reason_that_several_devices_share_is_given_once() -> None:
    why = "There are no pins on this machine."
    lost = [DeviceView(name, "lost", why) for name in ("dice", "lamps")]
    found = tuple(
        check_devices(
            (*lost, DeviceView("deeds", "lost", "It was unplugged."), DeviceView("seat-1", "lost")), frozenset()
        )
    )
    assert told(*found) == [
        ("bad", "It was unplugged."),
        ("bad", "It does not answer."),
        ("bad", f"{why} So these do not answer: dice, lamps."),
    ]
    assert found[-1].do.startswith("Fix that first")


def test_every_device_has_a_remedy_of_its_own() -> None:
    remedies = {remedy_for(name) for name in ("board", "lamps", "dice", "deeds")}
    assert len(remedies) == 4
    assert remedy_for("seat-3") == remedy_for("dice")


def test_what_is_configured() -> None:
    assert expected_devices(REAL) == {"deeds", "dice", "confirm", "cancel", "lamps", "speaker", "board"}
    less = parse(
        '[rig]\nkind = "real"\nboard = "none"\n[pins]\nlamp-red = "none"\nlamp-green = "none"\nlamp-blue = "none"\n'
        "[sounds]\non = false\n"
    )
    assert expected_devices(less) == {"deeds", "dice", "confirm", "cancel"}
    assert "dice-display" in expected_devices(DISPLAY)


@pytest.mark.parametrize(("state", "do"), [("ok", "Mend it."), ("bad", ""), ("note", "")])
def test_whatever_is_not_ok_says_what_to_do(state: str, do: str) -> None:
    with pytest.raises(ValueError, match="says what to do"):
        Diagnosis("disk", state, "It is so.", do)  # type: ignore[arg-type]
