"""Everything the console does itself, a row each: what it is called, its key, what it means, and when it is possible.

The moves of the game have their names and keys from the table's menu, which comes with the welcome. A row opens a
`screen`, or is an action of the app that has the row's id.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from companion.console import hand
from companion.console.state import State
from companion.table.messages.setup import MenuView
from companion.table.messages.views import MoveView


def _always(_: State) -> bool:
    return True


def _in_play(state: State) -> bool:
    return state.view is not None


def _as_banker(state: State) -> bool:
    return state.is_live and state.role == "banker"


def _banker_in_play(state: State) -> bool:
    return _as_banker(state) and _in_play(state)


def _can_undo(state: State) -> bool:
    return _as_banker(state) and state.view is not None and bool(state.view.undo_number)


def _can_redo(state: State) -> bool:
    return _as_banker(state) and state.view is not None and bool(state.view.redo_number)


def _is_simulated(state: State) -> bool:
    return _as_banker(state) and state.prompts.rig is not None


def _is_demo(state: State) -> bool:
    return state.pace is not None


def _for_banker(possible: Callable[[State], bool]) -> Callable[[State], bool]:
    return lambda state: _as_banker(state) and possible(state)


def _must_raise(state: State) -> bool:
    return state.is_live and any(one.is_asked for one in state.raising)


def _has_notes(state: State) -> bool:
    return bool(state.notes)


class Row(Struct, frozen=True):
    id: str
    key: str
    label: str
    help: str
    short: str = ""  # its word in the key bar; without one it is not there
    screen: str = ""  # module:class, loaded when it is opened
    possible: Callable[[State], bool] = _always


# fmt: off
OWN_ROWS = (
    Row("pause", "space", "Pause, or go on", "Holds the demonstration, or lets it go on.",
        short="pause", possible=_is_demo),
    Row("faster", "plus", "Faster", "The players of the demonstration take less time.",
        short="faster", possible=_is_demo),
    Row("slower", "minus", "Slower", "The players of the demonstration take more time.",
        short="slower", possible=_is_demo),
    Row("undo", "u", "Take back", "Take back the last move. Nothing is forgotten: it can be done again.",
        short="undo", possible=_can_undo),
    Row("redo", "U", "Do again", "Do again what was taken back.",
        short="redo", possible=_can_redo),
    Row("raise", "Y", "Raise cash", "Every way to find the money that is missing, and what each brings.",
        short="raise cash", screen="companion.console.screens.raise_cash:RaiseScreen", possible=_must_raise),
    Row("menu", "a", "Everything possible now", "All moves, also the rare ones.",
        short="all moves", possible=_in_play),
    Row("why", "q", "Why?", "How the last sum came about, and the clauses behind it and behind the question, in words.",
        short="why", screen="companion.console.screens.why:WhyScreen", possible=_in_play),
    Row("log", "w", "Log and reasons", "Every move so far, with the clause it was made under.",
        short="log", screen="companion.console.screens.log:LogScreen", possible=_in_play),
    Row("sheet-of", "A", "A player's sheet", "Cash and every deed with its rent, and why it is so much.",
        possible=_in_play),
    Row("past", "v", "Looking back", "Everybody's cash and worth over the turns, and the ledger by reason.",
        short="chart", screen="companion.console.screens.looking_back:LookingBackScreen", possible=_in_play),
    Row("rename", "N", "Rename a player", "Call a player otherwise.",
        possible=_banker_in_play),
    Row("games", "G", "Games: new, resume", "Begin a game, or go on with another one.",
        short="games", screen="companion.console.screens.games:GamesScreen", possible=_as_banker),
    Row("set-up", "O", "Lay the table out", "Where every token, deed and house belongs, to tick off.",
        screen="companion.console.screens.set_up:SetUpScreen", possible=_banker_in_play),
    Row("board-right", "z", "The board is right", "The game follows the token. What money changes is shown first.",
        possible=_for_banker(hand.may_follow_board)),
    Row("screen-right", "Z", "The screen is right", "The token goes where the game says.",
        possible=_for_banker(hand.may_decide)),
    Row("take-offer", "z", "Take the offer", "What a tag or a button has brought up.",
        possible=_for_banker(hand.has_offer)),
    Row("take-other", "Z", "Take the other offer", "What else a tag or a button has brought up.",
        possible=_for_banker(hand.has_other_offer)),
    Row("sheet", "z", "Moves of the deed that lies there", "What may be done with it, and for how much.",
        possible=hand.has_sheet),
    Row("simulated", "S", "The simulated table", "Cards, tokens and buttons to play with where there are no real ones.",
        short="table", screen="companion.console.screens.simulated:SimulatedScreen", possible=_is_simulated),
    Row("enrol", "W", "Enrol tags", "Which tag is which deed, token, player or card: hold one after the other.",
        screen="companion.console.screens.enrol:EnrolScreen", possible=_as_banker),
    Row("pairing", "P", "Tablets and phones", "Let one in by a code, and see or remove those that are paired.",
        screen="companion.console.screens.pairing:PairingScreen", possible=_as_banker),
    Row("health", "I", "Health", "Devices, link and disk: what answers, and when it was last seen.",
        screen="companion.console.screens.health:HealthScreen"),
    Row("dismiss", "escape", "I have read it", "Puts away the note that was read.",
        possible=_has_notes),
    Row("mute", "M", "Sounds off or on", "Of the whole table; lamps and screens go on.",
        possible=_as_banker),
    Row("touch", "f2", "Large buttons", "For fingers; again for a small screen.",),
    Row("theme", "f3", "Dark or light", "Changes the colours."),
    Row("help", "question_mark", "Help", "Every key, and what it does.",
        short="help", screen="companion.console.screens.help:HelpScreen"),
    Row("quit", "ctrl+q", "Leave", "Closes this screen. The game is saved, always.",
        short="leave"),
)
# fmt: on
BY_ID = {row.id: row for row in OWN_ROWS}


def row_of(state: State, move: MoveView) -> MenuView:
    return state.menu.get(move.menu) or MenuView(move.menu, "", move.label, "")


def moves_with_key(state: State, key: str) -> tuple[MoveView, ...]:
    """Entries that are not meant at the same time may share a key."""
    return tuple(move for move in state.moves if row_of(state, move).key == key)


def shows_its_move(row: MenuView, moves: Sequence[MoveView]) -> bool:
    """Is it plain what will happen? Then its key alone will do; else its only move is shown first."""
    return not row.folds or any(move.tells or move.needs for move in moves)


def by_row(state: State) -> Iterator[tuple[MenuView, tuple[MoveView, ...]]]:
    """What is possible now, as the menu has it."""
    for row in state.menu.values():
        if moves := tuple(move for move in state.moves if move.menu == row.id):
            yield row, moves


def own_rows(state: State) -> tuple[Row, ...]:
    """What the console can do itself; what leads a demonstration only where there is one."""
    return tuple(row for row in OWN_ROWS if row.possible is not _is_demo or _is_demo(state))


_KEY_WORDS = {
    "question_mark": "?",
    "escape": "Esc",
    "ctrl+q": "Ctrl-Q",
    "f2": "F2",
    "f3": "F3",
    "space": "Space",
    "plus": "+",
    "minus": "-",
}


def key_words(row: Row | MenuView) -> str:
    """The key as people call it."""
    return _KEY_WORDS.get(row.key, row.key)
