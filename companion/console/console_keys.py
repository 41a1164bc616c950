"""Everything that the console can do itself: a row for each key, and what it does.

The moves of the game are not here: the table sends their names and keys with its welcome. To add a key, add a row to
`CONSOLE_KEYS` with either the `screen` that it opens or the function that it calls.
"""

from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, json
from msgspec.structs import replace

from companion.console import table_prompts
from companion.console.choose_move import shows_its_move
from companion.console.colours import FELT, PAPER
from companion.console.demo_speed import DemoSpeed
from companion.console.key_names import KEY_NAMES
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.pads.pad import ConfirmPad
from companion.console.pads.text import TextPad
from companion.console.state import ConsoleState, Note, with_note, without_last_note
from companion.table.client.programs import run_companion
from companion.table.messages.requests import SetSounds, SetSpeech, SetTheme
from companion.table.messages.setup import MenuView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

Need = Literal[
    "", "demo", "game", "end", "undo", "redo", "shortage", "simulated", "note",
    "question", "question-of-board", "offer", "two-offers", "sheet",
]  # fmt: skip
UNDO = "This will be taken back. It stays in the log, and can be done again."
REDO = "This was taken back, and will be done again."


def _in_game(action: Callable[["ConsoleApp"], Coroutine[Any, Any, None]]) -> Callable[["ConsoleApp"], None]:
    """Only while the table can take a move, and one at a time."""
    return lambda app: app.start(lambda: action(app))


def _beside_game(action: Callable[["ConsoleApp"], Coroutine[Any, Any, None]]) -> Callable[["ConsoleApp"], None]:
    """At any time. Pressed again, it starts over."""

    def run(app: "ConsoleApp") -> None:
        app.run_worker(action(app), group=f"key:{action.__name__}", exclusive=True)

    return run


async def _undo_or_redo(app: "ConsoleApp", does: Literal["Undo", "Redo"]) -> None:
    """Says first what will change."""
    if (view := app.state.view) is None:
        return
    if does == "Undo":
        number, pad = view.undo_number, ConfirmPad("Take back?", f"{view.undo}\n\n{UNDO}", "Take it back")
    else:
        number, pad = view.redo_number, ConfirmPad("Redo?", f"{view.redo}\n\n{REDO}", "Do it again")
    if number > 0 and await app.show_pad(pad):
        await app.give(json.encode({"type": does, "number": number}))


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
        app.open_screen("player:PlayerScreen", seat)


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


async def _speak(app: "ConsoleApp") -> None:
    app.show_reply("Voice", await app.ask(SetSpeech(on=not app.state.prompts.is_spoken)))


async def _report(app: "ConsoleApp") -> None:
    if app.state.view is not None:
        note = await write_report(app, app.state.view.game)
        app.change(with_note(app.state, note))


async def write_report(app: "ConsoleApp", game: str) -> Note:
    """To a file in the home folder. The note says where, or why not."""
    file = Path.home() / f"{game}.html"
    app.say("The story of this game is being written …")
    done = await run_companion(app.link.path.parent, "report", game, "--output", str(file))
    title = "The story of this game" if done.done else "It could not be written"
    return Note("told", title, ((done.text if done.done else done.message).strip(),))


def _dismiss_note(app: "ConsoleApp") -> None:
    app.change(without_last_note(app.state))


def _toggle_touch(app: "ConsoleApp") -> None:
    app.toggle_class("-touch")
    app.show_again()


def _change_theme(app: "ConsoleApp") -> None:
    app.theme = PAPER.name if app.theme == FELT.name else FELT.name
    app.show_again()  # players' colours have other shades on another ground
    if app.state.is_live and app.state.role == "banker":
        app.run_worker(app.ask(SetTheme("paper" if app.theme == PAPER.name else "felt")), group="theme", exclusive=True)


async def _leave(app: "ConsoleApp") -> None:
    """Nobody presses Ctrl-Q by accident. A finger may slip, and on a tablet nobody can start the console again."""
    pad = ConfirmPad("Leave?", "This screen closes. The game is saved, always.", "Leave")
    if not app.has_class("-touch") or await app.show_pad(pad):
        app.exit()


def _set_speed(change: Callable[[DemoSpeed], None]) -> Callable[["ConsoleApp"], None]:
    def apply(app: "ConsoleApp") -> None:
        if app.demo_speed is not None:
            change(app.demo_speed)
            app.change(replace(app.state, demo_speed=app.demo_speed.view))

    return apply


class ConsoleKey(Struct, frozen=True):
    id: str
    key: str
    label: str
    help: str
    does: Callable[["ConsoleApp"], None] | None = None
    screen: str = ""  # module:class, imported when it is opened
    short: str = ""  # its word in the key bar; without one it is not there
    needs: Need = ""
    for_banker: bool = False  # only the Banker has it, and only while the link is up

    def possible(self, state: ConsoleState) -> bool:
        if self.for_banker and not (state.is_live and state.role == "banker"):
            return False
        view, prompts, topic = state.view, state.prompts, table_prompts.topic(state)
        match self.needs:
            case "demo":
                return state.demo_speed is not None
            case "game":
                return view is not None
            case "end":
                return view is not None and view.over
            case "undo":
                return view is not None and bool(view.undo_number)
            case "redo":
                return view is not None and bool(view.redo_number)
            case "shortage":
                return state.is_live and any(one.is_asked for one in state.raising)
            case "simulated":
                return prompts.rig is not None
            case "note":
                return bool(state.notes)
            case "question":
                return topic == "question"
            case "question-of-board":
                return topic == "question" and prompts.questions[0].may_board_be_right
            case "offer":
                return topic == "offer"
            case "two-offers":
                return topic == "offer" and len(prompts.choices) > 1
            case "sheet":
                return topic == "sheet" and bool(table_prompts.sheet_moves(state))
            case "":
                return True


# fmt: off
CONSOLE_KEYS = (
    ConsoleKey("pause", "space", "Pause, or go on", "Pauses the demonstration, or goes on.",
        _set_speed(DemoSpeed.pause_or_go_on), short="pause", needs="demo"),
    ConsoleKey("faster", "plus", "Faster", "The players of the demonstration take less time.",
        _set_speed(DemoSpeed.faster), short="faster", needs="demo"),
    ConsoleKey("slower", "minus", "Slower", "The players of the demonstration take more time.",
        _set_speed(DemoSpeed.slower), short="slower", needs="demo"),
    ConsoleKey("undo", "u", "Take back", "Take back the last move. Nothing is forgotten: it can be done again.",
        _in_game(partial(_undo_or_redo, does="Undo")), short="undo", needs="undo", for_banker=True),
    ConsoleKey("redo", "U", "Redo", "Redo what was taken back.",
        _in_game(partial(_undo_or_redo, does="Redo")), short="redo", needs="redo", for_banker=True),
    ConsoleKey("raise", "Y", "Raise cash", "Every way to find the money that is missing, and what each brings.",
        screen="raise_cash:RaiseCashScreen", short="raise cash", needs="shortage"),
    ConsoleKey("menu", "a", "Everything possible now", "All moves, including the rare ones.",
        _beside_game(_show_menu), short="all moves", needs="game"),
    ConsoleKey("why", "q", "Why?",
        "Where the last amount comes from, and the rules behind it and behind the question, in words.",
        screen="why:WhyScreen", short="why", needs="game"),
    ConsoleKey("log", "w", "Log and reasons", "Every move so far, with its clause. Go back to any line from there.",
        screen="log:LogScreen", short="log", needs="game"),
    ConsoleKey("sheet-of", "A", "A player's sheet", "Cash and every deed with its rent, and why it is so much.",
        _beside_game(_open_player), needs="game"),
    ConsoleKey("past", "v", "Looking back", "Everybody's cash and worth over the turns, and the ledger by reason.",
        screen="looking_back:LookingBackScreen", short="chart", needs="game"),
    ConsoleKey("report", "V", "The story of this game",
        "Writes a page to read, keep and print: worth, money, turning points, the board, the dice and the whole log.",
        _beside_game(_report), short="story", needs="end", for_banker=True),
    ConsoleKey("odds", "i", "What if: the odds",
        "Plays the game out many times: everybody's chance to win. Off before the end, unless a house rule lets it in.",
        screen="odds:OddsScreen", needs="game", for_banker=True),
    ConsoleKey("rename", "N", "Rename a player", "Change a player's name.",
        _in_game(_rename), needs="game", for_banker=True),
    ConsoleKey("games", "G", "Games: new, resume", "Start a new game, or go on with another one.",
        screen="games:GamesScreen", short="games", for_banker=True),
    ConsoleKey("shelf", "X", "The shelf", "All games with how they went, and who played them.",
        screen="shelf:ShelfScreen", for_banker=True),
    ConsoleKey("set-up", "O", "Set up the board", "Where every token, deed and house belongs, to tick off.",
        screen="setup_sheet:SetupSheetScreen", needs="game", for_banker=True),
    ConsoleKey("board-right", "z", "The board is right",
        "The game follows the token. What money changes is shown first.",
        _in_game(table_prompts.follow_board), needs="question-of-board", for_banker=True),
    ConsoleKey("screen-right", "Z", "The screen is right", "The token goes where the game says.",
        table_prompts.keep_screen, needs="question", for_banker=True),
    ConsoleKey("take-offer", "z", "Take the offer", "What a tag or a button has brought up.",
        table_prompts.take_offer, needs="offer", for_banker=True),
    ConsoleKey("take-other", "Z", "Take the other offer", "What else a tag or a button has brought up.",
        partial(table_prompts.take_offer, at=1), needs="two-offers", for_banker=True),
    ConsoleKey("sheet", "z", "Moves for the deed on the reader", "What may be done with it, and for how much.",
        _in_game(table_prompts.choose_from_sheet), needs="sheet"),
    ConsoleKey("simulated", "S", "The simulated table",
        "Cards, tokens and buttons to play with where there are no real ones.",
        screen="simulated:SimulatedScreen", short="table", needs="simulated", for_banker=True),
    ConsoleKey("enrol", "W", "Enrol tags", "Which tag is which deed, token, player or card: hold one after the other.",
        screen="enrol:EnrolScreen", for_banker=True),
    ConsoleKey("pairing", "P", "Tablets and phones", "Let one in by a code, and see or remove those that are paired.",
        screen="pairing:PairingScreen", for_banker=True),
    ConsoleKey("health", "I", "Health", "Devices, link and disk: what answers, and when it was last seen.",
        screen="health:HealthScreen"),
    ConsoleKey("dismiss", "escape", "I have read it", "Puts away the note that was read.",
        _dismiss_note, needs="note"),
    ConsoleKey("mute", "M", "Sounds off or on", "For the whole table. Lamps and screens stay on.",
        _beside_game(_mute), for_banker=True),
    ConsoleKey("voice", "K", "Voice on or off", "The table says aloud what happens and what it waits for.",
        _beside_game(_speak), for_banker=True),
    ConsoleKey("touch", "f2", "Large buttons", "For fingers. Press it again for a small screen.", _toggle_touch),
    ConsoleKey("theme", "f3", "Dark or light", "Changes the colours.", _change_theme),
    ConsoleKey("help", "question_mark", "Help", "Every key, and what it does.",
        screen="help:HelpScreen", short="help"),
    ConsoleKey("quit", "ctrl+q", "Leave", "Closes this screen. The game is saved, always.",
        _beside_game(_leave), short="leave"),
)
# fmt: on
KEYS_BY_ID = {key.id: key for key in CONSOLE_KEYS}
_OF_PROMPTS = ("board-right", "screen-right", "take-offer", "take-other", "sheet")


def key_name(key: ConsoleKey | MenuView) -> str:
    """The key as people call it."""
    return KEY_NAMES.get(key.key, key.key)


def letter_means(state: ConsoleState, pressed: str) -> object:
    """Equal for two states in which this key does the same; None if it does nothing."""
    moves = [move for move in state.moves if state.menu_entry(move).key == pressed]
    if moves and state.view is not None:
        meant = tuple(
            (bytes(move.act), move.label) if move.needs != "amount" else (move.menu, move.seat) for move in moves
        )
        is_roll = any(move.menu in ("throw", "dice", "draw", "card") for move in moves)
        return (state.view.game, meant, roll_number(state) if is_roll else ())
    for key in CONSOLE_KEYS:
        if key.key == pressed and key.possible(state):
            view, now = state.view, state.prompts
            if key.id in ("undo", "redo") and view is not None:
                return key.id, view.game, view.undo_number, view.redo_number
            if key.id == "dismiss":
                return key.id, state.notes[-1]
            return key.id, (now.questions, now.choices, now.sheet) if key.id in _OF_PROMPTS else ()
    return None


def roll_number(state: ConsoleState) -> tuple[object, ...]:
    """Tells one roll from the next, which may look alike."""
    view = state.view
    return (view.turn_number, view.dice, *(player.space for player in view.players)) if view is not None else ()


def why_letter_does_nothing(state: ConsoleState, pressed: str) -> str:
    named = next((entry.name for entry in state.menu.values() if entry.key == pressed), "")
    own = next((key.label for key in CONSOLE_KEYS if key.key == pressed), "")
    words = f" ({named or own})" if named or own else ""
    return f"{KEY_NAMES.get(pressed, pressed)}{words} does nothing now."
