"""The laws of hands, where no planted fault shows them: what they let pass, and what they object to."""

from typing import Any

import pytest

from tests.storm.broken import LawBroken
from tests.storm.hand_laws import KnownTag, TouchLaws, TouchSignal, awaited, check_paid
from tests.storm.ledger import BANK, Holdings

ANN, BEN, CY = 0, 1, 2
CARD, DEED, CHANCE = "04A2B3C4", "04A2B3C5", "04A2B3C6"
TAGS = {CARD: KnownTag("player", ANN), DEED: KnownTag("deed"), CHANCE: KnownTag("card")}
DICE, CONFIRM, HELD = TouchSignal("dice"), TouchSignal("confirm"), TouchSignal("cancel", is_hold=True)
ROLL, BUY, UNDO = ({"type": kind, "player": ANN} for kind in ("Roll", "BuyDeed", "Undo"))
DECLINE, BANKRUPT, BID, END = (
    {"type": kind, "player": ANN} for kind in ("DeclineDeed", "GoBankrupt", "Bid", "EndTurn")
)
FINE = {"type": "PayFine", "player": BEN}


def game(**changes: Any) -> dict[str, Any]:
    players = [{"bankrupt": False, "retired": False} for _ in range(3)]
    return {
        "players": players,
        "turn": ANN,
        "pending": [],
        "opening": None,
        "offer": None,
        "throw_due": False,
    } | changes


@pytest.fixture
def laws() -> TouchLaws:
    """Everything was touched once."""
    laws = TouchLaws(TAGS)
    for button in ("dice", "confirm", "cancel", "seat-1", "seat-2"):
        laws.begins(button)
    for uid in (*TAGS, "04A2B3C7", CARD.lower()):
        laws.begins(uid, "deeds")
    return laws


def test_a_touch_may_be_told_once_and_give_one_act(laws: TouchLaws) -> None:
    laws.told(DICE)
    laws.gave(DICE, ROLL, game())
    laws.begins("dice")
    laws.told(DICE)
    laws.gave(DICE, ROLL, game())
    assert laws.acts == 2
    assert laws.is_told("dice")
    assert not laws.is_told("confirm")


def test_not_twice_and_not_by_itself(laws: TouchLaws) -> None:
    laws.told(DICE)
    with pytest.raises(LawBroken, match="one touch is told once: dice was told 2 times"):
        laws.told(DICE)
    with pytest.raises(LawBroken, match="nobody has touched it"):
        laws.told(TouchSignal(CARD, "cards"))
    laws.gave(DICE, ROLL, game())
    with pytest.raises(LawBroken, match=r"one touch is one act at most.*: dice gave 2 acts"):
        laws.gave(DICE, ROLL, game())


@pytest.mark.parametrize(
    ("felt", "act", "law"),
    [
        (TouchSignal("04A2B3C7", "deeds"), ROLL, "unknown or of another household"),
        (TouchSignal(CARD.lower(), "deeds"), ROLL, "unknown or of another household"),
        (TouchSignal(DEED, "deeds"), BUY, "looking at a deed"),
        (TouchSignal(CARD, "deeds"), BUY | {"player": BEN}, "only by that player's own word.*: seat 1 gave"),
        (TouchSignal("seat-2"), BUY, "only by that player's own word.*: seat 2 gave"),
        (TouchSignal(CHANCE, "deeds"), BUY | {"player": BEN}, r"only \[0\] are waited for"),
        (CONFIRM, BUY | {"player": BEN}, r"only \[0\] are waited for"),
        (DICE, BUY, "the dice gave"),
        (CONFIRM, UNDO, "confirm took back a move"),
        (TouchSignal("cancel"), BUY, "given away by one press: cancel gave"),
        (CONFIRM, DECLINE, "given away by one press: confirm gave"),
        (TouchSignal("seat-1"), BANKRUPT, "given away by one press: seat-1 gave"),
        (CONFIRM, BID, "own word.*: confirm gave"),
        (DICE, ROLL | {"dice": [1, 2]}, "own word.*: the dice gave"),
        (TouchSignal("seat-2"), END, "seat 2 gave"),
    ],
)
def test_what_a_touch_may_not_give(laws: TouchLaws, felt: TouchSignal, act: dict[str, Any], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        laws.gave(felt, act, game(throw_due=True))


def test_what_cancel_has_shown_may_be_given_once(laws: TouchLaws) -> None:
    laws.told(TouchSignal("cancel"))
    laws.gave(CONFIRM, DECLINE, game())
    laws.moved()
    with pytest.raises(LawBroken, match="given away by one press"):
        laws.gave(TouchSignal("seat-1"), DECLINE, game())


def test_only_the_debtor_gives_up_even_after_cancel(laws: TouchLaws) -> None:
    laws.told(TouchSignal("cancel"))
    with pytest.raises(LawBroken, match=r"own word.*: confirm gave"):
        laws.gave(CONFIRM, BANKRUPT, game())
    laws.begins("cancel")
    laws.told(TouchSignal("cancel"))
    laws.gave(TouchSignal("seat-1"), BANKRUPT, game())


def test_who_comes_next_may_end_a_turn_that_only_waits_and_leave_jail_with_the_same_touch(laws: TouchLaws) -> None:
    mine = TouchSignal("seat-2")
    laws.gave(mine, END, game())
    laws.gave(mine, FINE, game(turn=BEN))
    with pytest.raises(LawBroken, match="one act at most"):
        laws.gave(mine, FINE, game(turn=BEN))


def test_with_the_end_of_a_turn_nothing_else_is_given(laws: TouchLaws) -> None:
    mine = TouchSignal("seat-2")
    laws.gave(mine, END, game())
    with pytest.raises(LawBroken, match="one act at most"):
        laws.gave(mine, {"type": "BuyDeed", "player": BEN}, game(turn=BEN))


@pytest.mark.parametrize("open_now", [{"pending": [{"player": ANN}]}, {"throw_due": True}])
def test_nobody_ends_a_turn_in_which_something_is_left(laws: TouchLaws, open_now: dict[str, Any]) -> None:
    with pytest.raises(LawBroken, match="seat 2 gave"):
        laws.gave(TouchSignal("seat-2"), END, game(**open_now))


def test_cancel_held_allows_one_undo(laws: TouchLaws) -> None:
    laws.told(HELD)
    laws.gave(CONFIRM, UNDO, game())
    laws.begins("confirm")
    with pytest.raises(LawBroken, match="confirm took back a move"):
        laws.gave(CONFIRM, UNDO, game())


def test_who_is_waited_for() -> None:
    assert awaited(game(), is_throw=False) == {ANN}
    assert awaited(game(), is_throw=True) == {ANN, BEN}
    assert awaited(game(opening={"contenders": [ANN, CY]}), is_throw=True) == {ANN, BEN, CY}
    assert awaited(game(pending=[{"debtor": CY}], offer={"to": BEN}), is_throw=True) == {BEN, CY}
    assert awaited(game(pending=[{"owed": [[BEN, 3]]}, {"waiting": [CY]}]), is_throw=False) == {BEN, CY}
    out = [{"bankrupt": False, "retired": seat == BEN} for seat in range(3)]
    assert awaited(game(players=out), is_throw=True) == {ANN, CY}


def test_nothing_is_paid_for_twice_or_by_another() -> None:
    held = Holdings((BANK, BEN), (0, 0), (False, False), (0, 0), 0, ((ANN, BEN, 50),), False)
    price = [{"type": "Paid", "payer": ANN, "payee": BANK, "amount": 60}]
    check_paid(BUY, [*price, {"type": "DeedConveyed", "deed": 0}], held)
    with pytest.raises(LawBroken, match="nothing is paid for twice"):
        check_paid(BUY, [*price, {"type": "DeedConveyed", "deed": 1}], held)
    settle = {"type": "Settle", "player": ANN}
    check_paid(settle, [{"type": "Paid", "payer": ANN, "payee": BEN, "amount": 50}], held)
    with pytest.raises(LawBroken, match="nothing is paid for twice"):
        check_paid(settle, price, held)
    with pytest.raises(LawBroken, match="took money of"):
        check_paid(ROLL | {"player": CY}, price, held)
    check_paid({"type": "ClaimRent", "player": BEN}, price, held)
