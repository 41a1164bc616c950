"""Each statement of play, read into what it asks for."""

import pytest

from companion.play.acts import Redo, Undo
from companion.record.header import FORMAT_WORDS, HEADER_WORDS
from companion.record.statements import ALONE, BANK_VERBS, PLAYER_VERBS, Unclear
from companion.rules import commands as said
from companion.rules.commands import AnyCommand, DealDeeds, Roll, Throw
from companion.rules.deeds import Group
from companion.rules.ids import BANK, POT
from companion.rules.pending_steps import Goods
from companion.rules.refusal import Code
from tests.kit import ANN, BEN, CY, deed
from tests.record.record_texts import TABLE, act

SPEED = "edition platinum-2010\nvariant speed\nplayers Ann Ben Cy\n"


@pytest.mark.parametrize(
    ("statement", "command"),
    [
        ("Ann rolls 3 4", said.Roll(ANN, (3, 4))),
        ("ANN ROLLS 3 4", said.Roll(ANN, (3, 4))),
        ("Ann rolls 3 4 bus", said.Roll(ANN, (3, 4), "bus")),
        ("Ann rolls 1 5 3", said.Roll(ANN, (1, 5, 3))),
        ("Ann rolls 1 2 3 4", said.Roll(ANN, (1, 2, 3, 4))),
        ("Ann rolls 6", said.Roll(ANN, (6,))),
        ("Ann throws 2 3 3", said.Throw(ANN, (2, 3, 3))),
        ("Ann ends", said.EndTurn(ANN)),
        ("Ann buys", said.BuyDeed(ANN)),
        ("Ann declines", said.DeclineDeed(ANN)),
        ("Ben bids 120", said.Bid(BEN, 120)),
        ("Ben bids 007", said.Bid(BEN, 7)),
        ("Cy passes", said.PassBid(CY)),
        ("Bank sells", said.CloseAuction()),
        ("Bank sells to Cy for 140", said.SellLotTo(CY, 140)),
        ("Ann draws chance/Advance-GO", said.DrawCard(ANN, "chance/advance-go")),
        ("Ann pays flat", said.PayTax(ANN, percent=False)),
        ("Ann pays percent", said.PayTax(ANN, percent=True)),
        ("Ann pays fine", said.PayFine(ANN)),
        ("Ann uses jail card", said.UseJailCard(ANN)),
        ("Ann uses chest jail card", said.UseJailCard(ANN, "chest")),
        ("Ann uses Chance jail card", said.UseJailCard(ANN, "chance")),
        ("Ann chooses 3", said.ChooseSteps(ANN, 3)),
        ("Ann moves to Boardwalk", said.MoveTo(ANN, 39)),
        ("Ann moves to 22", said.MoveTo(ANN, 22)),
        ("Ben claims rent", said.ClaimRent(BEN)),
        ("Ben claims rent from Ann", said.ClaimRent(BEN, ANN)),
        ("Ann builds Oriental", said.Build(ANN, deed("Oriental"))),
        ("Ann sells St. Ch", said.SellBuilding(ANN, deed("St. Charles"))),
        ("Ann sells all light-blue", said.SellGroup(ANN, Group.LIGHT_BLUE)),
        ("Ann builds several Oriental, Vermont", said.BuildSeveral(ANN, (deed("Oriental"), deed("Vermont")))),
        ("Ann sells several Oriental, Oriental", said.SellSeveral(ANN, (deed("Oriental"), deed("Oriental")))),
        ("Ann mortgages Reading", said.Mortgage(ANN, deed("Reading"))),
        ("Ann redeems B. & O.", said.Redeem(ANN, deed("B. & O."))),
        ("Ben keeps Reading", said.KeepMortgage(BEN, deed("Reading"))),
        ("Ben accepts", said.AcceptDeal(BEN)),
        ("Ben rejects", said.RejectDeal(BEN)),
        ("Ann withdraws", said.WithdrawDeal(ANN)),
        ("Ann settles", said.Settle(ANN)),
        ("Ann goes bankrupt", said.GoBankrupt(ANN)),
        ("Bank auctions house", said.AuctionBuilding("house")),
        ("Bank auctions hotel", said.AuctionBuilding("hotel")),
        ("Ann places Oriental", said.PlaceBuilding(ANN, deed("Oriental"))),
        ("deal Ann: Boardwalk, Reading", said.DealDeeds(ANN, (deed("Boardwalk"), deed("Reading")))),
        ("time up", said.CallTime()),
        ("Bank corrects Ann cash +50: miscounted", said.CorrectCash(ANN, 50, "miscounted")),
        ("Bank corrects Ann cash -50: a: b, c", said.CorrectCash(ANN, -50, "a: b, c")),
        ("Bank corrects Ann cash 60: counted", said.SetCash(ANN, 60, "counted")),
        ("Bank corrects Ann cash 0: counted", said.SetCash(ANN, 0, "counted")),
        ("Bank moves 50 from Ann to Ben: agreed", said.MoveMoney(ANN, BEN, 50, "agreed")),
        ("Bank moves 50 from Bank to pot: agreed", said.MoveMoney(BANK, POT, 50, "agreed")),
        ("Bank corrects Ann jail cards 2: found", said.CorrectJailCards(ANN, 2, "found")),
        ("Bank corrects Ann jail cards chest: found", said.CorrectJailCards(ANN, 1, "found", "chest")),
        ("Bank corrects Ann at Go: token slipped", said.CorrectPlace(ANN, 0, "token slipped")),
        ("Bank corrects Ann in jail: why", said.CorrectPlace(ANN, 10, "why", in_jail=True)),
        ("Bank corrects Oriental owner Ann: why", said.CorrectDeed(deed("Oriental"), "why", owner=ANN)),
        ("Bank corrects Oriental owner Bank: why", said.CorrectDeed(deed("Oriental"), "why", owner=BANK)),
        ("Bank corrects Oriental houses 2: why", said.CorrectDeed(deed("Oriental"), "why", buildings=2)),
        ("Bank corrects Oriental hotel: why", said.CorrectDeed(deed("Oriental"), "why", buildings=5)),
        ("Bank corrects Oriental bare: why", said.CorrectDeed(deed("Oriental"), "why", buildings=0)),
        ("Bank corrects Oriental mortgaged: why", said.CorrectDeed(deed("Oriental"), "why", mortgaged=True)),
        (
            "Bank corrects St. James owner Cy, clear: why",
            said.CorrectDeed(deed("St. James"), "why", owner=CY, mortgaged=False),
        ),
        ("Bank retires Ann: bedtime", said.RetirePlayer(ANN, "bedtime")),
        ("Bank retires Ann", said.RetirePlayer(ANN, "")),
        ("Bank ends game", said.EndGame()),
        ("Bank ends game: midnight", said.EndGame("midnight")),
        ("Bank sets free-parking-pot on: agreed", said.SetHouseRule("free-parking-pot", True, "agreed")),
        ("Bank sets free-parking-pot 500: agreed", said.SetHouseRule("free-parking-pot", 500, "agreed")),
        ("Bank sets no-auctions off: agreed", said.SetHouseRule("no-auctions", False, "agreed")),
        ("Bank sets salary 400: agreed", said.SetHouseRule("salary", 400, "agreed")),
        ("Bank sets rent claim: agreed", said.SetHouseRule("rent", "claim", "agreed")),
    ],
)
def test_a_statement_asks_for_one_command(statement: str, command: AnyCommand) -> None:
    assert act(statement) == command


@pytest.mark.parametrize(
    ("bargain", "gives", "gets"),
    [
        (
            "Oriental, 50, jail card for Boardwalk",
            Goods((deed("Oriental"),), cash=50, jail_cards=1),
            Goods((deed("Boardwalk"),)),
        ),
        ("nothing for jail card, jail card", Goods(), Goods(jail_cards=2)),
        ("jail card, chest jail card for 5", Goods(jail_cards=2, decks=("chest",)), Goods(cash=5)),
        ("B. & O., St. Ch for 30, 12", Goods((deed("B. & O."), deed("St. Charles"))), Goods(cash=42)),
        ("nothing for nothing", Goods(), Goods()),
    ],
)
def test_an_offer_has_two_sides(bargain: str, gives: Goods, gets: Goods) -> None:
    assert act(f"Ann offers Ben: {bargain}") == said.OfferDeal(ANN, BEN, gives, gets)


@pytest.mark.parametrize(
    ("statement", "command"),
    [
        ("Ann rolls 2 2 mr", said.Roll(ANN, (2, 2), "mr")),
        ("Ann rolls 1 5 3", said.Roll(ANN, (1, 5), "3")),
        ("Ann rolls 1 5", said.Roll(ANN, (1, 5))),
        ("Ann throws 2 3 bus", said.Throw(ANN, (2, 3), "bus")),
        ("Ann throws 6 6 1", said.Throw(ANN, (6, 6), "1")),
    ],
)
def test_with_the_speed_die_it_is_the_third_of_three(statement: str, command: AnyCommand) -> None:
    assert act(statement, SPEED) == command


def test_undo_and_redo_are_statements() -> None:
    assert act("undo") == Undo()
    assert act("Redo") == Redo()


def test_with_a_seed_dice_cards_and_deals_may_be_left_to_chance() -> None:
    head = f"seed 7\n{TABLE}"
    assert act("Ann rolls", head) == Roll(ANN, ())
    assert act("Ann throws", head) == Throw(ANN, ())
    assert act("Ann draws", head) == said.DrawCard(ANN)
    assert act("deal", head) == DealDeeds(-1, ())
    assert act("Ann draws chest/doctor", head) == said.DrawCard(ANN, "chest/doctor")


def test_an_unknown_deed_stands_for_every_deed() -> None:
    unclear = act("Ann builds Nowhere")
    assert isinstance(unclear, Unclear)
    assert (unclear.code, unclear.clause) == (Code.UNKNOWN_NAME, "BUILD-1")
    assert unclear.meanings == tuple(said.Build(ANN, each) for each in range(28))


def test_an_ambiguous_deed_stands_for_those_it_could_be() -> None:
    unclear = act("Ann offers Ben: Pennsylvania, Reading for 5")
    assert isinstance(unclear, Unclear)
    assert unclear.code is Code.AMBIGUOUS_NAME
    assert unclear.message == "`Pennsylvania` could be Pennsylvania Railroad or Pennsylvania Avenue."
    assert unclear.meanings == tuple(
        said.OfferDeal(ANN, BEN, Goods((meant, deed("Reading"))), Goods(cash=5))
        for meant in (deed("Pennsylvania R"), deed("Pennsylvania A"))
    )


def test_an_unknown_name_comes_before_an_ambiguous_one() -> None:
    unclear = act("deal Ann: Pennsylvania, Nowhere")
    assert isinstance(unclear, Unclear)
    assert unclear.code is Code.UNKNOWN_NAME


def test_an_unknown_group_and_space_are_in_doubt_as_well() -> None:
    codes = [act(text) for text in ("Ann sells all purple", "Ann moves to Chance", "Bank corrects Ann at 99: why")]
    assert [unclear.code for unclear in codes if isinstance(unclear, Unclear)] == [
        Code.UNKNOWN_NAME,
        Code.AMBIGUOUS_NAME,
        Code.UNKNOWN_NAME,
    ]


def test_a_player_may_have_the_name_of_a_deed() -> None:
    head = "players Virginia St. Ben\ngiven Virginia owns Virginia\ngiven St. cash 5\n"
    assert act("Virginia mortgages Virginia", head) == said.Mortgage(0, deed("Virginia"))
    corrected = act("Bank corrects Virginia owner Ben: why", head)
    assert corrected == said.CorrectDeed(deed("Virginia"), "why", owner=2)


def test_every_word_that_begins_something_is_a_word_of_the_format() -> None:
    assert {*PLAYER_VERBS, *BANK_VERBS, *ALONE, *HEADER_WORDS, "given", "refuse", "bank"} <= FORMAT_WORDS
