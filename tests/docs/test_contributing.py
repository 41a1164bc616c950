"""Checks the steps that CONTRIBUTING asks for and that no other test would miss."""

from collections.abc import Iterator

from msgspec.inspect import DictType, StructType, type_info

from companion.household.pin_uses import pins_by_key
from companion.household.settings import Config, DiceDisplaySettings
from companion.rules.editions import EDITIONS
from companion.rules.house_rules import HOUSE_RULES
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
