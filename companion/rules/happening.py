"""What one command brings about: the game as it changes, and the events that change it."""

from companion.rules.events import Event
from companion.rules.state import Game


class Happening:
    __slots__ = ("events", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.game = event.apply(self.game)
        self.events.append(event)
