"""Taking back or doing again several moves: what they are, whose cash changes, and what to put right on the board."""

from collections.abc import Sequence
from itertools import islice, takewhile

from companion.play.acts import RecordedMove
from companion.play.board_fixes import board_fixes, describe_fix
from companion.play.timeline import Timeline
from companion.play.words import cash_given_back, cash_paid_again, describe_move
from companion.rules.state import Game
from companion.rules.tax import tells_worth
from companion.table.messages.requests import PlanRedo, PlanUndo
from companion.table.messages.views import UndoView
from companion.table.messages.wire import Reply
from companion.table.views.log import HIDDEN, choosing_tax

NOTHING_AFTER = "Nothing was done after this line that could be taken back."
NOTHING_DONE = "Nothing has been done that could be taken back."
NOT_UNDONE = "This line was not taken back, or something else was done since: it cannot be done again."


def plan_undo(timeline: Timeline, request: PlanUndo) -> Reply:
    standing = timeline.to_undo()
    if request.count:
        moves = tuple(islice(standing, request.count))
    else:
        moves = tuple(takewhile(lambda one: one.number > request.after, standing))
    if not moves:
        return Reply("", done=False, message=NOTHING_DONE if request.count else NOTHING_AFTER)
    now, then = timeline.game, moves[-1].before
    undone = tuple(event for move in moves for event in move.events)
    fixes = board_fixes(now, then, undone=undone)
    return _planned(moves, now, then, cash_given_back(now, then), tuple(describe_fix(fix, now) for fix in fixes))


def plan_redo(timeline: Timeline, request: PlanRedo) -> Reply:
    moves = timeline.to_redo()
    moves = tuple(one for one in moves if one.number <= request.until)
    if not moves or moves[-1].number != request.until:
        return Reply("", done=False, message=NOT_UNDONE)
    now, then = timeline.game, moves[-1].after
    redone = tuple(event for move in moves for event in move.events)
    fixes = board_fixes(now, then, redone=redone)
    return _planned(moves, now, then, cash_paid_again(now, then), tuple(describe_fix(fix, now) for fix in fixes))


def _planned(
    moves: Sequence[RecordedMove], now: Game, then: Game, money: Sequence[str], fixes: tuple[str, ...]
) -> Reply:
    hides = any(tells_worth(move.act) for move in moves) and (choosing_tax(now) or choosing_tax(then))
    view = UndoView(
        numbers=tuple(move.number for move in moves),
        moves=tuple(describe_move(move, now) for move in moves),
        money=(HIDDEN,) if hides else tuple(money),
        board_fixes=fixes,
    )
    return Reply("", done=True, undo=view)
