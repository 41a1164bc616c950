"""Who pays rent to whom, read from events: whoever's token moved pays, and the deed's owner receives."""

from typing import Any

from tests.storm.broken import must

Event = dict[str, Any]
Between = tuple[int, int] | None  # who must pay, and to whom
LAW = "whoever lands pays the owner"
# The spaces of the 28 deeds, in the order of their numbers.
SPACES = (1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 31, 32, 34, 35, 37, 39)


def check_rents(owners: tuple[int, ...], events: list[Event]) -> None:
    """Raises LawBroken. Events in order: each rent follows from a landing, a claim, a debt or a throw before it."""
    now, between = list(owners), None
    for event in events:
        if event["type"] == "DeedConveyed":
            now[event["deed"]] = event["owner"]
        between = _cause(event, now) or between
        if any(clause.startswith("RENT-") for clause in event.get("clauses", ())):
            _check(event, between)


def _cause(event: Event, owners: list[int]) -> Between:
    match event:
        case {"type": "TokenMoved", "player": player, "to": space} if space in SPACES:
            return player, owners[SPACES.index(space)]
        case {"type": "RentClaimed", "rent": {"payer": payer, "owner": owner}}:
            return payer, owner
        case {"type": "MatterClosed", "matter": {"debtor": debtor, "creditor": creditor}}:
            return debtor, creditor
        case {"type": "MatterClosed", "matter": {"type": "UtilityThrowDue", "player": player, "owner": owner}}:
            return player, owner
    return None


def _check(event: Event, between: Between) -> None:
    match event:
        case {"type": "Paid", "payer": payer, "payee": payee}:
            must((payer, payee) == between, LAW, f"{payer} paid {payee}, but it lies between {between}")
        case {"type": "MatterOpened", "matter": {"debtor": payer, "creditor": payee}}:
            must((payer, payee) == between, LAW, f"{payer} owes {payee}, but it lies between {between}")
        case {"type": "MatterOpened", "matter": {"type": "UtilityThrowDue", "player": payer, "owner": payee}}:
            must((payer, payee) == between, LAW, f"{payer} throws for {payee}, but it lies between {between}")
        case {"type": "RentIncurred", "rent": {"payer": payer, "owner": payee}}:
            must((payer, payee) == between, LAW, f"{payer} owes {payee}, but it lies between {between}")
