"""Phrases that sentences about a game share: amounts, lists, goods and buildings."""

from collections.abc import Iterable

from companion.rules.board import JAIL, Board
from companion.rules.cards import Deck
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
    if side.jail_cards:
        kind = "key" if game.rules.jail_keys else "card"
        count = f"a {kind}" if side.jail_cards == 1 else f"{side.jail_cards} {kind}s"
        things.append(f"{count} to leave {game.board.spaces[JAIL].name}")
    return and_list(things) if things else "nothing"
