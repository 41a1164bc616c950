"""The laws of hands: what was really touched, against the signals it made and the acts that came of them.

Whoever pulls the levers reports each touch. The laws know the household's tags by their whole numbers, and import
nothing of ours that interprets anything.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.storm.broken import must
from tests.storm.ledger import BANK, Holdings

ONE_TOLD = "one touch is told once"
ONE_ACT = "one touch is one act at most, but that it may end a turn which only waits to pass"
GIVEN_AWAY = "nothing is given away by one press"
STRANGE = "a tag that is unknown or of another household does nothing"
LOOKING = "looking at a deed or a token changes nothing"
WHOSE = "money leaves a player only by that player's own word, or when it is due"
CHARGED_ONCE = "nothing is paid for twice"

Act = dict[str, Any]
Seats = frozenset[int]
OTHERS_PAY = ("ClaimRent", "AcceptDeal", "PassBid", "DrawCard", "Throw", "DealDeeds")  # the rules let others pay here
THROWS = ("Roll", "Throw", "DealDeeds")
WAYS_OUT = ("PayFine", "UseJailCard")
GIVING_AWAY = ("DeclineDeed", "PassBid", "RejectDeal", "WithdrawDeal", "GoBankrupt")  # cancel was pressed to get there
ONLY_OWN = ("Bid", "PassBid", "GoBankrupt")  # nobody else's press may stand for these


class KnownTag(NamedTuple):
    kind: str  # "deed", "token", "player", "card" or "jail"
    seat: int = -1


class TouchSignal(NamedTuple):
    """One signal of a touch. `what` is a button's name, or the number of a tag."""

    what: str
    reader: str = ""  # empty for a button
    is_hold: bool = False


class _Touch:
    def __init__(self) -> None:
        self.told = self.given = 0
        self.has_ended_turn = False  # and may lead the next player out of Jail


class TouchLaws:
    def __init__(self, tags: dict[str, KnownTag]) -> None:
        self._tags = tags
        self._last: dict[tuple[str, str], _Touch] = {}
        self._undos = 0  # so many may be confirmed, since cancel was held for each
        self._cancels = 0  # presses since the last move
        self.acts = 0

    def begins(self, what: str, reader: str = "") -> None:
        """A finger goes down on a button, or a tag is laid on a reader."""
        self._last[what, reader] = _Touch()

    def told(self, felt: TouchSignal) -> None:
        """Once for every signal. Raises LawBroken."""
        touch = self._touch(felt)
        if felt.is_hold:
            self._undos += felt.what == "cancel"
            return
        self._cancels += felt.what == "cancel"
        touch.told += 1
        must(touch.told == 1, ONE_TOLD, f"{felt.what} was told {touch.told} times")

    def is_told(self, what: str) -> bool:
        """Of the last touch of this button."""
        return self._touch(TouchSignal(what)).told == 1

    def _touch(self, felt: TouchSignal) -> _Touch:
        touch = self._last.get((felt.what, felt.reader))
        must(touch is not None, ONE_TOLD, f"{felt.what} was told, and nobody has touched it")
        assert touch is not None
        return touch

    def gave(self, felt: TouchSignal, act: Act, game: dict[str, Any]) -> None:
        """This signal made the table give an act to the game. Raises LawBroken."""
        touch = self._touch(felt)
        touch.given += 1
        self.acts += 1
        if felt.reader:
            tag = self._tags.get(felt.what)
            must(tag is not None, STRANGE, f"{felt.what} gave {act}")
            assert tag is not None
            must(tag.kind not in ("deed", "token"), LOOKING, f"a {tag.kind} gave {act}")
        may_be_second = touch.has_ended_turn and act["type"] in WAYS_OUT
        is_one = touch.given == 1 or (touch.given == 2 and may_be_second)
        must(is_one, ONE_ACT, f"{felt.what} gave {touch.given} acts, the last of them {act}")
        must(felt.what != "cancel", GIVEN_AWAY, f"cancel gave {act}")
        must(act["type"] not in GIVING_AWAY or self._cancels > 0, GIVEN_AWAY, f"{felt.what} gave {act}")
        touch.has_ended_turn = act["type"] == "EndTurn"
        # Whoever is next may end a turn of which nothing is left.
        is_turn_over = touch.has_ended_turn and not (game["pending"] or game["throw_due"])
        if not (is_turn_over and self._own_seat(felt) == _next(game)):
            self._check_whose(felt, act, game)

    def moved(self) -> None:
        """The game went on, so earlier cancels no longer count."""
        self._cancels = 0

    def _check_whose(self, felt: TouchSignal, act: Act, game: dict[str, Any]) -> None:
        if act["type"] == "Undo":
            self._undos -= 1
            must(felt.what == "confirm" and self._undos >= 0, WHOSE, f"{felt.what} took back a move")
            return
        own = self._own_seat(felt)
        if own is not None:
            must(act["player"] == own, WHOSE, f"seat {own + 1} gave {act}")
            return
        must(act["type"] not in ONLY_OWN, WHOSE, f"{felt.what} gave {act}")
        must(felt.what != "dice" or not act.get("dice"), WHOSE, f"the dice gave {act}")
        is_throw = act["type"] in THROWS
        must(is_throw or felt.what != "dice", WHOSE, f"the dice gave {act}")
        seats = awaited(game, is_throw=is_throw)
        must(act["player"] in seats, WHOSE, f"{felt.what} gave {act}, and only {sorted(seats)} are waited for")

    def _own_seat(self, felt: TouchSignal) -> int | None:
        if not felt.reader:
            return int(felt.what.removeprefix("seat-")) - 1 if felt.what.startswith("seat-") else None
        tag = self._tags[felt.what]
        return tag.seat if tag.kind == "player" else None


def check_paid(act: Act, events: list[dict[str, Any]], before: Holdings) -> None:
    """A move made by hand: who paid, and for what. Raises LawBroken."""
    paid = [(event["payer"], event["payee"], event["amount"]) for event in events if event["type"] == "Paid"]
    if act["type"] == "BuyDeed":
        bought = next(event["deed"] for event in events if event["type"] == "DeedConveyed")
        must(before.owners[bought] == BANK, CHARGED_ONCE, f"deed {bought} was bought, and it was sold before")
    if act["type"] == "Settle":
        must(paid[0] in before.debts, CHARGED_ONCE, f"{paid[0]} was paid, and {before.debts} are owed")
    if act["type"] != "Undo" and act["type"] not in OTHERS_PAY:
        strange = [payer for payer, _, _ in paid if payer >= 0 and payer != act["player"]]
        must(not strange, WHOSE, f"{act} took money of {strange}")


def awaited(game: dict[str, Any], *, is_throw: bool) -> Seats:
    """Everybody named in what is open; otherwise whoever is on turn, and for a roll whoever comes next."""
    if game["pending"]:
        return frozenset(seat for step in game["pending"] for seat in _named(step)) | _asked(game)
    throws = frozenset(game["opening"]["contenders"] if game["opening"] else ()) | {_next(game)}
    return _asked(game) | {game["turn"]} | (throws if is_throw else frozenset())


def _named(step: dict[str, Any]) -> Iterator[int]:
    yield from (step[field] for field in ("player", "debtor") if field in step)
    yield from step.get("waiting", ())
    yield from (player for player, _ in step.get("owed", ()))


def _asked(game: dict[str, Any]) -> Seats:
    return frozenset({game["offer"]["to"]} if game["offer"] else ())


def _next(game: dict[str, Any]) -> int:
    players, turn = game["players"], int(game["turn"])
    seats = [(turn + step) % len(players) for step in range(1, len(players) + 1)]
    return next(seat for seat in seats if not (players[seat]["bankrupt"] or players[seat]["retired"]))
