"""What all events are: facts that apply themselves, each with the clauses it rests on, the nearest first."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.ids import Account, DeedId, PlayerId
from companion.rules.state import Game, Player, Title

Clauses = tuple[str, ...]
T = TypeVar("T")


class Event(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The root of all events."""

    clauses: Clauses

    def apply(self, game: Game) -> Game:
        return game


def with_player(game: Game, index: PlayerId, player: Player) -> tuple[Player, ...]:
    players = game.players
    return (*players[:index], player, *players[index + 1 :])


def with_title(game: Game, index: DeedId, title: Title) -> Game:
    titles = game.titles
    return replace(game, titles=(*titles[:index], title, *titles[index + 1 :]))


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]


class Noted(Event, frozen=True):
    """Nothing changed, and this is why; or a word about what follows."""

    player: Account
    why: str
