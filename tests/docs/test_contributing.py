"""Checks the steps that CONTRIBUTING asks for and that no other test would miss."""

from collections.abc import Iterator

import pytest
from msgspec.inspect import DictType, StructType, type_info
from msgspec.structs import fields

from companion.household.build_rig import build_real_rig
from companion.household.doctor_devices import expected_devices
from companion.household.pin_uses import pins_by_key
from companion.household.settings import Config, DiceDisplaySettings, PinSettings
from companion.household.settings_file import parse
from companion.rules.editions import EDITIONS
from companion.rules.house_rules import HOUSE_RULES
from hardware.clock import HandClock
from hardware.wiring import read_wiring
from tests.docs.documents import ROOT

GAMES = ROOT / "tests" / "games"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
README, CONTRIBUTING = ((ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md"))
EVERYDAY = {"help", "run", "story", "install", "clean"}  # for people who play


def test_every_house_rule_has_a_record() -> None:
    """Except for how rent is asked for, which has clauses of its own."""
    assert [name for name in HOUSE_RULES if name != "rent" and not list(GAMES.glob(f"house-{name}*.game"))] == []


def test_every_edition_is_in_the_readme() -> None:
    assert [key for key in EDITIONS if f"`{key}`" not in README] == []


def test_every_make_target_is_in_contributing() -> None:
    targets = {line.partition(":")[0] for line in MAKEFILE.splitlines() if ": " in line and "## " in line}
    assert [name for name in sorted(targets - EVERYDAY) if f"make {name}" not in CONTRIBUTING] == []


def pin_settings() -> Iterator[tuple[str, str]]:
    """Section and name of every setting that takes pins, recognised by its type's description."""
    config = type_info(Config)
    assert isinstance(config, StructType)
    for one in config.fields:
        section = one.type.value_type if isinstance(one.type, DictType) else one.type
        assert isinstance(section, StructType)
        yield from ((one.encode_name, field.encode_name) for field in section.fields if "BCM pin" in repr(field.type))


def test_every_pin_that_can_be_set_is_counted() -> None:
    counted = {(key[0], key[-1]) for key, _ in pins_by_key(Config(dice_display=DiceDisplaySettings("pips")))}
    assert set(pin_settings()) == counted
    assert len(counted) > 10


NOT_WIRED = {field.encode_name: "[]" if field.name == "seats" else '"none"' for field in fields(PinSettings)}


def only_pins(pins: dict[str, str]) -> str:
    """The companion.toml of a table with these pins and no other device."""
    return '[rig]\nkind = "real"\nboard = "none"\n[readers]\n[pins]\n' + "".join(
        f"{name} = {pin}\n" for name, pin in pins.items()
    )


@pytest.mark.parametrize("name", NOT_WIRED)
def test_the_table_the_doctor_and_the_self_test_know_every_pin(name: str) -> None:
    text = only_pins(NOT_WIRED | {name: "[26]" if name == "seats" else "26"})
    config = parse(text)
    built = {device.name for device in build_real_rig(config, HandClock()).health() if device.state != "absent"}
    assert len(built) == 1
    assert built == expected_devices(config)
    assert read_wiring(text) != read_wiring(only_pins(NOT_WIRED))
