"""The dice pad: what fell on the table, a tap or a digit for each die. The last one gives it back."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key as KeyPress
from textual.widgets import Static

from companion.console.pads.pad import Key, Pad

Choices = tuple[tuple[int | str, str], ...]
Thrown = tuple[tuple[int, ...], str]  # the white dice, and the Speed Die's face

# fmt: off
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
# fmt: on


class DicePad(Pad[Thrown]):
    def __init__(self, title: str, white: int, speed: Choices = ()) -> None:
        super().__init__(classes="dice-pad")
        self.title_text = title
        self._speed = speed
        self._fallen: list[int | str | None] = [None] * (white + bool(speed))

    def body(self) -> ComposeResult:
        for die in range(len(self._fallen)):
            with Horizontal(classes="die", id=f"die-{die}"):
                yield from self._speed_faces(die) if self._is_speed(die) else self._faces(die)
        yield Static("Tap what fell, or press its digit", classes="pad-hint")

    def _faces(self, die: int) -> ComposeResult:
        for face, pips in PIPS.items():
            yield Key("\n".join(pips), (die, face), id=f"d{die}f{face}", classes="face")

    def _speed_faces(self, die: int) -> ComposeResult:
        for number, (face, words) in enumerate(self._speed):
            yield Key(words, (die, face), id=f"d{die}f{number + 1}", classes="face")

    def _is_speed(self, die: int) -> bool:
        return bool(self._speed) and die == len(self._fallen) - 1

    def tapped(self, key: Key) -> None:
        match key.value:
            case (int(die), int() | str() as face):
                self._set(die, face)

    def on_key(self, event: KeyPress) -> None:
        open_dice = [die for die, face in enumerate(self._fallen) if face is None]
        if event.key == "backspace":
            self._forget_last()
        elif open_dice and (face := self._face_for(open_dice[0], event.character or "")) is not None:
            event.stop()
            self._set(open_dice[0], face)

    def _face_for(self, die: int, typed: str) -> int | str | None:
        if not self._is_speed(die):
            return int(typed) if typed in tuple("123456") else None
        return next((face for face, words in self._speed if typed and _initial(words) == typed.lower()), None)

    def _forget_last(self) -> None:
        for die in reversed(range(len(self._fallen))):
            if self._fallen[die] is not None:
                self._set(die, None)
                return

    def _set(self, die: int, face: int | str | None) -> None:
        self._fallen[die] = face
        for key in self.query_one(f"#die-{die}").query(Key):
            key.set_class(key.value == (die, face), "-chosen")
        if None not in self._fallen:
            white = tuple(face for face in self._fallen if isinstance(face, int))
            self.dismiss((white, str(self._fallen[-1]) if self._speed else ""))


def _initial(words: str) -> str:
    """The letter or digit to press: the Bus is B, Mr. M is M."""
    return words.removeprefix("the ")[0].lower()
