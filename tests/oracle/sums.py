"""Rents, prices, interest, worth and stock, counted naively over everything on the table."""

from collections.abc import Iterator

from companion.rules.state import Game, Player, Title
from tests.oracle.prints import print_of
from tests.oracle.tables import (
    AT,
    BANK,
    BOOKS,
    BUILDINGS_IN_THE_BOX,
    GROUPS,
    HOTEL,
    LOTS,
    POT,
    Book,
    Order,
)

# The book and its variants


def book_of(game: Game) -> Book:
    return BOOKS[game.rules.key]


def is_short(game: Game) -> bool:
    return "short" in game.rules.variants


def houses_before_hotel(game: Game) -> int:
    """SHORT-2."""
    return 3 if is_short(game) else 4


def jail_turns(game: Game) -> int:
    """JAIL-3, SHORT-3."""
    short = book_of(game).short
    return 1 if is_short(game) and short and short.one_jail_turn else 3


def tax_is_chosen(game: Game) -> bool:
    """TAX-1, SHORT-4."""
    book = book_of(game)
    return book.tax_by_percent and not (is_short(game) and book.short and book.short.flat_tax)


def deal_of(game: Game) -> tuple[int, bool, str]:
    """How many deeds are dealt, whether they are paid for, and by which clause.  [SHORT-1, TIMED-2]"""
    book = book_of(game)
    if is_short(game) and book.short:
        return book.short.dealt, book.short.paid, "SHORT-1"
    return (book.timed_deal, True, "TIMED-2") if "timed" in game.rules.variants else (0, False, "")


def fines_go_to(game: Game) -> int:
    """FREE-1, or the house rule."""
    return BANK if game.rules.pot is None else POT


# People


def is_in(player: Player) -> bool:
    return not player.bankrupt and not player.retired


def others(game: Game, seat: int) -> list[int]:
    """Everybody else still in the game, from this player's left."""
    count = len(game.players)
    round_the_table = [(seat + step) % count for step in range(1, count)]
    return [other for other in round_the_table if is_in(game.players[other])]


def everybody(game: Game) -> list[int]:
    return [seat for seat, player in enumerate(game.players) if is_in(player)]


def throws_speed_die(game: Game, seat: int) -> bool:
    """SPEED-2, SPEED-10."""
    return "speed" in game.rules.variants and game.players[seat].lapped


# Deeds


def tenth(sum_of_money: int) -> int:
    """ROUND-1."""
    return -(-sum_of_money // 10)


def mortgage_value(game: Game, lot: int) -> int:
    """MORT-2."""
    return print_of(game).lots[lot].mortgage


def holdings(game: Game, owner: int) -> Iterator[tuple[int, Title]]:
    return ((lot, title) for lot, title in enumerate(game.titles) if title.owner == owner)


def sisters(lot: int) -> tuple[int, ...]:
    return GROUPS[LOTS[lot].group]


def count_owned(game: Game, owner: int, lot: int) -> int:
    return sum(game.titles[sister].owner == owner for sister in sisters(lot))


def owns_group(game: Game, owner: int, lot: int) -> bool:
    return count_owned(game, owner, lot) == len(sisters(lot))


def height(game: Game, lot: int) -> int:
    """Buildings on a lot, a hotel being one more than the houses it took.  [SELL-2, SHORT-8]"""
    level = game.titles[lot].buildings
    return houses_before_hotel(game) + 1 if level == HOTEL else level


def heights(game: Game, lot: int) -> list[int]:
    return [height(game, sister) for sister in sisters(lot)]


def building_worth(game: Game, lot: int) -> int:
    """At their price, a hotel with the houses turned in.  [TAX-2, SHORT-6]"""
    return height(game, lot) * print_of(game).lots[lot].house


def stock(game: Game) -> tuple[int, int]:
    """Houses and hotels left in the Bank.  [SETUP-3]"""
    houses, hotels = BUILDINGS_IN_THE_BOX
    standing = [title.buildings for title in game.titles]
    left = houses - game.houses_lost - sum(level for level in standing if level < HOTEL)
    return left, hotels - game.hotels_lost - standing.count(HOTEL)


# Rent


def rent(game: Game, lot: int, by_card: bool) -> tuple[int, int, str]:
    """The sum, or (with 0) the factor of a fresh roll; and the clause.  [RENT-1, 2, 4, 5, CARD-4]"""
    owner, group = game.titles[lot].owner, LOTS[lot].group
    if group == "railroad":
        sum_due = print_of(game).railroads[count_owned(game, owner, lot) - 1]
        return (2 * sum_due, 0, "CARD-4") if by_card else (sum_due, 0, "RENT-4")
    if group == "utility" and by_card:
        return 0, 10, "CARD-4"
    if group == "utility":
        factor = print_of(game).utilities[count_owned(game, owner, lot) - 1]
        return (0, factor, "RENT-5") if book_of(game).fresh_utility_throw else (factor * sum(game.dice), 0, "RENT-5")
    printed = print_of(game).lots[lot].rents[game.titles[lot].buildings]
    if game.titles[lot].buildings or not owns_group(game, owner, lot):
        return printed, 0, "RENT-1"
    spoiled = any(game.titles[sister].mortgaged for sister in sisters(lot))
    if spoiled and not book_of(game).double_beside_a_mortgage:
        return printed, 0, "RENT-1"
    return 2 * printed, 0, "RENT-2"


# Cards


def repairs(game: Game, owner: int, card: Order) -> int:
    """CARD-5."""
    levels = [title.buildings for _, title in holdings(game, owner)]
    return sum(card.hotel if level == HOTEL else card.house * level for level in levels)


def next_of_group(group: str, space: int) -> int:
    """CARD-4."""
    ahead = ((space + step) % 40 for step in range(1, 41))
    return next(there for there in ahead if there in AT and LOTS[AT[there]].group == group)


def next_owned_by(game: Game, owners: list[int], space: int) -> int | None:
    """SPEED-5."""
    for there in ((space + step) % 40 for step in range(1, 41)):
        if there in AT and game.titles[AT[there]].owner in owners:
            return there
    return None


# Worth


def total_worth(game: Game, seat: int) -> int:
    """TAX-2."""
    lots = print_of(game).lots
    deeds = sum(lots[lot].price + building_worth(game, lot) for lot, _ in holdings(game, seat))
    return game.players[seat].cash + deeds


def final_worth(game: Game, seat: int) -> int:
    """SHORT-6: a mortgaged deed at half its price, which is its mortgage value."""
    worth = game.players[seat].cash
    for lot, title in holdings(game, seat):
        printed = print_of(game).lots[lot]
        worth += printed.mortgage if title.mortgaged else printed.price
        worth += building_worth(game, lot)
    return worth


def richest(game: Game) -> tuple[int, ...]:
    """SHORT-7."""
    worths = {seat: final_worth(game, seat) for seat in everybody(game)}
    return tuple(seat for seat, worth in worths.items() if worth == max(worths.values()))


def could_raise(game: Game, seat: int) -> int:
    """DEBT-2."""
    raised = game.players[seat].cash
    for lot, title in holdings(game, seat):
        raised += building_worth(game, lot) // 2 + (0 if title.mortgaged else mortgage_value(game, lot))
    return raised


# Building


def lots_to_build(game: Game, seat: int, building: str) -> list[int]:
    """Where a player could put a house, or a hotel.  [BUILD-1 to BUILD-5]"""
    full = houses_before_hotel(game)
    lots = (lot for lot, _ in holdings(game, seat) if may_build_on(game, seat, lot))
    return [lot for lot in lots if (height(game, lot) == full) == (building == "hotel")]


def may_build_on(game: Game, seat: int, lot: int) -> bool:
    """BUILD-1, 2, 3, 5; the stock aside."""
    if not print_of(game).lots[lot].house or not owns_group(game, seat, lot):
        return False
    if any(game.titles[sister].mortgaged for sister in sisters(lot)):
        return False
    return height(game, lot) == min(heights(game, lot)) <= houses_before_hotel(game)


def one_more(game: Game, lot: int) -> int:
    """What stands on a lot after one more building.  [BUILD-4, SHORT-2]"""
    level = game.titles[lot].buildings
    return HOTEL if level == houses_before_hotel(game) else level + 1
