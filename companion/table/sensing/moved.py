"""Which tokens the game has moved, from where and when: what still stands there is on its way and not misplaced."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import RecordedMove
from companion.rules.events import TokenMoved
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game

WAY_MOST = 8


class Moved(Struct, frozen=True):
    """`way` are all spaces of the turn that the token had to leave; `start` is where the last act found it."""

    seat: PlayerId
    start: SpaceId
    way: tuple[SpaceId, ...]
    at_ms: int
    turn: int = 0  # its number


Moves = tuple[Moved, ...]  # one a seat, the latest last


def moved_by(moves: Moves, taken: RecordedMove, at_ms: int) -> Moves:
    """`at_ms` is of the clock that the sensors go by."""
    for seat in _seats(taken.before, taken.after):
        old = move_of(moves, seat)
        others = tuple(move for move in moves if move.seat != seat)
        moves = (*others, _moved(seat, taken, at_ms, old))
    return moves


def moved_in(history: Iterable[RecordedMove], at_ms: int) -> Moves:
    """Of a game that goes on: where tokens may stand that were not moved before the table stopped."""
    moves: Moves = ()
    for taken in history:
        moves = moved_by(moves, taken, at_ms)
    return moves


def arrived(moves: Moves, moved: Moved) -> Moves:
    """The token was seen where it belongs: if it goes back to where it came from, that is another move."""
    return tuple(replace(move, way=()) if move == moved else move for move in moves)


def still_counting(moves: Moves, game: Game) -> Moves:
    """Without those of players who are out, or never were at this table."""
    still_in = game.still_in()
    return tuple(move for move in moves if move.seat in still_in)


def move_of(moves: Moves, seat: PlayerId) -> Moved | None:
    return next((move for move in moves if move.seat == seat), None)


def _seats(before: Game, after: Game) -> list[PlayerId]:
    pairs = enumerate(zip(before.players, after.players, strict=True))
    return [seat for seat, (old, new) in pairs if old.place != new.place]


def _moved(seat: PlayerId, taken: RecordedMove, at_ms: int, old: Moved | None) -> Moved:
    """After doubles a token may still be where the turn began, and on the way to Jail it rests on Go To Jail."""
    start, turn = taken.before.players[seat].place, taken.before.turn_number
    reached = [event.to for event in taken.events if isinstance(event, TokenMoved) and event.player == seat]
    earlier = old.way if old is not None and old.turn == turn else ()
    way = tuple(dict.fromkeys((*earlier, start, *reached[:-1])))
    return Moved(seat, start, way[-WAY_MOST:], at_ms, turn)
