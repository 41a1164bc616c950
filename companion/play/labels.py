"""What stands on the button for each command: short, and with the sum where that is certain."""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.play.places import place_name
from companion.rules import commands as given
from companion.rules.building import building_named, next_level
from companion.rules.cards import CARDS, Deck
from companion.rules.commands import AnyCommand, Command
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK
from companion.rules.pending_steps import (
    HOTEL,
    Auction,
    Buying,
    CardDue,
    Matter,
    Offer,
    Placing,
    Rent,
    TaskDue,
    UtilityThrowDue,
)
from companion.rules.phrases import gain, money
from companion.rules.state import Game
from companion.rules.words import DECK_NAMES

DEAL = "Deal the deeds"  # to everybody, by the companion
_SAYS_ITS_SUM = given.BuyDeed | given.PayTax | given.PayFine | given.Settle
M = TypeVar("M", bound=Matter)


def label(game: Game, command: AnyCommand, change: int = 0) -> str:
    """For a command that is legal now. `change` is what it certainly does to the cash of whose command it is."""
    text = _LABELS[type(command)](game, command)
    return f"{text} ({gain(change)})" if change and not isinstance(command, _SAYS_ITS_SUM) else text


def _open(game: Game, kind: type[M]) -> M:
    return next(matter for matter in game.agenda if isinstance(matter, kind))


def _offer(game: Game) -> Offer:
    assert game.offer is not None
    return game.offer


# Throws, draws and moves


def _roll(game: Game, command: given.Roll) -> str:
    return "Throw the dice" if game.players[command.player].jail is None else "Throw for doubles"


def _throw(game: Game, _: given.Throw) -> str:
    match game.agenda[:1]:
        case (UtilityThrowDue(),):
            return "Throw for the rent"
        case (TaskDue(),):
            return "Throw three dice for a task"
    return "Throw for who starts"


def _draw(game: Game, command: given.DrawCard) -> str:
    if not command.card:
        return f"Draw a {DECK_NAMES[_open(game, CardDue).deck]} card"
    deck, _, id = command.card.partition("/")
    meaning = next(card.meaning for card in CARDS[Deck(deck)] if card.id == id)
    return f"{DECK_NAMES[Deck(deck)]}: {meaning}"


def _choose(game: Game, command: given.ChooseSteps) -> str:
    reached = (game.players[command.player].place + command.steps) % 40
    return f"Move {command.steps} to {place_name(reached)}"


def _move_to(_: Game, command: given.MoveTo) -> str:
    return f"Move to {place_name(command.space)}"


def _leave_jail(game: Game, _: given.UseJailCard) -> str:
    return f"Use the {'key' if game.rules.jail_keys else 'card'} to leave Jail"


def _fine(game: Game, _: given.PayFine) -> str:
    return f"Pay the {money(game.rules.fine)} fine"


# Money and deeds


def _buy(game: Game, _: given.BuyDeed) -> str:
    deed = DEEDS[_open(game, Buying).deed]
    return f"Buy {deed.name} for {money(deed.price)}"


def _decline(game: Game, _: given.DeclineDeed) -> str:
    return "Do not buy: auction" if game.rules.auctions else "Do not buy"


def _close(game: Game, _: given.CloseAuction) -> str:
    auction = _open(game, Auction)
    if auction.bidder == BANK:
        return "No bid: the Bank keeps it"
    return f"Sold to {game.name(auction.bidder)} for {money(auction.high)}"


def _tax(game: Game, command: given.PayTax) -> str:
    rules = game.rules
    return f"Pay {rules.income_tax_percent}% of everything" if command.percent else f"Pay {money(rules.income_tax)}"


def _settle(game: Game, command: given.Settle) -> str:
    debt = game.debt_of(command.player)
    assert debt is not None
    return f"Pay {game.name(debt.creditor)} {money(debt.amount)}"


def _claim(game: Game, command: given.ClaimRent) -> str:
    payers = {rent.payer for rent in claimed(game, command)}
    return "Ask everybody for rent" if len(payers) > 1 else f"Ask {game.name(payers.pop())} for rent"


def claimed(game: Game, command: given.ClaimRent) -> tuple[Rent, ...]:
    """The rents that this command asks for."""
    payers = (command.payer,) if command.payer is not None else game.still_in()
    return tuple(
        rent for rent in game.rents if rent.owner == command.player and rent.payer in payers and not rent.lapsed
    )


# Buildings


def _build(game: Game, command: given.Build) -> str:
    return f"Build {_building(next_level(game, command.deed))} on {DEEDS[command.deed].name}"


def _sell(game: Game, command: given.SellBuilding) -> str:
    return f"Sell {_building(game.titles[command.deed].buildings)} on {DEEDS[command.deed].name}"


def _building(level: int) -> str:
    named = building_named(level)
    return f"the {named}" if named == HOTEL else f"a {named}"


def _sell_group(_: Game, command: given.SellGroup) -> str:
    return f"Sell all {command.group.value.replace('-', ' ')} buildings"


def _place(game: Game, command: given.PlaceBuilding) -> str:
    return f"Put the {_open(game, Placing).building} on {DEEDS[command.deed].name}"


def _says(text: str) -> Callable[[Game, Any], str]:
    """The same words always, but for what the command itself names."""

    def said(game: Game, command: Any) -> str:
        name = game.name(command.player) if hasattr(command, "player") else ""
        deed = DEEDS[command.deed].name if hasattr(command, "deed") else ""
        return text.format(name=name, deed=deed)

    return said


_LABELS: dict[type[Command], Callable[[Game, Any], str]] = {
    given.Roll: _roll,
    given.Throw: _throw,
    given.EndTurn: _says("End the turn"),
    given.BuyDeed: _buy,
    given.DeclineDeed: _decline,
    given.Bid: lambda _, command: f"Bid {money(command.amount)}",
    given.PassBid: _says("Bid no more"),
    given.CloseAuction: _close,
    given.SellLotTo: _says("Sell to {name}"),
    given.DrawCard: _draw,
    given.PayTax: _tax,
    given.PayFine: _fine,
    given.UseJailCard: _leave_jail,
    given.ChooseSteps: _choose,
    given.MoveTo: _move_to,
    given.ClaimRent: _claim,
    given.Build: _build,
    given.SellBuilding: _sell,
    given.SellGroup: _sell_group,
    given.Mortgage: _says("Mortgage {deed}"),
    given.Redeem: _says("Lift the mortgage on {deed}"),
    given.KeepMortgage: _says("Keep {deed} mortgaged"),
    given.OfferDeal: lambda game, command: f"Offer {game.name(command.to)} a deal",
    given.AcceptDeal: lambda game, _: f"Say yes to {game.name(_offer(game).player)}'s offer",
    given.RejectDeal: lambda game, _: f"Say no to {game.name(_offer(game).player)}'s offer",
    given.WithdrawDeal: lambda game, _: f"Take back the offer to {game.name(_offer(game).to)}",
    given.Settle: _settle,
    given.GoBankrupt: _says("Go bankrupt"),
    given.AuctionBuilding: lambda _, command: f"Auction a {command.building}",
    given.PlaceBuilding: _place,
    given.DealDeeds: _says("Say which deeds {name} got"),
    given.CallTime: _says("End the game: the time is up"),
    given.CorrectCash: _says("Correct {name}'s cash"),
    given.CorrectPlace: _says("Correct {name}'s place"),
    given.CorrectDeed: _says("Correct a deed"),
    given.RetirePlayer: _says("{name} leaves the game"),
    given.EndGame: _says("End the game"),
    given.SetHouseRule: _says("Change a house rule"),
}
