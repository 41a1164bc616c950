"""Carries out what people do with buttons, tags and tokens: signals become acts; lamps, sounds and screens follow."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

from msgspec.structs import replace

from companion.play.acts import Act, RecordedMove
from companion.play.words import describe_move
from companion.rules import Refusal
from companion.rules.commands import AnyRoll
from companion.rules.refusal import Code
from companion.table.games.session import NotSaved, OurMistake, Session
from companion.table.gestures.board_evidence import BoardVerdict
from companion.table.gestures.board_proposal import propose_answer
from companion.table.gestures.board_watch import BoardWatch
from companion.table.gestures.buttons import BOARD_FIRST
from companion.table.gestures.context import (
    SILENT,
    ChoicePrompt,
    Close,
    Do,
    GestureContext,
    LetIn,
    MoveHighlight,
    Nothing,
    Notice,
    Show,
    after_act,
    with_walked,
)
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sensed_board import SensedPieces
from companion.table.gestures.tags import Bindings, DeedTag
from companion.table.messages.setup import DiceFrom
from companion.table.messages.views import QuestionView, RigView, WalkView
from companion.table.messages.wire import TablePrompts
from companion.table.server.announcer import Announcer
from companion.table.server.attempt import attempt
from companion.table.server.lamps_and_sounds import LampsAndSounds
from companion.table.server.ports import CannotPull, Host, OutputRig
from companion.table.views.table_prompts import (
    board_fix_views,
    choice_view,
    enrolling,
    guide_lines,
    question_view,
    sheet_view,
)
from hardware.signals import (
    BoardKind,
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    TagPlaced,
    TokenLifted,
    TokenSeen,
)

LAST_MOVES = 200  # of a resumed game: everybody has moved in them
_HALF_DONE = "A part of it was done: look at the last moves on the screen, and take back what should not be."


class SignalController:
    """Call `feel` for every signal, `news` for every move, `changed` for another game, and `look` now and then.

    `now_ms` is the clock of the signals. When a prompt changes, `send` is called with all of them. `name` begins the id
    of every act: no two tables may share one. A simulated rig has levers to `pull`, and `rig_view` says how it stands.
    `hand_dice` is for a game that does not say. The `announcer` says aloud what screens show.
    """

    def __init__(
        self,
        host: Host,
        rig: OutputRig,
        bindings: Bindings,
        *,
        now_ms: Callable[[], int],
        send: Callable[[TablePrompts], None],
        name: str,
        board: BoardKind = BoardKind.IDENTIFYING,
        hand_dice: bool = False,
        pull: Callable[[bytes], None] | None = None,
        rig_view: Callable[[], RigView] | None = None,
        date_ms: Callable[[], int] = lambda: 0,
        are_muted: Callable[[], bool] = lambda: False,
        announcer: Announcer | None = None,
        let_in: Callable[[], str] = lambda: "This table has no door for tablets and phones.",
    ) -> None:
        self._host = host
        self._ids = (f"{name}-{number}" for number in count(1))
        self._outputs = LampsAndSounds(rig, date_ms, are_muted)
        self._announcer = announcer or Announcer(None)
        self._rig_view = rig_view
        self._let_in = let_in
        self._now_ms = now_ms
        self._send = send
        self._pull = pull
        self._usual_dice: DiceFrom = "hand" if hand_dice else "button"
        self._context = GestureContext(host.board, bindings=bindings, dice=self._usual_dice)
        self._board = BoardWatch(SensedPieces(board, {}))
        self._verdict = BoardVerdict()  # of the last look at it
        self._walk: WalkView | None = None
        self._is_giving = False
        self._sent = TablePrompts()
        self.changed()

    # What comes in

    def feel(self, signal: Signal) -> None:
        if isinstance(signal, TokenSeen | TokenLifted | DeviceLost | DeviceFound):
            self._board.feel(signal)
            self.look()
            return
        tag = self._context.bindings.what(signal.uid) if isinstance(signal, TagPlaced) else None
        if isinstance(tag, DeedTag):
            self._board.board_fixes = self._board.board_fixes.tick_deed(tag.deed)
        meaning, before = interpret(signal, self._context), self._context.game
        said = self._announcer.said
        if isinstance(signal, ButtonPressed) or not isinstance(meaning, Nothing):
            self._context = replace(self._context, notice=SILENT)  # lifting a tag leaves what it brought up
        if isinstance(signal, ButtonHeld) and (signal.button == "cancel" or isinstance(meaning, LetIn)):
            self._context = replace(self._context, sheet=None)  # what its press brought up was not meant
        match meaning:
            case Do(act, _, first):
                self._do(*first, act)
            case Show(sheet):
                self._context = replace(self._context, sheet=sheet)
                self._outputs.cue("read")
            case MoveHighlight(sheet, at_ms):
                self._context = replace(self._context, sheet=sheet, shown_at_ms=at_ms)
                self._outputs.cue("read")
            case Close():
                self._context = replace(self._context, sheet=None)
            case ChoicePrompt() | Notice():
                self._say(meaning)
            case LetIn():
                self._say(Notice(self._let_in(), "read"))
        if isinstance(signal, ButtonPressed) and signal.button == "confirm":
            self._context = replace(self._context, is_yes_taken=self._context.game is not before)
        self.look()
        if isinstance(signal, ButtonPressed | TagPlaced) and self._announcer.said == said:
            attempt("saying it again", self._announcer.repeat)  # every press and tap is answered

    def _do(self, *acts: Act) -> None:
        """`news` gives the cues of what came of it. If there were none, one says that the gesture was taken."""
        cues = self._outputs.cues
        try:
            self._give_all(acts)
        except (Refusal, OurMistake, NotSaved) as error:
            self._say(Notice(str(error), "refused"))
            return
        if self._outputs.cues == cues:
            self._outputs.cue("read")

    def _say(self, notice: Notice | ChoicePrompt) -> None:
        shown_at_ms = self._now_ms() if isinstance(notice, ChoicePrompt) else self._context.shown_at_ms
        self._context = replace(self._context, notice=notice, shown_at_ms=shown_at_ms)
        self._outputs.cue(notice.cue)

    def pull(self, lever: bytes) -> None:
        """Raises CannotPull."""
        if self._pull is None:
            raise CannotPull("Only a simulated table has levers; this one has real devices.")
        self._pull(lever)
        self.look()

    # The game goes on

    def _session(self) -> Session:
        """Raises Refusal without one."""
        if self._host.session is None:
            raise Refusal(Code.WRONG_MOMENT, (), "No game is in play.")
        return self._host.session

    def _give_all(self, acts: Sequence[Act]) -> int:
        """The number of the last move. Raises Refusal, OurMistake or NotSaved, and says so if a part was done.

        Whoever calls this looks afterwards, once for all of it.
        """
        number, self._is_giving = 0, True
        try:
            for act in acts:
                number = self._session().give(next(self._ids), act).number
        except (Refusal, OurMistake, NotSaved) as error:
            if not number:
                raise
            raise NotSaved(f"{_HALF_DONE} {error}", known=False) from error
        finally:
            self._is_giving = False
        return number

    def news(self, move: RecordedMove) -> None:
        now_ms = self._now_ms()
        self._context = after_act(self._context, move.act, move.after, now_ms)
        if isinstance(self._context.notice, ChoicePrompt) or not self._context.notice.choices:
            self._context = replace(self._context, notice=SILENT)  # out of date; but a tag can still be enrolled
        self._see_undo()
        self._board.follow(move, self._session().moves, now_ms)
        self._outputs.follow(move)
        attempt("saying what was done", partial(self._announcer.follow, move, self._session().moves))
        if not self._is_giving:
            self.look()

    def changed(self) -> None:
        """Another game is in play, or none."""
        session = self._host.session
        game, tokens = (session.game, session.start.tokens) if session is not None else (None, ())
        dice = (session.start.dice if session is not None else "") or self._usual_dice
        self._context = GestureContext(self._host.board, game, self._context.bindings, tokens, dice=dice)
        self._board.hand_dice = dice == "hand"
        self._board.begin(session.moves[-LAST_MOVES:] if session is not None else (), self._now_ms())
        self._see_undo()
        self._announcer.forget()
        self.bind(self._context.bindings)

    def bind(self, bindings: Bindings) -> None:
        """The tags have changed, or whose token is which."""
        self._context = replace(self._context, bindings=bindings, notice=SILENT)
        self._board.set_bindings(bindings, self._context.tokens)
        self.look()

    def show_walk(self, walk: WalkView | None) -> None:
        """Somebody is enrolling tags."""
        self._walk = walk
        self.look()

    def _see_undo(self) -> None:
        session = self._host.session
        move = session.timeline.undoable() if session is not None else None
        words = describe_move(move, session.game) if session is not None and move is not None else ""
        self._context = replace(self._context, undo=words, undo_number=move.number if move is not None else 0)

    # The board

    def look(self) -> None:
        """Looks at the board, and sends the prompts if they have changed."""
        asked, rolled_ms, sheet = set(self._board.questions), self._context.thrown_at_ms, self._context.sheet
        self._verdict = verdict = self._board.look(self._context.game, self._now_ms())
        # A roll that moves nobody, as from Jail, has no arrival of its own.
        is_there = verdict.arrived is not None and rolled_ms is not None and verdict.arrived.at_ms >= rolled_ms
        is_arrived = self._context.is_arrived or is_there
        self._context = replace(self._context, is_arrived=is_arrived, is_board_asked=verdict.holds_throw)
        if self._board.questions.keys() - asked:
            self._outputs.cue("refused")  # nobody rolls until it is answered
        self._context = with_walked(self._context, verdict.walked, self._now_ms())
        if self._context.sheet not in (None, sheet):
            self._outputs.cue("read")  # a token has proposed a roll
        if (now := self._prompts_now()) != self._sent:
            self._sent = now
            self._send(now)
        attempt("saying what is asked", partial(self._announcer.look, now, self._context.game))

    def announce(self, text: str) -> None:
        """Aloud, if the table speaks: screens show it already."""
        attempt("saying something", partial(self._announcer.tell, text))

    def why_silent(self) -> str:
        """Why the table cannot speak; empty if it can."""
        return self._announcer.missing()

    def why_held(self, act: Act) -> str:
        """Why a roll from a screen must wait; empty if it need not."""
        return BOARD_FIRST if self._context.is_board_asked and isinstance(act, AnyRoll) else ""

    def decide(self, question: int, *, board_is_right: bool) -> int:
        """The number of the last move it led to, if any. Raises Refusal, OurMistake or NotSaved."""
        asked = self._board.question(question)
        try:
            if not board_is_right:
                self._board.keep_screen(asked)
                return 0
            session = self._session()
            proposal = propose_answer(asked, session.game, session.moves)
            if not proposal.acts:
                raise Refusal(Code.WRONG_MOMENT, (), proposal.refusal)
            return self._give_all(proposal.acts)
        finally:
            self.look()

    # What goes out

    def prompts(self) -> TablePrompts:
        """As they were last sent."""
        return self._sent

    def _prompts_now(self) -> TablePrompts:
        context, verdict, notice, session = self._context, self._verdict, self._context.notice, self._host.session
        questions: tuple[QuestionView, ...] = ()
        if session is not None:
            game, moves = session.game, session.moves
            questions = tuple(
                question_view(number, one, propose_answer(one, game, moves), game, session.start.tokens)
                for number, one in self._board.questions.items()
            )
        return TablePrompts(
            sheet=sheet_view(context.sheet, context.game),
            notice=notice.text,
            cue=notice.cue if notice.text else "",
            choices=tuple(map(choice_view, notice.choices)),
            guides=(*guide_lines(verdict, context.game, context.tokens, context.bindings), *enrolling(self._walk)),
            questions=questions,
            board_fixes=board_fix_views(self._board.board_fixes, context.game),
            proposed_throw=verdict.walked.steps if verdict.walked else 0,
            devices=(*self._outputs.devices(), *self._announcer.devices()),
            rig=self._rig_view() if self._rig_view is not None else None,
            walk=self._walk,
            muted=self._outputs.are_muted(),
            is_spoken=self._announcer.is_on(),
        )
