"""Where money came from and where it went. Every dollar of every payment is in exactly one line."""

from collections import Counter
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from companion.play.acts import RecordedMove
from companion.rules.board import GROUPS
from companion.rules.deeds import Group
from companion.rules.events import Paid
from companion.rules.ids import Account, DeedId, PlayerId
from companion.rules.rent import rent_due
from companion.rules.state import Game
from companion.rules.words import REASONS
from companion.story.course import Story, landings


class MoneyKind(Enum):
    """What money moved for. The value is its code in exported tables."""

    SALARY = "salary"
    RENT = "rent"
    CARDS = "cards"
    DEALS = "deals"
    POT = "pot"
    TAXES = "taxes"
    FINES = "fines"
    INTEREST = "interest"
    DEEDS = "deeds"
    BUILDING = "building"
    BUILDINGS_SOLD = "buildings-sold"
    MORTGAGES = "mortgages"
    BANKRUPTCY = "bankruptcy"
    CORRECTIONS = "corrections"


_KINDS = {
    "salary": MoneyKind.SALARY,
    "landed-on-go": MoneyKind.SALARY,
    "price": MoneyKind.DEEDS,
    "highest-bid": MoneyKind.DEEDS,
    "house": MoneyKind.BUILDING,
    "hotel": MoneyKind.BUILDING,
    "highest-bid-house": MoneyKind.BUILDING,
    "highest-bid-hotel": MoneyKind.BUILDING,
    "building-sold": MoneyKind.BUILDINGS_SOLD,
    "buildings-sold": MoneyKind.BUILDINGS_SOLD,
    "group-sold": MoneyKind.BUILDINGS_SOLD,
    "mortgage": MoneyKind.MORTGAGES,
    "mortgage-paid-off": MoneyKind.MORTGAGES,  # without its interest, which is a line of its own
    "mortgage-kept": MoneyKind.INTEREST,
    "income-tax": MoneyKind.TAXES,
    "income-tax-percent": MoneyKind.TAXES,
    "luxury-tax": MoneyKind.TAXES,
    "fine": MoneyKind.FINES,
    "card": MoneyKind.CARDS,
    "card-repairs": MoneyKind.CARDS,
    "deal": MoneyKind.DEALS,
    "free-parking-pot": MoneyKind.POT,
    "first-pot": MoneyKind.POT,
    "next-pot": MoneyKind.POT,
    "pot-to-bank": MoneyKind.POT,
    "all-that-was-left": MoneyKind.BANKRUPTCY,
    "correction": MoneyKind.CORRECTIONS,
    "correction-counted": MoneyKind.CORRECTIONS,
    **{code: MoneyKind.RENT for code in REASONS if code.startswith("rent-")},
}


class MoneyLine(Struct, frozen=True):
    """One payment, or the mortgage and the interest of one that paid off both. `deed` is -1 if it was for none."""

    move: RecordedMove
    turn: int
    payer: Account
    payee: Account
    amount: int
    kind: MoneyKind
    deed: DeedId
    clauses: tuple[str, ...]


def money_lines(story: Story) -> tuple[MoneyLine, ...]:
    lines = list[MoneyLine]()
    for told in story.events():
        paid = told.event
        if not isinstance(paid, Paid):
            continue
        parts = [(_KINDS[paid.why.code], paid.amount)]
        if paid.why.code == "mortgage-paid-off":
            value, fee = paid.why.sums
            parts = [(MoneyKind.MORTGAGES, value), (MoneyKind.INTEREST, fee)]
        for kind, amount in parts:
            if amount:
                turn, deed = told.before.turn_number, paid.why.deed
                lines.append(MoneyLine(told.move, turn, paid.payer, paid.payee, amount, kind, deed, paid.clauses))
    return tuple(lines)


class PlayerMoney(Struct, frozen=True):
    """`opening` and all that came, less all that went, is `closing`. Rent is also split by the group of its deed."""

    player: PlayerId
    opening: int
    closing: int
    came: dict[MoneyKind, int]
    went: dict[MoneyKind, int]
    rent_came: dict[Group, int]
    rent_went: dict[Group, int]


def money_by_player(story: Story) -> tuple[PlayerMoney, ...]:
    lines, deeds = money_lines(story), story.end.board.deeds
    accounts = []
    for seat, (first, last) in enumerate(zip(story.start.game.players, story.end.players, strict=True)):
        sides = []
        for mine in ([line for line in lines if line.payee == seat], [line for line in lines if line.payer == seat]):
            by_kind, by_group = Counter[MoneyKind](), Counter[Group]()
            for line in mine:
                by_kind[line.kind] += line.amount
                if line.kind is MoneyKind.RENT:
                    by_group[deeds[line.deed].group] += line.amount
            sides.append(({kind: by_kind[kind] for kind in MoneyKind if by_kind[kind]}, _in_order(by_group)))
        (came, rent_came), (went, rent_went) = sides
        accounts.append(PlayerMoney(seat, first.cash, last.cash, came, went, rent_came, rent_went))
    return tuple(accounts)


def _in_order(by_group: Counter[Group]) -> dict[Group, int]:
    return {group: by_group[group] for group in GROUPS if by_group[group]}


class DeedMoney(Struct, frozen=True):
    """What a deed cost and brought. `spent` is what the Bank got for it and for buildings on it, whoever paid."""

    deed: DeedId
    landings: int
    rents: int  # how often rent was paid
    earned: int
    spent: int

    @property
    def return_percent(self) -> int | None:
        """Rent earned, in percent of what was spent, rounded down; None if nothing was."""
        return 100 * self.earned // self.spent if self.spent else None


def money_by_deed(story: Story) -> tuple[DeedMoney, ...]:
    rents, earned, spent = Counter[DeedId](), Counter[DeedId](), Counter[DeedId]()
    for line in money_lines(story):
        if line.kind is MoneyKind.RENT:
            rents[line.deed] += 1
            earned[line.deed] += line.amount
        elif line.kind in (MoneyKind.DEEDS, MoneyKind.BUILDING) and line.deed >= 0:
            spent[line.deed] += line.amount
    stops = Counter(landing.space for landing in landings(story))
    return tuple(
        DeedMoney(deed.id, stops[deed.space], rents[deed.id], earned[deed.id], spent[deed.id])
        for deed in story.end.board.deeds
    )


# The 36 ways in which two dice fall, as totals
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


def rent_ahead(game: Game, player: PlayerId) -> Iterator[tuple[int, int]]:
    """For every total of two dice: its ways of 36, and the rent that the space so far ahead would cost."""
    place = game.players[player].place
    for total, ways in WAYS.items():
        space = game.board.spaces[(place + total) % 40]
        owed = 0
        if space.deed >= 0 and game.titles[space.deed].owner != player:
            owed = rent_due(game, game.board.deeds[space.deed], total)
        yield ways, owed
