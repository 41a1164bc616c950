"""What one command brings about: the game as it changes, and the events that change it."""

from msgspec import Struct

from companion.rules.events import Event
from companion.rules.state import Game


class Decision(Struct, gc=False):
    game: Game
    events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.game = event.apply(self.game)
        self.events.append(event)
