"""Serves every connection: decodes a line, answers it, and sends the news. No socket in sight."""

from collections.abc import Callable

from companion.journal.codec import UnknownAct, decode_act
from companion.play.acts import DoneAgain, RecordedMove, TakenBack
from companion.play.board_fixes import describe_fix, fixes_after
from companion.rules import Refusal
from companion.rules.board import Board
from companion.table.games.boards import default_board
from companion.table.games.game_clock import GameClock
from companion.table.games.session import NotSaved, OurMistake, Session
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import (
    ExplainClauses,
    HistoryRequest,
    NewGame,
    RestoreBackup,
    ResumeGame,
    SetSounds,
    WalkRequest,
)
from companion.table.messages.setup import Usual
from companion.table.messages.views import PairingView, View
from companion.table.messages.wire import (
    Answer,
    AnswerQuestion,
    Ask,
    Beat,
    Garbled,
    Give,
    Hello,
    Moved,
    NewSetup,
    Pairing,
    Reply,
    Resync,
    Signal,
    Snapshot,
    TablePrompts,
    Trouble,
    Welcome,
    decode_from_client,
    encode,
)
from companion.table.server.connection import Connection, why_forbidden, why_no_seat
from companion.table.server.enrol_walks import EnrolWalks
from companion.table.server.lamps_and_sounds import Sounds
from companion.table.server.pairing import Pairings
from companion.table.server.ports import CannotPull, Host
from companion.table.server.signal_controller import SignalController
from companion.table.server.stale import LATE, Beats, why_stale
from companion.table.views.game_view import board_print, game_view, with_clock
from companion.table.views.log import hides_more, log_lines, taken_back
from companion.table.views.new_game_choices import new_game_choices
from companion.table.views.turns import recent_turns
from companion.table.views.why import explain_clauses

REMOVED = "This device was removed at the table. Pair it again to come back."
NOBODY_PAIRED = Pairing(PairingView())  # what every screen assumes at first
OTHER_GAME = "Another game is in play by now."
CHANGES_GAME = (NewGame, ResumeGame, RestoreBackup)
LOG_MOVES = 40  # in a snapshot's log


class HangUp(Exception):
    """The table hangs up. The message says why."""


class Dispatcher:
    """Call `hear` for every line, `news` for every saved move, `changed` for another game and `probe` now and then."""

    def __init__(self, host: Host, app: str, restarted: str = "", now_ms: Callable[[], int] = lambda: 0) -> None:
        self._host = host
        self._app = app
        self._beats = Beats(now_ms)
        self.restarted = restarted
        self._trouble = self._trouble_now()
        self.connections: list[Connection] = []
        self.controller: SignalController | None = None
        self.pairings: Pairings | None = None
        self.walks: EnrolWalks | None = None
        self.sounds: Sounds | None = None
        self.game_clock: GameClock | None = None
        self.usual: Callable[[], Usual] = Usual
        self.usual_board: Callable[[], Board] = default_board
        self.printed_board: Callable[[], Board] = default_board  # the usual one before it was corrected

    def connect(self, wake: Callable[[], None] = lambda: None) -> Connection:
        connection = Connection(wake)
        self.connections.append(connection)
        return connection

    def leave(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
            if self.walks is not None:
                self.walks.leave(connection)

    def close(self, why: str) -> None:
        for connection in self.connections:
            connection.hang_up(why)

    # What comes in

    def hear(self, connection: Connection, line: bytes) -> None:
        if connection.is_leaving:
            return
        try:
            message = decode_from_client(line)
            if isinstance(message, Hello) == (connection.role is not None):
                raise HangUp("Say hello first, and once.")
            match message:
                case Hello():
                    self._greet(connection, message)
                    return
                case Resync():
                    connection.fall_behind()
                    self._tell_pairing(connection)
                    return
                case Give():
                    connection.tell(self._answer(connection, message))
                case Ask():
                    connection.tell(self._reply(connection, message))
                case Signal(id) | AnswerQuestion(id):
                    connection.tell(self._answer_signal(connection, id, message))
            self.tell_trouble()
        except Garbled as error:
            connection.hang_up(f"That was no message: {error}.")
        except HangUp as reason:
            connection.hang_up(str(reason))

    def _greet(self, connection: Connection, hello: Hello) -> None:
        """A paired device has the role of its pairing, whatever it says."""
        if hello.version != PROTOCOL:
            raise HangUp(f"This table speaks version {PROTOCOL}, not {hello.version}: update the older program.")
        role, seat = hello.role, hello.seat
        if hello.device:
            device = self.pairings.device(hello.device) if self.pairings else None
            if device is None:
                raise HangUp(REMOVED)
            role, seat = device.role, device.seat
        elif (role == "player") != (seat >= 0):
            raise HangUp("Only players have seats.")
        elif why := self._why_no_seat(seat):
            raise HangUp(why)
        connection.name, connection.device, connection.role, connection.seat = hello.name, hello.device, role, seat
        new = self._new_setup()
        welcome = Welcome(PROTOCOL, self._app, new.board, self.restarted, new.setup, role, seat, new.printed)
        connection.tell(welcome)
        if connection.device:
            connection.tell(Beat(self._beats.number))
        if self.pairings and self.pairings.message() != NOBODY_PAIRED:
            self._tell_pairing(connection)
        connection.fall_behind()

    def _game_id(self) -> str:
        return self._host.session.game_id if self._host.session is not None else ""

    def _why_no_seat(self, seat: int) -> str:
        return why_no_seat(seat, self._host.session.game if self._host.session is not None else None)

    def _reply(self, connection: Connection, ask: Ask) -> Reply:
        if self._beats.is_late(ask.beat):
            return Reply(ask.id, done=False, message=LATE)
        if isinstance(ask.request, CHANGES_GAME) and ask.game not in (None, self._game_id()):
            return Reply(ask.id, done=False, message=OTHER_GAME)
        if isinstance(ask.request, ExplainClauses):
            session = self._host.session
            return explain_clauses(ask.id, session.timeline if session is not None else None, ask.request)
        if connection.role != "banker" and not isinstance(ask.request, HistoryRequest):
            return Reply(ask.id, done=False, message="Only the Banker may ask that.")
        if isinstance(ask.request, SetSounds):
            if self.sounds is None or self.controller is None:
                return Reply(ask.id, done=False, message="This table makes no sounds.")
            reply = self.sounds.set(ask.id, on=ask.request.on)
            self.controller.look()
            return reply
        if isinstance(ask.request, WalkRequest) and self.walks is not None:
            return self.walks.answer(ask.id, ask.request, connection)
        return self._host.answer(ask)

    def _answer(self, connection: Connection, give: Give) -> Answer:
        try:
            act = decode_act(bytes(give.act))
        except UnknownAct as error:
            return Answer(give.id, "refused", code="unknown-command", message=f"There is no such command: {error}.")
        if why := why_forbidden(connection.role or "viewer", connection.seat, act):
            return Answer(give.id, "forbidden", message=why)
        session = self._host.session
        if session is None:
            return Answer(give.id, "refused", code="no-game", message="No game is in play: start or resume one.")
        if give.game not in ("", session.game_id):
            return Answer(give.id, "refused", code="other-game", message=OTHER_GAME)
        if not session.has_answered(give.id):  # what is sent again gets the same answer, however late
            if self._beats.is_late(give.beat):
                return Answer(give.id, "refused", code="late", message=LATE)
            if why := why_stale(session, act, give):
                return Answer(give.id, "refused", code="stale", message=why)
        held = self.controller.why_held(act) if self.controller is not None else ""
        return _answered(give.id, lambda: session.give(give.id, act, held).number)

    def _answer_signal(self, connection: Connection, id: str, message: Signal | AnswerQuestion) -> Answer:
        if connection.role != "banker":
            return Answer(id, "forbidden", message="Only the Banker may do that.")
        controller = self.controller
        if controller is None:
            return Answer(id, "refused", message="This table has no buttons and no tag readers.")
        if isinstance(message, AnswerQuestion):
            if self._beats.is_late(message.beat):
                return Answer(id, "refused", code="late", message=LATE)
            return _answered(id, lambda: controller.decide(message.question, board_is_right=message.board_is_right))
        try:
            controller.pull(bytes(message.lever))
        except CannotPull as error:
            return Answer(id, "refused", code="bad-lever", message=str(error))
        return Answer(id, "done")

    # What goes out

    def news(self, move: RecordedMove) -> None:
        """A move that is on the disk."""
        session = self._host.session
        if session is None:
            return
        fixes = tuple(describe_fix(fix, move.after) for fix in fixes_after(move, session.moves))
        moved = Moved(
            number=move.number,
            view=self._view(session),
            log=log_lines(move, session.moves),
            board_fixes=fixes,
            turns=recent_turns(session.moves),
            taken_back=next((event.number for event in move.events if isinstance(event, TakenBack)), 0),
            done_again=next((event.number for event in move.events if isinstance(event, DoneAgain)), 0),
        )
        lines = [encode(moved)]  # once for everyone
        if hides_more(move):
            lines.append(self.snapshot())  # replaces what may no longer be shown
        for connection in self._greeted():
            for line in lines:
                connection.send(line, is_news=True)

    def send_prompts(self, prompts: TablePrompts) -> None:
        content = encode(prompts)
        for connection in self._greeted():
            connection.send(content, is_news=True)

    def beat(self) -> None:
        """Lets paired devices know, every two seconds, that the table is there."""
        if self._beats.is_due():
            for connection in self._greeted():
                if connection.device:
                    connection.send(encode(Beat(self._beats.number)), is_news=True)

    def tell_setup(self) -> None:
        """Tells the Banker's screens what the next game starts from."""
        told = self._new_setup()
        for connection in self._greeted():
            if connection.role == "banker":
                connection.tell(told)

    def _new_setup(self) -> NewSetup:
        usual, board = self.usual(), self.usual_board()
        printed = board_print(self.printed_board()) if usual.corrections else None
        return NewSetup(board_print(board), new_game_choices(usual, board), printed)

    def tell_pairing(self) -> None:
        """Sends the current code to the Banker's screens, and hangs up on devices that were removed."""
        for connection in self._greeted():
            if connection.device and self.pairings and self.pairings.device(connection.device) is None:
                connection.hang_up(REMOVED)
            self._tell_pairing(connection)

    def _tell_pairing(self, connection: Connection) -> None:
        if self.pairings and connection.role == "banker":
            connection.tell(self.pairings.message())

    def changed(self) -> None:
        """Another game is in play, or none. A paired device without a seat in it watches."""
        for connection in self._greeted():
            connection.fall_behind()
            if not connection.device and (why := self._why_no_seat(connection.seat)):
                connection.hang_up(why)
        self.tell_trouble()

    def probe(self) -> None:
        self._host.probe()
        self.tell_trouble()

    def snapshot(self) -> bytes:
        session, trouble = self._host.session, self._trouble_now()
        prompts = self.controller.prompts() if self.controller is not None else None
        if session is None:
            return encode(Snapshot(0, None, (), trouble, prompts))
        moves = session.moves
        gone = taken_back(moves)
        recent = tuple(line for move in moves[-LOG_MOVES:] for line in log_lines(move, moves, gone))
        board, turns = board_print(session.game.board), recent_turns(moves)
        return encode(Snapshot(session.number, self._view(session), recent, trouble, prompts, board, turns))

    def _view(self, session: Session) -> View:
        clock = self.game_clock.clock(session) if self.game_clock is not None else None
        return with_clock(game_view(session.game_id, session.timeline), clock)

    def tell_trouble(self) -> None:
        """Tells everybody when trouble comes and when it goes."""
        if (trouble := self._trouble_now()) != self._trouble:
            self._trouble = trouble
            for connection in self._greeted():
                connection.tell(Trouble(trouble))

    def _trouble_now(self) -> str:
        return self._host.session.trouble if self._host.session is not None else self._host.trouble

    def _greeted(self) -> list[Connection]:
        return [connection for connection in self.connections if connection.role is not None]


def _answered(id: str, give: Callable[[], int]) -> Answer:
    try:
        return Answer(id, "done", give())
    except Refusal as refusal:
        return Answer(id, "refused", message=refusal.message, code=refusal.code.value, clauses=refusal.clauses)
    except OurMistake as mistake:
        return Answer(id, "mistake", message=str(mistake))
    except NotSaved as error:
        return Answer(id, "not-saved" if error.known else "unknown", message=str(error))
