"""Pins on a mocked header: what can be opened, what is left alone, and what the errors say."""

import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest
from gpiozero import Device  # type: ignore[import-untyped]

from hardware.health import DeviceMissing
from hardware.pins import GpioPins, open_pins
from tests.emulators.pi_header import PiHeader
from tests.emulators.stub_lgpio import stubbed_lgpio


class Closable(Protocol):
    def close(self) -> None: ...


ROOT = Path(__file__).parents[2]


@pytest.fixture
def header() -> PiHeader:
    return PiHeader()


def test_a_contact_reports_every_edge(header: PiHeader) -> None:
    edges: list[bool] = []
    contact = header.pins.contact(17, edges.append)
    header.press(17)
    assert edges == [*([True, False] * 7), True, *([False, True] * 7), False]
    assert not contact.is_down()
    header.down(17)
    assert contact.is_down()


def test_a_contact_is_pulled_up(header: PiHeader) -> None:
    header.pins.contact(17, lambda down: None)  # noqa: ARG005
    assert header.pin(17).pull == "up"


def test_a_level_is_low_at_first(header: PiHeader) -> None:
    level = header.pins.level(25)
    assert (header.pin(25).function, header.pin(25).state) == ("output", 0)
    level.set(True)
    assert header.pin(25).state == 1


@pytest.mark.parametrize(("is_active_low", "states"), [(False, [0, 0.25, 1]), (True, [1, 0.75, 0])])
def test_a_light_is_dimmed(header: PiHeader, is_active_low: bool, states: list[float]) -> None:
    light = header.pins.light(23, is_active_low=is_active_low)
    shown = [header.pin(23).state]
    for brightness in (0.25, 1.0):
        light.set(brightness)
        shown.append(header.pin(23).state)
    assert shown == states
    assert header.pin(23).frequency == 100


def test_a_buzzer_sounds_and_is_quiet(header: PiHeader) -> None:
    buzzer = header.pins.buzzer(18)
    assert header.pin(18).frequency is None
    buzzer.tone(440.0, 1.0)
    assert (header.pin(18).frequency, header.pin(18).state) == (440.0, 0.5)
    buzzer.tone(880.0, 0.2)
    assert (header.pin(18).frequency, header.pin(18).state) == (880.0, 0.1)
    buzzer.quiet()
    assert (header.pin(18).frequency, header.pin(18).state) == (None, 0)


def test_closing_gives_back_only_its_own_pin(header: PiHeader) -> None:
    pins = header.pins
    opened: list[Closable] = [pins.contact(17, print), pins.level(25), pins.light(23), pins.buzzer(18)]
    for number, device in zip((17, 25, 23, 18), opened, strict=True):
        assert number in header.in_use()
        device.close()
        assert number not in header.in_use()
    assert header.in_use() == set()


def test_a_pin_has_one_use_at_a_time(header: PiHeader) -> None:
    first = header.pins.level(25)
    with pytest.raises(DeviceMissing, match=r"Pin 25 is already in use\."):
        header.pins.light(25)
    first.close()
    header.pins.light(25)


def test_a_pin_that_cannot_be_opened_raises(header: PiHeader) -> None:
    header.break_pins([25])
    with pytest.raises(DeviceMissing, match=r"Pin 25 cannot be used \(\[Errno 16\] Device or resource busy\)\."):
        header.pins.level(25)
    header.mend_pins()
    header.pins.level(25)


def test_the_process_wide_pin_factory_is_never_used(header: PiHeader) -> None:
    header.pins.contact(17, print)
    header.pins.buzzer(18)
    assert Device.pin_factory is None


# A machine without pins


def test_a_machine_without_pins_says_so_each_time(tmp_path: Path) -> None:
    pins = GpioPins(lambda: open_pins(tmp_path))
    for _ in range(2):
        with pytest.raises(DeviceMissing, match="it is not a Raspberry Pi"):
            pins.level(25)


def test_pins_without_permission_name_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(DeviceMissing, match="the gpio group"):
        open_pins(tmp_path)


def test_a_driver_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DeviceMissing, match=r"not installed \(lgpio\): run pip install '\.\[pi\]'"):
        open_pins(tmp_path)


def test_a_driver_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    with stubbed_lgpio(tmp_path, {0: "pinctrl-bcm2711"}):
        monkeypatch.setattr("gpiozero.pins.lgpio.LGPIOFactory.__init__", _no_chip)
        with pytest.raises(DeviceMissing, match=r"The pins cannot be used \(no memory\)\."):
            open_pins(tmp_path)


def _no_chip(*_: object, **__: object) -> None:
    raise RuntimeError("no memory")


# Which chip is the header


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({0: "pinctrl-bcm2835", 1: "brcmvirt-gpio"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({0: "pinctrl-rp1", 4: "pinctrl-rp1"}, 0),  # a link from 4, as later kernels have it
        ({11: "gpio-brcmstb@107d508500", 12: "raspberrypi-exp-gpio", 15: "pinctrl-rp1 (54 lines)"}, 15),
    ],
)
def test_the_chip_of_the_header_is_found_by_its_label(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, labels: dict[int, str], number: int
) -> None:
    """Some kernels give a Pi 5 only gpiochip11 to gpiochip15."""
    monkeypatch.setenv("LG_WD", str(tmp_path))
    (tmp_path / "gpiochip99").touch()  # a link that leads nowhere
    with stubbed_lgpio(tmp_path, labels) as lgpio:
        factory = open_pins(tmp_path)
        assert (factory.chip, lgpio.opened) == (number, [number])
        factory.close()


def test_chips_without_a_header_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    with (
        stubbed_lgpio(tmp_path, {2: "INT33FC:00", 10: "gpio_ich"}) as lgpio,
        pytest.raises(DeviceMissing, match=r"None of /dev/gpiochip2, /dev/gpiochip10 .* INT33FC:00, gpio_ich\."),
    ):
        open_pins(tmp_path)
    assert lgpio.opened == []


@pytest.mark.parametrize(
    ("owner", "says"),
    [
        ("spi1 CS1", r"Pin 17 is in use by spi1 CS1: an SPI bus .* dtoverlay=spi1-3cs"),
        ("lg", r"Pin 17 is in use by lg: another program .* second table"),
        ("onewire@0", r"Pin 17 is in use by onewire@0: look for a dtoverlay line"),
        ("", r"Pin 17 is in use by something that cannot be named\."),
    ],
)
def test_a_busy_pin_names_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: str, says: str) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    with stubbed_lgpio(tmp_path, {0: "pinctrl-bcm2711"}, {17: owner}):
        pins = GpioPins(lambda: open_pins(tmp_path))
        with pytest.raises(DeviceMissing, match=says):
            pins.level(17)
        pins.close()


def test_without_a_folder_for_the_pipe_one_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/nowhere/at/all")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "here")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    for _ in range(3):
        with pytest.raises(DeviceMissing):
            open_pins(tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


LGPIO = "import os\nos.mkfifo('.lgd-nfy0')\nos.chdir('/')\nraise RuntimeError('no chip')"


@pytest.mark.parametrize("variable", ["LG_WD", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"])
def test_the_current_folder_stays_the_same_and_gets_no_pipes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """The driver makes a pipe when it is imported, and may change the current folder of the process."""
    own, here = tmp_path / "own", tmp_path / "here"
    for folder in (own, here):
        folder.mkdir()
    (tmp_path / "lgpio.py").write_text(LGPIO)
    (tmp_path / "gpiochip0").touch()
    for name in ("LG_WD", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(own))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(here)
    with pytest.raises(DeviceMissing, match=r"The pins cannot be used \(no chip\)\."):
        open_pins(tmp_path)
    assert (Path.cwd(), list(here.iterdir()), [one.name for one in own.iterdir()]) == (here, [], [".lgd-nfy0"])


def test_nothing_is_imported_before_a_pin_is_opened() -> None:
    program = "import hardware.pins, sys; print('gpiozero' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"
