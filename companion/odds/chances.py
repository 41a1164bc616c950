"""What many play-outs say: chances with their errors, worth at the end, what another course changes, and which deeds
decide.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from msgspec import Struct

from companion.odds.play_out import PlayOut
from companion.rules.board import GROUPS
from companion.rules.deeds import Group
from companion.rules.ids import PlayerId

Z = 1.96  # 95 times of 100, the truth is within so many standard errors
MAX_DECIDERS = 3
LEAST_SHARE, LEAST_SIDE = 0.05, 20  # of all play-outs, and how many, on either side; or nothing is said of them


class Chance(Struct, frozen=True):
    """With its interval, all from 0 to 1. Wilson's interval: it is honest near 0 and 1 as well."""

    share: float
    low: float
    high: float


class SeatOdds(Struct, frozen=True):
    wins: Chance
    worth: float  # expected at the end; nothing for whoever is out by then
    worth_error: float


class DecidingDeeds(Struct, frozen=True):
    """This player's share of wins where these deeds brought more than `amount` in the first rounds, and where not."""

    player: PlayerId
    group: Group
    amount: int
    above: float
    below: float


class PositionOdds(Struct, frozen=True):
    seats: tuple[SeatOdds, ...]
    deciders: tuple[DecidingDeeds, ...]
    unfinished: float  # the share of play-outs that were stopped, and went to the richest


def position_odds(played: Sequence[PlayOut]) -> PositionOdds:
    """Of at least one play-out."""
    seats = []
    for seat in range(len(played[0].worths)):
        worths = [one.worths[seat] for one in played]
        error = Z * stdev(worths) / sqrt(len(worths)) if len(worths) > 1 else 0.0
        seats.append(SeatOdds(chance_of(_wins(played, seat), len(played)), fmean(worths), error))
    unfinished = sum(not one.ended for one in played) / len(played)
    return PositionOdds(tuple(seats), _deciding_deeds(played), unfinished)


def chance_of(wins: float, tries: int) -> Chance:
    share = wins / tries
    middle = (share + Z * Z / (2 * tries)) / (1 + Z * Z / tries)
    spread = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries)) / (1 + Z * Z / tries)
    return Chance(share, max(middle - spread, 0.0), min(middle + spread, 1.0))


def won(one: PlayOut, seat: PlayerId) -> float:
    """Players who win together share the game, so that all chances add up to 1."""
    return 1 / len(one.winners) if seat in one.winners else 0.0


def _wins(played: Sequence[PlayOut], seat: PlayerId) -> float:
    return sum(won(one, seat) for one in played)


class Difference(Struct, frozen=True):
    """How much a player's chance changes, and the error of that."""

    change: float
    error: float


def differences(before: Sequence[PlayOut], after: Sequence[PlayOut]) -> tuple[Difference, ...]:
    """Play-outs of the same number have the same dice at first: comparing them one by one leaves less to chance."""
    found = []
    for seat in range(len(before[0].worths)):
        changes = [won(then, seat) - won(now, seat) for now, then in zip(before, after, strict=True)]
        error = Z * stdev(changes) / sqrt(len(changes)) if len(changes) > 1 else 1.0
        found.append(Difference(fmean(changes), error))
    return tuple(found)


def _deciding_deeds(played: Sequence[PlayOut]) -> tuple[DecidingDeeds, ...]:
    """Play-outs are parted by whether a player took more rent with a group than in half of them. Where the shares of
    wins on both sides differ by more than chance can do, those deeds decide; the more, the larger the difference and
    the more even the parts. At most one line for each group.
    """
    found = dict[Group, tuple[float, DecidingDeeds]]()
    for seat in range(len(played[0].worths)):
        for number, group in enumerate(GROUPS):
            taken = [one.rents[seat][number] for one in played]
            amount = sorted(taken)[len(taken) // 2]
            above = [one for one, rent in zip(played, taken, strict=True) if rent > amount]
            below = [one for one, rent in zip(played, taken, strict=True) if rent <= amount]
            if min(len(above), len(below)) < max(LEAST_SHARE * len(played), LEAST_SIDE):
                continue
            one, other = _wins(above, seat) / len(above), _wins(below, seat) / len(below)
            error = Z * sqrt(one * (1 - one) / len(above) + other * (1 - other) / len(below))
            weight = (one - other) * sqrt(len(above) * len(below)) / len(played)
            if one - other > error and weight > found.get(group, (0.0, None))[0]:
                found[group] = weight, DecidingDeeds(seat, group, amount, one, other)
    best = sorted(found.values(), key=lambda one: -one[0])[:MAX_DECIDERS]
    return tuple(decider for _, decider in best)
