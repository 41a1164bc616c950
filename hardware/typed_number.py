"""What a reader that is a keyboard types, as a tag's number. No device is opened here: key codes in, numbers out.

The kernel's key codes are places on an American keyboard, whatever layout the system has. A reader that is itself set
to another layout types letters beyond F: it is not guessed at, and its own card of settings puts it right.
"""

from collections.abc import Collection

from hardware.signals import Uid

ENDS = (28, 96, 15)  # Enter, Enter on the keypad, Tab
SHIFTS = (42, 54)  # only make capitals
KEYS = {
    **dict(zip(range(2, 12), "1234567890", strict=True)),
    **dict(zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True)),  # the keypad
    **dict(zip((30, 48, 46, 32, 18, 33), "ABCDEF", strict=True)),
}
SILENT_MS = 100  # a number without Enter ends when nothing came for so long; keys come 2 to 20 ms apart
MIN_LETTERS, MAX_LETTERS = 6, 24
FORMS = ("auto", "hex", "hex-reversed", "decimal", "decimal-reversed")
DECIMAL_LENGTHS = (10, 13, 17)  # no whole number of a tag has so many hexadecimal digits
TAG_OCTETS = (4, 7, 10)
OCTETS = ((10, 4), (13, 5), (17, 7), (20, 8))  # up to so many decimal digits, so many octets


class TypedText:
    """From presses to whole texts. It has no clock: the caller passes the time. None: what ended was no number.

    A key was typed at `typed_ms`, by the kernel's clock, and read at `at_ms`, by ours, perhaps much later.
    """

    def __init__(self) -> None:
        self._text, self._is_spoilt = "", False
        self._typed_ms = self._read_ms = 0

    def press(self, code: int, typed_ms: int, at_ms: int) -> list[str | None]:
        ended = self._end() if typed_ms - self._typed_ms >= SILENT_MS else []
        self._typed_ms, self._read_ms = typed_ms, at_ms
        if code in ENDS:
            return ended + self._end()
        if code in KEYS and len(self._text) < MAX_LETTERS:
            self._text += KEYS[code]
        elif code not in SHIFTS:
            self._is_spoilt = True
        return ended

    def look(self, at_ms: int) -> list[str | None]:
        """What the mere passing of time ends, if no more keys wait to be read."""
        return self._end() if at_ms - self._read_ms >= SILENT_MS else []

    def lose_keys(self) -> None:
        """Whatever is half typed is wrong: the kernel says that it dropped some keys."""
        self._is_spoilt = True

    def _end(self) -> list[str | None]:
        text, is_spoilt = self._text, self._is_spoilt
        self._text, self._is_spoilt = "", False
        if not text and not is_spoilt:
            return []
        return [None if is_spoilt or len(text) < MIN_LETTERS else text]


def uid_of(text: str, form: str) -> Uid | None:
    """The number that the text stands for in a form; None if it cannot.

    "auto" takes 10, 13 or 17 digits for decimal and all else for hexadecimal. A tag always types the same, so that it
    is always the same number, though perhaps not the one that another reader tells.
    """
    if form == "auto":
        form = "decimal" if text.isdecimal() and len(text) in DECIMAL_LENGTHS else "hex"
    kind, _, is_reversed = form.partition("-")
    if kind == "hex":
        if len(text) % 2:
            return None
        octets = bytes.fromhex(text)
    else:
        length = next((octets for digits, octets in OCTETS if len(text) <= digits and _fits(text, octets)), 0)
        if not length:
            return None
        octets = int(text).to_bytes(length, "big")
    return (octets[::-1] if is_reversed else octets).hex().upper()


def _fits(text: str, octets: int) -> bool:
    return text.isdecimal() and int(text) < 1 << 8 * octets


def forms_of(text: str, uid: Uid) -> list[str]:
    """The forms in which the text is this number, which another reader told, or a beginning or an end of it."""
    found = {form: uid_of(text, form) for form in FORMS[1:]}
    return [form for form, one in found.items() if one and (uid.startswith(one) or uid.endswith(one))]


def tag_number(text: str, form: str, known: Collection[Uid]) -> Uid | None:
    """The whole number of the tag; None if the text cannot be one.

    With "auto", a tag that another reader has taught is told as it is known, whatever form or part of its number is
    typed. A number of 3, 5 or 6 octets, as tags for 125 kHz have it, gets zeros in front: tags have 4, 7 or 10.
    """
    uid = uid_of(text, form)
    if uid is None or len(uid) > 2 * TAG_OCTETS[-1]:
        return None
    uid = uid.zfill(next(2 * octets for octets in TAG_OCTETS if len(uid) <= 2 * octets))
    if form != "auto" or uid in known:
        return uid
    meant = [one for one in known if forms_of(text, one)]
    return meant[0] if len(meant) == 1 else uid
