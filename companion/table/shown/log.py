"""The log: what every move brought about, one sentence for each event, and in words what was taken back."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.play.acts import DoneAgain, MoveEvents, RecordedMove, Renamed, TakenBack
from companion.play.words import describe_move, describe_redo, describe_undo
from companion.rules.cards import CARDS
from companion.rules.commands import Roll, Throw
from companion.rules.deeds import DEEDS
from companion.rules.events import CardDrawn, DiceRolled, DiceThrown, MatterClosed, StartThrown
from companion.rules.pending_steps import Buying
from companion.rules.phrases import sentence
from companion.rules.words import DECK_NAMES, StoryLine, describe_event
from companion.table.messages import LogLine
from companion.table.shown.secrecy import unseen
from companion.table.shown.sums import how

TAKING_BACK = ("UNDO-1",)
NAMING = ("SETUP-1",)


def log_lines(taken: RecordedMove, moves: Sequence[RecordedMove]) -> tuple[LogLine, ...]:
    """`moves` are all of the game, in which one may have been taken back by this one."""
    told = ((line, sum) for line, sum in _lines(taken, moves) if line.text)
    lines = tuple(LogLine(taken.number, taken.at_ms, line.text, line.clauses, sum) for line, sum in told)
    return unseen(lines, taken, moves)


def _lines(taken: RecordedMove, moves: Sequence[RecordedMove]) -> Iterator[tuple[StoryLine, str]]:
    """Each with how its sum came about."""
    game = taken.before
    for event in taken.events:
        match event:
            case TakenBack(number):
                what = describe_move(moves[number - 1], game)
                yield StoryLine(sentence(describe_undo(what, game, taken.after)), TAKING_BACK), ""
            case DoneAgain(number):
                what = describe_move(moves[number - 1], game)
                yield StoryLine(sentence(describe_redo(what, game, taken.after)), TAKING_BACK), ""
            case Renamed(player, name):
                yield StoryLine(f"{game.name(player)} is now called {name}.", NAMING), ""
            case _:
                yield describe_event(game, event), how(event)
                game = event.apply(game)


def _with_faces(throw: Roll | Throw, events: MoveEvents) -> Roll | Throw:
    """As it fell, whoever threw."""
    fallen = next(event for event in events if isinstance(event, DiceRolled | DiceThrown | StartThrown))
    return replace(throw, dice=fallen.dice, speed=getattr(fallen, "speed", ""))


def _offered(events: MoveEvents) -> str:
    closed = (event.matter for event in events if isinstance(event, MatterClosed))
    return next(DEEDS[matter.deed].name for matter in closed if isinstance(matter, Buying))


def _drawn(events: MoveEvents) -> str:
    drawn = next(event for event in events if isinstance(event, CardDrawn))
    return f"a {DECK_NAMES[drawn.deck]} card: {CARDS[drawn.deck][drawn.card].meaning}"
