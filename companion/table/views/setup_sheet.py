"""The set-up sheet: where each token, deed, house and card belongs, to set up a saved game on the real board."""

from collections.abc import Iterator

from companion.play.acts import Start
from companion.play.setup import seat_colours
from companion.play.whose_turn import prompt
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
    colours = seat_colours(start.colours, len(game.players))
    players = []
    for seat, player in enumerate(game.players):
        token = token_name(seat, start.tokens)
        about = ", ".join(filter(None, (token, colours[seat])))
        lines = tuple(_player_lines(game, seat, token or "the token"))
        players.append(PartView(f"{player.name} ({about})", lines, seat))
    return (*players, PartView("The Bank", tuple(_bank_lines(game))), PartView("Then", (prompt(game).text,)))


def _player_lines(game: Game, seat: PlayerId, token: str) -> Iterator[str]:
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


def _bank_lines(game: Game) -> Iterator[str]:
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
