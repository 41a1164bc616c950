"""The deal pad: what each of two players gives. Deeds are ticked, cash is entered, jail cards are counted."""

from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from companion.console.pads.choose import PadChoice, TickList
from companion.console.pads.numbers import AmountPad
from companion.console.pads.pad import KeyButton, Pad
from companion.console.words import and_list, money, shorten

HOW = "Space or a tap ticks a deed, Tab goes on."
MONEY_ALONE = "Money alone is no deal: add a deed or a card."


class DealGoods(NamedTuple):
    """One side of a deal, or the most that a player could give."""

    deeds: tuple[int, ...] = ()
    cash: int = 0
    jail_cards: int = 0


class DealParty(NamedTuple):
    name: str
    most: DealGoods
    deeds: tuple[PadChoice[int | str], ...]


class DealSide(Vertical):
    """What one player gives."""

    class Changed(Message):
        pass

    def __init__(self, party: DealParty, number: int) -> None:
        super().__init__(classes="side", id=f"side-{number}")
        self._party = party
        self._cash = self._cards = 0
        self._number = number
        self.border_title = Content(f"{shorten(party.name, 9)} gives (has {money(party.most.cash)})")

    def compose(self) -> ComposeResult:
        yield TickList(self._party.deeds, id=f"deeds-{self._number}")
        with Horizontal(classes="side-keys"):
            yield KeyButton("Cash 0", ("cash", self), id=f"cash-{self._number}")
            if self._party.most.jail_cards:
                yield KeyButton("Cards 0", ("cards", self), id=f"cards-{self._number}")

    @property
    def goods(self) -> DealGoods:
        deeds = tuple(int(deed) for deed in self.query_one(TickList).ticked)
        return DealGoods(deeds, self._cash, self._cards)

    def ask_cash(self) -> None:
        most = self._party.most.cash
        pad = AmountPad(f"Cash from {self._party.name}", 0, most, self._cash, f"Has {money(most)}", nought=True)

        def set_cash(amount: int | None) -> None:
            if amount is not None:
                self._cash = amount
                self.query_one(f"#cash-{self._number}", KeyButton).label = Content(f"Cash {money(amount)}")
                self.post_message(self.Changed())

        self.app.push_screen(pad, set_cash)

    def count_cards(self) -> None:
        self._cards = (self._cards + 1) % (self._party.most.jail_cards + 1)
        self.query_one(f"#cards-{self._number}", KeyButton).label = Content(f"Cards {self._cards}")
        self.post_message(self.Changed())

    @on(OptionList.OptionSelected)
    def _tick(self, event: OptionList.OptionSelected) -> None:
        self.query_one(TickList).toggle(event.option_index)
        self.post_message(self.Changed())

    def words(self) -> str:
        labels = {choice.value: choice.label for choice in self._party.deeds}
        named = [labels[deed] for deed in self.goods.deeds]
        cash = [money(self._cash)] if self._cash else []
        cards = [f"{self._cards} jail card{'s' if self._cards > 1 else ''}"] if self._cards else []
        return and_list((*named, *cash, *cards)) or "nothing"


class DealPad(Pad[tuple[DealGoods, DealGoods]]):
    yes_text = "Offer it"
    takes_enter = False

    def __init__(self, title: str, giver: DealParty, taker: DealParty) -> None:
        super().__init__(classes="deal-pad")
        self.title_text = title
        self._sides = DealSide(giver, 0), DealSide(taker, 1)

    def body(self) -> ComposeResult:
        with Horizontal(id="sides"):
            yield from self._sides
        yield Static(id="deal-words", classes="pad-hint")

    def on_mount(self) -> None:
        self._sides[0].query_one(TickList).focus()
        self._show()

    @on(DealSide.Changed)
    def _show(self) -> None:
        gives, gets = self._sides
        # Money alone is no deal: players neither lend nor give it.
        has_goods = any(side.goods.deeds or side.goods.jail_cards for side in self._sides)
        words = f"{gives.words()}   for   {gets.words()}"
        hint = MONEY_ALONE if any(side.goods.cash for side in self._sides) else HOW
        self.query_one("#deal-words", Static).update(Content(words if has_goods else hint))
        self.query_one("#ok", KeyButton).disabled = not has_goods

    def tapped(self, key: KeyButton) -> None:
        match key.value:
            case "ok":
                self.dismiss((self._sides[0].goods, self._sides[1].goods))
            case ("cash", DealSide() as side):
                side.ask_cash()
            case ("cards", DealSide() as side):
                side.count_cards()
