"""USB readers that type: what they type, what is lost, and what stands in the way of opening one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from evdev import ecodes

from hardware.clock import HandClock
from hardware.health import DeviceMissing
from hardware.readers import SHOWN_MS, Miss
from hardware.typed_number import SILENT_MS, forms_of, tag_number, uid_of
from hardware.usb_keyboard import UsbKeyboardReader
from tests.emulators.typing_reader import UMLAUT, TypingReader


class Typing:
    def __init__(self, folder: Path) -> None:
        self.clock = HandClock(1_000)
        self.device = TypingReader(folder)
        self.reader = UsbKeyboardReader("deeds", str(self.device.path), self.clock)


@pytest.fixture
def typing(tmp_path: Path) -> Iterator[Typing]:
    made = Typing(tmp_path)
    with made.device.as_device():
        made.reader.poll()
        yield made
        made.reader.close()


@pytest.mark.parametrize(
    ("text", "form", "uid"),
    [
        ("0045131261", "auto", "02B0A5FD"),  # ten digits: most readers as they are sold
        ("3300106756", "auto", "C4B3A204"),
        ("3300106756", "decimal-reversed", "04A2B3C4"),  # the first four octets of seven
        ("0004340098557", "auto", "0102B0A5FD"),
        ("0102B0A5FD", "auto", "0102B0A5FD"),
        ("80E6D5C4B3A204", "hex-reversed", "04A2B3C4D5E680"),
        ("17642493", "auto", "17642493"),
        ("04000000000013", "auto", "04000000000013"),  # hexadecimal, though it has no letter
        ("17642493", "decimal", "010D33FD"),
        ("0102B0A5F", "hex", None),
        ("0102B0A5FD", "decimal", None),
        ("9999999999", "decimal", "02540BE3FF"),  # more than four octets hold
    ],
)
def test_a_typed_text_is_a_number(text: str, form: str, uid: str | None) -> None:
    assert uid_of(text, form) == uid


@pytest.mark.parametrize(
    ("text", "known", "uid"),
    [
        ("3300106756", (), "C4B3A204"),  # enrolled by this reader: always the same, and that must do
        ("3300106756", ("C4B3A204",), "C4B3A204"),
        ("3300106756", ("04A2B3C4D5E680",), "04A2B3C4D5E680"),  # enrolled by another, which reads all of it
        ("80E6D5C4B3A204", ("04A2B3C4D5E680", "04A2B3C4D5E681"), "04A2B3C4D5E680"),
        ("3300106756", ("04A2B3C4D5E680", "04A2B3C4D5E681"), "C4B3A204"),  # nobody can say which of them
        ("0102B0A5FD", (), "00000102B0A5FD"),  # of five octets, as tags for 125 kHz have it
        ("0102B0A5FD", ("00000102B0A5FD",), "00000102B0A5FD"),
        ("01" * 11, (), None),
    ],
)
def test_enrolment_decides_the_byte_order(text: str, known: tuple[str, ...], uid: str | None) -> None:
    assert tag_number(text, "auto", known) == uid


def test_a_reader_tells_tags_as_the_household_knows_them(typing: Typing) -> None:
    typing.reader.know_tags(["04A2B3C4D5E680"])
    typing.device.type("3300106756")
    assert typing.reader.poll() == frozenset({"04A2B3C4D5E680"})


@pytest.mark.parametrize(
    ("text", "uid", "forms"),
    [
        ("3300106756", "04A2B3C4D5E680", ["decimal-reversed"]),
        ("80E6D5C4B3A204", "04A2B3C4D5E680", ["hex-reversed"]),
        ("0045131261", "0102B0A5FD", ["decimal"]),
        ("0045131261", "04A2B3C4D5E680", []),
    ],
)
def test_the_form_is_known_by_what_another_reader_told(text: str, uid: str, forms: list[str]) -> None:
    assert forms_of(text, uid) == forms


@pytest.mark.parametrize("end", [28, 96, 15], ids=["Enter", "Enter on the keypad", "Tab"])
def test_a_number_ends_with_a_key(typing: Typing, end: int) -> None:
    typing.device.type("0045131261", end)
    assert typing.reader.poll() == frozenset({"02B0A5FD"})


def test_a_number_without_enter_ends_with_silence(typing: Typing) -> None:
    typing.device.type("0045131261", None)
    assert typing.reader.poll() is Miss.EMPTY
    typing.clock.pass_ms(SILENT_MS)
    assert typing.reader.poll() == frozenset({"02B0A5FD"})


def test_numbers_typed_back_to_back_are_all_told(typing: Typing) -> None:
    """Though the kernel would keep only the last 64 events for somebody who looks every 100 ms."""
    typing.device.type("0045131261")
    typing.device.type("3300106756")
    assert [typing.reader.poll(), typing.reader.poll()] == [frozenset({"02B0A5FD"}), frozenset({"C4B3A204"})]


def test_a_number_is_told_for_a_moment(typing: Typing) -> None:
    typing.device.type("0045131261")
    polls = []
    for _ in range(SHOWN_MS // 100 + 1):
        polls.append(typing.reader.poll())
        typing.clock.pass_ms(100)
    assert polls == [frozenset({"02B0A5FD"})] * (SHOWN_MS // 100) + [Miss.EMPTY]


def test_keys_that_the_kernel_dropped_spoil_their_number_and_no_other(typing: Typing) -> None:
    typing.device.type("00451", None)
    typing.device.event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0)
    typing.device.type("31261")
    typing.device.type("3300106756")
    assert [typing.reader.poll(), typing.reader.poll()] == [Miss.GARBLED, frozenset({"C4B3A204"})]


def test_letters_beyond_f_are_not_guessed_at(typing: Typing) -> None:
    """The reader itself is set to another layout."""
    typing.device.press(UMLAUT)
    typing.device.type("4D22980AE")
    assert typing.reader.poll() is Miss.GARBLED


def test_half_a_number_is_forgotten_when_it_is_unplugged(typing: Typing) -> None:
    typing.device.type("00451", None)
    typing.device.unplug()
    with pytest.raises(DeviceMissing, match=r"was unplugged\."):
        typing.reader.poll()
    typing.device.plug_in()
    assert typing.reader.poll() is Miss.EMPTY
    typing.device.type("0045131261")
    assert typing.reader.poll() == frozenset({"02B0A5FD"})


def test_it_is_grabbed_so_that_nothing_is_typed_into_the_console(typing: Typing) -> None:
    assert typing.device.grabs == 1


def test_what_stands_in_the_way_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Typing(tmp_path)
    with made.device.as_device():
        made.device.is_in_use = True
        with pytest.raises(DeviceMissing, match=r"Another program has grabbed .*event-kbd"):
            made.reader.poll()
        made.device.unplug()
        with pytest.raises(DeviceMissing, match=r"is not there: .*event-kbd does not exist\. Plug it in"):
            made.reader.poll()
        monkeypatch.setattr("os.open", _refuse)
        with pytest.raises(DeviceMissing, match="the input group"):
            made.reader.poll()
    monkeypatch.setitem(__import__("sys").modules, "evdev", None)
    with pytest.raises(DeviceMissing, match="apt install python3-evdev"):
        made.reader.poll()
    with pytest.raises(DeviceMissing, match=r"set at = .* in \[readers\.deeds\]"):
        UsbKeyboardReader("deeds", "", HandClock()).poll()


def _refuse(*_: object) -> int:
    raise PermissionError(13, "Permission denied")
