"""Where tokens rest: shares counted over simulated games, held against the exact chain."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import sqrt
from typing import NamedTuple

from companion.players.automatic import Jail
from companion.players.simulate import Plan, Tally, play_games
from companion.rules.board import Board
from companion.rules.editions import DEFAULT
from tests.kit import ATLANTIC
from tests.players.markov import Shares, State, shares, throw

PLAYERS = 4
GAMES_AT_ONCE = 400
MIXED_AFTER = 60  # throws after which a token's start can no longer be told


class Comparison(NamedTuple):
    throws: int
    worst: float  # the largest difference of two shares
    place: int  # where it was found; 40 is in Jail


def count_rests(
    jail: Jail, throws_least: int, seed: int, jobs: int, board: Board = ATLANTIC, at_once: int = GAMES_AT_ONCE
) -> Iterator[Tally]:
    """Plain games of four, the tally so far after each part, until there are enough rolls."""
    total = Tally()
    while total.throws < throws_least:
        plan = Plan(DEFAULT, board, PLAYERS, games=at_once, seed=seed, jail=jail)
        for tally in play_games(plan, jobs):
            total.add(tally)
        seed += 1
        yield total


@cache
def exact_shares(jail: Jail) -> Shares:
    """The chain's own, once for all; not to be changed."""
    return shares(jail is Jail.LEAVE)


def found_shares(tally: Tally) -> Shares:
    return [count / tally.throws for count in tally.rests]


def compare(tally: Tally, exact: Shares) -> Comparison:
    apart = [abs(one - other) for one, other in zip(found_shares(tally), exact, strict=True)]
    return Comparison(tally.throws, max(apart), apart.index(max(apart)))


def too_far(tally: Tally, exact: Shares, jail: Jail) -> list[int]:
    """The places whose share differs by more than chance allows."""
    pairs = enumerate(zip(found_shares(tally), exact, strict=True))
    bias = bias_of_ends(jail) * PLAYERS * tally.games
    return [place for place, (one, other) in pairs if abs(one - other) > tolerance(other, tally.throws, bias)]


def tolerance(share: float, throws: int, bias: float) -> float:
    """Five standard errors, as if rolls were independent (they spread more evenly), and a bias in rolls."""
    return 5 * sqrt(share * (1 - share) / throws) + bias / throws


@cache
def bias_of_ends(jail: Jail) -> float:
    """How many rolls of any one token its start on GO adds to a place or takes from it; and as many at its end,
    since a token goes bankrupt where it is dear."""
    exact, leaves = exact_shares(jail), jail is Jail.LEAVE
    more, now = [0.0] * len(exact), {(0, 0): 1.0}
    for _ in range(MIXED_AFTER):
        now = _one_throw_on(now, leaves)
        for (place, _), weight in now.items():
            more[place] += weight
    return 2 * max(abs(one - MIXED_AFTER * other) for one, other in zip(more, exact, strict=True))


def _one_throw_on(now: dict[State, float], leaves: bool) -> dict[State, float]:
    after: dict[State, float] = defaultdict(float)
    for state, weight in now.items():
        for target, chance in _CHANCES.setdefault((state, leaves), tuple(_merged(state, leaves))):
            after[target] += weight * chance
    return after


_CHANCES: dict[tuple[State, bool], tuple[tuple[State, float], ...]] = {}


def _merged(state: State, leaves: bool) -> Iterator[tuple[State, float]]:
    merged: dict[State, float] = defaultdict(float)
    for target, chance in throw(state, leaves):
        merged[target] += float(chance)
    yield from merged.items()
