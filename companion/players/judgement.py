"""What deeds are worth to an automatic player. Simple numbers, tuned for one aim: games should come to an end."""

from companion.players.temperament import STEADY, Temperament
from companion.rules.deeds import Deed, Group
from companion.rules.ids import BANK, PlayerId
from companion.rules.state import Game


def completes(game: Game, player: PlayerId, deed: Deed) -> bool:
    """Is this the only deed of its group that the player lacks?"""
    titles = game.titles
    for sister in deed.sisters:  # noqa: SIM110 - every auction and every deal asks this
        if titles[sister].owner != player and sister != deed.id:
            return False
    return True


def is_split(game: Game, deed: Deed, player: PlayerId) -> bool:
    """Does somebody else own another deed of the group? Then it is worth less to this player."""
    titles = game.titles
    for sister in deed.sisters:  # noqa: SIM110 - as above
        if titles[sister].owner not in (BANK, player) and sister != deed.id:
            return True
    return False


def value(game: Game, player: PlayerId, deed: Deed, temper: Temperament = STEADY) -> int:
    """What the player would pay: double to complete a street group, less if somebody else is in the group."""
    return _steady_value(game, player, deed) * temper.pays // 100


def _steady_value(game: Game, player: PlayerId, deed: Deed) -> int:
    if deed.group is Group.RAILROAD:
        return deed.price + 25 * game.held(player, deed.group)
    if deed.group is Group.UTILITY:
        return deed.price
    if completes(game, player, deed):
        return 2 * deed.price
    return deed.price * 9 // 10 if is_split(game, deed, player) else deed.price * 11 // 10


def asking_price(game: Game, owner: PlayerId, deed: Deed, temper: Temperament = STEADY) -> int:
    """What the owner wants for it: more while the owner could still complete the group."""
    return _steady_price(game, owner, deed) * temper.asks // 100


def _steady_price(game: Game, owner: PlayerId, deed: Deed) -> int:
    worth = deed.price * 3 // 2 if game.titles[deed.id].mortgaged else 2 * deed.price
    if game.holds_group(owner, deed.group):
        return 8 * deed.price
    return worth if is_split(game, deed, owner) else worth + deed.price
