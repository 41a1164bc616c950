"""Drives a console under test: shows it, presses and clicks, waits until it has settled, and reads its screen."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot
from textual.strip import Strip

from companion.console.app import ConsoleApp
from companion.console.colours import FELT
from companion.console.large_type import large_amount
from companion.console.link import ConsoleLink
from companion.console.plan import screen_plan
from companion.console.widgets.move_buttons import MoveButton
from tests.console.fast_apps import answered, is_quiet, paint
from tests.console.tables import InMemoryTable
from tests.deadline import DEADLINE_S as DEADLINE_S

ROUNDS_MAX = 8
NAMED = {"space": " ", "dollar_sign": "$", "at": "@", "number_sign": "#", "question_mark": "?"}
SMALL, LANDSCAPE, PORTRAIT, LARGE = (80, 24), (91, 25), (57, 40), (160, 50)
TABLETS = (LANDSCAPE, (106, 30), (73, 24), PORTRAIT, (66, 49))


def console(link: ConsoleLink, *, is_touch: bool = False, settle_s: float = 0) -> ConsoleApp:
    """In the usual colours, whatever terminal the tests run on, and without animations, which take their time."""
    app = ConsoleApp(link, is_touch=is_touch, settle_s=settle_s)
    app.theme, app.animation_level = FELT.name, "none"
    return app


@asynccontextmanager
async def shown(
    table: InMemoryTable, size: tuple[int, int] = SMALL, *, is_touch: bool = False
) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
    """The console of this table, with its first snapshot on the screen."""
    app = console(table, is_touch=is_touch)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield app, pilot


async def settled(pilot: Pilot[None]) -> None:
    """Waits until everything that was pressed is given, answered and laid out: idle twice in a row."""
    quiet = 0
    for _ in range(ROUNDS_MAX):
        before = tasks()
        await pilot.pause(0)
        await until(lambda: keys_are_done(pilot.app))
        quiet = quiet + 1 if is_quiet(pilot.app) and tasks() == before else 0
        if quiet == 2:
            break
        await answered(pilot)


def keys_are_done(app: App[None]) -> bool:
    return not isinstance(app, ConsoleApp) or app.keys.is_idle


def tasks() -> set[asyncio.Task[object]]:
    """The tasks that run now: a worker that has just started or ended is a change."""
    return {task for task in asyncio.all_tasks() if not task.cancelling()}


async def until(holds: Callable[[], bool]) -> None:
    """For what another process or Textual's own workers do in their own time."""
    async with asyncio.timeout(DEADLINE_S):
        while not holds():
            await asyncio.sleep(0.002)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """One after the other, each with everything it causes."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def burst(pilot: Pilot[None], at: float, *keys: str) -> None:
    """Keys that were read together at this time, however long it takes to carry them out."""
    send_burst(pilot, at, *keys)
    await settled(pilot)


def send_burst(pilot: Pilot[None], at: float, *keys: str) -> None:
    for name in keys:
        key = Key(name, NAMED.get(name, name if len(name) == 1 else None))
        key.time = at
        pilot.app.post_message(key)


async def typed(pilot: Pilot[None], words: str) -> None:
    await pressed_quickly(pilot, *words)


async def pressed_quickly(pilot: Pilot[None], *keys: str) -> None:
    """Without waiting after each key: for letters, and for moving down a list."""
    await pilot.press(*keys)
    await settled(pilot)


async def click(pilot: Pilot[None], selector: str) -> None:
    """Fails if it is not visible."""
    assert await pilot.click(selector)
    await settled(pilot)


def last(table: InMemoryTable) -> dict[str, object]:
    """What was given last."""
    return msgspec.json.decode(table.given[-1], type=dict[str, object])


def painted_strips(app: App[None]) -> list[Strip]:
    """The screen, painted now."""
    paint(app.screen)
    return app.screen._compositor.render_strips()


def picture(app: ConsoleApp) -> list[str]:
    """The lines on the screen."""
    return ["".join(segment.text for segment in strip) for strip in painted_strips(app)]


def text_of(app: ConsoleApp) -> str:
    return "\n".join(picture(app))


def count_cash(app: ConsoleApp, amount: int) -> int:
    """How often an amount is on the cards of the players, as text or in large digits."""
    lines, currency = picture(app), app.state.board.currency
    if screen_plan(app, app.state).has_ring:
        return min(sum(line.count(row.plain) for line in lines) for row in large_amount(currency, amount))
    return sum(line.count(currency.show(amount)) for line in lines)


def words(app: ConsoleApp) -> str:
    """The text with its line breaks removed."""
    return " ".join(text_of(app).split())


def labels(app: ConsoleApp) -> list[str]:
    """Of the buttons under the question."""
    return [button.offer.label for button in app.screen.query(MoveButton) if button.offer]
