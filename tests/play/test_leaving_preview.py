"""Before somebody leaves the game it says what goes where, by the rule of that book and variant."""

import pytest

from companion.play.leaving_preview import leaving_preview
from companion.rules import decide
from companion.rules.commands import CallTime, EndGame, GoBankrupt, RetirePlayer
from companion.rules.events import Paid
from companion.rules.ids import BANK
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from companion.table.views.moves import move_views
from tests.kit import ANN, BEN, because, game

BY = ("RENT-1",)
REDS = "Kentucky Avenue, Indiana Avenue and Illinois Avenue"


def broke(edition: str = "classic", variants: tuple[str, ...] = (), creditor: int = ANN, **more: object) -> Game:
    return game(
        edition,
        variants=variants,
        cash={"Ben": 20},
        turn="Ben",
        thrown=True,
        owns={"Ben": ["red", "Reading"]},
        buildings={"red": 1},
        mortgaged=["Reading"],
        jail_cards={"Ben": 1},
        pending=(Debt(BEN, creditor, 1500, BY, because("Oriental Avenue, no houses")),),
        **more,  # type: ignore[arg-type]
    )


SOLD = f"The buildings on {REDS} are sold to the Bank for $225, half of what they cost."
TO_ANN = (
    SOLD,
    "Ann gets $245 in cash, all there is.",
    f"Ann gets Reading Railroad (mortgaged), {REDS}.",
    "Ann gets the card to leave Jail.",
)
TO_BANK = (
    f"The buildings on {REDS} go back to the Bank, and nobody is paid for them.",
    "The Bank gets $20 in cash, all there is.",
    f"The Bank gets Reading Railroad, {REDS}.",
    "The Bank gets the card to leave Jail.",
    "The mortgage on Reading Railroad is wiped out.",
)
OUT = "Ben is out of the game."
TOLD: list[tuple[str, Game, tuple[str, ...]]] = [
    (
        "to a player",
        broke(),
        (*TO_ANN, "Then Ann pays the Bank 10% for the mortgaged deed, $10 in all, or pays it off.", OUT),
    ),
    (
        "to the Bank",
        broke(creditor=BANK),
        (*TO_BANK, "The Bank auctions these deeds at once, one after the other.", OUT),
    ),
    (
        "to the Bank, without auctions",
        broke(creditor=BANK, options={"no-auctions": True}),
        (*TO_BANK, "The deeds stay with the Bank: no auctions at this table.", OUT),
    ),
    (
        "mortgaged first, as that book has it",
        broke("platinum-2010"),
        (
            SOLD,
            f"{REDS} are mortgaged first, for $340.",
            "Ann gets $585 in cash, all there is.",
            f"Ann gets Reading Railroad, {REDS}, all mortgaged.",
            "Ann gets the card to leave Jail.",
            "Then Ann pays the Bank 10% for the 4 mortgaged deeds, $44 in all, or pays them off.",
            OUT,
        ),
    ),
    (
        "the end of a short game",
        broke(variants=("short",)),
        (*TO_ANN, OUT, "With this the game ends: the richest wins."),
    ),
    (
        "the last but one",
        broke(bankrupt=["Cy"]),
        (*TO_ANN, OUT, "With this the game ends: Ann wins."),
    ),
]


@pytest.mark.parametrize(("table", "told"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_a_bankruptcy_says_what_goes_where(table: Game, told: tuple[str, ...]) -> None:
    assert leaving_preview(table, GoBankrupt(BEN)) == told


def test_a_key_is_called_so() -> None:
    assert "Ann gets the key to leave Jail." in leaving_preview(broke("keys-2010"), GoBankrupt(BEN))


def test_who_leaves_hands_everything_to_the_bank() -> None:
    table = game(owns={"Ben": ["Reading"]}, jail_cards={"Ben": 2})
    assert leaving_preview(table, RetirePlayer(BEN, "")) == (
        "The Bank gets $1,500 in cash, all there is.",
        "The Bank gets Reading Railroad.",
        "The Bank gets 2 cards to leave Jail.",
        "Ben is out of the game.",
    )


def test_the_cash_that_is_named_is_the_cash_that_is_paid() -> None:
    table = broke("platinum-2010")
    paid = [event for event in decide(table, GoBankrupt(BEN)) if isinstance(event, Paid) and event.payer == BEN]
    assert [event.amount for event in paid] == [585]


def test_moves_carry_it_and_others_need_no_second_thought() -> None:
    told = {move.label: move.tells for move in move_views(broke())}
    assert told["Go bankrupt (-$20)"][-1] == OUT
    assert [label for label, tells in told.items() if tells] == [
        "Sell all red buildings (+$225)",
        "Go bankrupt (-$20)",
        "Ben leaves the game",
        "End the game",
    ]
    timed = game(variants=["timed"])
    assert leaving_preview(timed, CallTime()) == ("The game ends, and the richest player wins.",)
    assert leaving_preview(timed, EndGame("")) == ("At once. The richest player wins.",)
