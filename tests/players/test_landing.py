"""Where tokens rest in simulated games is where the exact chain says they rest."""

from functools import cache

import pytest

from companion.players.automatic import Jail
from companion.players.simulate import Plan, Tally, play_games
from companion.rules.editions import DEFAULT
from tests.kit import ATLANTIC
from tests.players.landing import (
    PLAYERS,
    bias_of_ends,
    compare,
    count_rests,
    exact_shares,
    found_shares,
    too_far,
)
from tests.players.markov import IN_JAIL

GAMES = 180  # about 60,000 throws; `make proof` counts two million and allows 0.2 points
OTHER = {Jail.LEAVE: Jail.STAY, Jail.STAY: Jail.LEAVE}


@cache
def counted(jail: Jail) -> Tally:
    total = Tally()
    for tally in play_games(Plan(DEFAULT, ATLANTIC, PLAYERS, GAMES, seed=20, jail=jail)):
        total.add(tally)
    return total


@pytest.mark.parametrize("jail", Jail)
def test_tokens_rest_where_the_chain_says(jail: Jail) -> None:
    tally = counted(jail)
    assert tally.throws > 30_000
    assert too_far(tally, exact_shares(jail), jail) == []


@pytest.mark.parametrize("jail", Jail)
def test_the_other_way_with_jail_is_told_apart(jail: Jail) -> None:
    assert IN_JAIL in too_far(counted(jail), exact_shares(OTHER[jail]), jail)


@pytest.mark.parametrize("jail", Jail)
def test_a_board_turned_by_one_space_is_told_apart(jail: Jail) -> None:
    exact = exact_shares(jail)
    turned = [exact[39], *exact[:39], exact[40]]
    assert len(too_far(counted(jail), turned, jail)) > 5


@pytest.mark.parametrize("jail", Jail)
def test_one_space_missed_one_time_in_three_is_told_apart(jail: Jail) -> None:
    """A card that leads elsewhere than to the railroad, say."""
    exact = list(exact_shares(jail))
    exact[15] += exact[5] / 3
    exact[5] -= exact[5] / 3
    assert {5, 15} <= set(too_far(counted(jail), exact, jail))


@pytest.mark.parametrize("jail", Jail)
def test_shares_add_up(jail: Jail) -> None:
    assert sum(found_shares(counted(jail))) == pytest.approx(1)
    assert sum(exact_shares(jail)) == pytest.approx(1)
    assert 0 < bias_of_ends(jail) < 1


def test_counting_goes_on_until_there_are_throws_enough() -> None:
    *_, total = count_rests(Jail.LEAVE, throws_least=3_000, seed=1, jobs=1, at_once=2)
    found = compare(total, exact_shares(Jail.LEAVE))
    assert total.games > 2
    assert found.throws == total.throws == sum(total.rests)
    assert found.worst == max(abs(a - b) for a, b in zip(found_shares(total), exact_shares(Jail.LEAVE), strict=True))
