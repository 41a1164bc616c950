"""One light and one sound for what a move brought: money in, money out, and whose turn it is to throw or to pay."""

from companion.play.acts import RecordedMove
from companion.play.due_throw import due_to_throw
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from companion.table.gestures.meanings import Cue


def cues_after(taken: RecordedMove) -> tuple[Cue, ...]:
    """Money first, then the turn."""
    money = _money(taken)
    called = ("your-turn",) if _is_called(taken.before, taken.after) else ()
    return (*((money,) if money else ()), *called)


def _money(taken: RecordedMove) -> Cue | None:
    """As whoever did it feels it; else as the player on turn does, or whoever it came to or left."""
    before = taken.before
    actor: PlayerId = getattr(taken.act, "player", before.turn)
    seats = (actor, before.turn, *range(len(before.players)))
    change = next((by for by in (_change(before, taken.after, seat) for seat in seats) if by), 0)
    return "money-in" if change > 0 else "money-out" if change < 0 else None


def _change(before: Game, after: Game, seat: PlayerId) -> int:
    return after.players[seat].cash - before.players[seat].cash


def _is_called(before: Game, after: Game) -> bool:
    """When somebody may throw who could not before: a turn only passes with that throw, which is too late to call.

    And when somebody owes what was not owed before, as a rent that was asked for and cannot be paid.
    """
    due = due_to_throw(after)
    return (due is not None and due != due_to_throw(before)) or bool(_debts(after) - _debts(before))


def _debts(game: Game) -> set[Debt]:
    return {matter for matter in game.agenda if isinstance(matter, Debt)}
