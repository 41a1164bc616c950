"""Turning points by their rule, and the dice against what fair dice do."""

import pytest

from companion.play.acts import Start
from companion.rules.commands import AcceptDeal, BuyDeed, EndTurn, OfferDeal, Roll
from companion.rules.editions import Rules
from companion.rules.pending_steps import Goods
from companion.story import Story, tell_story
from companion.story.dice_luck import chance_of, chi_square, dice_luck
from companion.story.money import MoneyKind, money_lines
from companion.story.turning_points import MOST, PointKind, turning_points
from tests.kit import ANN, BEN, deed, game, in_every_game
from tests.story.games import story_of
from tests.table.games.test_export import ExportedGame


def told(played: ExportedGame) -> Story:
    return tell_story(played.start, played.timeline.moves, played.timeline.game)


@in_every_game
def test_the_largest_rents_and_every_bankruptcy_are_told(rules: Rules) -> None:
    story = story_of(rules)
    points = turning_points(story)
    assert [point.move for point in points] == sorted(point.move for point in points)
    rents = sorted((line.amount for line in money_lines(story) if line.kind is MoneyKind.RENT), reverse=True)[:MOST]
    texts = [point.text for point in points if point.kind is PointKind.RENT]
    assert len(texts) == len(rents)
    for amount in rents:
        assert any(f" {story.end.money(amount)} rent" in text for text in texts)
    out = sum(player.is_out for player in story.end.players)
    assert sum(point.kind is PointKind.BANKRUPTCY for point in points) == out


def test_a_deal_that_completes_a_group_is_told() -> None:
    start = game(owns={"Ann": ["Mediterranean"], "Ben": ["Baltic"]}, thrown=True)
    baltic = Goods(deeds=(deed("Baltic"),))
    played = ExportedGame(Start(start), "x").give(OfferDeal(ANN, BEN, Goods(cash=90), baltic), AcceptDeal(BEN))
    texts = [point.text for point in turning_points(told(played)) if point.kind is PointKind.DEAL]
    assert texts == ["Ann gave Ben $90 for Baltic Avenue. Now Ann held every deed of brown."]


def test_an_escape_is_told_with_what_it_might_have_cost() -> None:
    start = game(owns={"Ben": ["dark-blue"]}, buildings={"Boardwalk": 5, "Park Place": 4}, at={"Ann": 32})
    played = ExportedGame(Start(start), "x").give(Roll(ANN, (1, 2)), BuyDeed(ANN), EndTurn(ANN), Roll(BEN, (1, 3)))
    escapes = [point for point in turning_points(told(played)) if point.kind is PointKind.ESCAPE]
    assert [(point.move, point.turn) for point in escapes] == [(1, 1)]
    # Boardwalk is 7 ahead (6 of 36 ways, $2,000), Park Place 5 ahead (4 of 36 ways, $1,300): $478 on average.
    assert escapes[0].text == ("Ann had up to $2,000 rent ahead, $478 on average, and got to Short Line for nothing.")


@in_every_game
def test_every_roll_of_two_dice_is_counted_for_its_player(rules: Rules) -> None:
    luck = dice_luck(story_of(rules))
    assert luck.rolls == sum(luck.totals.values()) == sum(one.rolls for one in luck.players) > 30
    assert sum(luck.faces.values()) == 2 * luck.rolls
    assert sum(face * count for face, count in luck.faces.items()) == sum(one.total for one in luck.players)
    assert sum(luck.expected.values()) == pytest.approx(luck.rolls)
    assert "of 100 games" in luck.verdict


@pytest.mark.parametrize(
    ("square", "freedom", "chance"),
    # From the printed tables of the distribution.
    [(11.070, 5, 0.05), (15.086, 5, 0.01), (18.307, 10, 0.05), (3.841, 1, 0.05), (4.605, 2, 0.10), (0.0, 5, 1.0)],
)
def test_the_chance_is_that_of_the_printed_tables(square: float, freedom: int, chance: float) -> None:
    assert chance_of(square, freedom) == pytest.approx(chance, abs=2e-5)


def test_chi_square_by_hand() -> None:
    assert chi_square([8, 12], [10.0, 10.0]) == pytest.approx(0.8)
