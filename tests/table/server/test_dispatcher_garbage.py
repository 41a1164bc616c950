"""Garbage instead of a message or a command, or impossible values: refused, and nothing breaks."""

import msgspec
import pytest
from msgspec import Raw

from companion.rules.commands import Roll
from companion.table.messages.requests import ListGames
from companion.table.messages.wire import Answer, Ask, Give, Goodbye, encode
from tests.table.memory_table import MemoryTable, give_line, memory_table

__all__ = ["memory_table"]
ANN = 0
ROLL = Roll(ANN, (1, 2))


HUGE = b"1" + b"0" * 30
GARBAGE = {
    "open": b"{",
    "number": b"5",
    "list": b"[]",
    "nothing": b"",
    "null": b"null",
    "not a number": b"NaN",
    "deep": b"[" * 4_000 + b"]" * 4_000,
    "deeper inside": b'{"type":"Give","id":"a","act":' + b"[" * 32_000 + b"]" * 32_000 + b"}",
    "lone surrogate": b'{"type":"Hello","version":1,"role":"viewer","name":"\\ud800"}',
    "lone surrogate in an act": b'{"type":"Give","id":"a","act":{"type":"Rename","player":0,"name":"\\ud800"}}',
    "nul": b"\0",
    "nul behind": b'{"type":"Resync"}\0',
    "no utf-8": b"\xff\xfe\xfd",
    "no utf-8 inside": b'{"type":"Ask","id":"\xff","request":{"type":"ListGames"}}',
    "unknown type": b'{"type":"Rob","id":"a"}',
    "no type": b'{"id":"a"}',
    "unknown field": b'{"type":"Resync","please":true}',
    "unknown question": b'{"type":"Ask","id":"a","request":{"type":"Wipe"}}',
    "no id": encode(Ask("", ListGames())),
    "long id": encode(Ask("a" * 65, ListGames())),
    "id with a space": encode(Ask("a b", ListGames())),
    "id with an accent": encode(Ask("é", ListGames())),
    "number for a name": b'{"type":"Ask","id":5,"request":{"type":"ListGames"}}',
    "huge version": b'{"type":"Hello","version":' + HUGE + b',"role":"banker"}',
    "what tables say": encode(Goodbye("Enough.")),
}


@pytest.mark.parametrize("line", GARBAGE.values(), ids=GARBAGE.keys())
@pytest.mark.parametrize("is_greeted", [False, True])
def test_garbage_ends_only_its_own_connection(memory_table: MemoryTable, line: bytes, is_greeted: bool) -> None:
    other = memory_table.greeted()
    connection = memory_table.greeted() if is_greeted else memory_table.dispatcher.connect()
    memory_table.dispatcher.hear(connection, line)
    (goodbye,) = memory_table.sent(connection)
    assert isinstance(goodbye, Goodbye)
    assert goodbye.why
    assert "\n" not in goodbye.why
    assert memory_table.host.asked == []
    assert memory_table.give(other, "a", ROLL) == Answer("a", "done", 1)


def test_deeply_nested_values_are_never_accepted(memory_table: MemoryTable) -> None:
    """Python decides how deeply nested a line may be before it is garbage."""
    connection = memory_table.greeted()
    memory_table.dispatcher.hear(connection, give_line("a", b"[" * 4_000 + b"]" * 4_000))
    (said,) = memory_table.sent(connection)
    assert isinstance(said, Goodbye) or (isinstance(said, Answer) and said.outcome == "refused")


NO_ACTS = {
    "number": b"5",
    "nothing": b"{}",
    "unknown type": b'{"type":"Rob","player":0}',
    "unknown field": b'{"type":"EndTurn","player":0,"quietly":true}',
    "a word for a number": b'{"type":"Bid","player":0,"amount":"ten"}',
    "half a dollar": b'{"type":"Bid","player":0,"amount":0.5}',
    "no utf-8": b'{"type":"Rename","player":0,"name":"\xff"}',
    "too long": b'{"type":"Rename","player":0,"name":"' + b"a" * 2_000 + b'"}',
}


@pytest.mark.parametrize("act", NO_ACTS.values(), ids=NO_ACTS.keys())
def test_an_unknown_command_is_refused_and_the_connection_stays(memory_table: MemoryTable, act: bytes) -> None:
    connection = memory_table.greeted()
    answer = memory_table.give(connection, "a", act)
    assert (answer.outcome, answer.code) == ("refused", "unknown-command")
    assert answer.message.startswith("There is no such command: ")
    assert memory_table.give(connection, "b", ROLL) == Answer("b", "done", 1)


@pytest.mark.parametrize(
    "act",
    [
        b'{"type":"Rename","player":0,"name":"A\\u0000"}',
        b'{"type":"CorrectCash","player":0,"by":5,"reason":"\\u001b[2J"}',
        b'{"type":"EndGame","reason":"\\u202eetal"}',
    ],
)
def test_unreadable_text_is_not_accepted(memory_table: MemoryTable, act: bytes) -> None:
    answer = memory_table.give(memory_table.greeted(), "a", act)
    assert (answer.outcome, answer.code) == ("refused", "unknown-command")


def test_a_command_for_another_game_is_refused(memory_table: MemoryTable) -> None:
    connection = memory_table.greeted()
    memory_table.say(connection, Give("a", Raw(msgspec.json.encode(ROLL)), "19700101-0000-aa"))
    (answer,) = [told for told in memory_table.sent(connection) if isinstance(told, Answer)]
    assert (answer.outcome, answer.code) == ("refused", "other-game")
    memory_table.say(connection, Give("b", Raw(msgspec.json.encode(ROLL)), memory_table.disk.game))
    assert Answer("b", "done", 1) in memory_table.sent(connection)


OUT_OF_BOUNDS = {
    "huge player": (b'{"type":"EndTurn","player":' + HUGE + b"}", "unknown-name"),
    "player before the first": (b'{"type":"EndTurn","player":-1}', "unknown-name"),
    "huge bid": (b'{"type":"Bid","player":0,"amount":' + HUGE + b"}", "wrong-moment"),
    "huge correction": (b'{"type":"CorrectCash","player":0,"by":' + HUGE + b',"reason":"x"}', "bad-offer"),
    "huge face": (b'{"type":"Roll","player":0,"dice":[1,' + HUGE + b"]}", "bad-dice"),
    "deed before the first": (b'{"type":"Build","player":0,"deed":-3}', "unknown-name"),
    "huge deed": (b'{"type":"Mortgage","player":0,"deed":' + HUGE + b"}", "unknown-name"),
    "huge undo": (b'{"type":"Undo","number":' + HUGE + b"}", "nothing-to-undo"),
}


@pytest.mark.parametrize(("act", "code"), OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS.keys())
def test_huge_numbers_are_refused_like_any_other(memory_table: MemoryTable, act: bytes, code: str) -> None:
    connection = memory_table.greeted()
    answer = memory_table.give(connection, "a", act)
    assert (answer.outcome, answer.code) == ("refused", code)
    assert answer.clauses
    assert memory_table.host.session is not None
    assert memory_table.host.session.number == 0
