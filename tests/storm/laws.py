"""The laws of saving and answering, and the witness who watches over them from beginning to end.

It sees the disk's medium, the session's moves and every line sent to a client. It changes nothing. It reads the disk
and keeps its books with code that shares nothing with the engine; the state of the game is checked against those books.
"""

import json
from collections import Counter
from typing import Any, NamedTuple

from companion.journal.backup import backups
from companion.journal.codec import digest
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from companion.play.acts import RecordedMove
from companion.rules.state import Game
from companion.table.games.session import Session
from tests.storm.broken import must
from tests.storm.ledger import BANK, POT, Falls, Holdings, Ledger, LedgerPage, hotels, houses, require_whole
from tests.storm.medium import Written, held, is_among, read_line, read_rows, tape_lines
from tests.storm.torn_disk import TornDisk

ON_DISK = "answered means on the disk"
HISTORY = "after a crash the history is the old one, or that and the command in flight"
HONEST = "an honest disk loses nothing that was answered"
SILENT = "never silently wrong"
REPLAY = "replay equals live"
ONCE = "the same id twice is one effect"
UNCHANGED = "refused means unchanged"
ZERO = "all accounts sum to zero"
GOODS = "28 deeds, 32 houses and 12 hotels"
CASH = "nobody has less than nothing"
BOOKS = "a second ledger agrees"
DOUBT = "Whether one more move was saved will be seen"  # what the table says of a move that it does not show yet


class KnownMove(NamedTuple):
    """A move that counts: its line on the tape, and the game after it."""

    id: str
    text: bytes
    after: Game


class Before(NamedTuple):
    """How things were before the table did something."""

    number: int
    game: Game
    tape: bytes
    was_troubled: bool
    was_unchecked: bool = False  # a part of the tape had not been read yet, and may be mended


class Left(NamedTuple):
    """What a crash has left of the moves that count, before any repair."""

    in_one: int  # moves, from the first on, that at least one of the two copies has
    in_both: int


class Witness:
    def __init__(self, disk: TornDisk, session: Session) -> None:
        """A game that has just begun."""
        self._disk = disk
        self._head = tape_lines(disk.medium(TAPE))[0]
        self._start = session.game
        self._hidden = False
        self.former: list[list[KnownMove]] = []  # courses of which a lying disk has lost a part
        self.sent: dict[str, Any] = {}
        self.delivered: Counter[str] = Counter()
        self.doubtful: set[str] = set()  # ids of which it cannot be known whether they were saved
        self.lost = 0
        self._at_hand: list[str] = []  # ids that hands have given in this call
        self._begin_books([])
        check_state(session.game, self.pages[0], 0)

    def _begin_books(self, course: list[KnownMove]) -> None:
        self._ledger, self._falls = Ledger(json.loads(self._head)["body"]), Falls()
        self.course: list[KnownMove] = []
        self._numbers: dict[str, int] = {}
        for known in course:
            written = read_line(known.text)
            assert written is not None
            self._enter(written, known.after)

    @property
    def pages(self) -> list[LedgerPage]:
        return self._ledger.pages

    def number_of(self, id: str) -> int:
        """The move that a command became; 0 if it is none."""
        return self._numbers.get(id, 0)

    # While the table works

    def sends(self, id: str, act: bytes) -> None:
        self.sent[id] = json.loads(act)

    def hands_give(self, id: str, act: bytes) -> None:
        """Within a call, and every time under an id of its own. Raises LawBroken."""
        must(id not in self.sent, ONCE, f"hands have given {id!r} before")
        self.sends(id, act)
        self._at_hand.append(id)

    def before(self, session: Session) -> Before:
        tape, trouble = self._disk.read(TAPE), bool(session.trouble)
        return Before(session.number, session.game, tape, trouble, bool(session.report.unchecked))

    def after(self, before: Before, session: Session, given: str = "") -> None:
        """What one call has changed: the moves it wrote, and otherwise nothing."""
        self._take_new(before, session, given)
        if session.number == before.number:
            same = session.game is before.game or digest(session.game) == digest(before.game)
            must(same, UNCHANGED, f"no move was made after {before.number}, and the game is another")
            if not before.was_troubled and not session.trouble:
                tape = self._disk.read(TAPE)
                is_mended = before.was_unchecked and tape_lines(tape) == self._lines()
                must(tape == before.tape or is_mended, UNCHANGED, "nothing was done, and the tape is another")
        unsaved = {id for id in (given, *self._at_hand) if id and not self.number_of(id)}
        self.doubtful |= unsaved if session.trouble else set()
        self._at_hand.clear()
        self._note_trouble(session)

    def died(self, before: Before, session: Session, given: str) -> None:
        """The process, in the middle of a call. Call this before the disk has heard of it."""
        self._take_new(before, session, given)
        self.doubtful |= {given, *self._at_hand}
        self._at_hand.clear()

    def _take_new(self, before: Before, session: Session, given: str) -> None:
        for taken in session.moves[before.number :]:
            was_hidden = self.number_of(taken.id) == taken.number  # not shown while there was trouble
            is_meant = taken.id in (given, *self._at_hand) or taken.id in self.doubtful or was_hidden
            must(is_meant, ONCE, f"move {taken.number} is of {taken.id!r}")
            self._take(taken, is_troubled=bool(session.trouble))

    def _note_trouble(self, session: Session) -> None:
        self._hidden = session.number < len(self.course)
        if not session.trouble:
            must(not self._hidden, HONEST, f"{len(self.course)} moves were answered, {session.number} are left")
            self.doubtful.clear()

    @property
    def is_hiding(self) -> bool:
        """Does the table show less than it has, since it cannot make sure of the rest?"""
        return self._hidden

    def _take(self, taken: RecordedMove, *, is_troubled: bool) -> None:
        if taken.number <= len(self.course):
            known = self.course[taken.number - 1]
            must(taken.id == known.id, HISTORY, f"move {taken.number} was {known.id!r} and is {taken.id!r}")
            return
        number = len(self.course) + 1
        must(taken.number == number, HISTORY, f"move {taken.number} follows move {number - 1}")
        written = self._written(number, in_both=not is_troubled)
        must(written.id == taken.id, ON_DISK, f"move {number} is {written.id!r} on the tape, {taken.id!r} at the table")
        must(not self.number_of(taken.id), ONCE, f"{taken.id!r} is written twice")
        must(written.id in self.sent, ONCE, f"nobody sent {written.id!r}")
        act, sent = written.body["act"], self.sent[written.id]
        same = all(act.get(field) == value for field, value in sent.items())
        must(same, ONCE, f"{written.id!r} was sent as {sent} and written as {act}")
        self._enter(written, taken.after)

    def _enter(self, written: Written, after: Game) -> None:
        thrown = self.pages[-1].held.throws
        self._ledger.add(written.number, written.body["events"])
        self._falls.hear(thrown, written.body)
        check_state(after, self.pages[-1], written.number)
        self.course.append(KnownMove(written.id, written.text, after))
        self._numbers[written.id] = written.number

    def _written(self, number: int, *, in_both: bool) -> Written:
        """As a power cut would leave it: on the tape, and where there is no trouble in the database too."""
        lines = tape_lines(self._disk.medium(TAPE))
        written = read_line(lines[number]) if number < len(lines) else None
        must(written is not None and written.number == number, ON_DISK, f"move {number} is not on the tape")
        assert written is not None
        if in_both:
            is_there = is_among(written.text, read_rows(self._disk.medium(DATABASE), number))
            must(is_there, ON_DISK, f"move {number} is not in the database")
        return written

    def check_heard(self, number: int) -> None:
        """A client is told of this move, at this instant."""
        must(number <= len(self.course), ON_DISK, f"move {number} is told, and there are {len(self.course)}")
        text = self.course[number - 1].text if number else self._head
        on_tape = tape_lines(self._disk.medium(TAPE))[number : number + 1] == [text]
        is_there = on_tape or is_among(text, read_rows(self._disk.medium(DATABASE), number))
        if not is_there and self._disk.model == "liar":  # it has left nothing of both copies, and a backup is read
            is_there = any(text in tape_lines(self._disk.medium(backup.path)) for backup in backups(self._disk))
        must(is_there, ON_DISK, f"move {number} is told and not on the disk")

    # After a crash

    def are_both_whole(self) -> bool:
        tape, image = self._disk.medium(TAPE), self._disk.medium(DATABASE)
        lines = self._lines()
        return held(lines, tape, b"") == held(lines, b"", image) == len(lines)

    def left(self) -> Left:
        tape, image = (self._disk.read(name) if self._disk.exists(name) else b"" for name in (TAPE, DATABASE))
        lines = self._lines()
        in_both = min(held(lines, tape, b""), held(lines, b"", image))
        return Left(held(lines, tape, image) - 1, in_both - 1)

    def _lines(self) -> list[bytes]:
        return [self._head, *(known.text for known in self.course)]

    def restarted(self, session: Session, left: Left, *, may_lose: bool) -> None:
        """A new process has read the disk."""
        more = session.moves[len(self.course) :]
        must(len(more) <= 1, HISTORY, f"{len(more)} moves more were found than were made")
        for taken in more:
            must(taken.id in self.doubtful, HISTORY, f"{taken.id!r} was found and was not in flight")
        for taken in session.moves:
            self._take(taken, is_troubled=bool(session.trouble))
        if session.number < len(self.course):
            # While nothing can be synced the last one is in doubt: both copies may have it in memory only.
            least = left.in_both - self._disk.fsync_fails if session.trouble else left.in_one
            must(session.number >= least, SILENT, f"{least} moves were still there, {session.number} were found")
            is_told = session.number >= left.in_one or DOUBT in session.trouble
            must(is_told, SILENT, f"{session.number} moves are shown of {left.in_one}, and nothing is said")
            if may_lose:
                self._go_back_to(self.course[: max(session.number, left.in_one)])
        self._note_trouble(session)
        self._check_replay(session)

    def _go_back_to(self, course: list[KnownMove]) -> None:
        self.lost += max(0, len(self.course) - len(course))
        self.former.append(self.course)
        self._begin_books(course)

    def went_back(self, session: Session) -> None:
        """A backup was restored: it must be the beginning of something that was played."""
        ids = [taken.id for taken in session.moves]
        played = [course[: len(ids)] for course in (self.course, *self.former)]
        kept = next((course for course in played if [known.id for known in course] == ids), None)
        must(kept is not None, SILENT, f"a backup of {len(ids)} moves was never played")
        self._go_back_to(kept or [])
        self._note_trouble(session)
        self._check_replay(session)

    def _check_replay(self, session: Session) -> None:
        live = self.course[session.number - 1].after if session.number else self._start
        must(digest(session.game) == digest(live), REPLAY, f"after {session.number} moves")
        if not session.trouble:
            self.require_tape(session.report.unchecked)

    def require_tape(self, unchecked: int = 0) -> None:
        """It holds what was played. The moves that were not read at opening are read, and mended, later."""
        lines = self._lines()
        read = len(lines) - 1 - unchecked
        must(tape_lines(self._disk.read(TAPE))[-read:] == lines[-read:], HISTORY, "the tape holds other moves")


def check_state(game: Game, page: LedgerPage, number: int) -> None:
    """After the move of this number. Raises LawBroken."""
    accounts = {**{seat: player.cash for seat, player in enumerate(game.players)}, BANK: game.bank, POT: game.pot}
    for amount in accounts.values():
        require_whole(amount)
    must(sum(accounts.values()) == 0, ZERO, f"after move {number} they sum to {sum(accounts.values())}")
    least = min(player.cash for player in game.players)
    must(least >= 0, CASH, f"after move {number} somebody has {least}")
    must(accounts == page.accounts, BOOKS, f"after move {number} {accounts}, in the ledger {page.accounts}")
    titles = [(title.owner, title.buildings, title.mortgaged) for title in game.titles]
    must(titles == titles_in(page.held), BOOKS, f"after move {number} deeds or buildings are elsewhere")
    held = page.held
    must(len(held.owners) == 28, GOODS, f"after move {number} there are {len(held.owners)} deeds")
    if not held.is_boundless:
        must(houses(held) <= 32, GOODS, f"after move {number} {houses(held)} houses stand")
        must(hotels(held) <= 12, GOODS, f"after move {number} {hotels(held)} hotels stand")


def titles_in(held: Holdings) -> list[tuple[int, int, bool]]:
    return list(zip(held.owners, held.buildings, held.mortgaged, strict=True))
