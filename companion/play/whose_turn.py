"""Whose turn it is: what the table is waiting for, and from whom; who may roll, and how far that can lead."""

from typing import NamedTuple

from msgspec import Struct

from companion.rules import Refusal, unfold
from companion.rules.auction import bidders, least_bid
from companion.rules.commands import AcceptDeal, AnyCommand, PayFine, RejectDeal, Roll, UseJailCard
from companion.rules.dice import throws_speed_die
from companion.rules.editions import RentAskedBy
from companion.rules.events import GameEnded, OfferMade
from companion.rules.ids import PlayerId
from companion.rules.lists import or_list
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import AnyPendingStep, Auction, Buying, Dealing, Debt, Interest
from companion.rules.phrases import names
from companion.rules.state import Game
from companion.rules.turn_checks import is_awaited, is_opening, open_steps, waits_for
from companion.rules.words import describe_cause, describe_event, describe_step

MAX_WHITE = 12
MAX_SPEED = 3
NAMED_MAX = 3  # bidders


class Prompt(NamedTuple):
    """In words that a child can read."""

    text: str
    seat: PlayerId = -1  # of the only player who is waited for; -1 is anybody or nobody


class _Wait(NamedTuple):
    text: str
    seats: tuple[PlayerId, ...] = ()


def prompt(game: Game) -> Prompt:
    if game.over:
        return Prompt(describe_event(game, GameEnded((), game.winners)).text)
    waits = []
    for step in open_steps(game):
        if not isinstance(step, Debt) or game.debt_of(step.debtor) == step:  # one debt of a player at a time
            waits.append(_wait_for_step(game, step))
    offer = game.offer
    if offer is not None and (not game.pending or any(is_awaited(game, party) for party in (offer.player, offer.to))):
        text = describe_event(game, OfferMade((), offer)).text
        waits.append(_Wait(f"{text} {game.name(offer.to)} says yes or no.", (offer.to,)))
    waits = waits or [_wait_for_turn(game)]
    seats = {seat for wait in waits for seat in wait.seats}
    texts = [wait.text for wait in waits]
    for rent in game.rents:
        if rent.lapsed:
            continue
        # Until when it may be asked for: as `rent.lapse_rents` closes it.  [RENT-6]
        limit, following = game.rules.rent_asked_by, (*game.left_of(rent.payer), rent.payer)
        if limit is RentAskedBy.NEXT_THROW:
            until = "the dice are rolled again"
        else:
            until = f"{game.name(following[1 if limit is RentAskedBy.SECOND_PLAYER else 0])} rolls"
        owner, payer, deed = game.name(rent.owner), game.name(rent.payer), game.board.deeds[rent.deed].name
        amount = f"{rent.factor} times a roll" if rent.factor else game.money(rent.amount)
        texts.append(f"{owner} may ask {payer} for {amount} for {deed}, before {until}.")
    return Prompt(" ".join(texts), min(seats) if len(seats) == 1 else -1)


def _wait_for_step(game: Game, step: AnyPendingStep) -> _Wait:
    match step:
        case Dealing():
            return _Wait(describe_step(game, step))
        case Interest(owed=debts):
            return _Wait(describe_step(game, step), tuple(player for player, _ in debts))
        case Buying(player, deed):
            short_by = game.board.deeds[deed].price - game.players[player].cash
            short = f" {short_words(game, player, short_by)}" if short_by > 0 else ""
            return _Wait(describe_step(game, step) + short, (player,))
        case Auction():
            lot = f"a {step.building}" if step.building else game.board.deeds[step.deed].name
            bid = f"{game.name(step.bidder)} bids {game.money(step.high)}" if step.high else "no bid yet"
            asked = tuple(seat for seat in bidders(game, step) if seat != step.bidder)
            who = names(game, asked) if len(asked) <= NAMED_MAX else f"{len(asked)} players"
            next_bid = f"{who} may bid {game.money(least_bid(step))} or more."
            return _Wait(f"Auction of {lot}: {bid}. {next_bid}", asked)
        case Debt(player):
            debtor = game.players[player]
            if debtor.cash < step.amount:
                has = short_words(game, player, step.amount - debtor.cash)
            else:
                has = f"{debtor.name} has {game.money(debtor.cash)}: that is enough to pay."
            return _Wait(f"{owed(game, step)} {has}", (player,))
    player = getattr(step, "player")  # noqa: B009, every other open question has one
    return _Wait(describe_step(game, step), (player,))


def _wait_for_turn(game: Game) -> _Wait:
    name = game.name(game.turn)
    if may_throw_to_start(game):
        if game.opening is None or not is_opening(game):
            return _Wait(f"Roll to see who goes first, or let {name} start.")
        thrown = {player for player, _ in game.opening.thrown}
        waiting = tuple(player for player in game.opening.contenders if player not in thrown)
        return _Wait(f"Still to roll for who goes first: {names(game, waiting)}.", waiting)
    if not game.throw_due:
        following = game.next_player()
        is_in_jail = game.players[following].jail is not None
        next_words = _ways_out(game, following) if is_in_jail else f"{game.name(following)} rolls next."
        return _Wait(f"{name} is done? {next_words}", (game.turn,))
    if game.players[game.turn].jail is not None:
        return _Wait(_ways_out(game, game.turn), (game.turn,))
    if game.turn_throws:
        return _Wait(f"{name} has doubles and rolls again.", (game.turn,))
    return _Wait(f"{name}, roll the dice.", (game.turn,))


def _ways_out(game: Game, player: PlayerId) -> str:
    ways = ["roll for doubles"]
    if _may(game, UseJailCard(player)):
        ways.append(f"use a {'key' if game.rules.jail_keys else 'card'}")
    if _may(game, PayFine(player)):
        ways.append(f"pay the {game.money(game.rules.fine)} fine")
    return f"{game.name(player)} is in {game.board.names['jail']}: {or_list(ways)}."


def _may(game: Game, command: AnyCommand) -> bool:
    try:
        unfold(game, command)
    except Refusal:
        return False
    return True


def short_words(game: Game, seat: PlayerId, short_by: int) -> str:
    return f"{game.name(seat)} has {game.money(game.players[seat].cash)}: short by {game.money(short_by)}."


def owed(game: Game, debt: Debt) -> str:
    cause = describe_cause(game, debt.why)
    for_what = f" for {cause}" if cause else ""
    return f"{game.name(debt.debtor)} owes {game.name(debt.creditor)} {game.money(debt.amount)}{for_what}."


def is_due(game: Game, seat: PlayerId, command: AnyCommand) -> bool:
    """May the confirm button stand for this player's own word?"""
    return isinstance(command, AcceptDeal | RejectDeal) or seat in waited_for(game)


def waited_for(game: Game) -> tuple[PlayerId, ...]:
    """The player on turn, a debtor, whoever was asked. Nobody in an auction: everybody may bid."""
    if not game.pending:
        return (game.turn,)
    steps = open_steps(game)
    dealt = {seat for step in steps if isinstance(step, Dealing) for seat in step.waiting}
    return tuple(seat for seat in game.still_in() if seat in dealt or any(waits_for(step, seat) for step in steps))


# Rolls


class WalkedToken(Struct, frozen=True):
    """A token that was moved before its roll was entered: the distance is the roll to propose."""

    seat: PlayerId
    steps: int


def due_to_roll(game: Game) -> PlayerId | None:
    """The player on turn, or the next one if the turn only has to be passed on."""
    for seat in (game.turn, game.next_player()):
        uses_speed_die = throws_speed_die(game, seat) and game.players[seat].jail is None
        if _may(game, Roll(seat, (1, 2), "1" if uses_speed_die else "")):
            return seat
    return None


def may_lead(game: Game, seat: PlayerId, steps: int) -> bool:
    """Can a roll move this token so many spaces? Leaving Jail takes doubles, or the last try.  [JAIL-3, JAIL-6]"""
    if may_stay(game, seat):
        return 2 <= steps <= MAX_WHITE and steps % 2 == 0
    if game.players[seat].jail is not None:
        return 2 <= steps <= MAX_WHITE
    return 2 <= steps <= MAX_WHITE + (MAX_SPEED if throws_speed_die(game, seat) else 0)


def may_stay(game: Game, seat: PlayerId) -> bool:
    """Does a roll without doubles leave this player in Jail?  [JAIL-3]"""
    tries = game.players[seat].jail
    return tries is not None and tries + 1 < game.rules.jail_turns
