"""companion.toml: where it is looked for, what it may say, and how each mistake in it is told."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from companion.config import Config, ConfigError, load, locate, parse
from companion.config import file as config_file
from companion.config.lines import key_lines
from companion.config.settings import Game, Pins, Reader, Timing
from hardware import timing
from hardware.board import BoardKind
from hardware.buttons import BUTTONS

EXAMPLE = Path(__file__).parents[1] / "firmware_notes" / "companion.toml"
TEXT = EXAMPLE.read_text("utf-8")


def complaint(text: str) -> str:
    with pytest.raises(ConfigError) as error:
        parse(text)
    return str(error.value)


def error_in(text: str) -> ConfigError | None:
    try:
        parse(text)
    except ConfigError as error:
        return error
    return None


# Where it is looked for


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "etc" / "companion.toml"
    path.parent.mkdir()
    monkeypatch.setattr(config_file, "ETC", path)
    return path


def written(path: Path, volume: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"sounds.volume = {volume}\n", "utf-8")
    return path


@pytest.mark.usefixtures("etc")
def test_no_file_at_all_is_a_valid_configuration(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "xdg")}
    assert locate(None, env) is None
    assert load(None, env) == parse("") == Config()
    assert load(None, {}) == Config()


def test_each_place_comes_before_the_next(etc: Path, tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    written(tmp_path / ".config" / "companion" / "companion.toml", 1)
    assert load(None, env).sounds.volume == 1
    env["XDG_CONFIG_HOME"] = str(tmp_path / "xdg")
    assert load(None, env).sounds.volume == 60
    written(tmp_path / "xdg" / "companion" / "companion.toml", 2)
    assert load(None, env).sounds.volume == 2
    written(etc, 3)
    assert load(None, env).sounds.volume == 3
    env["COMPANION_CONFIG"] = str(written(tmp_path / "own.toml", 4))
    assert load(None, env).sounds.volume == 4
    assert load(str(written(tmp_path / "named.toml", 5)), env).sounds.volume == 5
    env["COMPANION_CONFIG"] = ""
    assert load(None, env).sounds.volume == 3


@pytest.mark.usefixtures("etc")
def test_a_config_folder_that_is_not_absolute_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "xdg" / "companion" / "companion.toml", 2)
    written(tmp_path / ".config" / "companion" / "companion.toml", 1)
    assert load(None, {"XDG_CONFIG_HOME": "xdg"}) == Config()
    assert load(None, {"XDG_CONFIG_HOME": "xdg", "HOME": "."}) == Config()
    assert load(None, {"XDG_CONFIG_HOME": "xdg", "HOME": str(tmp_path)}).sounds.volume == 1


# What cannot be read


def unreadable(path: Path) -> str:
    with pytest.raises(ConfigError) as error:
        load(path, {})
    return str(error.value).replace(str(path), "FILE")


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    assert unreadable(missing) == "FILE: there is no such file"
    with pytest.raises(ConfigError, match=r"none\.toml: there is no such file$"):
        load(None, {"COMPANION_CONFIG": str(missing)})


def test_a_link_to_nothing_is_not_taken_for_no_file(etc: Path) -> None:
    etc.symlink_to("gone.toml")
    with pytest.raises(ConfigError, match=r"is a link to a file that is not there$"):
        load(None, {})


def test_a_place_that_cannot_be_looked_at_is_not_taken_for_no_file(etc: Path) -> None:
    etc.parent.rmdir()
    etc.parent.symlink_to(etc.parent)
    with pytest.raises(ConfigError, match=r"cannot be read \(Too many levels of symbolic links\)$"):
        load(None, {})


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = written(tmp_path / "a.toml", 1)
    monkeypatch.setattr(Path, "open", refuse)
    assert unreadable(path) == "FILE: cannot be read (Permission denied)"


def test_a_folder_a_pipe_and_a_device_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert unreadable(tmp_path) == "FILE: cannot be read (it is a folder)"
    assert unreadable(tmp_path / "pipe") == "FILE: cannot be read (it is not a file)"
    assert unreadable(Path("/dev/zero")) == "FILE: cannot be read (it is not a file)"
    assert "embedded null" in unreadable(Path("a\0b"))  # in the words of this Python


def test_a_file_of_ten_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 10_000_000)
    assert unreadable(path) == "FILE: is larger than 64 KB: not a configuration"


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 64 * 1024)
    assert load(path, {}) == Config()


def test_text_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("[rig]\n# f\xfcr\n".encode("latin-1"))
    assert unreadable(path) == "FILE, line 2: this is not UTF-8 text (byte 0xfc)"
    path.write_text("[rig]\n", "utf-16")
    assert unreadable(path) == "FILE, line 1: this is not UTF-8 text (byte 0xff)"


def test_the_mark_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    path = tmp_path / "notepad.toml"
    path.write_bytes(b"\xef\xbb\xbf[sounds]\r\nvolume = 5\r\n")
    assert load(path, {}).sounds.volume == 5
    path.write_bytes(b"\xef\xbb\xbf[sounds]\r\nvolum = 5\r\n")
    assert unreadable(path) == "FILE, line 2: sounds.volum = 5: there is no such key; did you mean volume?"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[rig]\nkind = real\n", "companion.toml, line 2, column 8: this is not TOML: invalid value"),
        (
            "[rig\n",
            "companion.toml, line 1, column 5: this is not TOML: expected ']' at the end of a table declaration",
        ),
        ("\n\nkind", "companion.toml, line 3: this is not TOML: expected '=' after a key in a key/value pair"),
        ("[a.b]\n[a.b]\n", "companion.toml, line 2, column 5: this is not TOML: cannot declare a.b twice"),
        ("[a]\n[a]\n", "companion.toml, line 2, column 3: this is not TOML: cannot declare a twice"),
        ("a = 1\na = 2\n", "companion.toml, line 2, column 6: this is not TOML: cannot overwrite a value"),
        ('a = """', "companion.toml, line 1: this is not TOML: unterminated string"),
        ("a = " + "9" * 5_000, "companion.toml: this is not TOML: it has a number that is too long to be one"),
        ("a = " + "[" * 100_000, "companion.toml: it is nested too deeply"),
        ("a = 1979-02-30", "companion.toml, line 1, column 5: this is not TOML: invalid date or datetime"),
    ],
)
def test_what_is_not_toml_is_told_with_line_and_column(text: str, told: str) -> None:
    assert complaint(text) == told


# What it may say


def test_the_example_sets_everything_to_what_holds_anyway() -> None:
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
        section = field.type if field.name != "readers" else Reader
        written_keys = table[field.encode_name] if field.name != "readers" else table["readers"]["deeds"]
        assert list(written_keys) == [one.encode_name for one in fields(section)]
    assert {*HOUSE_RULES} - {"rent"} == {*re.findall(r"^(?:# )?([a-z-]+) = ", house_rules_part(TEXT), re.M)}


def house_rules_part(text: str) -> str:
    return text.split("[game.house-rules]")[1].split("[sounds]")[0]


def test_the_example_names_every_edition_and_variant() -> None:
    from companion.rules.editions import EDITIONS
    from companion.rules.variants import variants_of

    line = next(line for line in TEXT.splitlines() if line.startswith("# Whose rules: "))
    assert set(re.split(", | or ", line.split(": ")[1].split(". ")[0])) == set(EDITIONS)
    line = next(line for line in TEXT.splitlines() if line.startswith("# Of those the edition has: "))
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
    assert config.readers == {"deeds": Reader(0, 0, None), "window": Reader(0, 1, 21)}
    assert config.game.options() == {"rent": "claim", "free-parking-pot": 500, "salary": 400, "no-auctions": True}
    assert config.tablet.names == ("games.lan", "10.0.0.7")


def test_a_table_may_have_no_readers() -> None:
    assert parse("[readers]").readers == {}


def test_what_holds_by_default_is_what_the_hardware_knows() -> None:
    assert tuple(Pins().buttons()) == BUTTONS[:3], "seats are told by the players' cards"
    assert tuple(Pins(seats=(5, 6, 12, 13, 16, 19, 20, 26)).buttons()) == BUTTONS
    known = timing.Timing()
    assert Timing() == Timing(known.button_quiet_ms, known.tag_quiet_ms, known.poll_ms)
    for kind in BoardKind:
        assert BoardKind(parse(f'rig.board = "{kind.value}"').rig.board) is kind


def test_new_games_can_begin_with_what_may_be_set() -> None:
    from companion.rules.editions import EDITIONS
    from companion.rules.variants import variants_of
    from companion.table.games.wishes import rules_for

    for key, rules in EDITIONS.items():
        variants = ", ".join(f'"{name}"' for name in variants_of(rules))
        game = parse(f'[game]\nedition = "{key}"\nvariants = [{variants}]').game
        assert rules_for(game.edition, game.variants, game.options()).key == key
    assert rules_for(Game().edition, (), Game().options()) == rules_for("", (), {})


# How mistakes are told

SECTIONS = "rig, pins, readers, board, lamps, dice-display, timing, game, sounds, tablet"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[pins]\ndcie = 17", "line 2: pins.dcie = 17: there is no such key; did you mean dice?"),
        ("pins.dcie = 17", "line 1: pins.dcie = 17: there is no such key; did you mean dice?"),
        ("[pins]\nkind = 1",
         "line 2: pins.kind = 1: there is no such key; did you mean rig.kind or dice-display.kind?"),
        ('[board]\nport = "/dev/x"', 'line 2: board.port = "/dev/x": there is no such key; did you mean ports?'),
        ("[pins]\nreset = 1", "line 2: pins.reset = 1: there is no such key; did you mean readers.deeds.reset?"),
        ("dice = 17", "line 1: dice = 17: there is no such key; did you mean pins.dice or game.dice?"),
        ("[readers.deeds]\nrest = 1", "line 2: readers.deeds.rest = 1: there is no such key; did you mean reset?"),
        ("[sounds]\nwhistle = 1", "line 2: sounds.whistle = 1: there is no such key; there are on, volume"),
        ("\n[gmae]\n", "line 2: gmae: there is no such section; did you mean game?"),
        ("[rig.x]\n", "line 1: rig.x: there is no such section; there are kind, board"),
        ('"d\\u0069ce-displya" = 1', "line 1: dice-displya = 1: there is no such key; did you mean dice-display?"),
        ('"\\u001b[2J" = 1', f"line 1: '\\x1b[2J' = 1: there is no such key; there are {SECTIONS}"),
        ('"" = 1', f'line 1: "" = 1: there is no such key; there are {SECTIONS}'),
        ('[rig]\nkind = "reel"', 'line 2: rig.kind = "reel": expected "simulated" or "real"; did you mean "real"?'),
        ("[rig]\nkind = 1", 'line 2: rig.kind = 1: expected "simulated" or "real"'),
        ("rig = " + "[" * 150 + "]" * 150, f"line 1: rig = {'[' * 60}…: expected a section [rig]"),
        ("k" * 100 + " = 1", f"line 1: {'k' * 60}… = 1: there is no such key; there are {SECTIONS}"),
        ("a." * 1_000 + "a = 1", f"line 1: a: there is no such section; there are {SECTIONS}"),
        ("rig = 1", "line 1: rig = 1: expected a section [rig]"),
        ("[[pins]]", "line 1: pins = [{…}]: expected a section [pins]"),
        ("[readers]\ndeeds = 1", "line 2: readers.deeds = 1: expected a section [readers.deeds]"),
        ("readers = 1", "line 1: readers = 1: expected a section [readers]"),
        ('[pins]\ndice = "17"', 'line 2: pins.dice = "17": expected a BCM pin number from 0 to 27, or "none"'),
        ("[pins]\ndice = 28", 'line 2: pins.dice = 28: expected a BCM pin number from 0 to 27, or "none"'),
        ("[pins]\ndice = -1", 'line 2: pins.dice = -1: expected a BCM pin number from 0 to 27, or "none"'),
        ("[pins]\ndice = 17.0", 'line 2: pins.dice = 17.0: expected a BCM pin number from 0 to 27, or "none"'),
        ("[pins]\ndice = true", 'line 2: pins.dice = true: expected a BCM pin number from 0 to 27, or "none"'),
        ("[pins]\nseats = 5", "line 2: pins.seats = 5: expected a list of at most 8 BCM pin numbers from 0 to 27"),
        ("[pins]\nseats = [5,\n 99]",
         "line 2: pins.seats = [5, 99]: expected a list of at most 8 BCM pin numbers from 0 to 27"),
        ("[pins]\nseats = [2, 3, 4, 5, 6, 7, 8, 9, 10]",
         "line 2: pins.seats = [2, 3, 4, 5, 6, 7, 8, 9, 10]: expected "
         "a list of at most 8 BCM pin numbers from 0 to 27"),
        ("[readers.deeds]\nbus = 2", "line 2: readers.deeds.bus = 2: expected a number from 0 to 1"),
        ("[board]\nports = []", 'line 2: board.ports = []: expected a list of 1 to 8 ports such as "/dev/ttyACM0"'),
        ('[board]\nports = [""]', 'line 2: board.ports = [""]: expected a list of 1 to 8 ports such as "/dev/ttyACM0"'),
        ('[board]\nports = "/dev/a"',
         'line 2: board.ports = "/dev/a": expected a list of 1 to 8 ports such as "/dev/ttyACM0"'),
        ('[board]\nports = ["/dev/a\\nb"]',
         "line 2: board.ports = ['/dev/a\\nb']: expected a list of 1 to 8 ports such as \"/dev/ttyACM0\""),
        ("[board]\nbaud = 300", "line 2: board.baud = 300: expected a number from 9600 to 3000000"),
        ("[dice-display]\naddress = 0x20",
         "line 2: dice-display.address = 32: expected an I2C address from 0x70 to 0x77"),
        ("[dice-display]\nkind = 1", 'line 2: dice-display.kind = 1: expected "none", "digits" or "pips"'),
        ("[dice-display]\nfirst = [5, 6, 13]",
         "line 2: dice-display.first = [5, 6, 13]: expected a list of 4 BCM pin numbers from 0 to 27"),
        ("[timing]\nbutton-quiet-ms = 0", "line 2: timing.button-quiet-ms = 0: expected a number from 5 to 500"),
        ("[sounds]\nvolume = 101", "line 2: sounds.volume = 101: expected a number from 0 to 100"),
        ("[tablet]\nport = 0", "line 2: tablet.port = 0: expected a number from 1 to 65535"),
        ("[tablet]\nport = 1979-05-27", "line 2: tablet.port = 1979-05-27: expected a number from 1 to 65535"),
        ('[tablet]\nnames = ["evil host"]',
         'line 2: tablet.names = ["evil host"]: expected a list of names such as "companion.local"'),
        ('[game]\nedition = "clasic"', 'line 2: game.edition = "clasic": there is no edition "clasic"; '
         "did you mean classic?"),
        ('[game]\nedition = ""', 'line 2: game.edition = "": there is no edition ""; there are classic, rulebook, '
         "parker-2001, keys-2010, platinum-2010"),
        ("[game]\nedition = 1", "line 2: game.edition = 1: expected a text in quotes"),
        ('[game]\nvariants = "short"', 'line 2: game.variants = "short": expected a list of variants, each in quotes'),
        ('[game]\nvariants = ["sort"]',
         'line 2: game.variants = ["sort"]: there is no variant of classic "sort"; did you mean short?'),
        ('[game]\nvariants = ["speed"]',
         'line 2: game.variants = ["speed"]: there is no variant of classic "speed"; there are short, timed'),
        ('[game]\nvariants = ["short", "short"]',
         'line 2: game.variants = ["short", "short"]: short is named twice'),
        ("[game.house-rules]\nsalry = 1",
         'line 2: game.house-rules.salry = 1: there is no house rule "salry"; did you mean salary?'),
        ("[game.house-rules]\nsalary = true",
         "line 2: game.house-rules.salary = true: expected an amount from 0 to 999,999,999"),
        ("[game.house-rules]\nsalary = -1",
         "line 2: game.house-rules.salary = -1: expected an amount from 0 to 999,999,999"),
        ("[game.house-rules]\nno-auctions = 1", "line 2: game.house-rules.no-auctions = 1: expected true or false"),
        ('[game.house-rules]\nfree-parking-pot = "on"',
         'line 2: game.house-rules.free-parking-pot = "on": expected true or false, or '
         "an amount from 0 to 999,999,999"),
        ("[game.house-rules]\nsalary = 1.5",
         "line 2: game.house-rules.salary = 1.5: expected true, false, a number or a text in quotes"),
        ('[game.house-rules]\nrent = "claim"',
         'line 2: game.house-rules.rent = "claim": set it as rent in [game], to "auto" or "claim"'),
        ("game = { house-rules = [] }", "line 1: game.house-rules = []: expected a section [game.house-rules]"),
        ("[rig]\nboard = " + repr("x" * 100), f'line 2: rig.board = "{"x" * 59}…: expected "identifying", "presence", '
         '"tap" or "none"'),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line_and_what_would_do(text: str, told: str) -> None:
    assert complaint(text) == f"companion.toml, {told}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[pins]\ndice = 5\nseats = []\nconfirm = 5",
         "line 4: pins.confirm = 5: pin 5 cannot serve both pins.dice (line 2) and pins.confirm"),
        ("[pins]\nconfirm = 5\ndice = 5\nseats = []",
         "line 3: pins.dice = 5: pin 5 cannot serve both pins.confirm (line 2) and pins.dice"),
        ("[pins]\nconfirm = 17",
         "line 2: pins.confirm = 17: pin 17 cannot serve both pins.dice (its default) and pins.confirm"),
        ("[pins]\ndice = 27",
         "line 2: pins.dice = 27: pin 27 cannot serve both pins.confirm (its default) and pins.dice"),
        ("[pins]\nseats = [5, 6, 5]", "line 2: pins.seats = [5, 6, 5]: pin 5 is named twice"),
        ("[pins]\nseats = [17]",
         "line 2: pins.seats = [17]: pin 17 cannot serve both pins.dice (its default) and pins.seats"),
        ("[pins]\nspeaker = 1",
         "line 2: pins.speaker = 1: pin 1 cannot serve both the memory of add-on boards and pins.speaker"),
        ("[pins]\nlamp-red = 10",
         "line 2: pins.lamp-red = 10: pin 10 cannot serve both SPI bus 0 with the reader deeds and pins.lamp-red"),
        ("[pins]\nseats = [26]\n[dice-display]\nkind = 'pips'",
         "line 2: pins.seats = [26]: pin 26 cannot serve both dice-display.second (its default) and pins.seats"),
        ("[dice-display]\nkind = 'pips'\nfirst = [5, 6, 13, 6]",
         "line 3: dice-display.first = [5, 6, 13, 6]: pin 6 is named twice"),
        ("[pins]\ndice = 2\n[dice-display]\nkind = 'digits'",
         "line 4: dice-display.kind = \"digits\": pin 2 cannot serve both pins.dice (line 2) and "
         "the I2C bus with the dice display"),
        ('[board]\nports = ["/dev/ttyACM0", "/dev/serial0"]\n[pins]\ndice = 15',
         "line 4: pins.dice = 15: pin 15 cannot serve both the serial line to the board (line 2) and pins.dice"),
        ("[readers.deeds]\nbus = 1",
         "line 2: readers.deeds.bus = 1: pin 18 cannot serve both pins.speaker (its default) and "
         "SPI bus 1 with the reader deeds"),
        ("[pins]\nseats = []\nspeaker = 'none'\n[readers.deeds]\nbus = 1\ndevice = 1",
         "line 5: readers.deeds.bus = 1: pin 17 cannot serve both pins.dice (its default) and "
         "SPI bus 1 with the reader deeds"),
        ("[readers.deeds]\nreset = 25\n[readers.window]\ndevice = 1",
         "line 2: readers.deeds.reset = 25: pin 25 cannot serve both readers.window.reset (its default) and "
         "readers.deeds.reset"),
        ("[readers.deeds]\n[readers.window]\n",
         "line 2: readers.window.device: SPI bus 0, device 0 is the reader deeds already"),
        ("[readers.deeds]\ndevice = 2",
         "line 2: readers.deeds.device = 2: expected a device from 0 to 1, since SPI bus 0 has no more"),
        ("[readers.board]", "line 1: readers.board: this is the name of another device"),
        ("[readers.seat-1]", "line 1: readers.seat-1: this is the name of another device"),
        ("[readers.'A b']", "line 1: readers.A b: expected a name of at most 20 small letters, digits and hyphens"),
    ],
)  # fmt: skip
def test_a_pin_or_a_bus_cannot_be_used_twice(text: str, told: str) -> None:
    assert complaint(text) == f"companion.toml, {told}"


@pytest.mark.parametrize(
    "text",
    [
        "[pins]\ndice = 2",  # no display
        "[pins]\ndice = 14",  # the board is on USB
        '[rig]\nboard = "none"\n[board]\nports = ["/dev/serial0"]\n[pins]\ndice = 14',
        "[pins]\nseats = [5, 6, 12, 13, 16, 19, 20, 26]",  # no pips
        "[readers]\n[pins]\ndice = 10",  # no reader
        "[pins]\nseats = []\nspeaker = 'none'\n[readers.deeds]\nbus = 1",  # one device on SPI bus 1 leaves 16 and 17
        "[pins]\nseats = []\nspeaker = 'none'\ndice = 'none'\n[readers.deeds]\nbus = 1\ndevice = 2",
        "[pins]\ndice = 27\nconfirm = 17",
    ],
)
def test_a_pin_that_nothing_else_uses_may_be_used(text: str) -> None:
    parse(text)


FREE = "[pins]\ndice = 'none'\nspeaker = 'none'\nseats = []\nlamp-red = "


@pytest.mark.parametrize(
    ("device", "pins"),
    [
        ("[readers.deeds]", {7, 8, 9, 10, 11}),
        ("[readers.deeds]\nbus = 1\ndevice = 2", {16, 17, 18, 19, 20, 21}),
        ("[readers.deeds]\nbus = 1", {18, 19, 20, 21}),
        ("[readers]\n[dice-display]\nkind = 'digits'", {2, 3}),
        ("[readers]\n[dice-display]\nkind = 'pips'", {5, 6, 12, 13, 16, 19, 20, 26}),
        ('[readers]\n[board]\nports = ["/dev/serial0"]', {14, 15}),
        ("[readers]", set()),
    ],
)
def test_a_bus_takes_its_own_pins_and_no_others(device: str, pins: set[int]) -> None:
    """Besides those of the memory of add-on boards, and of what else is wired: 22, 24, 25, 27 and 4."""
    others = {0, 1, 4, 22, 24, 27} | ({25} if "deeds" in device else set())
    assert {pin for pin in range(28) if error_in(f"{FREE}{pin}\n{device}")} == pins | others


def test_an_error_keeps_what_it_says() -> None:
    with pytest.raises(ConfigError) as error:
        parse("\n\n[pins]\ndcie = 1", "/etc/companion/companion.toml")
    assert (error.value.file, error.value.line, error.value.key) == ("/etc/companion/companion.toml", 4, "pins.dcie")


# Lines


def places(text: str) -> list[tuple[int, str]]:
    """Every key of the example and its line, found with nothing but a pattern."""
    return [(at, line) for at, line in enumerate(text.splitlines(), 1) if re.match("[a-z-]+ = ", line)]


@pytest.mark.parametrize(("at", "line"), places(TEXT))
def test_a_slip_in_any_key_of_the_example_is_told_with_its_line(at: int, line: str) -> None:
    name = line.split()[0]
    slipped = TEXT.splitlines()
    slipped[at - 1] = f"{name}x = 1"
    assert complaint("\n".join(slipped)).startswith(f"companion.toml, line {at}: ")
    assert f"{name}x = 1: there is no " in complaint("\n".join(slipped))


@pytest.mark.parametrize(("at", "line"), places(TEXT))
def test_a_wrong_value_of_any_key_of_the_example_is_told_with_its_line(at: int, line: str) -> None:
    name = line.split()[0]
    wrong = TEXT.splitlines()
    wrong[at - 1] = f"{name} = 1979-05-27"
    told = complaint("\n".join(wrong))
    assert told.startswith(f"companion.toml, line {at}: ")
    assert f"{name} = 1979-05-27: expected " in told


@pytest.mark.parametrize(
    ("at", "line"), [(at, line) for at, line in enumerate(TEXT.splitlines(), 1) if line[:1] == "["]
)
def test_a_slip_in_any_section_of_the_example_is_told_with_its_line(at: int, line: str) -> None:
    slipped = TEXT.splitlines()
    slipped[at - 1] = line.replace("]", "x.y]").replace("[readers.", "[readrs.")
    told = complaint("\n".join(slipped))
    assert told.startswith(f"companion.toml, line {at}: ")


def test_there_is_something_to_break() -> None:
    assert len(places(TEXT)) > 30


VALUES = (
    "17",
    "1.5",
    "1979-05-27T07:32:00Z",
    "'# no = comment'",
    '"a \\" = [ { b"',
    '""',
    "[]",
    "[1, 2]",
    "[ # x = 1\n  'a',\n\n  [1],  # ]\n]",
    '"""\nfake = 1\n[fake]\n\\""" still\n""""',
    "'''\nfake = 1\n'''",
    '""""quoted""""',
    "{}",
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, dict[tuple[str, ...], int]]:
    """A TOML text in any style, and the line of each key as it was written."""
    text, lines, table = "", dict[tuple[str, ...], int](), tuple[str, ...]()
    for number in range(draw(st.integers(0, 12))):
        at = text.count("\n") + 1
        match draw(st.sampled_from(("header", "tables", "key", "dotted", "quoted", "inline", "comment"))):
            case "header":
                table = (f"t{number}", "sub")
                text += f"  [ t{number} . 'sub' ] # [no]\n"
                lines |= {table[:1]: at, table: at}
            case "tables":
                table = (f"t{number}",)
                text += f"[[t{number}]]\n"
                lines[table] = at
            case "key":
                text += f"\tk{number}={draw(st.sampled_from(VALUES))}  # = {{\n"
                lines[*table, f"k{number}"] = at
            case "dotted":
                text += f"k{number}. 1 .x = {draw(st.sampled_from(VALUES))}\n"
                lines |= {(*table, f"k{number}", "1", "x")[: len(table) + more]: at for more in (1, 2, 3)}
            case "quoted":
                text += f'"k{number} \\u0061.#" = {draw(st.sampled_from(VALUES))}\r\n'
                lines[*table, f"k{number} a.#"] = at
            case "inline":
                text += f"k{number} = [{{a = {{}}, b.c = [1, {{d = '}}'}}]}}]\n"
                for key in (), ("a",), ("b",), ("b", "c"), ("b", "c", "d"):
                    lines[*table, f"k{number}", *key] = at
            case "comment":
                text += "\n# [x]\n  # y = 1\n"
    return text, lines


@given(texts())
def test_the_line_of_every_key_is_found_in_any_text(made: tuple[str, dict[tuple[str, ...], int]]) -> None:
    text, lines = made
    tomllib.loads(text)
    assert key_lines(text) == lines


# How light it is


def test_no_file_costs_nothing_more_than_the_settings() -> None:
    heavy = ("tomllib", "argparse", "difflib", "companion.rules", "hardware", "companion.config.checking")
    program = f"import companion.config as c, sys; c.load(None, {{}}); print([n for n in {heavy} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Whatever is in it


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """The example with a piece cut out, moved or written anew."""
    start, end, to = (draw(st.integers(0, len(TEXT))) for _ in range(3))
    piece = draw(st.sampled_from((TEXT[start:end], "", "=", "[", "]", '"', "'''", "\n", "\0", "x = {", "[pins]\n")))
    rest = TEXT[:start] + TEXT[max(start, end) :]
    return rest[:to] + piece + rest[to:]


@given(st.one_of(spoilt(), st.text()))
def test_any_text_is_a_configuration_or_an_error_with_a_line(text: str) -> None:
    if error := error_in(text):
        assert 0 < error.line <= text.count("\n") + 1
        assert str(error).startswith(f"companion.toml, line {error.line}")
        assert "\n" not in str(error)
