"""The deal pad: what each of two players gives. Deeds are ticked, cash is entered, jail cards are counted."""

from string import ascii_lowercase
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList, Static

from companion.console.console_screen import KeyButton
from companion.console.pads.choose import PadChoice, TickList
from companion.console.pads.numbers import AmountPad
from companion.console.pads.pad import Pad
from companion.console.words import and_list, shorten
from companion.table.messages.views import CurrencyPrint

HOW = "A letter or a tap ticks a deed. Digits are cash from the side with the cursor; Tab goes to the other."
MONEY_ALONE = "Money alone is no deal: add a deed or a card."


class DealGoods(NamedTuple):
    """One side of a deal, or the most that a player could give."""

    deeds: tuple[int, ...] = ()
    cash: int = 0
    jail_cards: int = 0
    decks: tuple[str, ...] = ()  # of the jail cards, where a player has both


class DealParty(NamedTuple):
    name: str
    most: DealGoods
    deeds: tuple[PadChoice[int | str], ...]  # and the jail cards to choose from, by their decks
    starts: DealGoods = DealGoods()  # what it gives until somebody changes it


class DealSide(Vertical):
    """What one player gives."""

    def __init__(self, party: DealParty, currency: CurrencyPrint, number: int, letters: str) -> None:
        super().__init__(classes="side", id=f"side-{number}")
        self.party = party
        self.currency = currency
        self.cash = party.starts.cash
        self.cards = party.starts.jail_cards - len(party.starts.decks)
        self.letters = letters[: len(party.deeds)]
        self._number = number
        self._typed = ""  # digits of the cash
        self.border_title = Content(f"{shorten(party.name, 9)} gives (has {currency.show(party.most.cash)})")

    def compose(self) -> ComposeResult:
        number = self._number
        lines = list(self.party.deeds)
        if not self.app.has_class("-touch"):
            for at, letter in enumerate(self.letters):
                lines[at] = lines[at]._replace(label=f"{letter}  {lines[at].label}")
        yield TickList(lines, (*self.party.starts.deeds, *self.party.starts.decks), id=f"deeds-{number}")
        with Horizontal(classes="side-keys"):
            cash = self.currency.show(self.cash)
            yield KeyButton(f"Cash {cash}", does=f"ask_cash({number})", id=f"cash-{number}")
            if self.party.most.jail_cards:
                yield KeyButton(f"Cards {self.cards}", does=f"count_cards({number})", id=f"cards-{number}")

    def set_cash(self, amount: int) -> None:
        self.cash = amount
        self.query_one(f"#cash-{self._number}", KeyButton).label = Content(f"Cash {self.currency.show(amount)}")

    def type_cash(self, digit: str) -> str:
        """What is wrong with it. The first digit begins anew; Backspace takes the last one away."""
        typed = self._typed[:-1] if digit == "backspace" else self._typed + digit
        amount, most = int(typed or 0), self.party.most.cash
        if amount > most * self.currency.factor:
            return f"{self.party.name} has {self.currency.show(most)}: {typed} is too much."
        self._typed = typed
        self.set_cash(amount // self.currency.factor)
        return ""

    @property
    def goods(self) -> DealGoods:
        ticked = self.query_one(TickList).ticked
        deeds = tuple(deed for deed in ticked if isinstance(deed, int))
        decks = tuple(deck for deck in ticked if isinstance(deck, str))
        return DealGoods(deeds, self.cash, self.cards + len(decks), decks)

    def words(self) -> str:
        labels = {choice.value: choice.label for choice in self.party.deeds}
        named = [labels[one] for one in self.query_one(TickList).ticked]
        cash = [self.currency.show(self.cash)] if self.cash else []
        cards = [f"{self.cards} jail card{'s' if self.cards > 1 else ''}"] if self.cards else []
        return and_list((*named, *cash, *cards)) or "nothing"


class DealPad(Pad[tuple[DealGoods, DealGoods]]):
    """Every deed has a letter, and the side with the cursor takes the digits for its cash."""

    yes_text = "Offer it"
    takes_enter = False

    def __init__(self, title: str, currency: CurrencyPrint, giver: DealParty, taker: DealParty) -> None:
        super().__init__(classes="deal-pad")
        self.title_text = title
        mine = DealSide(giver, currency, 0, ascii_lowercase)
        self._sides = mine, DealSide(taker, currency, 1, ascii_lowercase[len(mine.letters) :])

    def body(self) -> ComposeResult:
        with Horizontal(id="sides"):
            yield from self._sides
        yield Static(id="deal-words", classes="pad-hint")

    def built(self) -> None:
        self._sides[0].query_one(TickList).focus()
        self._show()

    def on_key(self, event: Key) -> None:
        typed = event.character or ""
        for side in self._sides:
            if typed and typed in side.letters:
                event.stop()
                ticks = side.query_one(TickList)
                ticks.highlighted = side.letters.index(typed)
                ticks.focus()
                ticks.action_select()
                return
        if typed.isdecimal() or event.key == "backspace":
            event.stop()
            has_cursor = [side for side in self._sides if self.focused in side.walk_children()]
            if wrong := (has_cursor or self._sides)[0].type_cash(typed or event.key):
                self.console.say(wrong)
            self._show()
        elif event.is_printable and typed not in (" ", ".", ","):
            event.stop()
            self.console.say(f"{typed} does nothing here: a letter ticks its deed, digits are cash.")

    @on(OptionList.OptionSelected)
    def _show(self) -> None:
        gives, gets = self._sides
        # Money alone is no deal: players neither lend nor give it.
        has_goods = any(side.goods.deeds or side.goods.jail_cards for side in self._sides)
        words = f"{gives.words()}   for   {gets.words()}"
        hint = MONEY_ALONE if gives.cash or gets.cash else HOW
        self.query_one("#deal-words", Static).update(Content(words if has_goods else hint))
        self.query_one("#ok", KeyButton).disabled = not has_goods

    def action_ask_cash(self, number: int) -> None:
        side = self._sides[number]
        name, most, currency = side.party.name, side.party.most.cash, side.currency

        def set_cash(amount: int | None) -> None:
            if amount is not None:
                side.set_cash(amount)
                self._show()

        hint = f"Has {currency.show(most)}"
        pad = AmountPad(f"Cash from {name}", currency, 0, most, side.cash, hint, nought=True)
        self.app.push_screen(pad, set_cash)

    def action_count_cards(self, number: int) -> None:
        side = self._sides[number]
        side.cards = (side.cards + 1) % (side.party.most.jail_cards + 1)
        self.query_one(f"#cards-{number}", KeyButton).label = Content(f"Cards {side.cards}")
        self._show()

    def action_yes(self) -> None:
        self.dismiss((self._sides[0].goods, self._sides[1].goods))
