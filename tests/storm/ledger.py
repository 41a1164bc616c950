"""A second set of books, kept only from what is stored: it adds up payments and notes who owns what.

It knows no rule of the game and imports nothing of ours. What it cannot add up breaks a law. Beside the books stand two
laws read from the same events: who pays rent to whom, and that a roll taken back shows the same faces again.
"""

from typing import Any, NamedTuple

from tests.storm.broken import must

Event = dict[str, Any]
Payment = tuple[int, int, int]  # payer, payee, amount
Between = tuple[int, int] | None  # who must pay, and whom
BANK, POT = -1, -2
HOTEL = 5
THROWS = ("StartThrown", "DiceRolled", "DiceThrown")
# The spaces of the 28 deeds, in the order of their numbers.
SPACES = (1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 31, 32, 34, 35, 37, 39)
DEBTS = "a debt is closed once"
WHOLE, UNDO = "every amount is a whole number", "an undo takes back the last move that stands"
RENTS = "whoever lands pays the owner"
FALLS = "what has fallen once falls again"


class Holdings(NamedTuple):
    """Who owns what, and where tokens stand."""

    owners: tuple[int, ...]
    buildings: tuple[int, ...]
    mortgaged: tuple[bool, ...]
    places: tuple[int, ...]
    throws: int
    debts: tuple[Payment, ...]  # open ones: debtor, creditor, amount
    is_boundless: bool  # the house rule under which the Bank never runs out of houses


class LedgerPage(NamedTuple):
    """The books after one move."""

    accounts: dict[int, int]
    held: Holdings
    names: tuple[str, ...]
    undo: int  # the move that an undo would take back; 0 if there is none
    redo: int


class _LedgerMove(NamedTuple):
    payments: tuple[Payment, ...]
    before: Holdings
    after: Holdings


class Ledger:
    def __init__(self, start: dict[str, Any]) -> None:
        game = start["game"]
        cash = {seat: player["cash"] for seat, player in enumerate(game["players"])}
        self._accounts: dict[int, int] = {**cash, BANK: game["bank"], POT: game["pot"]}
        for amount in self._accounts.values():
            require_whole(amount)
        titles = game["titles"]
        self._held = Holdings(
            tuple(title["owner"] for title in titles),
            tuple(title["buildings"] for title in titles),
            tuple(title["mortgaged"] for title in titles),
            tuple(player["place"] for player in game["players"]),
            game["throws"],
            tuple(_owed(step) for step in game["pending"] if step["type"] == "Debt"),
            game["rules"]["unlimited_buildings"],
        )
        self._names = tuple(player["name"] for player in game["players"])
        self._moves: dict[int, _LedgerMove] = {}
        self._done: list[int] = []
        self._undone: list[int] = []
        self.pages = [self._page()]

    def _page(self) -> LedgerPage:
        undo, redo = (self._done or [0])[-1], (self._undone or [0])[-1]
        return LedgerPage(dict(self._accounts), self._held, self._names, undo, redo)

    def add(self, number: int, events: list[Event]) -> None:
        """The next move. Raises LawBroken."""
        kind = events[0]["type"] if events else ""
        if kind == "TakenBack":
            back = events[0]["number"]
            must(self._done[-1:] == [back], UNDO, f"move {back} was taken back, after {self._done[-1:]}")
            self._undone.append(self._done.pop())
            self._pay(tuple((payee, payer, amount) for payer, payee, amount in self._moves[back].payments))
            self._held = self._moves[back].before
        elif kind == "DoneAgain":
            again = events[0]["number"]
            must(self._undone[-1:] == [again], UNDO, f"move {again} was done again, not {self._undone[-1:]}")
            self._done.append(self._undone.pop())
            self._pay(self._moves[again].payments)
            self._held = self._moves[again].after
        elif kind == "Renamed":
            self._names = _with(self._names, events[0]["player"], events[0]["name"])
        else:
            self._play(number, events)
        self.pages.append(self._page())

    def _play(self, number: int, events: list[Event]) -> None:
        before = self._held
        check_rents(before.owners, events)
        for event in events:
            self._held = _note_event(self._held, event)
        paid = [event for event in events if event["type"] == "Paid"]
        for event in paid:
            require_whole(event["amount"])
        payments = tuple((event["payer"], event["payee"], event["amount"]) for event in paid)
        self._moves[number] = _LedgerMove(payments, before, self._held)
        self._pay(payments)
        self._done.append(number)
        self._undone.clear()

    def _pay(self, payments: tuple[Payment, ...]) -> None:
        for payer, payee, amount in payments:
            self._accounts[payer] -= amount
            self._accounts[payee] += amount


def require_whole(amount: object) -> None:
    must(type(amount) is int, WHOLE, f"{amount!r}")


def _note_event(held: Holdings, event: Event) -> Holdings:
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
        case "StepOpened" if event["step"]["type"] == "Debt":
            return held._replace(debts=(*held.debts, _owed(event["step"])))
        case "StepClosed" if event["step"]["type"] == "Debt":
            closed = _owed(event["step"])
            must(closed in held.debts, DEBTS, f"{closed} was closed, and {held.debts} are open")
            at = held.debts.index(closed)
            return held._replace(debts=held.debts[:at] + held.debts[at + 1 :])
        case kind if kind in THROWS:
            return held._replace(throws=held.throws + 1)
    return held


def _owed(debt: dict[str, Any]) -> Payment:
    return debt["debtor"], debt["creditor"], debt["amount"]


def _with(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def houses(held: Holdings) -> int:
    return sum(level for level in held.buildings if level < HOTEL)


def hotels(held: Holdings) -> int:
    return sum(level == HOTEL for level in held.buildings)


def check_rents(owners: tuple[int, ...], events: list[Event]) -> None:
    """Events in order: each rent follows from a landing, a claim, a debt or a roll before it. Raises LawBroken."""
    now, between = list(owners), None
    for event in events:
        if event["type"] == "DeedConveyed":
            now[event["deed"]] = event["owner"]
        between = _rent_cause(event, now) or between
        if any(clause.startswith("RENT-") for clause in event.get("clauses", ())):
            _check_rent(event, between)


def _rent_cause(event: Event, owners: list[int]) -> Between:
    match event:
        case {"type": "TokenMoved", "player": player, "to": space} if space in SPACES:
            return player, owners[SPACES.index(space)]
        case {"type": "RentClaimed", "rent": {"payer": payer, "owner": owner}}:
            return payer, owner
        case {"type": "StepClosed", "step": {"debtor": debtor, "creditor": creditor}}:
            return debtor, creditor
        case {"type": "StepClosed", "step": {"type": "UtilityThrowDue", "player": player, "owner": owner}}:
            return player, owner
    return None


def _check_rent(event: Event, between: Between) -> None:
    match event:
        case {"type": "Paid", "payer": payer, "payee": payee}:
            must((payer, payee) == between, RENTS, f"{payer} paid {payee}, but it lies between {between}")
        case {"type": "StepOpened", "step": {"debtor": payer, "creditor": payee}}:
            must((payer, payee) == between, RENTS, f"{payer} owes {payee}, but it lies between {between}")
        case {"type": "StepOpened", "step": {"type": "UtilityThrowDue", "player": payer, "owner": payee}}:
            must((payer, payee) == between, RENTS, f"{payer} rolls for {payee}, but it lies between {between}")
        case {"type": "RentIncurred", "rent": {"payer": payer, "owner": payee}}:
            must((payer, payee) == between, RENTS, f"{payer} owes {payee}, but it lies between {between}")


class Falls:
    """The faces of each roll by its number, if the companion rolled it."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[list[int], str]] = {}

    def hear(self, number: int, body: dict[str, Any]) -> None:
        """A move, with the number of rolls before it. Raises LawBroken."""
        act = body["act"]
        if act["type"] not in ("Roll", "Throw") or act["dice"]:
            return
        fallen = next(event for event in body["events"] if event["type"] in THROWS)
        dice, speed = fallen["dice"], fallen.get("speed", "")
        old, face = self._faces.get(number, ([], ""))
        count = min(len(old), len(dice))
        must(old[:count] == dice[:count], FALLS, f"roll {number} was {old} and is {dice}")
        must(not (face and speed) or face == speed, FALLS, f"the Speed Die of roll {number} was {face} and is {speed}")
        self._faces[number] = dice, speed
