"""What a move sounds like: money first, as the player who moved feels it, then whose turn it is."""

from companion.play.acts import Act, Rename, Undo
from companion.rules.commands import (
    AcceptDeal,
    Bid,
    BuyDeed,
    ClaimRent,
    CloseAuction,
    CorrectCash,
    DeclineDeed,
    EndGame,
    EndTurn,
    Mortgage,
    OfferDeal,
    Roll,
    SetHouseRule,
)
from companion.rules.pending_steps import Goods
from companion.table.server.lamps_and_sounds import cues_after
from tests.kit import ANN, BEN, CY, deed, game
from tests.table.positions import made

START = game(owns={"Ben": ["Oriental"], "Ann": ["Vermont"]}, at={"Ann": 1, "Ben": 3, "Cy": 5})
ON_CLAIM = SetHouseRule("rent", "claim", "as agreed")
DEAL = OfferDeal(ANN, BEN, Goods(deeds=(deed("Vermont"),)), Goods(cash=50))


def heard(*acts: Act) -> tuple[str, ...]:
    """The cues after the last of these moves."""
    return cues_after(made(START, *acts)[-1])


def test_rent_is_money_out_for_the_player_who_rolled() -> None:
    assert heard(Roll(ANN, (2, 3))) == ("money-out", "your-turn")
    past_ann = Roll(ANN, (4, 5)), Roll(BEN, (2, 3))  # it was still her turn when he rolled, and she is paid
    assert heard(*past_ann) == ("money-out", "your-turn")


def test_rent_that_is_asked_for_is_money_in_for_the_owner() -> None:
    assert heard(ON_CLAIM, Roll(ANN, (2, 3))) == ("your-turn",)
    assert heard(ON_CLAIM, Roll(ANN, (2, 3)), ClaimRent(BEN)) == ("money-in",)


def test_rent_that_cannot_be_paid_calls_the_debtor() -> None:
    poor = SetHouseRule("rent", "claim", "as agreed"), CorrectCash(ANN, -1_499, "a bad day"), Roll(ANN, (2, 3))
    assert heard(*poor, ClaimRent(BEN)) == ("your-turn",)
    assert heard(CorrectCash(ANN, -1_499, "a bad day"), Roll(ANN, (2, 3))) == ("your-turn",)


def test_what_was_owed_before_calls_nobody_again() -> None:
    owing = CorrectCash(ANN, -1_499, "a bad day"), Roll(ANN, (2, 3))
    assert heard(*owing, Mortgage(ANN, deed("Vermont"))) == ("money-in",)


def test_a_purchase_is_money_out_and_the_next_player_may_roll() -> None:
    assert heard(Roll(ANN, (4, 6))) == ()
    assert heard(Roll(ANN, (4, 6)), BuyDeed(ANN)) == ("money-out", "your-turn")


def test_an_auction_is_money_out_for_the_winner() -> None:
    auction = Roll(ANN, (4, 6)), DeclineDeed(ANN), Bid(CY, 20)
    assert heard(*auction) == ()
    assert heard(*auction, CloseAuction()) == ("money-out", "your-turn")


def test_a_deal_sounds_as_it_is_for_the_player_who_accepts() -> None:
    assert heard(DEAL) == ()
    assert heard(DEAL, AcceptDeal(BEN)) == ("money-out", "your-turn"), "and Ann may roll again"


def test_a_player_who_rolls_again_is_called_once_the_table_waits_for_it() -> None:
    assert heard(Roll(ANN, (5, 5))) == ()
    assert heard(Roll(ANN, (5, 5)), BuyDeed(ANN)) == ("money-out", "your-turn")


def test_nobody_is_called_twice() -> None:
    assert heard(Roll(ANN, (4, 6)), BuyDeed(ANN), EndTurn(ANN)) == ()
    assert heard(Roll(ANN, (4, 6)), BuyDeed(ANN), Roll(BEN, (3, 4))) == ("your-turn",)


def test_an_undo_gives_the_money_back_and_calls_again() -> None:
    assert heard(Roll(ANN, (2, 3)), Undo()) == ("money-in", "your-turn")
    past_ann = Roll(ANN, (4, 5)), Roll(BEN, (2, 3)), Undo()
    assert heard(*past_ann) == ("money-in", "your-turn"), "as Ben feels it, who rolled"
    assert heard(Roll(ANN, (4, 6)), BuyDeed(ANN), Undo()) == ("money-in",)


def test_a_correction_sounds_as_it_is_for_its_player() -> None:
    assert heard(CorrectCash(CY, -5, "a slip")) == ("money-out",)
    assert heard(CorrectCash(CY, 5, "a slip")) == ("money-in",)


def test_a_name_is_silent_and_so_is_the_end() -> None:
    assert heard(Rename(ANN, "Anna")) == ()
    assert heard(EndGame()) == ()
