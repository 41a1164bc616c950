"""How a game begins: everybody on GO, or a table that is played already."""

from companion.journal.codec import Start
from companion.record.chance import Chance
from companion.record.errors import RecordError
from companion.rules import new_game
from companion.rules.position import Impossible
from companion.rules.state import Game
from companion.table.messages import NewGame
from companion.table.taken_over import taken_over
from companion.table.wishes import CannotBegin, names_for, rules_for, title_for, tokens_for


def beginning(request: NewGame, chance: Chance) -> Start:
    """Raises CannotBegin; nothing else."""
    shuffled = chance if request.electronic_cards else None
    try:
        game = _table(request, shuffled)
        return Start(game, title_for(request.title), tokens_for(request.tokens, len(game.players)))
    except (RecordError, Impossible) as error:
        raise CannotBegin(str(error)) from error


def _table(request: NewGame, shuffled: Chance | None) -> Game:
    if request.position:
        return taken_over(request, shuffled)
    rules = rules_for(request.edition, request.variants, request.options)
    return new_game(rules, names_for(request.names, rules), shuffled.decks() if shuffled else None)
