"""The log: every event in a sentence, and undo, redo and new names told as what they were."""

from collections.abc import Iterator
from typing import cast

import pytest

from companion.play.acts import Act, RecordedMove, Redo, Rename, Undo
from companion.play.words import describe_move
from companion.rules.cards import Deck
from companion.rules.commands import (
    BuyDeed,
    CallTime,
    CorrectCash,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndTurn,
    OfferDeal,
    Roll,
    Throw,
)
from companion.rules.events import Events
from companion.rules.pending_steps import CardDue, Goods, UtilityThrowDue
from companion.rules.state import Game
from companion.rules.words import describe_event
from companion.table.messages.views import LogLine
from companion.table.views.log import log_lines, taken_back
from tests.kit import ANN, BEN, CY, deed, game, new_game, rules_of
from tests.table.positions import made, whole_games

SUM = "Oriental Avenue, no houses: $6"
READING, WATER = deed("Reading"), deed("Water")


def told(start: Game, *acts: Act) -> list[tuple[str, tuple[str, ...]]]:
    """What the log says of the last of these acts."""
    moves = made(start, *acts)
    return [(line.text, line.clauses) for line in log_lines(moves[-1], moves)]


def test_a_move_is_told_event_by_event() -> None:
    moves = made(game(owns={"Ben": ["Oriental"]}), Roll(ANN, (2, 4)))
    assert log_lines(moves[0], moves) == (
        LogLine(1, 1_000, "Ann rolled 2 + 4.", ("TURN-1",)),
        LogLine(1, 1_000, "Ann moved from GO to Oriental Avenue.", ("TURN-1",)),
        LogLine(1, 1_000, "Ann paid Ben $6. Oriental Avenue, no houses.", ("RENT-1", "RENT-6"), SUM),
    )


def test_each_event_is_told_against_the_game_as_it_was_then() -> None:
    """Past GO, the salary, and on: the second move starts where the first ended."""
    start = game(at={"Ann": 39}, pending=(CardDue(ANN, Deck.CHANCE),), thrown=True)
    assert [text for text, _ in told(start, DrawCard(ANN, "chance/reading"))] == [
        "Ann drew a Chance card: forward to Reading Railroad.",
        "Ann moved from Boardwalk past GO to Reading Railroad.",
        "The Bank paid Ann $200. Salary.",
        "Ann may buy Reading Railroad for $200.",
    ]


def test_what_players_need_not_hear_is_left_out() -> None:
    assert told(game(), Roll(ANN, (2, 4)), BuyDeed(ANN)) == [
        ("Ann paid the Bank $100. Oriental Avenue, price.", ("BUY-1",)),
        ("Oriental Avenue now belongs to Ann.", ("BUY-1",)),
    ]


# Taken back, done again, called otherwise

BOUGHT = (Roll(ANN, (2, 4)), BuyDeed(ANN))
CHANCE_DUE = game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True, electronic=True)
SPEED = game("platinum-2010", variants=["speed"], lapped=["Ann"])

TAKEN_BACK: list[tuple[Game, tuple[Act, ...], str]] = [
    (game(), BOUGHT, "Taken back: Ann bought Oriental Avenue (Ann gets back $100)."),
    (game(), (Roll(ANN, (2, 4)), DeclineDeed(ANN)), "Taken back: Ann did not buy Oriental Avenue."),
    (game(), (Roll(ANN, (2, 4)),), "Taken back: Ann's roll of 2 + 4."),
    (game(), (Roll(ANN, ()),), "Taken back: Ann's roll of 6 + 1."),
    (SPEED, (Roll(ANN, (1, 2), "bus"),), "Taken back: Ann's roll of 1 + 2 and the Bus."),
    (SPEED, (Roll(ANN, ()),), "Taken back: Ann's roll of 6 + 1 + 3."),
    (
        game(owns={"Ben": ["Oriental"]}),
        (Roll(ANN, (2, 4)),),
        "Taken back: Ann's roll of 2 + 4 (Ben gives back $6, Ann gets back $6).",
    ),
    (new_game(rules_of(), ("Ann", "Ben")), (Throw(BEN, ()),), "Taken back: Ben's roll of 6 + 1."),
    (
        game(owns={"Ben": ["Water"]}, pending=(UtilityThrowDue(ANN, BEN, WATER, 10, ("CARD-4",)),), thrown=True),
        (Throw(ANN, ()),),
        "Taken back: Ann's roll of 6 + 1 (Ben gives back $70, Ann gets back $70).",
    ),
    (CHANCE_DUE, (DrawCard(ANN),), "Taken back: Ann's Chance card: forward to GO (Ann gives back $200)."),
    (
        game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True),
        (DrawCard(ANN, "chance/bank-dividend"),),
        "Taken back: Ann's Chance card: a dividend (Ann gives back $50).",
    ),
    (
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        (DealDeeds(ANN, ()),),
        "Taken back: the companion dealt the deeds.",
    ),
    (
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        (DealDeeds(ANN, (0, 1, 2)),),
        "Taken back: Ann was dealt Mediterranean Avenue, Baltic Avenue and Reading Railroad.",
    ),
    (
        game(owns={"Ann": ["Reading"]}),
        (OfferDeal(ANN, CY, Goods((READING,)), Goods((), 120)),),
        "Taken back: Ann's offer to Cy: Reading Railroad for $120.",
    ),
    (
        game(),
        (CorrectCash(BEN, -5, "lost"),),
        "Taken back: the correction of Ben's cash by -$5: lost (Ben gets back $5).",
    ),
    (game(variants=["timed"]), (CallTime(),), "Taken back: the time was up."),
]


@pytest.mark.parametrize(("start", "acts", "text"), TAKEN_BACK, ids=[text for _, _, text in TAKEN_BACK])
def test_what_was_taken_back_is_named(start: Game, acts: tuple[Act, ...], text: str) -> None:
    assert told(start, *acts, Undo()) == [(text, ("UNDO-1",))]


def test_what_is_done_again_is_named() -> None:
    text = "Done again: Ann bought Oriental Avenue (Ann pays $100)."
    assert told(game(), *BOUGHT, Undo(), Redo()) == [(text, ("UNDO-1",))]


def test_several_are_taken_back_each_by_its_own_line() -> None:
    moves = made(game(), *BOUGHT, EndTurn(ANN), Undo(), Undo(), Undo(), Redo())
    assert [log_lines(move, moves)[0].text for move in moves[3:]] == [
        "Taken back: the end of Ann's turn.",
        "Taken back: Ann bought Oriental Avenue (Ann gets back $100).",
        "Taken back: Ann's roll of 2 + 4.",
        "Done again: Ann's roll of 2 + 4.",
    ]


def test_a_new_name_is_told_and_used_from_then_on() -> None:
    moves = made(game(), *BOUGHT, Rename(ANN, "[red]"), Undo())
    assert [(line.text, line.clauses) for line in log_lines(moves[2], moves)] == [
        ("Ann is now called [red].", ("SETUP-1",))
    ]
    assert log_lines(moves[3], moves)[0].text == "Taken back: [red] bought Oriental Avenue ([red] gets back $100)."
    assert log_lines(moves[1], moves)[0].text == "Ann paid the Bank $100. Oriental Avenue, price."


def test_what_is_no_move_cannot_have_been_taken_back() -> None:
    moves = made(game(), Rename(ANN, "Lou"))
    with pytest.raises(ValueError, match="only a move"):
        describe_move(moves[0], moves[0].after)


def test_a_line_says_whether_its_move_was_taken_back() -> None:
    moves = made(game(), *BOUGHT, Undo())
    gone = taken_back(moves)
    assert gone == {2}
    assert [[line.is_taken_back for line in log_lines(move, moves, gone)] for move in moves] == [
        [False] * 3,
        [True] * 2,
        [False],
    ]
    assert taken_back(made(game(), *BOUGHT, Undo(), Redo())) == set()


# Whole games


def some_whole_games() -> Iterator[list[RecordedMove]]:
    for steps in list(whole_games())[::5]:
        first = next(steps)
        yield made(first.before, first.command, *(step.command for step in steps))


def spoken(move: RecordedMove) -> Iterator[tuple[int, str]]:
    game = move.before
    for event in cast("Events", move.events):
        if text := describe_event(game, event).text:
            yield move.number, text
        game = event.apply(game)


def test_of_whole_games_every_event_that_is_spoken_of_is_in_the_log() -> None:
    for moves in some_whole_games():
        for move in moves:
            assert [(line.number, line.text) for line in log_lines(move, moves)] == list(spoken(move))


def test_every_move_of_whole_games_can_be_named() -> None:
    for move in (move for moves in some_whole_games() for move in moves):
        what = describe_move(move, move.after)
        assert what == what.strip() != ""
        assert "{" not in what
