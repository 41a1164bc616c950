"""The set-up sheet: where each token, deed, house and card belongs, to set up a saved game on the real board."""

from collections.abc import Iterator

from companion.play.acts import Start
from companion.play.setup import seat_colours
from companion.play.whose_turn import prompt
from companion.rules.cards import Deck
from companion.rules.deeds import Group
from companion.rules.editions import Cards
from companion.rules.ids import BANK, PlayerId
from companion.rules.lists import count_of
from companion.rules.phrases import buildings, way_out
from companion.rules.state import Game
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
    jail = game.board.names["jail"]
    where = f"in {jail}" if player.jail is not None else f"on {game.board.place_name(player.place)}"
    yield f"{token} {where}"
    yield f"{game.money(player.cash)} in cash"
    groups = list(Group)
    for deed in sorted(game.deeds_of(seat), key=lambda deed: (groups.index(deed.group), deed.space)):
        title = game.titles[deed.id]
        if title.mortgaged:
            yield f"{deed.name}, face down: it is mortgaged"
        else:
            yield f"{deed.name}, and {buildings(game.board, title.buildings)} on it" if title.buildings else deed.name
    for card in player.jail_cards:
        yield way_out(game.board, card)


def _bank_lines(game: Game) -> Iterator[str]:
    rules, words, unsold = game.rules, game.board.words, game.deeds_of(BANK)
    jail = game.board.names["jail"]
    if not rules.unlimited_buildings:
        houses = count_of(game.houses_left(), words.house, words.houses)
        yield f"{houses} and {count_of(game.hotels_left(), words.hotel, words.hotels)} in stock"
    if len(unsold) == len(game.board.deeds):
        yield "all deeds"
    else:
        for group in Group:  # a line for each: nobody wants to tick off single deeds
            names = [deed.name for deed in unsold if deed.group is group]
            if names:
                yield f"{game.board.group_name(group)}: {', '.join(names)}"
    if rules.pot is not None:
        yield f"{game.money(game.pot)} under {game.board.names['parking']}"
    if rules.cards is Cards.DECK and game.electronic_decks:
        yield "no card decks: the companion draws"
    elif rules.cards is Cards.DECK:
        for deck in Deck:
            without = "" if game.board.jail_free(deck) in game.deck(deck) else f", without its card to leave {jail}"
            yield f"the {game.board.deck_name(deck)} deck, shuffled{without}"
    if keys := game.keys_left():
        yield f"{count_of(keys, 'key', 'keys')} to leave {jail}"
