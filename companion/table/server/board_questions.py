"""The questions about the board that are open, each with its number, and what the answer *board is right* would do."""

from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from companion.play.acts import Act, RecordedMove
from companion.rules.ids import PlayerId
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.table.games.session import Session
from companion.table.gestures.board_evidence import BoardQuestion, BoardVerdict
from companion.table.gestures.board_proposal import BoardProposal, propose_board
from companion.table.gestures.board_watch import BoardWatch, Checklist
from companion.table.gestures.sensed_board import SPACES, SensedPieces
from companion.table.gestures.tags import Bindings, DeedTag, TokenTag
from companion.table.messages.views import QuestionView
from companion.table.views.table_prompts import question_view
from hardware.signals import BoardKind, Signal


class OpenQuestions:
    """The same question keeps its number for as long as it is open, and no number is used twice."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._open: dict[int, BoardQuestion] = {}

    def follow(self, questions: Sequence[BoardQuestion]) -> bool:
        """Only these are open now. Says whether a new one is among them."""
        known = {_topic(question): number for number, question in self._open.items()}
        self._open = {known.get(_topic(one)) or next(self._numbers): one for one in questions}
        return not self._open.keys() <= set(known.values())

    def numbered(self, number: int) -> BoardQuestion:
        """Raises Refusal."""
        if number not in self._open:
            raise Refusal(Code.WRONG_MOMENT, (), "This question is not open any more.")
        return self._open[number]

    def views(self, session: Session | None) -> tuple[QuestionView, ...]:
        if session is None:
            return ()
        return tuple(_view(number, question, session) for number, question in self._open.items())


def proposed(question: BoardQuestion, session: Session) -> BoardProposal:
    """Nothing, for a board that was disturbed: it is right about nothing."""
    if question.is_disturbed:
        return BoardProposal(refusal="The board was disturbed: it cannot be right.")
    (token,) = question.tokens
    return propose_board(session.game, session.moves, token.seat, token.seen)


def _topic(question: BoardQuestion) -> BoardQuestion | None:
    """What it is about. A disturbed board is one question, however many tokens are back by now."""
    return None if question.is_disturbed else question


def _view(number: int, question: BoardQuestion, session: Session) -> QuestionView:
    return question_view(number, question, proposed(question, session), session.game, session.start.tokens)


class SensedBoard:
    """`verdict` is that of the last look."""

    def __init__(self, kind: BoardKind) -> None:
        self._watch = BoardWatch(SensedPieces(kind, {}))
        self._questions = OpenQuestions()
        self.verdict = BoardVerdict()

    def feel(self, signal: Signal) -> None:
        self._watch.feel(signal)

    def begin(self, moves: Sequence[RecordedMove], at_ms: int, *, hand_dice: bool) -> None:
        """Another game is in play, or none."""
        self._watch.hand_dice = hand_dice
        self._watch.begin(moves, at_ms)

    def know(self, bindings: Bindings, tokens: Sequence[str]) -> None:
        """Whose token is which in this game, and which spaces were walked."""
        walked = frozenset(space for _, space in bindings.spots)
        self._watch.sensed = replace(self._watch.sensed, seats=_seats(bindings, tokens), spaces=walked or SPACES)

    def follow(self, taken: RecordedMove, moves: Sequence[RecordedMove], at_ms: int) -> None:
        self._watch.follow(taken, moves, at_ms)

    def look(self, game: Game | None, now_ms: int) -> bool:
        """Is there a new question?"""
        self.verdict = self._watch.look(game, now_ms)
        return self._questions.follow(self.verdict.questions)

    def has_arrived(self, thrown_at_ms: int | None) -> bool:
        """The token of the last throw. One that moved nobody, as from Jail, leaves the last arrival an old one."""
        arrived = self.verdict.arrived
        return arrived is not None and thrown_at_ms is not None and arrived.at_ms >= thrown_at_ms

    # What is asked

    def questions(self, session: Session | None) -> tuple[QuestionView, ...]:
        return self._questions.views(session)

    def keep_screen(self, number: int) -> None:
        """Raises Refusal if the question is not open any more; so does the other answer."""
        self._watch.keep_screen(self._questions.numbered(number))

    def acts_of_board(self, number: int, session: Session) -> tuple[Act, ...]:
        """What is to be done if the board is right."""
        meant = proposed(self._questions.numbered(number), session)
        if not meant.acts:
            raise Refusal(Code.WRONG_MOMENT, (), meant.refusal)
        return meant.acts

    # What is to be put right

    @property
    def to_put_right(self) -> Checklist:
        return self._watch.to_put_right

    def tick_deed(self, tag: DeedTag) -> None:
        self._watch.to_put_right = self._watch.to_put_right.tick_deed(tag.deed)


def _seats(bindings: Bindings, tokens: Sequence[str]) -> dict[str, PlayerId]:
    """Whose token a tag is in this game."""
    pieces = {piece.casefold(): seat for seat, piece in enumerate(tokens)}
    tagged = ((uid, what.token.casefold()) for uid, what in bindings.tags if isinstance(what, TokenTag))
    return {uid: pieces[piece] for uid, piece in tagged if piece in pieces}
