"""The log: a line for each event with how its amount came about, whom a move concerns, and what must stay hidden."""

from collections.abc import Iterator, Sequence, Set
from itertools import islice

from msgspec import Struct

from companion.play.acts import DoneAgain, RecordedMove, Redo, Renamed, TakenBack, Undo
from companion.play.words import describe_move, describe_redo, describe_undo
from companion.rules.events import (
    BuildingsRemoved,
    Built,
    DeedConveyed,
    DeedMortgaged,
    Event,
    MortgageLifted,
    Paid,
    RentIncurred,
    StepOpened,
)
from companion.rules.ids import PlayerId
from companion.rules.lists import sentence
from companion.rules.pending_steps import Debt, Offer, TaxChoice
from companion.rules.reasons import Reason
from companion.rules.state import Game
from companion.rules.tax import tells_worth
from companion.rules.words import describe_event, describe_reason
from companion.table.messages.views import LogLine

HIDDEN = "Not shown until the tax is chosen: it tells what a player is worth."
_TELLS_WORTH = frozenset(("TAX-2", "SHORT-6"))  # clauses under which a player's worth is added up


def log_lines(move: RecordedMove, moves: Sequence[RecordedMove], gone: Set[int] = frozenset()) -> tuple[LogLine, ...]:
    return tuple(line for _, line in told_events(move, moves, gone))


def told_events(
    move: RecordedMove, moves: Sequence[RecordedMove], gone: Set[int] = frozenset()
) -> Iterator[tuple[object, LogLine]]:
    """Each event with its line, as they may be seen now. `moves` are all moves of the game: this one may have taken
    another back.

    `gone` are the numbers of those that were taken back; the last move never was.
    """
    hides, game = bool(choosing_tax(moves[-1].after)), move.before
    for event in move.events:
        clauses: tuple[str, ...] = ("UNDO-1",)
        how, is_share = "", False
        match event:
            case TakenBack(number) | DoneAgain(number):
                describe = describe_undo if isinstance(event, TakenBack) else describe_redo
                about = moves[number - 1]
                text = sentence(describe(describe_move(about, game), game, move.after))
                is_share = tells_worth(about.act)  # an undo or redo of a percentage tells its amount
            case Renamed(player, name):
                text, clauses = f"{game.name(player)} is now called {name}.", ("SETUP-1",)
            case _:
                told = describe_event(game, event)
                text, clauses = told.text, told.clauses
                how = how_paid(game, event)
                game = event.apply(game)
        if hides and (is_share or tells_what_is_hidden(clauses)):
            text, clauses, how = text and HIDDEN, ("TAX-1",), ""
        if text:
            yield event, LogLine(move.number, move.at_ms, text, clauses, how, move.number in gone)


def taken_back(moves: Sequence[RecordedMove]) -> Set[int]:
    """The numbers of the moves that do not stand now."""
    gone = set[int]()
    for move in moves:
        match move.events:
            case (TakenBack(number),):
                gone.add(number)
            case (DoneAgain(number),):
                gone.discard(number)
    return gone


# How an amount came about

# These end with a calculation, as in "2 × 6" or "half of 150".
_CALCULATED = {
    *("building-sold", "buildings-sold", "group-sold", "mortgage-paid-off", "mortgage-kept"),
    *("rent-group", "rent-railroad-doubled", "rent-railroads-doubled", "rent-utility"),
    *("landed-on-go", "income-tax-percent", "card-repairs"),
}


def how_paid(game: Game, event: object) -> str:
    """Empty for an event without an amount."""
    match event:
        case Paid(amount=amount, why=why) | StepOpened(step=Debt(amount=amount, why=why)):
            return equation(game, why, amount)
        case RentIncurred(rent=rent) if not rent.factor:
            return equation(game, rent.why, rent.amount)
    return ""


def equation(game: Game, why: Reason, amount: int) -> str:
    if not why.code:
        return ""
    joint = " =" if why.code in _CALCULATED else ":"
    return f"{describe_reason(game, why)}{joint} {game.money(amount)}"


# What nobody may see while a player chooses the tax: what that player is worth.  [TAX-1]
# A choice that was taken back has been added up already, so that sum stays hidden until the choice is made again.


def choosing_tax(game: Game) -> frozenset[PlayerId]:
    return frozenset(step.player for step in game.pending if isinstance(step, TaxChoice))


def tells_what_is_hidden(clauses: tuple[str, ...]) -> bool:
    """Of an event, while somebody chooses the tax."""
    return bool(_TELLS_WORTH.intersection(clauses))


def hides_more(moves: Sequence[RecordedMove], most: int) -> bool:
    """Does the last one hide or reveal what so many before it told? Then every screen needs a snapshot."""
    last = moves[-1]
    if choosing_tax(last.before) == choosing_tax(last.after):
        return False
    told = (event for move in islice(reversed(moves), 1, most) for event in move.events if isinstance(event, Event))
    return isinstance(last.act, Undo | Redo) or any(tells_what_is_hidden(event.clauses) for event in told)


# Whom a move concerns: everybody who pays, is paid, rolls, owns or is asked in it

_ONE = ("player", "payer", "payee", "owner", "giver", "receiver", "debtor", "creditor", "bidder")
_MANY = ("players", "winners")
_INSIDE = ("step", "offer", "rent")


def concerned(move: RecordedMove, moves: Sequence[RecordedMove]) -> frozenset[PlayerId]:
    """`moves` are all moves of the game: an undo concerns those whom the move it takes back concerned."""
    seats = set[PlayerId]()
    for event in move.events:
        if isinstance(event, TakenBack | DoneAgain):
            seats |= concerned(moves[event.number - 1], moves)
            continue
        seats.update(_seats_named(event))
        if isinstance(event, DeedConveyed | DeedMortgaged | MortgageLifted | Built | BuildingsRemoved):
            seats.add(move.before.titles[event.deed].owner)
    return frozenset(seat for seat in seats if seat >= 0)


def _seats_named(fact: Event | Struct) -> Iterator[PlayerId]:
    yield from (seat for name in _ONE if isinstance(seat := getattr(fact, name, None), int))
    if isinstance(fact, Offer):
        yield fact.to
    for name in _MANY:
        yield from getattr(fact, name, ())
    for name in _INSIDE:
        inner = getattr(fact, name, None)
        if isinstance(inner, Struct):
            yield from _seats_named(inner)
