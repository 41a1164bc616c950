"""The sensed board at the table: where it disagrees with the game, numbered questions about that, and their answers."""

from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from companion.play.acts import Act, RecordedMove
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


class SensedBoard:
    """`verdict` is that of the last look.

    A question keeps its number as long as it is open, and no number is used twice.
    """

    def __init__(self, kind: BoardKind) -> None:
        self._watch = BoardWatch(SensedPieces(kind, {}))
        self._numbers = count(1)
        self._open: dict[int, BoardQuestion] = {}
        self.verdict = BoardVerdict()

    def feel(self, signal: Signal) -> None:
        self._watch.feel(signal)

    def begin(self, moves: Sequence[RecordedMove], at_ms: int, *, hand_dice: bool) -> None:
        """Another game is in play, or none."""
        self._watch.hand_dice = hand_dice
        self._watch.begin(moves, at_ms)

    def set_bindings(self, bindings: Bindings, tokens: Sequence[str]) -> None:
        """Whose token is which in this game, and which spaces were enrolled."""
        pieces = {piece.casefold(): seat for seat, piece in enumerate(tokens)}
        tagged = ((uid, what.token.casefold()) for uid, what in bindings.tags if isinstance(what, TokenTag))
        seats = {uid: pieces[piece] for uid, piece in tagged if piece in pieces}
        walked = frozenset(space for _, space in bindings.spots)
        self._watch.sensed = replace(self._watch.sensed, seats=seats, spaces=walked or SPACES)

    def follow(self, move: RecordedMove, moves: Sequence[RecordedMove], at_ms: int) -> None:
        self._watch.follow(move, moves, at_ms)

    def look(self, game: Game | None, now_ms: int) -> bool:
        """True if there is a new question."""
        self.verdict = self._watch.look(game, now_ms)
        known = {_topic(question): number for number, question in self._open.items()}
        self._open = {known.get(_topic(one)) or next(self._numbers): one for one in self.verdict.questions}
        return not self._open.keys() <= set(known.values())

    def has_arrived(self, thrown_at_ms: int | None) -> bool:
        """Has the token of the last roll arrived? A roll that moves nobody, as from Jail, has no arrival of its own."""
        arrived = self.verdict.arrived
        return arrived is not None and thrown_at_ms is not None and arrived.at_ms >= thrown_at_ms

    # Questions and answers

    def questions(self, session: Session | None) -> tuple[QuestionView, ...]:
        if session is None:
            return ()
        game, tokens = session.game, session.start.tokens
        return tuple(
            question_view(number, question, _proposal(question, session), game, tokens)
            for number, question in self._open.items()
        )

    def keep_screen(self, number: int) -> None:
        """The screen is right. Raises Refusal if the question is no longer open."""
        self._watch.keep_screen(self._question(number))

    def acts_of_board(self, number: int, session: Session) -> tuple[Act, ...]:
        """What to do if the board is right. Raises Refusal."""
        proposal = _proposal(self._question(number), session)
        if not proposal.acts:
            raise Refusal(Code.WRONG_MOMENT, (), proposal.refusal)
        return proposal.acts

    def _question(self, number: int) -> BoardQuestion:
        if number not in self._open:
            raise Refusal(Code.WRONG_MOMENT, (), "This question is not open any more.")
        return self._open[number]

    # What to fix on the board after an undo or redo

    @property
    def board_fixes(self) -> Checklist:
        return self._watch.board_fixes

    def tick_deed(self, tag: DeedTag) -> None:
        self._watch.board_fixes = self._watch.board_fixes.tick_deed(tag.deed)


def _topic(question: BoardQuestion) -> BoardQuestion | None:
    """A disturbed board is one question, however many tokens are back by now."""
    return None if question.is_disturbed else question


def _proposal(question: BoardQuestion, session: Session) -> BoardProposal:
    if question.is_disturbed:
        return BoardProposal(refusal="The board was disturbed: it cannot be right.")
    (token,) = question.tokens
    return propose_board(session.game, session.moves, token.seat, token.seen)
