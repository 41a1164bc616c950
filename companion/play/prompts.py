"""What the table waits for, in words that a child can read, and from whom."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.rules import Refusal, unfold
from companion.rules.auction import bidders, least_bid
from companion.rules.commands import PayFine, UseJailCard
from companion.rules.deeds import DEEDS
from companion.rules.editions import RentAskedBy
from companion.rules.events import GameEnded, OfferMade
from companion.rules.ids import PlayerId
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import AnyMatter, Auction, Buying, Dealing, Debt, Interest, Offer, Rent
from companion.rules.phrases import money, names, or_list
from companion.rules.state import Game
from companion.rules.turn_checks import is_awaited, is_opening, open_matters
from companion.rules.words import describe_cause, describe_event, describe_step

Seats = tuple[PlayerId, ...]


class Prompt(NamedTuple):
    text: str
    seat: PlayerId = -1  # of the only one who is waited for; -1 is anybody or nobody


class _Wait(NamedTuple):
    text: str
    seats: Seats = ()


def prompt(game: Game) -> Prompt:
    if game.over:
        return Prompt(describe_event(game, GameEnded((), game.winners)).text)
    waits = tuple(_open(game)) or (_turn(game),)
    seats = {seat for wait in waits for seat in wait.seats}
    texts = (*(wait.text for wait in waits), *(_rent(game, rent) for rent in game.rents if not rent.lapsed))
    return Prompt(" ".join(texts), min(seats) if len(seats) == 1 else -1)


def _rent(game: Game, rent: Rent) -> str:
    """Whose it is to ask, and until when."""
    amount = f"{rent.factor} times a throw" if rent.factor else money(rent.amount)
    who = f"{game.name(rent.owner)} may ask {game.name(rent.payer)} for {amount} for {DEEDS[rent.deed].name}"
    return f"{who}, before {_asked_by(game, rent)}."


def _asked_by(game: Game, rent: Rent) -> str:
    """As `rent.lapse_rents` closes it.  [RENT-6]"""
    limit = game.rules.rent_asked_by
    if limit is RentAskedBy.NEXT_THROW:
        return "the dice are thrown again"
    following = (*game.left_of(rent.payer), rent.payer)
    return f"{game.name(following[1 if limit is RentAskedBy.SECOND_PLAYER else 0])} throws"


def _open(game: Game) -> Iterator[_Wait]:
    for matter in open_matters(game):
        if not (isinstance(matter, Debt) and game.debt_of(matter.debtor) != matter):  # the first one comes first
            yield _MATTERS.get(type(matter), _question)(game, matter)
    offer = game.offer
    if offer is not None and _can_be_answered(game, offer):
        yield _Wait(
            f"{describe_event(game, OfferMade((), offer)).text} {game.name(offer.to)} says yes or no.", (offer.to,)
        )


def _can_be_answered(game: Game, offer: Offer) -> bool:
    return not game.agenda or any(is_awaited(game, party) for party in (offer.player, offer.to))


# What is open


def _question(game: Game, matter: Any) -> _Wait:
    return _Wait(describe_step(game, matter), (matter.player,))


def _dealing(game: Game, matter: Dealing) -> _Wait:
    return _Wait(describe_step(game, matter))


def _buying(game: Game, matter: Buying) -> _Wait:
    short_by = DEEDS[matter.deed].price - game.players[matter.player].cash
    short = f" {short_words(game, matter.player, short_by)}" if short_by > 0 else ""
    return _Wait(describe_step(game, matter) + short, (matter.player,))


def short_words(game: Game, seat: PlayerId, short_by: int) -> str:
    return f"{game.name(seat)} has {money(game.players[seat].cash)}: short by {money(short_by)}."


def _auction(game: Game, matter: Auction) -> _Wait:
    lot = f"a {matter.building}" if matter.building else DEEDS[matter.deed].name
    bid = f"{game.name(matter.bidder)} bids {money(matter.high)}" if matter.high else "no bid yet"
    asked = tuple(seat for seat in bidders(game, matter) if seat != matter.bidder)
    return _Wait(f"Auction of {lot}: {bid}. {names(game, asked)} may bid {money(least_bid(matter))} or more.", asked)


def _debt(game: Game, matter: Debt) -> _Wait:
    debtor = game.players[matter.debtor]
    if debtor.cash < matter.amount:
        has = short_words(game, matter.debtor, matter.amount - debtor.cash)
    else:
        has = f"{debtor.name} has {money(debtor.cash)}: that is enough to pay."
    return _Wait(f"{owed(game, matter)} {has}", (matter.debtor,))


def owed(game: Game, debt: Debt) -> str:
    cause = describe_cause(debt.why)
    for_what = f" for {cause}" if cause else ""
    return f"{game.name(debt.debtor)} owes {game.name(debt.creditor)} {money(debt.amount)}{for_what}."


def _interest(game: Game, matter: Interest) -> _Wait:
    return _Wait(describe_step(game, matter), tuple(player for player, _ in matter.owed))


_MATTERS: dict[type[AnyMatter], Callable[[Game, Any], _Wait]] = {
    Dealing: _dealing,
    Buying: _buying,
    Auction: _auction,
    Debt: _debt,
    Interest: _interest,
}


# The turn itself


def _turn(game: Game) -> _Wait:
    if may_throw_to_start(game):
        return _start(game)
    name = game.name(game.turn)
    if not game.throw_due:
        return _Wait(f"{name} may end the turn, or {game.name(game.next_player())} may throw.", (game.turn,))
    if game.players[game.turn].jail is not None:
        return _Wait(f"{name} is in Jail: {or_list(_ways_out(game, game.turn))}.", (game.turn,))
    if game.turn_throws:
        return _Wait(f"{name} has doubles and throws again.", (game.turn,))
    return _Wait(f"{name} is to throw the dice.", (game.turn,))


def _start(game: Game) -> _Wait:
    if game.opening is None or not is_opening(game):
        return _Wait(f"Everybody throws for who starts, or {game.name(game.turn)} just begins.")
    thrown = {player for player, _ in game.opening.thrown}
    waiting = tuple(player for player in game.opening.contenders if player not in thrown)
    return _Wait(f"Still to throw for who starts: {names(game, waiting)}.", waiting)


def _ways_out(game: Game, player: PlayerId) -> Iterator[str]:
    yield "throw for doubles"
    if _may(game, UseJailCard(player)):
        yield f"use a {'key' if game.rules.jail_keys else 'card'}"
    if _may(game, PayFine(player)):
        yield f"pay the {money(game.rules.fine)} fine"


def _may(game: Game, command: UseJailCard | PayFine) -> bool:
    try:
        unfold(game, command)
    except Refusal:
        return False
    return True
