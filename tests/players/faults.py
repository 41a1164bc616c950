"""Faults to plant: a table, a command, and how its events are falsified. The oracle must object to every one."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.boards import usual_board
from companion.rules import decide
from companion.rules.cards import Deck
from companion.rules.commands import (
    AnyCommand,
    Build,
    ChooseSteps,
    DrawCard,
    EndGame,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    PayFine,
    PayTax,
    Redeem,
    Roll,
    SellBuilding,
    SellGroup,
    Settle,
    Throw,
)
from companion.rules.deeds import Group
from companion.rules.events import (
    BuildingsRemoved,
    DeedConveyed,
    DiceRolled,
    Event,
    Events,
    GameEnded,
    JailEntered,
    JailThrowFailed,
    Noted,
    Paid,
    RentIncurred,
    StepOpened,
    TokenMoved,
    TurnPassed,
)
from companion.rules.ids import BANK
from companion.rules.pending_steps import BusChoice, CardDue, Debt, Interest, TaxChoice, UtilityThrowDue
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, because, deed, game, rules_of

Falsify = Callable[[Game, AnyCommand, Events], Events]


class Bug(NamedTuple):
    title: str
    before: Game
    command: AnyCommand
    falsify: Falsify


# How to falsify


def paid(**changes: Any) -> Falsify:
    """The last payment told otherwise."""
    return lambda _, __, told: _changed(told, Paid, changes, last=True)


def amount(by: int) -> Falsify:
    def falsify(_: Game, __: AnyCommand, told: Events) -> Events:
        last = [event for event in told if isinstance(event, Paid)][-1]
        return _changed(told, Paid, {"amount": last.amount + by}, last=True)

    return falsify


def told_as(kind: type[Event], **changes: Any) -> Falsify:
    return lambda _, __, told: _changed(told, kind, changes)


def _changed(told: Events, kind: type[Event], changes: dict[str, Any], *, last: bool = False) -> Events:
    found = [index for index, event in enumerate(told) if isinstance(event, kind)]
    at = found[-1] if last else found[0]
    return (*told[:at], replace(told[at], **changes), *told[at + 1 :])


def without(*kinds: type[Event]) -> Falsify:
    return lambda _, __, told: tuple(event for event in told if not isinstance(event, kinds))


def without_last(kind: type[Event]) -> Falsify:
    def falsify(_: Game, __: AnyCommand, told: Events) -> Events:
        at = max(index for index, event in enumerate(told) if isinstance(event, kind))
        return (*told[:at], *told[at + 1 :])

    return falsify


def with_also(event: Event) -> Falsify:
    return lambda _, __, told: (*told, event)


def backwards(_: Game, __: AnyCommand, told: Events) -> Events:
    """The last two events in the other order."""
    return (*told[:-2], told[-1], told[-2])


def by_the_book(edition: str, *variants: str) -> Falsify:
    """What another book would have said."""
    rules = rules_of(edition, variants)
    return lambda before, command, _: decide(replace(before, rules=rules, board=usual_board(rules)), command)


# Tables

DARK_BLUE = game(at={"Ben": 29}, owns={"Ann": ["dark-blue"]}, mortgaged=["Boardwalk"], turn="Ben")
TO_PARK_PLACE = Roll(BEN, (3, 5))


def platinum(before: Game) -> Game:
    rules = rules_of("platinum-2010")
    return replace(before, rules=rules, board=usual_board(rules))


def drawing(deck: Deck, edition: str = "classic", **table: Any) -> Game:
    place = 7 if deck is Deck.CHANCE else 2
    return game(edition, at={"Ann": place}, thrown=True, pending=(CardDue(ANN, deck),), **table)


def bankrupt(edition: str, variants: tuple[str, ...] = (), **table: Any) -> Game:
    """Ann owes Ben more than she could ever raise."""
    debt = Debt(ANN, BEN, 2000, ("RENT-1",), because("Illinois Avenue, hotel"))
    return game(edition, variants=variants, cash={"Ann": 31}, thrown=True, pending=(debt,), **table)


WITH_TWO_DEEDS: dict[str, Any] = {"owns": {"Ann": ["Boardwalk", "Water Works"]}, "mortgaged": ["Water Works"]}
PAST_GO = game(at={"Ann": 38})
RENT_OF_28 = game(at={"Ben": 9}, owns={"Ann": ["orange"]}, turn="Ben")
JAILED = game(jailed={"Ann": 1}, at={"Ann": 10})
LATER_TAX = game("platinum-2010", at={"Ann": 33})
FOUR_HOUSES = game(owns={"Ann": ["orange"]}, buildings={"orange": 4}, cash={"Ann": 500})
HOTELS = game(owns={"Ann": ["orange"]}, buildings={"orange": 5})
CHOOSES_TAX = game(
    at={"Ann": 4}, cash={"Ann": 101}, owns={"Ann": ["Boardwalk"]}, thrown=True, pending=(TaxChoice(ANN),),
    mortgaged=["Boardwalk"],
)  # fmt: skip
WATER_WORKS_CAME = game(
    owns={"Ann": ["Water Works"]}, mortgaged=["Water Works"], pending=(Interest(((ANN, deed("Water")),), ("DEAL-4",)),)
)
THROWS_FOR_WATER = game(
    "platinum-2010", at={"Ann": 28}, owns={"Ben": ["utility"]}, thrown=True,
    pending=(UtilityThrowDue(ANN, BEN, deed("Water"), 10, ("RENT-5",)),),
)  # fmt: skip
SPEEDY = game(
    "platinum-2010", variants=["speed"], at={"Ann": 28}, owns={"Ben": ["Water"]}, thrown=True, lapped=["Ann"],
    pending=(UtilityThrowDue(ANN, BEN, deed("Water"), 4, ("RENT-5",)),),
)  # fmt: skip
BUS = game(
    "platinum-2010", variants=["speed"], thrown=True, lapped=["Ann"], pending=(BusChoice(ANN, (2, 3)),), at={"Ann": 5}
)
LAST_OF_TWO = bankrupt("rulebook", ("short",), owns={"Ann": ["orange"]}, buildings={"orange": 1}, bankrupt=["Cy"])
RICH_AND_POOR = game(cash={"Ann": 100, "Ben": 300, "Cy": 200}, owns={"Ann": ["Boardwalk"]}, mortgaged=["Boardwalk"])
POT = game(options={"free-parking-pot": 500}, at={"Ann": 16})
CLAIMED = game(options={"rent": "claim"}, at={"Ben": 9}, owns={"Ann": ["orange"]}, turn="Ben")
MONEY = Paid(("CARD-1",), BANK, ANN, 1, because("salary"))
OWES = game(
    cash={"Ann": 60}, thrown=True, pending=(Debt(ANN, BEN, 60, ("RENT-1",), because("Oriental Avenue, no houses")),)
)
CHEST_CARDS = ("street-repairs", "players-pay-you", "school")
STREET_REPAIRS, PLAYERS_PAY, SCHOOL = (DrawCard(ANN, f"chest/{name}") for name in CHEST_CARDS)
CHAIRMAN = DrawCard(ANN, "chance/chairman")
NEW_YORK = deed("New York")

# fmt: off
FAULTS = (
    Bug("rent one too much", RENT_OF_28, Roll(BEN, (3, 4)), amount(1)),
    Bug("rent one too little", RENT_OF_28, Roll(BEN, (3, 4)), amount(-1)),
    Bug("rent to a neighbour", RENT_OF_28, Roll(BEN, (3, 4)), paid(payee=CY)),
    Bug("rent never asked", RENT_OF_28, Roll(BEN, (3, 4)), without(Paid)),
    Bug("rent under another clause", RENT_OF_28, Roll(BEN, (3, 4)), paid(clauses=("RENT-1",))),
    Bug("no salary on exactly GO", PAST_GO, Roll(ANN, (1, 1)), without(Paid)),
    Bug("salary doubled", PAST_GO, Roll(ANN, (1, 1)), amount(200)),
    Bug("salary after the rent", game(at={"Ann": 38}, owns={"Ben": ["Baltic"]}), Roll(ANN, (2, 3)), backwards),
    Bug("salary on the way to Jail", game(at={"Ann": 23}), Roll(ANN, (3, 4)),
          with_also(Paid(("GO-1",), BANK, ANN, 200, because("salary")))),
    Bug("double rent beside a mortgage", platinum(DARK_BLUE), TO_PARK_PLACE, by_the_book("classic")),
    Bug("single rent beside a mortgage", DARK_BLUE, TO_PARK_PLACE, by_the_book("platinum-2010")),
    Bug("a mortgaged railroad is not counted", game(at={"Ben": 1}, owns={"Ann": ["railroad"]}, turn="Ben",
          mortgaged=["Short"]), Roll(BEN, (1, 3)), amount(-100)),
    Bug("no fresh roll for a utility", game("platinum-2010", at={"Ann": 5}, owns={"Ben": ["utility"]}),
          Roll(ANN, (3, 4)), by_the_book("classic")),
    Bug("a fresh roll of another factor", THROWS_FOR_WATER, Throw(ANN, (2, 3)), amount(-30)),
    Bug("the factor of one utility for two", game("platinum-2010", at={"Ann": 5}, owns={"Ben": ["utility"]}),
          Roll(ANN, (3, 4)), told_as(StepOpened, step=UtilityThrowDue(ANN, BEN, deed("Electric"), 4, ("RENT-5",)))),
    Bug("a Bus counted as one", SPEEDY, Throw(ANN, (2, 3), "bus"), amount(4)),
    Bug("a Bus past its stop", BUS, ChooseSteps(ANN, 3), told_as(TokenMoved, to=9)),
    Bug("interest rounded down", WATER_WORKS_CAME, KeepMortgage(ANN, deed("Water")), amount(-1)),
    Bug("lifted without interest", WATER_WORKS_CAME, Redeem(ANN, deed("Water")), amount(-8)),
    Bug("mortgaged at the price", game(owns={"Ann": ["Boardwalk"]}), Mortgage(ANN, deed("Boardwalk")), amount(200)),
    Bug("a hotel repaired as four houses", drawing(Deck.CHEST, owns={"Ann": ["orange"]}, buildings={"orange": 5}),
          STREET_REPAIRS, amount(3 * (4 * 40 - 115))),
    Bug("one player forgotten", drawing(Deck.CHANCE), CHAIRMAN, without_last(Paid)),
    Bug("the earlier printing's gift", drawing(Deck.CHEST, "platinum-2010"), PLAYERS_PAY, by_the_book("classic")),
    Bug("the earlier printing's school tax", drawing(Deck.CHEST, "platinum-2010"), SCHOOL, by_the_book("classic")),
    Bug("the other book's luxury tax", LATER_TAX, Roll(ANN, (1, 4)), by_the_book("classic")),
    Bug("the choice of a tax that has none", game("keys-2010"), Roll(ANN, (1, 3)), by_the_book("classic")),
    Bug("a tenth rounded down", CHOOSES_TAX, PayTax(ANN, percent=True), amount(-1)),
    Bug("a mortgaged deed taxed at half", CHOOSES_TAX, PayTax(ANN, percent=True), paid(amount=31)),
    Bug("nothing drawn on Chance", game(), Roll(ANN, (3, 4)), without(StepOpened)),
    Bug("no word on one's own lot", game(owns={"Ann": ["orange"]}, at={"Ann": 9}), Roll(ANN, (3, 4)), without(Noted)),
    Bug("Jail without being jailed", game(at={"Ann": 23}), Roll(ANN, (3, 4)), without(JailEntered)),
    Bug("a failed roll not counted", JAILED, Roll(ANN, (3, 4)), without(JailThrowFailed)),
    Bug("a fine of 49", JAILED, PayFine(ANN), amount(-1)),
    Bug("the turn kept after the fine", replace(JAILED, rules=rules_of("keys-2010")), PayFine(ANN),
          by_the_book("classic")),
    Bug("no roll after doubles", game(), Roll(ANN, (3, 3)), told_as(DiceRolled, again=False)),
    Bug("a move at third doubles", game(doubles=2, at={"Ann": 5}), Roll(ANN, (3, 3)), told_as(TokenMoved, to=11)),
    Bug("the wrong player's turn", game(thrown=True), EndTurn(ANN), told_as(TurnPassed, player=CY)),
    Bug("a house for a hotel's sum", FOUR_HOUSES, Build(ANN, NEW_YORK), paid(amount=500)),
    Bug("buildings sold at the full price", HOTELS, SellBuilding(ANN, NEW_YORK), amount(50)),
    Bug("a hotel sold to nothing", HOTELS, SellBuilding(ANN, NEW_YORK), told_as(BuildingsRemoved, buildings=0)),
    Bug("hotels sold as four houses each", HOTELS, SellGroup(ANN, Group.ORANGE), amount(-150)),
    Bug("clear deeds pass clear", bankrupt("platinum-2010", **WITH_TWO_DEEDS), GoBankrupt(ANN),
          by_the_book("classic")),
    Bug("clear deeds are mortgaged", bankrupt("classic", **WITH_TWO_DEEDS), GoBankrupt(ANN),
          by_the_book("platinum-2010")),
    Bug("a deed kept back", bankrupt("classic", **WITH_TWO_DEEDS), GoBankrupt(ANN), without_last(DeedConveyed)),
    Bug("a dollar kept back", bankrupt("classic", **WITH_TWO_DEEDS), GoBankrupt(ANN), amount(-1)),
    Bug("the last bankrupt's buildings sold", LAST_OF_TWO, GoBankrupt(ANN), by_the_book("keys-2010", "short")),
    Bug("the short game played on", LAST_OF_TWO, GoBankrupt(ANN), without(GameEnded)),
    Bug("the poorest wins", RICH_AND_POOR, EndGame(), told_as(GameEnded, winners=(CY,))),
    Bug("a mortgaged deed at its price", RICH_AND_POOR, EndGame(), told_as(GameEnded, winners=(ANN,))),
    Bug("the pot not filled again", POT, Roll(ANN, (1, 3)), without_last(Paid)),
    Bug("the pot stays under Free Parking", POT, Roll(ANN, (1, 3)), without(Paid)),
    Bug("no rent to ask for", CLAIMED, Roll(BEN, (3, 4)), without(RentIncurred)),
    Bug("a debt forgiven", OWES, Settle(ANN), without(Paid)),
    Bug("money from nowhere", game(thrown=True), EndTurn(ANN), with_also(MONEY)),
)
# fmt: on


# Faults in whole games


def falsified(told: Events) -> Iterator[Events]:
    """Each event that moves something, changed or left out."""
    for at, event in enumerate(told):
        if isinstance(event, MOVERS):
            yield (*told[:at], *told[at + 1 :])
        for other in _others(event):
            yield (*told[:at], other, *told[at + 1 :])


MOVERS = (Paid, DeedConveyed, TokenMoved, JailEntered, JailThrowFailed, BuildingsRemoved, TurnPassed, GameEnded)


def _others(event: Event) -> Iterator[Event]:
    match event:
        case Paid():
            yield replace(event, amount=event.amount + 1)
            yield replace(event, amount=event.amount - 1)
            yield replace(event, payer=event.payee, payee=event.payer)
        case TokenMoved():
            yield replace(event, to=(event.to + 1) % 40)
            yield replace(event, past_go=not event.past_go)
        case DiceRolled():
            yield replace(event, again=not event.again)
