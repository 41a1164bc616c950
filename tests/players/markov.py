"""The exact share of rolls after which a token rests on each space: a Markov chain, written from the rules alone.

Nothing here imports the engine. A state is where the token rests and what the next roll means: how many doubles
were rolled in a row, or how many rolls have failed in Jail. Each card is equally likely at every draw.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

Shares = list[float]
State = tuple[int, int]  # (space, doubles so far), or (IN_JAIL, failed throws)

IN_JAIL = 40
VISITING = 10
GO_TO_JAIL = 30
CHANCES, CHESTS = (7, 22, 36), (2, 17, 33)
RAILROADS, UTILITIES = (5, 15, 25, 35), (12, 28)
DICE = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def next_of(spaces: tuple[int, ...], space: int) -> int:
    return next((target for target in spaces if target > space), spaces[0])


def after_chance(space: int) -> Iterator[tuple[int, int]]:
    """Where each of the sixteen cards leads, and how many of them lead there."""
    yield from ((0, 1), (24, 1), (11, 1), (5, 1), (39, 1), (IN_JAIL, 1))
    yield next_of(UTILITIES, space), 1
    yield next_of(RAILROADS, space), 2
    yield space - 3, 1
    yield space, 6


def after_chest(space: int) -> Iterator[tuple[int, int]]:
    yield from ((0, 1), (IN_JAIL, 1), (space, 14))


def settle(space: int) -> dict[int, Fraction]:
    """Where a token comes to rest that a move has brought to `space`."""
    rests: dict[int, Fraction] = defaultdict(Fraction)
    if space == GO_TO_JAIL:
        rests[IN_JAIL] = Fraction(1)
    elif space in CHANCES or space in CHESTS:
        for target, cards in after_chance(space) if space in CHANCES else after_chest(space):
            # A card that leads nowhere else ends here; three back from the last Chance is another card to draw.
            onward = {target: Fraction(1)} if target in (space, IN_JAIL) else settle(target)
            for rest, share in onward.items():
                rests[rest] += share * Fraction(cards, 16)
    else:
        rests[space] = Fraction(1)
    return dict(rests)


SETTLED = [settle(space) for space in range(40)]


def throw(state: State, leaves: bool) -> Iterator[tuple[State, Fraction]]:
    """Every state after one roll, with its probability."""
    for one, other in DICE:
        yield from ((after, share / 36) for after, share in _one_throw(state, one, other, leaves))


def _one_throw(state: State, one: int, other: int, leaves: bool) -> Iterator[tuple[State, Fraction]]:
    space, count = state
    doubles = one == other
    if space == IN_JAIL and not leaves:
        if not doubles and count < 2:
            yield (IN_JAIL, count + 1), Fraction(1)
            return
        again = 0
    else:
        again = (count if space != IN_JAIL else 0) + 1 if doubles else 0
        if again == 3:
            yield (IN_JAIL, 0), Fraction(1)
            return
    start = VISITING if space == IN_JAIL else space
    for rest, share in SETTLED[(start + one + other) % 40].items():
        yield (rest, 0 if rest == IN_JAIL else again), share


def shares(leaves: bool, rounds: int = 400) -> Shares:
    """The long run, by power iteration from GO; 400 rounds are far past where doubles stop changing."""
    states = [(space, count) for space in range(40) for count in range(3)] + [(IN_JAIL, n) for n in range(3)]
    steps = {state: _merged(state, leaves) for state in states}
    now: dict[State, float] = {(0, 0): 1.0}
    for _ in range(rounds):
        after: dict[State, float] = defaultdict(float)
        for state, weight in now.items():
            for target, chance in steps[state]:
                after[target] += weight * chance
        now = after
    return [sum(weight for (space, _), weight in now.items() if space == rest) for rest in range(IN_JAIL + 1)]


def _merged(state: State, leaves: bool) -> list[tuple[State, float]]:
    merged: dict[State, Fraction] = defaultdict(Fraction)
    for target, chance in throw(state, leaves):
        merged[target] += chance
    assert sum(merged.values()) == 1
    return [(target, float(chance)) for target, chance in merged.items()]
