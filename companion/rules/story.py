"""The game as a story: one plain sentence for each event, told from the state before it."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.rules.deeds import DEEDS
from companion.rules.events import Event, InterestAnswered, MatterClosed, MatterOpened
from companion.rules.matters import Buying
from companion.rules.state import Game
from companion.rules.story_goods import GOODS_TELLERS
from companion.rules.story_matters import tell_opened
from companion.rules.story_turns import TURN_TELLERS


class Line(Struct, frozen=True):
    """A sentence and the clauses behind it. The text is empty where players need not hear of it."""

    text: str
    clauses: tuple[str, ...]


def tell(before: Game, event: Event) -> Line:
    return Line(_TELLERS[type(event)](before, event), event.clauses)


def _silent(_game: Game, _event: Event) -> str:
    return ""


def _matter_opened(game: Game, event: MatterOpened) -> str:
    return tell_opened(game, event.matter)


def _matter_closed(game: Game, event: MatterClosed) -> str:
    """Answers speak for themselves, except the one that is only silence: not buying."""
    matter = event.matter
    if isinstance(matter, Buying) and "BUY-2" in event.clauses:
        return f"{game.name(matter.player)} does not buy {DEEDS[matter.deed].name}."
    return ""


_TELLERS: dict[type[Event], Callable[[Game, Any], str]] = {
    **TURN_TELLERS,
    **GOODS_TELLERS,
    MatterOpened: _matter_opened,
    MatterClosed: _matter_closed,
    InterestAnswered: _silent,
}
