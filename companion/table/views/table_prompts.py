"""What a screen shows beside the game: the sheet of a press or tap, choices, questions about the board, what to fix."""

from collections.abc import Sequence

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from companion.play.board_fixes import describe_fix
from companion.rules.lists import sentence
from companion.rules.state import Game
from companion.table.gestures.board_evidence import (
    BoardQuestion,
    BoardVerdict,
    describe_guide,
    describe_places,
    describe_question,
    describe_stranger,
)
from companion.table.gestures.board_proposal import BoardProposal, describe_changes
from companion.table.gestures.board_watch import Checklist
from companion.table.gestures.context import Begin, Enrol, OfferedChoice, Resume
from companion.table.gestures.sheet import QUESTION, THROWN, Sheet
from companion.table.gestures.tags import Bindings, describe_tag
from companion.table.messages.views import ChoiceView, FixView, QuestionView, SheetView, WalkView
from companion.table.views.moves import move_view


def sheet_view(sheet: Sheet | None, game: Game | None) -> SheetView | None:
    """On a screen only the Banker enters a roll."""
    if sheet is None or game is None:
        return None
    options = (replace(one, banker=True) for one in sheet.moves) if sheet.deed == THROWN else sheet.moves
    moves = tuple(move_view(game, option) for option in options)
    first = tuple(Raw(msgspec.json.encode(act)) for act in sheet.first)
    return SheetView(sheet.text, moves, sheet.highlighted, max(sheet.deed, QUESTION), first)


def choice_view(choice: OfferedChoice) -> ChoiceView:
    match choice.does:
        case Begin():
            return ChoiceView(choice.label, does="begin")
        case Resume():
            return ChoiceView(choice.label, does="resume")
        case Enrol(uid):
            return ChoiceView(choice.label, does="enrol", uid=uid)
        case act:
            return ChoiceView(choice.label, Raw(msgspec.json.encode(act)))


def guide_lines(verdict: BoardVerdict, game: Game | None, tokens: Sequence[str], bindings: Bindings) -> tuple[str, ...]:
    if game is None:
        return ()
    lines = [describe_guide(guide, game, tokens) for guide in verdict.guides]
    for stranger in verdict.strangers:
        what = bindings.what(stranger.uid)  # a piece the household knows may still be nobody's in this game
        if what is None:
            lines.append(describe_stranger(stranger, game))
        else:
            where = game.board.place_name(stranger.space)
            lines.append(sentence(f"{describe_tag(game.board, what)} is on {where}, and is nobody's in this game"))
    return tuple(lines)


def enrolling(walk: WalkView | None) -> tuple[str, ...]:
    """For everybody who wonders why a tap does nothing."""
    if walk is None or walk.is_over:
        return ()
    by = f" ({walk.by})" if walk.by else ""
    return (f"Tags are being enrolled{by}, {walk.title}: a tap is no move meanwhile.",)


def question_view(
    number: int, question: BoardQuestion, proposed: BoardProposal, game: Game, tokens: Sequence[str]
) -> QuestionView:
    """With what the answer "the board is right" would do, before anybody gives it."""
    text = describe_question(question, game, tokens)
    if question.is_disturbed:
        return QuestionView(number, text, False, describe_places(question, game, tokens))
    if proposed.refusal:
        return QuestionView(number, text, False, (proposed.refusal,))
    changes = describe_changes(proposed, game) or ("No money changes.",)
    done = (*(f"Taken back: {one}" for one in proposed.taken_back), proposed.done, *changes)
    return QuestionView(number, text, True, tuple(filter(None, done)))


def board_fix_views(checklist: Checklist, game: Game | None) -> tuple[FixView, ...]:
    if game is None:
        return ()
    return tuple(FixView(describe_fix(item.fix, game), item.is_done) for item in checklist.items)
