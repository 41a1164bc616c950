"""What the table is waiting for, and from whom, in words that a child can read."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules import Refusal, unfold
from companion.rules.auction import bidders, least_bid
from companion.rules.commands import PayFine, UseJailCard
from companion.rules.deeds import DEEDS
from companion.rules.editions import RentAskedBy
from companion.rules.events import GameEnded, OfferMade
from companion.rules.ids import PlayerId
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import AnyPendingStep, Auction, Buying, Dealing, Debt, Interest, Rent
from companion.rules.phrases import money, names, or_list
from companion.rules.state import Game
from companion.rules.turn_checks import is_awaited, is_opening, open_steps
from companion.rules.words import describe_cause, describe_event, describe_step

Seats = tuple[PlayerId, ...]


class Prompt(NamedTuple):
    text: str
    seat: PlayerId = -1  # of the only player who is waited for; -1 is anybody or nobody


class _Wait(NamedTuple):
    text: str
    seats: Seats = ()


def prompt(game: Game) -> Prompt:
    if game.over:
        return Prompt(describe_event(game, GameEnded((), game.winners)).text)
    waits = tuple(_open_waits(game)) or (_turn_wait(game),)
    seats = {seat for wait in waits for seat in wait.seats}
    texts = (*(wait.text for wait in waits), *(_rent(game, rent) for rent in game.rents if not rent.lapsed))
    return Prompt(" ".join(texts), min(seats) if len(seats) == 1 else -1)


def _rent(game: Game, rent: Rent) -> str:
    """Who may ask for it, and until when: as `rent.lapse_rents` closes it.  [RENT-6]"""
    limit, following = game.rules.rent_asked_by, (*game.left_of(rent.payer), rent.payer)
    if limit is RentAskedBy.NEXT_THROW:
        until = "the dice are rolled again"
    else:
        until = f"{game.name(following[1 if limit is RentAskedBy.SECOND_PLAYER else 0])} rolls"
    amount = f"{rent.factor} times a roll" if rent.factor else money(rent.amount)
    who = f"{game.name(rent.owner)} may ask {game.name(rent.payer)} for {amount} for {DEEDS[rent.deed].name}"
    return f"{who}, before {until}."


# Open questions


def _open_waits(game: Game) -> Iterator[_Wait]:
    for step in open_steps(game):
        if isinstance(step, Debt) and game.debt_of(step.debtor) != step:
            continue  # An earlier debt of the same player comes first.
        yield _wait_for_step(game, step)
    offer = game.offer
    if offer is not None and (not game.pending or any(is_awaited(game, party) for party in (offer.player, offer.to))):
        text = describe_event(game, OfferMade((), offer)).text
        yield _Wait(f"{text} {game.name(offer.to)} says yes or no.", (offer.to,))


def _wait_for_step(game: Game, step: AnyPendingStep) -> _Wait:
    match step:
        case Dealing():
            return _Wait(describe_step(game, step))
        case Interest(owed=debts):
            return _Wait(describe_step(game, step), tuple(player for player, _ in debts))
        case Buying(player, deed):
            short_by = DEEDS[deed].price - game.players[player].cash
            short = f" {short_words(game, player, short_by)}" if short_by > 0 else ""
            return _Wait(describe_step(game, step) + short, (player,))
        case Auction():
            lot = f"a {step.building}" if step.building else DEEDS[step.deed].name
            bid = f"{game.name(step.bidder)} bids {money(step.high)}" if step.high else "no bid yet"
            asked = tuple(seat for seat in bidders(game, step) if seat != step.bidder)
            next_bid = f"{names(game, asked)} may bid {money(least_bid(step))} or more."
            return _Wait(f"Auction of {lot}: {bid}. {next_bid}", asked)
        case Debt(player):
            debtor = game.players[player]
            if debtor.cash < step.amount:
                has = short_words(game, player, step.amount - debtor.cash)
            else:
                has = f"{debtor.name} has {money(debtor.cash)}: that is enough to pay."
            return _Wait(f"{owed(game, step)} {has}", (player,))
    player = getattr(step, "player")  # noqa: B009, every other open question has one
    return _Wait(describe_step(game, step), (player,))


def short_words(game: Game, seat: PlayerId, short_by: int) -> str:
    return f"{game.name(seat)} has {money(game.players[seat].cash)}: short by {money(short_by)}."


def owed(game: Game, debt: Debt) -> str:
    cause = describe_cause(debt.why)
    for_what = f" for {cause}" if cause else ""
    return f"{game.name(debt.debtor)} owes {game.name(debt.creditor)} {money(debt.amount)}{for_what}."


# The turn itself


def _turn_wait(game: Game) -> _Wait:
    name = game.name(game.turn)
    if may_throw_to_start(game):
        if game.opening is None or not is_opening(game):
            return _Wait(f"Roll to see who goes first, or let {name} start.")
        thrown = {player for player, _ in game.opening.thrown}
        waiting = tuple(player for player in game.opening.contenders if player not in thrown)
        return _Wait(f"Still to roll for who goes first: {names(game, waiting)}.", waiting)
    if not game.throw_due:
        return _Wait(f"{name} is done? {game.name(game.next_player())} rolls next.", (game.turn,))
    if game.players[game.turn].jail is not None:
        ways = ["roll for doubles"]
        if _may(game, UseJailCard(game.turn)):
            ways.append(f"use a {'key' if game.rules.jail_keys else 'card'}")
        if _may(game, PayFine(game.turn)):
            ways.append(f"pay the {money(game.rules.fine)} fine")
        return _Wait(f"{name} is in Jail: {or_list(ways)}.", (game.turn,))
    if game.turn_throws:
        return _Wait(f"{name} has doubles and rolls again.", (game.turn,))
    return _Wait(f"{name}, roll the dice.", (game.turn,))


def _may(game: Game, command: UseJailCard | PayFine) -> bool:
    try:
        unfold(game, command)
    except Refusal:
        return False
    return True
