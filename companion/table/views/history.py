"""Looking back at a game: everybody's money over the turns, the ledger by reason, and the log page by page.

Every move is read once: only what came since the last look is read again.
"""

from collections import deque
from collections.abc import Sequence
from itertools import islice

from msgspec.structs import replace

from companion.play.acts import DoneAgain, RecordedMove, TakenBack
from companion.play.move_list import backwards
from companion.play.timeline import Timeline
from companion.rules.clauses import CLAUSES
from companion.rules.events import Paid
from companion.rules.ids import BANK, Account, PlayerId
from companion.rules.state import Game
from companion.rules.worth import end_worth
from companion.table.messages.requests import ExplainAmounts, HistoryRequest, PlanRedo, PlanUndo, ReadHistory, ReadLog
from companion.table.messages.views import HistoryView, LogLine, ReasonView, TurnPoint
from companion.table.messages.wire import Reply
from companion.table.views.log import choosing_tax, concerned, log_lines
from companion.table.views.undo_plan import plan_redo, plan_undo
from companion.table.views.why import explain_amounts

PAGE = 60  # moves
MAX_POINTS = 400  # of a longer game only every second or third turn is sent


class LookingBack:
    """Answers for whichever game is in play; a snapshot of its timeline will do."""

    def __init__(self) -> None:
        self._history: GameHistory | None = None

    def answer(self, timeline: Timeline | None, request: HistoryRequest) -> Reply:
        if timeline is None:
            return Reply("", done=False, message="No game is in play: start or resume one.")
        if self._history is None or self._history.timeline.course is not timeline.course:
            self._history = GameHistory(timeline)
        self._history.timeline = timeline
        match request:
            case ReadHistory():
                return Reply("", done=True, history=self._history.view())
            case ExplainAmounts():
                return Reply("", done=True, log=explain_amounts(timeline.game, self._history.view(), request))
            case ReadLog(before, seat) if seat < len(timeline.game.players):
                log, earlier = log_page(timeline.moves, before, seat)
                return Reply("", done=True, log=log, earlier=earlier)
            case PlanUndo():
                return plan_undo(timeline, request)
            case PlanRedo():
                return plan_redo(timeline, request)
        return Reply("", done=False, message="There is no such player in this game.")


class GameHistory:
    """Of one game, as far as it has been read."""

    def __init__(self, timeline: Timeline) -> None:
        start = timeline.start.game
        self.timeline = timeline
        self._number = 0  # of the last move that was read
        self._end = start.turn_number - 1, start  # the turn that was read last, and the game as it stood then
        self._points: dict[int, TurnPoint] = {}  # the turns before that one
        self._times: dict[str, int] = {}
        self._changes: dict[str, list[int]] = {}

    def view(self) -> HistoryView:
        moves, game = self.timeline.moves, self.timeline.game
        for move in islice(moves, self._number, None):
            turn, before = move.after.turn_number, self._end[0]
            if turn > before:
                self._points[before] = _point(*self._end)
            while self._points and next(reversed(self._points)) >= turn:  # an undo ends turns that never were
                self._points.popitem()
            self._end = turn, move.after
            match move.events:
                case (TakenBack(number),):
                    self._book(moves[number - 1], -1)
                case (DoneAgain(number),):
                    self._book(moves[number - 1], 1)
                case _:
                    self._book(move, 1)
        self._number = len(moves)
        points = [*self._points.values(), _point(*self._end)]
        step = -(-len(points) // MAX_POINTS)
        if step > 1:
            points = [*points[:-1:step], points[-1]]
        hidden = tuple(sorted(choosing_tax(game)))  # nobody may see what they are worth  [TAX-1]
        if hidden:
            points = [
                replace(point, worth=tuple(None if seat in hidden else one for seat, one in enumerate(point.worth)))
                for point in points
            ]
        # No row of the ledger is hidden: the others, and everybody's cash, would tell it anyway.
        reasons = (
            ReasonView(clause, CLAUSES[clause].title(game.board), times, tuple(self._changes[clause]))
            for clause, times in sorted(self._times.items(), key=lambda row: list(CLAUSES).index(row[0]))
            if times
        )
        return HistoryView(
            number=self._number,
            points=tuple(points),
            opening=_accounts(self.timeline.start.game),
            reasons=tuple(reasons),
            balance=_accounts(game),
            hidden=hidden,
        )

    def _book(self, move: RecordedMove, sign: int) -> None:
        for event in move.events:
            if isinstance(event, Paid):
                clause = event.clauses[0]
                seats = len(move.after.players)
                changes = self._changes.setdefault(clause, [0] * (seats + 2))
                changes[_column(event.payer, seats)] -= sign * event.amount
                changes[_column(event.payee, seats)] += sign * event.amount
                self._times[clause] = self._times.get(clause, 0) + sign


def _point(turn: int, end: Game) -> TurnPoint:
    """How everybody stood at the end of a turn."""
    cash = tuple(None if player.is_out else player.cash for player in end.players)
    worth = tuple(None if one.is_out else end_worth(end, seat) for seat, one in enumerate(end.players))
    return TurnPoint(turn, cash, worth)


def _column(account: Account, seats: int) -> int:
    return account if account >= 0 else seats if account == BANK else seats + 1


def _accounts(game: Game) -> tuple[int, ...]:
    return (*(player.cash for player in game.players), game.bank, game.pot)


def log_page(moves: Sequence[RecordedMove], before: int, seat: PlayerId) -> tuple[tuple[LogLine, ...], int]:
    """The lines, oldest first, and where the page before them ends; 0 if there is none."""
    found, earlier = deque[tuple[LogLine, ...]](), 0
    for move, is_gone in backwards(moves):
        if 0 < before <= move.number or (seat >= 0 and seat not in concerned(move, moves)):
            continue
        if len(found) == PAGE:
            earlier = move.number + 1
            break
        found.appendleft(log_lines(move, moves, {move.number} if is_gone else frozenset()))
    return tuple(line for lines in found for line in lines), earlier
