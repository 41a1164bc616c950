"""Whether a move still meets what its sender saw: the game may have changed, the offer may be another one, and a link
may have been dead while somebody pressed. What does not meet it is refused, and nothing is done later.
"""

import secrets
from collections.abc import Callable

from companion.play.acts import Act
from companion.rules.commands import AcceptDeal, Bid, OfferDeal, PassBid, RejectDeal, WithdrawDeal
from companion.rules.ids import DeedId
from companion.rules.pending_steps import Auction
from companion.rules.state import Game
from companion.rules.turn_checks import open_of_kind
from companion.table.games.session import Session
from companion.table.messages.wire import Give
from companion.table.views.game_view import offer_view
from companion.table.views.log import log_lines

BEAT_MS = 2_000
LATE_MS = 8_000  # a page that has heard nothing for so long says that the link is lost
LATE = "The link to the table was lost when this was pressed. Nothing was done."
NOTHING_DONE: dict[type, str] = {
    AcceptDeal: "Nothing was accepted.",
    RejectDeal: "Nothing was rejected.",
    WithdrawDeal: "Nothing was withdrawn.",
    OfferDeal: "Nothing was offered.",
}


def why_stale(session: Session, act: Act, give: Give) -> str:
    """A sentence that says what has changed; empty if nothing has that matters.

    A bid names its own sum, and somebody who passes wants no higher one: both count while the same lot is up.
    """
    game, nothing = session.game, NOTHING_DONE.get(type(act), "Nothing was done.")
    if give.offer:
        offer = offer_view(session.timeline)
        if offer is None:
            return f"That offer is no longer open. {nothing}"
        if offer.number != give.offer:
            return f"{game.name(offer.player)} changed the offer. {nothing}"
    if give.seen in (-1, session.number):
        return ""
    if give.seen > session.number:  # as after an older backup was restored
        return f"The game is not as it was there. {nothing}"
    if isinstance(act, Bid | PassBid):
        lot, since = _lot(game), reversed(range(give.seen, session.number))
        if lot is not None and all(_lot(session.moves[at].before) == lot for at in since):
            return ""
    lines = log_lines(session.moves[-1], session.moves)
    return f"{lines[-1].text if lines else 'The game has moved on.'} {nothing}"


def _lot(game: Game) -> tuple[DeedId, str] | None:
    return next(((step.deed, step.building) for step in open_of_kind(game, Auction)), None)


class Beats:
    """Numbers that are sent out every two seconds. Whoever presses says which one was heard last."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self.number = 1 + secrets.randbelow(2**40)  # none of an earlier table's
        self._sent_ms = {self.number: now_ms()}

    def is_due(self) -> bool:
        """Makes the next number when it is time."""
        now_ms = self._now_ms()
        if now_ms < self._sent_ms[self.number] + BEAT_MS:
            return False
        self.number += 1
        self._sent_ms = {number: ms for number, ms in self._sent_ms.items() if now_ms < ms + LATE_MS}
        self._sent_ms[self.number] = now_ms
        return True

    def is_late(self, number: int) -> bool:
        """Was it sent too long ago, or never? 0 is from programs that hear none."""
        return number != 0 and self._now_ms() >= self._sent_ms.get(number, -LATE_MS) + LATE_MS
