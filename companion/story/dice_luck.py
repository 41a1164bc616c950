"""The dice of a game against what fair dice do: counts, what to expect, and a chi-square test."""

import math
from collections import Counter

from msgspec import Struct

from companion.rules.events import DiceRolled, DiceThrown, StartThrown
from companion.rules.ids import PlayerId
from companion.story.course import Story
from companion.story.money import WAYS

MIN_ROLLS = 30  # with fewer, a test could say nothing


class PlayerLuck(Struct, frozen=True):
    player: PlayerId
    rolls: int
    total: int
    doubles: int


class DiceLuck(Struct, frozen=True):
    """All rolls of two white dice. `chance` is how often fair dice stray at least as far from the expectation."""

    rolls: int
    totals: dict[int, int]
    expected: dict[int, float]
    faces: dict[int, int]
    doubles: int
    chance: float
    players: tuple[PlayerLuck, ...]

    @property
    def verdict(self) -> str:
        if self.rolls < MIN_ROLLS:
            return f"{self.rolls} rolls are too few to say anything about the dice."
        often = "less than 1" if self.chance < 0.01 else f"about {self.chance * 100:.0f}"
        said = f"With fair dice, {often} of 100 games have faces at least this uneven."
        if self.chance < 0.01:
            return f"{said} That is rare, though among many games some are like that."
        if self.chance < 0.05:
            return f"{said} That is unusual, and no proof of anything."
        return f"{said} Nothing speaks against these dice."


def dice_luck(story: Story) -> DiceLuck:
    totals, faces, doubles = Counter[int](), Counter[int](), 0
    luck = [[0, 0, 0] for _ in story.names]
    for told in story.events():
        match told.event:
            case DiceRolled(player=player, dice=(one, other)) | DiceThrown(player=player, dice=(one, other)):
                pass
            case StartThrown(player=player, dice=(one, other)):
                pass
            case _:
                continue
        totals[one + other] += 1
        faces.update((one, other))
        doubles += one == other
        mine = luck[player]
        mine[0], mine[1], mine[2] = mine[0] + 1, mine[1] + one + other, mine[2] + (one == other)
    rolls = totals.total()
    return DiceLuck(
        rolls,
        {total: totals[total] for total in WAYS},
        {total: rolls * ways / 36 for total, ways in WAYS.items()},
        {face: faces[face] for face in range(1, 7)},
        doubles,
        chance_of(chi_square([faces[face] for face in range(1, 7)], [rolls / 3] * 6), 5) if rolls else 1.0,
        tuple(PlayerLuck(seat, *mine) for seat, mine in enumerate(luck)),
    )


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((count - hoped) ** 2 / hoped for count, hoped in zip(counts, expected, strict=True))


def chance_of(square: float, freedom: int) -> float:
    """How often a chi-square with so many degrees of freedom is at least this large."""
    half = square / 2
    if freedom % 2:
        tail, order = math.erfc(math.sqrt(half)), 0.5
    else:
        tail, order = math.exp(-half), 1.0
    while order < freedom / 2:
        if half:
            tail += math.exp(order * math.log(half) - half - math.lgamma(order + 1))
        order += 1
    return min(1.0, tail)
