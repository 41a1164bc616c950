"""Who may do what: the Banker everything, a player what is that player's own, a viewer nothing."""

from companion.journal.codec import Act, Redo, Rename, Undo
from companion.rules.commands import (
    AuctionBuilding,
    CallTime,
    CloseAuction,
    CorrectCash,
    CorrectDeed,
    CorrectPlace,
    DealDeeds,
    DrawCard,
    EndGame,
    RetirePlayer,
    Roll,
    SellLotTo,
    SetHouseRule,
    Throw,
)
from companion.rules.ids import PlayerId
from companion.table.messages import RoleName

BANKERS = (
    Undo,
    Redo,
    Rename,
    AuctionBuilding,
    CallTime,
    CloseAuction,
    CorrectCash,
    CorrectDeed,
    CorrectPlace,
    EndGame,
    RetirePlayer,
    SellLotTo,
    SetHouseRule,
)


def why_forbidden(role: RoleName, seat: PlayerId, act: Act) -> str:
    """A sentence, or nothing if it is allowed."""
    if role == "banker":
        return ""
    if role == "viewer":
        return "This screen only watches."
    if isinstance(act, BANKERS):
        return "Only the Banker may do that."
    if act.player != seat:
        return "That is another player's to do."
    return "Only the Banker may say what fell or was drawn." if _is_entered_by_hand(act) else ""


def _is_entered_by_hand(act: Act) -> bool:
    match act:
        case Roll(_, (), "") | Throw(_, (), "") | DealDeeds(_, ()) | DrawCard(_, ""):
            return False
    return isinstance(act, Roll | Throw | DealDeeds | DrawCard)
