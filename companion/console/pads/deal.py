"""The deal pad: what each of two players gives. Deeds are ticked, cash is entered, jail cards are counted."""

from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from companion.console.console_screen import KeyButton
from companion.console.pads.choose import PadChoice, TickList
from companion.console.pads.numbers import AmountPad
from companion.console.pads.pad import Pad
from companion.console.words import and_list, shorten
from companion.table.messages.views import CurrencyPrint

HOW = "Space or a tap ticks a deed, Tab goes on."
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


class DealSide(Vertical):
    """What one player gives."""

    def __init__(self, party: DealParty, currency: CurrencyPrint, number: int) -> None:
        super().__init__(classes="side", id=f"side-{number}")
        self.party = party
        self.currency = currency
        self.cash = self.cards = 0
        self._number = number
        self.border_title = Content(f"{shorten(party.name, 9)} gives (has {currency.show(party.most.cash)})")

    def compose(self) -> ComposeResult:
        number = self._number
        yield TickList(self.party.deeds, id=f"deeds-{number}")
        with Horizontal(classes="side-keys"):
            yield KeyButton(f"Cash {self.currency.show(0)}", does=f"ask_cash({number})", id=f"cash-{number}")
            if self.party.most.jail_cards:
                yield KeyButton("Cards 0", does=f"count_cards({number})", id=f"cards-{number}")

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
    yes_text = "Offer it"
    takes_enter = False

    def __init__(self, title: str, currency: CurrencyPrint, giver: DealParty, taker: DealParty) -> None:
        super().__init__(classes="deal-pad")
        self.title_text = title
        self._sides = DealSide(giver, currency, 0), DealSide(taker, currency, 1)

    def body(self) -> ComposeResult:
        with Horizontal(id="sides"):
            yield from self._sides
        yield Static(id="deal-words", classes="pad-hint")

    def built(self) -> None:
        self._sides[0].query_one(TickList).focus()
        self._show()

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
                side.cash = amount
                self.query_one(f"#cash-{number}", KeyButton).label = Content(f"Cash {currency.show(amount)}")
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
