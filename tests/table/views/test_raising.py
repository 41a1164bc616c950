"""What only cash is missing for, by how much, and what could be raised: worked out here, and never on a screen."""

import msgspec
import pytest

from companion.rules import Refusal, unfold
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    Bid,
    Build,
    BuyDeed,
    Mortgage,
    OfferDeal,
    PayFine,
    Redeem,
    SellGroup,
    Settle,
)
from companion.rules.deeds import Group
from companion.rules.pending_steps import Auction, Buying, Debt, Goods
from companion.rules.refusal import Code
from companion.rules.state import Game
from companion.table.messages.views import RaiseView
from companion.table.views.moves import encode_command, move_views, raising
from tests.kit import ANN, ATLANTIC, BEN, CY, because, deed, game, play
from tests.table.positions import moments

BY = ("RENT-1", "RENT-6")
READING, ORIENTAL, BOARDWALK = deed("Reading"), deed("Oriental"), deed("Boardwalk")
RICH = "everything sold and mortgaged"


def owing(amount: int, **more: object) -> Game:
    debt = Debt(BEN, ANN, amount, BY, because("Illinois Avenue, 2 houses"))
    owns = {"Ben": ["Reading", "B. &", "Electric"]}
    return game(cash={"Ben": 120}, turn="Ben", thrown=True, owns=owns, pending=(debt,), **more)  # type: ignore[arg-type]


def found(table: Game, command: AnyCommand) -> RaiseView:
    act = bytes(encode_command(command))
    (one,) = (one for one in raising(table) if bytes(one.move.act) == act)
    return one


# A debt


def test_a_debt_says_what_is_missing_and_what_could_be_raised() -> None:
    one = found(owing(300), Settle(BEN))
    assert one.text == "Ben owes Ann $300 for Illinois Avenue. Ben has $120: short by $180."
    assert (one.move.label, one.move.seat) == ("Pay Ann $300: needs $180 more", BEN)
    assert (one.move.short_by, one.can_raise, one.is_asked) == (180, 275, True)
    assert RICH in one.not_bankrupt


def test_every_step_brings_it_down_and_the_last_one_lets_it_be_paid() -> None:
    table = owing(300)
    for name, short_by, can_raise in (("Reading", 80, 175), ("Electric", 5, 100)):
        table = play(table, Mortgage(BEN, deed(name)))
        assert (found(table, Settle(BEN)).move.short_by, found(table, Settle(BEN)).can_raise) == (short_by, can_raise)
    table = play(table, Mortgage(BEN, deed("B. &")))
    assert raising(table) == ()
    assert next(move.label for move in move_views(table)) == "Pay Ann $300"


def test_who_cannot_raise_it_is_not_told_that_bankruptcy_is_far() -> None:
    assert found(owing(395), Settle(BEN)).not_bankrupt
    assert found(owing(396), Settle(BEN)).not_bankrupt == ""


def test_of_two_debts_the_first_counts() -> None:
    debts = (
        Debt(BEN, ANN, 300, BY, because("Oriental Avenue, no houses")),
        Debt(BEN, CY, 900, BY, because("Oriental Avenue, no houses")),
    )
    table = game(cash={"Ben": 120}, turn="Ben", thrown=True, pending=debts)
    assert [one.move.short_by for one in raising(table)] == [180]


# What one would like to do

WANTS: list[tuple[Game, AnyCommand, int, int, str]] = [
    (
        game(cash={"Ann": 355}, owns={"Ann": ["Reading"]}, thrown=True, pending=(Buying(ANN, BOARDWALK),)),
        BuyDeed(ANN),
        45,
        100,
        "Boardwalk costs $400. Ann has $355: short by $45.",
    ),
    (
        game(cash={"Cy": 60}, owns={"Cy": ["Reading"]}, thrown=True, pending=(Auction(ORIENTAL, high=69, bidder=BEN),)),
        Bid(CY, 70),
        10,
        100,
        "The next bid is $70 or more. Cy has $60: short by $10.",
    ),
    (
        game(cash={"Ann": 105}, owns={"Ann": ["red", "Reading"]}),
        Build(ANN, deed("Illinois")),
        45,
        100,
        "A house on Illinois Avenue costs $150. Ann has $105: short by $45.",
    ),
    (
        game(cash={"Ann": 10}, owns={"Ann": ["Reading", "Short"]}, mortgaged=["Reading"]),
        Redeem(ANN, READING),
        100,
        100,
        "Paying off Reading Railroad costs $110. Ann has $10: short by $100.",
    ),
    (
        game(cash={"Ann": 20}, owns={"Ann": ["Reading"]}, jailed={"Ann": 1}),
        PayFine(ANN),
        30,
        100,
        "The fine is $50. Ann has $20: short by $30.",
    ),
]


@pytest.mark.parametrize(("table", "command", "short_by", "can_raise", "text"), WANTS, ids=[text for *_, text in WANTS])
def test_what_cash_is_missing_for(table: Game, command: AnyCommand, short_by: int, can_raise: int, text: str) -> None:
    one = found(table, command)
    assert (one.move.short_by, one.can_raise, one.text) == (short_by, can_raise, text)


def test_a_deal_asks_for_cash_that_has_gone_meanwhile() -> None:
    offered = play(
        game(cash={"Ben": 200}, owns={"Ann": ["Reading"], "Ben": ["pink"]}, pending=()),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods((), 200)),
    )
    poorer = msgspec.structs.replace(
        offered,
        players=tuple(
            msgspec.structs.replace(one, cash=150) if seat == BEN else one for seat, one in enumerate(offered.players)
        ),
    )
    one = found(poorer, AcceptDeal(BEN))
    assert (one.text, one.is_asked) == ("The deal asks Ben for $200. Ben has $150: short by $50.", True)


def test_what_could_not_be_raised_for_is_not_offered_but_what_is_asked_always_is() -> None:
    poor = game(cash={"Ann": 49}, owns={"Ann": ["red", "Reading"]})
    assert raising(poor) == ()
    buying = game(cash={"Ann": 5}, thrown=True, pending=(Buying(ANN, BOARDWALK),))
    assert [one.move.label for one in raising(buying)] == ["Buy Boardwalk for $400: needs $395 more"]


def test_a_group_is_not_sold_to_build_on_it() -> None:
    table = game(cash={"Ann": 100}, owns={"Ann": ["red", "orange"]}, buildings={"red": 2, "orange": 2})
    assert found(table, Build(ANN, deed("Illinois"))).can_raise == 6 * 50 + 90 + 90 + 100


# The ways


def test_ways_are_marked_with_what_they_bring() -> None:
    table = game(
        cash={"Ben": 120},
        turn="Ben",
        thrown=True,
        owns={"Ben": ["red", "Reading"], "Cy": ["Short"]},
        buildings={"red": 1},
        pending=(Debt(BEN, ANN, 300, BY, because("Oriental Avenue, no houses")),),
    )
    ways = {move.label: move.change for move in move_views(table) if move.raises and move.seat == BEN}
    assert ways == {
        "Sell a house on Kentucky Avenue (+$75)": 75,
        "Sell a house on Indiana Avenue (+$75)": 75,
        "Sell a house on Illinois Avenue (+$75)": 75,
        "Sell all red buildings (+$225)": 225,
        "Sell several": 0,
        "Mortgage Reading Railroad (+$100)": 100,
        "Offer Ann a deal": 0,
        "Offer Cy a deal": 0,
    }
    assert found(table, Settle(BEN)).can_raise == 225 + 110 + 110 + 120 + 100
    after = play(table, SellGroup(BEN, Group.RED))
    assert raising(after) == ()


# Whenever people look


def test_at_every_moment_it_is_refused_for_cash_alone_and_by_that_much() -> None:
    kinds = set[str]()
    for table in moments():
        for one in raising(table):
            command = msgspec.json.decode(one.move.act, type=AnyCommand)
            with pytest.raises(Refusal) as refused:
                unfold(table, command)
            assert refused.value.code in (Code.NO_CASH, Code.BID_OVER_CASH)
            assert f": {ATLANTIC.money(one.move.short_by)} short" in refused.value.message
            assert f"short by {ATLANTIC.money(one.move.short_by)}." in one.text
            kinds.add(type(command).__name__)
    assert {"Settle", "BuyDeed", "Bid", "Build"} <= kinds, kinds
