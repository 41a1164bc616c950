"""What is said when something opens on the table. Steps that wait for nobody are not spoken of."""

from collections.abc import Callable
from typing import Any

from companion.rules.cards import Deck
from companion.rules.deeds import DEEDS
from companion.rules.matters import (
    AnyMatter,
    Auction,
    AuctionsDue,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Interest,
    Matter,
    Placing,
    SpaceChoice,
    SpeedAdvance,
    TaskDue,
    TaxChoice,
    TurnEnds,
    UtilityThrowDue,
    WaitingMove,
)
from companion.rules.phrases import and_list, money, names, or_list, sentence
from companion.rules.state import Game

DECK_NAMES = {Deck.CHANCE: "Chance", Deck.CHEST: "Community Chest"}


def tell_opened(game: Game, matter: AnyMatter) -> str:
    return _TELLERS[type(matter)](game, matter)


def _silent(_game: Game, _matter: Matter) -> str:
    return ""


def _dealing(game: Game, matter: Dealing) -> str:
    deal = game.rules.deal
    each = " each" if len(matter.waiting) > 1 else ""
    deeds = f"{deal.count} deeds{each}" if deal else "Deeds"
    return f"{deeds} are still to be dealt to {names(game, matter.waiting)}."


def _buying(game: Game, matter: Buying) -> str:
    deed = DEEDS[matter.deed]
    return f"{game.name(matter.player)} may buy {deed.name} for {money(deed.price)}."


def _auction(_: Game, matter: Auction) -> str:
    lot = f"a {matter.building}" if matter.building else DEEDS[matter.deed].name
    if matter.passed:
        return f"The auction of {lot} goes on."
    first_bid = f" The first bid is {money(matter.least)} or more." if matter.building else ""
    return f"The Bank auctions {lot}.{first_bid}"


def _debt(game: Game, matter: Debt) -> str:
    cash = game.players[matter.debtor].cash
    owes = f"{game.name(matter.debtor)} owes {game.name(matter.creditor)} {money(matter.amount)}"
    if cash < matter.amount:
        owes += f" and has {money(cash)}: short by {money(matter.amount - cash)}."
    else:
        owes += ", after the debt that is open already." if game.debt_of(matter.debtor) else "."
    return f"{owes} {sentence(matter.why)}".rstrip()


def _interest(game: Game, matter: Interest) -> str:
    """One sentence for each new owner."""
    owners = dict.fromkeys(player for player, _ in matter.owed)
    return " ".join(
        f"{game.name(owner)} must choose for "
        + and_list(DEEDS[deed].name for player, deed in matter.owed if player == owner)
        + ": lift the mortgage, or pay 10% and leave it."
        for owner in owners
    )


def _card_due(game: Game, matter: CardDue) -> str:
    return f"{game.name(matter.player)} is to draw a {DECK_NAMES[matter.deck]} card."


def _task_due(game: Game, matter: TaskDue) -> str:
    return f"{game.name(matter.player)} is to throw three dice for a {DECK_NAMES[matter.deck]} task."


def _utility_throw(game: Game, matter: UtilityThrowDue) -> str:
    return (
        f"{game.name(matter.player)} is to throw the dice: "
        f"{DEEDS[matter.deed].name} costs {matter.factor} times the total, owed to {game.name(matter.owner)}."
    )


def _tax_choice(game: Game, matter: TaxChoice) -> str:
    """Not a word about what the player is worth: the choice comes first.  [TAX-1]"""
    rules = game.rules
    return (
        f"{game.name(matter.player)} is to choose the Income Tax: "
        f"{money(rules.income_tax)}, or {rules.income_tax_percent}% of everything."
    )


def _bus_choice(game: Game, matter: BusChoice) -> str:
    steps = sorted({*matter.dice, sum(matter.dice)})
    return f"The Bus: {game.name(matter.player)} may move by {or_list(map(str, steps))}."


def _space_choice(game: Game, matter: SpaceChoice) -> str:
    return f"Three of a kind: {game.name(matter.player)} may move forward to any space."


def _placing(game: Game, matter: Placing) -> str:
    return f"{game.name(matter.player)} is to choose a lot for the {matter.building}."


_TELLERS: dict[type[Matter], Callable[[Game, Any], str]] = {
    Dealing: _dealing,
    Buying: _buying,
    Auction: _auction,
    Debt: _debt,
    Interest: _interest,
    CardDue: _card_due,
    TaskDue: _task_due,
    UtilityThrowDue: _utility_throw,
    TaxChoice: _tax_choice,
    BusChoice: _bus_choice,
    SpaceChoice: _space_choice,
    Placing: _placing,
    WaitingMove: _silent,
    SpeedAdvance: _silent,
    AuctionsDue: _silent,
    TurnEnds: _silent,
}
