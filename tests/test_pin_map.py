"""The default pins, checked against the forty pins of a Pi's header."""

from itertools import combinations

import pytest

from companion.household.build_rig import build_real_rig
from companion.household.settings import Config
from companion.household.settings_file import parse
from hardware.clock import SteadyClock
from tests.emulators.pi_header import PiHeader

# fmt: off
HEADER = (  # from pin 1, two by two, as on every Pi since the B+
    "3V3",    "5V",
    "GPIO2",  "5V",
    "GPIO3",  "GND",
    "GPIO4",  "GPIO14",
    "GND",    "GPIO15",
    "GPIO17", "GPIO18",
    "GPIO27", "GND",
    "GPIO22", "GPIO23",
    "3V3",    "GPIO24",
    "GPIO10", "GND",
    "GPIO9",  "GPIO25",
    "GPIO11", "GPIO8",
    "GND",    "GPIO7",
    "ID_SD",  "ID_SC",
    "GPIO5",  "GND",
    "GPIO6",  "GPIO12",
    "GPIO13", "GND",
    "GPIO19", "GPIO16",
    "GPIO26", "GPIO20",
    "GND",    "GPIO21",
)
# fmt: on
READER = {"GPIO7", "GPIO8", "GPIO9", "GPIO10", "GPIO11"}  # MISO, MOSI, clock and both selects of SPI bus 0
DIGITS = {"GPIO2", "GPIO3"}  # I2C
OWN_SERIAL = {"GPIO14", "GPIO15"}  # the Pi's console, or a board on wires


def named(*pins: int | None) -> list[str]:
    return [f"GPIO{pin}" for pin in pins if pin is not None]


def groups(config: Config) -> dict[str, list[str]]:
    """Every device that can be on the header, with its pins."""
    pins, display = config.pins, config.dice_display
    return {
        "buttons": named(*pins.buttons().values()),
        "lamps": named(pins.lamp_red, pins.lamp_green, pins.lamp_blue),
        "speaker": named(pins.speaker),
        "reader": [*READER, *named(config.readers["deeds"].reset)],
        "pips": named(*display.first, *display.second),
        "digits": sorted(DIGITS),
        "serial": sorted(OWN_SERIAL),
    }


def test_the_header_has_forty_pins() -> None:
    assert len(HEADER) == 40
    assert len([name for name in HEADER if name.startswith("GPIO")]) == len(set(range(2, 28)))
    assert [HEADER.count(name) for name in ("GND", "3V3", "5V")] == [8, 2, 2]


def test_no_pin_is_used_twice_even_with_every_device_fitted() -> None:
    used = groups(Config())
    assert {one: len(pins) for one, pins in used.items()} == {
        "buttons": 3,
        "lamps": 3,
        "speaker": 1,
        "reader": 6,
        "pips": 8,
        "digits": 2,
        "serial": 2,
    }
    shared = {(one, other) for one, other in combinations(used, 2) if set(used[one]) & set(used[other])}
    assert shared == set()
    assert all(len(set(pins)) == len(pins) for pins in used.values())


def test_every_pin_is_on_the_header_and_none_is_reserved() -> None:
    used = [pin for pins in groups(Config()).values() for pin in pins]
    assert set(used) <= set(HEADER), "0 and 1 have other names, for the memory of add-on boards"
    assert len(used) == 25
    assert sorted(set(HEADER) - set(used)) == ["3V3", "5V", "GND", "GPIO21", "ID_SC", "ID_SD"], "one pin is left"


def test_eight_seats_with_buttons_fit_beside_everything_but_pips() -> None:
    config = parse("[pins]\nseats = [5, 6, 12, 13, 16, 19, 20, 26]\n[dice-display]\nkind = 'digits'")
    used = groups(config)
    del used["pips"]
    pins = [pin for group in used.values() for pin in group]
    assert len(pins) == len(set(pins)) == 25
    assert set(pins) <= set(HEADER)


@pytest.mark.parametrize("settings", ["", "[dice-display]\nkind = 'pips'", "[pins]\nseats = [5, 6, 12, 13]"])
def test_a_rig_opens_the_pins_of_its_settings_and_no_others(settings: str) -> None:
    """Except those of the buses, which belong to the kernel."""
    config, header = parse(f"rig = {{kind = 'real', board = 'none'}}\n{settings}"), PiHeader()
    rig = build_real_rig(config, SteadyClock(), header.pins)
    rig.open(lambda signal: None)  # noqa: ARG005
    opened = header.in_use()
    rig.close()
    used = groups(config)
    expected = {*used["buttons"], *used["lamps"], *used["speaker"], *(used["pips"] if "pips" in settings else [])}
    tried = set(named(config.readers["deeds"].reset))  # opened again and again, because there is no reader
    assert {f"GPIO{pin}" for pin in opened} - tried == expected
    assert header.in_use() == set()
