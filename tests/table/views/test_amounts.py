"""Every amount that a screen shows can be asked about: the sum, and the clauses behind it. Nobody's secret is told."""

from pathlib import Path

import pytest

from companion.journal import RealDisk
from companion.play.acts import Start
from companion.rules.clauses import CLAUSES
from companion.rules.commands import BuyDeed, Roll
from companion.rules.pending_steps import Debt, TaxChoice
from companion.rules.state import Game
from companion.rules.worth import end_worth
from companion.table.games.session import Session
from companion.table.messages.requests import ExplainAmounts
from companion.table.messages.views import HistoryView, LogLine
from companion.table.messages.wire import Reply
from companion.table.views.history import LookingBack
from companion.table.views.log import HIDDEN
from companion.table.views.moves import move_views, raising
from companion.table.views.why import explain_amounts
from tests.kit import ANN, ATLANTIC, BEN, because, deed, game
from tests.table.evening import usual_deps
from tests.table.positions import moments


def just_begun(table: Game) -> HistoryView:
    accounts = (*(player.cash for player in table.players), table.bank, table.pot)
    return HistoryView(0, (), accounts, (), accounts)


def asked(table: Game, request: ExplainAmounts) -> tuple[LogLine, ...]:
    return explain_amounts(table, just_begun(table), request)


def about_deed(table: Game, name: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {line.text: (line.how, line.clauses) for line in asked(table, ExplainAmounts(deeds=(deed(name),)))}


def session_of(folder: Path) -> Session:
    session = Session.create(RealDisk(folder / "20261116-2041-aa"), Start(game()), usual_deps())
    for number, act in enumerate((Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (2, 4)))):
        session.give(f"act-{number}", act)  # type: ignore[arg-type]
    return session


# Players


def test_cash_is_told_by_the_ledger(tmp_path: Path) -> None:
    reply = LookingBack().answer(session_of(tmp_path).timeline, ExplainAmounts(seats=(ANN,)))
    cash = reply.log[0]
    assert cash.text == "Ann has $1,406."
    assert cash.how == "$1,500 at the start, -$100 Buying where you land, +$6 Rent printed on the deed: $1,406"
    assert cash.clauses == ("SETUP-2", "BUY-1", "RENT-1")


def test_worth_and_what_could_be_raised() -> None:
    table = game(owns={"Ann": ["light-blue"]}, buildings={"Oriental": 1, "Vermont": 1, "Connecticut": 1})
    _, worth, deps = asked(table, ExplainAmounts(seats=(ANN,)))
    assert worth == LogLine(
        0, 0, "Ann is worth $1,970.", ("SHORT-6",), "cash $1,500 + deeds $320 + buildings $150 = $1,970"
    )
    assert (deps.text, deps.how) == ("Ann can raise $235 in all.", "buildings at half $75 + mortgages $160 = $235")


def test_what_is_owed() -> None:
    debt = Debt(BEN, ANN, 300, ("RENT-1", "RENT-6"), because("Illinois Avenue, 2 houses"))
    table = game(cash={"Ben": 120}, turn="Ben", thrown=True, pending=(debt,))
    owes = asked(table, ExplainAmounts(seats=(BEN,)))[1]
    assert (owes.text, owes.how) == ("Ben owes Ann $300 for Illinois Avenue.", "Illinois Avenue, 2 houses: $300")


def test_nobody_sees_what_they_are_worth_before_the_tax_is_chosen() -> None:
    table = game(thrown=True, pending=(TaxChoice(ANN),))
    hers, his = asked(table, ExplainAmounts(seats=(ANN,))), asked(table, ExplainAmounts(seats=(BEN,)))
    assert [line.text for line in hers] == ["Ann has $1,500.", HIDDEN]
    assert len(his) == 3


# Deeds


def test_a_deed_with_everything_it_costs_and_brings() -> None:
    table = game(owns={"Ann": ["red"]}, buildings={"Illinois": 2, "Kentucky": 2, "Indiana": 2})
    assert about_deed(table, "Illinois") == {
        "Whoever lands on Illinois Avenue owes Ann $300.": ("Illinois Avenue, 2 houses: $300", ("RENT-1",)),
        "Illinois Avenue costs $240.": ("Illinois Avenue, price: $240", ("BUY-1",)),
        "Mortgaging Illinois Avenue brings $120.": ("half of $240 = $120", ("MORT-2",)),
        "A building on Illinois Avenue costs $150.": ("Illinois Avenue, price: $150", ("BUILD-1", "BUILD-4")),
        "Sold, it brings $75.": ("half of $150 = $75", ("SELL-1",)),
    }


@pytest.mark.parametrize(
    ("table", "name", "text", "how"),
    [
        (game(owns={"Ann": ["Water", "Electric"]}), "Water", "10 times the dice.", "utilities owned: 10 × the dice"),
        (game(owns={"Ann": ["Water"]}), "Water", "owes Ann 4 times the dice.", "1 utility owned: 4 × the dice"),
        (game(owns={"Ann": ["Reading", "B. &"]}), "Reading", "owes Ann $50.", "2 railroads owned: $50"),
        (game(owns={"Ann": ["Water"]}, mortgaged=["Water"]), "Water", "owes nothing: it is mortgaged.", ""),
    ],
    ids=["both utilities", "one utility", "railroads", "mortgaged"],
)  # fmt: skip
def test_the_rent_of_the_moment(table: Game, name: str, text: str, how: str) -> None:
    rent = asked(table, ExplainAmounts(deeds=(deed(name),)))[0]
    assert rent.text.endswith(text)
    assert rent.how.endswith(how)


def test_an_owner_in_jail_may_collect_nothing() -> None:
    table = game(owns={"Ann": ["Reading"]}, jailed={"Ann": 0}, options={"no-rent-in-jail": True})
    rent = asked(table, ExplainAmounts(deeds=(deed("Reading"),)))[0]
    assert rent.text == "Whoever lands on Reading Railroad owes nothing: Ann is in Jail and collects nothing."
    assert rent.clauses == ("RENT-7",)


def test_a_mortgage_that_is_lifted_costs_a_tenth_more() -> None:
    told = about_deed(game(owns={"Ann": ["Water"]}, mortgaged=["Water"]), "Water")
    sums = "mortgage $75 and 10%: $75 + $8 = $83"
    assert told["Paying off the mortgage on Water Works costs $83."] == (sums, ("MORT-3", "ROUND-1"))


# At every moment


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long_run)])
def test_every_price_of_every_moment_has_a_sum_and_clauses_with_words(every: int) -> None:
    prices = 0
    for table in moments()[::every]:
        for move in move_views(table):
            told = asked(table, ExplainAmounts(acts=(move.act,)))
            assert len(told) == bool(move.change), move
            for line in told:
                assert line.text == f"{table.name(move.seat)}: {move.label}"
                assert line.how
                assert line.clauses
                assert set(line.clauses) <= set(CLAUSES)
                prices += 1
    assert prices > 100


def test_everything_that_cash_is_missing_for_says_how_much() -> None:
    found = [(table, one) for table in moments() for one in raising(table)]
    for table, one in found:
        missing = asked(table, ExplainAmounts(acts=(one.move.act,)))[0]
        assert missing.text == one.text
        assert missing.how.endswith(
            f"- {table.money(table.players[one.move.seat].cash)} = {table.money(one.move.short_by)}"
        )
        assert missing.clauses
    assert len(found) > 5


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long_run)])
def test_every_player_and_deed_of_every_moment_can_be_asked_about(every: int) -> None:
    for table in moments()[::every]:
        for seat, player in enumerate(table.players):
            texts = [line.text for line in asked(table, ExplainAmounts(seats=(seat,)))]
            assert texts[0] == f"{player.name} has {table.money(player.cash)}."
            assert (f"{player.name} is worth {table.money(end_worth(table, seat))}." in texts) != (
                HIDDEN in texts or player.is_out
            )
        told = asked(table, ExplainAmounts(deeds=tuple(range(len(ATLANTIC.deeds)))))
        assert all(line.clauses and set(line.clauses) <= set(CLAUSES) for line in told)
        assert len(told) >= 3 * len(ATLANTIC.deeds) - 6


def test_what_there_is_not_is_not_told() -> None:
    assert asked(game(), ExplainAmounts(seats=(7, -1), deeds=(99, -1))) == ()
    reply = LookingBack().answer(None, ExplainAmounts(seats=(ANN,)))
    assert reply == Reply("", done=False, message="No game is in play: start or resume one.")
