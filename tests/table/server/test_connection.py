"""A connection: its queue is bounded, and a slow client gets a snapshot instead of old news."""

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
from companion.table.server.connection import MAX_WAITING, Audience, Connection
from tests.table.sample_view import moved

NEWEST = 1_000
HUNG_UP = "Too much was asked and too little read."


def snapshot(_: Audience = None) -> bytes:
    return encode(Snapshot(NEWEST, None))


def sent(connection: Connection) -> list[FromTable]:
    lines = [connection.next_line(snapshot) for _ in range(2 * MAX_WAITING)]
    assert lines[-1] == b"", "it comes to an end"
    return [decode_from_table(line) for line in lines if line]


def numbers(messages: list[FromTable]) -> list[int]:
    return [message.number for message in messages if isinstance(message, Moved | Snapshot)]


def test_messages_are_sent_in_order() -> None:
    connection, told = (
        Connection(),
        (moved(1), Answer("a", "done", 1), moved(2), Trouble("full"), Reply("b", done=True)),
    )
    for message in told:
        connection.tell(message)
    assert sent(connection) == list(told)
    assert sent(connection) == []


def test_something_to_send_wakes_the_sender() -> None:
    woken: list[str] = []
    connection = Connection(lambda: woken.append("!"))
    connection.tell(moved(1))
    assert len(woken) == 1
    connection.fall_behind()
    assert len(woken) == 2
    connection.hang_up("Enough.")
    assert len(woken) == 3


@pytest.mark.parametrize("more", [1, 2, MAX_WAITING, 10 * MAX_WAITING])
def test_too_much_news_is_one_snapshot_and_then_the_following(more: int) -> None:
    connection = Connection()
    for number in range(1, MAX_WAITING + more + 1):
        connection.tell(moved(number))
    assert sent(connection) == [Snapshot(NEWEST, None)]
    for number in (NEWEST + 1, NEWEST + 2):
        connection.tell(moved(number))
    assert numbers(sent(connection)) == [NEWEST + 1, NEWEST + 2]


def test_as_much_news_as_may_wait_is_sent() -> None:
    connection = Connection()
    for number in range(1, MAX_WAITING + 1):
        connection.tell(moved(number))
    assert numbers(sent(connection)) == list(range(1, MAX_WAITING + 1))


def test_answers_survive_an_overrun_and_come_before_the_snapshot() -> None:
    connection = Connection()
    connection.tell(Answer("a", "done", 1))
    connection.tell(Trouble("full"))
    for number in range(1, 2 * MAX_WAITING):
        connection.tell(moved(number))
    connection.tell(Answer("b", "done", 2))
    assert sent(connection) == [
        Answer("a", "done", 1),
        Trouble("full"),
        Answer("b", "done", 2),
        Snapshot(NEWEST, None),
    ]


@pytest.mark.parametrize("message", [Answer("a", "refused"), Reply("a", done=True), Trouble("full")], ids=repr)
def test_a_client_that_asks_and_never_reads_is_hung_up_on(message: Message) -> None:
    connection = Connection()
    for _ in range(MAX_WAITING):
        connection.tell(message)
    assert not connection.is_leaving
    connection.tell(message)
    assert connection.is_leaving
    assert sent(connection) == [Goodbye(HUNG_UP)]


def test_the_news_goes_before_anybody_is_hung_up_on() -> None:
    connection = Connection()
    connection.tell(moved(1))
    for _ in range(MAX_WAITING):
        connection.tell(Answer("a", "refused"))
    assert not connection.is_leaving
    assert sent(connection) == [*[Answer("a", "refused")] * MAX_WAITING, Snapshot(NEWEST, None)]


def test_nothing_is_sent_after_goodbye() -> None:
    connection = Connection()
    connection.tell(moved(1))
    connection.fall_behind()
    connection.hang_up("Enough.")
    connection.tell(moved(2))
    connection.tell(Answer("a", "done", 1))
    assert sent(connection) == [Goodbye("Enough.")]


def test_a_snapshot_is_made_when_it_is_sent_and_not_before() -> None:
    connection, made = Connection(), []

    def late(_: Audience) -> bytes:
        made.append(1)
        return snapshot()

    connection.tell(Answer("a", "done", 1))
    connection.fall_behind()
    connection.fall_behind()
    assert connection.next_line(late) == encode(Answer("a", "done", 1))
    assert made == []
    assert connection.next_line(late) == snapshot()
    assert connection.next_line(late) == b""
    assert made == [1]
