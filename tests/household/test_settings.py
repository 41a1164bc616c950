"""What companion.toml may set, the complete example, and that no file costs nothing."""

import re
import subprocess
import sys
import tomllib

from msgspec.structs import fields

from companion.household.settings import Config, GameSettings, PinSettings, ReaderSettings, TimingSettings, usual_game
from companion.household.settings_file import load, parse
from hardware import clock
from hardware.buttons import BUTTONS
from hardware.signals import BoardKind
from tests.household.parsed_settings import EXAMPLE, TEXT


def test_the_example_sets_everything_to_its_default() -> None:
    example = load(EXAMPLE, {})
    for field in fields(Config):
        if field.name != "game":
            assert getattr(example, field.name) == getattr(Config(), field.name)
    assert (example.game.dice, example.game.rent, example.game.variants) == ("button", "auto", ())
    assert not any(example.game.house_rules.values())


def test_the_example_is_complete() -> None:
    from companion.rules.house_rules import HOUSE_RULES

    table = tomllib.loads(TEXT)
    assert list(table) == [field.encode_name for field in fields(Config)]
    for field in fields(Config):
        section = field.type if field.name != "readers" else ReaderSettings
        written_keys = table[field.encode_name] if field.name != "readers" else table["readers"]["deeds"]
        assert list(written_keys) == [one.encode_name for one in fields(section)]
    assert {*HOUSE_RULES} - {"rent"} == {*re.findall(r"^(?:# )?([a-z-]+) = ", house_rules_part(TEXT), re.M)}


def house_rules_part(text: str) -> str:
    return text.split("[game.house-rules]")[1].split("[sounds]")[0]


def test_the_example_names_every_edition_and_variant() -> None:
    from companion.rules.editions import EDITIONS, variants_of

    line = next(line for line in TEXT.splitlines() if line.startswith("# The rules: "))
    assert set(re.split(", | or ", line.split(": ")[1].split(". ")[0])) == set(EDITIONS)
    line = next(line for line in TEXT.splitlines() if line.startswith("# Any that the edition has: "))
    assert set(re.findall('"([a-z]+)"', line)) == {name for rules in EDITIONS.values() for name in variants_of(rules)}


def test_everything_can_be_set() -> None:
    config = parse("""
        rig = { kind = "real", board = "presence" }
        pins.dice = "none"
        pins.seats = [5, 2, 3]
        [readers.deeds]
        reset = "none"
        [readers.window]
        device = 1
        reset = 21
        [game]
        edition = "platinum-2010"
        variants = ["speed"]
        rent = "claim"
        house-rules = { free-parking-pot = 500, salary = 400, no-auctions = true }
        [tablet]
        names = ["games.lan", "10.0.0.7"]
    """)
    assert (config.rig.kind, config.rig.board) == ("real", "presence")
    assert config.pins.buttons() == {"confirm": 27, "cancel": 22, "seat-1": 5, "seat-2": 2, "seat-3": 3}
    assert config.readers == {
        "deeds": ReaderSettings(bus=0, device=0, reset=None),
        "window": ReaderSettings(bus=0, device=1, reset=21),
    }
    assert config.game.options() == {"rent": "claim", "free-parking-pot": 500, "salary": 400, "no-auctions": True}
    assert config.tablet.names == ("games.lan", "10.0.0.7")


def test_a_table_may_have_no_readers() -> None:
    assert parse("[readers]").readers == {}


def test_the_defaults_are_those_of_the_hardware() -> None:
    assert tuple(PinSettings().buttons()) == BUTTONS[:3], "seats are told by the players' cards"
    assert tuple(PinSettings(seats=(5, 6, 12, 13, 16, 19, 20, 26)).buttons()) == BUTTONS
    known = clock.DeviceTiming()
    assert TimingSettings() == TimingSettings(known.button_quiet_ms, known.tag_quiet_ms, known.poll_ms)
    for kind in BoardKind:
        assert BoardKind(parse(f'rig.board = "{kind.value}"').rig.board) is kind


def test_new_games_can_begin_with_what_may_be_set() -> None:
    from companion.rules.editions import EDITIONS, variants_of
    from companion.table.games.new_game_fields import rules_for

    for key, rules in EDITIONS.items():
        variants = ", ".join(f'"{name}"' for name in variants_of(rules))
        game = parse(f'[game]\nedition = "{key}"\nvariants = [{variants}]').game
        assert rules_for(game.edition, game.variants, game.options()).key == key
    assert rules_for(GameSettings().edition, (), GameSettings().options()) == rules_for("", (), {})


# How light it is


def test_no_file_costs_nothing_more_than_the_settings() -> None:
    heavy = (
        "tomllib",
        "argparse",
        "difflib",
        "companion.rules",
        "hardware",
        "companion.household.settings_checks",
        "companion.table",
    )
    program = (
        "import sys; from companion.household.settings_file import load; load(None, {}); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_usual_board_is_named_in_game() -> None:
    assert usual_game(Config()).board == "", "the one that comes with the edition"
    assert usual_game(parse('[game]\nboard = "london"')).board == "london"
    assert usual_game(parse('[game]\nboard = "grandmas-box"')).board == "grandmas-box", "perhaps one of their own"
