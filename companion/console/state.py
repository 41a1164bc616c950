"""What the console knows: the last view, the log, trouble, and the notes still to be read. Only messages change it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.console.demo_speed import DemoSpeedView
from companion.table.client import LinkDown, LinkUp, ServerEvent
from companion.table.messages.message import RoleName
from companion.table.messages.setup import MenuView, SetupChoices
from companion.table.messages.views import (
    BoardPrint,
    GoodsView,
    LogLine,
    MoveView,
    PairingView,
    RaiseView,
    RigView,
    TurnView,
    View,
)
from companion.table.messages.wire import (
    Answer,
    Beat,
    Moved,
    NewSetup,
    Pairing,
    Seated,
    Snapshot,
    TablePrompts,
    Trouble,
    Welcome,
)

LOG_LINES_MAX = 400
MOVED_DEVICE = "{} now connects from {}; before, it was {}. If it is not in your hands, press P and remove it."
NoteKind = Literal[
    "refused", "forbidden", "mistake", "not-saved", "unknown", "restarted", "board-fixes", "device", "told"
]
_TITLES: dict[str, str] = {
    "refused": "Not allowed",
    "forbidden": "Not from this screen",
    "mistake": "Our mistake",
    "not-saved": "Not saved",
    "unknown": "Not known whether it was saved",
}


class Note(Struct, frozen=True):
    """Shown beside the game until somebody has read it: a refusal, a restart, what to put back on the board."""

    kind: NoteKind
    title: str
    lines: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    done: tuple[bool, ...] = ()  # for each line, whether it was seen to be done

    @property
    def is_about_a_command(self) -> bool:
        """The next command makes such a note old."""
        return self.kind not in ("board-fixes", "restarted", "device")


def note_about_answer(answer: Answer) -> Note | None:
    """None if the command was done: the move itself shows that."""
    if answer.outcome == "done":
        return None
    reason = answer.message or "The table gave no reason."
    return Note(answer.outcome, _TITLES[answer.outcome], (reason,), answer.clauses)


class ConsoleState(Struct, frozen=True):
    role: RoleName = "banker"
    seat: int = -1
    is_live: bool = False  # the link is up, and what is shown is what is saved
    down: str = ""  # why the link is down; empty if it was never up
    board: BoardPrint = BoardPrint()  # of the game in play, or else the usual one
    usual_board: BoardPrint = BoardPrint()  # on which a new game is played
    usual_print: BoardPrint = BoardPrint()  # the same, before the household corrected it
    number: int = 0
    view: View | None = None
    log: tuple[LogLine, ...] = ()
    turns: tuple[TurnView, ...] = ()  # the last ones as paragraphs, the oldest first
    trouble: str = ""
    is_waiting: bool = False  # for an answer, and longer than usual
    notes: tuple[Note, ...] = ()
    restarted: str = ""  # what the last welcome said
    setup: SetupChoices = SetupChoices()  # what a game can begin with
    prompts: TablePrompts = TablePrompts()  # what buttons, tags and sensors have brought up
    app: str = ""  # the table's version
    demo_speed: DemoSpeedView | None = None  # only in a demonstration
    pairing: Pairing = Pairing(PairingView())  # the devices let in over the home network

    @property
    def game(self) -> str:
        """The id of the game in play; empty if there is none."""
        return self.view.game if self.view else ""

    @property
    def menu(self) -> dict[str, MenuView]:
        return {entry.id: entry for entry in self.setup.menu}

    def menu_entry(self, move: MoveView) -> MenuView:
        """A move that the menu does not have is offered by its label alone."""
        return self.menu.get(move.menu) or MenuView(move.menu, "", move.label, "")

    @property
    def moves(self) -> tuple[MoveView, ...]:
        """What may be done now, from this screen."""
        return self.known_moves if self.is_live else ()

    @property
    def known_moves(self) -> tuple[MoveView, ...]:
        """What could be done at the last news from the table, and what only cash is missing for (`short_by`)."""
        if self.view is None or self.role == "viewer":
            return ()
        asked, others = ([one.move for one in self.view.raising if one.is_asked is first] for first in (True, False))
        moves = (*asked, *self.view.moves, *others)
        return moves if self.role == "banker" else tuple(move for move in moves if self._is_ours(move))

    def _is_ours(self, move: MoveView) -> bool:
        return move.seat == self.seat and not move.banker

    def may_take(self, move: MoveView) -> bool:
        """For the moves of a deed's sheet, which may offer more than the view."""
        return self.is_live and (self.role == "banker" or (self.role == "player" and self._is_ours(move)))

    def goods(self, seat: int) -> GoodsView:
        """What this player could put into a deal."""
        known = self.view.goods if self.view is not None else ()
        return known[seat] if 0 <= seat < len(known) else GoodsView()

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

    def money(self, amount: int, *, plus: bool = False) -> str:
        """As written at this table."""
        return self.board.currency.show(amount, plus=plus)

    def name(self, seat: int) -> str:
        return self.view.players[seat].name if self.view and 0 <= seat < len(self.view.players) else "the Bank"


def after_event(state: ConsoleState, told: ServerEvent) -> ConsoleState:
    match told:
        case LinkUp():
            return state
        case LinkDown(why):
            return replace(state, is_live=False, down=why)
        case Welcome(restarted=restarted):
            note = Note("restarted", "The table is back", (restarted,))
            notes = (*state.notes, note) if restarted and restarted != state.restarted else state.notes
            state = replace(state, usual_board=told.board, usual_print=told.printed or told.board)
            state = replace(state, setup=told.setup, app=told.app)
            return replace(state, restarted=restarted, notes=notes)
        case NewSetup(board, setup, printed):
            return replace(state, usual_board=board, usual_print=printed or board, setup=setup)
        case Snapshot(number, view):
            is_same_game = state.view is not None and view is not None and state.view.game == view.game
            notes = tuple(note for note in state.notes if is_same_game or note.kind == "restarted")
            state = replace(state, is_live=True, down="", number=number, view=view, log=told.log, notes=notes)
            state = replace(state, board=told.board or state.usual_board, turns=told.turns)
            return _with_prompts(replace(state, trouble=told.trouble), told.prompts or TablePrompts())
        case Moved():
            log, notes = (*marked(state.log, told), *told.log)[-LOG_LINES_MAX:], state.notes
            if told.board_fixes:
                notes = (*notes, Note("board-fixes", "Put right on the board", told.board_fixes))
            return replace(state, number=told.number, view=told.view, log=log, turns=told.turns, notes=notes)
        case TablePrompts():
            return _with_prompts(state, told)
        case Pairing(devices=devices):
            before = {device.id: device.address for device in state.pairing.devices if device.address}
            moved = tuple(
                MOVED_DEVICE.format(device.name, device.address, before[device.id])
                for device in devices
                if before.get(device.id, device.address) != device.address
            )
            others = tuple(note for note in state.notes if note.kind != "device" or not moved)
            notes = (*others, Note("device", "Tablets and phones", moved)) if moved else others
            return replace(state, pairing=told, notes=notes)
        case Trouble(why):
            return replace(state, trouble=why)
        case Beat() | Seated():
            return state


def marked(log: tuple[LogLine, ...], told: Moved) -> tuple[LogLine, ...]:
    """The lines of what an undo took back, or a redo did again, as such."""
    number = told.taken_back or told.done_again
    if not number:
        return log
    is_gone = bool(told.taken_back)
    return tuple(replace(line, is_taken_back=is_gone) if line.number == number else line for line in log)


def _with_prompts(state: ConsoleState, now: TablePrompts) -> ConsoleState:
    """The note about what to put right ticks off what was done, and goes when nothing is left."""
    known = {item.text for item in state.prompts.board_fixes}
    is_shown = any(note.kind == "board-fixes" for note in state.notes)
    has_new = any(item.text not in known for item in now.board_fixes)
    if not (is_shown or has_new) or now.board_fixes == state.prompts.board_fixes:
        return replace(state, prompts=now)
    notes = tuple(note for note in state.notes if note.kind != "board-fixes")
    lines, done = tuple(fix.text for fix in now.board_fixes), tuple(fix.done for fix in now.board_fixes)
    if not all(done):
        notes += (Note("board-fixes", "Put right on the board", lines, done=done),)
    return replace(state, prompts=now, notes=notes)


def is_same(one: Struct, other: Struct) -> bool:
    """Looks no further into what is the very same, as nearly all of two states in a row is."""
    pairs = ((getattr(one, field), getattr(other, field)) for field in one.__struct_fields__)
    return all(its is others or its == others for its, others in pairs)


def without_counts(state: ConsoleState) -> ConsoleState:
    """What the devices have counted, and when, changes with every press; only screens about the devices show it."""
    devices = tuple(replace(device, counters=(), seen_at_ms=0) for device in state.prompts.devices)
    rig = RigView() if state.prompts.rig is not None else None
    return replace(state, prompts=replace(state.prompts, devices=devices, rig=rig))


def calls_somebody(before: ConsoleState, after: ConsoleState) -> bool:
    """Does the game wait for another player now? Then a sound may say so, unless the table is muted."""
    if not (before.is_live and before.view and after.view) or after.prompts.muted:
        return False
    is_same_game = before.view.game == after.view.game
    return is_same_game and after.view.prompt_seat not in (-1, before.view.prompt_seat)


def with_note(state: ConsoleState, note: Note | None) -> ConsoleState:
    return replace(state, notes=(*state.notes, note)) if note else state


def without_last_note(state: ConsoleState) -> ConsoleState:
    return replace(state, notes=state.notes[:-1])


def without_old_notes(state: ConsoleState) -> ConsoleState:
    """People who act again have read what was said about the command before."""
    return replace(state, notes=tuple(note for note in state.notes if not note.is_about_a_command))
