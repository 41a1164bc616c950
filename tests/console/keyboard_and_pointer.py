"""Two ways to give the same command at a console: with keys alone, and with a mouse or finger alone."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList

from companion.console.app import ConsoleApp
from companion.console.console_keys import KEYS_BY_ID
from companion.console.pads.pad import Pad
from companion.console.widgets.key_bar import KeyBar
from companion.console.widgets.move_buttons import MoveButton
from companion.rules.catalogue import MENU
from tests.console.screen_pilot import click, painted_strips, press, pressed_quickly, settled, text_of, typed


class Pick(NamedTuple):
    """The one with these words, of a few or of many."""

    words: str


class Amount(NamedTuple):
    amount: int


class Dice(NamedTuple):
    """The digit or letter of each die."""

    faces: str


class GivenReason(NamedTuple):
    """One of the common reasons."""

    words: str


class Name(NamedTuple):
    words: str


class Tick(NamedTuple):
    """These lines of the list with this id."""

    list: str
    lines: Sequence[int]


class Cash(NamedTuple):
    """From one side of a deal."""

    side: int
    amount: int


class Yes(NamedTuple):
    pass


class Level(NamedTuple):
    """How many each lot of the group in this row shall have."""

    row: int
    digit: str


Step = Pick | Amount | Dice | GivenReason | Name | Tick | Cash | Yes | Level


class InputWay:
    """What both ways have in common."""

    def __init__(self, app: ConsoleApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def command(self, row: str, steps: Sequence[Step]) -> None:
        for step in await self.start(row, steps):
            await self.take(step)

    async def start(self, row: str, steps: Sequence[Step]) -> Sequence[Step]:
        """Returns the steps that are left: a button may include the first of them."""
        raise NotImplementedError

    async def take(self, step: Step) -> None:
        raise NotImplementedError

    def button(self, words: str) -> Button:
        found = [one for one in self.app.screen.query(Button) if one.display and words in str(one.label)]
        assert found, f"no button with {words}:\n{text_of(self.app)}"
        return found[0]

    def option(self, words: str) -> int:
        options = self.app.screen.query_one(OptionList)
        prompts = [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]
        found = [at for at, prompt in enumerate(prompts) if words in prompt]
        assert found, f"no line with {words}: {prompts}"
        return found[0]

    @property
    def has_list(self) -> bool:
        return isinstance(self.app.screen, Pad) and bool(self.app.screen.query(OptionList))


class KeyboardWay(InputWay):
    async def start(self, row: str, steps: Sequence[Step]) -> Sequence[Step]:
        await press(self.pilot, (MENU.get(row) or KEYS_BY_ID[row]).key)
        return steps

    async def take(self, step: Step) -> None:
        match step:
            case Pick(words):
                await self._pick(words)
            case Amount(amount):
                await press(self.pilot, *str(amount), "enter")
            case Dice(faces):
                await press(self.pilot, *faces)
            case GivenReason(words) | Name(words):
                await press(self.pilot, "ctrl+u")
                await typed(self.pilot, words)
                await press(self.pilot, "enter")
            case Tick(list, lines):
                await self._to(f"#{list}")
                keys = (key for line in lines for key in (*["down"] * line, "space", "home"))
                await pressed_quickly(self.pilot, "home", *keys)
            case Cash(side, amount):
                await self._to(f"#cash-{side}")
                await press(self.pilot, "enter", *str(amount), "enter")
            case Level(row, digit):
                await press(self.pilot, *["down"] * row, digit, *["up"] * row)
            case Yes():
                await self._yes()

    async def _pick(self, words: str) -> None:
        if not self.has_list:
            await press(self.pilot, str(self.button(words).label).split()[0])
            return
        if self.app.screen.query_one(Input).display:
            await typed(self.pilot, words)
        await pressed_quickly(self.pilot, "home", *["down"] * self.option(words))
        await press(self.pilot, "enter")

    async def _yes(self) -> None:
        if "confirm-pad" in self.app.screen.classes:
            await press(self.pilot, "y")
        else:
            await self._to("#ok")
            await press(self.pilot, "enter")

    async def _to(self, selector: str) -> None:
        wanted = self.app.screen.query_one(selector)
        for _ in range(20):
            if wanted.has_focus:
                return
            await press(self.pilot, "tab")
        raise AssertionError(f"{selector} is not reached with Tab")


class PointerWay(InputWay):
    async def start(self, row: str, steps: Sequence[Step]) -> Sequence[Step]:
        """By a button under the question, or the key bar, or the menu of everything."""
        first = steps[0] if steps else None
        offers = {one: one.offer for one in self.app.screen.query(MoveButton) if one.display and one.offer}
        offered = [one for one, offer in offers.items() if offer.entry.id == row]
        if row == "bid":  # a seat's own button bids the next step at once
            offered = [one for one in offered if offers[one].cap == MENU[row].key]
        meant = [one for one in offered if isinstance(first, Pick) and first.words in offers[one].label]
        if offered:
            button = (meant or offered)[0]
            await click(self.pilot, f"#{button.id}")
            return steps[1:] if isinstance(first, Pick) and len(offers[button].moves) == 1 else steps
        if not await self._tap_keybar(row):
            assert await self._tap_keybar("menu")
            await self._pick(MENU[row].name if row in MENU else KEYS_BY_ID[row].label)
        return steps

    async def _tap_keybar(self, row: str) -> bool:
        painted_strips(self.app)  # what is on the bar is known when it was painted
        bar = self.app.screen.query_one(KeyBar)
        found = [columns for columns, key in bar._spans if key.id == row]
        if found:
            assert await self.pilot.click("#keybar", offset=(found[0].start + 2, bar.region.height // 2))
            await settled(self.pilot)
        return bool(found)

    async def take(self, step: Step) -> None:
        match step:
            case Pick(words):
                await self._pick(words)
            case Amount(amount):
                for key in (*(f"#n{digit}" for digit in str(amount)), "#ok"):
                    await click(self.pilot, key)
            case Dice(faces):
                for die, face in enumerate(faces):
                    await click(self.pilot, f"#d{die}f{'123bm'.index(face) + 1 if die == 2 else face}")
            case GivenReason(words):
                await self._tap(words)
            case Name(words):
                await self._write(words)
            case Tick(list, lines):
                for line in lines:
                    await self._tap_line(self.app.screen.query_one(f"#{list}", OptionList), line)
            case Cash(side, amount):
                await click(self.pilot, f"#cash-{side}")
                await self.take(Amount(amount))
            case Level(row, digit):
                await click(self.pilot, f"#level-{row}-{digit}")
            case Yes():
                await click(self.pilot, "#ok")

    async def _pick(self, words: str) -> None:
        if self.has_list:
            await self._tap_line(self.app.screen.query_one(OptionList), self.option(words))
        else:
            await self._tap(words)

    async def _tap(self, words: str) -> None:
        assert await self.pilot.click(self.button(words), offset=(2, 0)), f"{words} is not to be seen"
        await settled(self.pilot)

    async def _tap_line(self, options: OptionList, line: int) -> None:
        """Scrolled to, as a finger or a wheel would."""
        options.highlighted = line
        options.scroll_to_highlight(top=False)
        await settled(self.pilot)
        row = options._index_to_line[line] - options.scroll_offset.y
        assert await self.pilot.click(options, offset=(6, row + options.gutter.top))
        await settled(self.pilot)

    async def _write(self, words: str) -> None:
        """Letter by letter on a tablet; beside a mouse there is a keyboard."""
        line = self.app.screen.query_one(Input)
        if not self.app.has_class("-touch"):
            await press(self.pilot, "ctrl+u")
            await typed(self.pilot, words)
        else:
            for _ in line.value:
                await self._tap("←")
            for letter in words:
                await self._tap(letter.upper())
        await click(self.pilot, "#ok")
