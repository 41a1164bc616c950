"""Leaving the game: bankrupt to a player, bankrupt to the Bank, or retired by the Banker."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.commands import GoBankrupt, Legal, Needs, RetirePlayer
from companion.rules.debt import require_debt
from companion.rules.editions import BankruptDeeds
from companion.rules.ending import end_with_last_player, end_with_richest, ends_with_bankruptcy, is_last_bankruptcy
from companion.rules.events import (
    BidPassed,
    BuildingsRemoved,
    Decision,
    DeedConveyed,
    InterestAnswered,
    JailCardMoved,
    MortgageLifted,
    Noted,
    OfferClosed,
    Paid,
    PlayerLeft,
    StepClosed,
    StepOpened,
)
from companion.rules.ids import BANK, Account, PlayerId
from companion.rules.mortgage import ask_interest, mortgage
from companion.rules.pending_steps import Auction, AuctionsDue, Debt, Interest, TurnEnds
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import is_opening, open_of_kind, open_steps, require_in, waits_for, whats_open
from companion.rules.worth import buildings_price, could_raise


def decide_bankrupt(decision: Decision, command: GoBankrupt) -> None:
    game = decision.game
    debt = require_debt(game, command.player)
    means = could_raise(game, command.player)
    if means >= debt.amount:
        why = f"{game.name(command.player)} owes {game.money(debt.amount)} and can still raise {game.money(means)}."
        raise Refusal(Code.CAN_STILL_PAY, "DEBT-2", why)
    _go_bankrupt(decision, command.player, debt.creditor)


def _go_bankrupt(decision: Decision, player: PlayerId, creditor: Account) -> None:
    """Whoever fails while owing the pot is bankrupt to the Bank.  [BANKRUPT-3]"""
    game, creditor = decision.game, max(creditor, BANK)
    ends, last = ends_with_bankruptcy(game), is_last_bankruptcy(game)
    deeds = game.deeds_of(player)
    stand = last and game.rules.last_buildings_stand
    if creditor >= 0:
        _give_up_to_player(decision, player, creditor, stand=stand)
    else:
        _give_up_to_bank(decision, player, bankrupt=True, stand=stand)
    _leave(decision, player, creditor, bankrupt=True)
    if ends:  # and then there is neither interest nor an auction
        if len(decision.game.still_in()) == 1:
            end_with_last_player(decision, ("SHORT-5",) if last else ())
        elif last:
            end_with_richest(decision, ("SHORT-5",))
    elif creditor >= 0:
        ask_interest(decision, tuple((creditor, deed.id) for deed in deeds), ("BANKRUPT-2",))
    elif deeds and not decision.game.rules.auctions:
        decision.emit(Noted(("BANKRUPT-3", "HOUSE-1"), BANK, Reason("no-auctions-of-deeds")))
    elif deeds:
        due = [deed.id for deed in deeds]
        for waiting in decision.game.pending:
            if isinstance(waiting, AuctionsDue):  # of another player who went bankrupt just before
                decision.emit(StepClosed(("BANKRUPT-3",), waiting))
                due += waiting.deeds
        decision.emit(StepOpened(("BANKRUPT-3",), AuctionsDue(tuple(sorted(due)))))


def _give_up_to_player(decision: Decision, player: PlayerId, creditor: PlayerId, *, stand: bool) -> None:
    """Sells the buildings to the Bank at half price, then gives everything to the creditor.  [BANKRUPT-1]"""
    clauses = ("BANKRUPT-1", "SHORT-5") if stand else ("BANKRUPT-1",)
    deeds = decision.game.deeds_of(player)
    for deed in () if stand else deeds:
        price = buildings_price(decision.game, deed)
        if price:
            why = Reason("buildings-sold", deed.id, sums=(price,))
            decision.emit(BuildingsRemoved(("BANKRUPT-1", "SELL-1"), deed.id, 0))
            decision.emit(Paid(("BANKRUPT-1", "SELL-1"), BANK, player, price // 2, why))
    if decision.game.rules.bankrupt_deeds is BankruptDeeds.MORTGAGED_FIRST:
        for deed in deeds:
            if not decision.game.titles[deed.id].mortgaged:
                mortgage(decision, deed, ("BANKRUPT-1", "MORT-2"))
    _pay_all(decision, player, creditor, clauses)
    for deed in deeds:
        decision.emit(DeedConveyed(clauses, deed.id, creditor))
    for card in decision.game.players[player].jail_cards:
        decision.emit(JailCardMoved(clauses, card, player, creditor))


def _pay_all(decision: Decision, player: PlayerId, payee: Account, clauses: tuple[str, ...]) -> None:
    cash = decision.game.players[player].cash
    if cash:
        decision.emit(Paid(clauses, player, payee, cash, Reason("all-that-was-left")))


def _give_up_to_bank(decision: Decision, player: PlayerId, *, bankrupt: bool, stand: bool = False) -> None:
    """Hands in everything. Mortgages are cleared, and jail cards go back under their decks.  [BANKRUPT-3 to 5]"""
    deeds = decision.game.deeds_of(player)
    clauses = ("BANKRUPT-3",) if bankrupt else ("LEAVE-1",)
    _pay_all(decision, player, BANK, clauses)
    for deed in deeds:
        if decision.game.titles[deed.id].buildings and not stand:
            decision.emit(BuildingsRemoved(clauses, deed.id, 0))
        if decision.game.titles[deed.id].mortgaged:
            decision.emit(MortgageLifted((*clauses, "BANKRUPT-4") if bankrupt else clauses, deed.id))
        decision.emit(DeedConveyed((*clauses, "SHORT-5") if stand else clauses, deed.id, BANK))
    for card in decision.game.players[player].jail_cards:
        decision.emit(JailCardMoved((*clauses, "BANKRUPT-5") if bankrupt else clauses, card, player, BANK))


def _leave(decision: Decision, player: PlayerId, heir: Account, *, bankrupt: bool) -> None:
    """Out of the game, and out of everything that was open."""
    clauses = ("BANKRUPT-1" if heir >= 0 else "BANKRUPT-3",) if bankrupt else ("LEAVE-1",)
    for step in decision.game.pending:
        if isinstance(step, Debt) and step.creditor == player:
            decision.emit(StepClosed(clauses, step))
            if heir != step.debtor:  # what was owed to this player is owed to whoever gets the rest
                decision.emit(StepOpened(clauses, replace(step, creditor=heir)))
        elif isinstance(step, Auction):
            decision.emit(BidPassed(clauses, player))
        elif isinstance(step, Interest):
            for owner, deed in step.owed:
                if owner == player:
                    decision.emit(InterestAnswered(clauses, owner, deed))
        elif waits_for(step, player):
            decision.emit(StepClosed(clauses, step))
    offer = decision.game.offer
    if offer is not None and player in (offer.player, offer.to):
        decision.emit(OfferClosed(clauses, offer, "lapsed"))
    decision.emit(PlayerLeft((*clauses, "DEBT-2") if bankrupt else clauses, player, bankrupt))
    if decision.game.turn == player:
        decision.emit(StepOpened(clauses, TurnEnds(player), last=True))


def decide_retire(decision: Decision, command: RetirePlayer) -> None:
    """Not a bankruptcy, unless a debt is open: then the player goes bankrupt to that creditor.  [LEAVE-1]"""
    game, player = decision.game, command.player
    require_in(game, player, ("LEAVE-1",))
    debt = game.debt_of(player)
    others = [step for step in open_steps(game) if not waits_for(step, player)]
    if game.offer is not None or others or (game.pending and debt is None):
        what = whats_open(game) if game.pending else "an offer is open"
        raise Refusal(Code.WRONG_MOMENT, "LEAVE-1", f"Not now: {what}.")
    decision.emit(Noted(("LEAVE-1",), player, Reason("left", player=player, text=command.reason)))
    if debt is not None:
        _go_bankrupt(decision, player, debt.creditor)
        return
    _give_up_to_bank(decision, player, bankrupt=False)
    _leave(decision, player, BANK, bankrupt=False)
    if len(decision.game.still_in()) == 1:
        end_with_last_player(decision)


def candidates(game: Game) -> Iterator[Legal]:
    yield from (Legal(GoBankrupt(debt.debtor)) for debt in open_of_kind(game, Debt))
    is_sure = not game.pending and game.offer is None and not is_opening(game)
    yield from (Legal(RetirePlayer(player, ""), Needs.REASON, is_sure=is_sure) for player in game.still_in())
