"""Pads for buildings: one on a lot or on each lot of a group at once, or several groups up to a level."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from companion.console.console_screen import KeyButton
from companion.console.pads.pad import Pad
from companion.console.words import cells, first_that_fits
from companion.table.messages.views import CurrencyPrint, LevelView, MoveView

LETTERS = "abcdefgh"  # one for each group
SEVERAL = "stuvwxyz"  # one for each player
WIDTH = 70  # of a line


class BuildingLine(NamedTuple):
    label: str
    change: str  # what it costs or brings
    after: str  # what that leaves
    move: MoveView
    level: LevelView | None = None  # for all lots of a group


class BuildingsPad(Pad[tuple[MoveView, LevelView | None]]):
    """A digit takes a lot, a letter each lot of a group, at once: the sums stand beside them."""

    def __init__(self, title: str, lines: Sequence[BuildingLine]) -> None:
        super().__init__(classes="buildings-pad")
        self.title_text = title
        letters, digits, several = iter(LETTERS), iter("123456789"), iter(SEVERAL)
        self._lines: list[tuple[str, BuildingLine]] = []
        for line in lines:
            caps = letters if line.level is not None else several if line.move.needs else digits
            self._lines.append((next(caps, " "), line))

    def body(self) -> ComposeResult:
        width = min(self.app.size.width - 6, WIDTH)
        with VerticalScroll(classes="building-lines"):
            for at, (cap, line) in enumerate(self._lines):
                indent = "   " if line.level is None and not line.move.needs else ""
                words = f" {cap}  {indent}{line.label}"
                sums = first_that_fits(width - cells(words) - 2, f"{line.change}, {line.after} ", f"{line.change} ")
                gap = " " * max(width - cells(words) - cells(sums), 2)
                is_possible = line.level is None or not line.level.why_not
                text = Content.assemble(words, gap, (sums.lstrip(", "), "bold" if is_possible else "$foreground-muted"))
                yield KeyButton(text, does=f"take({at})", id=f"line-{at}", classes="line")

    def built(self) -> None:
        self.query(".line").first().focus()

    def counts_once(self, key: Key) -> bool:
        return key.is_printable or super().counts_once(key)

    def on_key(self, event: Key) -> None:
        caps = [cap for cap, _ in self._lines]
        typed = event.character or ""
        if typed != " " and typed in caps:
            event.stop()
            self.action_take(caps.index(typed))
        elif event.key in ("up", "down"):
            event.stop()
            (self.focus_previous if event.key == "up" else self.focus_next)(".line")
        elif typed.isalnum():
            event.stop()
            self.console.say(f"{typed} does nothing here: a digit is a lot, a letter each lot of a group.")

    def action_take(self, at: int) -> None:
        line = self._lines[at][1]
        if line.level is not None and line.level.why_not:
            self.console.say(line.level.why_not)
        else:
            self.dismiss((line.move, line.level))


class LevelsPad(Pad[tuple[int, ...]]):
    """A row for each group. A digit says how many each of its lots shall have; Enter does it all in one act."""

    yes_text = "Do it"

    def __init__(self, title: str, currency: CurrencyPrint, cash: int, levels: Sequence[LevelView]) -> None:
        super().__init__(classes="levels-pad")
        self.title_text = title
        self._currency, self._cash = currency, cash
        self._groups: dict[str, list[LevelView]] = {}
        for level in levels:
            self._groups.setdefault(level.group, []).append(level)
        self._chosen: dict[str, LevelView] = {}
        self._row = 0

    def body(self) -> ComposeResult:
        with VerticalScroll(classes="level-rows"):
            for row, (group, levels) in enumerate(self._groups.items()):
                with Horizontal(classes="level-row", id=f"row-{row}"):
                    yield Static(Content(group), classes="level-name")
                    for level in levels:
                        text = level.label if level.label[0].isdecimal() else f"{level.digit} {level.label}"
                        yield KeyButton(
                            text,
                            level,
                            does=f"set({row}, {level.digit!r})",
                            id=f"level-{row}-{level.digit}",
                            classes="level",
                        )
        yield Static(id="level-sum", classes="pad-hint")

    def built(self) -> None:
        self.query_one("#ok").focus()
        self._show()

    def on_key(self, event: Key) -> None:
        typed = event.character or ""
        if event.key in ("up", "down"):
            event.stop()
            self._row = (self._row + (1 if event.key == "down" else -1)) % len(self._groups)
            self._show()
        elif typed.isdecimal():
            event.stop()
            self.action_set(self._row, typed)
        elif event.key == "enter":
            event.stop()
            self.action_yes()

    def action_set(self, row: int, digit: str) -> None:
        """The same again takes it away."""
        self._row = row
        group, levels = list(self._groups.items())[row]
        level = next((one for one in levels if one.digit == digit), None)
        if level is None:
            self.console.say(f"{digit} does nothing for {group}: " + ", ".join(one.digit for one in levels) + " do.")
        elif level.why_not:
            self.console.say(level.why_not)
        elif self._chosen.get(group) == level:
            del self._chosen[group]
        else:
            self._chosen[group] = level
        self._show()

    @property
    def _deeds(self) -> tuple[int, ...]:
        return tuple(deed for level in self._chosen.values() for deed in level.deeds)

    @property
    def _after(self) -> int:
        return self._cash + sum(level.change for level in self._chosen.values())

    def _show(self) -> None:
        for row in range(len(self._groups)):
            self.query_one(f"#row-{row}").set_class(row == self._row, "-now")
        for key in self.query(".level").results(KeyButton):
            key.set_class(key.value in self._chosen.values(), "-chosen")
        money, count = self._currency.show, len(self._deeds)
        words = f"Now {money(self._cash)}. A digit says how many on each lot, ↑ ↓ another group."
        if count:
            change = money(self._after - self._cash, plus=True)
            words = f"{count} building{'s' if count > 1 else ''}: {change}, "
            words += f"leaves {money(self._after)}" if self._after >= 0 else f"{money(-self._after)} short"
        self.query_one("#level-sum", Static).update(Content(words))
        self.query_one("#ok", KeyButton).disabled = not count or self._after < 0

    def action_yes(self) -> None:
        if self._deeds and self._after >= 0:
            self.dismiss(self._deeds)
        else:
            self.console.say("There is not enough cash for all of it." if self._deeds else "Nothing is chosen yet.")
