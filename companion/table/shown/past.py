"""Looking back at a game in play: everybody's money over the turns, the books by reason, and the log by pages.

Read from the moves since the start, once: what was read is kept, and only what came since is read again.
"""

from collections.abc import Iterator, Sequence

from companion.play.acts import DoneAgain, RecordedMove, TakenBack
from companion.rules.clauses import CLAUSES
from companion.rules.events import Paid
from companion.rules.ids import BANK, Account, PlayerId
from companion.rules.state import Game
from companion.rules.worth import end_worth
from companion.table.games.session import Session
from companion.table.messages import (
    AboutPast,
    HistoryView,
    LogLine,
    LookBack,
    ReadLog,
    ReasonView,
    Reckon,
    Reply,
    TurnPoint,
)
from companion.table.shown.amounts import reckoned
from companion.table.shown.concerned import concerned
from companion.table.shown.log import log_lines
from companion.table.shown.secrecy import choosing

PAGE = 60  # moves
POINTS_MOST = 400  # in a long game every second turn is told, or every third


class LookingBack:
    """Answers for whichever game is in play."""

    def __init__(self) -> None:
        self._past: Past | None = None

    def answer(self, session: Session | None, request: AboutPast) -> Reply:
        if session is None:
            return Reply("", done=False, message="No game is in play: start or resume one.")
        match request:
            case LookBack():
                return Reply("", done=True, history=self._past_of(session).view())
            case Reckon():
                return Reply("", done=True, log=reckoned(session.game, self._past_of(session).view(), request))
            case ReadLog(before, seat) if seat < len(session.game.players):
                log, earlier = page(session.moves, before, seat)
                return Reply("", done=True, log=log, earlier=earlier)
        return Reply("", done=False, message="There is no such player in this game.")

    def _past_of(self, session: Session) -> "Past":
        if self._past is None or self._past.session is not session:
            self._past = Past(session)
        return self._past


class Past:
    """Of one game, as far as it was read."""

    def __init__(self, session: Session) -> None:
        start = session.start.game
        self.session = session
        self._number = 0  # of the last move that was read
        self._ends = {start.turn_number - 1: start}  # the game at the end of every turn
        self._told: dict[int, tuple[Game, TurnPoint]] = {}
        self._times: dict[str, int] = {}
        self._changes: dict[str, list[int]] = {}

    def view(self) -> HistoryView:
        moves, game = self.session.moves, self.session.game
        for taken in moves[self._number :]:
            self._read(taken, moves)
        self._number = len(moves)
        hidden = tuple(sorted(choosing(game)))
        points = _thinned([self._point(turn, end) for turn, end in self._ends.items()])
        return HistoryView(
            number=self._number,
            points=tuple(_without_worth(point, hidden) for point in points) if hidden else tuple(points),
            opening=_accounts(self.session.start.game),
            reasons=tuple(self._reasons()),
            balance=_accounts(game),
            hidden=hidden,
        )

    def _read(self, taken: RecordedMove, moves: Sequence[RecordedMove]) -> None:
        turn = taken.after.turn_number
        while next(reversed(self._ends)) > turn:  # what was taken back is no turn any more
            self._ends.popitem()
        self._ends[turn] = taken.after
        match taken.events:
            case (TakenBack(number),):
                self._book(moves[number - 1], -1)
            case (DoneAgain(number),):
                self._book(moves[number - 1], 1)
            case _:
                self._book(taken, 1)

    def _book(self, taken: RecordedMove, sign: int) -> None:
        for event in taken.events:
            if isinstance(event, Paid):
                clause = event.clauses[0]
                seats = len(taken.after.players)
                changes = self._changes.setdefault(clause, [0] * (seats + 2))
                changes[_column(event.payer, seats)] -= sign * event.amount
                changes[_column(event.payee, seats)] += sign * event.amount
                self._times[clause] = self._times.get(clause, 0) + sign

    def _reasons(self) -> Iterator[ReasonView]:
        """In the order of the rules. No row is a secret: the others and everybody's cash, which is open, tell it."""
        for clause in sorted(self._times, key=list(CLAUSES).index):
            if times := self._times[clause]:
                yield ReasonView(clause, CLAUSES[clause].title, times, tuple(self._changes[clause]))

    def _point(self, turn: int, end: Game) -> TurnPoint:
        kept = self._told.get(turn)
        if kept is None or kept[0] is not end:
            kept = self._told[turn] = end, _point(turn, end)
        return kept[1]


def _column(account: Account, seats: int) -> int:
    return account if account >= 0 else seats if account == BANK else seats + 1


def _accounts(game: Game) -> tuple[int, ...]:
    return (*(player.cash for player in game.players), game.bank, game.pot)


def _point(turn: int, game: Game) -> TurnPoint:
    cash = tuple(None if player.is_out else player.cash for player in game.players)
    worth = tuple(None if player.is_out else end_worth(game, seat) for seat, player in enumerate(game.players))
    return TurnPoint(turn, cash, worth)


def _without_worth(point: TurnPoint, hidden: tuple[PlayerId, ...]) -> TurnPoint:
    """Nobody may see what they are worth before the tax is chosen.  [TAX-1]"""
    worth = tuple(None if seat in hidden else value for seat, value in enumerate(point.worth))
    return TurnPoint(point.turn, point.cash, worth)


def _thinned(points: list[TurnPoint]) -> list[TurnPoint]:
    """The first and the last always."""
    step = -(-len(points) // POINTS_MOST)
    return points if step <= 1 else [*points[:-1:step], points[-1]]


def page(moves: Sequence[RecordedMove], before: int, seat: PlayerId) -> tuple[tuple[LogLine, ...], int]:
    """The lines, the oldest first, and where the page before them ends; 0 if there is none."""
    at = min(before - 1, len(moves)) if before > 0 else len(moves)
    found: list[tuple[LogLine, ...]] = []
    while at > 0 and len(found) < PAGE:
        taken = moves[at - 1]
        if seat < 0 or seat in concerned(taken, moves):
            found.append(log_lines(taken, moves))
        at -= 1
    return tuple(line for lines in reversed(found) for line in lines), at + 1 if at else 0
