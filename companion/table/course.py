"""The course of a game: every act with what it brought about, as the journal holds it. Knows no disk and no clock."""

from typing import cast

from msgspec.structs import replace

from companion.journal import JournalDamaged
from companion.journal.codec import Body
from companion.journal.errors import describe_saved
from companion.play.acts import Act, DoneAgain, MoveEvents, Redo, Rename, Renamed, Start, TakenBack, Undo
from companion.record.acts import decide_act
from companion.record.by_hand import Fall, fall, is_by_hand, is_electronic, with_note
from companion.record.chance import Chance
from companion.record.history import Entry, History
from companion.record.statements import Act as Said
from companion.record.statements import Order
from companion.rules import check, evolve
from companion.rules.catalogue import is_left_open
from companion.rules.commands import AnyCommand
from companion.rules.events import CardDrawn, DeedConveyed, Events
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.table.cup import Cup
from companion.table.names import require_name


class Course:
    def __init__(self, start: Start, chance: Chance) -> None:
        self.game = start.game
        self._names = start.names
        self._history = History[int]()
        self._cup = Cup(chance)

    def plan(self, act: Act) -> MoveEvents:
        """What the act would bring about; nothing changes yet. Raises Refusal or InvariantBroken."""
        match act:
            case Undo(number):
                return (TakenBack(_meant(number, self._history.last_done().what)),)
            case Redo(number):
                return (DoneAgain(_meant(number, self._history.last_undone().what)),)
            case Rename(player, name):
                return (Renamed(player, require_name(name, player, self._names)),)
        said = Order(act)
        events = decide_act(self.game, said, self._cup)
        companions = self._companions(said, events)
        if companions is not None:
            events = with_note(events, companions)
        check(evolve(self.game, events))
        return cast("MoveEvents", events)

    def _companions(self, said: Said, events: Events) -> Fall | None:
        """The companion's own throw or draw, now or at this place before it was taken back."""
        if is_electronic(said):
            return fall(events)
        return self._history.companions() if is_by_hand(said) else None

    def undo_number(self) -> int:
        """Of the entry that an undo would take back; 0 if there is none."""
        return self._history.last_done().what if self._history.can_undo else 0

    def redo_number(self) -> int:
        return self._history.last_undone().what if self._history.can_redo else 0

    def take(self, number: int, act: Act, events: MoveEvents) -> Game:
        """What was planned and is now on the disk. Raises ValueError for what cannot have been planned here."""
        match act, events:
            case Undo(), (TakenBack(meant),) if meant == self._history.last_done().what:
                self.game = self._called(self._history.undo().before)
            case Redo(), (DoneAgain(meant),) if meant == self._history.last_undone().what:
                self.game = self._called(self._history.redo().after)
            case Rename(), (Renamed(player, name),):
                self._names = tuple(name if seat == player else old for seat, old in enumerate(self._names))
                self.game = self._called(self.game)
            case Undo() | Redo() | Rename(), _:
                raise ValueError(f"{type(act).__name__} brought about something else")
            case _:
                self._play(number, act, cast("Events", events))
        return self.game

    def _play(self, number: int, act: AnyCommand, events: Events) -> None:
        before, said = self.game, Order(act)
        companions = self._companions(said, events)
        if is_left_open(act):  # a deck's order, for draws, is the game's own
            self._remember(before.throws, events)
        self.game = evolve(before, events)
        self._history.add(Entry(number, before, self.game, companions))

    def _remember(self, number: int, events: Events) -> None:
        thrown = fall(events)
        if thrown is None:
            self._cup.remember_deal(tuple(event.deed for event in events if isinstance(event, DeedConveyed)))
        elif not isinstance(thrown, CardDrawn):
            self._cup.remember_throw(number, thrown.dice, getattr(thrown, "speed", ""))

    def _called(self, game: Game) -> Game:
        """An old state knows old names."""
        players = (replace(player, name=name) for player, name in zip(game.players, self._names, strict=True))
        return replace(game, players=tuple(players))


def _meant(number: int, last: int) -> int:
    """Whoever says which move is to be taken back must not take back another."""
    if number not in (0, last):
        raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Something else was done or taken back in the meantime.")
    return last


def taken(course: Course, game: str, number: int, body: Body) -> Game:
    """An entry that was read from a journal. Raises JournalDamaged for one that is proven and yet does not fit."""
    try:
        return course.take(number, body.act, body.events)
    except Exception as error:  # Whatever events that do not belong here bring the rules to raise.
        raise JournalDamaged(game, number, describe_saved(number - 1), f"It does not fit ({error}).") from error
