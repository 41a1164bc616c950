"""How what is chosen for a new game gets changed: a pad for each setting, and for each player."""

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from companion.console.asking import Shows, house_rule_value
from companion.console.pads.amount import AmountPad
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.several import SeveralPad
from companion.console.pads.text import TextPad
from companion.console.setup import Setup, tidied, value_words
from companion.console.signs import sign
from companion.table.messages.setup import DiceFrom

MINUTES_MOST = 24 * 60  # as the table has it, which has the last word
Wish = Callable[[Shows, Setup], Awaitable[Setup | None]]
Change = Callable[[Shows, Setup, int], Awaitable[Setup | None]]


async def change_setting(app: Shows, setup: Setup, name: str) -> Setup | None:
    """None if somebody has thought better of it."""
    return await _SETTINGS[name](app, setup)


async def _book(app: Shows, setup: Setup) -> Setup | None:
    choices = [Choice(book.title, book, f"2 to {book.players_most} players") for book in setup.books.books]
    book = await app.show_pad(ChoosePad("Which box do you have?", choices))
    return None if book is None else setup.with_book(book)


async def _variants(app: Shows, setup: Setup) -> Setup | None:
    choices = [Choice[int | str](setup.books.variants[name], name) for name in setup.book.variants]
    chosen = await app.show_pad(SeveralPad("Variants of this book", choices, ticked=setup.variants))
    if chosen is None:
        return None
    setup = setup.with_variants(tuple(map(str, chosen)))
    return await _minutes(app, setup) if setup.is_timed else setup


async def _minutes(app: Shows, setup: Setup) -> Setup:
    hint = "The table counts them down while you play. 0: you watch the clock yourselves."
    minutes = await app.show_pad(AmountPad("How many minutes?", 0, MINUTES_MOST, setup.minutes, hint, nought=True))
    return setup if minutes is None else setup.with_minutes(minutes)


async def _rent(app: Shows, setup: Setup) -> Setup | None:
    mode = await house_rule_value(app, setup.books, "rent")
    return None if mode is None else setup.with_option("rent", mode)


async def _dice(app: Shows, setup: Setup) -> Setup | None:
    choices: list[Choice[DiceFrom]] = [
        Choice("The companion throws", "button", "a press of the dice button, or of a key"),
        Choice("We throw real dice", "hand", "and tap what fell"),
    ]
    dice = await app.show_pad(ChoosePad("Who throws the dice?", choices))
    return None if dice is None else setup.with_dice(dice)


async def _cards(app: Shows, setup: Setup) -> Setup | None:
    choices = [Choice("The companion draws", True), Choice("We draw from the real decks", False)]
    electronic = await app.show_pad(ChoosePad("Chance and Community Chest", choices))
    return None if electronic is None else setup.with_cards(electronic)


async def _house(app: Shows, setup: Setup) -> Setup | None:
    choices = [
        Choice(f"{rule.label}: {value_words(setup.options.get(rule.name))}", rule, rule.meaning)
        for rule in setup.books.house_rules
        if rule.name != "rent"
    ]
    rule = await app.show_pad(ChoosePad("Change a house rule", choices))
    value = None if rule is None else await house_rule_value(app, setup.books, rule.name)
    return None if rule is None or value is None else setup.with_option(rule.name, value)


async def _title(app: Shows, setup: Setup) -> Setup | None:
    title = await app.show_pad(TextPad("What do you call this game?", most=setup.books.title_most))
    return None if title is None else setup.with_title(title)


_SETTINGS: dict[str, Wish] = {
    "book": _book,
    "dice": _dice,
    "cards": _cards,
    "rent": _rent,
    "variants": _variants,
    "house": _house,
    "title": _title,
}

# Players


async def change_player(app: Shows, setup: Setup, at: int) -> Setup | None:
    seat = setup.seats[at]
    earlier: list[Choice[Change]] = [Choice(f"Sits before {setup.seats[at - 1].name}", _earlier)] if at else []
    choices: list[Choice[Change]] = [
        Choice(f"Token: {seat.token} …", _token),
        Choice(f"Colour: {sign(seat.colour)} {seat.colour} …", _colour),
        Choice("Another name …", _name),
        *earlier,
        Choice(f"{seat.name} does not play", _out),
    ]
    change = await app.show_pad(ChoosePad(seat.name, choices))
    return None if change is None else await change(app, setup, at)


async def _token(app: Shows, setup: Setup, at: int) -> Setup | None:
    choices = [Choice(token, token, _whose(setup, token)) for token in setup.books.tokens]
    token = await app.show_pad(ChoosePad(f"The token of {setup.seats[at].name}", choices))
    return None if token is None else setup.with_token(at, token)


async def _colour(app: Shows, setup: Setup, at: int) -> Setup | None:
    choices = [Choice(f"{sign(colour)} {colour}", colour, _whose(setup, colour)) for colour in setup.books.colours]
    colour = await app.show_pad(ChoosePad(f"The colour of {setup.seats[at].name}", choices))
    return None if colour is None else setup.with_colour(at, colour)


def _whose(setup: Setup, thing: str) -> str:
    return next((f"now {seat.name}'s" for seat in setup.seats if thing in (seat.token, seat.colour)), "")


async def add_player(app: Shows, setup: Setup) -> Setup | None:
    name = await _named(app, setup, "Who else plays?")
    return None if name is None else setup.with_player(name)


async def _name(app: Shows, setup: Setup, at: int) -> Setup | None:
    seat, others = setup.seats[at], (*setup.names[:at], *setup.names[at + 1 :])
    name = await _named(app, setup, f"Another name for {seat.name}", seat.name, others)
    return None if name is None else setup.with_seat(at, replace(seat, name=tidied(name)))


async def _named(
    app: Shows, setup: Setup, title: str, start: str = "", others: tuple[str, ...] | None = None
) -> str | None:
    """Asked again, with the reason and what was written, until it will do."""
    written, hint = start, ""
    while True:
        name = await app.show_pad(TextPad(title, start=written, most=setup.books.name_most, hint=hint))
        if name is None or not (hint := setup.name_problem(name, others)):
            return name
        written = name


async def _earlier(_: Shows, setup: Setup, at: int) -> Setup | None:
    return setup.one_earlier(at)


async def _out(_: Shows, setup: Setup, at: int) -> Setup | None:
    return setup.without_player(at)
