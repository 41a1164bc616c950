"""What leaving the game would bring, in words to be read before it is done. Told from the very events it would be."""

from collections.abc import Iterator
from typing import TypeVar

from companion.rules import unfold
from companion.rules.catalogue import menu_of
from companion.rules.commands import AnyCommand, GoBankrupt, RetirePlayer, SellGroup
from companion.rules.deeds import DEEDS
from companion.rules.events import (
    BuildingsRemoved,
    DeedConveyed,
    DeedMortgaged,
    Event,
    GameEnded,
    JailCardMoved,
    MatterOpened,
    MortgageLifted,
    Noted,
    Paid,
)
from companion.rules.ids import BANK, Account, DeedId, PlayerId
from companion.rules.pending_steps import Auction, Interest
from companion.rules.phrases import and_list, money, sentence
from companion.rules.state import Game
from companion.rules.words import describe_reason
from companion.rules.worth import tenth

E = TypeVar("E", bound=Event)
Lines = tuple[str, ...]


def foretold(game: Game, command: AnyCommand, change: int = 0) -> Lines:
    """Of a command that asks first: never nothing."""
    if isinstance(command, SellGroup):
        return (f"Every building of the group goes back to the Bank for {money(change)}.",)
    if not isinstance(command, GoBankrupt | RetirePlayer):
        return (menu_of(command).help,)
    events = tuple(unfold(game, command).events)
    told = _Foretold(game, command.player, events)
    return (*told.raised(), *told.handed_over(), *told.after())


class _Foretold:
    def __init__(self, game: Game, player: PlayerId, events: tuple[Event, ...]) -> None:
        self._game, self._player, self._events = game, player, events

    def _all(self, kind: type[E]) -> list[E]:
        return [event for event in self._events if isinstance(event, kind)]

    def _paid(self, payer: Account, *clauses: str) -> int:
        """By this payer to or from the player, under any of these clauses."""
        of_player = (one for one in self._all(Paid) if self._player in (one.payer, one.payee) and one.payer == payer)
        return sum(one.amount for one in of_player if not clauses or set(clauses) & set(one.clauses))

    # Before anything changes hands

    def raised(self) -> Iterator[str]:
        removed = [event.deed for event in self._all(BuildingsRemoved)]
        if removed and (price := self._paid(BANK, "SELL-1")):
            yield f"The buildings on {_deeds(removed)} are sold to the Bank for {money(price)}, half of what they cost."
        elif removed:
            yield f"The buildings on {_deeds(removed)} go back to the Bank, and nobody is paid for them."
        mortgaged = [event.deed for event in self._all(DeedMortgaged)]
        if mortgaged:
            brings = self._paid(BANK, "MORT-2")
            yield f"{_deeds(mortgaged)} {_is(mortgaged)} mortgaged first, for {money(brings)}."

    # What goes where

    def handed_over(self) -> Iterator[str]:
        heir = self._game.name(self._heir())
        if cash := self._paid(self._player):
            yield sentence(f"{heir} gets {money(cash)} in cash, all there is")
        conveyed = [event.deed for event in self._all(DeedConveyed) if event.owner == self._heir()]
        still = self._still_mortgaged()
        if conveyed:
            yield sentence(f"{heir} gets {_with_mortgages(conveyed, still)}")
        if cards := len(self._all(JailCardMoved)):
            yield sentence(f"{heir} gets {_ways_out(self._game, cards)}")

    def _heir(self) -> Account:
        debt = self._game.debt_of(self._player)
        return debt.creditor if debt is not None and debt.creditor >= 0 else BANK

    def _still_mortgaged(self) -> set[DeedId]:
        before = {deed.id for deed in self._game.deeds_of(self._player) if self._game.titles[deed.id].mortgaged}
        now = {event.deed for event in self._all(DeedMortgaged)}
        return (before | now) - {event.deed for event in self._all(MortgageLifted)}

    # What follows

    def after(self) -> Iterator[str]:
        lifted = [event.deed for event in self._all(MortgageLifted)]
        if lifted:
            yield f"The mortgage on {_deeds(lifted)} is wiped out."
        for event in self._all(MatterOpened):
            if isinstance(event.matter, Interest):
                yield _interest(self._game, event.matter)
            elif isinstance(event.matter, Auction):
                yield "The Bank auctions these deeds at once, one after the other."
        yield from (
            sentence(describe_reason(self._game, event.why))
            for event in self._all(Noted)
            if "BANKRUPT-3" in event.clauses
        )
        yield f"{self._game.name(self._player)} is out of the game."
        for ended in self._all(GameEnded):
            only = len(ended.winners) == 1 and "SHORT-6" not in ended.clauses
            yield f"With this the game ends: {self._winner(ended) if only else 'the richest wins'}."

    def _winner(self, ended: GameEnded) -> str:
        return f"{self._game.name(ended.winners[0])} wins"


def _interest(game: Game, matter: Interest) -> str:
    owner = game.name(matter.owed[0][0])
    tenths = sum(tenth(DEEDS[deed].mortgage_value) for _, deed in matter.owed)
    each = "the mortgaged deed" if len(matter.owed) == 1 else f"the {len(matter.owed)} mortgaged deeds"
    lift = "it" if len(matter.owed) == 1 else "them"
    return f"Then {owner} pays the Bank 10% for {each}, {money(tenths)} in all, or lifts {lift}."


def _deeds(deeds: list[DeedId]) -> str:
    return and_list(DEEDS[deed].name for deed in deeds)


def _with_mortgages(deeds: list[DeedId], mortgaged: set[DeedId]) -> str:
    if len(deeds) > 1 and mortgaged >= set(deeds):
        return f"{_deeds(deeds)}, all mortgaged"
    return and_list(DEEDS[deed].name + (" (mortgaged)" if deed in mortgaged else "") for deed in deeds)


def _is(deeds: list[DeedId]) -> str:
    return "is" if len(deeds) == 1 else "are"


def _ways_out(game: Game, count: int) -> str:
    kind = "key" if game.rules.jail_keys else "card"
    return f"the {kind} to leave Jail" if count == 1 else f"{count} {kind}s to leave Jail"
