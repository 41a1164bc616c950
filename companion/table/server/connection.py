"""One client connected to the table: who it is, what it may do, and a bounded queue of lines to send.

The Banker may do anything, players only give their own commands, and viewers nothing.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from companion.play.acts import Act, Redo, Rename, Undo
from companion.play.timeline import Timeline
from companion.rules.catalogue import is_by_hand, is_left_open, seat_of, spec_of
from companion.rules.commands import AnyRoll, DrawCard
from companion.rules.editions import EDITIONS, Cards
from companion.rules.ids import PlayerId
from companion.rules.phrases import names
from companion.rules.state import Game
from companion.table.messages.message import Message, RoleName
from companion.table.messages.wire import Ask, Goodbye, Moved, Snapshot, Working, encode

MAX_WAITING = 64  # lines
MAX_SEATS = max(book.players_max for book in EDITIONS.values())


# Who gets the same news: the role and seat of a player's or an onlooker's page. All others get the Banker's.
Audience = tuple[RoleName | None, PlayerId] | None


class _QueuedLine(NamedTuple):
    content: bytes
    is_news: bool  # a snapshot replaces it, or it may get lost


class Connection:
    """`wake` is called when there is something to send. A client too slow for the news gets a snapshot instead."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self._waiting: deque[_QueuedLine] = deque()
        self._is_behind = False
        self.role: RoleName | None = None  # None until the hello
        self.seat: PlayerId = -1
        self.name = ""
        self.device = ""  # a paired one
        self.person = ""  # to whom a player's device belongs
        self.is_leaving = False
        self.put_in_line: Callable[[Ask], None] | None = None  # for questions that take long; None: answered at once
        self.cancel: Callable[[str], None] = lambda _: None

    @property
    def audience(self) -> Audience:
        return (self.role, self.seat) if self.device and self.role != "banker" else None

    def tell(self, message: Message) -> None:
        self.send(encode(message), is_news=isinstance(message, Moved | Snapshot | Working))

    def send(self, content: bytes, *, is_news: bool) -> None:
        if self.is_leaving or (is_news and self._is_behind):
            return
        if len(self._waiting) >= MAX_WAITING:
            self.fall_behind()
        if len(self._waiting) >= MAX_WAITING:
            self.hang_up("Too much was asked and too little read.")
        elif not (is_news and self._is_behind):
            self._waiting.append(_QueuedLine(content, is_news))
            self._wake()

    def fall_behind(self) -> None:
        """Drop queued updates; a snapshot is sent next."""
        self._waiting = deque(line for line in self._waiting if not line.is_news)
        self._is_behind = True
        self._wake()

    def hang_up(self, why: str) -> None:
        self._waiting.clear()
        self._is_behind = False
        self._waiting.append(_QueuedLine(encode(Goodbye(why)), is_news=False))
        self.is_leaving = True
        self._wake()

    def next_line(self, snapshot: "Callable[[Audience], bytes]") -> bytes:
        """What to send now; empty if there is nothing."""
        if self._waiting:
            return self._waiting.popleft().content
        if self._is_behind:
            self._is_behind = False
            return snapshot(self.audience)
        return b""


def why_forbidden(role: RoleName, seat: PlayerId, act: Act, timeline: Timeline | None = None) -> str:
    """A sentence, or empty if it is allowed. With real dice and cards, players enter what is theirs."""
    if role == "banker":
        return ""
    if role == "viewer":
        return "This screen only watches."
    if seat < 0:
        return "Say first whose phone this is."
    if isinstance(act, Undo) and timeline is not None and may_take_back(timeline, seat):
        return "" if act.number == timeline.number else "Something else was done or taken back in the meantime."
    if isinstance(act, Undo | Redo | Rename) or spec_of(act).banker:
        return "Only the Banker may do that."
    if seat_of(act) != seat:
        return "That is another player's to do."
    has_real_dice = timeline is not None and timeline.start.dice == "hand"
    if has_real_dice and isinstance(act, AnyRoll):
        return "Real dice are rolled in this game: enter what you rolled." if is_left_open(act) else ""
    if isinstance(act, DrawCard) and timeline is not None and has_real_cards(timeline.game):
        return ""
    return "Only the Banker may enter a roll or a card." if is_by_hand(act) else ""


def may_take_back(timeline: Timeline, seat: PlayerId) -> bool:
    """Only a player's own move, and only while it is the last."""
    last = timeline.undoable()
    if last is None or last.number != timeline.number or isinstance(last.act, Undo | Redo | Rename):
        return False
    return seat_of(last.act) == seat


def has_real_cards(game: Game) -> bool:
    return not game.electronic_decks and game.rules.cards is not Cards.TASK


def why_no_seat(seat: PlayerId, game: Game | None) -> str:
    """A sentence; empty if somebody has that seat, or may have it in the next game."""
    if seat >= MAX_SEATS:
        return f"Nobody is player {seat + 1:,}: at most {MAX_SEATS} can play."
    if game is None or seat < len(game.players):
        return ""
    return f"Nobody is player {seat + 1} in this game: it is played by {names(game, range(len(game.players)))}."
