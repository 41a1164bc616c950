"""The laws of hands, where no planted fault shows them: what they let pass, and what they object to."""

from typing import Any

import pytest

from tests.storm.broken import LawBroken
from tests.storm.ledger import BANK, Held
from tests.storm.touches import Felt, Tag, Touches, awaited, check_paid

ANN, BEN, CY = 0, 1, 2
CARD, DEED, CHANCE = "04A2B3C4", "04A2B3C5", "04A2B3C6"
TAGS = {CARD: Tag("player", ANN), DEED: Tag("deed"), CHANCE: Tag("card")}
DICE, CONFIRM, HELD = Felt("dice"), Felt("confirm"), Felt("cancel", is_hold=True)
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
        "agenda": [],
        "opening": None,
        "offer": None,
        "throw_due": False,
    } | changes


@pytest.fixture
def touches() -> Touches:
    """Everything was touched once."""
    touches = Touches(TAGS)
    for button in ("dice", "confirm", "cancel", "seat-1", "seat-2"):
        touches.begins(button)
    for uid in (*TAGS, "04A2B3C7", CARD.lower()):
        touches.begins(uid, "deeds")
    return touches


def test_a_touch_may_be_told_once_and_give_one_act(touches: Touches) -> None:
    touches.told(DICE)
    touches.gave(DICE, ROLL, game())
    touches.begins("dice")
    touches.told(DICE)
    touches.gave(DICE, ROLL, game())
    assert touches.acts == 2
    assert touches.is_told("dice")
    assert not touches.is_told("confirm")


def test_not_twice_and_not_by_itself(touches: Touches) -> None:
    touches.told(DICE)
    with pytest.raises(LawBroken, match="one touch is told once: dice was told 2 times"):
        touches.told(DICE)
    with pytest.raises(LawBroken, match="nobody has touched it"):
        touches.told(Felt(CARD, "cards"))
    touches.gave(DICE, ROLL, game())
    with pytest.raises(LawBroken, match=r"one touch is one act at most.*: dice gave 2 acts"):
        touches.gave(DICE, ROLL, game())


@pytest.mark.parametrize(
    ("felt", "act", "law"),
    [
        (Felt("04A2B3C7", "deeds"), ROLL, "unknown or of another household"),
        (Felt(CARD.lower(), "deeds"), ROLL, "unknown or of another household"),
        (Felt(DEED, "deeds"), BUY, "looking at a deed"),
        (Felt(CARD, "deeds"), BUY | {"player": BEN}, "only by that player's own word.*: seat 1 gave"),
        (Felt("seat-2"), BUY, "only by that player's own word.*: seat 2 gave"),
        (Felt(CHANCE, "deeds"), BUY | {"player": BEN}, r"only \[0\] are waited for"),
        (CONFIRM, BUY | {"player": BEN}, r"only \[0\] are waited for"),
        (DICE, BUY, "the dice gave"),
        (CONFIRM, UNDO, "confirm took back a move"),
        (Felt("cancel"), BUY, "given away by one press: cancel gave"),
        (CONFIRM, DECLINE, "given away by one press: confirm gave"),
        (Felt("seat-1"), BANKRUPT, "given away by one press: seat-1 gave"),
        (CONFIRM, BID, "own word.*: confirm gave"),
        (DICE, ROLL | {"dice": [1, 2]}, "own word.*: the dice gave"),
        (Felt("seat-2"), END, "seat 2 gave"),
    ],
)
def test_what_a_touch_may_not_give(touches: Touches, felt: Felt, act: dict[str, Any], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        touches.gave(felt, act, game(throw_due=True))


def test_what_cancel_has_shown_may_be_given_once(touches: Touches) -> None:
    touches.told(Felt("cancel"))
    touches.gave(CONFIRM, DECLINE, game())
    touches.moved()
    with pytest.raises(LawBroken, match="given away by one press"):
        touches.gave(Felt("seat-1"), DECLINE, game())


def test_only_the_debtor_gives_up_even_after_cancel(touches: Touches) -> None:
    touches.told(Felt("cancel"))
    with pytest.raises(LawBroken, match=r"own word.*: confirm gave"):
        touches.gave(CONFIRM, BANKRUPT, game())
    touches.begins("cancel")
    touches.told(Felt("cancel"))
    touches.gave(Felt("seat-1"), BANKRUPT, game())


def test_who_comes_next_may_end_a_turn_that_only_waits_and_leave_jail_with_the_same_touch(touches: Touches) -> None:
    mine = Felt("seat-2")
    touches.gave(mine, END, game())
    touches.gave(mine, FINE, game(turn=BEN))
    with pytest.raises(LawBroken, match="one act at most"):
        touches.gave(mine, FINE, game(turn=BEN))


def test_with_the_end_of_a_turn_nothing_else_is_given(touches: Touches) -> None:
    mine = Felt("seat-2")
    touches.gave(mine, END, game())
    with pytest.raises(LawBroken, match="one act at most"):
        touches.gave(mine, {"type": "BuyDeed", "player": BEN}, game(turn=BEN))


@pytest.mark.parametrize("open_now", [{"agenda": [{"player": ANN}]}, {"throw_due": True}])
def test_nobody_ends_a_turn_in_which_something_is_left(touches: Touches, open_now: dict[str, Any]) -> None:
    with pytest.raises(LawBroken, match="seat 2 gave"):
        touches.gave(Felt("seat-2"), END, game(**open_now))


def test_cancel_held_allows_one_undo(touches: Touches) -> None:
    touches.told(HELD)
    touches.gave(CONFIRM, UNDO, game())
    touches.begins("confirm")
    with pytest.raises(LawBroken, match="confirm took back a move"):
        touches.gave(CONFIRM, UNDO, game())


def test_who_is_waited_for() -> None:
    assert awaited(game(), is_throw=False) == {ANN}
    assert awaited(game(), is_throw=True) == {ANN, BEN}
    assert awaited(game(opening={"contenders": [ANN, CY]}), is_throw=True) == {ANN, BEN, CY}
    assert awaited(game(agenda=[{"debtor": CY}], offer={"to": BEN}), is_throw=True) == {BEN, CY}
    assert awaited(game(agenda=[{"owed": [[BEN, 3]]}, {"waiting": [CY]}]), is_throw=False) == {BEN, CY}
    out = [{"bankrupt": False, "retired": seat == BEN} for seat in range(3)]
    assert awaited(game(players=out), is_throw=True) == {ANN, CY}


def test_nothing_is_paid_for_twice_or_by_another() -> None:
    held = Held((BANK, BEN), (0, 0), (False, False), (0, 0), 0, ((ANN, BEN, 50),), False)
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
