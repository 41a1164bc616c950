"""Phrases that sentences about a game share: amounts, lists, goods and buildings."""

from collections.abc import Iterable

from companion.rules.deeds import DEEDS
from companion.rules.ids import Account
from companion.rules.pending_steps import Goods
from companion.rules.state import HOTEL_LEVEL, KEY, Game


def money(amount: int) -> str:
    """For people, as in 1,500. A game record writes plain digits instead."""
    return f"{amount:,}"


def gain(change: int) -> str:
    """With a plus for what somebody gets, a minus for what somebody gives."""
    return f"{change:+,}"


def has_too_little(cash: int, price: int) -> str:
    """The end of a refusal, after the name."""
    return f"has {money(cash)}: {money(price - cash)} short."


def setting(value: bool | int | str) -> str:
    """What a house rule is set to."""
    return "on" if value is True else "off" if value is False else money(value) if isinstance(value, int) else value


def sentence(phrase: str) -> str:
    """A phrase as a sentence, with a capital and a full stop. An empty phrase stays empty."""
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
