"""What is said aloud: words for signs, whose cash must be heard, and never what a screen would hide."""

from typing import cast

import pytest

from companion.play.acts import RecordedMove
from companion.rules import commands as c
from companion.rules.commands import AnyCommand
from companion.rules.currency import NO_BREAK, Currency
from companion.rules.engine import unfold
from companion.rules.events import AnyEvent
from companion.rules.state import Game
from companion.table.messages.wire import TablePrompts
from companion.table.views.log import HIDDEN
from companion.table.views.spoken import cash_to_tell, read_aloud, spoken_move, spoken_question
from tests.kit import ANN, BEN, CY, game

DOLLARS, POUNDS = Currency(), Currency("£")
EUROS, MADE_UP = Currency("€", after=True, thousands="."), Currency("M", thousands=" ", factor=10)


@pytest.mark.parametrize(
    ("currency", "shown", "said"),
    [
        (DOLLARS, "Ann paid Ben $6.", "Ann paid Ben 6 dollars."),
        (DOLLARS, "Bids of $1, $1,500 and $1,000,000.", "Bids of 1 dollar, 1500 dollars and 1000000 dollars."),
        (DOLLARS, "Build a house on Baltic Avenue (-$50)", "Build a house on Baltic Avenue, minus 50 dollars"),
        (DOLLARS, "Mortgage it (+$100)", "Mortgage it, plus 100 dollars"),
        (DOLLARS, "Pay the $50 fine.", "Pay the 50 dollar fine."),
        (DOLLARS, "It was $12, 34 and $100,20.", "It was 12 dollars, 34 and 100 dollars,20."),
        (POUNDS, "Its price is £140.", "Its price is 140 pounds."),
        (EUROS, f"1.500{NO_BREAK}€ and 1{NO_BREAK}€.", "1500 euros and 1 euro."),
        (MADE_UP, f"M6{NO_BREAK}000 (+M20)", "6000 M, plus 20 M"),
        (Currency(""), "Ann has 1,500.", "Ann has 1,500."),
        (DOLLARS, "Ann rolled 4 + 4: doubles.", "Ann rolled 4 and 4: doubles."),
        (DOLLARS, "Rent: 2 × $6.", "Rent: 2 times 6 dollars."),
        (DOLLARS, "Ann may roll in 3 s, or later.", "Ann may roll in 3 seconds, or later."),
        (DOLLARS, "The card “a dividend” of [[ann]] <b>.", "The card a dividend of ann b."),
    ],
)
def test_signs_become_words(currency: Currency, shown: str, said: str) -> None:
    assert read_aloud(shown, currency) == said


def moved(before: Game, command: AnyCommand) -> RecordedMove:
    done = unfold(before, command)
    events = cast(tuple[AnyEvent, ...], tuple(done.events))
    return RecordedMove(1, "hands-1", 0, command, events, before, done.game)


def test_a_payment_tells_what_it_left_to_both() -> None:
    before = game(owns={"Ben": ["Oriental Avenue"]})
    move = moved(before, c.Roll(ANN, (2, 4)))
    assert spoken_move(move, (move,)) == (
        "Ann rolled 2 + 4. Ann moved from GO to Oriental Avenue. Ann paid Ben $6. Oriental Avenue, no houses."
    )
    assert list(cash_to_tell(move)) == [ANN, BEN]


def test_whoever_decides_what_to_spend_hears_what_there_is() -> None:
    buying = moved(game(), c.Roll(ANN, (2, 4)))
    assert list(cash_to_tell(buying)) == [ANN]
    auction = moved(buying.after, c.DeclineDeed(ANN))
    assert list(cash_to_tell(auction)) == [ANN, BEN, CY]
    bid = moved(auction.after, c.Bid(BEN, 10))
    assert list(cash_to_tell(bid)) == []
    assert spoken_question(TablePrompts(), bid.after) == (
        "Auction of Oriental Avenue: Ben bids $10. Ann and Cy may bid $11 or more.",
        "",
    )


def test_what_screens_hide_until_the_tax_is_chosen_is_not_said() -> None:
    first = moved(game(at={"Ann": 0}), c.Roll(ANN, (1, 3)))
    paid = moved(first.after, c.PayTax(ANN, percent=True))
    again = moved(game(at={"Ben": 0}, turn="Ben"), c.Roll(BEN, (1, 3)))
    assert HIDDEN in spoken_move(paid, (paid, again))


def test_without_a_game_nothing_is_asked() -> None:
    assert spoken_question(TablePrompts(), None) == ("", "")
    assert spoken_question(TablePrompts(notice="No game is in play."), None) == ("No game is in play.", "")
