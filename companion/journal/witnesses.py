"""Any number of copies of one game, and the longest history that their hashes prove together. Nothing is guessed.

A line is the same line in whatever copy it stands: its hash names it, and names the line before it. The live copies say
which way the game went; backups, and copies that were set aside, only say what a line was, and how far the game once
was. What a person has left by a restore or a repair is written in the course book, and never comes back by itself.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from companion.journal.entry import NO_HASH, JournalEntry, TapeLine, Unsound, parse_line
from companion.journal.turned_bit import with_a_bit_turned


class Rank(IntEnum):
    """Whom to believe about which way the game went."""

    LIVE = 0  # the tape, the database, a running table's memory
    BACKUP = 1  # of the present course
    ASIDE = 2  # a damaged copy, or a backup of a course that was left
    UNUSED = 3


class Witness(NamedTuple):
    name: str  # for people
    rank: Rank
    lines: tuple[TapeLine, ...]
    spoilt: tuple[bytes, ...] = ()  # texts that are no lines


class HeldLine(NamedTuple):
    line: TapeLine
    rank: Rank
    where: tuple[str, ...]  # names of witnesses


class Span(NamedTuple):
    """Moves, from the first to the last."""

    first: int
    last: int
    where: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.first:
            return "The beginning" if not self.last else f"The beginning and the moves up to {self.last}"
        return f"Move {self.first}" if self.first == self.last else f"Moves {self.first} to {self.last}"

    @property
    def are(self) -> str:
        return "is" if self.first == self.last else "are"

    @property
    def were(self) -> str:
        return "was" if self.first == self.last else "were"


class OtherCourse(NamedTuple):
    """Another way the game once went."""

    after: int
    last: int
    where: tuple[str, ...]
    first_hash: str


def all_are_there(moves: int) -> str:
    if not moves:
        return "No move was made yet."
    return "Its one move is there." if moves == 1 else f"All {moves} moves are there."


class Finding(NamedTuple):
    """What opening, `verify`, `repair`, `doctor` and the greeting all go by."""

    lines: tuple[TapeLine, ...]  # proven, from the head on; empty if not even the head is
    taken: tuple[Span, ...] = ()  # what no live copy had
    turned: tuple[int, ...] = ()  # moves in which one bit was turned back
    missing: Span | None = None  # what is in no copy and stops the game
    beyond: Span | None = None  # sound moves after that
    beyond_live: bool = False  # are some of them in a live copy
    torn: bool = False  # the live copies disagree about the next move
    repeated: bool = False  # the next move has the id of an earlier one
    highest: int = 0  # that any copy or any backup's name knows of, on this course
    others: tuple[OtherCourse, ...] = ()
    doubtful: OtherCourse | None = None  # an aside copy goes on after the end, and nothing says whether it was left
    beyond_hashes: tuple[str, ...] = ()  # for the course book: where what is beyond begins
    beyond_prevs: tuple[str, ...] = ()  # the same, the lost moves right before
    marks: tuple[str, ...] = ()  # for the course book: names of moves that are in no copy

    @property
    def moves(self) -> int:
        return max(0, len(self.lines) - 1)

    @property
    def is_whole(self) -> bool:
        return bool(self.lines) and not (self.stops or self.missing or self.doubtful)

    @property
    def stops(self) -> bool:
        """Must a person decide before the game can go on?"""
        return not self.lines or self.torn or self.repeated or self.beyond_live

    @property
    def verdict(self) -> str:
        """The first sentence, the same wherever it is told."""
        if not self.lines:
            return "There are two different beginnings." if self.torn else "Its beginning is in no copy."
        if self.torn:
            return f"There are two different moves {self.moves + 1}: {_count(self.moves)} proven."
        if self.repeated:
            return f"Move {self.moves + 1} has the id of an earlier one: {_count(self.moves)} proven."
        if self.missing:
            missing = f"{self.missing} {self.missing.are} in no copy"
            return f"{missing}: {_count(self.moves, f' of at least {self.highest}')} proven."
        if self.doubtful:
            aside = f"a copy that was set aside goes on to move {self.doubtful.last} ({self.doubtful.where[0]})"
            return f"{_count(self.moves)} proven; {aside}, and nothing says whether that was meant."
        return all_are_there(self.moves)

    @property
    def details(self) -> tuple[str, ...]:
        told = [f"{span} {span.were} taken from {span.where[0]}." for span in self.taken]
        told += [f"One bit of move {number} was turned back; move {number + 1} proves it." for number in self.turned]
        if self.beyond:
            where = ", ".join(self.beyond.where)
            told.append(f"{self.beyond} cannot be played without what is missing; kept in {where}.")
        if self.others and not self.is_whole:
            best = max(self.others, key=lambda course: course.last)
            to = f"goes to move {best.last}; it is in {', '.join(best.where)}"
            told.append(f"Another course that was left after move {best.after} {to}.")
        return tuple(told)


def _count(moves: int, of: str = "") -> str:
    return f"1 move{of} is" if moves == 1 else f"{moves} moves{of} are" if moves else f"no move{of} is"


Following = dict[tuple[int, str], list[HeldLine]]  # by number and the hash of the line before


def combine(
    witnesses: Sequence[Witness],
    left: frozenset[str] = frozenset(),
    marks: Mapping[str, int] | None = None,
    *,
    knows_courses: bool = True,
) -> Finding:
    """`left` has the hashes of the first moves of courses that a person has left. `marks` are moves that backups' names
    tell of, by the beginning of their hash. If it is not known which courses were left, aside copies fill gaps only.
    """
    held = _hold(witnesses)
    ranks = _rank(held, with_aside=knows_courses)
    following: Following = defaultdict(list)
    for one in held.values():
        following[one.line.number, one.line.prev].append(one)
    way = _walk(following, ranks, _Spoilt(witnesses, held), left)
    lines = tuple(one.line for one in way.chain)
    off = _off_course(lines, following, left)
    beyond = [
        one
        for hash, one in held.items()
        if one.line.number >= len(lines) and hash not in off and ranks[hash] < Rank.UNUSED
    ]
    marked = {
        hash: number
        for hash, number in (marks or {}).items()
        if number >= len(lines) and not _begins_any(hash, off | left)
    }
    highest = max([len(lines) - 1, *(one.line.number for one in beyond), *marked.values()])
    first_beyond = min((one.line.number for one in beyond), default=highest + 1)
    missing = None if way.torn or way.repeated or first_beyond <= len(lines) else Span(len(lines), first_beyond - 1)
    gone_on = [course for course in way.others if course.after == len(lines) - 1 and course.first_hash not in left]
    hashes = {one.line.hash for one in beyond}
    return Finding(
        lines,
        _taken(way.chain),
        tuple(way.turned),
        missing,
        _span(beyond),
        any(one.rank is Rank.LIVE for one in beyond),
        way.torn,
        way.repeated,
        highest,
        tuple(way.others),
        None if knows_courses or not gone_on else max(gone_on, key=lambda course: course.last),
        tuple(one.line.hash for one in beyond if one.line.prev not in hashes),
        tuple(one.line.prev for one in beyond if one.line.prev not in hashes),
        tuple(marked),
    )


class _Way(NamedTuple):
    """How far the chain goes, and what stood beside it."""

    chain: list[HeldLine]
    turned: list[int]  # moves of which a bit was turned back
    others: list[OtherCourse]
    torn: bool  # does it end where two lines are as good as each other
    repeated: bool  # does it end where an id comes again


def _walk(following: Following, ranks: dict[str, Rank], spoilt: "_Spoilt", left: frozenset[str]) -> _Way:
    """From the head on: of the lines with this number that follow the one before, the one of the best rank, if it is
    the only one of that rank and nobody has left it.
    """
    chain: list[HeldLine] = []
    ids: set[str] = set()
    turned: list[int] = []
    others: list[OtherCourse] = []
    while True:
        number, prev = len(chain), chain[-1].line.hash if chain else NO_HASH
        found = following[number, prev]
        usable = [one for one in found if one.line.hash not in left and ranks[one.line.hash] < Rank.UNUSED]
        if not usable and (line := spoilt.turned_back(number, prev, left)) is not None:
            usable = [HeldLine(line, Rank.LIVE, ())]
            ranks[line.hash] = Rank.LIVE
            following[number, prev] = found = [*found, *usable]
            turned.append(number)
        best = min((ranks[one.line.hash] for one in usable), default=Rank.UNUSED)
        usable = [one for one in usable if ranks[one.line.hash] == best]
        taken = usable[0] if len(usable) == 1 else None
        repeated = taken is not None and _id(taken.line) in ids
        if repeated:
            taken = None
        others += [
            _follow(number - 1, one, following) for one in found if one is not taken and (taken or one not in usable)
        ]
        if taken is None:
            return _Way(chain, turned, others, torn=len(usable) > 1, repeated=repeated)
        chain.append(taken)
        ids.add(_id(taken.line))


def _hold(witnesses: Iterable[Witness]) -> dict[str, HeldLine]:
    held: dict[str, HeldLine] = {}
    for witness in witnesses:
        for line in witness.lines:
            before = held.get(line.hash)
            if before is None:
                held[line.hash] = HeldLine(line, witness.rank, (witness.name,))
            elif witness.name not in before.where:
                rank = min(before.rank, witness.rank)
                held[line.hash] = HeldLine(before.line, rank, (*before.where, witness.name))
    return held


def _rank(held: Mapping[str, HeldLine], *, with_aside: bool) -> dict[str, Rank]:
    """The best rank of a line and of all that follow it: a line that only an aside copy has is used where a better one
    goes on after it.
    """
    ranks = {hash: one.rank if with_aside or one.rank < Rank.ASIDE else Rank.UNUSED for hash, one in held.items()}
    for one in sorted(held.values(), key=lambda one: -one.line.number):
        if one.line.prev in ranks:
            ranks[one.line.prev] = min(ranks[one.line.prev], ranks[one.line.hash])
    return ranks


class _Spoilt:
    """Texts that are no lines, and what they become if a bit is turned back. Looked at only when a line is missing."""

    def __init__(self, witnesses: Iterable[Witness], held: Mapping[str, HeldLine]) -> None:
        self._texts = {text for witness in witnesses for text in witness.spoilt}
        self._proven = {one.line.prev: one.line.number - 1 for one in held.values() if one.line.number}
        self._lines: dict[str, TapeLine] | None = None

    def turned_back(self, number: int, prev: str, left: frozenset[str]) -> TapeLine | None:
        if self._lines is None:
            self._lines = dict(self._read())
        for hash, line in self._lines.items():
            if (line.number, line.prev) == (number, prev) and hash not in left and self._proven.get(hash) == number:
                return line
        return None

    def _read(self) -> Iterable[tuple[str, TapeLine]]:
        for text in sorted(self._texts):
            for guess in with_a_bit_turned(text):
                try:
                    line = parse_line(guess)
                except Unsound:
                    continue
                yield line.hash, line


def _id(line: TapeLine) -> str:
    return line.record.id if isinstance(line.record, JournalEntry) else "\0head"


def _follow(after: int, first: HeldLine, following: Mapping[tuple[int, str], list[HeldLine]]) -> OtherCourse:
    last = first
    while found := following.get((last.line.number + 1, last.line.hash), []):
        last = found[0]
    return OtherCourse(after, last.line.number, last.where, first.line.hash)


def _off_course(
    lines: Sequence[TapeLine], following: Mapping[tuple[int, str], list[HeldLine]], left: frozenset[str]
) -> set[str]:
    """Everything that hangs on a fork that the history does not take, or that a person has left. Of a fork that nobody
    has decided yet, every branch is still part of what is missing.
    """
    on = {line.hash for line in lines}
    forks = ((line.number + 1, line.hash) for line in lines[:-1])
    heads = following.get((0, NO_HASH), []) if lines else []
    stack = [one for fork in forks for one in following.get(fork, []) if one.line.hash not in on]
    stack += [one for one in heads if one.line.hash not in on]
    stack += [one for found in following.values() for one in found if one.line.hash in left or one.line.prev in left]
    off: set[str] = set()
    while stack:
        one = stack.pop()
        if one.line.hash not in off:
            off.add(one.line.hash)
            stack += following.get((one.line.number + 1, one.line.hash), [])
    return off


def _begins_any(beginning: str, hashes: Iterable[str]) -> bool:
    return any(hash.startswith(beginning) for hash in hashes)


def _taken(chain: Sequence[HeldLine]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for one in chain:
        if one.rank is Rank.LIVE:
            continue
        number = one.line.number
        if spans and spans[-1].last == number - 1 and spans[-1].where[0] in one.where:
            spans[-1] = Span(spans[-1].first, number, spans[-1].where)
        else:
            spans.append(Span(number, number, (one.where[-1],)))
    return tuple(spans)


def _span(beyond: Sequence[HeldLine]) -> Span | None:
    if not beyond:
        return None
    numbers = [one.line.number for one in beyond]
    return Span(min(numbers), max(numbers), tuple(sorted({name for one in beyond for name in one.where})))
