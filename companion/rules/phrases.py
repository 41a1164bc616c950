"""Phrases that sentences about a game share: amounts, lists, goods and buildings."""

from collections.abc import Iterable

from companion.rules.board import JAIL, Board
from companion.rules.cards import Card, Deck, Does
from companion.rules.ids import Account
from companion.rules.lists import a, and_list, count_of
from companion.rules.pending_steps import Goods
from companion.rules.state import HOTEL_LEVEL, KEY, Game


def has_too_little(game: Game, cash: int, price: int) -> str:
    """The end of a refusal, after the name."""
    return f"has {game.money(cash)}: {game.money(price - cash)} short."


def setting(board: Board, value: bool | int | str) -> str:
    """What a house rule is set to."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return board.money(value) if isinstance(value, int) else value


def names(game: Game, accounts: Iterable[Account]) -> str:
    return and_list(game.name(account) for account in accounts)


def buildings(board: Board, level: int) -> str:
    if level == HOTEL_LEVEL:
        return a(board.words.hotel)
    return "no buildings" if level == 0 else count_of(level, board.words.house, board.words.houses)


def way_out(board: Board, card: str) -> str:
    """The card or key to leave Jail, with its deck."""
    jail = board.spaces[JAIL].name
    return f"a key to leave {jail}" if card == KEY else f"the {board.deck_name(Deck(card))} card to leave {jail}"


def goods(game: Game, side: Goods) -> str:
    """One side of a deal in words."""
    things = [game.board.deeds[deed].name for deed in side.deeds]
    if side.cash:
        things.append(game.money(side.cash))
    things += [way_out(game.board, deck) for deck in side.decks]
    if unnamed := side.jail_cards - len(side.decks):
        kind = "key" if game.rules.jail_keys else "card"
        count = f"a {kind}" if unnamed == 1 else f"{unnamed} {kind}s"
        things.append(f"{count} to leave {game.board.spaces[JAIL].name}")
    return and_list(things) if things else "nothing"


def describe_card(board: Board, card: Card) -> str:
    """A card's name, and what the name may leave open."""
    match card.does:
        case Does.ADVANCE:
            name = board.spaces[card.target].name
            return card.meaning if name in card.meaning else f"{card.meaning} (to {name})"
        case Does.COLLECT | Does.PAY | Does.COLLECT_EACH | Does.PAY_EACH:
            return f"{card.meaning} ({card.does.value.replace('-', ' ')} {board.money(card.amount)})"
        case Does.REPAIRS:
            house, hotel = board.money(card.per_house), board.money(card.per_hotel)
            return f"{card.meaning} ({house} a {board.words.house}, {hotel} a {board.words.hotel})"
        case _:
            return card.meaning
