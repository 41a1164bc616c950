"""A paired phone that plays foul: it cannot make more moves than a person, nor speak for another client."""

from pathlib import Path

import pytest

from companion.play.acts import Undo
from companion.rules.commands import CorrectCash
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import OpenPairing, Pair
from companion.table.messages.wire import Hello
from companion.table.server.connection import Connection
from companion.table.server.dispatcher import MOVES_A_SECOND, MOVES_AT_ONCE
from companion.table.server.pairing import Pairings
from tests.journal.conftest import closed_in_the_end
from tests.table.memory_table import MemoryTable

__all__ = ["closed_in_the_end"]
FOUND = CorrectCash(0, 1, "found in a pocket")


class FoulTable(MemoryTable):
    """Its clock is set by the test."""

    def __init__(self, data: Path) -> None:
        super().__init__()
        self.now_ms = 1_000
        self.dispatcher.now_ms = lambda: self.now_ms
        self.dispatcher.pairings = self.pairings = Pairings(data, lambda: 0, lambda: 0)
        self.begin()

    def phone(self, device: str = "") -> Connection:
        if not device:
            self.pairings.answer("a", OpenPairing("banker"))
            device = self.pairings.answer("a", Pair(self.pairings.view().code, "a phone")).devices[0].id
        connection = self.dispatcher.connect()
        self.say(connection, Hello(PROTOCOL, "viewer", device=device))
        self.sent(connection)
        return connection

    @property
    def moves(self) -> int:
        assert self.host.session is not None
        return self.host.session.number


@pytest.fixture
def foul(tmp_path: Path) -> FoulTable:
    return FoulTable(tmp_path)


def test_thousands_of_moves_in_a_row_are_refused(foul: FoulTable) -> None:
    phone = foul.phone()
    answers = [foul.give(phone, f"x{number}", FOUND) for number in range(3_000)]
    assert foul.moves == MOVES_AT_ONCE
    assert {(answer.outcome, answer.code) for answer in answers[MOVES_AT_ONCE:]} == {("refused", "too-fast")}
    foul.now_ms += 60_000
    more = [foul.give(phone, f"y{number}", FOUND).outcome for number in range(200)]
    assert more.count("done") == 60 * MOVES_A_SECOND


def test_a_new_connection_gives_no_more_moves(foul: FoulTable) -> None:
    phone = foul.phone()
    for number in range(200):
        foul.give(phone, f"x{number}", FOUND)
    again = foul.phone(phone.device)
    assert foul.give(again, "y", FOUND).code == "too-fast"


def test_undo_and_redo_count_too(foul: FoulTable) -> None:
    phone = foul.phone()
    for number in range(200):
        foul.give(phone, f"x{number}", Undo() if number % 2 else FOUND)
    assert foul.moves == MOVES_AT_ONCE


def test_what_is_sent_again_costs_nothing_and_gets_the_same_answer(foul: FoulTable) -> None:
    phone = foul.phone()
    answers = {foul.give(phone, "x", FOUND) for _ in range(3 * MOVES_AT_ONCE)}
    assert (len(answers), foul.moves) == (1, 1)
    assert foul.give(phone, "y", FOUND).outcome == "done"


def test_another_phone_and_the_console_are_not_held_up(foul: FoulTable) -> None:
    phone, other, console = foul.phone(), foul.phone(), foul.greeted()
    for number in range(200):
        foul.give(phone, f"x{number}", FOUND)
    assert foul.give(other, "a", FOUND).outcome == "done"
    assert foul.give(console, "b", FOUND).outcome == "done"


def test_an_id_belongs_to_the_client_that_used_it(foul: FoulTable) -> None:
    ann, ben, console = foul.phone(), foul.phone(), foul.greeted()
    assert foul.give(ann, "same", FOUND).number == 1
    assert foul.give(ben, "same", FOUND).number == 2
    assert foul.give(console, "same", FOUND).number == 3
    assert foul.give(ben, f"{ann.device}/same", FOUND).number == 4
    assert foul.give(foul.phone(ann.device), "same", FOUND).number == 1, "its own, on a new connection"


def test_a_refusal_of_another_is_nobody_elses(foul: FoulTable) -> None:
    ann, ben = foul.phone(), foul.phone()
    assert foul.give(ann, "same", Undo(7)).outcome == "refused"
    assert foul.give(ben, "same", FOUND).outcome == "done"
