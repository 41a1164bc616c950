"""The error for each mistake in companion.toml: its line, its key, and what was expected."""

import pytest

from companion.household.settings_file import parse
from companion.toml_document import TomlError
from tests.household.parsed_settings import complaint, error_in

SECTIONS = "rig, pins, readers, board, lamps, dice-display, timing, game, sounds, tablet"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[pins]\ndcie = 17", "line 2: pins.dcie = 17: there is no such key; did you mean dice?"),
        ("pins.dcie = 17", "line 1: pins.dcie = 17: there is no such key; did you mean dice?"),
        ("[pins]\nkind = 1",
         "line 2: pins.kind = 1: there is no such key; "
         "did you mean rig.kind, readers.deeds.kind or dice-display.kind?"),
        ('[board]\nport = "/dev/x"', 'line 2: board.port = "/dev/x": there is no such key; did you mean ports?'),
        ("[pins]\nreset = 1", "line 2: pins.reset = 1: there is no such key; did you mean readers.deeds.reset?"),
        ("dice = 17", "line 1: dice = 17: there is no such key; did you mean pins.dice or game.dice?"),
        ("[readers.deeds]\nrest = 1", "line 2: readers.deeds.rest = 1: there is no such key; did you mean reset?"),
        (
            "[sounds]\nwhistle = 1",
            "line 2: sounds.whistle = 1: there is no such key; "
            "there are on, volume, speech, speech-volume, speech-device",
        ),
        ("\n[gmae]\n", "line 2: gmae: there is no such section; did you mean game?"),
        ("[rig.x]\n", "line 1: rig.x: there is no such section; there are kind, board"),
        ('"d\\u0069ce-displya" = 1', "line 1: dice-displya = 1: there is no such key; did you mean dice-display?"),
        ('"\\u001b[2J" = 1', f"line 1: '\\x1b[2J' = 1: there is no such key; there are {SECTIONS}"),
        ('"" = 1', f'line 1: "" = 1: there is no such key; there are {SECTIONS}'),
        ('[rig]\nkind = "reel"', 'line 2: rig.kind = "reel": expected "simulated" or "real"; did you mean "real"?'),
        ("[rig]\nkind = 1", 'line 2: rig.kind = 1: expected "simulated" or "real"'),
        ("rig = " + "[" * 150 + "]" * 150, f"line 1: rig = {'[' * 60}…: expected a section [rig]"),
        ("k" * 100 + " = 1", f"line 1: {'k' * 60}… = 1: there is no such key; there are {SECTIONS}"),
        ("a." * 400 + "a = 1", f"line 1: a: there is no such section; there are {SECTIONS}"),
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
        (
            "[sounds]\nspeech-volume = 101",
            "line 2: sounds.speech-volume = 101: expected a number from 0 to 100",
        ),
        (
            '[sounds]\nspeech = "de"',
            'line 2: sounds.speech = "de": expected "en", "en-gb" or "en-us", or "none"',
        ),
        (
            '[sounds]\nspeech-device = "my speaker"',
            'line 2: sounds.speech-device = "my speaker": expected a sound device, as "aplay -L" lists it',
        ),
        ('[sound]\nspeech = "en"', "line 1: sound: there is no such section; did you mean sounds?"),
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
        ('[game]\nboard = "London"', 'line 2: game.board = "London": there is no board "London"; did you mean london?'),
        ('[game]\nboard = "../x"', 'line 2: game.board = "../x": there is no board "../x"; there are atlantic-city, '
         "atlantic-city-2010, france, germany, london"),
        ("[game]\nboard = 1", "line 2: game.board = 1: expected a text in quotes"),
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
def test_a_mistake_is_reported_with_its_line_and_what_was_expected(text: str, told: str) -> None:
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
    """Apart from the pins of add-on memory and of what else is wired: 22, 24, 25, 27 and 4."""
    others = {0, 1, 4, 22, 24, 27} | ({25} if "deeds" in device else set())
    assert {pin for pin in range(28) if error_in(f"{FREE}{pin}\n{device}")} == pins | others


def test_an_error_keeps_what_it_says() -> None:
    with pytest.raises(TomlError) as error:
        parse("\n\n[pins]\ndcie = 1", "/etc/companion/companion.toml")
    assert (error.value.file, error.value.line, error.value.key) == ("/etc/companion/companion.toml", 4, "pins.dcie")
