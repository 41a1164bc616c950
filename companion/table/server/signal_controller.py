"""What hands do at the table, carried out: signals become acts, and lamps, sounds and screens are told of it."""

from collections.abc import Callable, Sequence
from itertools import count

from msgspec.structs import replace

from companion.play.acts import Act, RecordedMove
from companion.play.words import describe_move
from companion.rules import Refusal
from companion.rules.commands import Roll, Throw
from companion.rules.refusal import Code
from companion.table.games.session import NotSaved, OurMistake, Session
from companion.table.gestures.context import (
    SILENT,
    ChoicePrompt,
    Close,
    Cue,
    Do,
    GestureContext,
    LetIn,
    Meaning,
    MoveHighlight,
    Nothing,
    Notice,
    Show,
    after_act,
)
from companion.table.gestures.dice_button import BOARD_FIRST
from companion.table.gestures.interpret import interpret
from companion.table.gestures.question import with_walked
from companion.table.gestures.tags import Bindings, DeedTag
from companion.table.messages.setup import DiceFrom
from companion.table.messages.views import RigView, WalkView
from companion.table.messages.wire import TablePrompts
from companion.table.server.board_questions import SensedBoard
from companion.table.server.lamps_and_sounds import Outputs, Rig
from companion.table.server.ports import CannotPull, Host
from companion.table.views.table_prompts import choice_view, enrolling, guide_lines, sheet_view, to_put_right
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

__all__ = ["Rig", "SignalController"]


class SignalController:
    """`feel` every signal, `news` of every move, `changed` for another game, `look` now and then.

    `now_ms` is the clock of the signals. Whenever something at hand has changed, `tell` is called with all of it.
    A simulated rig has levers to `pull`, and says how it `stands`. `hand_dice` is for a game that does not say.
    """

    def __init__(
        self,
        host: Host,
        rig: Rig,
        bindings: Bindings,
        *,
        now_ms: Callable[[], int],
        tell: Callable[[TablePrompts], None],
        name: str,
        board: BoardKind = BoardKind.IDENTIFYING,
        hand_dice: bool = False,
        pull: Callable[[bytes], None] | None = None,
        stands: Callable[[], RigView] | None = None,
        date_ms: Callable[[], int] = lambda: 0,
        are_muted: Callable[[], bool] = lambda: False,
        let_in: Callable[[], str] = lambda: "This table has no door for tablets and phones.",
    ) -> None:
        self._host = host
        self._giving = Giving(host, name)
        self._outputs = Outputs(rig, date_ms, are_muted)
        self._stands = stands
        self._let_in = let_in
        self._now_ms = now_ms
        self._tell = tell
        self._pull = pull
        self._usual_dice: DiceFrom = "hand" if hand_dice else "button"
        self._scene = GestureContext(bindings=bindings, dice=self._usual_dice)
        self._board = SensedBoard(board)
        self._walk: WalkView | None = None
        self._told = TablePrompts()
        self.changed()

    # What comes in

    def feel(self, signal: Signal) -> None:
        if isinstance(signal, TokenSeen | TokenLifted | DeviceLost | DeviceFound):
            self._board.feel(signal)
        else:
            self._tick_deed(signal)
            self._mind(signal)
        self.look()

    def _tick_deed(self, signal: Signal) -> None:
        what = self._scene.bindings.what(signal.uid) if isinstance(signal, TagPlaced) else None
        if isinstance(what, DeedTag):
            self._board.tick_deed(what)

    def _mind(self, signal: Signal) -> None:
        meaning, before = interpret(signal, self._scene), self._scene.game
        if isinstance(signal, ButtonPressed) or not isinstance(meaning, Nothing):
            self._scene = replace(self._scene, notice=SILENT)  # a tag that is only lifted leaves what it brought up
        if isinstance(signal, ButtonHeld) and (signal.button == "cancel" or isinstance(meaning, LetIn)):
            self._scene = replace(self._scene, sheet=None)  # what its press brought up was not meant
        self._carry_out(meaning)
        if isinstance(signal, ButtonPressed) and signal.button == "confirm":
            self._scene = replace(self._scene, is_yes_taken=self._scene.game is not before)

    def _carry_out(self, meaning: Meaning) -> None:
        match meaning:
            case Do(act, _, first):
                self._do(*first, act)
            case Show(sheet):
                self._scene = replace(self._scene, sheet=sheet)
                self._outputs.cue("read")
            case MoveHighlight(sheet, at_ms):
                self._scene = replace(self._scene, sheet=sheet, shown_at_ms=at_ms)
                self._outputs.cue("read")
            case Close():
                self._scene = replace(self._scene, sheet=None)
            case ChoicePrompt() | Notice():
                self._say(meaning)
            case LetIn():
                self._say(Notice(self._let_in(), "read"))

    def _do(self, *acts: Act) -> None:
        """What came of it is told by `news`. If that was nothing to hear, then at least that it was taken."""
        heard = self._outputs.cues
        try:
            self._giving.give_all(acts)
        except (Refusal, OurMistake, NotSaved) as error:
            self._say(Notice(str(error), "refused"))
            return
        if self._outputs.cues == heard:
            self._outputs.cue("read")

    def _say(self, said: Notice | ChoicePrompt) -> None:
        shown_at_ms = self._now_ms() if isinstance(said, ChoicePrompt) else self._scene.shown_at_ms
        self._scene = replace(self._scene, notice=said, shown_at_ms=shown_at_ms)
        self._outputs.cue(_cue(said))

    def pull(self, lever: bytes) -> None:
        """Raises CannotPull."""
        if self._pull is None:
            raise CannotPull("Only a simulated table has levers; this one has real devices.")
        self._pull(lever)
        self.look()

    # The game goes on

    def news(self, taken: RecordedMove) -> None:
        now_ms = self._now_ms()
        self._scene = after_act(self._scene, taken.act, taken.after, now_ms)
        if isinstance(self._scene.notice, ChoicePrompt) or not self._scene.notice.choices:
            self._scene = replace(self._scene, notice=SILENT)  # about the moment before; a tag can still be enrolled
        self._see_undo()
        self._board.follow(taken, self._giving.session.moves, now_ms)
        self._outputs.follow(taken)
        self.look()

    def changed(self) -> None:
        """Another game is in play, or none."""
        session = self._host.session
        game, tokens = (session.game, session.start.tokens) if session is not None else (None, ())
        dice = (session.start.dice if session is not None else "") or self._usual_dice
        self._scene = GestureContext(game, self._scene.bindings, tokens, dice=dice)
        moves = session.moves if session is not None else ()
        self._board.begin(moves, self._now_ms(), hand_dice=dice == "hand")
        self._see_undo()
        self._see_tags()

    def bind(self, bindings: Bindings) -> None:
        """The tags are others, and the game is the same."""
        self._scene = replace(self._scene, bindings=bindings)
        self._see_tags()

    def show_walk(self, walk: WalkView | None) -> None:
        """Somebody enrols."""
        self._walk = walk
        self.look()

    def _see_tags(self) -> None:
        self._scene = replace(self._scene, notice=SILENT)
        self._board.know(self._scene.bindings, self._scene.tokens)
        self.look()

    def _see_undo(self) -> None:
        session = self._host.session
        taken = session.timeline.undoable() if session is not None else None
        words = describe_move(taken, session.game) if session is not None and taken is not None else ""
        self._scene = replace(self._scene, undo=words, undo_number=taken.number if taken is not None else 0)

    # The board

    def look(self) -> None:
        is_asked_anew = self._board.look(self._scene.game, self._now_ms())
        has_arrived = self._scene.is_arrived or self._board.has_arrived(self._scene.thrown_at_ms)
        is_board_asked = self._board.verdict.holds_throw
        self._scene = replace(self._scene, is_arrived=has_arrived, is_board_asked=is_board_asked)
        if is_asked_anew:
            self._outputs.cue("refused")  # nobody throws until it is answered
        self._propose_throw()
        if (now := self._prompts_now()) != self._told:
            self._told = now
            self._tell(now)

    def _propose_throw(self) -> None:
        """With dice thrown by hand, as far as a token has gone."""
        before, self._scene = self._scene, with_walked(self._scene, self._board.verdict.walked, self._now_ms())
        if self._scene.sheet not in (None, before.sheet):
            self._outputs.cue("read")

    def why_held(self, act: Act) -> str:
        """Why a screen's throw must wait; nothing if it need not."""
        return BOARD_FIRST if self._scene.is_board_asked and isinstance(act, Roll | Throw) else ""

    def decide(self, question: int, *, board_is_right: bool) -> int:
        """The number of the last move that came of it, if any. Raises Refusal, OurMistake or NotSaved."""
        number = 0
        if board_is_right:
            number = self._giving.give_all(self._board.acts_of_board(question, self._giving.session))
        else:
            self._board.keep_screen(question)
        self.look()
        return number

    # What goes out

    def prompts(self) -> TablePrompts:
        """As it was last told."""
        return self._told

    def _prompts_now(self) -> TablePrompts:
        scene, verdict, said = self._scene, self._board.verdict, self._scene.notice
        return TablePrompts(
            sheet=sheet_view(scene.sheet, scene.game),
            notice=said.text,
            cue=_cue(said) if said.text else "",
            choices=tuple(map(choice_view, said.choices)),
            guides=(*guide_lines(verdict, scene.game, scene.tokens, scene.bindings), *enrolling(self._walk)),
            questions=self._board.questions(self._host.session),
            to_put_right=to_put_right(self._board.to_put_right, scene.game),
            proposed_throw=verdict.walked.steps if verdict.walked else 0,
            devices=self._outputs.devices(),
            rig=self._stands() if self._stands is not None else None,
            walk=self._walk,
            muted=self._outputs.are_muted(),
        )


def _cue(said: Notice | ChoicePrompt) -> Cue:
    return said.cue if isinstance(said, Notice) else "read"


_HALF_DONE = "A part of it was done: look at the last moves on the screen, and take back what should not be."


class Giving:
    """`name` begins every id: no act has that of one before a restart."""

    def __init__(self, host: Host, name: str) -> None:
        self._host = host
        self._ids = (f"{name}-{number}" for number in count(1))

    @property
    def session(self) -> Session:
        """Raises Refusal without one."""
        if self._host.session is None:
            raise Refusal(Code.WRONG_MOMENT, (), "No game is in play.")
        return self._host.session

    def give_all(self, acts: Sequence[Act]) -> int:
        """The number of the last. Raises Refusal, OurMistake or NotSaved, and says so if a part was done."""
        number = 0
        try:
            for act in acts:
                number = self._give(act)
        except (Refusal, OurMistake, NotSaved) as error:
            if not number:
                raise
            raise NotSaved(f"{_HALF_DONE} {error}", known=False) from error
        return number

    def _give(self, act: Act) -> int:
        return self.session.give(next(self._ids), act).number
