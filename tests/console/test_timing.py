"""Screens that are built, told, answered and taken away in every order: nothing falls over, and no key is lost."""

import asyncio
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import pytest
from textual.css.query import NoMatches
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from companion import console
from companion.console import pads, screens
from companion.console.app import ConsoleApp
from companion.console.console_screen import ConsoleScreen
from companion.console.new_game_form import NewGameForm, usual_form
from companion.console.pads.buildings import BuildingLine, BuildingsPad, LevelsPad
from companion.console.pads.choose import ChoosePad, PadChoice, SeveralPad
from companion.console.pads.deal import DealGoods, DealPad, DealParty
from companion.console.pads.numbers import AmountPad, DicePad
from companion.console.pads.pad import ConfirmPad
from companion.console.pads.text import TextPad
from companion.console.paper_game_form import empty_form
from companion.console.screens.correct_board import CorrectBoardScreen, CorrectSpaceScreen
from companion.console.screens.new_game import NewGameScreen
from companion.console.screens.paper_game import PaperGameScreen
from companion.console.screens.player import PlayerScreen
from companion.console.screens.table import TableScreen
from companion.rules.commands import CorrectCash
from companion.table.messages.requests import Request
from companion.table.messages.views import CurrencyPrint, LevelView
from companion.table.messages.wire import Reply
from tests.console.screen_pilot import last, settled, shown, text_of, until
from tests.console.tables import InMemoryTable
from tests.console.test_key_queue import Evening, evening
from tests.kit import ANN, game
from tests.table.fake_table import in_loop

TURNS = 8  # of the loop: a screen is built in fewer
Made = Callable[[ConsoleApp], Screen[Any]]
NOBODY = DealParty("Ann", DealGoods(), ())


def form(app: ConsoleApp) -> NewGameForm:
    return usual_form(app.state.setup, app.state.usual_board, ("Ann", "Ben"), app.state.usual_print)


# How those are made that need something for it.
MADE: dict[type[Screen[Any]], Made] = {
    AmountPad: lambda _: AmountPad("How much?", CurrencyPrint(), 0, 100),
    DicePad: lambda _: DicePad("Rolled", 2),
    ChoosePad: lambda _: ChoosePad("Which?", [PadChoice("one", 1), PadChoice("two", 2)]),
    SeveralPad: lambda _: SeveralPad("Which?", [PadChoice("one", 1)]),
    ConfirmPad: lambda _: ConfirmPad("Sure?", "It would be done.", "Do it"),
    TextPad: lambda _: TextPad("A name"),
    DealPad: lambda _: DealPad("A deal", CurrencyPrint(), NOBODY, NOBODY),
    BuildingsPad: lambda app: BuildingsPad("Build", [BuildingLine("Boardwalk", "$200", "", app.state.moves[0])]),
    LevelsPad: lambda _: LevelsPad("Build", CurrencyPrint(), 100, [LevelView("Red", "1 each", (1,), -50, "1")]),
    PlayerScreen: lambda _: PlayerScreen(ANN),
    CorrectBoardScreen: lambda app: CorrectBoardScreen(form(app)),
    CorrectSpaceScreen: lambda app: CorrectSpaceScreen(form(app), 1),
    PaperGameScreen: lambda app: PaperGameScreen(form(app), empty_form(2, len(form(app).board.deeds))),
}


def every_kind() -> list[type[ConsoleScreen[Any]]]:
    """All screens and pads of the console, also those that are written later."""
    for package in (console, screens, pads):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    found = list(_kinds_of(ConsoleScreen))
    return sorted({kind for kind in found if kind.__module__.startswith("companion.")}, key=lambda kind: kind.__name__)


def _kinds_of(kind: type[ConsoleScreen[Any]]) -> Iterator[type[ConsoleScreen[Any]]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds_of(one)


def made(kind: type[ConsoleScreen[Any]], app: ConsoleApp) -> Screen[Any]:
    if kind in MADE:
        return MADE[kind](app)
    needed = [one for one in inspect.signature(kind).parameters.values() if one.default is one.empty]
    assert not [one for one in needed if one.kind is one.POSITIONAL_OR_KEYWORD], f"say in MADE how {kind} is made"
    return kind()


EVERY_KIND = pytest.mark.parametrize("kind", every_kind())
# On one console, one after the other
EIGHT_KINDS = pytest.mark.parametrize("kinds", [every_kind()[at : at + 8] for at in range(0, len(every_kind()), 8)])
# Turns of the loop after which a screen is taken away, from not yet built to just built
MOMENTS = pytest.mark.parametrize(
    "moments", [(1,), pytest.param((0, 2, 3, 4, 5, 6, 7), marks=pytest.mark.long_run)], ids=["one", "others"]
)


def news(table: InMemoryTable) -> None:
    table.act(CorrectCash(ANN, 5, "found"))
    table.fall()
    table.come_back()


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def back_to_table(app: ConsoleApp) -> None:
    while len(app.screen_stack) > 1:
        app.screen.dismiss()
        await turns(TURNS)


def test_all_screens_are_known() -> None:
    names = {kind.__name__ for kind in every_kind()}
    assert {"TableScreen", "EnrolScreen", "PaletteScreen", "LinkDownScreen", "AmountPad", "DealPad"} <= names
    assert len(names) > 20


@EVERY_KIND
def test_a_screen_is_told_only_when_it_is_built(kind: type[ConsoleScreen[Any]]) -> None:
    """Textual would call the one of the subclass first."""
    assert "on_mount" not in vars(kind), "it is called `built`"


@pytest.mark.parametrize("is_taken_away", [False, True], ids=["stays", "taken-away"])
@EIGHT_KINDS
def test_news_for_a_screen_whose_parts_come_late(
    kinds: Sequence[type[ConsoleScreen[Any]]], is_taken_away: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every part of it is mounted only when the gate opens, after news of every kind."""
    mount, gate = Widget.mount_composed_widgets, asyncio.Event()

    async def mount_late(widget: Widget, widgets: list[Widget]) -> None:
        await gate.wait()
        await mount(widget, widgets)

    monkeypatch.setattr(Widget, "mount_composed_widgets", mount_late)

    @in_loop
    async def look() -> None:
        gate.set()
        table = InMemoryTable(game(owns={"Ann": ["Reading"]}))
        async with shown(table) as (app, pilot):
            for kind in kinds:
                gate.clear()
                screen = made(kind, app)
                # Textual's app hears nothing while a screen of its own is built, but what has come before it does.
                news(table)
                app.push_screen(screen)
                await turns(TURNS)
                if is_taken_away:
                    screen.dismiss()
                news(table)
                await turns(TURNS)
                gate.set()
                await settled(pilot)
                assert app.mistake is None, kind
                await back_to_table(app)
                await settled(pilot)
                assert "Ann, roll" in text_of(app), kind

    look()


@EIGHT_KINDS
@MOMENTS
@in_loop
async def test_a_screen_is_told_and_taken_away_at_any_moment(
    kinds: Sequence[type[ConsoleScreen[Any]]], moments: Sequence[int]
) -> None:
    table = InMemoryTable(game(owns={"Ann": ["Reading"]}))
    async with shown(table) as (app, pilot):
        for kind, count in product(kinds, moments):
            screen = made(kind, app)
            app.push_screen(screen)
            await turns(count)
            screen.dismiss()
            await turns(TURNS - count)
            news(table)
            await settled(pilot)
            assert app.mistake is None, (kind, count)
            await back_to_table(app)
            await settled(pilot)
            assert "Ann, roll" in text_of(app), (kind, count)


class SlowTable(InMemoryTable):
    """It answers when the gate is open."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.gate = asyncio.Event()

    async def ask(self, request: Request, **_: object) -> Reply:
        await self.gate.wait()
        return await super().ask(request)


@EIGHT_KINDS
@MOMENTS
@in_loop
async def test_an_answer_for_a_screen_that_was_taken_away(
    kinds: Sequence[type[ConsoleScreen[Any]]], moments: Sequence[int]
) -> None:
    table = SlowTable(game(owns={"Ann": ["Reading"]}))
    async with shown(table) as (app, pilot):
        for kind, count in product(kinds, moments):
            table.gate.clear()
            screen = made(kind, app)
            app.push_screen(screen)
            await settled(pilot)
            screen.dismiss()
            await turns(count)
            table.gate.set()
            await settled(pilot)
            assert app.mistake is None, (kind, count)
            await back_to_table(app)
            await settled(pilot)


class Broken(Screen[None]):
    def on_mount(self) -> None:
        self.query_one("#nothing")


def test_a_screen_that_stays_and_misses_a_part_is_our_mistake() -> None:
    @in_loop
    async def look() -> None:
        async with shown(InMemoryTable(game())) as (app, pilot):
            app.push_screen(Broken())
            await settled(pilot)

    with pytest.raises(NoMatches):
        look()


# Keys on a slow machine


@pytest.fixture(params=[0, 1, *(pytest.param(seed, marks=pytest.mark.long_run) for seed in range(2, 6))])
def slow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message takes some turns of the loop before it has an effect, and so does every part of a screen."""
    random, dispatch, mount = Random(request.param), MessagePump._dispatch_message, Widget.mount_composed_widgets

    async def dispatch_late(pump: MessagePump, message: Message) -> None:
        await turns(random.randrange(4))
        await dispatch(pump, message)

    async def mount_late(widget: Widget, widgets: list[Widget]) -> None:
        await turns(random.randrange(TURNS))
        await mount(widget, widgets)

    monkeypatch.setattr(MessagePump, "_dispatch_message", dispatch_late)
    monkeypatch.setattr(Widget, "mount_composed_widgets", mount_late)


async def carried_out(at: Evening, holds: Callable[[], bool]) -> None:
    await until(lambda: at.app.keys.is_idle and at.app.message_queue_size == 0 and holds())


@pytest.mark.usefixtures("slow")
def test_names_typed_for_a_form_that_is_still_opening_are_whole() -> None:
    @in_loop
    async def look() -> None:
        async with evening(game()) as at:
            await carried_out(at, lambda: isinstance(at.app.screen, TableScreen))
            at.press_unseen("G", "n", *"Ann", "enter", *"Ben", "enter")
            await carried_out(at, lambda: isinstance(at.app.screen, NewGameScreen))
            assert isinstance(at.app.screen, NewGameScreen)
            assert at.app.screen.form.names == ("Ann", "Ben")

    look()


@pytest.mark.usefixtures("slow")
def test_dice_and_a_purchase_in_one_burst_on_a_slow_machine() -> None:
    @in_loop
    async def look() -> None:
        async with evening(game()) as at:
            await carried_out(at, lambda: isinstance(at.app.screen, TableScreen))
            at.press_unseen("d", "2", "4", "b")
            await carried_out(at, lambda: len(at.given) == 2)
            assert at.given == ["Roll", "BuyDeed"]

    look()


@pytest.mark.usefixtures("slow")
def test_words_typed_for_a_list_that_is_still_opening_find_its_line() -> None:
    @in_loop
    async def look() -> None:
        async with evening(game()) as at:
            await carried_out(at, lambda: isinstance(at.app.screen, TableScreen))
            at.press_unseen("a", *"enter your", "enter", "2", "4")
            await carried_out(at, lambda: len(at.given) == 1)
            assert last(at.table)["dice"] == [2, 4]

    look()


@in_loop
async def test_names_typed_before_the_first_form_opened_by_itself_wait_for_it() -> None:
    """Where there is no game yet, the form comes when the table has said so."""
    table = SlowTable(None)
    async with shown(table) as (app, pilot):
        for key in "Ann":
            await pilot.press(key)
        table.gate.set()
        await settled(pilot)
        assert isinstance(app.screen, NewGameScreen)
        assert app.screen.query_one(Input).value == "Ann"
