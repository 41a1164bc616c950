"""Makes hundreds of apps fast enough: style sheets are parsed once, waits are short, and only settled screens painted.

Each app is the real one, and everything that a test looks at is painted.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from textual import _wait
from textual._compositor import Compositor
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

_render_update = Compositor.render_update
_parse_rules = Stylesheet._parse_rules


@pytest.fixture(scope="session", autouse=True)
def quick_apps() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", _parsed_once({}))
        patch.setattr(RuleSet, "__hash__", object.__hash__)  # what Textual's own does, in C
        patch.setattr(RuleSet, "__eq__", object.__eq__)
        patch.setattr(Compositor, "render_update", _painted_later)
        patch.setattr(_wait, "SLEEP_GRANULARITY", 0.005)  # how long an app must have been idle, and of that at work
        patch.setattr(_wait, "SLEEP_IDLE", 0.001)
        yield


def is_quiet(app: App[Any]) -> bool:
    """Has the visible screen nothing left to do?"""
    screen = app.screen
    pumps = (app, *screen.walk_children(with_self=True))
    is_heard = all(pump._message_queue.empty() and not pump._next_callbacks for pump in pumps)
    return is_heard and not (screen._callbacks or screen._layout_required or screen._dirty_widgets)


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


def _painted_later(compositor: Compositor, full: bool = False, *args: Any, **more: Any) -> Any:
    """Without a terminal nobody sees the frames, so only `paint` draws them."""
    return _render_update(compositor, full, *args, **more) if full else None
