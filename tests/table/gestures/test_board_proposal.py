"""If the board is right: the likeliest other roll, or a correction, and exactly how the money changes."""

from itertools import islice
from typing import cast

import pytest

from companion.play.acts import Act, MoveEvents, RecordedMove, Redo, Rename, Start, Undo
from companion.play.timeline import Timeline
from companion.players.dice import SeededDice
from companion.rules.commands import (
    BuyDeed,
    ChooseSteps,
    CorrectPlace,
    DrawCard,
    EndTurn,
    MoveTo,
    Roll,
)
from companion.rules.state import Game
from companion.table.gestures.board_proposal import REASON, BoardProposal, describe_changes, propose_board
from tests.kit import ANN, BEN, CY, game
from tests.table.positions import made, whole_games

SPEED = game("platinum-2010", variants=["speed"], at={"Ann": 11}, lapped=("Ann",))
BENS = game(at={"Ann": 2}, owns={"Ben": ["Oriental"]})


def proposed(start: Game, seen: int, *acts: Act) -> BoardProposal:
    """When Ann's token is seen there after these acts."""
    moves = made(start, *acts)
    return propose_board(moves[-1].after if moves else start, moves, ANN, seen)


# What was done, where the token is seen, and what would be done
EXAMPLES: dict[str, tuple[Game, list[Act], int, list[Act]]] = {
    "one more than rolled": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 9, [Undo(1), Roll(ANN, (1, 3))]),
    "one less than rolled": (game(at={"Ann": 5}), [Roll(ANN, (3, 4))], 11, [Undo(1), Roll(ANN, (2, 4))]),
    "doubles stay doubles": (game(), [Roll(ANN, (5, 5))], 8, [Undo(1), Roll(ANN, (4, 4))]),
    "doubles that cannot stay": (game(), [Roll(ANN, (5, 5))], 9, [Undo(1), Roll(ANN, (4, 5))]),
    "no doubles stay none": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 11, [Undo(1), Roll(ANN, (1, 5))]),
    "only doubles lead there": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 7, [Undo(1), Roll(ANN, (1, 1))]),
    "past GO": (game(at={"Ann": 35}), [Roll(ANN, (2, 1))], 3, [Undo(1), Roll(ANN, (2, 6))]),
    "too far for a roll": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 18, [CorrectPlace(ANN, 18, REASON)]),
    "too near for a roll": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 6, [CorrectPlace(ANN, 6, REASON)]),
    "back": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 3, [CorrectPlace(ANN, 3, REASON)]),
    "where the roll began": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 5, [CorrectPlace(ANN, 5, REASON)]),
    "nothing was rolled": (game(at={"Ann": 5}), [], 9, [CorrectPlace(ANN, 9, REASON)]),
    "already there": (game(at={"Ann": 5}), [Roll(ANN, (1, 2))], 8, []),
    "bought since": (
        game(at={"Ann": 5}),
        [Roll(ANN, (1, 2)), BuyDeed(ANN), EndTurn(ANN)],
        9,
        [Undo(3), Undo(2), Undo(1), Roll(ANN, (1, 3))],
    ),
    "another has rolled since": (
        game(),
        [Roll(ANN, (4, 6)), Roll(BEN, (4, 6))],
        9,
        [CorrectPlace(ANN, 9, REASON)],
    ),
    "taken back and done again": (
        game(at={"Ann": 5}),
        [Roll(ANN, (1, 2)), Undo(), Redo(), Rename(ANN, "Lou")],
        9,
        [Undo(1), Roll(ANN, (1, 3))],
    ),
    "the roll was taken back": (
        game(),
        [Roll(ANN, (4, 6)), Roll(BEN, (4, 6)), Undo()],
        9,
        [Undo(1), Roll(ANN, (3, 6))],
    ),
    "where the roll led, and a card led on": (
        game(at={"Ann": 5}),
        [Roll(ANN, (1, 1)), DrawCard(ANN, "chance/illinois")],
        7,
        [CorrectPlace(ANN, 7, REASON)],
    ),
    "third doubles": (game(doubles=2, at={"Ann": 5}), [Roll(ANN, (4, 4))], 13, [Undo(1), Roll(ANN, (3, 5))]),
    "a failed roll in Jail": (game(jailed={"Ann": 0}), [Roll(ANN, (1, 2))], 14, [Undo(1), Roll(ANN, (2, 2))]),
    "odd from Jail": (game(jailed={"Ann": 0}), [Roll(ANN, (1, 2))], 15, [CorrectPlace(ANN, 15, REASON)]),
    "the last try in Jail": (game(jailed={"Ann": 2}), [Roll(ANN, (1, 3))], 15, [Undo(1), Roll(ANN, (1, 4))]),
    "speed die kept": (SPEED, [Roll(ANN, (1, 2), "3")], 19, [Undo(1), Roll(ANN, (1, 4), "3")]),
    "speed die another": (SPEED, [Roll(ANN, (1, 2), "3")], 15, [Undo(1), Roll(ANN, (1, 2), "1")]),
    "speed die nearest": (
        SPEED,
        [Roll(ANN, (2, 3), "2")],
        14,
        [CorrectPlace(ANN, 14, REASON)],
    ),  # 1 + 1 + 1 is a choice
    "Mr. M kept": (SPEED, [Roll(ANN, (1, 2), "mr")], 15, [Undo(1), Roll(ANN, (1, 3), "mr")]),
    "speed die farthest": (SPEED, [Roll(ANN, (1, 2), "3")], 26, [Undo(1), Roll(ANN, (6, 6), "3")]),
    "speed die too far": (SPEED, [Roll(ANN, (2, 3), "2")], 27, [CorrectPlace(ANN, 27, REASON)]),
    "another choice of the Bus": (
        SPEED,
        [Roll(ANN, (2, 5), "bus"), ChooseSteps(ANN, 2)],
        18,
        [Undo(2), ChooseSteps(ANN, 7)],
    ),
    "no choice of the Bus": (
        SPEED,
        [Roll(ANN, (2, 5), "bus"), ChooseSteps(ANN, 2)],
        19,
        [Undo(2), Undo(1), Roll(ANN, (2, 5), "1")],
    ),
    "another space of three of a kind": (
        SPEED,
        [Roll(ANN, (2, 2), "2"), MoveTo(ANN, 24)],
        26,
        [Undo(2), MoveTo(ANN, 26)],
    ),
}


@pytest.mark.parametrize(("start", "acts", "seen", "proposes"), EXAMPLES.values(), ids=list(EXAMPLES))
def test_what_is_proposed(start: Game, acts: list[Act], seen: int, proposes: list[Act]) -> None:
    found = proposed(start, seen, *acts)
    assert (list(found.acts), found.refusal) == (proposes, "")
    after = made(start, *acts, *found.acts)
    now = after[len(acts) - 1].after if acts else start
    last = after[-1].after if after else start
    assert last.players[ANN].place == seen
    assert list(found.changes) == [new.cash - old.cash for old, new in zip(now.players, last.players, strict=True)]


def test_the_money_that_changes_is_shown_first() -> None:
    found = proposed(BENS, 8, Roll(ANN, (1, 3)))
    assert found.changes == (6, -6, 0)
    assert describe_changes(found, BENS) == ("Ann +$6", "Ben -$6")
    past_go = proposed(game(at={"Ann": 36}), 38, Roll(ANN, (1, 3)))
    assert (past_go.changes, describe_changes(past_go, BENS)) == ((-275, 0, 0), ("Ann -$275",))  # no salary, luxury tax


def test_a_correction_moves_no_money() -> None:
    found = proposed(BENS, 39, Roll(ANN, (1, 3)))
    assert found.changes == (0, 0, 0)
    assert describe_changes(found, BENS) == ()


def test_what_is_taken_back_and_done_is_told() -> None:
    found = proposed(game(at={"Ann": 5}), 9, Roll(ANN, (1, 2)), BuyDeed(ANN), Rename(ANN, "Lou"))
    assert found.taken_back == ("Lou bought Vermont Avenue", "Lou's roll of 1 + 2")
    assert found.done == "Lou's roll of 1 + 3"
    assert proposed(game(), 9).taken_back == ()
    assert proposed(game(), 9).done == f"the correction of Ann's place to Connecticut Avenue: {REASON}"


@pytest.mark.parametrize(
    ("start", "acts", "seat", "seen", "refusal"),
    [
        (game(), [], ANN, 30, "No token rests on Go To Jail: say that it is in Jail."),
        (game(at={"Ann": 5}), [Roll(ANN, (1, 1))], ANN, 30, "Ann's move is not over: Ann has to draw a card."),
        (game(bankrupt=("Ann",), turn="Ben"), [], ANN, 9, "Ann is out of the game."),
        (game(), [], ANN, 40, "There is no such space."),
        (game(), [], ANN, -1, "There is no such space."),
        (game(), [], 3, 9, "There is no such player."),
        (game(), [], -1, 9, "There is no such player."),
    ],
)
def test_what_the_rules_refuse_is_said(start: Game, acts: list[Act], seat: int, seen: int, refusal: str) -> None:
    moves = made(start, *acts)
    found = propose_board(moves[-1].after if moves else start, moves, seat, seen)
    assert found == BoardProposal(refusal=refusal)


def test_a_throw_by_the_companion_is_taken_again_by_hand() -> None:
    (taken,) = moves = made(game(at={"Ann": 5}), Roll(ANN, ()))
    assert isinstance(taken.act, Roll)
    assert taken.act.dice == ()
    found = propose_board(taken.after, moves, ANN, 5 + (2 if taken.after.players[ANN].place > 12 else 12))
    assert isinstance(found.acts[1], Roll)
    assert len(found.acts[1].dice) == 2


def test_in_whole_games_acts_bring_the_token_there_and_change_what_was_said() -> None:
    """Every proposal at many moments, given to a timeline of the same game."""
    thrown = corrected = refused = 0
    for walk in islice(whole_games(), 0, None, 3):
        moves = list[RecordedMove]()
        for number, step in enumerate(islice(walk, 60), 1):
            events = cast("MoveEvents", step.events)
            moves.append(RecordedMove(number, str(number), 0, step.command, events, step.before, step.after))
            if number % 12 or step.after.over:
                continue
            seat, seen = number % len(step.after.players), (7 * number + step.after.turn_number) % 40
            seats = {seat, step.after.turn}
            for who in seats:
                found = propose_board(step.after, moves, who, seen)
                if found.refusal:
                    refused += 1
                    continue
                end = after_all(moves, found.acts)
                assert end.players[who].place == seen
                assert found.changes == differences(step.after, end)
                thrown += any(isinstance(act, Roll) for act in found.acts)
                corrected += any(isinstance(act, CorrectPlace) for act in found.acts)
    assert min(thrown, corrected, refused) > 2, (thrown, corrected, refused)


def after_all(moves: list[RecordedMove], acts: tuple[Act, ...]) -> Game:
    timeline = Timeline(Start(moves[0].before), SeededDice(1))
    for taken in moves:
        timeline.apply(taken.act, taken.events)
    for act in acts:
        timeline.apply(act, timeline.plan(act))
    return timeline.game


def differences(before: Game, after: Game) -> tuple[int, ...]:
    return tuple(new.cash - old.cash for old, new in zip(before.players, after.players, strict=True))


def test_a_proposal_changes_nothing_itself() -> None:
    moves = made(BENS, Roll(ANN, (1, 3)))
    for seat in (ANN, BEN, CY):
        propose_board(moves[-1].after, moves, seat, 8)
    assert moves == made(BENS, Roll(ANN, (1, 3)))
