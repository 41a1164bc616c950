"""The table before play: a new game, and the given lines put on it in an order that works."""

from collections.abc import Iterator, Sequence

from companion.play.dice import DiceSource
from companion.record.errors import RecordError
from companion.record.given import Given
from companion.record.header import Header
from companion.record.statements import Done, Record, StatedAct, Unclear
from companion.rules import new_game
from companion.rules.commands import DealDeeds
from companion.rules.ids import PlayerId
from companion.rules.position import Impossible, require_possible, set_up_done
from companion.rules.state import Game


def set_table(
    header: Header, givens: Sequence[Given], chance: DiceSource | None = None, to_deal: Sequence[PlayerId] = ()
) -> Game:
    """Raises a RecordError at the line that makes the table impossible. `to_deal` are dealt deeds all the same."""
    game = new_game(header.rules, header.names, chance.decks() if chance else None)
    if not givens:
        return game
    _require_said_once(givens)
    for given in sorted(givens, key=lambda given: given.stage):
        try:
            game = given.put(game)
        except Impossible as error:
            raise _at(given, error) from error
    try:
        require_possible(game)
        return set_up_done(game, tuple(seat for seat in game.still_in() if seat in to_deal))
    except Impossible as error:
        raise _at(_culprit(givens, error), error) from error


def to_be_dealt(record: Record) -> tuple[PlayerId, ...]:
    """Whom the record deals deeds to: everybody, if it leaves the deal to chance."""
    return tuple(
        seat
        for statement in record.statements
        if isinstance(statement, Done)
        for seat in _dealt(statement.act, len(record.header.names))
    )


def _dealt(act: StatedAct, seats: int) -> Iterator[PlayerId]:
    match act:
        case DealDeeds(_, ()):
            yield from range(seats)
        case DealDeeds(player=player) | Unclear((DealDeeds(player=player), *_)):
            yield player


def _require_said_once(givens: Sequence[Given]) -> None:
    said: dict[str, Given] = {}
    for given in givens:
        for fact in given.settles:
            if fact in said:
                message = f"{fact} is given already, on line {said[fact].line.number}"
                raise RecordError(given.line, given.column, message)
            said[fact] = given


def _culprit(givens: Sequence[Given], error: Impossible) -> Given:
    """The last line that speaks of a deed the error is about; else the last line."""
    speaking = [given for given in givens if set(given.deeds) & set(error.about)]
    return (speaking or list(givens))[-1]


def _at(given: Given, error: Impossible) -> RecordError:
    return RecordError(given.line, given.column, f"an impossible table: {error.message}")
