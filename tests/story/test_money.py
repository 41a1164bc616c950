"""Every figure of a story reconciles with the ledger to the dollar, in every edition and variant."""

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.play.acts import Redo, Start, Undo
from companion.rules.commands import BuyDeed, EndTurn, Redeem, Roll
from companion.rules.deeds import Group
from companion.rules.editions import CLASSIC, Rules
from companion.rules.events import Paid, TokenMoved
from companion.rules.ids import BANK, POT
from companion.rules.worth import end_worth
from companion.story import Story, tell_story
from companion.story.course import landings, worth_over_turns
from companion.story.money import MoneyKind, money_by_deed, money_by_player, money_lines
from tests.kit import ANN, BEN, NAMES, deed, game, in_every_game, new_game
from tests.story.games import story_of
from tests.table.games.test_export import ExportedGame


def told(played: ExportedGame) -> Story:
    timeline = played.timeline
    return tell_story(timeline.start, timeline.moves, timeline.game)


@in_every_game
def test_all_that_came_less_all_that_went_is_the_cash_at_the_end(rules: Rules) -> None:
    story = story_of(rules)
    assert len(story.moves) > 50
    for player in money_by_player(story):
        assert player.opening + sum(player.came.values()) - sum(player.went.values()) == player.closing
        assert player.closing == story.end.players[player.player].cash
        assert sum(player.rent_came.values()) == player.came.get(MoneyKind.RENT, 0)
        assert sum(player.rent_went.values()) == player.went.get(MoneyKind.RENT, 0)


@in_every_game
def test_what_the_bank_and_the_pot_gave_and_took_is_in_the_lines(rules: Rules) -> None:
    story = story_of(rules)
    change = Counter[int]()
    for line in money_lines(story):
        assert line.amount > 0
        change[line.payer] -= line.amount
        change[line.payee] += line.amount
    assert story.start.game.bank + change[BANK] == story.end.bank
    assert story.start.game.pot + change[POT] == story.end.pot


@in_every_game
def test_rent_by_player_by_group_and_by_deed_is_the_same_rent(rules: Rules) -> None:
    story = story_of(rules)
    paid = [event for move in story.moves for event in move.events if isinstance(event, Paid)]
    rent = sum(event.amount for event in paid if event.why.code.startswith("rent-"))
    assert rent > 0
    players, deeds = money_by_player(story), money_by_deed(story)
    assert sum(player.came.get(MoneyKind.RENT, 0) for player in players) == rent
    assert sum(player.went.get(MoneyKind.RENT, 0) for player in players) == rent
    assert sum(one.earned for one in deeds) == rent
    for group in Group:
        of_group = sum(one.earned for one in deeds if story.end.board.deeds[one.deed].group is group)
        assert sum(player.rent_came.get(group, 0) for player in players) == of_group
    bought = sum(event.amount for event in paid if event.why.code in ("price", "highest-bid", "house", "hotel"))
    assert sum(one.spent for one in deeds) == bought


@in_every_game
def test_worth_after_every_turn_ends_with_the_game(rules: Rules) -> None:
    story = story_of(rules)
    points = worth_over_turns(story)
    assert points[0].cash == tuple(player.cash for player in story.start.game.players)
    assert points[-1].worth == tuple(end_worth(story.end, seat) for seat in range(len(NAMES)))
    assert [point.turn for point in points] == sorted({point.turn for point in points})


@in_every_game
def test_every_landing_is_a_move_of_a_token(rules: Rules) -> None:
    story = story_of(rules)
    moved = [event for move in story.moves for event in move.events if isinstance(event, TokenMoved)]
    corrected = sum(event.clauses[0].startswith("CORRECT") for event in moved)
    found = landings(story)
    assert len(found) == len(moved) - corrected > 0
    for landing in found:
        assert landing.space == 10 or not landing.jailed


def test_what_was_taken_back_is_no_part_of_the_story_and_what_was_done_again_is() -> None:
    played = ExportedGame(Start(new_game(CLASSIC, ("Ann", "Ben"))), "x")
    played.give(Roll(ANN, (1, 2)), BuyDeed(ANN), Undo())
    assert [line.kind for line in money_lines(told(played))] == []
    played.give(Redo(), EndTurn(ANN), Roll(BEN, (1, 2)))
    kinds = [(line.kind, line.amount) for line in money_lines(told(played))]
    assert kinds == [(MoneyKind.DEEDS, 60), (MoneyKind.RENT, 4)]
    baltic = money_by_deed(told(played))[deed("Baltic")]
    assert (baltic.landings, baltic.rents, baltic.earned, baltic.spent, baltic.return_percent) == (2, 1, 4, 60, 6)


def test_a_mortgage_paid_off_is_two_lines() -> None:
    start = game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"])
    played = ExportedGame(Start(start), "x").give(Redeem(ANN, deed("Reading")))
    assert [(line.kind, line.amount) for line in money_lines(told(played))] == [
        (MoneyKind.MORTGAGES, 100),
        (MoneyKind.INTEREST, 10),
    ]


def test_a_turned_dollar_is_noticed() -> None:
    """The first test would not hold if a payment were told with another sum."""
    played = ExportedGame(Start(new_game(CLASSIC, ("Ann", "Ben"))), "x").give(Roll(ANN, (1, 2)), BuyDeed(ANN))
    story = told(played)
    last = story.moves[-1]
    wrong = tuple(replace(event, amount=61) if isinstance(event, Paid) else event for event in last.events)
    story = replace(story, moves=(story.moves[0], replace(last, events=wrong)))
    ann = money_by_player(story)[ANN]
    with pytest.raises(AssertionError):
        assert ann.opening + sum(ann.came.values()) - sum(ann.went.values()) == ann.closing
