"""A game of so many acts, always the same: automatic players, with something taken back, done again or renamed between.

What the n-th act is and what it leads to follows from n alone, so that any history can be held against it.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from companion.journal import Disk, RealDisk
from companion.journal.codec import digest
from companion.play.acts import Act, MoveEvent, RecordedMove, Redo, Rename, Start, Undo
from companion.play.timeline import Timeline
from companion.players.automatic import AutomaticTable, Jail
from companion.players.dice import RandomDice
from companion.rules import EDITIONS
from companion.rules.state import Game
from companion.table.games.session import Session, SessionDeps
from tests.kit import new_game

GAME = "20261116-2041-aa"
NAMES = ("Ann", "[red]", "Zoë")
SEED = "an evening"


class Played(Struct, frozen=True):
    act: Act
    events: tuple[MoveEvent, ...]
    after: Game


def start() -> Start:
    return Start(new_game(EDITIONS["classic"], NAMES, RandomDice.from_seed(SEED).decks()), "an evening")


def usual_deps() -> SessionDeps:
    return SessionDeps(RandomDice.from_seed(SEED), lambda: 1_795_000_000_000, "0.1.0")


class _Evening:
    """Played as far as it was needed."""

    def __init__(self) -> None:
        self._timeline = Timeline(start(), RandomDice.from_seed("dice"))
        self._table = AutomaticTable(RandomDice.from_seed("players"), Jail.LEAVE)
        self.played: list[Played] = []

    def play(self) -> None:
        number, timeline = len(self.played) + 1, self._timeline
        act = _between(number) or self._table.next_command(timeline.game)
        events = timeline.plan(act)
        self.played.append(Played(act, events, timeline.apply(act, events).after))


_EVENING = _Evening()


def move(number: int) -> Played:
    while len(_EVENING.played) < number:
        _EVENING.play()
    return _EVENING.played[number - 1]


def _between(number: int) -> Act | None:
    match number % 20:
        case 13 | 14:
            return Undo()
        case 15:
            return Redo()
        case 17:
            return Rename(2, f"Zoë {number}")
    return None


def id_of(number: int) -> str:
    return f"tap-{number}"


def give(session: Session, number: int) -> RecordedMove:
    return session.give(id_of(number), move(number).act)


def begun(
    disk: Disk, deps: SessionDeps | None = None, listen: Callable[[RecordedMove], None] = lambda _: None
) -> Session:
    return Session.create(disk, start(), deps or usual_deps(), listen)


def require_history(session: Session, least: int, most: int) -> int:
    """Every move found is the one that was played, and has the same result."""
    found = session.moves
    assert least <= len(found) <= most, f"{len(found)} moves; {least} were answered"
    for number, taken in enumerate(found, 1):
        played = move(number)
        assert (taken.number, taken.id, taken.act) == (number, id_of(number), played.act)
        assert taken.events == played.events
        assert taken.after == played.after
    assert digest(session.game) == digest(move(len(found)).after if found else start().game)
    return len(found)


def check_game(folder: Path, answered: int) -> int:
    """No answered move is lost, at most the move in flight was added, and the game goes on."""
    session = Session(RealDisk(folder), usual_deps())
    found = require_history(session, answered, answered + 1)
    for number in range(1, found + 1):
        assert give(session, number).number == number, "a move that was saved is not played twice"
    assert session.number == found
    assert give(session, found + 1).after == move(found + 1).after
    session.close()
    return found
