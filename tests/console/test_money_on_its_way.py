"""Money that moves is seen to move, once and shortly; without colours or motion it is seen where it arrives."""

import pytest
from msgspec.structs import replace

from companion.console.app import ConsoleApp
from companion.console.colours import FELT
from companion.console.widgets.money_on_its_way import RUN_S, MoneyOnItsWay, payment_line
from companion.rules.commands import CorrectCash, Roll
from companion.table.messages.views import PaymentView
from tests.console.screen_pilot import SMALL, console, settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, game
from tests.table.fake_table import in_loop

RING = (120, 36)
RENT = Roll(ANN, (2, 4))


def a_table() -> InMemoryTable:
    return InMemoryTable(game(owns={"Ben": ["Oriental"]}))


@pytest.mark.parametrize("size", [SMALL, RING], ids=["small", "ring"])
@in_loop
async def test_who_pays_whom_how_much_and_why(size: tuple[int, int]) -> None:
    table = a_table()
    async with shown(table, size) as (app, pilot):
        assert "━" not in text_of(app)
        table.act(RENT)
        await settled(pilot)
        line = next(line for line in text_of(app).splitlines() if "━" in line)
        assert " ".join(line.replace("━", "").replace("▌", " ").split()).find("A Ann $6 ▶ Ben B") >= 0, line
        assert "Oriental Avenue, no houses" in text_of(app)
        table.act(CorrectCash(BEN, 50, "found"))
        await settled(pilot)
        assert "the Bank ━" in text_of(app)


@in_loop
async def test_the_question_stays_where_it_is_inside_the_ring() -> None:
    table = a_table()
    async with shown(table, RING) as (app, pilot):
        before = app.screen.query_one("#prompt").region.y
        table.act(RENT)
        await settled(pilot)
        assert app.screen.query_one("#prompt").region.y == before


@in_loop
async def test_the_coin_goes_from_one_to_the_other() -> None:
    async with shown(a_table()) as (app, _):
        payment = PaymentView(ANN, BEN, 300, "rent")
        lines = [payment_line(app.state, payment, FELT, run, 60).plain for run in (0.0, 0.5, 1.0)]
        places = [line.index("$300") for line in lines]
        assert places == sorted(set(places))
        assert len({len(line) for line in lines}) == 1
        short = payment_line(app.state, payment, FELT, 1.0, 16).plain
        assert "Ann" not in short
        assert "$300" in short


def is_running(app: ConsoleApp) -> bool:
    return app.animator.is_being_animated(app.screen.query_one(MoneyOnItsWay), "run")


async def pays(*, level: str = "full") -> bool:
    """Does the coin run?"""
    table = a_table()
    app = console(table)
    app.animation_level = level  # type: ignore[assignment]
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        table.act(RENT)
        await pilot.pause(0)
        return is_running(app)


@in_loop
async def test_it_runs_once_and_shortly() -> None:
    assert await pays()
    assert RUN_S <= 0.6


@in_loop
async def test_it_rests_where_motion_is_switched_off() -> None:
    assert not await pays(level="none")


@in_loop
async def test_it_rests_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert not await pays()


@in_loop
async def test_it_rests_on_a_screen_that_has_just_been_opened() -> None:
    table = InMemoryTable(game(owns={"Ben": ["Oriental"]}), RENT)
    app = console(table)
    app.animation_level = "full"
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert not is_running(app)
        assert "━" in text_of(app)


@in_loop
async def test_many_payments_are_counted() -> None:
    names = ("Ann", "Ben", "Cy", "Di", "Eve", "Fay")
    async with shown(InMemoryTable(game(players=names)), RING) as (app, pilot):
        assert app.state.view is not None
        payments = tuple(PaymentView(seat, ANN, 10, "a birthday") for seat in range(1, 6))
        view = replace(app.state.view, payments=payments)
        app.change(replace(app.state, view=view, number=app.state.number + 1))
        await settled(pilot)
        seen = text_of(app)
        assert seen.count("$10 ▶") == 3
        assert "and 2 more" in seen
