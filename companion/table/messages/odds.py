"""What `companion odds` answers, as screens read it: a line of JSON, and another whenever more is known."""

from msgspec import Struct


class SeatTold(Struct, frozen=True):
    """Chances are from 0 to 1; `change` is for a game that went otherwise."""

    name: str
    chance: float
    low: float
    high: float
    worth: int
    worth_error: int
    told: str  # the chance with its interval
    worth_told: str
    change: float | None = None
    change_error: float | None = None
    change_told: str = ""


class TurnTold(Struct, frozen=True):
    turn: int
    chances: tuple[float, ...]
    told: tuple[str, ...]


class OddsTold(Struct, frozen=True, omit_defaults=True):
    """`seats` of a position; or `course`, everybody's chances over the turns of a game that is over."""

    headline: str
    names: tuple[str, ...]
    play_outs: int
    asked: int  # for how many play-outs
    seats: tuple[SeatTold, ...] = ()
    otherwise: tuple[SeatTold, ...] = ()  # the same with a move less, or with other moves
    course: tuple[TurnTold, ...] = ()
    deciding: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
