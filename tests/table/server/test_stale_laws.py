"""Thousands of taps on what was shown some moves ago: what is done is what was shown, or nothing is done."""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.play.acts import RecordedMove
from companion.players.seeded_random import SeededRandom
from companion.rules.commands import AcceptDeal, Bid, BuyDeed, PassBid
from companion.rules.events import DeedConveyed, OfferClosed
from companion.rules.pending_steps import Auction
from companion.rules.turn_checks import open_of_kind
from companion.table.games.session import Session
from companion.table.messages.views import MoveView, View
from companion.table.messages.wire import Answer, Give
from companion.table.server.connection import Connection
from companion.table.views.game_view import game_view
from tests.storm.torn_disk import TornDisk
from tests.table.memory_table import MemoryTable

TAPS = 2_000
MOVES = 150  # of one game
OLDEST = 6  # moves ago
FILLED = ("", "amount", "goods", "dice")  # what a button may still need


class Seen(NamedTuple):
    """What a screen showed after a move."""

    number: int
    view: View


class TapTable:
    """People press buttons of what they see now, and sometimes of what was there some moves ago."""

    def __init__(self, seed: int, random: Random) -> None:
        self._table, self._random = MemoryTable(), random
        self._table.disk = TornDisk(SeededRandom(seed), game=f"20261116-2041-{seed:03}")
        self.session: Session = self._table.begin()
        self._screen: Connection = self._table.greeted()
        self._taps = 0

    def look(self) -> Seen:
        return Seen(self.session.number, game_view(self.session.game_id, self.session.timeline))

    def tap(self, seen: Seen) -> tuple[Answer, MoveView]:
        """A button of each kind is as likely as any other."""
        by_kind: dict[str, list[MoveView]] = {}
        for move in seen.view.moves:
            if move.seat >= 0 and move.needs in FILLED:
                by_kind.setdefault(msgspec.json.decode(move.act)["type"], []).append(move)
        move = self._random.choice(by_kind[self._random.choice(sorted(by_kind))])
        self._taps += 1
        act = msgspec.Raw(msgspec.json.encode(self._filled(move)))
        self._table.say(self._screen, Give(f"tap-{self._taps}", act, seen.view.game, seen.number, move.offer))
        (answer,) = (one for one in self._table.sent(self._screen) if isinstance(one, Answer))
        return answer, move

    def _filled(self, move: MoveView) -> dict[str, Any]:
        act: dict[str, Any] = msgspec.json.decode(move.act)
        match move.needs:
            case "amount":
                act |= dict.fromkeys(move.fills, self._random.randint(move.least, move.least + 30))
            case "goods":
                act["gives"] |= {"deeds": act["gives"]["deeds"][:1], "cash": 0, "jail_cards": 0, "decks": []}
                act["gets"] |= {"deeds": [], "cash": self._random.randint(1, 300), "jail_cards": 0, "decks": []}
            case "dice":
                act["dice"] = [self._random.randint(1, 6), self._random.randint(1, 6)]
        return act


def test_no_tap_does_what_was_not_shown() -> None:
    random, counted = Random("stale taps"), Counter[str]()
    for seed in range(1_000):
        table = TapTable(seed, random)
        shown = [table.look()]
        while table.session.number < MOVES and not table.session.game.over and counted.total() < TAPS:
            seen, last = random.choice(shown[-OLDEST:]), table.session.number
            answer, move = table.tap(seen)
            if answer.outcome == "done":
                _require_as_shown(table.session.moves[-1], seen, move)
            else:
                assert table.session.number == last, "nothing was done"
            counted[f"{'old' if seen.number < last else 'new'} {answer.outcome} {answer.code}".strip()] += 1
            shown.append(table.look())
        table.session.close()
        if counted.total() >= TAPS:
            break
    assert min(counted[kind] for kind in ("new done", "old done", "old refused stale")) > 20, counted


def _require_as_shown(made: RecordedMove, seen: Seen, move: MoveView) -> None:
    """The money, the lot, the deal and the deed are those that the button was about."""
    if move.change:
        assert made.after.players[move.seat].cash - made.before.players[move.seat].cash == move.change, move
    match made.act:
        case Bid() | PassBid():
            lot = next(iter(open_of_kind(made.before, Auction)))
            assert seen.view.auction is not None
            assert seen.view.auction.lot == made.before.board.deeds[lot.deed].name
        case AcceptDeal():
            assert seen.view.offer is not None
            (closed,) = (event.offer for event in made.events if isinstance(event, OfferClosed))
            assert (closed.gives.deeds, closed.gets.cash) == (seen.view.offer.gives.deeds, seen.view.offer.gets.cash)
        case BuyDeed():
            (bought,) = (event.deed for event in made.events if isinstance(event, DeedConveyed))
            assert made.before.board.deeds[bought].name in seen.view.prompt
        case _:
            assert seen.number == made.number - 1, "anything else was meant for what was there then"
