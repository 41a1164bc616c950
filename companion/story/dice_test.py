"""Statistics of the companion's fair dice: are faces, pairs and runs as they should be?"""

import math
from collections import Counter
from itertools import pairwise

from msgspec import Struct

from companion.play.fair_dice import throw
from companion.story.dice_luck import chance_of, chi_square


class MeasuredDice(Struct, frozen=True):
    """`chances` says for each test how often fair dice stray at least as far."""

    faces: dict[int, int]
    chances: dict[str, float]


def measure_dice(seed: str, throws: int) -> MeasuredDice:
    """As in a game: one throw after another, and a press every seven seconds."""
    pairs, speeds, totals = Counter[tuple[int, ...]](), Counter[str](), list[int]()
    for number in range(throws):
        white, speed = throw(seed, number, 1_800_000_000 + 7 * number)
        pairs[white[:2]] += 1
        speeds[speed] += 1
        totals.append(white[0] + white[1])
    faces = Counter[int]()
    for (one, other), count in pairs.items():
        faces[one] += count
        faces[other] += count
    followers = Counter(zip(totals[::2], totals[1::2], strict=False))  # no throw is in two of these pairs
    ways = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}
    steps = [(one, other) for one in ways for other in ways]
    hoped = [throws // 2 * ways[one] * ways[other] for one, other in steps]
    bus, mr = speeds["bus"], speeds["mr"]
    numbers = [speeds[face] for face in ("1", "2", "3")]
    return MeasuredDice(
        {face: faces[face] for face in range(1, 7)},
        {
            "faces": chance_of(chi_square([faces[face] for face in range(1, 7)], [throws / 3] * 6), 5),
            "pairs of two dice": chance_of(
                chi_square([pairs[one, other] for one in range(1, 7) for other in range(1, 7)], [throws / 36] * 36), 35
            ),
            "totals that follow each other": chance_of(chi_square([followers[step] for step in steps], hoped), 120),
            "runs above and below 7": _runs(totals),
            "the Speed Die": chance_of(chi_square([*numbers, bus, mr], [throws / 6] * 3 + [throws / 6, throws / 3]), 4),
        },
    )


def _runs(totals: list[int]) -> float:
    """The test of Wald and Wolfowitz, over the totals that are not 7."""
    sides = [total > 7 for total in totals if total != 7]
    above, count = sum(sides), len(sides)
    below = count - above
    runs = 1 + sum(one != other for one, other in pairwise(sides))
    mean = 1 + 2 * above * below / count
    spread = math.sqrt((mean - 1) * (mean - 2) / (count - 1))
    return math.erfc(abs(runs - mean) / spread / math.sqrt(2))
