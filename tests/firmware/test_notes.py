"""The firmware notes: their pins are those in the program, and their protocol examples are run."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import fields

from companion.household.settings import Config, PinSettings
from companion.household.settings_file import parse
from hardware.pcsc import PcscReader
from hardware.pn532 import Pn532Reader
from hardware.rc522 import Rc522Reader
from hardware.serial_frames import Corrupt, UnknownFrame, read_frame
from hardware.serial_line import MAX_LINE
from hardware.serial_module import ASK_AGAIN_MS, SILENCE_MS
from hardware.serial_port import BACK_OFF_MS, MAX_BYTES_A_SECOND
from hardware.usb_keyboard import UsbKeyboardReader
from hardware.wand_reader import WandReader
from tests.firmware.firmware import FOLDER, ROOT, load
from tests.firmware.test_board import MadeBoard, Sensor

NOTES = ROOT / "firmware_notes"
WIRING = (NOTES / "wiring.md").read_text("utf-8")
PROTOCOL = (NOTES / "serial_protocol.md").read_text("utf-8")
BLOCKS = re.findall(r"^```text\n(.*?)^```", PROTOCOL, re.M | re.S)
TALKS = [block for block in BLOCKS if block.startswith(">")]

# fmt: off
PI = {0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
      16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13}
PICO = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
        16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
# fmt: on


@pytest.mark.parametrize("page", ["readers.md", "table_1.md", "bring_up.md"])
def test_the_settings_in_the_notes_are_settings(page: str) -> None:
    text = (NOTES / page).read_text("utf-8")
    blocks = re.findall(r"^( *)```toml\n(.*?)^ *```", text, re.M | re.S)
    assert blocks
    for indent, block in blocks:
        parse(block.replace(f"\n{indent}", "\n").removeprefix(indent))


def section(title: str) -> str:
    return WIRING.split(f"\n## {title}")[1].split("\n## ")[0].split("\n### Dice")[0]


def rows(text: str) -> Iterator[tuple[str, int, int]]:
    """The first three columns of rows whose second and third columns are numbers."""
    for name, first, second in re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \|", text, re.M):
        yield name.strip("`"), int(first), int(second)


def test_the_pins_in_the_notes_are_the_default_settings() -> None:
    config = Config()
    told = {name: bcm for name, bcm, _ in rows(section("The Pi's header")) if "." in name}
    pins = {f"pins.{field.encode_name}": getattr(config.pins, field.name) for field in fields(PinSettings)}
    assert pins.pop("pins.seats") == (), "no seat has a button"
    wired = {name: pin for name, pin in pins.items() if pin is not None}
    assert told == {**wired, "readers.deeds.reset": config.readers["deeds"].reset}


def test_every_pin_number_on_the_header_is_right() -> None:
    found = list(rows(section("The Pi's header")))
    assert len(found) > 12
    assert [(name, PI[bcm]) for name, bcm, _ in found] == [(name, pin) for name, _, pin in found]


def test_the_drawing_of_the_header_is_right() -> None:
    left = re.findall(r"(\d+)? +(\d+) ●  ● ", WIRING)
    right = re.findall(r"●  ● (\d+) +(\d+)?(?! V)", WIRING)  # 5 V is not a pin number
    drawn = {int(bcm): int(pin) for bcm, pin in left if bcm} | {int(bcm): int(pin) for pin, bcm in right if bcm}
    assert {bcm: PI[bcm] for bcm in drawn} == drawn
    assert len(drawn) == 28


def test_the_pins_of_seats_and_pips_are_those_in_the_settings() -> None:
    bcm, pins = re.search(r"BCM ([\d, ]+) \(pins ([\d, ]+)\)", WIRING).groups()  # type: ignore[union-attr]
    assert [PI[int(one)] for one in bcm.split(",")] == [int(one) for one in pins.split(",")]
    lines = re.findall(r"^\| `dice-display\.\w+`, BCM \|(.*)\|\n\| pin \|(.*)\|", WIRING, re.M)
    dice = [tuple(int(one) for one in numbers.split("|")) for numbers, _ in lines]
    assert dice == [Config().dice_display.first, Config().dice_display.second]
    assert [[PI[pin] for pin in die] for die in dice] == [[int(one) for one in pins.split("|")] for _, pins in lines]


@pytest.mark.parametrize("title", ["The Pico of a side", "The Pico of a board of switches", "The Pico of a wand"])
def test_the_pins_of_a_pico_are_those_in_its_settings(title: str) -> None:
    settings = load("settings")
    found = list(rows(section(title)))
    assert [(name, PICO[gp]) for name, gp, _ in found] == [(name, pin) for name, _, pin in found]
    told = {name: gp for name, gp, _ in found if "reader" not in name}
    assert told == {name: getattr(settings, name) for name in told}
    assert told
    selects = tuple(gp for name, gp, _ in found if "reader" in name)
    assert selects == (settings.SELECTS if "side" in title else ())


def happen(made: MadeBoard, words: list[str]) -> list[str]:
    what, reader, *tags = words
    put = tuple(uid for listed in tags for uid in listed.split(","))
    made.sensor.found[int(reader)] = {"put": put, "clear": (), "kill": "no chip answers"}[what]
    return made.passes(3)


@pytest.mark.parametrize("talk", TALKS, ids=range(len(TALKS)))
def test_the_firmware_says_what_the_examples_show_and_the_host_understands_it(talk: str) -> None:
    caps = re.findall(r"caps=(\w+) readers=(\d+)", talk)[0]
    made = MadeBoard(Sensor(int(caps[1])), caps[0], **({"arrive": 1} if caps[0] == "tap" else {}))
    said: list[str] = []
    for line in talk.splitlines():
        sort, rest = line.split(" ", 1)
        if sort == "<":
            assert said.pop(0) == rest[1:-5]
            assert not isinstance(read_frame(rest.encode()), Corrupt | UnknownFrame)
        else:
            assert said == []
            said = happen(made, rest.split()) if sort == "@" else made.ask(rest.encode() + b"\n")
    assert said == []


def test_noise_is_dropped_for_the_reason_given_beside_it() -> None:
    noise = [re.split("  +", line) for line in BLOCKS[-1].splitlines()]
    assert len(noise) == 5
    for line, why in noise:
        read = read_frame(line.encode())
        assert isinstance(read, Corrupt)
        assert (read.line, read.why) == (line.encode(), why)


def test_the_times_in_the_notes_are_those_of_host_and_board() -> None:
    rests = ", ".join(f"{ms / 1_000:g}" for ms in BACK_OFF_MS[:-1])
    for told in (
        f"nothing for {SILENCE_MS / 2_000:g} seconds is sent",
        f"after {SILENCE_MS / 1_000:g} seconds of silence",
        f"{rests} and then every {BACK_OFF_MS[-1] / 1_000:g} seconds",
        f"at most {MAX_LINE} bytes",
        f"more than {MAX_BYTES_A_SECOND:,} bytes within a second",
    ):
        assert told in " ".join(PROTOCOL.split()), told
    assert (ASK_AGAIN_MS, load("loop").BEAT_MS) == (500, 1_000), "half a second, and every second"


def test_there_is_an_example_of_every_kind_of_board() -> None:
    assert len(TALKS) == 4
    assert set(re.findall("caps=([a-z]+) ", "".join(TALKS))) == {"uid", "presence", "tap"}


def test_every_linked_file_exists() -> None:
    documents = sorted(NOTES.glob("*.md"))
    assert {document.stem for document in documents} >= {"README", "parts", "wiring", "boards", "rc522", "bring_up"}
    links = [(document, link) for document in documents for link in _links(document)]
    assert links
    assert [(str(document), link) for document, link in links if not (NOTES / link).exists()] == []
    index = _links(NOTES / "README.md")
    assert [document.name for document in documents if document.name not in {*index, "README.md"}] == []


def test_what_is_copied_to_a_pico_is_all_that_it_imports() -> None:
    copied = re.search(r"mpremote cp (serial_line.*) :", (NOTES / "bring_up.md").read_text("utf-8"))
    assert copied
    mains = {"main_side.py", "main_switches.py", "main_wand.py"}
    assert set(copied[1].split()) | mains == {path.name for path in FOLDER.glob("*.py")}


def _links(document: Path) -> list[str]:
    return re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8"))


def test_the_notes_say_what_each_reader_can_see() -> None:
    text = (NOTES / "readers.md").read_text("utf-8")
    told = re.findall(r"^\| (?:`(\w+)`|\(none\)) \| .+? \| (\d)\b.*? \| (yes|no)\b.*? \| .+ \|$", text, re.M)
    reaches = {
        "rc522": Rc522Reader.reach,
        "pn532": Pn532Reader.reach,
        "pcsc": PcscReader.reach,
        "usb": UsbKeyboardReader.reach,
        "": WandReader.reach,
    }
    reach = {kind: (str(one.most_at_once), "yes" if one.sees_lifting else "no") for kind, one in reaches.items()}
    assert {kind: (count, lifting) for kind, count, lifting in told} == reach


# What others reported

REPORTS = re.findall(
    r"^\| (?!report|-)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", (NOTES / "reports.md").read_text("utf-8"), re.M
)


def test_every_report_names_a_test_that_exists_or_the_page_that_tells_how_to_see_it() -> None:
    assert len(REPORTS) > 25
    for report, _, _, shown_by in REPORTS:
        named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", shown_by)
        assert named or "](bench.md)" in shown_by, report
        for file, test in named:
            assert f"\ndef {test}(" in (ROOT / "tests" / file).read_text("utf-8"), (report, file, test)


@pytest.mark.parametrize(
    ("repository", "number"),
    [
        *(("RPi-Jukebox-RFID", number) for number in (27, 231, 275, 532, 824, 1731, 2445)),
        *(("mfrc522", number) for number in (9, 15, 61, 65)),
        *(("rfid", number) for number in (227, 277, 290, 301, 394, 536, 540, 546)),
        *(("gpiozero", number) for number in (378, 550, 559, 826, 959)),
        *(("Adafruit_Blinka", 1119), ("pironman5", 95), ("rpi-vidlooper", 8), ("OctoPrint-DisplayPanel", 58)),
        *(("pimylifeup", 18), ("pi-rc522", 7), ("unleashed-firmware", 1074), ("piwheels/packages", 119)),
        *(("pyserial", 331), ("home-assistant/core", 116635), ("nfcpy", 34), ("nfcpy", 76)),
    ],
)
def test_the_reports_that_this_was_built_upon_are_all_there(repository: str, number: int) -> None:
    named = [part.strip() for report, *_ in REPORTS for part in report.replace(";", ",").split(",")]
    repositories, last = list[tuple[str, str]](), ""
    for part in named:  # "gpiozero 378, 550" names both
        name, _, digits = part.rpartition(" ")
        last = name or last
        repositories.append((last, digits))
    assert (repository, str(number)) in repositories


def test_each_of_the_four_tables_leads_to_a_short_page_of_its_own() -> None:
    first = (NOTES / "README.md").read_text("utf-8").split("\n\n")[2]
    pages = re.findall(r"^\| (\d) .*\]\((\w+\.md)\) \|$", first, re.M)
    assert pages == [(str(number), f"table_{number}.md") for number in range(4)]
    for _, page in pages:
        assert len((NOTES / page).read_text("utf-8").splitlines()) < 50, page


def test_what_only_a_bench_can_show_is_counted_without_gaps() -> None:
    numbers = re.findall(r"^\| (\d+) \|", (NOTES / "bench.md").read_text("utf-8"), re.M)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert len(numbers) > 40
