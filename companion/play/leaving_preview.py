"""What a command that asks first would bring, to be read before it is given. Made from the events it would have."""

from collections.abc import Iterator
from typing import Any, TypeVar

from companion.play.keep_last import SameTable
from companion.rules import decide
from companion.rules.catalogue import menu_of, spec_of
from companion.rules.commands import AnyCommand
from companion.rules.events import (
    BuildingsRemoved,
    DeedConveyed,
    DeedMortgaged,
    Event,
    Events,
    GameEnded,
    JailCardMoved,
    MortgageLifted,
    Noted,
    Paid,
    StepOpened,
)
from companion.rules.ids import BANK, Account, DeedId, PlayerId
from companion.rules.lists import and_list, sentence
from companion.rules.pending_steps import Auction, Interest
from companion.rules.state import Game
from companion.rules.words import describe_reason
from companion.rules.worth import tenth

E = TypeVar("E", bound=Event)


def leaving_preview(game: Game, command: AnyCommand, change: int = 0) -> tuple[str, ...]:
    """For a command that asks first; never empty. `change` is what it does to the cash of whoever gives it."""
    if spec_of(command).raises:
        return (f"Every building of the group goes back to the Bank for {game.money(change)}.",)
    if not hasattr(command, "player"):  # it ends the game for everybody
        return (menu_of(command).help,)
    if game.pending or game.offer is not None:
        return _told(game, command, command.player)
    person, deeds = game.players[command.player], game.deeds_of(command.player)
    belongings = *((deed.id, game.titles[deed.id]) for deed in deeds), person.cash, person.jail_cards
    same, asked = _same.at(game), (command.player, game.still_in(), belongings)
    if asked not in same:
        same[asked] = _told(game, command, command.player)
    return same[asked]


_same = SameTable[object, tuple[str, ...]]()  # while nothing is open, all depends on what the player has


def _told(game: Game, command: AnyCommand, player: PlayerId) -> tuple[str, ...]:
    leaving = _Leaving(game, player, decide(game, command))
    return (*leaving.raised(), *leaving.handed_over(), *leaving.after())


class _Leaving:
    """A player who would leave, and the events of it."""

    def __init__(self, game: Game, player: PlayerId, events: Events) -> None:
        self._game, self._player = game, player
        self._events: dict[type, list[Any]] = {}
        for event in events:
            self._events.setdefault(type(event), []).append(event)

    def _all(self, kind: type[E]) -> list[E]:
        return self._events.get(kind, [])

    def _paid(self, payer: Account, *clauses: str) -> int:
        """By this payer to or from the player, under any of these clauses."""
        of_player = (one for one in self._all(Paid) if self._player in (one.payer, one.payee) and one.payer == payer)
        return sum(one.amount for one in of_player if not clauses or set(clauses) & set(one.clauses))

    def _deeds(self, deeds: list[DeedId]) -> str:
        return and_list(self._game.board.deeds[deed].name for deed in deeds)

    def raised(self) -> Iterator[str]:
        """What is sold and mortgaged first."""
        removed = [event.deed for event in self._all(BuildingsRemoved)]
        if removed and (price := self._paid(BANK, "SELL-1")):
            deeds, brings = self._deeds(removed), self._game.money(price)
            yield f"The buildings on {deeds} are sold to the Bank for {brings}, half of what they cost."
        elif removed:
            yield f"The buildings on {self._deeds(removed)} go back to the Bank, and nobody is paid for them."
        mortgaged = [event.deed for event in self._all(DeedMortgaged)]
        if mortgaged:
            verb, brings = "is" if len(mortgaged) == 1 else "are", self._game.money(self._paid(BANK, "MORT-2"))
            yield f"{self._deeds(mortgaged)} {verb} mortgaged first, for {brings}."

    def handed_over(self) -> Iterator[str]:
        """What the creditor or the Bank gets."""
        game = self._game
        debt = game.debt_of(self._player)
        heir = debt.creditor if debt is not None and debt.creditor >= 0 else BANK
        name = game.name(heir)
        if cash := self._paid(self._player):
            yield sentence(f"{name} gets {game.money(cash)} in cash, all there is")
        if conveyed := [event.deed for event in self._all(DeedConveyed) if event.owner == heir]:
            before = {deed.id for deed in game.deeds_of(self._player) if game.titles[deed.id].mortgaged}
            now = {event.deed for event in self._all(DeedMortgaged)}
            mortgaged = (before | now) - {event.deed for event in self._all(MortgageLifted)}
            if len(conveyed) > 1 and mortgaged >= set(conveyed):
                deeds = f"{self._deeds(conveyed)}, all mortgaged"
            else:
                noted = {deed: " (mortgaged)" if deed in mortgaged else "" for deed in conveyed}
                deeds = and_list(f"{game.board.deeds[deed].name}{note}" for deed, note in noted.items())
            yield sentence(f"{name} gets {deeds}")
        if count := len(self._all(JailCardMoved)):
            jail = game.board.names["jail"]
            kind = "key" if game.rules.jail_keys else "card"
            cards = f"the {kind} to leave {jail}" if count == 1 else f"{count} {kind}s to leave {jail}"
            yield sentence(f"{name} gets {cards}")

    def after(self) -> Iterator[str]:
        """What follows from it."""
        if lifted := [event.deed for event in self._all(MortgageLifted)]:
            yield f"The mortgage on {self._deeds(lifted)} is wiped out."
        for event in self._all(StepOpened):
            if isinstance(event.step, Interest):
                owner, count = self._game.name(event.step.owed[0][0]), len(event.step.owed)
                owed = [self._game.board.deeds[deed] for _, deed in event.step.owed]
                tenths = self._game.money(sum(tenth(deed.mortgage_value) for deed in owed))
                deeds, them = ("mortgaged deed", "it") if count == 1 else (f"{count} mortgaged deeds", "them")
                yield f"Then {owner} pays the Bank 10% for the {deeds}, {tenths} in all, or pays {them} off."
            elif isinstance(event.step, Auction):
                yield "The Bank auctions these deeds at once, one after the other."
        yield from (
            sentence(describe_reason(self._game, event.why))
            for event in self._all(Noted)
            if "BANKRUPT-3" in event.clauses
        )
        yield f"{self._game.name(self._player)} is out of the game."
        for ended in self._all(GameEnded):
            if len(ended.winners) == 1 and "SHORT-6" not in ended.clauses:
                yield f"With this the game ends: {self._game.name(ended.winners[0])} wins."
            else:
                yield "With this the game ends: the richest wins."
