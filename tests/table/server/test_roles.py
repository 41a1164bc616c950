"""Who may do what: every act the table knows, against each role."""

import itertools
from typing import Literal, get_args

import pytest
from msgspec.structs import replace

from companion.play.acts import Act, Redo, Rename, Start, Undo
from companion.play.timeline import Timeline
from companion.players.dice import RandomDice
from companion.rules import EDITIONS
from companion.rules.commands import (
    AcceptDeal,
    AuctionBuilding,
    Bid,
    Build,
    BuildSeveral,
    BuyDeed,
    CallTime,
    ChooseSteps,
    ClaimRent,
    CloseAuction,
    CorrectCash,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndGame,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    MoveMoney,
    MoveTo,
    OfferDeal,
    PassBid,
    PayFine,
    PayTax,
    PlaceBuilding,
    Redeem,
    RejectDeal,
    RetirePlayer,
    Roll,
    SellBuilding,
    SellGroup,
    SellLotTo,
    SellSeveral,
    SetCash,
    SetHouseRule,
    Settle,
    Throw,
    UseJailCard,
    WithdrawDeal,
)
from companion.rules.deeds import Group
from companion.rules.pending_steps import Goods
from companion.table.server.connection import why_forbidden
from tests.kit import new_game

ANN, BEN = range(2)
OWN = (
    Roll(ANN, ()),
    Throw(ANN, ()),
    EndTurn(ANN),
    BuyDeed(ANN),
    DeclineDeed(ANN),
    Bid(ANN, 10),
    PassBid(ANN),
    DrawCard(ANN),
    PayTax(ANN, True),
    PayFine(ANN),
    UseJailCard(ANN),
    UseJailCard(ANN, "chest"),
    ChooseSteps(ANN, 3),
    MoveTo(ANN, 3),
    ClaimRent(ANN),
    ClaimRent(ANN, BEN),
    Build(ANN, 0),
    BuildSeveral(ANN, (0, 1)),
    SellSeveral(ANN, (0, 1)),
    SellBuilding(ANN, 0),
    SellGroup(ANN, Group.BROWN),
    Mortgage(ANN, 0),
    Redeem(ANN, 0),
    KeepMortgage(ANN, 0),
    OfferDeal(ANN, BEN, Goods(), Goods()),
    AcceptDeal(ANN),
    RejectDeal(ANN),
    WithdrawDeal(ANN),
    Settle(ANN),
    GoBankrupt(ANN),
    PlaceBuilding(ANN, 0),
    DealDeeds(ANN, ()),
)
BY_HAND = (
    Roll(ANN, (1, 2)),
    Roll(ANN, (1, 2), "bus"),
    Throw(ANN, (6,)),
    DrawCard(ANN, "chance/advance-go"),
    DealDeeds(ANN, (0, 1)),
)
THE_BANKERS = (
    CloseAuction(),
    SellLotTo(ANN, 10),
    AuctionBuilding("house"),
    CallTime(),
    CorrectCash(ANN, 1, "a slip"),
    SetCash(ANN, 1, "a slip"),
    MoveMoney(ANN, BEN, 1, "a slip"),
    CorrectJailCards(ANN, 1, "a slip"),
    CorrectPlace(ANN, 3, "a slip"),
    CorrectDeed(0, "a slip", ANN),
    RetirePlayer(ANN, "tired"),
    EndGame(),
    SetHouseRule("double-on-go", True, "agreed"),
    Undo(),
    Redo(),
    Rename(ANN, "Anna"),
)
EVERY_ACT = (*OWN, *BY_HAND, *THE_BANKERS)

of_every_act = pytest.mark.parametrize("act", EVERY_ACT, ids=repr)


def test_none_is_left_out() -> None:
    assert {type(act) for act in EVERY_ACT} == set(get_args(Act))


@of_every_act
def test_the_banker_may_do_everything(act: Act) -> None:
    assert why_forbidden("banker", -1, act) == ""


@of_every_act
def test_a_viewer_may_do_nothing(act: Act) -> None:
    assert why_forbidden("viewer", -1, act) == "This screen only watches."


@pytest.mark.parametrize("act", OWN, ids=repr)
def test_a_player_may_do_what_is_that_players_own(act: Act) -> None:
    assert why_forbidden("player", ANN, act) == ""
    assert why_forbidden("player", BEN, act) == "That is another player's to do."


@pytest.mark.parametrize("act", BY_HAND, ids=repr)
def test_a_player_may_not_enter_dice_or_cards(act: Act) -> None:
    assert why_forbidden("player", ANN, act) == "Only the Banker may enter a roll or a card."
    assert why_forbidden("player", BEN, act) == "That is another player's to do."


def in_play(dice: Literal["button", "hand"], *, real_cards: bool = False) -> Timeline:
    decks = None if real_cards else RandomDice.from_seed("decks").decks()
    return Timeline(Start(new_game(EDITIONS["classic"], ("Ann", "Ben"), decks), dice=dice), RandomDice.from_seed("a"))


@pytest.mark.parametrize("act", BY_HAND[:3], ids=repr)
def test_with_real_dice_players_enter_their_own_rolls_and_roll_no_others(act: Act) -> None:
    assert why_forbidden("player", ANN, act, in_play("hand")) == ""
    assert why_forbidden("player", BEN, act, in_play("hand")) == "That is another player's to do."
    assert why_forbidden("player", ANN, act, in_play("button")) == "Only the Banker may enter a roll or a card."
    companions = replace(act, dice=())
    assert why_forbidden("player", ANN, companions, in_play("button")) == ""
    refused = "Real dice are rolled in this game: enter what you rolled."
    assert why_forbidden("player", ANN, companions, in_play("hand")) == refused


def test_with_real_cards_players_say_which_card_they_drew() -> None:
    card = DrawCard(ANN, "chance/advance-go")
    assert why_forbidden("player", ANN, card, in_play("button", real_cards=True)) == ""
    assert why_forbidden("player", BEN, card, in_play("button", real_cards=True)) == "That is another player's to do."
    assert why_forbidden("player", ANN, card, in_play("hand")) == "Only the Banker may enter a roll or a card."


@of_every_act
def test_a_phone_that_is_nobodys_may_do_nothing(act: Act) -> None:
    assert why_forbidden("player", -1, act, in_play("hand")) == "Say first whose phone this is."


# Taking back


def played(timeline: Timeline, *acts: Act) -> Timeline:
    for act in acts:
        timeline.apply(act, timeline.plan(act))
    return timeline


def test_a_player_takes_back_only_an_own_move_and_only_while_it_is_the_last() -> None:
    timeline = played(in_play("button"), Roll(ANN, (2, 4)))
    assert why_forbidden("player", ANN, Undo(1), timeline) == ""
    assert why_forbidden("player", BEN, Undo(1), timeline) == "Only the Banker may do that."
    for stale in (0, 2, -1):
        assert why_forbidden("player", ANN, Undo(stale), timeline) != ""
    played(timeline, BuyDeed(ANN))
    assert why_forbidden("player", ANN, Undo(1), timeline) != "", "nothing before it"
    assert why_forbidden("player", ANN, Undo(2), timeline) == ""
    for last in (Rename(BEN, "Benno"), CorrectCash(ANN, 1, "a slip"), Undo(), Undo(), Redo()):
        played(timeline, last)
        for seat, number in itertools.product((ANN, BEN), range(timeline.number + 2)):
            assert why_forbidden("player", seat, Undo(number), timeline) != "", (last, seat, number)
    assert why_forbidden("player", ANN, Redo(2), timeline) == "Only the Banker may do that."


@pytest.mark.parametrize("act", THE_BANKERS, ids=repr)
def test_a_player_may_not_do_what_is_the_bankers(act: Act) -> None:
    assert why_forbidden("player", ANN, act) == "Only the Banker may do that."


def test_the_payer_of_a_rent_may_be_another() -> None:
    assert why_forbidden("player", ANN, replace(ClaimRent(ANN), payer=BEN)) == ""
    assert why_forbidden("player", BEN, ClaimRent(ANN, BEN)) != ""
