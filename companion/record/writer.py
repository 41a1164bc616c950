"""A game written as a record. Read and run again, it ends in the very same state."""

from collections.abc import Iterable, Iterator, Sequence

from companion.play.acts import Redo, Undo
from companion.play.words import option_value, space_name, statement
from companion.record.one_word import one_word_names
from companion.rules.board import GO
from companion.rules.cards import Deck
from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.editions import Rules
from companion.rules.house_rules import house_rules_of
from companion.rules.ids import PlayerId
from companion.rules.state import HOTEL_LEVEL, Game, Player


def write(
    rules: Rules,
    names: Sequence[str],
    acts: Iterable[AnyCommand | Undo | Redo],
    *,
    seed: int | None = None,
    position: Game | None = None,
) -> str:
    """`rules` as at the start, `names` as the table calls its players, `position` if it did not start anew."""
    words = one_word_names(names)
    given = _given(position, words) if position is not None else ()
    lines = (*_head(rules, words, seed), *given, "", *(_act(act, words) for act in acts))
    return "\n".join(lines).rstrip() + "\n"


def _head(rules: Rules, names: Sequence[str], seed: int | None) -> Iterator[str]:
    yield f"edition {rules.key}"
    yield from (f"variant {name}" for name in rules.variants)
    yield from (f"option {name} {option_value(value)}" for name, value in house_rules_of(rules).items())
    if seed is not None:
        yield f"seed {seed}"
    yield f"players {' '.join(names)}"


def _act(act: AnyCommand | Undo | Redo, names: Sequence[str]) -> str:
    if isinstance(act, Undo):
        return "undo"
    return "redo" if isinstance(act, Redo) else statement(act, names)


def _given(game: Game, names: Sequence[str]) -> Iterator[str]:
    """The table as it stands between two turns. What a record has no words for is a ValueError."""
    if not _is_plain(game):
        raise ValueError("only a table with nothing open, nobody retired and no pot can be written as a position")
    for seat in sorted(range(len(names)), key=lambda seat: _holds_first_card(game.players[seat]), reverse=True):
        yield from (f"given {names[seat]} {fact}" for fact in _player(game, seat))
    yield from _titles(game)
    if game.opening is None:
        yield f"given turn {names[game.turn]}"
    if game.houses_lost:
        yield f"given bank houses {game.houses_left()}"
    if game.hotels_lost:
        yield f"given bank hotels {game.hotels_left()}"


def _is_plain(game: Game) -> bool:
    unsettled = game.over or game.agenda or game.offer or game.rents or any(player.retired for player in game.players)
    return not unsettled and game.pot == (game.rules.pot or 0)


def _holds_first_card(player: Player) -> bool:
    """`jail cards` are taken from the chance deck first: its holder must be named first."""
    return Deck.CHANCE.value in player.jail_cards


def _player(game: Game, seat: PlayerId) -> Iterator[str]:
    player = game.players[seat]
    if player.bankrupt:
        yield "bankrupt"
        return
    yield f"cash {player.cash}"
    if player.jail is not None:
        yield f"in jail turn {player.jail}"
    elif player.place != GO:
        yield f"at {space_name(player.place)}"
    if owned := ", ".join(deed.name for deed in game.deeds_of(seat)):
        yield f"owns {owned}"
    if player.jail_cards:
        yield f"jail cards {len(player.jail_cards)}"
    if player.lapped:
        yield "passed go"


def _titles(game: Game) -> Iterator[str]:
    for deed, title in zip(DEEDS, game.titles, strict=True):
        if title.buildings:
            standing = "hotel" if title.buildings == HOTEL_LEVEL else f"houses {title.buildings}"
            yield f"given {deed.name} {standing}"
        if title.mortgaged:
            yield f"given {deed.name} mortgaged"
