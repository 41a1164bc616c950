"""Makes hundreds of apps fast enough: style sheets are parsed once, waits are short, and only what is read is painted.

Each app is the real one, and everything that a test looks at is painted.
"""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from textual import _callback
from textual import app as textual_app
from textual import pilot as textual_pilot
from textual._compositor import Compositor
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

_render_update = Compositor.render_update
_parse_rules = Stylesheet._parse_rules
_wait_for_screen = Pilot._wait_for_screen
_count_parameters = _callback._count_parameters
BUSY_TURNS = 200  # whatever takes longer waits for something else
FRAMES_MAX = 40


@pytest.fixture(scope="session", autouse=True)
def quick_apps() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", _parsed_once({}))
        patch.setattr(RuleSet, "__hash__", object.__hash__)  # what Textual's own does, in C
        patch.setattr(RuleSet, "__eq__", object.__eq__)
        patch.setattr(Compositor, "render_update", _painted_later)
        patch.setattr(textual_app, "wait_for_idle", _no_wait)
        patch.setattr(textual_pilot, "wait_for_idle", _no_wait)
        patch.setattr(Pilot, "_wait_for_screen", _rested)
        patch.setattr(_callback, "_count_parameters", _counted_once({}))
        yield


async def answered(pilot: Pilot[Any]) -> None:
    """Waits until every part of the visible screen has answered a message: some may still be at work on another."""
    await _wait_for_screen(pilot)


async def at_rest(app: App[Any], turns: int = 6) -> bool:
    """Waits until the visible screen had nothing to do for some turns of the loop. What it would do for its next frame
    it does at once. False if the app is at its end, or never comes to rest: on the tiniest screens some do not.
    """
    quiet = turn = frames = 0
    while quiet < turns and frames < FRAMES_MAX and app.is_running and app._exception is None:
        quiet, turn = quiet + 1 if is_quiet(app) else 0, turn + 1
        if app._resize_event is not None:
            app._check_resize()
        elif not quiet and _is_heard(app):
            app.animator()
            app.screen._on_timer_update()
            frames += 1
        await asyncio.sleep(0 if turn < BUSY_TURNS else 0.001)
    return quiet == turns


def is_quiet(app: App[Any]) -> bool:
    """Has the visible screen nothing left to do?"""
    screen = app.screen
    moves = app.animation_level == "none" and app.animator._animations  # which are over in a frame
    awaits_frame = screen._callbacks or screen._layout_required or screen._scroll_required or screen._dirty_widgets
    return not (moves or awaits_frame or app._resize_event) and _is_heard(app)


def _is_heard(app: App[Any]) -> bool:
    pumps = (app, *app.screen.walk_children(with_self=True))
    return all(pump._message_queue.empty() and not pump._next_callbacks for pump in pumps)


def paint(screen: Screen[Any]) -> None:
    """Paints what has changed since the last time."""
    _render_update(screen._compositor, screen_stack=screen.app._background_screens)


def _parsed_once(known: dict[object, list[RuleSet]]) -> Any:
    """For one sheet and one set of colours Textual always makes the same rules, and never changes them."""

    def parse(sheet: Stylesheet, css: str, *args: Any, **more: Any) -> list[RuleSet]:
        key = css, args, tuple(more.items()), tuple(sheet._variables.items())
        if key not in known:
            known[key] = _parse_rules(sheet, css, *args, **more)
        return known[key]

    return parse


async def _no_wait(*_: object) -> None:
    """Textual waits until the processor has little to do, which says nothing on a busy machine."""
    await asyncio.sleep(0)


async def _rested(pilot: Pilot[Any], timeout: float = 30) -> bool:  # noqa: ARG001
    """Textual sends a message to every widget instead, for every event of a pilot."""
    return await at_rest(pilot.app)


def _counted_once(known: dict[object, int]) -> Any:
    """The parameters of a function that is made again and again."""

    def count(function: Any) -> int:
        code = getattr(function, "__code__", None)
        if code is None or hasattr(function, "__wrapped__"):
            return _count_parameters(function)
        if code not in known:
            known[code] = _count_parameters(function)
        return known[code]

    return count


def _painted_later(compositor: Compositor, full: bool = False, *args: Any, **more: Any) -> Any:
    """Without a terminal nobody sees the frames, so only `paint` draws them."""
    return _render_update(compositor, full, *args, **more) if full else None
