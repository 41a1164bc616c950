"""What each of the two copies holds, and the one history that their sound lines prove together. Nothing is guessed."""

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from msgspec import Struct

from companion.journal.entry import JournalEntry, JournalHead, TapeLine
from companion.journal.errors import JournalDamaged, describe_saved


class CopyState(Enum):
    SOUND = "sound"  # as far as it goes
    TORN = "torn"  # sound but for a last write that was cut off
    MISSING = "missing"
    DAMAGED = "damaged"

    @property
    def phrase(self) -> str:
        """What a copy in this state is, for the end of a sentence."""
        return _PHRASES[self]


_PHRASES = {
    CopyState.SOUND: "whole, as far as it goes",
    CopyState.TORN: "cut off in its last line",
    CopyState.MISSING: "missing or empty",
    CopyState.DAMAGED: "damaged",
}


class JournalCopy(Struct, frozen=True):
    """The tape or the database: its sound lines, wherever they stood, and what is wrong with the rest."""

    name: str  # for people
    state: CopyState
    lines: tuple[TapeLine, ...] = ()
    faults: tuple[str, ...] = ()
    spoilt: tuple[bytes, ...] = ()  # texts that are no lines


def is_chain(lines: tuple[TapeLine, ...]) -> bool:
    """Does each line follow the one before it, from the head on?"""
    return bool(lines) and lines[0].number == 0 and follow(lines)


def follow(lines: Sequence[TapeLine]) -> bool:
    """Does each of them follow the one before it?"""
    pairs = pairwise(lines)
    return all(after.number == before.number + 1 and after.prev == before.hash for before, after in pairs)


class HashChain(Struct, frozen=True):
    """The head and every entry after it, each with the hash of the one before. `broken` says why it goes no further."""

    lines: tuple[TapeLine, ...]
    broken: str = ""

    @property
    def head(self) -> JournalHead:
        head = self.lines[0].record
        assert isinstance(head, JournalHead)
        return head

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        return tuple(line.record for line in self.lines if isinstance(line.record, JournalEntry))

    def require_whole(self) -> None:
        if self.broken:
            last = self.lines[-1].number
            raise JournalDamaged(self.head.game, last + 1, describe_saved(last), self.broken)


def find_chain(game: str, copies: Sequence[JournalCopy]) -> HashChain:
    """As far as it is proven. Raises JournalDamaged if not even the head is."""
    lines = tuple({line.hash: line for copy in copies for line in copy.lines}.values())
    heads = [line for line in lines if line.number == 0]
    if len(heads) != 1:
        faults = "; ".join(fault for copy in copies for fault in copy.faults[:2]) or "there is nothing"
        why = "The two copies begin differently." if heads else f"Its head is in neither copy ({faults})."
        raise JournalDamaged(game, 0, "A backup may be restored.", why)
    following: dict[tuple[int, str], list[TapeLine]] = defaultdict(list)
    for line in lines:
        following[line.number, line.prev].append(line)
    chain, ids = heads, set[str]()
    while True:
        last = chain[-1].number
        found = following[last + 1, chain[-1].hash]
        if len(found) != 1:
            break
        entry = found[0].record
        assert isinstance(entry, JournalEntry)
        if entry.id in ids:
            return HashChain(tuple(chain), f"Move {last + 1} has the id of an earlier one.")
        ids.add(entry.id)
        chain += found
    if found:
        return HashChain(tuple(chain), f"There are two different moves {last + 1}.")
    beyond = [line.number for line in lines if line.number > last]
    broken = f"No move {last + 1} fits, but there is a move {min(beyond)}." if beyond else ""
    return HashChain(tuple(chain), broken)
