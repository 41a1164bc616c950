"""Everything that the console can do itself: a row for each key, and what it does.

The moves of the game are not here: the table sends their names and keys with its welcome. To add a key, add a row to
`CONSOLE_KEYS` with either the `screen` that it opens or the function that it calls.
"""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json
from msgspec.structs import replace

from companion.console import table_prompts
from companion.console.choose_move import shows_its_move
from companion.console.colours import next_theme
from companion.console.demo_speed import DemoSpeed
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.pads.pad import ConfirmPad
from companion.console.pads.text import TextPad
from companion.console.state import ConsoleState, without_last_note
from companion.table.messages.requests import SetSounds
from companion.table.messages.setup import MenuView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

PLAYER = "player:PlayerScreen"


# When a key is possible


def _always(_: ConsoleState) -> bool:
    return True


def _in_play(state: ConsoleState) -> bool:
    return state.view is not None


def _as_banker(state: ConsoleState) -> bool:
    return state.is_live and state.role == "banker"


def _banker_in_play(state: ConsoleState) -> bool:
    return _as_banker(state) and _in_play(state)


def _can_undo(state: ConsoleState) -> bool:
    return _as_banker(state) and state.view is not None and bool(state.view.undo_number)


def _can_redo(state: ConsoleState) -> bool:
    return _as_banker(state) and state.view is not None and bool(state.view.redo_number)


def _is_simulated(state: ConsoleState) -> bool:
    return _as_banker(state) and state.prompts.rig is not None


def is_demo(state: ConsoleState) -> bool:
    return state.demo_speed is not None


def _for_banker(possible: Callable[[ConsoleState], bool]) -> Callable[[ConsoleState], bool]:
    return lambda state: _as_banker(state) and possible(state)


def _must_raise(state: ConsoleState) -> bool:
    return state.is_live and any(one.is_asked for one in state.raising)


def _has_notes(state: ConsoleState) -> bool:
    return bool(state.notes)


# What a key does


def _in_game(action: Callable[["ConsoleApp"], Coroutine[Any, Any, None]]) -> Callable[["ConsoleApp"], None]:
    """Only while the table can take a move, and one at a time."""
    return lambda app: app.start(lambda: action(app))


def _beside_game(action: Callable[["ConsoleApp"], Coroutine[Any, Any, None]]) -> Callable[["ConsoleApp"], None]:
    """At any time. Pressed again, it starts over."""

    def run(app: "ConsoleApp") -> None:
        app.run_worker(action(app), group=action.__name__, exclusive=True)

    return run


async def _undo(app: "ConsoleApp") -> None:
    view = app.state.view
    if view is None or not view.undo_number:
        return
    text = f"{view.undo}\n\nThis will be taken back. It stays in the log, and can be done again."
    if await app.show_pad(ConfirmPad("Take back?", text, "Take it back")):
        await app.give(json.encode({"type": "Undo", "number": view.undo_number}))


async def _redo(app: "ConsoleApp") -> None:
    view = app.state.view
    if view is None or not view.redo_number:
        return
    text = f"{view.redo}\n\nThis was taken back, and will be done again."
    if await app.show_pad(ConfirmPad("Redo?", text, "Do it again")):
        await app.give(json.encode({"type": "Redo", "number": view.redo_number}))


async def _show_menu(app: "ConsoleApp") -> None:
    state = app.state
    choices: list[PadChoice[MenuView | ConsoleKey]] = []
    for entry in state.menu.values():
        if any(move.menu == entry.id for move in state.moves):
            choices.append(PadChoice(_name_and_key(app, entry.name, entry), entry, entry.help))
    for key in CONSOLE_KEYS:
        if key.id != "menu" and key.possible(state):
            choices.append(PadChoice(_name_and_key(app, key.label, key), key, key.help))
    chosen = await app.show_pad(ChoosePad("Everything possible now", choices))
    if isinstance(chosen, MenuView):
        moves = tuple(move for move in state.moves if move.menu == chosen.id)
        app.take(chosen, moves, is_named=shows_its_move(chosen, moves))
    elif chosen is not None:
        app.run_key(chosen)


def _name_and_key(app: "ConsoleApp", name: str, key: "MenuView | ConsoleKey") -> str:
    return name if app.has_class("-touch") else f"{name}  ({key_name(key)})"


async def _open_player(app: "ConsoleApp") -> None:
    players = app.state.view.players if app.state.view else ()
    seat = await app.show_pad(ChoosePad("Whose sheet?", [PadChoice(player.name, player.seat) for player in players]))
    if seat is not None:
        app.open_screen(PLAYER, seat)


async def _rename(app: "ConsoleApp") -> None:
    if app.state.view is None:
        return
    players = [PadChoice(player.name, player) for player in app.state.view.players]
    player = await app.show_pad(ChoosePad("Who gets another name?", players))
    if player is None:
        return
    most = app.state.setup.max_name
    name = await app.show_pad(TextPad(f"Another name for {player.name}", start=player.name, most=most))
    if name is not None and name != player.name:
        await app.give(json.encode({"type": "Rename", "player": player.seat, "name": name}))


async def _mute(app: "ConsoleApp") -> None:
    app.show_reply("Sounds", await app.ask(SetSounds(on=app.state.prompts.muted)))


def _dismiss_note(app: "ConsoleApp") -> None:
    app.change(without_last_note(app.state))


def _toggle_touch(app: "ConsoleApp") -> None:
    app.toggle_class("-touch")
    app.change(app.state)


def _change_theme(app: "ConsoleApp") -> None:
    app.theme = next_theme(app.theme)
    app.change(app.state)  # players' colours have other shades on another ground


def _leave(app: "ConsoleApp") -> None:
    """Nobody presses Ctrl-Q by accident. A finger may slip, and on a tablet nobody can start the console again."""
    if app.has_class("-touch"):
        _beside_game(_leave_if_sure)(app)
    else:
        app.exit()


async def _leave_if_sure(app: "ConsoleApp") -> None:
    if await app.show_pad(ConfirmPad("Leave?", "This screen closes. The game is saved, always.", "Leave")):
        app.exit()


def _set_speed(change: Callable[[DemoSpeed], None]) -> Callable[["ConsoleApp"], None]:
    def apply(app: "ConsoleApp") -> None:
        if app.demo_speed is not None:
            change(app.demo_speed)
            app.change(replace(app.state, demo_speed=app.demo_speed.view))

    return apply


# The keys


class ConsoleKey(Struct, frozen=True):
    id: str
    key: str
    label: str
    help: str
    does: Callable[["ConsoleApp"], None] | None = None
    screen: str = ""  # module:class, imported when it is opened
    short: str = ""  # its word in the key bar; without one it is not there
    possible: Callable[[ConsoleState], bool] = _always


# fmt: off
CONSOLE_KEYS = (
    ConsoleKey("pause", "space", "Pause, or go on", "Pauses the demonstration, or goes on.",
        _set_speed(DemoSpeed.pause_or_go_on), short="pause", possible=is_demo),
    ConsoleKey("faster", "plus", "Faster", "The players of the demonstration take less time.",
        _set_speed(DemoSpeed.faster), short="faster", possible=is_demo),
    ConsoleKey("slower", "minus", "Slower", "The players of the demonstration take more time.",
        _set_speed(DemoSpeed.slower), short="slower", possible=is_demo),
    ConsoleKey("undo", "u", "Take back", "Take back the last move. Nothing is forgotten: it can be done again.",
        _in_game(_undo), short="undo", possible=_can_undo),
    ConsoleKey("redo", "U", "Redo", "Redo what was taken back.",
        _in_game(_redo), short="redo", possible=_can_redo),
    ConsoleKey("raise", "Y", "Raise cash", "Every way to find the money that is missing, and what each brings.",
        screen="raise_cash:RaiseCashScreen", short="raise cash", possible=_must_raise),
    ConsoleKey("menu", "a", "Everything possible now", "All moves, including the rare ones.",
        _beside_game(_show_menu), short="all moves", possible=_in_play),
    ConsoleKey("why", "q", "Why?",
        "Where the last amount comes from, and the rules behind it and behind the question, in words.",
        screen="why:WhyScreen", short="why", possible=_in_play),
    ConsoleKey("log", "w", "Log and reasons", "Every move so far, with the clause it was made under.",
        screen="log:LogScreen", short="log", possible=_in_play),
    ConsoleKey("sheet-of", "A", "A player's sheet", "Cash and every deed with its rent, and why it is so much.",
        _beside_game(_open_player), possible=_in_play),
    ConsoleKey("past", "v", "Looking back", "Everybody's cash and worth over the turns, and the ledger by reason.",
        screen="looking_back:LookingBackScreen", short="chart", possible=_in_play),
    ConsoleKey("rename", "N", "Rename a player", "Change a player's name.",
        _in_game(_rename), possible=_banker_in_play),
    ConsoleKey("games", "G", "Games: new, resume", "Start a new game, or go on with another one.",
        screen="games:GamesScreen", short="games", possible=_as_banker),
    ConsoleKey("set-up", "O", "Set up the board", "Where every token, deed and house belongs, to tick off.",
        screen="setup_sheet:SetupSheetScreen", possible=_banker_in_play),
    ConsoleKey("board-right", "z", "The board is right",
        "The game follows the token. What money changes is shown first.",
        _in_game(table_prompts.follow_board), possible=_for_banker(table_prompts.may_follow_board)),
    ConsoleKey("screen-right", "Z", "The screen is right", "The token goes where the game says.",
        table_prompts.keep_screen, possible=_for_banker(table_prompts.may_decide)),
    ConsoleKey("take-offer", "z", "Take the offer", "What a tag or a button has brought up.",
        table_prompts.take_offer, possible=_for_banker(table_prompts.has_offer)),
    ConsoleKey("take-other", "Z", "Take the other offer", "What else a tag or a button has brought up.",
        table_prompts.take_other_offer, possible=_for_banker(table_prompts.has_other_offer)),
    ConsoleKey("sheet", "z", "Moves of the deed that lies there", "What may be done with it, and for how much.",
        _in_game(table_prompts.choose_from_sheet), possible=table_prompts.has_sheet),
    ConsoleKey("simulated", "S", "The simulated table",
        "Cards, tokens and buttons to play with where there are no real ones.",
        screen="simulated:SimulatedScreen", short="table", possible=_is_simulated),
    ConsoleKey("enrol", "W", "Enrol tags", "Which tag is which deed, token, player or card: hold one after the other.",
        screen="enrol:EnrolScreen", possible=_as_banker),
    ConsoleKey("pairing", "P", "Tablets and phones", "Let one in by a code, and see or remove those that are paired.",
        screen="pairing:PairingScreen", possible=_as_banker),
    ConsoleKey("health", "I", "Health", "Devices, link and disk: what answers, and when it was last seen.",
        screen="health:HealthScreen"),
    ConsoleKey("dismiss", "escape", "I have read it", "Puts away the note that was read.",
        _dismiss_note, possible=_has_notes),
    ConsoleKey("mute", "M", "Sounds off or on", "For the whole table. Lamps and screens stay on.",
        _beside_game(_mute), possible=_as_banker),
    ConsoleKey("touch", "f2", "Large buttons", "For fingers. Press it again for a small screen.", _toggle_touch),
    ConsoleKey("theme", "f3", "Dark or light", "Changes the colours.", _change_theme),
    ConsoleKey("help", "question_mark", "Help", "Every key, and what it does.",
        screen="help:HelpScreen", short="help"),
    ConsoleKey("quit", "ctrl+q", "Leave", "Closes this screen. The game is saved, always.",
        _leave, short="leave"),
)
# fmt: on
KEYS_BY_ID = {key.id: key for key in CONSOLE_KEYS}
_KEY_NAMES = {
    "question_mark": "?",
    "escape": "Esc",
    "ctrl+q": "Ctrl-Q",
    "f2": "F2",
    "f3": "F3",
    "space": "Space",
    "plus": "+",
    "minus": "-",
}


def key_name(key: ConsoleKey | MenuView) -> str:
    """The key as people call it."""
    return _KEY_NAMES.get(key.key, key.key)
