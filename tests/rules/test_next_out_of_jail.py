"""The next player's way out of Jail ends the turn before it, as their roll does.  [TURN-1, JAIL-4, JAIL-5]"""

import pytest

from companion.play.options import options
from companion.play.whose_turn import prompt
from companion.rules import unfold
from companion.rules.commands import AnyCommand, BuyDeed, EndTurn, OfferDeal, PayFine, Roll, UseJailCard
from companion.rules.pending_steps import Goods
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, deed, game, refusal

WAYS_OUT = (PayFine(BEN), UseJailCard(BEN))


def ann_is_done(**more: object) -> Game:
    table = game(jailed={"Ben": 0}, jail_cards={"Ben": 1}, **more)  # type: ignore[arg-type]
    return unfold(unfold(table, Roll(ANN, (2, 4))).game, BuyDeed(ANN)).game


@pytest.mark.parametrize("way_out", WAYS_OUT)
def test_it_is_the_same_as_after_the_end_of_the_turn(way_out: AnyCommand) -> None:
    before = ann_is_done()
    ended = unfold(before, EndTurn(ANN)).game
    assert unfold(before, way_out).game == unfold(ended, way_out).game


def test_it_is_offered_and_asked_for() -> None:
    before = ann_is_done()
    offered = [option.command for option in options(before)]
    assert [command for command in offered if command in WAYS_OUT] == [UseJailCard(BEN), PayFine(BEN)]
    assert prompt(before).text == ("Ann is done? Ben is in Jail: roll for doubles, use a card or pay the $50 fine.")


@pytest.mark.parametrize(
    ("before", "way_out"),
    [
        (unfold(game(jailed={"Ben": 0}), Roll(ANN, (2, 4))).game, PayFine(BEN)),  # Ann has still to buy or not
        (game(jailed={"Ben": 0}), PayFine(BEN)),  # Ann has still to roll
        (unfold(game(jailed={"Cy": 0}), Roll(ANN, (4, 6))).game, PayFine(CY)),  # Ben comes before Cy
        (unfold(game(), Roll(ANN, (4, 6))).game, PayFine(BEN)),  # Ben is free
    ],
)
def test_not_before_the_turn_can_pass(before: Game, way_out: AnyCommand) -> None:
    assert refusal(before, way_out).code.value == "not-your-turn"


def test_an_own_offer_is_settled_first() -> None:
    offered = unfold(ann_is_done(), OfferDeal(ANN, CY, Goods(deeds=(deed("Oriental"),)), Goods(cash=50))).game
    assert refusal(offered, PayFine(BEN)).code.value == "not-your-turn"
