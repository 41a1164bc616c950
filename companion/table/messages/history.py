"""Looking back: how everybody's money went over the turns, what went between which accounts, and the whole log."""

from msgspec import Struct

from companion.table.messages.message import Message
from companion.table.messages.reasons import Reckon


class LookBack(Message, frozen=True):
    """At the game in play."""


class ReadLog(Message, frozen=True):
    """A page of the log of the game in play, the moves before `before`; 0 is from the last move on."""

    before: int = 0
    seat: int = -1  # only what concerns this player


class TurnPoint(Struct, frozen=True, array_like=True):
    """As it stood at the end of a turn, by seats. None for who is out, or whose worth must not be seen now."""

    turn: int  # the first is how the game began
    cash: tuple[int | None, ...]
    worth: tuple[int | None, ...]  # cash, deeds and buildings at their price, a mortgaged deed at half


class ReasonView(Struct, frozen=True, array_like=True):
    """What was paid for one reason. `changes` are those of every account, and sum to nothing."""

    clause: str
    title: str
    times: int
    changes: tuple[int, ...]


class HistoryView(Struct, frozen=True):
    """The accounts are the players' by seat, then the Bank's, then the pot. Every row of them sums to nothing."""

    number: int  # of the last move in it
    points: tuple[TurnPoint, ...]
    opening: tuple[int, ...]  # the accounts as the game began
    reasons: tuple[ReasonView, ...]
    balance: tuple[int, ...]  # the accounts now
    hidden: tuple[int, ...] = ()  # seats whose worth must not be seen now


AboutPast = LookBack | ReadLog | Reckon  # which whoever looks may ask
