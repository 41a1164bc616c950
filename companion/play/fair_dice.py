"""Fair dice, provably: every throw is drawn from a seed that was committed to before the game, and from the press.

The commitment is shown when the game begins, the seed when it is over. A throw depends on the seed, on its number in
the game and on the second of its first press: the table could not choose the seed afterwards, and people who do not
know it cannot choose a throw. After an undo, the throw of the same number is that of the first press.  [UNDO-1]
"""

import hashlib
import hmac
from collections.abc import Iterator

from companion.play.dice import DiceSource
from companion.rules.commands import SPEED_FACES
from companion.rules.ids import DeedId

SEED_BYTES = 16
COMMITMENT_CHARS = 24
_SPEED_DIE = (*SPEED_FACES, "mr")  # three numbers, the Bus, and Mr. M on two of its faces
_WHITE = 3  # at most; always drawn, so that the Speed Die does not depend on how many were used


def commitment_of(seed: str) -> str:
    """Short enough to write down, and too long to find another seed for."""
    return hashlib.sha256(f"companion dice 1 {seed}".encode()).hexdigest()[:COMMITMENT_CHARS]


def in_groups(code: str) -> str:
    """For people to read aloud: four characters at a time."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))


def throw(seed: str, number: int, second: int) -> tuple[tuple[int, ...], str]:
    """Three white dice and the Speed Die, of which a throw uses as many as it needs, the first ones."""
    faces = _faces(seed, number, second)
    white = tuple(next(faces) for _ in range(_WHITE))
    return white, _SPEED_DIE[next(faces) - 1]


def _faces(seed: str, number: int, second: int) -> Iterator[int]:
    """Each face has 42 of the first 252 values of a byte. The other four values are passed over."""
    block = 0
    while True:
        drawn = hmac.digest(seed.encode(), f"throw {number} at {second} block {block}".encode(), "sha256")
        yield from (1 + value % 6 for value in drawn if value < 252)
        block += 1


class FairDice:
    """`pressed_ms` is when the throw that is planned now was asked for. Decks and deals come from another source."""

    def __init__(self, seed: str, others: DiceSource) -> None:
        self._seed = seed
        self._others = others
        self._first: dict[int, int] = {}  # the second of the first press, by the number of the throw
        self.pressed_ms = 0

    def remember_press(self, number: int, at_ms: int) -> None:
        self._first.setdefault(number, at_ms // 1000)

    def presses_from(self, number: int) -> tuple[tuple[int, int], ...]:
        """Of throws with this number or a higher one."""
        return tuple((one, second) for one, second in self._first.items() if one >= number)

    def forget_before(self, number: int) -> None:
        """Of throws with a lower number: the game cannot come back to them."""
        self._first = {one: second for one, second in self._first.items() if one >= number}

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        white, face = throw(self._seed, number, self._first.get(number, self.pressed_ms // 1000))
        return white[:count], face if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._others.decks()

    def deal(self) -> tuple[DeedId, ...]:
        return self._others.deal()
