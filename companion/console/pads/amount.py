"""The amount pad: digits and steps, within bounds that are shown. Out of them nothing is given back."""

from textual.app import ComposeResult
from textual.containers import Grid, Horizontal
from textual.content import Content
from textual.events import Key as KeyPress
from textual.widgets import Static

from companion.console.pads.pad import Key, Pad
from companion.console.words import money

DIGITS_MOST = 9
STEPS = (1, 5, 10, 20, 50, 100)


class AmountPad(Pad[int]):
    yes_text = "Enter"

    def __init__(self, title: str, least: int, most: int, start: int = 0, hint: str = "", nought: bool = False) -> None:
        """`nought` says whether 0 will do. Where less than nothing will, there is a key for the sign."""
        super().__init__(classes="amount-pad")
        self.title_text = title
        self._least, self._most = least, most
        self._digits, self._is_minus = str(abs(start)), start < 0
        self._hint = hint
        self._nought = nought
        self._is_fresh = True  # the first digit writes over what stands there

    def body(self) -> ComposeResult:
        yield Static(id="amount")
        yield Static(Content(self._hint), classes="pad-hint", id="amount-hint")
        with Horizontal(id="amount-keys"):
            with Grid(id="digits"):
                for digit in "789456123":
                    yield Key(digit, digit, id=f"n{digit}")
                yield Key("±" if self._least < 0 else "C", "±" if self._least < 0 else "C", id="sign")
                yield Key("0", "0", id="n0")
                yield Key("←", "←", id="rub")
            with Grid(id="steps"):
                for step in STEPS:
                    yield Key(f"+{step}", step, id=f"s{step}")

    def on_mount(self) -> None:
        self._show()

    # What is tapped or typed

    def tapped(self, key: Key) -> None:
        if key.id == "ok":
            self._give()
        elif isinstance(key.value, int):
            self._write(str(abs(self._value) + key.value))
        else:
            self._press(str(key.value))

    def on_key(self, event: KeyPress) -> None:
        names = {"backspace": "←", "minus": "±", "delete": "C"}
        if event.key == "enter":
            event.stop()
            self._give()
        elif (event.character or "").isdecimal() or event.key in names:
            event.stop()
            self._press(names.get(event.key, event.character or ""))

    @property
    def _value(self) -> int:
        return int(self._digits) * (-1 if self._is_minus else 1)

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
        """A step adds to the amount whatever its sign: more is taken away, too."""
        self._digits, self._is_fresh = str(int(digits[:DIGITS_MOST] or 0)), False
        self._show()

    # What is shown and given back

    def _problem(self) -> str:
        if not self._value and not self._nought:
            return f"from {money(self._least)} to {money(self._most)}"
        if self._value < self._least:
            return f"at least {money(self._least)}"
        return f"at most {money(self._most)}" if self._value > self._most else ""

    def _show(self) -> None:
        problem = self._problem()
        sign = "−" if self._is_minus else "+" if self._least < 0 else ""
        text = Content.assemble((f"{sign}{money(abs(self._value))}", "bold"), "   ", (problem, "$text-warning"))
        self.query_one("#amount", Static).update(text)
        self.query_one("#ok", Key).disabled = bool(problem)

    def _give(self) -> None:
        if not self._problem():
            self.dismiss(self._value)
