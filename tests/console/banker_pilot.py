"""A Banker at a console: presses, taps and reads, and does nothing that a person could not do there."""

from collections.abc import Callable

from textual.pilot import Pilot
from textual.widgets import Button, OptionList

from companion.console.app import ConsoleApp
from companion.console.pads.pad import Pad
from tests.console.screen_pilot import picture, press, settled, text_of, typed, until


class BankerPilot:
    def __init__(self, app: ConsoleApp, pilot: Pilot[None]) -> None:
        self.app = app
        self._pilot = pilot

    async def press(self, *keys: str) -> None:
        await press(self._pilot, *keys)

    async def type(self, words: str) -> None:
        await typed(self._pilot, words)

    async def see(self, *words: str) -> None:
        """Waits until all these words are on the screen, however the lines are wrapped."""
        await self.wait(lambda: all(one in self.seen() for one in words), f"{words} on the screen")

    async def wait(self, holds: Callable[[], bool], what: str) -> None:
        try:
            await until(holds)
        except TimeoutError:
            raise AssertionError(f"{what} did not come:\n{text_of(self.app)}") from None
        await settled(self._pilot)  # a person presses what can be seen

    def seen(self) -> str:
        return " ".join(text_of(self.app).split())

    async def tap(self, words: str) -> None:
        """The button with these words."""
        button = await self._button(words)
        assert await self._pilot.click(button, offset=(2, 0)), f"{words} is not to be seen"
        await settled(self._pilot)

    async def _button(self, words: str) -> Button:
        """Waits until it has stopped moving, and its last press no longer shows: Textual takes no other until then."""
        while True:
            await self.wait(lambda: bool(self._buttons(words)), f"a button with {words}")
            await settled(self._pilot)
            if found := self._buttons(words):
                return found[0]

    def _buttons(self, words: str) -> list[Button]:
        found = self.app.screen.query(Button).results()
        can_be_tapped = [one for one in found if one.display and not one.disabled and not one.has_class("-active")]
        return [one for one in can_be_tapped if words in str(one.label)]

    async def pick(self, words: str) -> None:
        """By its button if there are few; in a list by typing, or with a tap on a tablet."""
        await self.wait(lambda: isinstance(self.app.screen, Pad), "a pad")
        await settled(self._pilot)
        if not self.app.screen.query(OptionList):
            await self.tap(words)
        elif self.app.has_class("-touch"):
            await self.tap_on(words)
        else:
            await self.type(words)
            await self.press("enter")

    async def tap_on(self, words: str) -> None:
        """A tap on these words, wherever they are."""
        at = next(((line.index(words), row) for row, line in enumerate(picture(self.app)) if words in line), None)
        assert at is not None, f"{words} is not to be seen"
        await self._pilot.click(offset=at)
        await settled(self._pilot)

    async def moved(self, number: int) -> None:
        """Waits until that move has arrived and no answer is outstanding."""
        await self.wait(lambda: self.app.state.number == number and not self.app.state.is_waiting, f"move {number}")
        await settled(self._pilot)

    # What people do in a game

    async def roll(self, first: int, second: int, who: str = "") -> None:
        """Real dice, entered on the pad: one with a key, one with a tap."""
        await self.press("d")
        if who:
            await self.pick(f"{who}: Enter your roll")
        await self.wait(lambda: bool(self.app.screen.query("#d0f1")), "the dice pad")
        await self.press(str(first))
        assert await self._pilot.click(f"#d1f{second}")

    async def draw(self, words: str) -> None:
        await self.press("C")
        await self.pick(words)

    async def choose(self, key: str, words: str) -> None:
        await self.press(key)
        await self.pick(words)

    async def bid(self, who: str, amount: int) -> None:
        await self.choose("o", f"{who}: ")
        await self.enter(amount)

    async def enter(self, amount: int) -> None:
        await self.wait(lambda: bool(self.app.screen.query("#amount")), "the amount pad")
        await self.type(str(amount))
        await self.press("enter")

    async def sure(self) -> None:
        await self.wait(lambda: isinstance(self.app.screen, Pad), "a pad")
        await self.press("y")
