"""What the console knows: the last view, the log, trouble, and what is still to be read. Changed by messages alone."""

from msgspec import Struct
from msgspec.structs import replace

from companion.console.notes import Note
from companion.table.client import LinkDown, LinkUp, Told
from companion.table.messages import BoardPrint, LogLine, Moved, MoveView, RoleName, Snapshot, Trouble, View, Welcome

LOG_MOST = 400  # lines


class State(Struct, frozen=True):
    role: RoleName = "banker"
    seat: int = -1
    is_live: bool = False  # the link is up, and what is shown is what is saved
    down: str = ""  # why it is not; empty before it ever was
    board: BoardPrint = BoardPrint((), ())
    number: int = 0
    view: View | None = None
    log: tuple[LogLine, ...] = ()
    trouble: str = ""
    is_waiting: bool = False  # for an answer, and longer than usual
    notes: tuple[Note, ...] = ()
    restarted: str = ""  # what the last welcome said

    @property
    def moves(self) -> tuple[MoveView, ...]:
        """What may be done now, from this screen."""
        return self.known_moves if self.is_live else ()

    @property
    def known_moves(self) -> tuple[MoveView, ...]:
        """What could be done when the table was last heard."""
        if self.view is None or self.role == "viewer":
            return ()
        if self.role == "banker":
            return self.view.moves
        return tuple(move for move in self.view.moves if move.seat == self.seat and not move.banker)

    @property
    def off_balance(self) -> int:
        """By how much the ledger is wrong: all money, the Bank's included, sums to nothing."""
        if self.view is None:
            return 0
        return sum(player.cash for player in self.view.players) + self.view.bank + self.view.pot

    def name(self, seat: int) -> str:
        return self.view.players[seat].name if self.view and 0 <= seat < len(self.view.players) else "the Bank"


def heard(state: State, told: Told) -> State:
    match told:
        case LinkUp():
            return state
        case LinkDown(why):
            return replace(state, is_live=False, down=why)
        case Welcome():
            return _welcomed(state, told)
        case Snapshot():
            return _shown(state, told)
        case Moved():
            return _moved(state, told)
        case Trouble(why):
            return replace(state, trouble=why)


def _welcomed(state: State, welcome: Welcome) -> State:
    is_news = bool(welcome.restarted) and welcome.restarted != state.restarted
    note = Note("restarted", "The table is back", (welcome.restarted,))
    notes = (*state.notes, note) if is_news else state.notes
    return replace(state, board=welcome.board, restarted=welcome.restarted, notes=notes)


def _shown(state: State, shown: Snapshot) -> State:
    is_same = state.view is not None and shown.view is not None and state.view.game == shown.view.game
    kept = tuple(note for note in state.notes if is_same or note.kind == "restarted")
    return replace(
        state,
        is_live=True,
        down="",
        number=shown.number,
        view=shown.view,
        log=shown.log,
        trouble=shown.trouble,
        notes=kept,
    )


def _moved(state: State, moved: Moved) -> State:
    log = (*state.log, *moved.log)[-LOG_MOST:]
    notes = state.notes
    if moved.put_back:
        notes = (*notes, Note("put-back", "Put right on the board", moved.put_back))
    return replace(state, number=moved.number, view=moved.view, log=log, notes=notes)


# What people do


def with_note(state: State, note: Note | None) -> State:
    return replace(state, notes=(*state.notes, note)) if note else state


def after_command(state: State) -> State:
    """Whoever acts again has read what was said about the command before."""
    return replace(state, notes=tuple(note for note in state.notes if not note.is_about_a_command))


def without_last_note(state: State) -> State:
    return replace(state, notes=state.notes[:-1])
