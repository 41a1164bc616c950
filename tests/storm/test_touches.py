"""The laws of hands, where no planted fault shows them: what they let pass, and what they object to."""

from typing import Any

import pytest

from companion.storm.broken import LawBroken
from companion.storm.ledger import BANK, Held
from companion.storm.touches import Felt, Tag, Touches, awaited, check_paid

ANN, BEN, CY = 0, 1, 2
CARD, DEED, CHANCE = "04A2B3C4", "04A2B3C5", "04A2B3C6"
TAGS = {CARD: Tag("player", ANN), DEED: Tag("deed"), CHANCE: Tag("card")}
DICE, CONFIRM, HELD = Felt("dice"), Felt("confirm"), Felt("cancel", is_hold=True)
ROLL, BUY, UNDO = ({"type": kind, "player": ANN} for kind in ("Roll", "BuyDeed", "Undo"))


def game(**changes: Any) -> dict[str, Any]:
    players = [{"bankrupt": False, "retired": False} for _ in range(3)]
    return {"players": players, "turn": ANN, "agenda": [], "opening": None, "offer": None} | changes


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
    with pytest.raises(LawBroken, match="one touch is one act at most: dice gave 2 acts"):
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
    ],
)
def test_what_a_touch_may_not_give(touches: Touches, felt: Felt, act: dict[str, Any], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        touches.gave(felt, act, game())


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
