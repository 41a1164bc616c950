"""A view with any content, for code that only passes it on."""

from companion.table.messages.views import BoardPrint, View
from companion.table.messages.wire import Moved, Snapshot, Welcome

WELCOME = Welcome(1, "0.1.0", BoardPrint())


def view_of(game: str = "20261116-2041-aa") -> View:
    return View(
        game=game,
        title="an evening",
        edition="classic",
        turn=0,
        turn_number=1,
        dice=(),
        players=(),
        titles=(),
        houses=32,
        hotels=12,
        pot=0,
        bank=0,
        prompt="",
        prompt_seat=-1,
        moves=(),
    )


def moved(number: int, game: str = "20261116-2041-aa") -> Moved:
    return Moved(number, view_of(game))


def snapshot(number: int, game: str = "20261116-2041-aa") -> Snapshot:
    return Snapshot(number, view_of(game))
