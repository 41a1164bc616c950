"""The timeline of a game: its moves, undo and redo. Knows no disk and no clock.

A long game keeps only its last moves in memory. Older ones are read back from its past when somebody asks for them, or
when undo after undo goes that far.
"""

from collections.abc import Iterator
from copy import copy
from typing import Generic, Protocol, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import (
    Act,
    DoneAgain,
    MoveEvents,
    RecordedMove,
    Redo,
    Rename,
    Renamed,
    Start,
    TakenBack,
    Undo,
)
from companion.play.dice import DiceSource, RememberedDice, RollOrDraw, decide_move, roll_or_draw, with_note
from companion.play.fair_dice import FairDice
from companion.play.move_list import MoveList, standing_moves
from companion.play.setup import require_name
from companion.rules import check, evolve
from companion.rules.catalogue import is_by_hand, is_left_open
from companion.rules.commands import AnyCommand
from companion.rules.events import CardDrawn, DeedConveyed, Events
from companion.rules.ids import DeedId
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

T = TypeVar("T")


class UndoStep(Struct, Generic[T], frozen=True):
    """One accepted command. `companions` is the companion's own roll or draw, even if another was entered."""

    what: T
    before: Game
    after: Game
    companions: RollOrDraw | None = None


class UndoStack(Generic[T]):
    """What can be taken back and done again. Games are immutable, so an old one costs only a reference."""

    def __init__(self) -> None:
        self.done: list[UndoStep[T]] = []
        self.undone: list[UndoStep[T]] = []

    def add(self, step: UndoStep[T]) -> None:
        self.done.append(step)
        self.undone.clear()

    def companions_own(self, command: AnyCommand, events: Events) -> RollOrDraw | None:
        """The companion's own roll or draw: this one, or the one undone just before this was entered by hand."""
        if is_left_open(command):
            return roll_or_draw(events)
        return self.undone[-1].companions if self.undone and is_by_hand(command) else None

    def last_done(self) -> UndoStep[T]:
        """What an undo takes back."""
        if not self.done:
            raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Nothing has been done that could be taken back.")
        return self.done[-1]

    def last_undone(self) -> UndoStep[T]:
        """What a redo does again."""
        if not self.undone:
            raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Nothing was taken back that could be done again.")
        return self.undone[-1]

    def undo(self) -> UndoStep[T]:
        self.undone.append(self.last_done())
        return self.done.pop()

    def redo(self) -> UndoStep[T]:
        self.done.append(self.last_undone())
        return self.undone.pop()


class Milestone(Struct, frozen=True):
    """A timeline after a move with nothing to do again: enough to go on from, and to take back what comes later."""

    number: int  # of the move
    game: Game
    rolls: tuple[tuple[int, tuple[int, ...], str], ...] = ()  # that were taken back and will come up again
    presses: tuple[tuple[int, int], ...] = ()  # the second of the first press of a throw, likewise
    dealt: tuple[DeedId, ...] = ()


class Past(Protocol):
    """Where moves are read back from."""

    def timeline(self, number: int, since: int) -> "Timeline":
        """As it was after this move, with every move after `since` in its memory. May be called from any thread."""


class Timeline:
    """Plan an act, write it down, then apply it: `game` and `moves` change only in `apply`."""

    def __init__(
        self, start: Start, dice: DiceSource, milestone: Milestone | None = None, past: Past | None = None
    ) -> None:
        """From its beginning, or from a milestone, before which `past` knows the moves."""
        self.start = start
        self.game = start.game if milestone is None else milestone.game
        self._names = tuple(player.name for player in self.game.players)
        self._past = past
        self.moves = MoveList(self._read_back, milestone.number if milestone is not None else 0)
        self._undo = UndoStack[int]()  # of the moves' numbers
        self._fair = FairDice(start.dice_seed, dice) if start.dice_seed else None
        self._dice = RememberedDice(self._fair or dice)
        if milestone is not None:
            self._dice.remember_deal(milestone.dealt)
            for number, white, speed in milestone.rolls:
                self._dice.remember_roll(number, white, speed)
            if self._fair is not None:
                for number, second in milestone.presses:
                    self._fair.remember_press(number, second * 1000)
        self.course = object()  # the same in all snapshots of one timeline

    def snapshot(self) -> "Timeline":
        """As it is now, to be read while the game goes on. Nothing may be planned or applied in it."""
        then = copy(self)
        then.moves, then._undo = self.moves.copy(), UndoStack[int]()
        then._undo.done, then._undo.undone = self._undo.done[:], self._undo.undone[:]
        return then

    def milestone(self) -> Milestone | None:
        """None while something could be done again."""
        if self._undo.undone:
            return None
        throws = self.game.throws
        presses = self._fair.presses_from(throws) if self._fair is not None else ()
        return Milestone(self.number, self.game, self._dice.rolls_from(throws), presses, self._dice.dealt)

    def forget(self, count: int) -> None:
        """Keeps only so many moves in memory, if the past has the others. What undo has reached is kept, too."""
        first = self.number - count
        if self._past is None or (self._undo.undone and self._undo.undone[-1].what <= first):
            return
        self.moves.forget(first)
        self._undo.done = [step for step in self._undo.done if step.what > first]
        throws = self._undo.done[0].before.throws if self._undo.done else self.game.throws
        self._dice.forget_before(throws)
        if self._fair is not None:
            self._fair.forget_before(throws)

    def _read_back(self, first: int, last: int) -> list[RecordedMove]:
        """The moves with these numbers."""
        assert self._past is not None, "nothing is forgotten without a past"
        return self._past.timeline(last, first - 1).moves[first - 1 :]

    def _reach_back(self) -> None:
        """When undo has used up what is kept, the past has more: each time at least twice as much."""
        while not self._undo.done and (first := self.moves.first):
            assert self._past is not None, "nothing is forgotten without a past"
            older = self._past.timeline(self.number, max(0, first - max(self.number - first, MoveList.PAGE)))
            self.game, self.moves, self._undo = older.game, older.moves, older._undo
            self._dice, self._fair = older._dice, older._fair

    @property
    def number(self) -> int:
        """Of the last move."""
        return len(self.moves)

    def plan(self, act: Act, at_ms: int = 0) -> MoveEvents:
        """The events of the act; nothing changes yet. Raises Refusal or InvariantBroken.

        `at_ms` is when it was asked for: fair dice depend on it, and `apply` must be given the same.
        """
        if self._fair is not None:
            self._fair.pressed_ms = at_ms
        match act:
            case Undo(number):
                self._reach_back()
                return (TakenBack(_require_last(number, self._undo.last_done().what)),)
            case Redo(number):
                return (DoneAgain(_require_last(number, self._undo.last_undone().what)),)
            case Rename(player, name):
                return (Renamed(player, require_name(name, player, self._names)),)
        events = decide_move(self.game, act, self._dice)
        companions = self._undo.companions_own(act, events)
        if companions is not None:
            events = with_note(self.game, events, companions)
        check(evolve(self.game, events))
        return cast("MoveEvents", events)

    def to_undo(self) -> Iterator[RecordedMove]:
        """What undo after undo would take back, the last move first."""
        return standing_moves(self.moves)

    def to_redo(self) -> tuple[RecordedMove, ...]:
        """What redo after redo would do again."""
        return tuple(self.moves[step.what - 1] for step in reversed(self._undo.undone))

    def undoable(self) -> RecordedMove | None:
        """The move that an undo would take back."""
        self._reach_back()
        return self.moves[self._undo.last_done().what - 1] if self._undo.done else None

    def redoable(self) -> RecordedMove | None:
        return self.moves[self._undo.last_undone().what - 1] if self._undo.undone else None

    def apply(self, act: Act, events: MoveEvents, id: str = "", at_ms: int = 0) -> RecordedMove:
        """The act that was planned and is now on the disk. Raises ValueError if it cannot have been planned here."""
        if isinstance(act, Undo):
            self._reach_back()
        before = self.game
        match act, events:
            case Undo(), (TakenBack(number),) if number == self._undo.last_done().what:
                self.game = self._with_names(self._undo.undo().before)
            case Redo(), (DoneAgain(number),) if number == self._undo.last_undone().what:
                self.game = self._with_names(self._undo.redo().after)
            case Rename(), (Renamed(player, name),) if 0 <= player < len(self._names):
                self._names = tuple(name if seat == player else old for seat, old in enumerate(self._names))
                self.game = self._with_names(self.game)
            case Undo() | Redo() | Rename(), _:
                raise ValueError(f"{type(act).__name__} has events of something else")
            case _:
                planned = cast("Events", events)
                companions = self._undo.companions_own(act, planned)
                if is_left_open(act):
                    if companions is None:
                        deeds = (event.deed for event in planned if isinstance(event, DeedConveyed))
                        self._dice.remember_deal(tuple(deeds))
                    elif not isinstance(companions, CardDrawn):  # the game itself holds the companion's decks
                        if self._fair is not None:
                            self._fair.remember_press(before.throws, at_ms)
                        self._dice.remember_roll(before.throws, companions.dice, getattr(companions, "speed", ""))
                self.game = evolve(before, planned)
                self._undo.add(UndoStep(self.number + 1, before, self.game, companions))
        move = RecordedMove(self.number + 1, id, at_ms, act, events, before, self.game)
        self.moves.append(move)
        return move

    def _with_names(self, game: Game) -> Game:
        """An old game has old names."""
        players = (replace(player, name=name) for player, name in zip(game.players, self._names, strict=True))
        return replace(game, players=tuple(players))


def _require_last(number: int, last: int) -> int:
    """Refuse a stale undo: another move may have been made in the meantime."""
    if number not in (0, last):
        raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Something else was done or taken back in the meantime.")
    return last
