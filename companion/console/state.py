"""What the console knows: the last view, the log, trouble, and what is still to be read. Changed by messages alone."""

from msgspec import Struct
from msgspec.structs import replace

from companion.console.notes import Note, to_put_right
from companion.console.pace import PaceView
from companion.table.client import LinkDown, LinkUp, ServerEvent
from companion.table.messages.message import RoleName
from companion.table.messages.setup import Books, MenuView
from companion.table.messages.views import BoardPrint, LogLine, MoveView, PairingView, RaiseView, View
from companion.table.messages.wire import Moved, Pairing, Snapshot, TablePrompts, Trouble, Welcome

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
    books: Books = Books()  # what a game can begin with
    prompts: TablePrompts = TablePrompts()  # what buttons, tags and sensors have brought up
    app: str = ""  # the table's version
    pace: PaceView | None = None  # of a demonstration
    pairing: Pairing = Pairing(PairingView())  # who may come in over the home network

    @property
    def menu(self) -> dict[str, MenuView]:
        return {entry.id: entry for entry in self.books.menu}

    @property
    def moves(self) -> tuple[MoveView, ...]:
        """What may be done now, from this screen."""
        return self.known_moves if self.is_live else ()

    @property
    def known_moves(self) -> tuple[MoveView, ...]:
        """What could be done when the table was last heard; and with it what only cash is missing for (`short_by`)."""
        if self.view is None or self.role == "viewer":
            return ()
        asked, others = ([one.move for one in self.view.raising if one.is_asked is first] for first in (True, False))
        moves = (*asked, *self.view.moves, *others)
        return moves if self.role == "banker" else tuple(move for move in moves if self._is_ours(move))

    def _is_ours(self, move: MoveView) -> bool:
        return move.seat == self.seat and not move.banker

    def may_take(self, move: MoveView) -> bool:
        """Of a sheet, which may offer more than the view."""
        return self.is_live and (self.role == "banker" or (self.role == "player" and self._is_ours(move)))

    @property
    def raising(self) -> tuple[RaiseView, ...]:
        """What only cash is missing for, from this screen."""
        found = self.view.raising if self.view is not None and self.role != "viewer" else ()
        return tuple(one for one in found if self.role == "banker" or self._is_ours(one.move))

    @property
    def off_balance(self) -> int:
        """By how much the ledger is wrong: all money, the Bank's included, sums to nothing."""
        if self.view is None:
            return 0
        return sum(player.cash for player in self.view.players) + self.view.bank + self.view.pot

    def name(self, seat: int) -> str:
        return self.view.players[seat].name if self.view and 0 <= seat < len(self.view.players) else "the Bank"


def heard(state: State, told: ServerEvent) -> State:
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
        case TablePrompts():
            return _with_prompts(state, told)
        case Pairing():
            return replace(state, pairing=told)
        case Trouble(why):
            return replace(state, trouble=why)


def _welcomed(state: State, welcome: Welcome) -> State:
    is_news = bool(welcome.restarted) and welcome.restarted != state.restarted
    note = Note("restarted", "The table is back", (welcome.restarted,))
    notes = (*state.notes, note) if is_news else state.notes
    known = replace(state, board=welcome.board, books=welcome.books, app=welcome.app)
    return replace(known, restarted=welcome.restarted, notes=notes)


def _shown(state: State, shown: Snapshot) -> State:
    is_same = state.view is not None and shown.view is not None and state.view.game == shown.view.game
    kept = tuple(note for note in state.notes if is_same or note.kind == "restarted")
    state = replace(
        state,
        is_live=True,
        down="",
        number=shown.number,
        view=shown.view,
        log=shown.log,
        trouble=shown.trouble,
        notes=kept,
    )
    return _with_prompts(state, shown.prompts or TablePrompts())


def _moved(state: State, moved: Moved) -> State:
    log = (*state.log, *moved.log)[-LOG_MOST:]
    notes = state.notes
    if moved.put_back:
        notes = (*notes, Note("put-back", "Put right on the board", moved.put_back))
    return replace(state, number=moved.number, view=moved.view, log=log, notes=notes)


def _with_prompts(state: State, now: TablePrompts) -> State:
    """What is to be put right is ticked off in the note about it, which goes when nothing is left."""
    known = {item.text for item in state.prompts.to_put_right}
    is_read = all(note.kind != "put-back" for note in state.notes) and known >= {item.text for item in now.to_put_right}
    if is_read or now.to_put_right == state.prompts.to_put_right:
        return replace(state, prompts=now)
    others = tuple(note for note in state.notes if note.kind != "put-back")
    notes = (*others, *filter(None, (to_put_right(now.to_put_right),)))
    return replace(state, prompts=now, notes=notes)


def calls_somebody(before: State, after: State) -> bool:
    """Does the game wait for another player now? Then it may be heard, unless the table is muted."""
    if not (before.is_live and before.view and after.view) or after.prompts.muted:
        return False
    is_same_game = before.view.game == after.view.game
    return is_same_game and after.view.prompt_seat not in (-1, before.view.prompt_seat)


# What people do


def with_note(state: State, note: Note | None) -> State:
    return replace(state, notes=(*state.notes, note)) if note else state


def after_command(state: State) -> State:
    """Whoever acts again has read what was said about the command before."""
    return replace(state, notes=tuple(note for note in state.notes if not note.is_about_a_command))


def without_last_note(state: State) -> State:
    return replace(state, notes=state.notes[:-1])
