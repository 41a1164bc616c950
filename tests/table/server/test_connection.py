"""Somebody connected: what waits to be sent has its bounds, and who is too slow gets a snapshot instead."""

import pytest

from companion.table.messages.message import Message
from companion.table.messages.wire import (
    Answer,
    FromTable,
    Goodbye,
    Moved,
    Reply,
    Snapshot,
    Trouble,
    decode_from_table,
    encode,
)
from companion.table.server.connection import WAITING_MOST, Connection
from tests.table.sample_view import moved

NEWEST = 1_000
HUNG_UP = "Too much was asked and too little read."


def snapshot() -> bytes:
    return encode(Snapshot(NEWEST, None))


def sent(caller: Connection) -> list[FromTable]:
    lines = [caller.next_line(snapshot) for _ in range(2 * WAITING_MOST)]
    assert lines[-1] == b"", "it comes to an end"
    return [decode_from_table(line) for line in lines if line]


def numbers(messages: list[FromTable]) -> list[int]:
    return [message.number for message in messages if isinstance(message, Moved | Snapshot)]


def test_what_is_told_is_sent_in_order() -> None:
    caller, told = Connection(), (moved(1), Answer("a", "done", 1), moved(2), Trouble("full"), Reply("b", done=True))
    for message in told:
        caller.tell(message)
    assert sent(caller) == list(told)
    assert sent(caller) == []


def test_something_to_send_wakes_who_sends() -> None:
    woken: list[str] = []
    caller = Connection(lambda: woken.append("!"))
    caller.tell(moved(1))
    assert len(woken) == 1
    caller.fall_behind()
    assert len(woken) == 2
    caller.hang_up("Enough.")
    assert len(woken) == 3


@pytest.mark.parametrize("more", [1, 2, WAITING_MOST, 10 * WAITING_MOST])
def test_too_much_news_is_one_snapshot_and_then_the_following(more: int) -> None:
    caller = Connection()
    for number in range(1, WAITING_MOST + more + 1):
        caller.tell(moved(number))
    assert sent(caller) == [Snapshot(NEWEST, None)]
    for number in (NEWEST + 1, NEWEST + 2):
        caller.tell(moved(number))
    assert numbers(sent(caller)) == [NEWEST + 1, NEWEST + 2]


def test_as_much_news_as_may_wait_is_sent() -> None:
    caller = Connection()
    for number in range(1, WAITING_MOST + 1):
        caller.tell(moved(number))
    assert numbers(sent(caller)) == list(range(1, WAITING_MOST + 1))


def test_answers_survive_an_overrun_and_come_before_the_snapshot() -> None:
    caller = Connection()
    caller.tell(Answer("a", "done", 1))
    caller.tell(Trouble("full"))
    for number in range(1, 2 * WAITING_MOST):
        caller.tell(moved(number))
    caller.tell(Answer("b", "done", 2))
    assert sent(caller) == [
        Answer("a", "done", 1),
        Trouble("full"),
        Answer("b", "done", 2),
        Snapshot(NEWEST, None),
    ]


@pytest.mark.parametrize("message", [Answer("a", "refused"), Reply("a", done=True), Trouble("full")], ids=repr)
def test_who_asks_and_never_reads_is_hung_up_on(message: Message) -> None:
    caller = Connection()
    for _ in range(WAITING_MOST):
        caller.tell(message)
    assert not caller.is_leaving
    caller.tell(message)
    assert caller.is_leaving
    assert sent(caller) == [Goodbye(HUNG_UP)]


def test_the_news_goes_before_anybody_is_hung_up_on() -> None:
    caller = Connection()
    caller.tell(moved(1))
    for _ in range(WAITING_MOST):
        caller.tell(Answer("a", "refused"))
    assert not caller.is_leaving
    assert sent(caller) == [*[Answer("a", "refused")] * WAITING_MOST, Snapshot(NEWEST, None)]


def test_the_last_word_is_the_last() -> None:
    caller = Connection()
    caller.tell(moved(1))
    caller.fall_behind()
    caller.hang_up("Enough.")
    caller.tell(moved(2))
    caller.tell(Answer("a", "done", 1))
    assert sent(caller) == [Goodbye("Enough.")]


def test_a_snapshot_is_made_when_it_is_sent_and_not_before() -> None:
    caller, made = Connection(), []

    def late() -> bytes:
        made.append(1)
        return snapshot()

    caller.tell(Answer("a", "done", 1))
    caller.fall_behind()
    caller.fall_behind()
    assert caller.next_line(late) == encode(Answer("a", "done", 1))
    assert made == []
    assert caller.next_line(late) == snapshot()
    assert caller.next_line(late) == b""
    assert made == [1]
