"""Serves every connection: decodes a line, answers it, and sends the news. No socket in sight."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.journal.codec import UnknownAct, decode_act
from companion.play.acts import DoneAgain, RecordedMove, Rename, TakenBack
from companion.play.board_fixes import describe_fix, fixes_after
from companion.play.timeline import Timeline
from companion.rules import Refusal
from companion.rules.board import Board
from companion.table.games.boards import default_board
from companion.table.games.game_clock import GameClock
from companion.table.games.long_answer import LongAnswer, NeedsLoop, WorkProgress
from companion.table.games.session import NotSaved, OurMistake, Session
from companion.table.games.tags_file import read_tag
from companion.table.gestures.tags import CannotBind
from companion.table.messages.changes import ToldView, changed, told_view
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import (
    AnnounceWeb,
    BackUp,
    ClaimSeat,
    DeviceSeen,
    EnterAdmitted,
    ExplainClauses,
    ExportGame,
    HistoryRequest,
    Knock,
    ListGames,
    LookAtTag,
    NewGame,
    Pair,
    PutBackOnShelf,
    ReadGame,
    RepairJournal,
    RestoreBackup,
    ResumeGame,
    SetSounds,
    SetSpeech,
    ShelfRequest,
    ShowSetup,
    TakeOffShelf,
    VerifyJournal,
    WalkRequest,
)
from companion.table.messages.setup import SetupChoices, Usual
from companion.table.messages.views import BoardPrint, PairingView, View
from companion.table.messages.wire import (
    Answer,
    AnswerQuestion,
    Ask,
    Beat,
    CancelAsk,
    Changed,
    Garbled,
    Give,
    Hello,
    Moved,
    NewSetup,
    Pairing,
    Reply,
    Resync,
    Seated,
    Signal,
    Snapshot,
    TablePrompts,
    Trouble,
    Welcome,
    decode_from_client,
    encode,
)
from companion.table.server.attempt import attempt
from companion.table.server.connection import (
    Audience,
    Connection,
    has_real_cards,
    may_take_back,
    why_forbidden,
    why_no_seat,
)
from companion.table.server.enrol_walks import EnrolWalks
from companion.table.server.lamps_and_sounds import Sounds
from companion.table.server.pairing import MAX_DEVICES, Pairings
from companion.table.server.ports import CannotPull, Host
from companion.table.server.signal_controller import SignalController
from companion.table.server.stale import LATE, Beats, why_stale
from companion.table.views.game_view import board_print, game_view, with_clock
from companion.table.views.log import hides_more, log_lines, taken_back
from companion.table.views.new_game_choices import new_game_choices
from companion.table.views.page_view import page_view
from companion.table.views.tag_look import look_at_tag
from companion.table.views.turns import TurnMemory, recent_turns
from companion.table.views.why import explain_clauses

REMOVED = "This device was removed at the table. Pair it again to come back."
NOBODY_PAIRED = Pairing(PairingView())  # what every screen assumes at first
OTHER_GAME = "Another game is in play by now."
CHANGES_GAME = (NewGame, ResumeGame, RestoreBackup)
# What takes long, or changes files that something long may be reading: one after the other, beside moves.
IN_TURN = (
    *(ListGames, ShowSetup, ExportGame, ReadGame, VerifyJournal, BackUp, RepairJournal, RestoreBackup, ResumeGame),
    *(ShelfRequest, TakeOffShelf, PutBackOnShelf, HistoryRequest),
)
OF_THE_WEB_SERVER = (AnnounceWeb, Pair, DeviceSeen, Knock, EnterAdmitted)
LOG_MOVES = 40  # in a snapshot's log
MOST_SHOWN = 200  # moves in the log of a screen that has followed for long
# Of one paired device. An evening has a thousand moves, and building, mortgaging or taking back come in bursts.
MOVES_AT_ONCE, MOVES_A_SECOND = 60, 0.5
TOO_FAST = "Too many moves at once. Wait a moment."


class HangUp(Exception):
    """The table hangs up. The message says why."""


class Dispatcher:
    """Call `hear` for every line, `news` for every saved move, `changed` for another game and `probe` now and then."""

    def __init__(self, host: Host, app: str, restarted: str = "", now_ms: Callable[[], int] = lambda: 0) -> None:
        self._host = host
        self._app = app
        self.now_ms = now_ms
        self._beats = Beats(now_ms)
        self._moves_left: dict[str, tuple[float, int]] = {}  # of each device, and when that was so
        self.restarted = restarted
        self._trouble = self._trouble_now()
        self._viewed: tuple[Timeline, int, View] | None = None  # the last view, of this game and move
        self._told: dict[Audience, ToldView] = {}
        self._turns = TurnMemory()
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
                case Ask(request=request) if connection.put_in_line is not None and isinstance(request, IN_TURN):
                    connection.put_in_line(message)
                case Ask():
                    connection.tell(self.reply(connection, message, WorkProgress()))
                case CancelAsk(id):
                    connection.cancel(id)
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
            role, seat, connection.person = device.role, device.seat, device.person
        elif (role == "player") != (seat >= 0):
            raise HangUp("Only players have seats.")
        elif why := self._why_no_seat(seat):
            raise HangUp(why)
        connection.name, connection.device, connection.role, connection.seat = hello.name, hello.device, role, seat
        new = self._new_setup()
        if connection.audience is not None:  # such a page begins no games
            setup = SetupChoices(menu=new.setup.menu)
            new = NewSetup(new.board if self._host.session is None else BoardPrint(), setup)
        welcome = Welcome(
            PROTOCOL, self._app, new.board, self.restarted, new.setup, role, seat, connection.person, new.printed
        )
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

    def reply(self, connection: Connection, ask: Ask, progress: WorkProgress) -> Reply:
        """At once, however long it takes."""
        reply = self.begin_reply(connection, ask)
        return reply if isinstance(reply, Reply) else self.end_reply(ask, partial(reply, progress))

    def end_reply(self, ask: Ask, worked_out: Callable[[], Reply]) -> Reply:
        """What was worked out; in the loop again, if it has to be."""
        try:
            return worked_out()
        except NeedsLoop:
            return self._host.answer(ask)

    def begin_reply(self, connection: Connection, ask: Ask) -> Reply | LongAnswer:
        """The reply, or how to work it out in another thread."""
        if self._beats.is_late(ask.beat):
            return Reply(ask.id, done=False, message=LATE)
        if isinstance(ask.request, CHANGES_GAME) and ask.game not in (None, self._game_id()):
            return Reply(ask.id, done=False, message=OTHER_GAME)
        if isinstance(ask.request, ClaimSeat):
            if self.pairings is None or not connection.device or connection.role != "player":
                return Reply(ask.id, done=False, message="Only a player's phone asks whose it is.")
            return self.pairings.claim(ask.id, connection.device, ask.request.seat)
        if isinstance(ask.request, ExplainClauses):
            session = self._host.session
            return explain_clauses(ask.id, session.timeline if session is not None else None, ask.request)
        if isinstance(ask.request, LookAtTag):
            return self._look_at_tag(connection, ask.id, ask.request)
        if connection.role != "banker" and not isinstance(ask.request, HistoryRequest):
            return Reply(ask.id, done=False, message="Only the Banker may ask that.")
        if connection.device and isinstance(ask.request, OF_THE_WEB_SERVER):
            return Reply(ask.id, done=False, message="Only the server of the pages may ask that.")
        if isinstance(ask.request, SetSounds):
            if self.sounds is None or self.controller is None:
                return Reply(ask.id, done=False, message="This table makes no sounds.")
            reply = self.sounds.set(ask.id, on=ask.request.on)
            self.controller.look()
            return reply
        if isinstance(ask.request, SetSpeech):
            if self.sounds is None or self.controller is None:
                return Reply(ask.id, done=False, message="This table has no voice.")
            if ask.request.on and (why := self.controller.why_silent()):
                return Reply(ask.id, done=False, message=why)
            reply = self.sounds.set_speech(ask.id, on=ask.request.on)
            self.controller.look()
            return reply
        if isinstance(ask.request, WalkRequest) and self.walks is not None:
            return self.walks.answer(ask.id, ask.request, connection)
        return self._host.prepare(ask) or self._host.answer(ask)

    def _look_at_tag(self, connection: Connection, id: str, asked: LookAtTag) -> Reply:
        try:
            _, what = read_tag({**asked.what, "uid": ""})
        except CannotBind as error:
            return Reply(id, done=False, message=str(error))
        session = self._host.session
        if session is None:
            return look_at_tag(id, what, self._host.board, None, None)
        return look_at_tag(id, what, self._host.board, session.game, self._view_for(session, connection.audience))

    def _answer(self, connection: Connection, give: Give) -> Answer:
        try:
            act = decode_act(bytes(give.act))
        except UnknownAct as error:
            return Answer(give.id, "refused", code="unknown-command", message=f"There is no such command: {error}.")
        session = self._host.session
        timeline = session.timeline if session is not None else None
        if why := why_forbidden(connection.role or "viewer", connection.seat, act, timeline):
            return Answer(give.id, "forbidden", message=why)
        if session is None:
            return Answer(give.id, "refused", code="no-game", message="No game is in play: start or resume one.")
        if give.game not in ("", session.game_id):
            return Answer(give.id, "refused", code="other-game", message=OTHER_GAME)
        # Only the client that used an id is answered for it. Programs on this machine make up ids that nobody guesses.
        own_id = f"{connection.device}/{give.id}" if connection.device else give.id
        if not session.has_answered(own_id):  # what is sent again gets the same answer, however late
            if self._beats.is_late(give.beat):
                return Answer(give.id, "refused", code="late", message=LATE)
            if why := why_stale(session, act, give):
                return Answer(give.id, "refused", code="stale", message=why)
            if connection.device and not self._takes_move(connection.device):
                return Answer(give.id, "refused", code="too-fast", message=TOO_FAST)
        held = self.controller.why_held(act) if self.controller is not None else ""
        return _answered(give.id, lambda: session.give(own_id, act, held).number)

    def _takes_move(self, device: str) -> bool:
        """Is that no more than a person could do? Refused moves count, too."""
        now = self.now_ms()
        left, at_ms = self._moves_left.pop(device, (MOVES_AT_ONCE, now))
        left = min(MOVES_AT_ONCE, left + (now - at_ms) / 1000 * MOVES_A_SECOND)
        self._moves_left[device] = (left - 1 if left >= 1 else left), now
        if len(self._moves_left) > 2 * MAX_DEVICES:
            del self._moves_left[next(iter(self._moves_left))]
        return left >= 1

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
            view=self._view_for(session, None),
            log=log_lines(move, session.moves),
            board_fixes=fixes,
            turns=recent_turns(session.moves, told=self._turns),
            taken_back=next((event.number for event in move.events if isinstance(event, TakenBack)), 0),
            done_again=next((event.number for event in move.events if isinstance(event, DoneAgain)), 0),
        )
        if isinstance(move.act, Rename) and self.pairings is not None:
            before, called = move.before.name(move.act.player), move.after.name(move.act.player)
            attempt(
                "keeping whose devices they are", partial(self.pairings.follow_rename, move.act.player, before, called)
            )
        hides, lines = hides_more(session.moves, MOST_SHOWN), dict[Audience, tuple[bytes, ...]]()
        for connection in self._greeted():
            audience = connection.audience
            if audience not in lines:  # once for everyone who gets the same
                own = moved if audience is None else replace(moved, view=self._view_for(session, audience), turns=())
                told = encode(self._what_changed(audience, own))
                # A snapshot replaces what may no longer be shown.
                lines[audience] = (told, self.snapshot(audience)) if hides else (told,)
            for line in lines[audience]:
                connection.send(line, is_news=True)

    def _what_changed(self, audience: Audience, moved: Moved) -> Moved | Changed:
        """The whole, unless everybody who hears it knows the same: by the last move, or a snapshot since then."""
        before, now = self._told.get(audience), told_view(moved)
        self._told[audience] = now
        if before is None or (before.number, before.view.game) != (moved.number - 1, moved.view.game):
            return moved
        return changed(before, now, moved)

    def send_prompts(self, prompts: TablePrompts) -> None:
        content = encode(prompts)
        for connection in self._greeted():
            if connection.audience is None:
                connection.send(content, is_news=True)

    def beat(self) -> None:
        """Lets paired devices know, every two seconds, that the table is there."""
        if self._beats.is_due():
            content = encode(Beat(self._beats.number))
            for connection in self._greeted():
                if connection.device:
                    connection.send(content, is_news=True)

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
            self._seat_device(connection)
            self._tell_pairing(connection)

    def _seat_device(self, connection: Connection) -> None:
        """Whose a player's device is now: another game may be in play, or somebody may have said so."""
        if self.pairings is None or not connection.device or connection.role != "player":
            return
        seat, person = self.pairings.seat_of(connection.device)
        if (seat, person) != (connection.seat, connection.person):
            connection.seat, connection.person = seat, person
            connection.tell(Seated(seat, person))
            connection.fall_behind()

    def _tell_pairing(self, connection: Connection) -> None:
        if self.pairings and connection.role == "banker":
            connection.tell(self.pairings.message())

    def changed(self) -> None:
        """Another game is in play, or none. A player's device whose person is not at its seat must ask whose it is."""
        for connection in self._greeted():
            self._seat_device(connection)
            connection.fall_behind()
            if not connection.device and (why := self._why_no_seat(connection.seat)):
                connection.hang_up(why)
        if self.pairings and self.pairings.message() != NOBODY_PAIRED:
            self.tell_pairing()  # devices may have other seats
        self.tell_trouble()

    def probe(self) -> None:
        self._host.probe()
        self.tell_trouble()

    def snapshot(self, audience: Audience = None) -> bytes:
        session, trouble = self._host.session, self._trouble_now()
        prompts = self.controller.prompts() if self.controller is not None and audience is None else None
        if session is None:
            return encode(Snapshot(0, None, (), trouble, prompts))
        moves = session.moves
        last = moves[-LOG_MOVES:]
        gone = taken_back(last)
        recent = tuple(line for move in last for line in log_lines(move, moves, gone))
        board = board_print(session.game.board)
        turns = recent_turns(moves, told=self._turns) if audience is None else ()
        view = self._view_for(session, audience)
        now = Snapshot(session.number, view, recent, trouble, prompts, board, turns)
        if (told := self._told.get(audience)) is not None and not told.is_in(now):
            del self._told[audience]  # not all know the same: the clock has gone on, or the game was restored
        return encode(now)

    def _view_for(self, session: Session, audience: Audience) -> View:
        timeline, number = session.timeline, session.number
        if self._viewed is None or self._viewed[0] is not timeline or self._viewed[1] != number:
            self._viewed = timeline, number, game_view(session.game_id, timeline)
        clock = self.game_clock.clock(session) if self.game_clock is not None else None
        view = with_clock(self._viewed[2], clock)
        if audience is None:
            return view
        _, seat = audience
        is_own, real = may_take_back(timeline, seat), has_real_cards(session.game)
        return page_view(view, seat, may_take_back=is_own, has_real_cards=real)

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
