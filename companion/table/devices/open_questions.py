"""The questions about the board that are open, each with its number, and what the answer *board is right* would do."""

from collections.abc import Sequence
from itertools import count

from companion.rules.refusal import Code, Refusal
from companion.table.devices.at_hand import question_view
from companion.table.messages import QuestionView
from companion.table.sensing.proposal import Proposal, proposal
from companion.table.sensing.question import Question
from companion.table.session import Session


class OpenQuestions:
    """The same question keeps its number for as long as it is open, and no number is used twice."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._open: dict[int, Question] = {}

    def follow(self, questions: Sequence[Question]) -> bool:
        """Only these are open now. Says whether a new one is among them."""
        known = {_topic(question): number for number, question in self._open.items()}
        self._open = {known.get(_topic(one)) or next(self._numbers): one for one in questions}
        return not self._open.keys() <= set(known.values())

    def numbered(self, number: int) -> Question:
        """Raises Refusal."""
        if number not in self._open:
            raise Refusal(Code.WRONG_MOMENT, (), "This question is not open any more.")
        return self._open[number]

    def views(self, session: Session | None) -> tuple[QuestionView, ...]:
        if session is None:
            return ()
        return tuple(_view(number, question, session) for number, question in self._open.items())


def proposed(question: Question, session: Session) -> Proposal:
    """Nothing, for a board that was disturbed: it is right about nothing."""
    if question.is_disturbed:
        return Proposal(refusal="The board was disturbed: it cannot be right.")
    (token,) = question.tokens
    return proposal(session.game, session.moves, token.seat, token.seen)


def _topic(question: Question) -> Question | None:
    """What it is about. A disturbed board is one question, however many tokens are back by now."""
    return None if question.is_disturbed else question


def _view(number: int, question: Question, session: Session) -> QuestionView:
    return question_view(number, question, proposed(question, session), session.game, session.start.tokens)
