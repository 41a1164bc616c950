"""The table before play: a new game, and the given lines put on it in an order that works."""

from collections.abc import Sequence

from companion.record.chance import Chance
from companion.record.errors import RecordError
from companion.record.given import Given
from companion.record.header import Header
from companion.rules import new_game
from companion.rules.position import Impossible, require_possible, set_up_done
from companion.rules.state import Game


def set_table(header: Header, givens: Sequence[Given], chance: Chance | None = None) -> Game:
    """Raises a RecordError at the line that makes the table impossible."""
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
        return set_up_done(game)
    except Impossible as error:
        raise _at(_culprit(givens, error), error) from error


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
