"""What nobody may see while a player chooses the tax: what that player is worth.  [TAX-1]

The choice comes before the adding up. A choice that was taken back has been added up already, so whatever told of it
is not shown either until it is made again.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.play.acts import DoneAgain, RecordedMove, Redo, TakenBack, Undo
from companion.rules.commands import PayTax
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import TaxChoice
from companion.rules.state import Game
from companion.table.messages import LogLine

TELLING = frozenset(("TAX-2", "SHORT-6"))  # the clauses by which a worth is added up
HIDDEN = "Not shown until the tax is chosen: it tells what a player is worth."


def choosing(game: Game) -> frozenset[PlayerId]:
    return frozenset(matter.player for matter in game.agenda if isinstance(matter, TaxChoice))


def is_taken_back(taken: RecordedMove | None) -> bool:
    """Did this take something back, or do it again? Then the change of cash is one that was added up before."""
    return taken is not None and isinstance(taken.act, Undo | Redo)


def hides_more(taken: RecordedMove) -> bool:
    """Is something a secret now that was told before, or the other way round? Then all screens are told anew."""
    return is_taken_back(taken) and choosing(taken.before) != choosing(taken.after)


def unseen(lines: tuple[LogLine, ...], taken: RecordedMove, moves: Sequence[RecordedMove]) -> tuple[LogLine, ...]:
    """The lines of a move as they may be seen now, after all of the moves."""
    if not choosing(moves[-1].after):
        return lines
    if _is_about_a_share(taken, moves):
        return tuple(map(_hidden, lines))
    return tuple(_hidden(line) if TELLING & set(line.clauses) else line for line in lines)


def _is_about_a_share(taken: RecordedMove, moves: Sequence[RecordedMove]) -> bool:
    """Taken back or done again, a share of everything is told with its sum."""
    numbers = [event.number for event in taken.events if isinstance(event, TakenBack | DoneAgain)]
    acts = [moves[number - 1].act for number in numbers]
    return any(isinstance(act, PayTax) and act.percent for act in acts)


def _hidden(line: LogLine) -> LogLine:
    return replace(line, text=HIDDEN, clauses=("TAX-1",), how="")
