"""Small words for sentences about a game: money, lists, sums of goods, buildings, whole sentences out of phrases."""

from collections.abc import Iterable

from companion.rules.deeds import DEEDS
from companion.rules.ids import Account
from companion.rules.pending_steps import Goods
from companion.rules.state import HOTEL_LEVEL, KEY, Game


def money(amount: int) -> str:
    """As everybody reads it, with its thousands apart. A game record writes plain digits instead."""
    return f"{amount:,}"


def gain(change: int) -> str:
    """What somebody gets or, with a minus, gives."""
    return f"{change:+,}"


def has_too_little(cash: int, price: int) -> str:
    """The end of a refusal, behind the name."""
    return f"has {money(cash)}: {money(price - cash)} short."


def setting(value: bool | int | str) -> str:
    """What a house rule is set to."""
    return "on" if value is True else "off" if value is False else money(value) if isinstance(value, int) else value


def sentence(phrase: str) -> str:
    """A phrase as a sentence: capital first, full stop last. Nothing stays nothing."""
    if not phrase:
        return ""
    return phrase[0].upper() + phrase[1:] + ("" if phrase[-1] in ".!?" else ".")


def and_list(words: Iterable[str]) -> str:
    return _list(words, "and")


def or_list(words: Iterable[str]) -> str:
    return _list(words, "or")


def _list(words: Iterable[str], joint: str) -> str:
    *most, last = list(words) or [""]
    return f"{', '.join(most)} {joint} {last}" if most else last


def names(game: Game, accounts: Iterable[Account]) -> str:
    return and_list(game.name(account) for account in accounts)


def buildings(level: int) -> str:
    if level == HOTEL_LEVEL:
        return "a hotel"
    return "no buildings" if level == 0 else "1 house" if level == 1 else f"{level} houses"


def way_out(card: str) -> str:
    return "a key to leave Jail" if card == KEY else "a card to leave Jail"


def goods(game: Game, side: Goods) -> str:
    """One side of a deal in words."""
    things = [DEEDS[deed].name for deed in side.deeds]
    if side.cash:
        things.append(money(side.cash))
    if side.jail_cards:
        kind = "key" if game.rules.jail_keys else "card"
        count = f"a {kind}" if side.jail_cards == 1 else f"{side.jail_cards} {kind}s"
        things.append(f"{count} to leave Jail")
    return and_list(things) if things else "nothing"
