"""The second set of books: what it adds up, and what it objects to."""

from typing import Any

import pytest

from tests.storm.broken import LawBroken
from tests.storm.ledger import BANK, POT, SPACES, Falls, Ledger, check_rents, hotels, houses

Event = dict[str, Any]
ANN, BEN = 0, 1
NOBODYS = (BANK,) * 28
BENS = (BEN,) * 28


def start(**changes: Any) -> dict[str, Any]:
    players = [{"name": name, "cash": 1500, "place": 0} for name in ("Ann", "Ben")]
    titles = [{"owner": BANK, "buildings": 0, "mortgaged": False} for _ in range(28)]
    rules = {"unlimited_buildings": False}
    game = {"players": players, "titles": titles, "bank": -3000, "pot": 0, "throws": 0, "rules": rules, "pending": []}
    return {"game": game | changes}


def paid(payer: int, payee: int, amount: Any, *clauses: str) -> Event:
    return {"type": "Paid", "clauses": list(clauses), "payer": payer, "payee": payee, "amount": amount}


def moved(player: int, to: int) -> Event:
    return {"type": "TokenMoved", "clauses": [], "player": player, "to": to}


def conveyed(deed: int, owner: int) -> Event:
    return {"type": "DeedConveyed", "clauses": [], "deed": deed, "owner": owner}


def test_it_adds_up_payments_and_notes_who_holds_what() -> None:
    ledger = Ledger(start())
    built = {"type": "Built", "deed": 0, "buildings": 5}
    ledger.add(1, [moved(ANN, 1), paid(ANN, BANK, 60), conveyed(0, ANN), built, {"type": "DeedMortgaged", "deed": 3}])
    ledger.add(2, [{"type": "DiceRolled"}, paid(ANN, BEN, 5), paid(BEN, POT, 7), {**built, "deed": 1, "buildings": 3}])
    page = ledger.pages[2]
    assert page.accounts == {ANN: 1435, BEN: 1498, BANK: -2940, POT: 7}
    assert page.held.owners[:2] == (ANN, BANK)
    assert (houses(page.held), hotels(page.held)) == (3, 1)
    assert page.held.mortgaged.index(True) == 3
    assert page.held.places == (1, 0)
    assert page.held.throws == 1
    assert ledger.pages[0].accounts == {ANN: 1500, BEN: 1500, BANK: -3000, POT: 0}


def test_what_is_taken_back_is_as_if_it_had_not_been_and_what_is_done_again_as_if_it_had() -> None:
    ledger = Ledger(start())
    ledger.add(1, [paid(ANN, BANK, 60), conveyed(0, ANN)])
    ledger.add(2, [{"type": "Renamed", "player": BEN, "name": "Bert"}])
    ledger.add(3, [{"type": "TakenBack", "number": 1}])
    ledger.add(4, [{"type": "DoneAgain", "number": 1}])
    start_page, _, renamed, back, again = ledger.pages
    assert (back.accounts, back.held) == (start_page.accounts, start_page.held)
    assert again == renamed
    assert [page.names[BEN] for page in ledger.pages] == ["Ben", "Ben", "Bert", "Bert", "Bert"]
    assert [(page.undo, page.redo) for page in ledger.pages] == [(0, 0), (1, 0), (1, 0), (0, 1), (1, 0)]


@pytest.mark.parametrize("wrong", [{"type": "TakenBack", "number": 1}, {"type": "DoneAgain", "number": 1}])
def test_only_the_last_move_that_stands_is_taken_back(wrong: Event) -> None:
    ledger = Ledger(start())
    for number in (1, 2):
        ledger.add(number, [paid(ANN, BANK, 60)])
    with pytest.raises(LawBroken, match="an undo takes back the last move that stands"):
        ledger.add(3, [wrong])


@pytest.mark.parametrize("amount", [1.0, True, "1", None])
def test_an_amount_is_a_whole_number(amount: Any) -> None:
    with pytest.raises(LawBroken, match="every amount is a whole number"):
        Ledger(start()).add(1, [paid(ANN, BEN, amount)])
    with pytest.raises(LawBroken, match="every amount is a whole number"):
        Ledger(start(bank=amount))


# Rent

DEBT = {"type": "Debt", "debtor": ANN, "creditor": BEN}
RENT = {"payer": ANN, "owner": BEN}
THROW_DUE = {"type": "UtilityThrowDue", "player": ANN, "owner": BEN}


def rent_events(payer: int, payee: int) -> list[list[Event]]:
    """Every way in which a rent of Ann's to Ben comes about, told as one between these two."""
    clauses = ["RENT-1"]
    lands, pays = moved(ANN, 39), paid(payer, payee, 50, "RENT-1")
    debt = {"type": "Debt", "debtor": payer, "creditor": payee}
    throws = {"type": "UtilityThrowDue", "player": payer, "owner": payee}
    return [
        [lands, pays],
        [lands, {"type": "StepOpened", "clauses": clauses, "step": debt}],
        [lands, {"type": "StepOpened", "clauses": clauses, "step": throws}],
        [lands, {"type": "RentIncurred", "clauses": clauses, "rent": {"payer": payer, "owner": payee}}],
        [{"type": "RentClaimed", "clauses": clauses, "rent": RENT}, pays],
        [{"type": "StepClosed", "clauses": clauses, "step": DEBT}, pays],
        [{"type": "StepClosed", "clauses": clauses, "step": THROW_DUE}, pays],
        [moved(ANN, 20), moved(ANN, 39), paid(BANK, ANN, 200, "GO-1"), pays],
    ]


@pytest.mark.parametrize("way", range(8))
def test_whoever_lands_pays_the_owner(way: int) -> None:
    check_rents(BENS, rent_events(ANN, BEN)[way])
    for payer, payee in ((BEN, ANN), (ANN, BANK), (ANN, 2), (2, BEN)):
        with pytest.raises(LawBroken, match="whoever lands pays the owner"):
            check_rents(BENS, rent_events(payer, payee)[way])


def test_a_rent_out_of_nothing_is_none() -> None:
    with pytest.raises(LawBroken, match="whoever lands pays the owner"):
        check_rents(BENS, [paid(ANN, BEN, 50, "RENT-1")])


def test_the_owner_is_who_holds_the_deed_by_then() -> None:
    check_rents(NOBODYS, [conveyed(27, BEN), moved(ANN, 39), paid(ANN, BEN, 50, "RENT-1")])
    assert len(set(SPACES)) == 28


# Dice


def thrown(dice: list[int], *, is_by_hand: bool = False, speed: str = "") -> dict[str, Any]:
    event = {"type": "DiceRolled", "dice": dice, "speed": speed}
    return {"act": {"type": "Roll", "dice": dice if is_by_hand else []}, "events": [{"type": "TurnPassed"}, event]}


def test_what_has_fallen_falls_again() -> None:
    falls = Falls()
    falls.hear(7, thrown([1, 2], speed="bus"))
    falls.hear(8, thrown([3, 3]))
    falls.hear(7, thrown([6, 6], is_by_hand=True))
    falls.hear(7, thrown([1, 2], speed="bus"))
    falls.hear(7, thrown([1, 2, 4]))
    for dice in ([2, 1], [1, 2, 5]):
        with pytest.raises(LawBroken, match="what has fallen once falls again: roll 7 was"):
            falls.hear(7, thrown(dice))


def test_the_speed_die_falls_again_too() -> None:
    falls = Falls()
    falls.hear(7, thrown([1, 2], speed="bus"))
    with pytest.raises(LawBroken, match="the Speed Die of roll 7 was bus and is mr"):
        falls.hear(7, thrown([1, 2], speed="mr"))


def of_debt(type: str, amount: int) -> Event:
    return {"type": type, "step": {"type": "Debt", "debtor": ANN, "creditor": BEN, "amount": amount}}


def test_a_debt_is_closed_once_and_open_again_when_that_is_taken_back() -> None:
    ledger = Ledger(start(pending=[of_debt("", 7)["step"], {"type": "Buying", "player": ANN, "deed": 3}]))
    assert ledger.pages[0].held.debts == ((ANN, BEN, 7),)
    ledger.add(1, [of_debt("StepOpened", 50)])
    ledger.add(2, [paid(ANN, BEN, 50), of_debt("StepClosed", 50)])
    ledger.add(3, [{"type": "TakenBack", "number": 2}])
    amounts = [[amount for _, _, amount in page.held.debts] for page in ledger.pages]
    assert amounts == [[7], [7, 50], [7], [7, 50]]
    ledger.add(4, [paid(ANN, BEN, 50), of_debt("StepClosed", 50)])
    with pytest.raises(LawBroken, match="a debt is closed once"):
        ledger.add(5, [paid(ANN, BEN, 50), of_debt("StepClosed", 50)])
