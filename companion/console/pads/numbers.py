"""Pads for numbers: an amount by digits and steps, and the dice that lie on the table."""

from collections.abc import Callable

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from companion.console.console_screen import KeyButton
from companion.console.pads.pad import Pad
from companion.console.state import ConsoleState
from companion.console.words import and_list
from companion.table.messages.views import CurrencyPrint

DIGITS_MAX = 9
PLAIN = CurrencyPrint(sign="")  # for numbers that are not money
STEPS = (1, 5, 10, 20, 50, 100)
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


def face_keys(speed: tuple[tuple[int | str, str], ...]) -> dict[str, int | str]:
    """The key of each face. Those of the Speed Die go by their first letter: the Bus is B, Mr. M is M."""
    if speed:
        return {words.removeprefix("the ")[0].lower(): face for face, words in reversed(speed)}
    return {str(face): face for face in PIPS}


def faces_words(keys: dict[str, int | str]) -> str:
    return "1–6" if len(keys) == len(PIPS) else and_list(tuple(reversed(keys)))


class AmountPad(Pad[int]):
    """People type an amount as it is written at the table: signs between the digits have no effect."""

    yes_text = "Enter"

    def __init__(
        self,
        title: str,
        currency: CurrencyPrint,
        least: int,
        most: int,
        start: int = 0,
        hint: str = "",
        nought: bool = False,
        follow: Callable[[ConsoleState], tuple[int, int] | None] = lambda _: None,
    ) -> None:
        """Gives back nothing below `least` or above `most`. `nought` says whether 0 will do.

        If `least` is negative, there is a key for the sign. `follow` says what the bounds are in a new state.
        """
        super().__init__(classes="amount-pad")
        self.title_text = title
        self._currency, self._as_typed = currency, replace(currency, factor=1)
        self._least, self._most = least, most
        self._digits, self._is_minus = str(abs(start) * currency.factor), start < 0
        self._hint = hint
        self._nought = nought
        self._follow = follow
        self._is_fresh = True  # the next digit replaces what stands there

    def body(self) -> ComposeResult:
        yield Static(id="amount")
        yield Static(Content(self._hint), classes="pad-hint", id="amount-hint")
        with Horizontal(id="amount-keys"):
            with Grid(id="digits"):
                for digit in "789456123":
                    yield KeyButton(digit, digit, id=f"n{digit}")
                yield KeyButton("±" if self._least < 0 else "C", "±" if self._least < 0 else "C", id="sign")
                yield KeyButton("0", "0", id="n0")
                yield KeyButton("←", "←", id="rub")
            with Grid(id="steps"):
                for step in STEPS:
                    label = replace(self._currency, sign="", after=False).show(step, plus=True)
                    yield KeyButton(label, step, id=f"s{step}")

    def show(self, state: ConsoleState) -> None:
        """What was typed stays, whatever others do meanwhile."""
        if bounds := self._follow(state):
            is_untouched = self._is_fresh and self._value == self._least
            self._least, self._most = bounds
            if is_untouched:
                self._digits = str(self._least * self._currency.factor)
        self._show()

    def tapped(self, key: KeyButton) -> None:
        if isinstance(key.value, int):
            self._write(str(int(self._digits) + key.value * self._currency.factor))
        else:
            self._press(str(key.value))

    def on_key(self, event: Key) -> None:
        names = {"backspace": "←", "minus": "±", "delete": "C", "c": "C", "C": "C"}
        if event.key == "enter":
            event.stop()
            self.action_yes()
        elif (event.character or "").isdecimal() or event.key in names:
            event.stop()
            self._press(names.get(event.key, event.character or ""))
        elif event.is_printable and event.character not in (".", ",", " "):
            event.stop()
            self.console.say(f"{event.character} does nothing here: type the amount, then Enter. C clears it.")

    @property
    def _value(self) -> int:
        return int(self._digits) // self._currency.factor * (-1 if self._is_minus else 1)

    def _press(self, what: str) -> None:
        match what:
            case "±":
                self._is_minus = not self._is_minus and self._least < 0
                self._show()
            case "C":
                self._write("")
            case "←":
                self._write(self._digits[:-1])
            case _:
                self._write(what if self._is_fresh else self._digits + what)

    def _write(self, digits: str) -> None:
        """A step makes the amount larger whatever its sign: then more is taken away."""
        most = DIGITS_MAX + len(str(self._currency.factor)) - 1
        self._digits, self._is_fresh = str(int(digits[:most] or 0)), False
        self._show()

    def _problem(self) -> str:
        money = self._currency.show
        if int(self._digits) % self._currency.factor:
            return f"only multiples of {money(1)}"
        if not self._value and not self._nought:
            return "how much?"
        if self._value < self._least:
            return f"at least {money(self._least)}"
        return f"at most {money(self._most)}" if self._value > self._most else ""

    def _show(self) -> None:
        problem = self._problem()
        sign, typed = "-" if self._is_minus else "+" if self._least < 0 else "", self._as_typed.show(int(self._digits))
        text = Content.assemble((f"{sign}{typed}", "bold"), "   ", (problem, "$text-warning"))
        self.query_one("#amount", Static).update(text)
        self.query_one("#ok", KeyButton).disabled = bool(problem)

    def action_yes(self) -> None:
        if problem := self._problem():
            self._is_fresh = True
            self.console.say(f"{self._as_typed.show(int(self._digits))} will not do: {problem}. Type it again.")
        else:
            self.dismiss(self._value)


class DicePad(Pad[tuple[tuple[int, ...], str]]):
    """A tap or a digit for each die. It gives back the white dice and the Speed Die's face as soon as all are set."""

    def __init__(self, title: str, white: int, speed: tuple[tuple[int | str, str], ...] = ()) -> None:
        super().__init__(classes="dice-pad")
        self.title_text = title
        self._speed = speed
        self._faces: list[int | str | None] = [None] * (white + bool(speed))

    def body(self) -> ComposeResult:
        for die in range(len(self._faces)):
            with Horizontal(classes="die", id=f"die-{die}"):
                pips = [(face, "\n".join(rows)) for face, rows in PIPS.items()]
                for number, (face, label) in enumerate(self._speed if self._is_speed(die) else pips, 1):
                    does = f"set({die}, {face!r})"
                    yield KeyButton(label, (die, face), does=does, id=f"d{die}f{number}", classes="face")
        yield Static("Tap what you rolled, or press the number", classes="pad-hint")

    def _is_speed(self, die: int) -> bool:
        return bool(self._speed) and die == len(self._faces) - 1

    def on_key(self, event: Key) -> None:
        empty = [die for die, face in enumerate(self._faces) if face is None]
        filled = [die for die, face in enumerate(self._faces) if face is not None]
        if event.key == "backspace" and filled:
            event.stop()
            self.action_set(filled[-1], None)
        elif empty:
            keys = face_keys(self._speed if self._is_speed(empty[0]) else ())
            if (typed := (event.character or "").lower()) in keys:
                event.stop()
                self.action_set(empty[0], keys[typed])
            elif typed.isalnum():
                event.stop()
                self.console.say(f"{typed} does nothing here: {faces_words(keys)} are dice.")

    def action_set(self, die: int, face: int | str | None) -> None:
        self._faces[die] = face
        for key in self.query_one(f"#die-{die}").query(KeyButton):
            key.set_class(key.value == (die, face), "-chosen")
        if None not in self._faces:
            white = tuple(face for face in self._faces if isinstance(face, int))
            self.dismiss((white, str(self._faces[-1]) if self._speed else ""))
