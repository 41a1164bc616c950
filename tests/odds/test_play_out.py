"""Play-outs: the same for one seed on any number of cores, from any position, and blind to what nobody can know."""

from contextlib import closing
from random import Random

import pytest
from msgspec.structs import replace

from companion.boards import usual_board
from companion.odds import play_out as under_test
from companion.odds.play_out import PlayOut, PlayOutPlan, play_out, play_outs
from companion.odds.position import Position, position_after
from companion.players.dice import RandomDice
from companion.players.temperament import TEMPERAMENTS
from companion.rules.board import GROUPS
from companion.rules.deeds import Group
from companion.rules.editions import CLASSIC, Rules
from tests.choices import Script
from tests.journeys import any_options, any_table, journey
from tests.kit import EVERY_GAME, board_named, game, in_every_game
from tests.story.games import story_of


def half_way(rules: Rules = CLASSIC) -> Position:
    story = story_of(rules)
    return position_after(story.start, story.moves[: len(story.moves) // 2])


def all_of(plan: PlayOutPlan, jobs: int) -> list[tuple[PlayOut, ...]]:
    return [played for _, ready in play_outs(plan, jobs) for played in ready]


def test_the_same_seed_gives_the_same_play_outs_whatever_the_number_of_cores() -> None:
    plan = PlayOutPlan((half_way(), half_way()), play_outs=23, seed=5)
    alone = all_of(plan, jobs=1)
    assert len(alone) == 23
    assert alone == all_of(plan, jobs=2) == all_of(plan, jobs=5)
    assert all(one == other for one, other in alone), "the same position and number are the same game"
    assert alone != all_of(replace(plan, seed=6), jobs=1)


def test_whoever_stops_early_has_the_first_ones() -> None:
    plan = PlayOutPlan((half_way(),), play_outs=200)
    early = list[tuple[PlayOut, ...]]()
    with closing(play_outs(plan, 2)) as results:  # type: ignore[type-var]
        for done, ready in results:
            early += ready
            assert done >= len(early)
            if len(early) >= 50:
                break
    assert 50 <= len(early) < 200
    assert early == [(play_out(plan, 0, number),) for number in range(len(early))]


@in_every_game
def test_every_edition_and_variant_is_played_out_from_its_start_and_from_half_way(rules: Rules) -> None:
    story = story_of(rules)
    plan = PlayOutPlan((position_after(story.start, ()), half_way(rules)), play_outs=3)
    for place in (0, 1):
        for number in range(3):
            played = play_out(plan, place, number)
            assert played.winners
            assert played.ended
            assert max(played.worths) > 0


@pytest.mark.parametrize(
    "number",
    [pytest.param(at, marks=pytest.mark.long_run if at % 2 else ()) for at in range(2 * len(EVERY_GAME))],
)
def test_it_goes_on_from_whatever_people_got_into(number: int) -> None:
    """Debts, auctions, offers, Jail, rolls for the start: any legal command at any moment comes before."""
    choose = Script(Random(f"odds/{number}").randbytes(8_000))
    rules = any_options(EVERY_GAME[number % len(EVERY_GAME)], choose)
    board = board_named("gull-island") if number % 3 == 0 else usual_board(rules)
    walked = [step.after for step in journey(any_table(rules, choose, board), choose, 200)]
    for now in walked[:: max(1, len(walked) // 3)]:
        position = Position(now, time_up_at=now.throws + 40)
        played = play_out(PlayOutPlan((position,), 1), 0, number)
        assert played.winners
        assert all(not now.players[seat].is_out for seat in played.winners) or now.over


# What nobody can know


def with_decks(position: Position, order: list[int]) -> Position:
    """The cards that nobody has seen, in another order."""
    decks = []
    for cards, known in zip(position.game.decks, position.known, strict=True):
        unknown = cards[: len(cards) - known]
        decks.append((*sorted(unknown, key=lambda card: order[card]), *cards[len(cards) - known :]))
    return replace(position, game=replace(position.game, decks=(decks[0], decks[1])))


def test_the_true_order_of_unseen_cards_plays_no_part() -> None:
    story = story_of(CLASSIC)
    position = position_after(story.start, story.moves[:60])
    assert 0 < position.known[0] < 16
    other = with_decks(position, Random(1).sample(range(16), 16))
    assert other != position
    plan = PlayOutPlan((position, other), 1)
    assert [play_out(plan, 0, number) for number in range(20)] == [play_out(plan, 1, number) for number in range(20)]


def test_cards_that_came_up_stay_under_the_deck_in_their_order() -> None:
    position = half_way()
    assert position.known == (16, 16), "after so many turns everybody has seen every card"
    shuffled = under_test._with_unknown_cards_shuffled(position, RandomDice.from_seed("any"))
    assert shuffled.decks == position.game.decks
    fresh = replace(position, known=(0, 3))
    chance, chest = under_test._with_unknown_cards_shuffled(fresh, RandomDice.from_seed("any")).decks
    assert chance != position.game.decks[0]
    assert sorted(chance) == sorted(position.game.decks[0])
    assert chest[-3:] == position.game.decks[1][-3:]


def test_real_decks_are_played_out_too() -> None:
    position = half_way()
    real = replace(position, game=replace(position.game, electronic_decks=False))
    assert play_out(PlayOutPlan((real,), 1), 0, 3) == play_out(PlayOutPlan((position,), 1), 0, 3)


# What is told of a play-out


def test_rents_of_the_first_rounds_are_counted_for_each_group() -> None:
    table = game(owns={"Ann": ["orange"], "Ben": ["Boardwalk"]}, turn="Ann", cash=dict.fromkeys(("Ann", "Ben"), 900))
    played = [play_out(PlayOutPlan((Position(table),), 1), 0, number) for number in range(30)]
    orange, blue = GROUPS.index(Group.ORANGE), GROUPS.index(Group.DARK_BLUE)
    assert sum(one.rents[0][orange] for one in played) > 0
    assert sum(one.rents[1][blue] for one in played) > 0
    assert sum(one.rents[1][orange] for one in played) < sum(one.rents[0][orange] for one in played)


def test_a_game_that_is_over_stays_as_it_ended() -> None:
    story = story_of(CLASSIC)
    played = play_out(PlayOutPlan((position_after(story.start, story.moves),), 1), 0, 0)
    assert played.winners == story.end.winners
    assert played.ended


def test_a_game_without_an_end_goes_to_the_richest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "MAX_THROWS", 5)
    played = play_out(PlayOutPlan((half_way(),), 1), 0, 0)
    assert not played.ended
    assert [seat for seat, worth in enumerate(played.worths) if worth == max(played.worths)] == list(played.winners)


def test_temperaments_change_what_is_played() -> None:
    seats = len(half_way().game.players)
    plans = [PlayOutPlan((half_way(),), 1, tempers=(temper,) * seats) for temper in TEMPERAMENTS.values()]
    found = {tuple(play_out(plan, 0, number).worths for number in range(8)) for plan in plans}
    assert len(found) == len(TEMPERAMENTS)
    assert found >= {tuple(play_out(PlayOutPlan((half_way(),), 1), 0, number).worths for number in range(8))}
