"""Why: every sum is a calculation that comes out, and every clause has its words, as they were in force then."""

import re
from collections.abc import Iterator

import pytest

from companion.rules.clauses import CLAUSES
from companion.rules.commands import BuyDeed, Roll, SetHouseRule
from companion.rules.events import Event, Paid, RentIncurred, StepOpened
from companion.rules.pending_steps import Debt, TaxChoice
from companion.rules.reasons import NO_REASON
from companion.table.messages.requests import ExplainClauses
from companion.table.messages.views import ClauseView
from companion.table.messages.wire import Ask, Reply
from companion.table.server.connection import Connection
from companion.table.views.game_view import explain_prompt
from companion.table.views.log import equation, how_paid
from companion.table.views.why import explain_clauses
from tests.kit import ANN, ATLANTIC, BEN, because, game
from tests.table.memory_table import MemoryTable
from tests.table.positions import moments, whole_games

BY = ("RENT-2", "RENT-1", "RENT-6")
SUMS = [
    (
        "Oriental Avenue, complete group, no houses: 2 × $6",
        12,
        "Oriental Avenue, complete group, no houses: 2 × $6 = $12",
    ),
    ("Oriental Avenue, no houses", 6, "Oriental Avenue, no houses: $6"),
    ("Water Works: 4 × 7", 28, "Water Works: 4 × 7 = $28"),
    ("Baltic Avenue, mortgage $30 and 10%: $30 + $3", 33, "Baltic Avenue, mortgage $30 and 10%: $30 + $3 = $33"),
    ("Illinois Avenue, half of $150", 75, "Illinois Avenue, half of $150 = $75"),
    ("every red building: 6 × half of $150", 450, "every red building: 6 × half of $150 = $450"),
    (
        "Income Tax: 10% of total worth $15,300 (cash $15,000, deeds and buildings $300)",
        1530,
        "Income Tax: 10% of total worth $15,300 (cash $15,000, deeds and buildings $300) = $1,530",
    ),
    ("salary", 200, "salary: $200"),
    ("", 5, ""),
]


@pytest.mark.parametrize(("why", "amount", "said"), SUMS, ids=[said for *_, said in SUMS])
def test_a_sum_stands_behind_its_calculation(why: str, amount: int, said: str) -> None:
    assert equation(game(), because(why) if why else NO_REASON, amount) == said


def test_a_debt_and_a_rent_to_be_asked_for_are_sums_too() -> None:
    debt = Debt(BEN, ANN, 300, BY, because("Illinois Avenue, 2 houses"))
    assert how_paid(game(), StepOpened(BY, debt)) == "Illinois Avenue, 2 houses: $300"
    assert how_paid(game(), StepOpened(BY, TaxChoice(ANN))) == ""


def sums_of_whole_games() -> Iterator[tuple[Event, str]]:
    for steps in list(whole_games())[::4]:
        for step in steps:
            for event in step.events:
                if isinstance(event, Paid | RentIncurred):
                    yield event, how_paid(step.before, event)


def test_every_sum_of_whole_games_is_explained_and_the_arithmetic_is_right() -> None:
    """`2 × $40 + 1 × $115 = $195` is worked out again here."""
    calculated = 0
    for event, said in sums_of_whole_games():
        if isinstance(event, Paid):
            assert said.endswith(ATLANTIC.money(event.amount)), said
        found = re.search(r"(?:^|[:,] )([$\d× +]+[×+][$\d× +]+) = \$([\d,]+)$", said)
        if found:
            left = found[1].replace("×", "*").replace("$", "")
            assert eval(left) == int(found[2].replace(",", "")), said
            calculated += 1
    assert calculated > 20


# The question of the moment


def test_a_debt_says_how_it_came_about() -> None:
    debt = Debt(BEN, ANN, 300, BY, because("Illinois Avenue, 2 houses"))
    table = game(cash={"Ben": 120}, turn="Ben", thrown=True, pending=(debt,))
    assert explain_prompt(table) == ("Illinois Avenue, 2 houses: $300.", (*BY, "DEBT-1", "DEBT-2"))


def test_at_every_moment_there_is_a_reason_and_every_clause_has_words() -> None:
    for table in moments():
        _, clauses = explain_prompt(table)
        assert clauses, table.pending
        assert set(clauses) <= set(CLAUSES)


def test_a_tax_that_is_to_be_chosen_tells_no_sum() -> None:
    table = game(thrown=True, pending=(TaxChoice(ANN),))
    assert explain_prompt(table) == ("", ("TAX-1",))


# Clauses in words


def test_clauses_come_in_words_with_the_book() -> None:
    memory_table = MemoryTable()
    session = memory_table.begin()
    reply = explain_clauses("a", session.timeline, ExplainClauses(("RENT-2", "RENT-1", "RENT-2")))
    assert [view.id for view in reply.clauses] == ["RENT-2", "RENT-1"]
    assert reply.clauses[0] == ClauseView(
        "RENT-2", CLAUSES["RENT-2"].title(ATLANTIC), CLAUSES["RENT-2"].text(session.game.rules, ATLANTIC)
    )
    assert reply.message == f"By {session.game.rules.title}."


def test_they_are_told_as_they_were_in_force_then() -> None:
    memory_table = MemoryTable()
    session = memory_table.begin()
    before = session.number
    session.give("throw", Roll(session.game.turn, (2, 4)))
    session.give("buy", BuyDeed(session.game.turn))
    session.give("rule", SetHouseRule("salary", 777, "agreed"))
    now = explain_clauses("a", session.timeline, ExplainClauses(("GO-1",)))
    then = explain_clauses("a", session.timeline, ExplainClauses(("GO-1",), before + 1))
    assert "777" in now.clauses[0].text
    assert "777" not in then.clauses[0].text
    assert "house rules: Salary $777" in now.message


@pytest.mark.parametrize("role", ["banker", "player", "viewer"])
def test_everybody_may_ask_why(role: str) -> None:
    memory_table = MemoryTable()
    memory_table.begin()
    connection = memory_table.greeted(role, 0 if role == "player" else -1)  # type: ignore[arg-type]
    assert reply_to(memory_table, connection, ExplainClauses(("RENT-1",))).done


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (ExplainClauses(("RENT-99",)), "There is no clause 'RENT-99' in this game."),
        (ExplainClauses(("RENT-1",), 99), "There is no move 99 in this game."),
        (ExplainClauses(("RENT-1",), -1), "There is no move -1 in this game."),
    ],
)
def test_what_there_is_not_is_said(asked: ExplainClauses, why: str) -> None:
    memory_table = MemoryTable()
    memory_table.begin()
    reply = reply_to(memory_table, memory_table.greeted(), asked)
    assert (reply.done, reply.message) == (False, why)


def test_without_a_game_there_are_no_rules() -> None:
    memory_table = MemoryTable()
    assert not reply_to(memory_table, memory_table.greeted(), ExplainClauses(("RENT-1",))).done


def reply_to(memory_table: MemoryTable, connection: Connection, request: ExplainClauses) -> Reply:
    memory_table.say(connection, Ask("why", request))
    (reply,) = (message for message in memory_table.sent(connection) if isinstance(message, Reply))
    return reply
