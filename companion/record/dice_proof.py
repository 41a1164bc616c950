"""The proof of a game's throws: lines at the end of a record, and their verification.

# dice commitment 8d0c…            shown when the game began
# dice seed 51ab…                  revealed when it was over
# dice throw 0 at 1763438400: 3 4  the number of the throw, the second of its first press, and what was thrown
# dice seal 77e0…                  over everything above
"""

import hashlib
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.play.acts import RecordedMove, Start
from companion.play.dice import roll_or_draw
from companion.play.fair_dice import commitment_of, throw
from companion.record.errors import RecordError
from companion.record.parser import parse
from companion.record.runner import Accepted, Failed, Runner
from companion.rules.catalogue import is_left_open
from companion.rules.events import CardDrawn
from companion.rules.state import Game

_LINE = re.compile(r"# dice (commitment|seed|throw|seal) (.+)")
_THROW = re.compile(r"(\d+) at (\d+): ([1-6](?: [1-6]){1,2})(?: speed (1|2|3|bus|mr))?")


class CheckedThrow(Struct, frozen=True):
    number: int
    second: int
    shown: str  # as the record says
    drawn: str  # as the seed says

    @property
    def holds(self) -> bool:
        return self.shown == self.drawn


class DiceProof(Struct, frozen=True):
    """What verification found. Without problems, nothing was altered since the commitment was shown."""

    commitment: str
    throws: tuple[CheckedThrow, ...]
    problems: tuple[str, ...]


class NoProof(Exception):
    """Nothing can be verified. The message says why, in sentences."""


def proof_lines(start: Start, moves: Sequence[RecordedMove], record: str, *, is_over: bool) -> str:
    """The record with its proof. Without a committed seed, the record as it is."""
    if not start.dice_seed:
        return record
    lines = [f"# dice commitment {commitment_of(start.dice_seed)}"]
    if not is_over:
        return record + "\n".join((*lines, "# The seed is revealed when the game is over.", ""))
    lines.append(f"# dice seed {start.dice_seed}")
    first: dict[int, int] = {}  # the move of the first press, by the number of the throw
    shown: dict[int, str] = {}
    for move in moves:
        rolled = _companions_roll(move)
        if rolled:
            number = move.before.throws
            first.setdefault(number, move.at_ms // 1000)
            if len(rolled) > len(shown.get(number, "")):
                shown[number] = rolled
    lines += [f"# dice throw {number} at {first[number]}: {shown[number]}" for number in sorted(first)]
    text = record + "\n".join((*lines, ""))
    return f"{text}# dice seal {_seal(text)}\n"


def _companions_roll(move: RecordedMove) -> str:
    """The faces, if the companion rolled; otherwise empty."""
    rolled = roll_or_draw(move.events)
    if rolled is None or isinstance(rolled, CardDrawn) or not is_left_open(move.act):  # type: ignore[arg-type]
        return ""
    return _words(rolled.dice, getattr(rolled, "speed", ""))


def _words(white: Sequence[int | str], speed: str) -> str:
    return " ".join((*map(str, white), *(["speed", speed] if speed else [])))


def _seal(text: str) -> str:
    """Of every line before it, however lines end and whatever a byte order mark says."""
    lines = "\n".join(text.removeprefix("\ufeff").splitlines())
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def verify(text: str) -> DiceProof:
    """Raises NoProof where there is nothing to verify, also for records of older games."""
    found = [(match[1], match[2]) for line in text.splitlines() if (match := _LINE.fullmatch(line.rstrip()))]
    said = {kind: value for kind, value in found if kind != "throw"}
    if "commitment" not in said:
        raise NoProof(
            "This record has no commitment to verify: its dice were real, or it began before the companion made them."
        )
    if "seed" not in said and "seal" not in said:
        raise NoProof("The seed is revealed when the game is over. Export the game again then.")
    commitment, seed = said["commitment"], said.get("seed", "")
    problems = []
    if len(found) - len(said) != sum(kind == "throw" for kind, _ in found):
        problems.append("A line of the proof is there twice.")
    if commitment_of(seed) != commitment:
        problems.append(f"The seed does not belong to the commitment: it would be {commitment_of(seed)}.")
    above, mark, seal = text.rpartition("# dice seal ")
    if not mark or seal.strip() != _seal(above):
        problems.append("The seal is not that of the lines above it: something in this file was altered.")
    throws = list[CheckedThrow]()
    for value in (value for kind, value in found if kind == "throw"):
        match = _THROW.fullmatch(value)
        if match is None:
            problems.append(f"This is no throw: {value}")
            continue
        number, second = int(match[1]), int(match[2])
        white, face = throw(seed, number, second)
        drawn = _words(white[: len(match[3].split())], face if match[4] else "")
        throws.append(CheckedThrow(number, second, _words(match[3].split(), match[4] or ""), drawn))
    problems += [
        f"Throw {one.number}: the record says {one.shown}, the seed says {one.drawn}."
        for one in throws
        if not one.holds
    ]
    seconds = [one.second for one in throws]
    if seconds != sorted(seconds):
        problems.append("A press is earlier than the one before it; the table's clock may have been set back.")
    if not problems:
        problems += _unlike_the_game(text, {one.number: one.shown for one in throws})
    return DiceProof(commitment, tuple(throws), tuple(problems))


def _unlike_the_game(text: str, proven: dict[int, str]) -> Iterator[str]:
    """Every throw of the proof must be a throw of the game, unless other dice were entered in its place."""
    try:
        outcomes = list(Runner(parse(text)).play())
    except (RecordError, Failed) as error:
        yield f"The record itself does not hold: {error}"
        return
    played: dict[int, list[str]] = {}
    for outcome in outcomes:
        if isinstance(outcome, Accepted) and (rolled := _rolled(outcome.before, outcome.events)):
            played.setdefault(rolled[0], []).append(rolled[1])
    for number, faces in proven.items():
        if number not in played:
            yield f"Throw {number} is not in the game."
        elif faces not in played[number]:
            yield f"Throw {number} was {faces}, and the game has {' and '.join(played[number])}."


def _rolled(before: Game, events: Sequence[object]) -> tuple[int, str] | None:
    rolled = roll_or_draw(events)
    if rolled is None or isinstance(rolled, CardDrawn):
        return None
    return before.throws, _words(rolled.dice, getattr(rolled, "speed", ""))
