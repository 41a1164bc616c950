"""Watches the board through a game: what was felt, what the game moved, what was asked, what has to be put right."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import RecordedMove
from companion.play.board_fixes import BoardFix, FixKind, fixes_after
from companion.rules.board import JAIL
from companion.rules.ids import DeedId
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.table.gestures.board_evidence import (
    BoardQuestion,
    BoardVerdict,
    QuestionMemory,
    evidence,
    screen_is_right,
)
from companion.table.gestures.sensed_board import HAND, SPACES, SensedPieces
from companion.table.gestures.tags import Bindings, TokenTag
from companion.table.gestures.whereabouts import ExpectedMoves, Whereabouts, arrived, moved_by, moved_in, whereabouts
from hardware.signals import BoardKind, Signal

_TOKENS: Final = (FixKind.TOKEN, FixKind.INTO_JAIL, FixKind.OUT_OF_JAIL)


class BoardWatch:
    """It is told the time with everything it hears, and the game at each look.

    `questions` are those of the last look by their numbers. A question keeps its number as long as it is open, and no
    number is used twice.
    """

    def __init__(self, sensed: SensedPieces, *, hand_dice: bool = False) -> None:
        self.sensed = sensed
        self.hand_dice = hand_dice
        self.moves: ExpectedMoves = ()
        self.asked = QuestionMemory()
        self.board_fixes = Checklist()
        self.questions: dict[int, BoardQuestion] = {}
        self._numbers = count(1)

    def begin(self, history: Sequence[RecordedMove], at_ms: int) -> None:
        """Another game is in play, or the same one after a restart."""
        self.moves, self.asked, self.board_fixes = moved_in(history, at_ms), QuestionMemory(), Checklist()

    def set_bindings(self, bindings: Bindings, tokens: Sequence[str]) -> None:
        """Whose token is which in this game, and which spaces were enrolled."""
        pieces = {piece.casefold(): seat for seat, piece in enumerate(tokens)}
        tagged = ((uid, what.token.casefold()) for uid, what in bindings.tags if isinstance(what, TokenTag))
        seats = {uid: pieces[piece] for uid, piece in tagged if piece in pieces}
        walked = frozenset(space for _, space in bindings.spots)
        self.sensed = replace(self.sensed, seats=seats, spaces=walked or SPACES)

    def feel(self, signal: Signal) -> None:
        self.sensed = self.sensed.feel(signal)

    def follow(self, taken: RecordedMove, history: Sequence[RecordedMove], at_ms: int) -> None:
        """The game went on. `history` is every move of it, this one included."""
        self.moves = moved_by(self.moves, taken, at_ms)
        self.board_fixes = self.board_fixes.following(fixes_after(taken, history), taken.after, at_ms)

    def look(self, game: Game | None, now_ms: int) -> BoardVerdict:
        self.sensed = self.sensed.tick(now_ms)
        verdict = evidence(self.sensed, game, self.moves, now_ms, asked=self.asked, hand_dice=self.hand_dice)
        self.asked = verdict.asked
        if verdict.arrived is not None and self.sensed.kind is BoardKind.IDENTIFYING:
            self.moves = arrived(self.moves, verdict.arrived)
        if game is not None:
            where = whereabouts(self.sensed, game, self.moves, hand_dice=self.hand_dice)
            self.board_fixes = self.board_fixes.see(where)
        numbers = {_topic(question): number for number, question in self.questions.items()}
        self.questions = {numbers.get(_topic(one)) or next(self._numbers): one for one in verdict.questions}
        return verdict

    def question(self, number: int) -> BoardQuestion:
        """Raises Refusal if it is no longer open."""
        if number not in self.questions:
            raise Refusal(Code.WRONG_MOMENT, (), "This question is not open any more.")
        return self.questions[number]

    def keep_screen(self, question: BoardQuestion) -> None:
        """The answer was: the screen is right."""
        self.asked = screen_is_right(self.asked, question)


def _topic(question: BoardQuestion) -> BoardQuestion | None:
    """A disturbed board is one question, however many tokens are back by now."""
    return None if question.is_disturbed else question


class ChecklistItem(Struct, frozen=True):
    fix: BoardFix
    is_done: bool = False


class Checklist(Struct, frozen=True):
    """What has to be put right after an undo: tokens are ticked off when the board sees them, the rest by hand.

    `made_ms` is on the clock of the sensors. What is ticked stays ticked.
    """

    items: tuple[ChecklistItem, ...] = ()
    made_ms: int = 0

    @property
    def left(self) -> tuple[BoardFix, ...]:
        return tuple(item.fix for item in self.items if not item.is_done)

    def tick(self, fix: BoardFix) -> "Checklist":
        """By hand. Of two equal ones, one."""
        return self._tick_first(lambda other: other == fix)

    def tick_deed(self, deed: DeedId) -> "Checklist":
        """Its tag was on the reader: somebody has it in hand to pass it on."""
        return self._tick_first(lambda fix: fix.kind is FixKind.DEED and fix.deed == deed)

    def _tick_first(self, is_meant: Callable[[BoardFix], bool]) -> "Checklist":
        for at, item in enumerate(self.items):
            if not item.is_done and is_meant(item.fix):
                ticked = replace(item, is_done=True)
                return replace(self, items=(*self.items[:at], ticked, *self.items[at + 1 :]))
        return self

    def see(self, where: Whereabouts) -> "Checklist":
        items = (replace(item, is_done=item.is_done or self._is_seen(item.fix, where)) for item in self.items)
        return replace(self, items=tuple(items))

    def _is_seen(self, fix: BoardFix, where: Whereabouts) -> bool:
        stand = where.stands.get(fix.seat)
        if stand is None or not stand.is_sure:
            return False
        if fix.kind is FixKind.OFF_BOARD:
            return stand.space == HAND
        # In Jail and just visiting are one space: only a token that arrives after the undo was put there for it.
        is_told_apart = fix.kind is FixKind.TOKEN or fix.space != JAIL
        return fix.kind in _TOKENS and stand.space == fix.space and (is_told_apart or stand.since_ms >= self.made_ms)

    def following(self, fixes: Sequence[BoardFix], game: Game, at_ms: int) -> "Checklist":
        """After the next act, which may have added fixes: what is left and still wanted."""
        left = list(self.left)
        for fix in fixes:
            old = next((other for other in left if _is_same_thing(other, fix)), None)
            if old is None:
                left.append(fix)
                continue
            left.remove(old)
            if (joined := _joined(old, fix)) is not None:
                left.append(joined)
        items = (ChecklistItem(fix) for fix in left if _is_wanted(fix, game))
        kept = (item for item in self.items if item.is_done and not fixes and _is_wanted(item.fix, game))
        return Checklist((*kept, *items), at_ms if fixes else self.made_ms)


def _is_same_thing(old: BoardFix, new: BoardFix) -> bool:
    """There are several cards and keys to leave Jail, so they only meet on the way back."""
    if old.kind is new.kind is FixKind.JAIL_CARD:
        return (old.deck, old.giver, old.seat) == (new.deck, new.seat, new.giver)
    return _subject(old) == _subject(new)


def _subject(fix: BoardFix) -> tuple[object, ...]:
    match fix.kind:
        case FixKind.TOKEN | FixKind.INTO_JAIL | FixKind.OUT_OF_JAIL | FixKind.OFF_BOARD:
            return "token", fix.seat
        case FixKind.FACE_UP | FixKind.FACE_DOWN:
            return "face", fix.deed
        case _:
            return fix.kind, fix.deed, fix.deck, fix.card


def _joined(old: BoardFix, new: BoardFix) -> BoardFix | None:
    """Both in one: what was not done yet need not be undone. None if nothing is left."""
    match new.kind:
        case FixKind.DEED:
            return replace(new, giver=old.giver) if old.giver != new.seat else None
        case FixKind.BUILDINGS:
            return replace(new, was=old.was) if old.was != new.count else None
        case FixKind.FACE_UP | FixKind.FACE_DOWN | FixKind.CARD | FixKind.JAIL_CARD:
            return None  # one undoes the other
        case _:
            return new


def _is_wanted(fix: BoardFix, game: Game) -> bool:
    """A later act may have led elsewhere. The game does not know where real cards lie."""
    match fix.kind:
        case FixKind.TOKEN | FixKind.INTO_JAIL | FixKind.OUT_OF_JAIL:
            player = game.players[fix.seat]
            is_jailed = fix.kind is FixKind.INTO_JAIL
            return not player.is_out and player.place == fix.space and (player.jail is not None) == is_jailed
        case FixKind.OFF_BOARD:
            return game.players[fix.seat].is_out
        case FixKind.DEED:
            return game.titles[fix.deed].owner == fix.seat
        case FixKind.BUILDINGS:
            return game.titles[fix.deed].buildings == fix.count
        case FixKind.FACE_UP | FixKind.FACE_DOWN:
            return game.titles[fix.deed].mortgaged == (fix.kind is FixKind.FACE_DOWN)
        case FixKind.JAIL_CARD | FixKind.CARD:
            return True
