"""What was pressed counts only for what its sender saw: the same game, the same offer, the same lot, a live link."""

import msgspec
import pytest

from companion.play.acts import Act, Redo, Undo
from companion.rules.commands import (
    AcceptDeal,
    Bid,
    BuyDeed,
    CorrectCash,
    CorrectDeed,
    DeclineDeed,
    Mortgage,
    OfferDeal,
    PassBid,
    RejectDeal,
    Roll,
    SellLotTo,
    WithdrawDeal,
)
from companion.rules.pending_steps import Goods
from companion.table.games.session import Session
from companion.table.messages.requests import ListGames, NewGame
from companion.table.messages.views import OfferView
from companion.table.messages.wire import Answer, Ask, Beat, Give, Reply
from companion.table.server.dispatcher import Dispatcher
from companion.table.server.stale import BEAT_MS, LATE, LATE_MS
from companion.table.views.game_view import game_view
from tests.table.memory_table import MemoryTable, memory_table

__all__ = ["memory_table"]
ANN, RED, ZOE = range(3)
BALTIC = 1  # the number of a deed
CHEAP, DEAR = (OfferDeal(ANN, RED, Goods((BALTIC,)), Goods(cash=cash)) for cash in (10, 900))


class Player:
    """Somebody at a Banker's screen who gives moves, and says what they saw."""

    def __init__(self, table: MemoryTable) -> None:
        self._table = table
        self._connection = table.greeted()
        self._count = 0
        assert table.host.session is not None
        self.session: Session = table.host.session

    def give(self, act: Act, *, id: str = "", seen: int = -1, offer: int = 0, beat: int = 0) -> Answer:
        self._count += 1
        give = Give(id or f"id-{self._count}", msgspec.Raw(msgspec.json.encode(act)), "", seen, offer, beat)
        self._table.say(self._connection, give)
        (answer,) = (one for one in self._table.sent(self._connection) if isinstance(one, Answer))
        return answer

    def done(self, *acts: Act) -> None:
        for act in acts:
            assert self.give(act).outcome == "done", act

    def ask(self, ask: Ask) -> Reply:
        self._table.say(self._connection, ask)
        (reply,) = (one for one in self._table.sent(self._connection) if isinstance(one, Reply))
        return reply

    @property
    def offer(self) -> OfferView:
        offer = game_view("", self.session.timeline).offer
        assert offer is not None
        return offer


@pytest.fixture
def player(memory_table: MemoryTable) -> Player:
    made = Player(memory_table)
    made.done(CorrectDeed(BALTIC, "dealt", owner=ANN))
    return made


def refused(answer: Answer, code: str = "stale") -> str:
    assert (answer.outcome, answer.code, answer.number) == ("refused", code, 0)
    return answer.message


# The game


def test_what_was_seen_counts(player: Player) -> None:
    assert player.give(Roll(ANN, (1, 2)), seen=player.session.number).outcome == "done"


def test_what_has_changed_since_is_told_and_nothing_is_done(player: Player) -> None:
    seen = player.session.number
    player.done(CorrectCash(ZOE, 5, "found"))
    told = "The Bank paid Zoë $5. Correction: found. Nothing was done."
    assert refused(player.give(Roll(ANN, (1, 2)), seen=seen)) == told
    assert player.session.number == seen + 1


def test_a_second_tap_on_the_same_button_does_nothing(player: Player) -> None:
    seen = player.session.number
    assert player.give(CorrectCash(ANN, 50, "found"), seen=seen).outcome == "done"
    refused(player.give(CorrectCash(ANN, 50, "found"), seen=seen))
    assert player.session.number == seen + 1


def test_the_same_message_again_gets_the_same_answer(player: Player) -> None:
    seen = player.session.number
    done = player.give(Roll(ANN, (1, 2)), id="one", seen=seen)
    assert player.give(Roll(ANN, (1, 2)), id="one", seen=seen, beat=1) == done


def test_a_game_that_was_never_so_far_refuses(player: Player) -> None:
    assert refused(player.give(Roll(ANN, (1, 2)), seen=99)) == "The game is not as it was there. Nothing was done."


def test_a_stale_purchase_is_refused(player: Player) -> None:
    player.done(Roll(ANN, (2, 4)))
    seen = player.session.number
    player.done(Undo(), Redo())
    refused(player.give(BuyDeed(ANN), seen=seen))


# Offers


def test_every_offer_has_a_number_of_its_own(player: Player) -> None:
    player.done(CHEAP)
    first = player.session.number
    assert (player.offer.number, player.offer.text) == (first, "Ann offers [red] Baltic Avenue for $10.")
    player.done(WithdrawDeal(ANN), CHEAP)
    second = player.session.number
    assert player.offer.number == second, "the same words are another offer"
    player.done(WithdrawDeal(ANN), Undo())
    assert player.offer.number == second, "an offer that is back is the same one"
    player.done(Undo(), Undo())
    assert player.offer.number == first
    player.done(WithdrawDeal(ANN), DEAR)
    assert player.offer.number not in (first, second), "a number that was taken back is not used again"


def test_answers_to_an_offer_carry_its_number(player: Player) -> None:
    player.done(CHEAP)
    view = game_view("", player.session.timeline)
    about = {msgspec.json.decode(move.act)["type"] for move in view.moves if move.offer == player.offer.number}
    assert about == {"AcceptDeal", "RejectDeal", "WithdrawDeal", "OfferDeal"}


@pytest.mark.parametrize(
    ("act", "nothing"),
    [
        (AcceptDeal(RED), "Nothing was accepted."),
        (RejectDeal(RED), "Nothing was rejected."),
        (OfferDeal(RED, ANN, Goods(cash=5), Goods((BALTIC,))), "Nothing was offered."),
    ],
)
def test_an_offer_that_was_swapped_is_not_answered(player: Player, act: Act, nothing: str) -> None:
    player.done(CHEAP)
    first = player.offer.number
    player.done(WithdrawDeal(ANN))
    assert refused(player.give(act, offer=first)) == f"That offer is no longer open. {nothing}"
    player.done(DEAR)
    for seen in (-1, player.session.number):  # also by a page that has heard of it, and not drawn it
        assert refused(player.give(act, seen=seen, offer=first)) == f"Ann changed the offer. {nothing}"
    assert player.give(act, seen=player.session.number, offer=player.offer.number).outcome == "done"


def test_a_deed_that_was_mortgaged_meanwhile_is_not_bought_unseen(player: Player) -> None:
    player.done(CHEAP)
    seen = player.session.number
    player.done(Mortgage(ANN, BALTIC))
    answer = player.give(AcceptDeal(RED), seen=seen, offer=player.offer.number)
    assert refused(answer).endswith("Nothing was accepted.")


# Auctions


def auctioned(player: Player) -> int:
    player.done(Roll(ANN, (2, 4)), DeclineDeed(ANN))
    return player.session.number


def test_a_bid_counts_while_the_same_lot_is_up(player: Player) -> None:
    seen = auctioned(player)
    player.done(Bid(ZOE, 20))
    assert player.give(Bid(RED, 30), seen=seen).outcome == "done"
    assert refused(player.give(Bid(ZOE, 25), seen=seen), "bid-too-low")
    assert player.give(PassBid(ZOE), seen=seen).outcome == "done"


def test_a_bid_for_another_lot_is_refused(player: Player) -> None:
    seen = auctioned(player)
    player.done(SellLotTo(ZOE, 20), Roll(RED, (4, 4)), DeclineDeed(RED))
    assert refused(player.give(Bid(ANN, 30), seen=seen)).endswith("Nothing was done.")


def test_a_bid_in_an_auction_that_was_held_twice_is_refused(player: Player) -> None:
    seen = auctioned(player)
    player.done(SellLotTo(ZOE, 20), Undo())
    refused(player.give(Bid(ANN, 30), seen=seen))


# Beats


class Clock:
    now_ms = 100_000

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def beating(memory_table: MemoryTable, clock: Clock) -> MemoryTable:
    memory_table.dispatcher = Dispatcher(memory_table.host, "0.1.0", now_ms=clock)
    return memory_table


def beat_now(table: MemoryTable) -> int:
    """As a paired device hears it."""
    connection = table.greeted("viewer")
    connection.device = "phone"
    table.dispatcher.beat()
    (beat,) = (one for one in table.sent(connection) if isinstance(one, Beat))
    table.dispatcher.leave(connection)
    return beat.number


def test_a_move_made_in_a_dead_minute_is_refused(beating: MemoryTable, clock: Clock) -> None:
    player = Player(beating)
    clock.now_ms += BEAT_MS
    beat = beat_now(beating)
    clock.now_ms += LATE_MS - 1
    assert player.give(Roll(ANN, (1, 2)), beat=beat).outcome == "done"
    clock.now_ms += 1
    number = player.session.number
    assert refused(player.give(Roll(RED, (1, 2)), beat=beat), "late") == LATE
    assert player.ask(Ask("a", NewGame(("Ann", "Ben")), beat)) == Reply("a", done=False, message=LATE)
    assert (player.session.number, beating.host.asked) == (number, [])


def test_a_beat_of_another_table_is_late(beating: MemoryTable, clock: Clock) -> None:
    player = Player(beating)
    refused(player.give(Roll(ANN, (1, 2)), beat=beat_now_of_another(clock)), "late")


def beat_now_of_another(clock: Clock) -> int:
    other = MemoryTable()
    other.begin()
    other.dispatcher = Dispatcher(other.host, "0.1.0", now_ms=clock)
    clock.now_ms += BEAT_MS
    return beat_now(other)


def test_beats_come_every_two_seconds_to_paired_devices_alone(beating: MemoryTable, clock: Clock) -> None:
    phone, console = beating.greeted("viewer"), beating.greeted()
    phone.device = "phone"
    numbers = []
    for _ in range(3 * BEAT_MS // 500):
        clock.now_ms += 500
        beating.dispatcher.beat()
        numbers += [one.number for one in beating.sent(phone) if isinstance(one, Beat)]
        assert not beating.sent(console)
    assert len(numbers) == len(set(numbers)) == 3


# Requests


def test_no_game_is_begun_twice_by_a_second_tap(player: Player, memory_table: MemoryTable) -> None:
    begin = NewGame(("Ann", "Ben"))
    assert player.ask(Ask("a", begin, game=player.session.game_id)).done
    for game in ("", "20200101-0000-zz"):
        reply = player.ask(Ask("b", begin, game=game))
        assert (reply.done, reply.message) == (False, "Another game is in play by now.")
    assert player.ask(Ask("c", ListGames(), game="")).done, "who only looks changes nothing"
    assert [type(ask.request) for ask in memory_table.host.asked] == [NewGame, ListGames]
