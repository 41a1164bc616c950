"""The set-up sheet: where each token, deed, house and card belongs, to set up a saved game on the real board."""

from collections.abc import Iterator

from companion.play.acts import Start
from companion.play.prompts import prompt
from companion.play.setup import seat_colours
from companion.play.words import place_name
from companion.rules.cards import JAIL_FREE, Deck
from companion.rules.deeds import DEEDS, Group
from companion.rules.editions import Cards
from companion.rules.ids import BANK, PlayerId
from companion.rules.phrases import buildings, money
from companion.rules.state import KEY, Game
from companion.rules.words import DECK_NAMES
from companion.table.gestures.board_evidence import token_name
from companion.table.messages.views import PartView


def setup_sheet(game: Game, start: Start) -> tuple[PartView, ...]:
    """A part for each player, one for the Bank, and whose move it is."""
    players = (_player(game, seat, start) for seat in range(len(game.players)))
    bank = PartView("The Bank", tuple(_of_bank(game)))
    return (*players, bank, PartView("Then", (prompt(game).text,)))


# Players


def _player(game: Game, seat: PlayerId, start: Start) -> PartView:
    token = token_name(seat, start.tokens)
    about = ", ".join(filter(None, (token, seat_colours(start.colours, len(game.players))[seat])))
    return PartView(f"{game.name(seat)} ({about})", tuple(_of_player(game, seat, token or "the token")), seat)


def _of_player(game: Game, seat: PlayerId, token: str) -> Iterator[str]:
    player = game.players[seat]
    if player.is_out:
        yield f"{token} off the board"
        return
    yield f"{token} {'in Jail' if player.jail is not None else f'on {place_name(player.place)}'}"
    yield f"{money(player.cash)} in cash"
    groups = list(Group)
    for deed in sorted(game.deeds_of(seat), key=lambda deed: (groups.index(deed.group), deed.space)):
        title = game.titles[deed.id]
        if title.mortgaged:
            yield f"{deed.name}, face down: it is mortgaged"
        else:
            yield f"{deed.name}, and {buildings(title.buildings)} on it" if title.buildings else deed.name
    for card in player.jail_cards:
        yield "a key to leave Jail" if card == KEY else f"the {DECK_NAMES[Deck(card)]} card to leave Jail"


# The Bank


def _of_bank(game: Game) -> Iterator[str]:
    rules, unsold = game.rules, game.deeds_of(BANK)
    if not rules.unlimited_buildings:
        yield f"{_counted(game.houses_left(), 'house')} and {_counted(game.hotels_left(), 'hotel')} in stock"
    if len(unsold) == len(DEEDS):
        yield "all deeds"
    else:
        for group in Group:  # a line for each: nobody wants to tick off single deeds
            names = [deed.name for deed in unsold if deed.group is group]
            if names:
                yield f"{group.value.replace('-', ' ')}: {', '.join(names)}"
    if rules.pot is not None:
        yield f"{money(game.pot)} under Free Parking"
    if rules.cards is Cards.DECK and game.electronic_decks:
        yield "no card decks: the companion draws"
    elif rules.cards is Cards.DECK:
        for deck in Deck:
            without = "" if JAIL_FREE[deck] in game.deck(deck) else ", without its card to leave Jail"
            yield f"the {DECK_NAMES[deck]} deck, shuffled{without}"
    if keys := game.keys_left():
        yield f"{_counted(keys, 'key')} to leave Jail"


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
