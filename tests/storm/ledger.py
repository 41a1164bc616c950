"""A second set of books, kept from what is stored alone: it adds up payments, and notes who holds what.

It knows no rule of the game, and imports nothing of ours. What it cannot add up it calls broken.
"""

from typing import Any, NamedTuple

from tests.storm.broken import must
from tests.storm.rents import check_rents

Event = dict[str, Any]
Payment = tuple[int, int, int]  # payer, payee, amount
BANK, POT = -1, -2
HOTEL = 5
THROWS = ("StartThrown", "DiceRolled", "DiceThrown")
DEBTS = "a debt is closed once"
WHOLE, UNDO = "every amount is a whole number", "an undo takes back the last move that stands"


class Held(NamedTuple):
    """Who holds what, and where tokens stand."""

    owners: tuple[int, ...]
    buildings: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    places: tuple[int, ...]
    throws: int
    debts: tuple[Payment, ...]  # open ones: debtor, creditor, amount
    is_boundless: bool  # the house rule under which the Bank never runs out of houses


class Page(NamedTuple):
    """The books after one move."""

    accounts: dict[int, int]
    held: Held
    names: tuple[str, ...]
    undo: int  # the move that an undo would take back; 0 if there is none
    redo: int


class _Move(NamedTuple):
    payments: tuple[Payment, ...]
    before: Held
    after: Held


class Ledger:
    def __init__(self, start: dict[str, Any]) -> None:
        game = start["game"]
        cash = {seat: player["cash"] for seat, player in enumerate(game["players"])}
        self._accounts: dict[int, int] = {**cash, BANK: game["bank"], POT: game["pot"]}
        for amount in self._accounts.values():
            require_whole(amount)
        self._held = _held_at_start(game)
        self._names = tuple(player["name"] for player in game["players"])
        self._moves: dict[int, _Move] = {}
        self._done: list[int] = []
        self._undone: list[int] = []
        self.pages = [self._page()]

    def _page(self) -> Page:
        undo, redo = (self._done or [0])[-1], (self._undone or [0])[-1]
        return Page(dict(self._accounts), self._held, self._names, undo, redo)

    def add(self, number: int, events: list[Event]) -> None:
        """The next move. Raises LawBroken."""
        kind = events[0]["type"] if events else ""
        if kind == "TakenBack":
            self._take_back(events[0]["number"])
        elif kind == "DoneAgain":
            self._do_again(events[0]["number"])
        elif kind == "Renamed":
            self._names = _with(self._names, events[0]["player"], events[0]["name"])
        else:
            self._play(number, events)
        self.pages.append(self._page())

    def _play(self, number: int, events: list[Event]) -> None:
        before = self._held
        check_rents(before.owners, events)
        for event in events:
            self._held = _noted(self._held, event)
        self._moves[number] = _Move(tuple(map(_payment, _paid(events))), before, self._held)
        self._pay(self._moves[number].payments)
        self._done.append(number)
        self._undone.clear()

    def _take_back(self, number: int) -> None:
        must(self._done[-1:] == [number], UNDO, f"move {number} was taken back, after {self._done[-1:]}")
        self._undone.append(self._done.pop())
        move = self._moves[number]
        self._pay(tuple((payee, payer, amount) for payer, payee, amount in move.payments))
        self._held = move.before

    def _do_again(self, number: int) -> None:
        must(self._undone[-1:] == [number], UNDO, f"move {number} was done again, not {self._undone[-1:]}")
        self._done.append(self._undone.pop())
        self._pay(self._moves[number].payments)
        self._held = self._moves[number].after

    def _pay(self, payments: tuple[Payment, ...]) -> None:
        for payer, payee, amount in payments:
            self._accounts[payer] -= amount
            self._accounts[payee] += amount


def require_whole(amount: object) -> None:
    must(type(amount) is int, WHOLE, f"{amount!r}")


def _paid(events: list[Event]) -> list[Event]:
    return [event for event in events if event["type"] == "Paid"]


def _payment(event: Event) -> Payment:
    require_whole(event["amount"])
    return event["payer"], event["payee"], event["amount"]


def _held_at_start(game: dict[str, Any]) -> Held:
    titles = game["titles"]
    return Held(
        tuple(title["owner"] for title in titles),
        tuple(title["buildings"] for title in titles),
        tuple(title["mortgaged"] for title in titles),
        tuple(player["place"] for player in game["players"]),
        game["throws"],
        tuple(_owed(matter) for matter in game["agenda"] if matter["type"] == "Debt"),
        game["rules"]["unlimited_buildings"],
    )


def _noted(held: Held, event: Event) -> Held:
    match event["type"]:
        case "DeedConveyed":
            return held._replace(owners=_with(held.owners, event["deed"], event["owner"]))
        case "Built" | "BuildingsRemoved":
            return held._replace(buildings=_with(held.buildings, event["deed"], event["buildings"]))
        case "DeedMortgaged" | "MortgageLifted" as kind:
            return held._replace(mortgaged=_with(held.mortgaged, event["deed"], kind == "DeedMortgaged"))
        case "TokenMoved":
            return held._replace(places=_with(held.places, event["player"], event["to"]))
        case "HouseRuleSet" if event["name"] == "unlimited-buildings":
            return held._replace(is_boundless=event["value"])
        case "MatterOpened" if event["matter"]["type"] == "Debt":
            return held._replace(debts=(*held.debts, _owed(event["matter"])))
        case "MatterClosed" if event["matter"]["type"] == "Debt":
            return held._replace(debts=_less(held.debts, _owed(event["matter"])))
        case kind if kind in THROWS:
            return held._replace(throws=held.throws + 1)
    return held


def _owed(debt: dict[str, Any]) -> Payment:
    return debt["debtor"], debt["creditor"], debt["amount"]


def _less(debts: tuple[Payment, ...], closed: Payment) -> tuple[Payment, ...]:
    must(closed in debts, DEBTS, f"{closed} was closed, and {debts} are open")
    at = debts.index(closed)
    return debts[:at] + debts[at + 1 :]


def _with(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def houses(held: Held) -> int:
    return sum(level for level in held.buildings if level < HOTEL)


def hotels(held: Held) -> int:
    return sum(level == HOTEL for level in held.buildings)
