"""How a game begins: everybody on GO, or a table that is played already."""

from companion.play.acts import Start
from companion.record.chance import Chance
from companion.record.errors import RecordError
from companion.rules import new_game
from companion.rules.phrases import sentence
from companion.rules.position import Impossible
from companion.rules.state import Game
from companion.table.games.usual import has_electronic_cards, with_usual
from companion.table.games.wishes import (
    CannotBegin,
    colours_for,
    minutes_for,
    names_for,
    rules_for,
    title_for,
    tokens_for,
)
from companion.table.messages import NewGame, Usual, WrongLine

NOTHING_SET = Usual()


def beginning(request: NewGame, chance: Chance, usual: Usual = NOTHING_SET) -> Start:
    """Raises CannotBegin; nothing else."""
    shuffled = chance if has_electronic_cards(request, usual) else None
    try:
        game = _table(request, usual, shuffled)
    except RecordError as error:
        raise CannotBegin(str(error), _wrong(error)) from error
    except Impossible as error:
        raise CannotBegin(str(error)) from error
    seats = len(game.players)
    return Start(
        game,
        title_for(request.title),
        tokens_for(request.tokens, seats),
        colours_for(request.colours, seats),
        request.dice or usual.dice,
        minutes_for(request.minutes, game.rules),
    )


def _wrong(error: RecordError) -> WrongLine:
    """For a form, where no line is seen: what cannot be, as a sentence."""
    cause = error.__cause__
    return WrongLine(error.line.number, sentence(cause.message if isinstance(cause, Impossible) else error.message))


def _table(request: NewGame, usual: Usual, shuffled: Chance | None) -> Game:
    wanted = with_usual(request, usual)
    if request.position:
        from companion.table.games.taken_over import taken_over  # not needed by a table that starts

        return taken_over(request, wanted, shuffled)
    rules = rules_for(wanted.edition, wanted.variants or (), wanted.options)
    return new_game(rules, names_for(request.names, rules), shuffled.decks() if shuffled else None)
