"""Raising cash when it is needed, by key and by tap: every amount comes from the table, and bankruptcy is last."""

import pytest
from msgspec.structs import replace
from textual.widgets import OptionList

from companion.console.pads.deal import DealPad
from companion.console.pads.pad import ConfirmPad
from companion.console.screens.raise_cash import RaiseCashScreen
from companion.console.screens.table import TableScreen
from companion.console.widgets.move_buttons import MoveButton
from companion.rules.commands import CorrectCash, Settle
from companion.rules.pending_steps import Auction, Buying, Debt
from companion.rules.state import Game
from tests.console.screen_pilot import PORTRAIT, SMALL, click, last, press, settled, shown, text_of, typed, words
from tests.console.tables import InMemoryTable
from tests.kit import ANN, ATLANTIC, BEN, because, deed, game
from tests.table.fake_table import in_loop

BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)], ids=["small", "tablet"])
BY = ("RENT-1", "RENT-6")
Size = tuple[int, int]


def owing(amount: int = 300, **more: object) -> Game:
    debt = Debt(BEN, ANN, amount, BY, because("Illinois Avenue, 2 houses"))
    owns = {"Ben": ["Reading", "B. &", "Electric"]}
    return game(cash={"Ben": 120}, turn="Ben", thrown=True, owns=owns, pending=(debt,), **more)  # type: ignore[arg-type]


# A debt


@BOTH
@in_loop
async def test_the_question_says_what_is_missing_and_the_ways_are_buttons(size: Size, is_touch: bool) -> None:
    async with shown(InMemoryTable(owing()), size, is_touch=is_touch) as (app, _):
        seen = words(app)
        assert "Ben owes Ann $300 for Illinois Avenue. Ben has $120: short by $180." in seen
        labels = [button.offer.label for button in app.screen.query(MoveButton) if button.offer]
        assert labels[:2] == ["Pay Ann $300: needs $180 more", "Mortgage Reading Railroad (+$100)"]
        assert labels[-1] == "Offer a deal …"


@BOTH
@in_loop
async def test_a_debt_is_raised_step_by_step_and_paid(size: Size, is_touch: bool) -> None:
    fake = InMemoryTable(owing())
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "1")
        assert isinstance(app.screen, RaiseCashScreen)
        assert fake.given == []
        assert "Short by $180 · can raise $275 in all" in words(app)
        assert app.screen.query_one("#pay").disabled
        await press(pilot, "1")
        assert last(fake) == {"type": "Mortgage", "player": BEN, "deed": deed("Reading")}
        assert "Short by $80 · can raise $175 in all" in words(app)
        assert "needs $80" in words(app)
        await press(pilot, "y")
        assert last(fake)["type"] == "Mortgage", "nobody pays with too little"
        await press(pilot, "2")
        assert "There is enough now." in words(app)
        assert not app.screen.query_one("#pay").disabled
        await click(pilot, "#pay")
        assert last(fake) == {"type": "Settle", "player": BEN}
        assert isinstance(app.screen, TableScreen)
        assert "$1,800 ▲ $300" in words(app)


@BOTH
@in_loop
async def test_by_taps_alone(size: Size, is_touch: bool) -> None:
    fake = InMemoryTable(owing(200))
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await click(pilot, "#offer-1")
        await pilot.click("#ways", offset=(6, 0))
        await settled(pilot)
        assert last(fake)["type"] == "Mortgage"
        await click(pilot, "#pay")
        assert last(fake)["type"] == "Settle"
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_every_way_is_there_with_what_it_brings() -> None:
    owns = {"Ben": ["red", "Reading"]}
    table = game(
        cash={"Ben": 120},
        turn="Ben",
        thrown=True,
        owns=owns,
        buildings={"red": 2},
        pending=(Debt(BEN, ANN, 900, BY, because("Oriental Avenue, no houses")),),
    )
    async with shown(InMemoryTable(table)) as (app, pilot):
        await press(pilot, "Y")
        seen = words(app)
        for way in (
            "Sell a house on Illinois Avenue +$75",
            "Sell all red buildings +$450",
            "Mortgage Reading Railroad +$100",
            "Offer Ann a deal …",
        ):
            assert way in seen
        assert "can raise $890 in all" in seen


@in_loop
async def test_what_a_way_brings_is_shown_once() -> None:
    debt = Debt(BEN, ANN, 5_000, BY, because("Illinois Avenue, hotel"))
    hotels = {"Park Place": 5, "Boardwalk": 5}
    table = game(turn="Ben", thrown=True, owns={"Ben": ["dark-blue"]}, buildings=hotels, pending=(debt,))
    async with shown(InMemoryTable(table)) as (app, pilot):
        await press(pilot, "Y")
        assert "Sell all dark blue buildings +$1,000" in words(app)


@BOTH
@in_loop
async def test_a_deal_may_save_a_debtor(size: Size, is_touch: bool) -> None:
    fake = InMemoryTable(owing())
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "Y", "5")
        assert isinstance(app.screen, DealPad)
        await press(pilot, "enter")
        await click(pilot, "#cash-1")
        await press(pilot, "1", "8", "0", "enter")
        await click(pilot, "#ok")
        assert last(fake)["type"] == "OfferDeal"
        assert isinstance(app.screen, RaiseCashScreen)
        await press(pilot, "1")
        assert last(fake) == {"type": "AcceptDeal", "player": 2}
        assert "There is enough now." in words(app)
        await press(pilot, "y")
        assert last(fake) == {"type": "Settle", "player": BEN}


@in_loop
async def test_the_screen_follows_others_and_closes_when_they_have_paid() -> None:
    fake = InMemoryTable(owing())
    async with shown(fake) as (app, pilot):
        await press(pilot, "Y")
        fake.act(CorrectCash(BEN, 30, "found"))
        await settled(pilot)
        assert "Short by $150" in words(app)
        fake.act(CorrectCash(BEN, 150, "found"))
        await settled(pilot)
        fake.act(Settle(BEN))
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_the_screen_can_be_left_and_is_offered_only_when_needed() -> None:
    async with shown(InMemoryTable(owing())) as (app, pilot):
        await press(pilot, "Y", "escape")
        assert isinstance(app.screen, TableScreen)
    async with shown(InMemoryTable(game())) as (app, pilot):
        await press(pilot, "Y")
        assert isinstance(app.screen, TableScreen)


# Bankruptcy


@BOTH
@in_loop
async def test_a_player_who_can_still_pay_cannot_go_bankrupt(size: Size, is_touch: bool) -> None:
    fake = InMemoryTable(owing())
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "Y")
        await click(pilot, "#bankrupt")
        assert fake.given == []
        assert "Ben is not bankrupt: with everything sold and mortgaged there are $395, and $300 is owed." in words(app)


@BOTH
@in_loop
async def test_bankruptcy_first_says_what_will_happen(size: Size, is_touch: bool) -> None:
    fake = InMemoryTable(owing(600))
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "Y")
        await click(pilot, "#bankrupt")
        assert isinstance(app.screen, ConfirmPad)
        seen = words(app).replace("│ ", "").replace("│", "")
        assert "Ann gets $120 in cash, all there is." in " ".join(seen.split())
        assert "Ann gets Reading Railroad, Electric Company and B. & O. Railroad." in " ".join(seen.split())
        assert "Ben is out of the game." in seen
        assert app.screen.query_one("#back").has_focus, "a press too many gives nothing away"
        await press(pilot, "enter")
        assert fake.given == []
        assert isinstance(app.screen, RaiseCashScreen)
        await press(pilot, "B", "y")
        assert last(fake) == {"type": "GoBankrupt", "player": BEN}
        assert isinstance(app.screen, TableScreen)


@BOTH
@in_loop
async def test_a_long_warning_leaves_its_buttons_visible(size: Size, is_touch: bool) -> None:
    everything = [one.name for one in ATLANTIC.deeds]
    table = game("platinum-2010", owns={"Ben": everything}, cash={"Ben": 0}, turn="Ben", thrown=True)
    debt = Debt(BEN, ANN, 99_999, BY, because("Oriental Avenue, no houses"))
    async with shown(InMemoryTable(replace(table, pending=(debt,))), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "B")
        assert isinstance(app.screen, ConfirmPad)
        for name in ("#ok", "#back"):
            assert app.screen.region.contains_region(app.screen.query_one(name).region)


@in_loop
async def test_leaving_first_says_where_everything_goes() -> None:
    fake = InMemoryTable(game(owns={"Ben": ["Reading"]}))
    async with shown(fake) as (app, pilot):
        await press(pilot, "L", "2")
        assert "The Bank gets Reading Railroad." in text_of(app)
        await press(pilot, "y")
        await typed(pilot, "bedtime")
        await press(pilot, "enter")
        assert last(fake) == {"type": "RetirePlayer", "player": BEN, "reason": "bedtime"}


# To buy, to bid, to build


@BOTH
@in_loop
async def test_cash_is_raised_to_buy(size: Size, is_touch: bool) -> None:
    boardwalk = deed("Boardwalk")
    table = game(cash={"Ann": 355}, owns={"Ann": ["Reading"]}, thrown=True, pending=(Buying(ANN, boardwalk),))
    fake = InMemoryTable(table)
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        assert "Ann may buy Boardwalk for $400. Ann has $355: short by $45." in words(app)
        assert "needs $45" in words(app)
        await press(pilot, "b", "1")
        assert last(fake)["type"] == "Mortgage"
        assert not app.screen.query("#bankrupt").first().display
        await press(pilot, "y")
        assert last(fake) == {"type": "BuyDeed", "player": ANN}
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_cash_is_raised_to_bid() -> None:
    oriental = deed("Oriental")
    table = game(
        cash={"Cy": 60}, owns={"Cy": ["Reading"]}, thrown=True, pending=(Auction(oriental, high=69, bidder=BEN),)
    )
    fake = InMemoryTable(table)
    async with shown(fake) as (app, pilot):
        await press(pilot, "o")
        assert "Cy: Bid $70: needs $10 more" in words(app)
        await press(pilot, "3", "1")
        assert last(fake) == {"type": "Mortgage", "player": 2, "deed": deed("Reading")}
        await press(pilot, "y", "enter")
        assert last(fake) == {"type": "Bid", "player": 2, "amount": 70}


@in_loop
async def test_cash_is_raised_to_build() -> None:
    fake = InMemoryTable(game(cash={"Ann": 105}, owns={"Ann": ["red", "Reading"]}))
    async with shown(fake) as (app, pilot):
        assert "Build" not in words(app), "what nobody can pay for does not crowd the table"
        await press(pilot, "h")
        assert "Build a house on Illinois Avenue: needs $45 more" in words(app)
        await press(pilot, "3")
        assert isinstance(app.screen, RaiseCashScreen)
        ways = app.screen.query_one(OptionList)
        at = next(n for n in range(ways.option_count) if "Reading" in str(ways.get_option_at_index(n).prompt))
        await press(pilot, str(at + 1))
        assert last(fake) == {"type": "Mortgage", "player": ANN, "deed": deed("Reading")}
        await press(pilot, "y")
        assert last(fake) == {"type": "Build", "player": ANN, "deed": deed("Illinois")}


@in_loop
async def test_the_screen_closes_when_its_move_is_gone() -> None:
    """A lot of the group is mortgaged, so nothing can be built."""
    fake = InMemoryTable(game(cash={"Ann": 105}, owns={"Ann": ["red", "Reading"]}))
    async with shown(fake) as (app, pilot):
        await press(pilot, "h", "1", "2")
        assert last(fake)["type"] == "Mortgage"
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_player_can_raise_cash_only_for_themselves() -> None:
    fake = InMemoryTable(owing(), role="player", seat=ANN)
    async with shown(fake) as (app, pilot):
        await press(pilot, "Y")
        assert isinstance(app.screen, TableScreen)
    fake = InMemoryTable(owing(), role="player", seat=BEN)
    async with shown(fake) as (app, pilot):
        await press(pilot, "Y", "1")
        assert last(fake)["type"] == "Mortgage"
