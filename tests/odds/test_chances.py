"""Chances and their errors, and the deeds that decide, from play-outs small enough to count by hand."""

from math import comb

import pytest

from companion.odds.chances import chance_of, differences, position_odds
from companion.odds.play_out import PlayOut
from companion.odds.words import NOTHING_STANDS_OUT, percent, tell_odds
from companion.rules.board import GROUPS
from companion.rules.deeds import Group
from tests.kit import game

ORANGE = GROUPS.index(Group.ORANGE)


def played(*winners: int, worth: int = 1000, rent: int = 0) -> PlayOut:
    """Of Ann and Ben; Ann took this rent with the orange deeds."""
    worths = tuple(worth if seat in winners else 0 for seat in (0, 1))
    rents = [rent if number == ORANGE else 0 for number in range(len(GROUPS))]
    return PlayOut(winners, worths, (tuple(rents), (0,) * len(GROUPS)), ended=True)


def test_an_interval_is_wilsons() -> None:
    half = chance_of(50, 100)
    assert (half.share, round(half.low, 4), round(half.high, 4)) == (0.5, 0.4038, 0.5962)
    never = chance_of(0, 100)
    assert (never.share, never.low, round(never.high, 4)) == (0.0, 0.0, 0.037)
    always = chance_of(100, 100)
    assert (always.share, round(always.low, 4), round(always.high, 9)) == (1.0, 0.963, 1.0)


def test_an_interval_holds_the_truth_about_95_times_of_100() -> None:
    """Exactly, over every number of wins that 60 games of a 30% player can have."""
    held = sum(
        comb(60, wins) * 0.3**wins * 0.7 ** (60 - wins)
        for wins in range(61)
        if chance_of(wins, 60).low <= 0.3 <= chance_of(wins, 60).high
    )
    assert held == pytest.approx(0.95, abs=0.02)


def test_chances_add_up_and_players_who_win_together_share_the_game() -> None:
    seats = position_odds([played(0), played(0), played(1), played(0, 1)]).seats
    assert [seat.wins.share for seat in seats] == [0.625, 0.375]
    assert [seat.worth for seat in seats] == [750, 500]


def test_a_difference_is_taken_play_out_by_play_out() -> None:
    before = [played(0)] * 60 + [played(1)] * 40
    after = [played(0)] * 70 + [played(1)] * 30
    ann, ben = differences(before, after)
    assert (round(ann.change, 9), round(ben.change, 9)) == (0.1, -0.1)
    assert ann.error == pytest.approx(1.96 * (0.09 * 100 / 99) ** 0.5 / 10)


def test_deeds_decide_where_wins_go_with_their_rent() -> None:
    rich = [played(0, rent=300)] * 40 + [played(1, rent=300)] * 9
    poor = [played(0, rent=100)] * 16 + [played(1, rent=100)] * 35
    (decider,) = position_odds(rich + poor).deciders
    assert (decider.player, decider.group, decider.amount) == (0, Group.ORANGE, 100)
    assert (decider.above, decider.below) == (40 / 49, 16 / 51)


def test_what_chance_can_do_decides_nothing() -> None:
    even = [played(0, rent=300)] * 26 + [played(1, rent=300)] * 23 + [played(0, rent=100), played(1, rent=100)] * 25
    assert position_odds(even).deciders == ()
    assert tell_odds(game(players=("Ann", "Ben")), "Now", 99, even).deciding == (NOTHING_STANDS_OUT,)


def test_what_is_told_says_who_which_deeds_and_how_much() -> None:
    rich = [played(0, rent=300)] * 40 + [played(1, rent=300)] * 9
    poor = [played(0)] * 16 + [played(1)] * 35
    told = tell_odds(game(players=("Ann", "Ben")), "Now", 500, rich + poor)
    assert told.seats[0].told == "56% (46 to 65%)"
    assert told.seats[0].worth_told == "$560 ± 98"
    assert told.deciding == (
        "St. James Place, Tennessee Avenue and New York Avenue: Ann wins 82% if they bring Ann any rent in the next "
        "10 rounds, else 31%.",
    )
    assert told.notes[0] == "So far: 100 of 500 play-outs."


def test_only_what_never_or_always_happened_is_told_as_that() -> None:
    assert [percent(share) for share in (0, 0.001, 0.305, 0.999, 1)] == ["0%", "<1%", "30%", ">99%", "100%"]
