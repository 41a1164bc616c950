"""A stage whose game is on a disk, and which can be looked back at."""

from pathlib import Path

from companion.journal import RealDisk
from companion.play.acts import Act, Start
from companion.rules.state import Game
from companion.table.games.session import Session
from companion.table.messages.requests import AboutPast, LayOut, Request
from companion.table.messages.wire import Reply
from companion.table.views.history import LookingBack
from companion.table.views.setup_sheet import setup_sheet
from tests.console.stage import GAME, Stage
from tests.table.evening import move
from tests.table.evening import start as evening_start


class Kept(Stage):
    def __init__(self, folder: Path, start: Game, *acts: Act) -> None:
        self._folder = folder
        self._looking_back = LookingBack()
        super().__init__(start, *acts)

    def begin(self, start: Game, *acts: Act, title: str = "", game: str = GAME) -> Session:
        disk = RealDisk(self._folder / game)
        self.host.session = Session.create(disk, Start(start, title), self._deps, self.dispatcher.news)
        for number, act in enumerate(acts):
            self.host.session.give(f"before-{number}", act)
        self.dispatcher.changed()
        return self.host.session

    def resume(self) -> None:
        """As another table would, from the disk alone."""
        assert self.host.session is not None
        self.host.session.close()
        self.host.session = Session(RealDisk(self._folder / GAME), self._deps, self.dispatcher.news)
        self.dispatcher.changed()
        self.tell()

    async def ask(self, request: Request) -> Reply:
        if isinstance(request, AboutPast):
            timeline = self.host.session.timeline if self.host.session is not None else None
            return self._looking_back.answer(timeline, request)
        if isinstance(request, LayOut) and self.host.session is not None:
            parts = setup_sheet(self.host.session.game, self.host.session.start)
            return Reply("", done=True, parts=parts)
        return await super().ask(request)


def evening(folder: Path, acts: int) -> Kept:
    """Three automatic players, with something taken back, done again or renamed now and then."""
    return Kept(folder, evening_start().game, *(move(number).act for number in range(1, acts + 1)))
