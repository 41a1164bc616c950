"""Every command of the table, given with keys alone and with taps alone, small and narrow, and seen in the journal."""

from collections.abc import Sequence
from typing import NamedTuple, get_args

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
from companion.rules.position import new_game
from companion.rules.state import Game
from tests.console.by_hand import Amount, Cash, Dice, Keys, Name, Pick, Reason, Step, Taps, Tick, Yes
from tests.console.stage import PORTRAIT, SMALL, Stage, press, settled, shown, text_of, until
from tests.kit import ANN, BEN, deed, game, play, rules_of
from tests.table.fake_table import in_loop

ORIENTAL, READING, ILLINOIS = deed("Oriental"), deed("Reading"), deed("Illinois")
BY = ("RENT-1",)
SPEEDY = game("platinum-2010", variants=["speed"], lapped=["Ann"])
REDS = {"Ann": ["red"]}
OFFERED = play(game(owns={"Ann": ["Reading"]}), given.OfferDeal(ANN, BEN, Goods((READING,)), Goods((), 120)))


class Case(NamedTuple):
    row: str
    table: Game
    steps: Sequence[Step]
    act: Act
    before: Sequence[Act] = ()


def open_game(matter: object, **more: object) -> Game:
    return game(thrown=True, agenda=(matter,), **more)  # type: ignore[arg-type]


CASES = (
    Case("throw", game(), [], Roll(ANN, ())),
    Case("dice", game(), [Dice("35")], Roll(ANN, (3, 5))),
    Case("dice", SPEEDY, [Dice("35b")], Roll(ANN, (3, 5), "bus")),
    Case("dice", SPEEDY, [Dice("352")], Roll(ANN, (3, 5), "2")),
    Case(
        "dice",
        game("keys-2010", thrown=True, agenda=(TaskDue(ANN, Deck.CHANCE),)),
        [Dice("123")],
        given.Throw(ANN, (1, 2, 3)),
    ),
    Case("draw", open_game(CardDue(ANN, Deck.CHANCE), electronic=True), [], given.DrawCard(ANN)),
    Case("card", open_game(CardDue(ANN, Deck.CHANCE)), [Pick("Boardwalk")], given.DrawCard(ANN, "chance/boardwalk")),
    Case("buy", game(), [], BuyDeed(ANN), [Roll(ANN, (2, 4))]),
    Case("decline", game(), [], DeclineDeed(ANN), [Roll(ANN, (2, 4))]),
    Case("bid", open_game(Auction(ORIENTAL)), [Pick("Ben"), Amount(40)], given.Bid(BEN, 40)),
    Case("pass", open_game(Auction(ORIENTAL)), [Pick("Ben")], given.PassBid(BEN)),
    Case("hammer", open_game(Auction(ORIENTAL, high=40, bidder=BEN)), [], given.CloseAuction()),
    Case("sold", open_game(Auction(ORIENTAL)), [Pick("Ben"), Amount(62)], given.SellLotTo(BEN, 62)),
    Case("pay", open_game(Debt(ANN, BEN, 30, BY, "rent")), [], given.Settle(ANN)),
    Case("pay", open_game(TaxChoice(ANN)), [Pick("Pay 200")], given.PayTax(ANN, percent=False)),
    Case("pay", open_game(TaxChoice(ANN)), [Pick("Pay 10%")], given.PayTax(ANN, percent=True)),
    Case("pay", game(jailed={"Ann": 1}), [], given.PayFine(ANN)),
    Case("way-out", game(jailed={"Ann": 1}, jail_cards={"Ann": 1}), [], given.UseJailCard(ANN)),
    Case(
        "go",
        game("platinum-2010", variants=["speed"], lapped=["Ann"], thrown=True, agenda=(BusChoice(ANN, (3, 5)),)),
        [Pick("Move 8")],
        given.ChooseSteps(ANN, 8),
    ),
    Case(
        "go",
        game("platinum-2010", variants=["speed"], lapped=["Ann"], thrown=True, agenda=(SpaceChoice(ANN),)),
        [Pick("Boardwalk")],
        given.MoveTo(ANN, 39),
    ),
    Case(
        "rent",
        game(options={"rent": "claim"}, owns={"Ben": ["light-blue"]}),
        [],
        given.ClaimRent(BEN),
        [Roll(ANN, (2, 4))],
    ),
    Case("end", game(thrown=True), [], given.EndTurn(ANN)),
    Case("build", game(owns=REDS), [Pick("Illinois")], given.Build(ANN, ILLINOIS)),
    Case("place", open_game(Placing(ANN, "house"), owns=REDS), [Pick("Illinois")], given.PlaceBuilding(ANN, ILLINOIS)),
    Case("sell", game(owns=REDS, buildings={"red": 1}), [Pick("Illinois")], given.SellBuilding(ANN, ILLINOIS)),
    Case("sell", game(owns=REDS, buildings={"red": 1}), [Pick("Sell all red"), Yes()], given.SellGroup(ANN, Group.RED)),
    Case("mortgage", game(owns={"Ann": ["Reading"]}), [Pick("Reading")], given.Mortgage(ANN, READING)),
    Case("lift", game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"]), [Pick("Reading")], given.Redeem(ANN, READING)),
    Case(
        "keep",
        open_game(Interest(((ANN, READING),), ("DEAL-4",)), owns={"Ann": ["Reading"]}, mortgaged=["Reading"]),
        [],
        given.KeepMortgage(ANN, READING),
    ),
    Case(
        "deal",
        game(owns={"Ann": ["Reading"], "Ben": ["Oriental"]}),
        [Pick("Offer Ben"), Tick("deeds-0", [0]), Cash(1, 120), Yes()],
        given.OfferDeal(ANN, BEN, Goods((READING,)), Goods((), 120)),
    ),
    Case("answer", OFFERED, [Pick("Say yes")], given.AcceptDeal(BEN)),
    Case("answer", OFFERED, [Pick("Say no")], given.RejectDeal(BEN)),
    Case("answer", OFFERED, [Pick("Take back the offer")], given.WithdrawDeal(ANN)),
    Case(
        "shortage",
        game(owns={"Ann": ["red"], "Ben": ["orange"]}, bank_houses=1),
        [Pick("house")],
        given.AuctionBuilding("house"),
    ),
    Case(
        "deal-deeds",
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        [Pick("Deal the deeds")],
        given.DealDeeds(ANN, ()),
    ),
    Case(
        "dealt",
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        [Pick("Ann got"), Tick("ticks", [0, 1, 2]), Yes()],
        given.DealDeeds(ANN, (0, 1, 2)),
    ),
    Case("bankrupt", open_game(Debt(ANN, BEN, 3000, BY, "rent")), [Yes()], given.GoBankrupt(ANN)),
    Case("cash", game(), [Pick("Ben"), Amount(7), Reason("Miscounted")], given.CorrectCash(BEN, 7, "Miscounted")),
    Case(
        "position",
        game(),
        [Pick("Ben"), Pick("Boardwalk"), Reason("Miscounted")],
        given.CorrectPlace(BEN, 39, "Miscounted"),
    ),
    Case(
        "deed",
        game(),
        [Pick("Oriental"), Pick("Ben"), Pick("nothing"), Pick("no (as it is)"), Reason("Forgotten")],
        given.CorrectDeed(ORIENTAL, "Forgotten", BEN, 0, False),
    ),
    Case(
        "house-rule",
        game(),
        [Pick("double-on-go"), Pick("On"), Reason("Agreed at the table")],
        given.SetHouseRule("double-on-go", True, "Agreed at the table"),
    ),
    Case("leave", game(), [Pick("Ben"), Yes(), Reason("It is bedtime")], given.RetirePlayer(BEN, "It is bedtime")),
    Case("time", game(variants=["timed"]), [Yes()], given.CallTime()),
    Case("end-game", game(), [Yes()], given.EndGame()),
    Case("undo", game(), [Yes()], Undo(2), [Roll(ANN, (2, 4)), BuyDeed(ANN)]),
    Case("redo", game(), [Yes()], Redo(2), [Roll(ANN, (2, 4)), BuyDeed(ANN), Undo()]),
    Case("rename", game(), [Pick("Ben"), Name("Bea")], Rename(BEN, "Bea")),
)
WAYS = {
    "keys-80x24": (SMALL, False, Keys),
    "taps-80x24": (SMALL, False, Taps),
    "keys-57x40": (PORTRAIT, True, Keys),
    "taps-57x40": (PORTRAIT, True, Taps),
}


EIGHTS = [CASES[at : at + 8] for at in range(0, len(CASES), 8)]  # on one console, a game for each of them


def named(case: Case) -> str:
    return f"{case.row}-{type(case.act).__name__}"


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("cases", EIGHTS, ids=lambda cases: f"{named(cases[0])}-to-{named(cases[-1])}")
@in_loop
async def test_a_command_is_reached_given_and_written_down(cases: Sequence[Case], way: str) -> None:
    size, is_touch, hands = WAYS[way]
    stage = Stage(None)
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        for number, case in enumerate(cases):
            session = stage.begin(case.table, *case.before, game=f"20261116-2041-a{number}")
            stage.tell()
            await back_at_the_table(app, pilot)
            await hands(app, pilot).command(case.row, case.steps)
            assert session.number == len(case.before) + 1, f"{named(case)}:\n{text_of(app)}"
            assert session.moves[-1].act == case.act
            assert app.state.number == session.number


async def back_at_the_table(app: ConsoleApp, pilot: Pilot[None]) -> None:
    """Out of whatever was opened, as people do it. A button that has just been pressed takes no second tap."""
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
    stage = Stage(game(), Roll(ANN, (2, 4)), BuyDeed(ANN))
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        await hands(app, pilot).command("undo", [Yes()])
        assert "Oriental Avenue's deed to the Bank" in " ".join(text_of(app).split())
