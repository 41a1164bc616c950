"""Looking back at a game: everybody's money over the turns, the ledger by reason, and the log page by page.

Every move is read once: only what came since the last look is read again.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.play.acts import DoneAgain, RecordedMove, TakenBack
from companion.play.timeline import Timeline
from companion.rules.clauses import CLAUSES
from companion.rules.events import Paid
from companion.rules.ids import BANK, Account, PlayerId
from companion.rules.state import Game
from companion.rules.worth import end_worth
from companion.table.messages.requests import ExplainAmounts, HistoryRequest, PlanRedo, PlanUndo, ReadHistory, ReadLog
from companion.table.messages.views import HistoryView, LogLine, ReasonView, TurnPoint
from companion.table.messages.wire import Reply
from companion.table.views.log import choosing_tax, concerned, log_lines, taken_back
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
        self._ends = {start.turn_number - 1: start}  # the game at the end of every turn
        self._points: dict[int, tuple[Game, TurnPoint]] = {}
        self._times: dict[str, int] = {}
        self._changes: dict[str, list[int]] = {}

    def view(self) -> HistoryView:
        moves, game = self.timeline.moves, self.timeline.game
        for move in moves[self._number :]:
            turn = move.after.turn_number
            while next(reversed(self._ends)) > turn:  # an undo ends turns that never were
                self._ends.popitem()
            self._ends[turn] = move.after
            match move.events:
                case (TakenBack(number),):
                    self._book(moves[number - 1], -1)
                case (DoneAgain(number),):
                    self._book(moves[number - 1], 1)
                case _:
                    self._book(move, 1)
        self._number = len(moves)
        points = []
        for turn, end in self._ends.items():
            if turn not in self._points or self._points[turn][0] is not end:  # new, or an undo changed how it ended
                cash = tuple(None if player.is_out else player.cash for player in end.players)
                worth = tuple(None if one.is_out else end_worth(end, seat) for seat, one in enumerate(end.players))
                self._points[turn] = end, TurnPoint(turn, cash, worth)
            points.append(self._points[turn][1])
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


def _column(account: Account, seats: int) -> int:
    return account if account >= 0 else seats if account == BANK else seats + 1


def _accounts(game: Game) -> tuple[int, ...]:
    return (*(player.cash for player in game.players), game.bank, game.pot)


def log_page(moves: Sequence[RecordedMove], before: int, seat: PlayerId) -> tuple[tuple[LogLine, ...], int]:
    """The lines, oldest first, and where the page before them ends; 0 if there is none."""
    at = min(before - 1, len(moves)) if before > 0 else len(moves)
    found: list[tuple[LogLine, ...]] = []
    gone = taken_back(moves)
    while at > 0 and len(found) < PAGE:
        move = moves[at - 1]
        if seat < 0 or seat in concerned(move, moves):
            found.append(log_lines(move, moves, gone))
        at -= 1
    return tuple(line for lines in reversed(found) for line in lines), at + 1 if at else 0
