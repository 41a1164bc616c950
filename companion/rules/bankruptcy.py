"""Leaving the game: bankrupt to a player, bankrupt to the Bank, or retired by the Banker."""

from msgspec.structs import replace

from companion.rules.commands import GoBankrupt, RetirePlayer
from companion.rules.debt import require_debt
from companion.rules.deeds import Deed
from companion.rules.editions import BankruptDeeds
from companion.rules.ending import end_with_last_player, end_with_richest, ends_with_bankruptcy, is_last_bankruptcy
from companion.rules.events import (
    BidPassed,
    BuildingsRemoved,
    DeedConveyed,
    InterestAnswered,
    JailCardMoved,
    MatterClosed,
    MatterOpened,
    MortgageLifted,
    Noted,
    OfferClosed,
    Paid,
    PlayerLeft,
)
from companion.rules.happening import Happening
from companion.rules.ids import BANK, Account, PlayerId
from companion.rules.matters import Auction, AuctionsDue, Debt, Interest, TurnEnds
from companion.rules.moments import open_matters, require_in, waits_for, whats_open
from companion.rules.mortgage import ask_interest, mortgage
from companion.rules.phrases import money
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.worth import buildings_price, could_raise


def decide_bankrupt(happening: Happening, command: GoBankrupt) -> None:
    game = happening.game
    debt = require_debt(game, command.player)
    means = could_raise(game, command.player)
    if means >= debt.amount:
        why = f"{game.name(command.player)} owes {money(debt.amount)} and can still raise {money(means)}."
        raise Refusal(Code.CAN_STILL_PAY, "DEBT-2", why)
    _go_bankrupt(happening, command.player, debt.creditor)


def _go_bankrupt(happening: Happening, player: PlayerId, creditor: Account) -> None:
    game = happening.game
    ends, last = ends_with_bankruptcy(game), is_last_bankruptcy(game)
    deeds = game.deeds_of(player)
    stand = last and game.rules.last_buildings_stand
    if creditor >= 0:
        _give_up_to_player(happening, player, creditor, stand=stand)
    else:
        _give_up_to_bank(happening, player, bankrupt=True, stand=stand)
    _leave(happening, player, creditor, bankrupt=True)
    if ends:
        _end(happening, last=last)
    elif creditor >= 0:
        ask_interest(happening, tuple((creditor, deed.id) for deed in deeds), ("BANKRUPT-2",))
    else:
        _auction_all(happening, deeds)


def _end(happening: Happening, *, last: bool) -> None:
    """The bankruptcy that ends a game brings neither interest nor auctions."""
    if len(happening.game.still_in()) == 1:
        end_with_last_player(happening, ("SHORT-5",) if last else ())
    elif last:
        end_with_richest(happening, ("SHORT-5",))


def _give_up_to_player(happening: Happening, player: PlayerId, creditor: PlayerId, *, stand: bool) -> None:
    """Buildings back to the Bank at half, then all cash, deeds and jail cards to the creditor.  [BANKRUPT-1]"""
    clauses = ("BANKRUPT-1", "SHORT-5") if stand else ("BANKRUPT-1",)
    deeds = happening.game.deeds_of(player)
    if not stand:
        _sell_buildings(happening, player, deeds)
    if happening.game.rules.bankrupt_deeds is BankruptDeeds.MORTGAGED_FIRST:
        for deed in deeds:
            if not happening.game.titles[deed.id].mortgaged:
                mortgage(happening, deed, ("BANKRUPT-1", "MORT-2"))
    _pay_all(happening, player, creditor, clauses)
    for deed in deeds:
        happening.tell(DeedConveyed(clauses, deed.id, creditor))
    for card in happening.game.players[player].jail_cards:
        happening.tell(JailCardMoved(clauses, card, player, creditor))


def _sell_buildings(happening: Happening, player: PlayerId, deeds: tuple[Deed, ...]) -> None:
    for deed in deeds:
        price = buildings_price(happening.game, deed)
        if price:
            clauses = ("BANKRUPT-1", "SELL-1")
            happening.tell(BuildingsRemoved(clauses, deed.id, 0))
            happening.tell(Paid(clauses, BANK, player, price // 2, f"{deed.name}, buildings: half of {money(price)}"))


def _pay_all(happening: Happening, player: PlayerId, payee: Account, clauses: tuple[str, ...]) -> None:
    cash = happening.game.players[player].cash
    if cash:
        happening.tell(Paid(clauses, player, payee, cash, "everything that was left"))


def _give_up_to_bank(happening: Happening, player: PlayerId, *, bankrupt: bool, stand: bool = False) -> None:
    """Everything is handed in; deeds come free of mortgage, jail cards go back under their decks.  [BANKRUPT-3 to 5]"""
    deeds = happening.game.deeds_of(player)
    clauses = ("BANKRUPT-3",) if bankrupt else ("LEAVE-1",)
    _pay_all(happening, player, BANK, clauses)
    for deed in deeds:
        if happening.game.titles[deed.id].buildings and not stand:
            happening.tell(BuildingsRemoved(clauses, deed.id, 0))
        if happening.game.titles[deed.id].mortgaged:
            happening.tell(MortgageLifted((*clauses, "BANKRUPT-4") if bankrupt else clauses, deed.id))
        happening.tell(DeedConveyed((*clauses, "SHORT-5") if stand else clauses, deed.id, BANK))
    for card in happening.game.players[player].jail_cards:
        happening.tell(JailCardMoved((*clauses, "BANKRUPT-5") if bankrupt else clauses, card, player, BANK))


def _auction_all(happening: Happening, deeds: tuple[Deed, ...]) -> None:
    clauses = ("BANKRUPT-3",)
    if deeds and not happening.game.rules.auctions:
        why = "the deeds stay with the Bank: no auctions at this table"
        happening.tell(Noted((*clauses, "HOUSE-1"), BANK, why))
    elif deeds:
        due = [deed.id for deed in deeds]
        for waiting in happening.game.agenda:
            if isinstance(waiting, AuctionsDue):  # of another player bankrupt just before
                happening.tell(MatterClosed(clauses, waiting))
                due += waiting.deeds
        happening.tell(MatterOpened(clauses, AuctionsDue(tuple(sorted(due)))))


def _leave(happening: Happening, player: PlayerId, heir: Account, *, bankrupt: bool) -> None:
    """Out of the game, and out of everything that was open."""
    clauses = ("BANKRUPT-1" if heir >= 0 else "BANKRUPT-3",) if bankrupt else ("LEAVE-1",)
    for matter in happening.game.agenda:
        if isinstance(matter, Debt) and matter.creditor == player:
            _pass_on(happening, matter, heir, clauses)
        elif isinstance(matter, Auction):
            happening.tell(BidPassed(clauses, player))
        elif isinstance(matter, Interest):
            for owner, deed in matter.owed:
                if owner == player:
                    happening.tell(InterestAnswered(clauses, owner, deed))
        elif waits_for(matter, player):
            happening.tell(MatterClosed(clauses, matter))
    offer = happening.game.offer
    if offer is not None and player in (offer.player, offer.to):
        happening.tell(OfferClosed(clauses, offer, "lapsed"))
    happening.tell(PlayerLeft((*clauses, "DEBT-2") if bankrupt else clauses, player, bankrupt))
    if happening.game.turn == player:
        happening.tell(MatterOpened(clauses, TurnEnds(player), last=True))


def _pass_on(happening: Happening, debt: Debt, heir: Account, clauses: tuple[str, ...]) -> None:
    """What was owed to the player who leaves is owed to whoever gets the rest."""
    happening.tell(MatterClosed(clauses, debt))
    if heir != debt.debtor:
        happening.tell(MatterOpened(clauses, replace(debt, creditor=heir)))


def decide_retire(happening: Happening, command: RetirePlayer) -> None:
    """Not a bankruptcy, unless a debt is open: then it is the bankruptcy to that creditor.  [LEAVE-1]"""
    game, player = happening.game, command.player
    require_in(game, player, ("LEAVE-1",))
    debt = _require_may_retire(game, player)
    happening.tell(Noted(("LEAVE-1",), player, f"{game.name(player)} leaves the table: {command.reason}"))
    if debt is not None:
        _go_bankrupt(happening, player, debt.creditor)
        return
    _give_up_to_bank(happening, player, bankrupt=False)
    _leave(happening, player, BANK, bankrupt=False)
    if len(happening.game.still_in()) == 1:
        end_with_last_player(happening)


def _require_may_retire(game: Game, player: PlayerId) -> Debt | None:
    debt = game.debt_of(player)
    others = [matter for matter in open_matters(game) if not waits_for(matter, player)]
    if game.offer is not None or others or (game.agenda and debt is None):
        what = whats_open(game) if game.agenda else "an offer is open"
        raise Refusal(Code.WRONG_MOMENT, "LEAVE-1", f"Not now: {what}.")
    return debt
