"""A turn is a paragraph: its sentences, what was taken back, and whole games in which no payment is lost."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest
from textual.content import Content

from companion.play.acts import Act, RecordedMove, Redo, Rename, Undo
from companion.rules.cards import Deck
from companion.rules.commands import (
    AcceptDeal,
    Bid,
    Build,
    BuyDeed,
    ClaimRent,
    CloseAuction,
    CorrectCash,
    CorrectPlace,
    DeclineDeed,
    DrawCard,
    EndTurn,
    GoBankrupt,
    Mortgage,
    OfferDeal,
    PayFine,
    PayTax,
    RejectDeal,
    Roll,
    SellLotTo,
    Settle,
    Throw,
    UseJailCard,
)
from companion.rules.events import AnyEvent, DiceRolled, DiceThrown, Paid, StepOpened
from companion.rules.pending_steps import CardDue, Debt, Goods
from companion.rules.state import Game
from companion.table.messages.views import TurnView
from companion.table.views.log import HIDDEN
from companion.table.views.turns import TURNS, TurnMemory, recent_turns
from tests.kit import ANN, BEN, CY, deed, game, new_game, rules_of
from tests.table.positions import made, whole_games

ORIENTAL, READING, BOARDWALK = deed("Oriental"), deed("Reading"), deed("Boardwalk")
ON_CHANCE = game(at={"Ann": 5})
WIDTH = 73  # of a paragraph, at 80 columns


def told(start: Game, *acts: Act) -> list[str]:
    """The paragraphs, the oldest first; those that were taken back in brackets. Also when told move by move."""
    moves, memory = made(start, *acts), TurnMemory()
    turns = recent_turns(moves)
    assert turns == [recent_turns(moves[:at], told=memory) for at in range(len(moves) + 1)][-1]
    return [f"[{turn.text}]" if turn.is_taken_back else turn.text for turn in turns]


ROLLED = Roll(ANN, (2, 4))
ONE_TURN: dict[str, tuple[Game, tuple[Act, ...], str]] = {
    "bought": (game(), (ROLLED, BuyDeed(ANN)), "Ann rolled 2 + 4: Oriental Avenue, bought for $100."),
    "not decided yet": (game(), (ROLLED,), "Ann rolled 2 + 4: Oriental Avenue."),
    "rent": (game(owns={"Ben": ["Oriental"]}), (ROLLED,), "Ann rolled 2 + 4: Oriental Avenue, $6 rent to Ben."),
    "one's own": (game(owns={"Ann": ["Oriental"]}), (ROLLED,), "Ann rolled 2 + 4: Oriental Avenue, Ann's own."),
    "past GO": (
        game(at={"Ann": 39}, owns={"Ben": ["Reading"]}),
        (ROLLED,),
        "Ann rolled 2 + 4, passed GO for $200: Reading Railroad, $25 rent to Ben.",
    ),
    "on GO": (game(at={"Ann": 34}), (ROLLED,), "Ann rolled 2 + 4: GO, $200 salary."),
    "doubles": (
        game(owns={"Ben": ["Oriental"]}),
        (Roll(ANN, (3, 3)), Roll(ANN, (1, 2))),
        "Ann rolled 3 + 3: Oriental Avenue, $6 rent to Ben. Then Ann rolled 1 + 2: Connecticut Avenue.",
    ),
    "third doubles": (game(doubles=2), (Roll(ANN, (3, 3)),), "Ann rolled 3 + 3, the third doubles: straight to Jail."),
    "tax": (game(at={"Ann": 32}), (ROLLED,), "Ann rolled 2 + 4: Luxury Tax, paid $75."),
    "an auction": (
        game(),
        (ROLLED, DeclineDeed(ANN), Bid(BEN, 40), Bid(CY, 45), CloseAuction()),
        "Ann rolled 2 + 4: Oriental Avenue, auctioned to Cy for $45.",
    ),
    "a bid": (
        game(),
        (ROLLED, DeclineDeed(ANN), Bid(BEN, 40)),
        "Ann rolled 2 + 4: Oriental Avenue, up for auction. Ben bids $40.",
    ),
    "no bid": (
        game(),
        (ROLLED, DeclineDeed(ANN), CloseAuction()),
        "Ann rolled 2 + 4: Oriental Avenue, no bid: the Bank keeps it.",
    ),
    "an auction held aloud": (
        game(),
        (ROLLED, DeclineDeed(ANN), SellLotTo(CY, 33)),
        "Ann rolled 2 + 4: Oriental Avenue, auctioned to Cy for $33.",
    ),
    "a card that pays": (
        ON_CHANCE,
        (Roll(ANN, (1, 1)), DrawCard(ANN, "chance/bank-dividend")),
        "Ann rolled 1 + 1: Chance, a dividend, got $50.",
    ),
    "a card that moves": (
        game(at={"Ann": 5}, owns={"Ben": ["Boardwalk"]}),
        (Roll(ANN, (1, 1)), DrawCard(ANN, "chance/boardwalk")),
        "Ann rolled 1 + 1: Chance, forward to Boardwalk, $50 rent to Ben.",
    ),
    "a card for everybody": (
        ON_CHANCE,
        (Roll(ANN, (1, 1)), DrawCard(ANN, "chance/chairman")),
        "Ann rolled 1 + 1: Chance, Pay every player, paid $50 each to Ben and Cy.",
    ),
    "everybody pays": (
        game(pending=(CardDue(ANN, Deck.CHEST),), thrown=True),
        (DrawCard(ANN, "chest/players-pay-you"),),
        "Ann drew a Community Chest card, a show everyone pays for, got $50 each from Ben and Cy.",
    ),
    "a debt": (
        game(cash={"Ann": 20}, owns={"Ann": ["Reading"], "Ben": ["dark-blue"]}, at={"Ann": 33}),
        (ROLLED, Mortgage(ANN, READING), Settle(ANN)),
        "Ann rolled 2 + 4: Boardwalk, owes Ben $100. Ann mortgaged Reading Railroad ($100). Ann paid Ben $100.",
    ),
    "bankrupt": (
        game(cash={"Ann": 20}, owns={"Ann": ["Reading"], "Ben": ["dark-blue"]}, buildings={"dark-blue": 4},
             at={"Ann": 33}),
        (ROLLED, Mortgage(ANN, READING), GoBankrupt(ANN)),
        "Ann rolled 2 + 4: Boardwalk, owes Ben $1,700. Ann mortgaged Reading Railroad ($100). "
        "Ann gave Ben the last $120. Reading Railroad now belongs to Ben. Ann is bankrupt and out of the game.",
    ),
    "building": (
        game(owns={"Ann": ["light-blue"]}),
        (Build(ANN, ORIENTAL), Build(ANN, deed("Vermont")), Build(ANN, deed("Connecticut")), Build(ANN, ORIENTAL)),
        "Ann built on Oriental Avenue (2 houses), Vermont Avenue (1 house) and Connecticut Avenue (1 house) "
        "for 4 × $50.",
    ),
    "a deal": (
        game(owns={"Ann": ["Reading"]}),
        (OfferDeal(ANN, CY, Goods((READING,)), Goods((), 120)), AcceptDeal(CY)),
        "Ann gave Cy Reading Railroad for $120.",
    ),
    "no deal": (
        game(owns={"Ann": ["Reading"]}),
        (OfferDeal(ANN, CY, Goods((READING,)), Goods((), 120)), RejectDeal(CY)),
        "Cy turned down Ann's offer of Reading Railroad for $120.",
    ),
    "the fine": (
        game(jailed={"Ann": 0}),
        (PayFine(ANN), ROLLED),
        "Ann paid $50 to leave Jail. Ann rolled 2 + 4: St. James Place.",
    ),
    "a jail card": (
        game(jailed={"Ann": 0}, jail_cards={"Ann": 1}),
        (UseJailCard(ANN), ROLLED),
        "Ann used the Chance card to leave Jail. Ann rolled 2 + 4: St. James Place.",
    ),
    "doubles in Jail": (
        game(jailed={"Ann": 0}),
        (Roll(ANN, (3, 3)),),
        "Ann rolled 3 + 3 and left Jail: St. James Place.",
    ),
    "no doubles in Jail": (
        game(jailed={"Ann": 0}),
        (ROLLED,),
        "Ann rolled 2 + 4, no doubles: stays in Jail.",
    ),
    "rent that is asked for": (
        game(options={"rent": "claim"}, owns={"Ben": ["Oriental"]}),
        (ROLLED, ClaimRent(BEN)),
        "Ann rolled 2 + 4: Oriental Avenue, $6 rent to Ben.",
    ),
    "rent that may be asked for": (
        game(options={"rent": "claim"}, owns={"Ben": ["Oriental"]}),
        (ROLLED,),
        "Ann rolled 2 + 4: Oriental Avenue, Ben may ask for $6 rent.",
    ),
    "corrections": (
        game(),
        (CorrectCash(BEN, -5, "lost"), CorrectPlace(CY, 10, "fell off", in_jail=True)),
        "Ben paid the Bank $5. Correction: lost. Correction: Cy is in Jail: fell off.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("start", "acts", "text"), ONE_TURN.values(), ids=ONE_TURN)
def test_a_turn_is_a_paragraph(start: Game, acts: tuple[Act, ...], text: str) -> None:
    assert told(start, *acts) == [text]


def test_a_roll_that_ends_the_turn_before_it_belongs_to_the_next() -> None:
    assert told(game(owns={"Ann": ["Oriental"]}), ROLLED, Roll(BEN, (2, 4))) == [
        "Ann rolled 2 + 4: Oriental Avenue, Ann's own.",
        "Ben rolled 2 + 4: Oriental Avenue, $6 rent to Ann.",
    ]


def test_what_comes_before_the_first_turn_is_a_paragraph_of_its_own() -> None:
    start = new_game(rules_of(), ("Ann", "Ben"))
    acts = (Throw(ANN, (1, 2)), Throw(BEN, (1, 2)), Throw(ANN, (2, 2)), Throw(BEN, (3, 4)), Roll(BEN, (2, 4)))
    assert told(start, *acts) == [
        "To go first: Ann 1 + 2, Ben 1 + 2. Ann and Ben rolled the same and roll again. "
        "To go first: Ann 2 + 2, Ben 3 + 4. Ben starts.",
        "Ben rolled 2 + 4: Oriental Avenue.",
    ]


def test_a_paragraph_knows_its_turn_its_player_and_its_moves() -> None:
    turns = recent_turns(made(game(), ROLLED, BuyDeed(ANN), EndTurn(ANN), Roll(BEN, (1, 2))))
    assert turns == (
        TurnView(1, ANN, "Ann rolled 2 + 4: Oriental Avenue, bought for $100.", 1, 2, 2_000),
        TurnView(2, BEN, "Ben rolled 1 + 2: Baltic Avenue.", 4, 4, 4_000),
    )


# Taken back


def test_what_was_taken_back_is_a_paragraph_of_its_own() -> None:
    assert told(game(), ROLLED, BuyDeed(ANN), Undo(), DeclineDeed(ANN), CloseAuction()) == [
        "[Ann bought Oriental Avenue for $100.]",
        "Ann rolled 2 + 4: Oriental Avenue, no bid: the Bank keeps it.",
    ]


def test_two_attempts_that_were_taken_back_are_two_paragraphs() -> None:
    acts = (ROLLED, BuyDeed(ANN), Undo(), Undo(), Roll(ANN, (1, 2)), Undo(), Roll(ANN, (1, 3)))
    assert told(game(), *acts) == [
        "[Ann rolled 2 + 4: Oriental Avenue, bought for $100.]",
        "[Ann rolled 1 + 2: Baltic Avenue.]",
        "Ann rolled 1 + 3: Income Tax.",
    ]


def test_what_is_done_again_is_as_before() -> None:
    acts = (ROLLED, BuyDeed(ANN), Roll(BEN, (2, 4)))
    assert told(game(), *acts, Undo(), Undo(), Redo(), Redo()) == told(game(), *acts)


def test_a_new_name_is_told_and_older_turns_keep_the_old_one() -> None:
    assert told(game(), ROLLED, BuyDeed(ANN), Rename(ANN, "{L} [red]"), Roll(BEN, (2, 4))) == [
        "Ann rolled 2 + 4: Oriental Avenue, bought for $100. Ann is now called {L} [red].",
        "Ben rolled 2 + 4: Oriental Avenue, $6 rent to {L} [red].",
    ]


def test_a_share_that_was_taken_back_is_hidden_until_the_tax_is_chosen() -> None:
    start = game(cash={"Ann": 1_000}, owns={"Ann": ["Boardwalk"]})
    acts = (Roll(ANN, (1, 3)), PayTax(ANN, percent=True))
    assert told(start, *acts) == ["Ann rolled 1 + 3: Income Tax, paid $140."]
    assert told(start, *acts, Undo()) == ["Ann rolled 1 + 3: Income Tax.", f"[{HIDDEN}]"]
    assert told(start, *acts, Undo(), PayTax(ANN, percent=False)) == [
        "[Ann paid the Bank $140.]",
        "Ann rolled 1 + 3: Income Tax, paid $200.",
    ]


# Whole games


def some_whole_games() -> Iterator[list[RecordedMove]]:
    """With an undo and a redo now and then."""
    for steps in list(whole_games())[::7]:
        first = next(steps)
        acts: list[Act] = [first.command]
        for at, step in enumerate(steps):
            acts += [step.command, *((Undo(), Redo()) if at % 23 == 0 else ())]
        yield made(first.before, *acts)


CLAUSE = re.compile(r"\b[A-Z]+-\d")


def is_usual(moves: list[RecordedMove], turn: TurnView) -> bool:
    """One or two rolls, nobody in debt, and no more than three payments."""
    events = [event for move in moves[turn.first - 1 : turn.last] for event in move.events]
    rolls = sum(isinstance(event, DiceRolled | DiceThrown) for event in events)
    payments = sum(isinstance(event, Paid) for event in events)
    in_debt = any(isinstance(event, StepOpened) and isinstance(event.step, Debt) for event in events)
    return bool(turn.turn) and rolls <= 2 and payments <= 3 and not in_debt


def test_of_whole_games_no_payment_is_lost_and_turns_are_short() -> None:
    seen, lengths = set[type](), list[int]()
    for moves in some_whole_games():
        turns = recent_turns(moves, len(moves))
        assert not any(turn.is_taken_back for turn in turns)
        for move in moves:
            text = " ".join(turn.text for turn in turns if turn.first <= move.number <= turn.last)
            for event in move.events:
                seen.add(type(event))
                if isinstance(event, Paid):
                    assert move.before.money(event.amount) in text, (event, text)
                    for account in (event.payer, event.payee):
                        assert account < 0 or move.before.name(account) in text, (event, text)
        for turn in turns:
            assert not CLAUSE.search(turn.text), turn.text
            assert turn.text[0] == turn.text[0].upper(), turn.text
            rows = len(Content(turn.text).wrap(WIDTH))
            lengths.append(rows)
            assert rows <= 3 or not is_usual(moves, turn), turn.text
        assert recent_turns(moves) == turns[-TURNS:]
        memory = TurnMemory()
        for at in range(0, len(moves), 5):
            assert recent_turns(moves[:at], told=memory) == recent_turns(moves[:at])
            assert len(memory.paragraphs) <= TURNS + 2, "nothing older is remembered"
            turns_kept = [move.after.turn_number for move, _ in memory.parts.values()]
            assert not at or min(turns_kept) >= moves[at - 1].after.turn_number - TURNS
    assert sum(rows <= 2 for rows in lengths) > 0.85 * len(lengths)
    assert len(seen & set(get_args(AnyEvent))) > 25
