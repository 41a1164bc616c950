"""Only what has changed is painted: painting more would delay the next press."""

import pytest
from msgspec.structs import replace
from textual._compositor import ChopsUpdate
from textual.geometry import Region
from textual.strip import Strip
from textual.theme import Theme
from textual.widget import Widget

from companion.console.app import ConsoleApp
from companion.console.colours import FELT, PAPER
from companion.console.screens.table import TableScreen
from companion.console.state import ConsoleState
from companion.console.widgets.feed import Feed
from companion.console.widgets.money_on_its_way import STEPS, MoneyOnItsWay
from companion.play.acts import Rename, Undo
from companion.rules.commands import Bid, DeclineDeed, EndGame, EndTurn, Mortgage, PassBid, Roll
from companion.table.messages.views import DeviceView
from companion.table.messages.wire import TablePrompts, Trouble
from tests.console.fast_apps import paint
from tests.console.screen_pilot import LARGE, SMALL, console, painted_strips, press, settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, CY, deed, game
from tests.table.fake_table import in_loop
from tests.terminal_screen import TerminalScreen

LAMPS = DeviceView("lamps", "present", counters=(("lit", 7),))
NARROW = (40, 30)


def a_table() -> InMemoryTable:
    return InMemoryTable(game(owns={"Ann": ["brown"], "Ben": ["Water"]}, jail_cards={"Ann": 1}), Roll(ANN, (2, 4)))


def painted(app: ConsoleApp) -> set[str]:
    """The widgets that the next frame paints."""
    return {part.id or "" for part in app.screen.query(Widget) if part._repaint_required}


def count_drawings(app: ConsoleApp) -> list[object]:
    """From now on, each as it would go to a terminal."""
    drawn: list[object] = []
    app._display = lambda screen, renderable: drawn.append(renderable)  # type: ignore[method-assign]  # noqa: ARG005
    return drawn


@in_loop
async def test_a_press_is_drawn_once_though_there_are_other_buttons_then() -> None:
    async with shown(a_table()) as (app, pilot):
        drawn = count_drawings(app)
        await press(pilot, "2")
        assert "Auction of Oriental Avenue" in text_of(app)
        assert len(drawn) == 1


@in_loop
async def test_a_new_name_is_shown_wherever_its_letter_stands() -> None:
    table = InMemoryTable(game())
    async with shown(table, LARGE) as (app, pilot):
        assert "A  █" in text_of(app)
        table.act(Rename(ANN, "Zoe"))
        await settled(pilot)
        seen = text_of(app)
        assert "Z  █" in seen, "beside the bar that shows what Zoe is worth"
    async with shown(table, LARGE) as (fresh, _):
        assert text_of(fresh) == seen


class ColouredScreen(TerminalScreen):
    def __init__(self) -> None:
        super().__init__()
        self.colours: dict[tuple[int, int], str] = {}  # and bold and so on, by row and column
        self._now = ""

    def _draw(self, numbers: str | None, command: str | None, letter: str | None) -> None:
        if command == "m":
            self._now = numbers or ""
        super()._draw(numbers, command, letter)

    def _put(self, letter: str) -> None:
        at = self._column
        super()._put(letter)
        self.colours |= {(self._row, column): self._now for column in range(at, self._column)}

    def take_text(self, text: str) -> None:
        self.take(f"{text}\x1b[H".encode())


def collect_updates(app: ConsoleApp) -> list[ChopsUpdate]:
    """From now on, what is drawn of the screen that is shown."""
    updates: list[ChopsUpdate] = []
    render = app.screen._compositor.render_partial_update

    def rendered() -> ChopsUpdate | None:
        if update := render():
            updates.append(update)
        return update

    app.screen._compositor.render_partial_update = rendered  # type: ignore[method-assign]
    return updates


@pytest.mark.parametrize("size", [SMALL, LARGE])
@in_loop
async def test_what_is_drawn_piece_by_piece_makes_the_whole_picture(size: tuple[int, int]) -> None:
    table = a_table()
    async with shown(table, size) as (app, pilot):

        def whole() -> str:
            return app.screen._compositor.render_full_update().render_segments(app.console)

        drawn = ColouredScreen()
        drawn.take_text(whole())
        updates = collect_updates(app)
        bids = (Bid(ANN, 10), Bid(BEN, 20), Bid(CY, 900), Undo(), Bid(CY, 30), PassBid(ANN), PassBid(BEN))
        for act in (DeclineDeed(ANN), *bids, EndTurn(ANN), Roll(BEN, (6, 6)), Undo(), Undo()):
            updates.clear()
            table.act(act)
            await settled(pilot)
            paint(app.screen)
            assert updates, "nothing was drawn, or all of it"
            for update in updates:
                drawn.take_text(update.render_segments(app.console))
            expected = ColouredScreen()
            expected.take_text(whole())
            assert (drawn.lines(), drawn.colours) == (expected.lines(), expected.colours)


@in_loop
async def test_a_bid_renders_the_parts_that_it_changes_and_one_row_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    table = InMemoryTable(game(), Roll(ANN, (2, 4)), DeclineDeed(ANN), Bid(ANN, 10))
    async with shown(table) as (app, pilot):
        paint(app.screen)
        rendered, render_lines = set[str](), Widget.render_lines

        def render(part: Widget, crop: Region) -> list[Strip]:
            rendered.add(part.id or type(part).__name__)
            return render_lines(part, crop)

        monkeypatch.setattr(Widget, "render_lines", render)
        updates = collect_updates(app)
        table.act(Bid(BEN, 20))
        await settled(pilot)
        paint(app.screen)
        assert rendered == {"prompt", "offer-1", "offer-2", "offer-3", "offer-6", "feed"}
        feed, rows = app.screen.query_one(Feed).region, {row for update in updates for row, _, _ in update.spans}
        assert rows & set(feed.line_range) == {feed.y}


@in_loop
async def test_a_coin_on_its_way_is_drawn_in_a_few_steps() -> None:
    async with shown(a_table()) as (app, pilot):
        await press(pilot, "1")
        money = app.screen.query_one(MoneyOnItsWay)
        money.run = 0.0
        await settled(pilot)
        drawn = count_drawings(app)
        for part in range(1, 4 * STEPS + 1):
            money.run = part / (4 * STEPS)
            await settled(pilot)
        assert len(drawn) == STEPS


@in_loop
async def test_news_that_come_together_are_shown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shown(InMemoryTable(game())) as (app, pilot):
        assert isinstance(app.screen, TableScreen)
        shows, show = list[ConsoleState](), app.screen.show

        def shown_now(state: ConsoleState) -> None:
            shows.append(state)
            show(state)

        monkeypatch.setattr(app.screen, "show", shown_now)
        app._hear(Trouble("The disk is full."))
        app._hear(TablePrompts(notice="Tap a deed."))
        await settled(pilot)
        assert len(shows) == 1
        assert "The disk is full." in text_of(app)
        assert "Tap a deed." in text_of(app)


@in_loop
async def test_a_lit_lamp_repaints_nothing() -> None:
    async with shown(InMemoryTable(game())) as (app, pilot):
        app.change(replace(app.state, prompts=TablePrompts(devices=(LAMPS,))))
        await settled(pilot)
        seen = len(app.keys._paintings)
        app.change(replace(app.state, prompts=TablePrompts(devices=(replace(LAMPS, counters=(("lit", 8),)),))))
        assert painted(app) == set()
        await settled(pilot)
        assert len(app.keys._paintings) == seen, "nobody saw anything new"


@in_loop
async def test_a_lost_lamp_repaints_the_top_line_and_the_prompts() -> None:
    async with shown(InMemoryTable(game())) as (app, _):
        app.change(replace(app.state, prompts=TablePrompts(devices=(replace(LAMPS, state="lost"),))))
        assert painted(app) >= {"topline", "panel-head"}
        assert not painted(app) & {"feed", "keybar", "bankline", "player-0", "offer-1"}


@in_loop
async def test_a_move_repaints_the_players_concerned_and_the_log() -> None:
    table = InMemoryTable(game(owns={"Ann": ["Reading"], "Ben": ["Water"]}))
    async with shown(table) as (app, pilot):
        before = app.state
        table.act(Mortgage(ANN, deed("Reading")))
        await settled(pilot)
        after = app.state
        app.change(before)
        await settled(pilot)
        app.change(after)
        assert painted(app) >= {"feed", "player-0", "keybar"}  # which now offers undo
        assert not painted(app) & {"topline", "bankline", "player-1"}


@pytest.mark.parametrize(("key", "is_touch", "theme"), [("f2", True, FELT), ("f3", False, PAPER)])
@in_loop
async def test_switching_to_large_buttons_or_other_colours_looks_like_starting_with_them(
    key: str, is_touch: bool, theme: Theme
) -> None:
    async with shown(a_table()) as (app, pilot):
        before = painted_strips(app)
        await press(pilot, key)
        seen = painted_strips(app)
    fresh = console(a_table(), is_touch=is_touch)
    fresh.theme = theme.name
    async with fresh.run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert painted_strips(fresh) == seen != before


@in_loop
async def test_a_longer_question_has_the_rows_it_needs() -> None:
    table = InMemoryTable(game())
    async with shown(table, NARROW) as (app, pilot):
        for act in (Roll(ANN, (1, 2)), DeclineDeed(ANN)):
            table.act(act)
            await settled(pilot)
            assert app.state.view is not None
            assert app.state.view.prompt in " ".join(text_of(app).split())


@in_loop
async def test_a_question_comes_back_after_the_end() -> None:
    table = InMemoryTable(game())
    async with shown(table, SMALL) as (app, pilot):
        table.act(EndGame())
        await settled(pilot)
        assert "Ann, roll" not in text_of(app)
        table.act(Undo())
        await settled(pilot)
        assert "Ann, roll" in text_of(app)
