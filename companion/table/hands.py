"""What hands do at the table, carried out: signals become acts, and lamps, sounds and screens are told of it."""

from collections.abc import Callable, Sequence
from itertools import count

from msgspec.structs import replace

from companion.journal.codec import Act
from companion.rules import Refusal
from companion.rules.ids import BANK, PlayerId
from companion.rules.refusal import Code
from companion.table.at_hand import choice_view, guide_lines, sheet_view, to_put_right
from companion.table.bindings import Bindings, DeedTag, TokenTag
from companion.table.course import Taken
from companion.table.desk import CannotPull, Host
from companion.table.evidence import Verdict
from companion.table.interpret import interpret
from companion.table.log import what_was_done
from companion.table.meanings import Choice, Close, Cue, Do, Meaning, Nothing, Notice, Prompt, Show
from companion.table.messages import AtHand
from companion.table.open_questions import OpenQuestions, proposed
from companion.table.outputs import Outputs, Rig
from companion.table.question import Question
from companion.table.scene import Scene, after
from companion.table.sensed import BoardKind, Sensed
from companion.table.session import NotSaved, OurMistake, Session
from companion.table.sheet import Sheet
from companion.table.watch import Watch
from hardware.signals import ButtonPressed, DeviceFound, DeviceLost, Signal, TagPlaced, TokenLifted, TokenSeen

__all__ = ["Hands", "Rig"]

_SILENT = Notice("", "read")
_HALF_DONE = "A part of it was done: look at the last moves on the screen, and take back what should not be."


class Hands:
    """`feel` every signal, `news` of every move, `changed` for another game, `look` now and then.

    `now_ms` is the clock of the signals. Whenever something at hand has changed, `tell` is called with all of it.
    """

    def __init__(
        self,
        host: Host,
        rig: Rig,
        bindings: Bindings,
        *,
        now_ms: Callable[[], int],
        tell: Callable[[AtHand], None],
        name: str,
        board: BoardKind = BoardKind.IDENTIFYING,
        hand_dice: bool = False,
        pull: Callable[[bytes], None] | None = None,
    ) -> None:
        self._host = host
        self._outputs = Outputs(rig)
        self._now_ms = now_ms
        self._tell = tell
        self._ids = (f"{name}-{number}" for number in count(1))
        self._pull = pull
        self._scene = Scene(bindings=bindings, dice="hand" if hand_dice else "button")
        self._watch = Watch(Sensed(board, {}), hand_dice=hand_dice)
        self._verdict = Verdict()
        self._questions = OpenQuestions()
        self._said: Notice | Prompt = _SILENT
        self._told = AtHand()
        self.changed()

    # What comes in

    def feel(self, signal: Signal) -> None:
        if isinstance(signal, TokenSeen | TokenLifted | DeviceLost | DeviceFound):
            self._watch.feel(signal)
        else:
            self._tick_deed(signal)
            self._mind(signal)
        self.look()

    def _tick_deed(self, signal: Signal) -> None:
        what = self._scene.bindings.what(signal.uid) if isinstance(signal, TagPlaced) else None
        if isinstance(what, DeedTag):
            self._watch.to_put_right = self._watch.to_put_right.tick_deed(what.deed)

    def _mind(self, signal: Signal) -> None:
        meaning = self._offered(signal) or interpret(signal, self._scene)
        if isinstance(signal, ButtonPressed) or not isinstance(meaning, Nothing):
            self._said = _SILENT  # a tag that is only lifted again leaves what it brought up
        self._carry_out(meaning)

    def _offered(self, signal: Signal) -> Meaning | None:
        """While something is offered, that is what a confirmation takes, and not what the table waits for."""
        match signal, self._said:
            case ButtonPressed("confirm"), Prompt(_, (Choice(_, act),)) if isinstance(act, Act):
                return Do(act, BANK)
        return None

    def _carry_out(self, meaning: Meaning) -> None:
        match meaning:
            case Do(act, _, sheet):
                self._do(act, sheet)
            case Show(sheet):
                self._scene = replace(self._scene, sheet=sheet)
                self._outputs.cue("read")
            case Close():
                self._scene = replace(self._scene, sheet=None)
            case Prompt() | Notice():
                self._say(meaning)

    def _do(self, act: Act, sheet: Sheet | None) -> None:
        """What came of it is told by `news`. If that was nothing to hear, then at least that it was taken."""
        heard = self._outputs.cues
        try:
            self._give(act)
        except (Refusal, OurMistake, NotSaved) as error:
            self._say(Notice(str(error), "refused"))
            return
        self._scene = replace(self._scene, sheet=sheet)
        if self._outputs.cues == heard:
            self._outputs.cue("read")

    def _give(self, act: Act) -> int:
        return self._session().give(next(self._ids), act).number

    def _session(self) -> Session:
        if self._host.session is None:
            raise _no("No game is in play.")
        return self._host.session

    def _say(self, said: Notice | Prompt) -> None:
        self._said = said
        self._outputs.cue(_cue(said))

    def pull(self, lever: bytes) -> None:
        """Raises CannotPull."""
        if self._pull is None:
            raise CannotPull("Only a simulated table has levers; this one has real devices.")
        self._pull(lever)

    # The game goes on

    def news(self, taken: Taken) -> None:
        now_ms = self._now_ms()
        self._scene = after(self._scene, taken.act, taken.after, now_ms)
        if isinstance(self._said, Prompt) or not self._said.choices:
            self._said = _SILENT  # it was about the moment before; what a tag may become can still be said
        self._see_undo()
        self._watch.follow(taken, self._session().moves, now_ms)
        self._outputs.follow(taken)
        self.look()

    def changed(self) -> None:
        """Another game is in play, or none."""
        session = self._host.session
        game, tokens = (session.game, session.start.tokens) if session is not None else (None, ())
        self._scene = Scene(game, self._scene.bindings, tokens, dice=self._scene.dice)
        self._watch.begin(session.moves if session is not None else (), self._now_ms())
        self._see_undo()
        self._see_tags()

    def bind(self, bindings: Bindings) -> None:
        """The tags are others, and the game is the same."""
        self._scene = replace(self._scene, bindings=bindings)
        self._see_tags()

    def _see_tags(self) -> None:
        self._said = _SILENT
        self._watch.sensed = replace(self._watch.sensed, seats=_seats(self._scene.bindings, self._scene.tokens))
        self.look()

    def _see_undo(self) -> None:
        session = self._host.session
        taken = session.undoable() if session is not None else None
        words = what_was_done(taken, session.game) if session is not None and taken is not None else ""
        self._scene = replace(self._scene, undo=words, undo_number=taken.number if taken is not None else 0)

    # The board

    def look(self) -> None:
        self._verdict = self._watch.look(self._scene.game, self._now_ms())
        has_arrived = self._scene.is_arrived or self._has_arrived()
        self._scene = replace(self._scene, is_arrived=has_arrived, is_board_asked=self._verdict.holds_throw)
        self._questions.follow(self._verdict.questions)
        if (now := self._all_at_hand()) != self._told:
            self._told = now
            self._tell(now)

    def _has_arrived(self) -> bool:
        """Of the last throw. One that moved nobody, as from Jail, leaves the last arrival an old one."""
        arrived, thrown_at_ms = self._verdict.arrived, self._scene.thrown_at_ms
        return arrived is not None and thrown_at_ms is not None and arrived.at_ms >= thrown_at_ms

    def decide(self, question: int, *, board_is_right: bool) -> int:
        """The number of the last move that came of it, if any. Raises Refusal, OurMistake or NotSaved."""
        asked, number = self._questions.numbered(question), 0
        if board_is_right:
            number = self._follow_board(asked)
        else:
            self._watch.keep_screen(asked)
        self.look()
        return number

    def _follow_board(self, asked: Question) -> int:
        meant, number = proposed(asked, self._session()), 0
        if not meant.acts:
            raise _no(meant.refusal)
        try:
            for act in meant.acts:
                number = self._give(act)
        except (Refusal, OurMistake, NotSaved) as error:
            if not number:
                raise
            raise NotSaved(f"{_HALF_DONE} {error}", known=False) from error
        return number

    # What goes out

    def at_hand(self) -> AtHand:
        """As it was last told."""
        return self._told

    def _all_at_hand(self) -> AtHand:
        scene, verdict, said = self._scene, self._verdict, self._said
        return AtHand(
            sheet=sheet_view(scene.sheet),
            notice=said.text,
            cue=_cue(said) if said.text else "",
            choices=tuple(map(choice_view, said.choices)),
            guides=guide_lines(verdict, scene.game, scene.tokens, scene.bindings),
            questions=self._questions.views(self._host.session),
            to_put_right=to_put_right(self._watch.to_put_right, scene.game),
            proposed_throw=verdict.walked.steps if verdict.walked else 0,
            devices=self._outputs.devices(),
        )


def _cue(said: Notice | Prompt) -> Cue:
    return said.cue if isinstance(said, Notice) else "read"


def _no(why: str) -> Refusal:
    return Refusal(Code.WRONG_MOMENT, (), why)


def _seats(bindings: Bindings, tokens: Sequence[str]) -> dict[str, PlayerId]:
    """Whose token a tag is in this game."""
    pieces = {piece.casefold(): seat for seat, piece in enumerate(tokens)}
    tagged = ((uid, what.token.casefold()) for uid, what in bindings.tags if isinstance(what, TokenTag))
    return {uid: pieces[piece] for uid, piece in tagged if piece in pieces}
