"""The one history that the sound lines of both copies prove, or none: nothing is guessed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from companion.journal.copies import Copy
from companion.journal.entry import Entry, Head
from companion.journal.errors import JournalDamaged, what_is_saved
from companion.journal.line import Line


class Chain(Struct, frozen=True):
    """The head and every entry after it, each with the hash of the one before. `broken` says why it goes no further."""

    lines: tuple[Line, ...]
    broken: str = ""

    @property
    def head(self) -> Head:
        head = self.lines[0].record
        assert isinstance(head, Head)
        return head

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(line.record for line in self.lines if isinstance(line.record, Entry))

    def require_whole(self) -> None:
        if self.broken:
            last = self.lines[-1].number
            raise JournalDamaged(self.head.game, last + 1, what_is_saved(last), self.broken)


def find_chain(game: str, copies: Sequence[Copy]) -> Chain:
    """As far as it is proven. Raises JournalDamaged if not even the head is."""
    lines = tuple({line.hash: line for copy in copies for line in copy.lines}.values())
    following: dict[tuple[int, str], list[Line]] = defaultdict(list)
    for line in lines:
        following[line.number, line.prev].append(line)
    chain, ids = [_the_head(game, copies, lines)], {""}
    while len(found := following[chain[-1].number + 1, chain[-1].hash]) == 1 and _id(found[0]) not in ids:
        chain += found
        ids.add(_id(found[0]))
    return Chain(tuple(chain), _why_broken(chain[-1].number, found, lines))


def _id(line: Line) -> str:
    return line.record.id if isinstance(line.record, Entry) else ""


def _the_head(game: str, copies: Sequence[Copy], lines: Iterable[Line]) -> Line:
    heads = [line for line in lines if line.number == 0]
    if len(heads) == 1:
        return heads[0]
    faults = "; ".join(fault for copy in copies for fault in copy.faults[:2]) or "there is nothing"
    why = "The two copies begin differently." if heads else f"Its head is in neither copy ({faults})."
    raise JournalDamaged(game, 0, "A backup may be restored.", why)


def _why_broken(last: int, found: list[Line], lines: Iterable[Line]) -> str:
    if len(found) > 1:
        return f"There are two different moves {last + 1}."
    if found:
        return f"Move {last + 1} has the id of an earlier one."
    beyond = [line.number for line in lines if line.number > last]
    return f"No move {last + 1} fits, but there is a move {min(beyond)}." if beyond else ""
