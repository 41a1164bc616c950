"""Every command of the table, given with keys alone and with taps alone, small and narrow, and seen in the journal."""

from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.screens.table import TableScreen
from companion.play.acts import Act, Redo, Rename, Undo
from companion.rules import commands as given
from companion.rules.cards import Deck
from companion.rules.catalogue import MENU
from companion.rules.commands import AnyCommand, BuyDeed, DeclineDeed, Roll
from companion.rules.deeds import Group
from companion.rules.ids import BANK, POT
from companion.rules.pending_steps import (
    Auction,
    BusChoice,
    CardDue,
    Debt,
    Goods,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
)
from companion.rules.state import Game
from tests.console.keyboard_and_pointer import (
    Amount,
    Cash,
    Dice,
    GivenReason,
    KeyboardWay,
    Level,
    Name,
    Pick,
    PointerWay,
    Step,
    Tick,
    Yes,
)
from tests.console.screen_pilot import PORTRAIT, SMALL, press, settled, shown, text_of, until
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, because, deed, game, new_game, play, rules_of
from tests.table.fake_table import in_loop

ORIENTAL, READING, ILLINOIS = deed("Oriental"), deed("Reading"), deed("Illinois")
BY = ("RENT-1",)
SPEEDY = game("platinum-2010", variants=["speed"], lapped=["Ann"])
REDS = {"Ann": ["red"]}
OFFERED = play(game(owns={"Ann": ["Reading"]}), given.OfferDeal(ANN, BEN, Goods((READING,)), Goods((), 120)))


class CommandCase(NamedTuple):
    row: str
    table: Game
    steps: Sequence[Step]
    act: Act
    before: Sequence[Act] = ()


def open_game(step: object, **more: object) -> Game:
    return game(thrown=True, pending=(step,), **more)  # type: ignore[arg-type]


CASES = (
    CommandCase("throw", game(), [], Roll(ANN, ())),
    CommandCase("dice", game(), [Dice("35")], Roll(ANN, (3, 5))),
    CommandCase("dice", SPEEDY, [Dice("35b")], Roll(ANN, (3, 5), "bus")),
    CommandCase("dice", SPEEDY, [Dice("352")], Roll(ANN, (3, 5), "2")),
    CommandCase(
        "dice",
        game("keys-2010", thrown=True, pending=(TaskDue(ANN, Deck.CHANCE),)),
        [Dice("123")],
        given.Throw(ANN, (1, 2, 3)),
    ),
    CommandCase("draw", open_game(CardDue(ANN, Deck.CHANCE), electronic=True), [], given.DrawCard(ANN)),
    CommandCase(
        "card", open_game(CardDue(ANN, Deck.CHANCE)), [Pick("Boardwalk")], given.DrawCard(ANN, "chance/boardwalk")
    ),
    CommandCase(
        "task",
        game("keys-2010", thrown=True, pending=(TaskDue(ANN, Deck.CHANCE),)),
        [Pick("Chance 7 or 12")],
        given.DrawCard(ANN, "chance/nearest-railroad"),
    ),
    CommandCase("buy", game(), [], BuyDeed(ANN), [Roll(ANN, (2, 4))]),
    CommandCase("decline", game(), [], DeclineDeed(ANN), [Roll(ANN, (2, 4))]),
    CommandCase("bid", open_game(Auction(ORIENTAL)), [Pick("Ben"), Amount(40)], given.Bid(BEN, 40)),
    CommandCase("pass", open_game(Auction(ORIENTAL)), [Pick("Ben")], given.PassBid(BEN)),
    CommandCase("hammer", open_game(Auction(ORIENTAL, high=40, bidder=BEN)), [], given.CloseAuction()),
    CommandCase("sold", open_game(Auction(ORIENTAL)), [Pick("Ben"), Amount(62)], given.SellLotTo(BEN, 62)),
    CommandCase("pay", open_game(Debt(ANN, BEN, 30, BY, because("Oriental Avenue, no houses"))), [], given.Settle(ANN)),
    CommandCase("pay", open_game(TaxChoice(ANN)), [Pick("Pay $200")], given.PayTax(ANN, percent=False)),
    CommandCase("pay", open_game(TaxChoice(ANN)), [Pick("Pay 10%")], given.PayTax(ANN, percent=True)),
    CommandCase("pay", game(jailed={"Ann": 1}), [], given.PayFine(ANN)),
    CommandCase("way-out", game(jailed={"Ann": 1}, jail_cards={"Ann": 1}), [], given.UseJailCard(ANN)),
    CommandCase(
        "way-out",
        game(jailed={"Ann": 1}, jail_cards={"Ann": 2}),
        [Pick("Community Chest")],
        given.UseJailCard(ANN, "chest"),
    ),
    CommandCase(
        "go",
        game("platinum-2010", variants=["speed"], lapped=["Ann"], thrown=True, pending=(BusChoice(ANN, (3, 5)),)),
        [Pick("Move 8")],
        given.ChooseSteps(ANN, 8),
    ),
    CommandCase(
        "go",
        game("platinum-2010", variants=["speed"], lapped=["Ann"], thrown=True, pending=(SpaceChoice(ANN),)),
        [Pick("Boardwalk")],
        given.MoveTo(ANN, 39),
    ),
    CommandCase(
        "rent",
        game(options={"rent": "claim"}, owns={"Ben": ["light-blue"]}),
        [],
        given.ClaimRent(BEN),
        [Roll(ANN, (2, 4))],
    ),
    CommandCase("end", game(thrown=True), [], given.EndTurn(ANN)),
    CommandCase("build", game(owns=REDS), [Pick("Illinois")], given.Build(ANN, ILLINOIS)),
    CommandCase(
        "build",
        game(owns=REDS),
        [Pick("A house on each red lot")],
        given.BuildSeveral(ANN, (ILLINOIS - 2, ILLINOIS - 1, ILLINOIS)),
    ),
    CommandCase(
        "build",
        game(owns={"Ann": ["red", "brown"]}),
        [Pick("Several groups"), Level(0, "1"), Level(1, "2"), Yes()],
        given.BuildSeveral(ANN, (0, 1, *[ILLINOIS - 2] * 2, *[ILLINOIS - 1] * 2, *[ILLINOIS] * 2)),
    ),
    CommandCase(
        "sell",
        game(owns=REDS, buildings={"red": 2}),
        [Pick("One from each red lot")],
        given.SellSeveral(ANN, (ILLINOIS - 2, ILLINOIS - 1, ILLINOIS)),
    ),
    CommandCase(
        "place", open_game(Placing(ANN, "house"), owns=REDS), [Pick("Illinois")], given.PlaceBuilding(ANN, ILLINOIS)
    ),
    CommandCase("sell", game(owns=REDS, buildings={"red": 1}), [Pick("Illinois")], given.SellBuilding(ANN, ILLINOIS)),
    CommandCase(
        "sell", game(owns=REDS, buildings={"red": 1}), [Pick("Sell all red"), Yes()], given.SellGroup(ANN, Group.RED)
    ),
    CommandCase("mortgage", game(owns={"Ann": ["Reading"]}), [Pick("Reading")], given.Mortgage(ANN, READING)),
    CommandCase(
        "lift", game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"]), [Pick("Reading")], given.Redeem(ANN, READING)
    ),
    CommandCase(
        "keep",
        open_game(Interest(((ANN, READING),), ("DEAL-4",)), owns={"Ann": ["Reading"]}, mortgaged=["Reading"]),
        [],
        given.KeepMortgage(ANN, READING),
    ),
    CommandCase(
        "deal",
        game(owns={"Ann": ["Reading"], "Ben": ["Oriental"]}),
        [Pick("Offer Ben"), Tick("deeds-0", [0]), Cash(1, 120), Yes()],
        given.OfferDeal(ANN, BEN, Goods((READING,)), Goods((), 120)),
    ),
    CommandCase(
        "deal",
        game(owns={"Ann": ["Reading"]}, jail_cards={"Ann": 2}),
        [Pick("Offer Ben"), Tick("deeds-0", [2]), Cash(1, 20), Yes()],
        given.OfferDeal(ANN, BEN, Goods(jail_cards=1, decks=("chest",)), Goods((), 20)),
    ),
    CommandCase("answer", OFFERED, [Pick("Say yes")], given.AcceptDeal(BEN)),
    CommandCase("answer", OFFERED, [Pick("Say no")], given.RejectDeal(BEN)),
    CommandCase(
        "answer",
        OFFERED,
        [Pick("Make Ann another offer"), Cash(0, 100), Yes()],
        given.OfferDeal(BEN, ANN, Goods((), 100), Goods((READING,))),
    ),
    CommandCase("answer", OFFERED, [Pick("Take back the offer")], given.WithdrawDeal(ANN)),
    CommandCase(
        "shortage",
        game(owns={"Ann": ["red"], "Ben": ["orange"]}, bank_houses=1),
        [Pick("house")],
        given.AuctionBuilding("house"),
    ),
    CommandCase(
        "deal-deeds",
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        [Pick("Deal the deeds")],
        given.DealDeeds(ANN, ()),
    ),
    CommandCase(
        "dealt",
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        [Pick("did Ann get"), Tick("ticks", [0, 1, 2]), Yes()],
        given.DealDeeds(ANN, (0, 1, 2)),
    ),
    CommandCase(
        "bankrupt",
        open_game(Debt(ANN, BEN, 3000, BY, because("Oriental Avenue, no houses"))),
        [Yes()],
        given.GoBankrupt(ANN),
    ),
    CommandCase(
        "cash", game(), [Pick("Ben"), Amount(7), GivenReason("Miscounted")], given.CorrectCash(BEN, 7, "Miscounted")
    ),
    CommandCase(
        "cash",
        game(),
        [Pick("Set Ben's cash"), Amount(60), GivenReason("Miscounted")],
        given.SetCash(BEN, 60, "Miscounted"),
    ),
    CommandCase(
        "money",
        game(),
        [Pick("Ann"), Pick("Ben"), Amount(50), GivenReason("Agreed at the table")],
        given.MoveMoney(ANN, BEN, 50, "Agreed at the table"),
    ),
    CommandCase(
        "money",
        game(options={"free-parking-pot": 20}),
        [Pick("the pot"), Pick("the Bank"), Amount(5), GivenReason("Agreed at the table")],
        given.MoveMoney(POT, BANK, 5, "Agreed at the table"),
    ),
    CommandCase(
        "jail-cards",
        game(),
        [Pick("Ben"), Pick("Community Chest"), GivenReason("Forgotten")],
        given.CorrectJailCards(BEN, 1, "Forgotten", "chest"),
    ),
    CommandCase(
        "jail-cards",
        game("keys-2010"),
        [Pick("Ben"), Pick("3 keys"), GivenReason("Forgotten")],
        given.CorrectJailCards(BEN, 3, "Forgotten"),
    ),
    CommandCase(
        "position",
        game(),
        [Pick("Ben"), Pick("Boardwalk"), GivenReason("Miscounted")],
        given.CorrectPlace(BEN, 39, "Miscounted"),
    ),
    CommandCase(
        "deed",
        game(),
        [Pick("Oriental"), Pick("Ben"), Pick("nothing"), Pick("no (now)"), GivenReason("Forgotten")],
        given.CorrectDeed(ORIENTAL, "Forgotten", BEN, 0, False),
    ),
    CommandCase(
        "house-rule",
        game(),
        [Pick("Double on GO"), Pick("On"), GivenReason("Agreed at the table")],
        given.SetHouseRule("double-on-go", True, "Agreed at the table"),
    ),
    CommandCase(
        "leave", game(), [Pick("Ben"), Yes(), GivenReason("It is bedtime")], given.RetirePlayer(BEN, "It is bedtime")
    ),
    CommandCase("time", game(variants=["timed"]), [Yes()], given.CallTime()),
    CommandCase("end-game", game(), [Yes()], given.EndGame()),
    CommandCase("undo", game(), [Yes()], Undo(2), [Roll(ANN, (2, 4)), BuyDeed(ANN)]),
    CommandCase("redo", game(), [Yes()], Redo(2), [Roll(ANN, (2, 4)), BuyDeed(ANN), Undo()]),
    CommandCase("rename", game(), [Pick("Ben"), Name("Bea")], Rename(BEN, "Bea")),
)
WAYS = {
    "keys-80x24": (SMALL, False, KeyboardWay),
    "taps-80x24": (SMALL, False, PointerWay),
    "keys-57x40": (PORTRAIT, True, KeyboardWay),
    "taps-57x40": (PORTRAIT, True, PointerWay),
}


def named(case: CommandCase) -> str:
    return f"{case.row}-{type(case.act).__name__}"


def in_eights(way: str, cases: Sequence[CommandCase], *, is_long: bool) -> list[Any]:
    """Each on one console, with a game for each of its cases."""
    return [
        pytest.param(way, eight, id=f"{way}-{named(eight[0])}-to-{named(eight[-1])}", marks=LONG_RUN if is_long else ())
        for eight in (cases[at : at + 8] for at in range(0, len(cases), 8))
    ]


# Everything with keys on a terminal, and every other row of the menu with taps on a tablet; the rest in the long run.
LONG_RUN = pytest.mark.long_run
TAPPED = [case for at, case in enumerate(CASES) if case.row not in {one.row for one in CASES[:at]}][::2]
TRIED = (
    *in_eights("keys-80x24", CASES, is_long=False),
    *in_eights("taps-57x40", TAPPED, is_long=False),
    *in_eights("taps-57x40", [case for case in CASES if case not in TAPPED], is_long=True),
    *in_eights("taps-80x24", CASES, is_long=True),
    *in_eights("keys-57x40", CASES, is_long=True),
)


@pytest.mark.parametrize(("way", "cases"), TRIED)
@in_loop
async def test_every_command_can_be_given_and_is_journalled(way: str, cases: Sequence[CommandCase]) -> None:
    size, is_touch, hands = WAYS[way]
    fake = InMemoryTable(None)
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        for number, case in enumerate(cases):
            session = fake.begin(case.table, *case.before, game=f"20261116-2041-a{number}")
            fake.tell()
            await back_at_the_table(app, pilot)
            await hands(app, pilot).command(case.row, case.steps)
            assert session.number == len(case.before) + 1, f"{named(case)}:\n{text_of(app)}"
            assert session.moves[-1].act == case.act
            assert app.state.number == session.number


async def back_at_the_table(app: ConsoleApp, pilot: Pilot[None]) -> None:
    """Leaves whatever is open, as people do. A button that was just pressed ignores a second tap."""
    await settled(pilot)
    while not isinstance(app.screen, TableScreen):
        await press(pilot, "escape")
    await until(lambda: not app.screen.query("Button.-active"))


def test_no_command_is_left_out() -> None:
    assert {case.row for case in CASES} >= set(MENU) | {"undo", "redo", "rename"}
    kinds = {type(case.act) for case in CASES}
    assert kinds == {*get_args(AnyCommand), Undo, Redo, Rename}


@pytest.mark.parametrize("way", list(WAYS))
@in_loop
async def test_undo_says_what_to_put_back_on_the_board(way: str) -> None:
    size, is_touch, hands = WAYS[way]
    fake = InMemoryTable(game(), Roll(ANN, (2, 4)), BuyDeed(ANN))
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await hands(app, pilot).command("undo", [Yes()])
        assert "Oriental Avenue's deed to the Bank" in " ".join(text_of(app).split())
