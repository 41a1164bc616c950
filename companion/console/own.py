"""What the console does by itself, for the rows of the table that stand for no moves and open no screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.console import acts
from companion.console.commands import OWN_ROWS, Row, by_row, key_words, shows_its_move
from companion.console.pace import Pace
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.confirm import ConfirmPad
from companion.console.pads.text import TextPad
from companion.console.reactions import REACTIONS
from companion.console.state import without_last_note
from companion.console.themes import next_theme
from companion.table.messages.requests import SetSounds
from companion.table.messages.setup import MenuView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

PLAYER = "companion.console.screens.player:PlayerScreen"


def _undo(app: "ConsoleApp") -> None:
    app.start(lambda: _take_back(app))


async def _take_back(app: "ConsoleApp") -> None:
    view = app.state.view
    if view is None or not view.undo_number:
        return
    text = f"{view.undo}\n\nThis will be taken back. It stays in the log, and can be done again."
    if await app.show_pad(ConfirmPad("Take back?", text, "Take it back")):
        await app.give(acts.undo(view.undo_number))


def _redo(app: "ConsoleApp") -> None:
    app.start(lambda: _do_again(app))


async def _do_again(app: "ConsoleApp") -> None:
    view = app.state.view
    if view is None or not view.redo_number:
        return
    text = f"{view.redo}\n\nThis was taken back, and will be done again."
    if await app.show_pad(ConfirmPad("Do again?", text, "Do it again")):
        await app.give(acts.redo(view.redo_number))


def _menu(app: "ConsoleApp") -> None:
    app.run_worker(_choose_from_all(app), group="menu", exclusive=True)


async def _choose_from_all(app: "ConsoleApp") -> None:
    state = app.state
    possible = dict(by_row(state))
    own = [row for row in OWN_ROWS if row.id != "menu" and row.possible(state)]
    choices: list[Choice[Row | MenuView]] = [Choice(_menu_words(app, row.name, row), row, row.help) for row in possible]
    choices += [Choice(_menu_words(app, row.label, row), row, row.help) for row in own]
    chosen = await app.show_pad(ChoosePad("Everything possible now", choices))
    if isinstance(chosen, MenuView):
        app.take(chosen, possible[chosen], is_named=shows_its_move(chosen, possible[chosen]))
    elif chosen is not None:
        app.run_row(chosen)


def _menu_words(app: "ConsoleApp", name: str, row: Row | MenuView) -> str:
    return name if app.has_class("-touch") else f"{name}  ({key_words(row)})"


def _sheet_of(app: "ConsoleApp") -> None:
    app.run_worker(_open_sheet(app), group="sheet", exclusive=True)


async def _open_sheet(app: "ConsoleApp") -> None:
    players = app.state.view.players if app.state.view else ()
    seat = await app.show_pad(ChoosePad("Whose sheet?", [Choice(player.name, player.seat) for player in players]))
    if seat is not None:
        app.open_screen(PLAYER, seat)


def _rename(app: "ConsoleApp") -> None:
    app.start(lambda: _ask_name(app))


async def _ask_name(app: "ConsoleApp") -> None:
    if app.state.view is None:
        return
    players = [Choice(player.name, player) for player in app.state.view.players]
    player = await app.show_pad(ChoosePad("Who gets another name?", players))
    if player is None:
        return
    most = app.state.books.name_most
    name = await app.show_pad(TextPad(f"Another name for {player.name}", start=player.name, most=most))
    if name is not None and name != player.name:
        await app.give(acts.rename(player.seat, name))


def _mute(app: "ConsoleApp") -> None:
    app.run_worker(_set_sounds(app), group="mute", exclusive=True)


async def _set_sounds(app: "ConsoleApp") -> None:
    reply = await app.ask(SetSounds(on=app.state.prompts.muted))
    app.tell_reply("Sounds", reply)


def _dismiss(app: "ConsoleApp") -> None:
    app.change(without_last_note(app.state))


def _touch(app: "ConsoleApp") -> None:
    app.toggle_class("-touch")
    app.change(app.state)


def _theme(app: "ConsoleApp") -> None:
    app.theme = next_theme(app.theme)
    app.change(app.state)  # another ground, other shades


def _quit(app: "ConsoleApp") -> None:
    """Ctrl-Q is meant. A finger may have slipped, and nobody on a tablet can start it again."""
    if app.has_class("-touch"):
        app.run_worker(_leave_if_meant(app), group="leave", exclusive=True)
    else:
        app.exit()


async def _leave_if_meant(app: "ConsoleApp") -> None:
    if await app.show_pad(ConfirmPad("Leave?", "This screen closes. The game is saved, always.", "Leave")):
        app.exit()


def _pace(change: Callable[[Pace], None]) -> Callable[["ConsoleApp"], None]:
    def apply(app: "ConsoleApp") -> None:
        if app.pace is not None:
            change(app.pace)
            app.change(replace(app.state, pace=app.pace.view))

    return apply


DOES: dict[str, Callable[["ConsoleApp"], None]] = {
    "undo": _undo,
    "redo": _redo,
    "menu": _menu,
    "sheet-of": _sheet_of,
    "rename": _rename,
    "mute": _mute,
    "dismiss": _dismiss,
    "touch": _touch,
    "theme": _theme,
    "quit": _quit,
    "pause": _pace(Pace.pause_or_go_on),
    "faster": _pace(Pace.faster),
    "slower": _pace(Pace.slower),
    **REACTIONS,
}
