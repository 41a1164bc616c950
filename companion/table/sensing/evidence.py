"""The sensed board against the game: evidence. It guides and asks; it never moves money, and no act comes from here."""

from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.play.whose_turn import WalkedToken, due_to_roll, may_lead
from companion.play.words import place_name
from companion.rules.board import ahead
from companion.rules.ids import PlayerId
from companion.rules.state import Game
from companion.table.sensing.guide import Guide, guide_back, guide_off, guide_on
from companion.table.sensing.moved import Moved, Moves, move_of, still_counting
from companion.table.sensing.question import UNTOLD, Asked, Displaced, Question, questions, remembered
from companion.table.sensing.sensed import HAND, Sensed
from companion.table.sensing.whereabouts import Stand, Stranger, Whereabouts, whereabouts

ELSEWHERE_MS: Final = 3_000


class Verdict(Struct, frozen=True):
    """`asked` is what to hand in the next time."""

    guides: tuple[Guide, ...] = ()
    arrived: Moved | None = None  # the last move of all, once its token was seen to arrive
    questions: tuple[Question, ...] = ()
    strangers: tuple[Stranger, ...] = ()  # for a quiet notice
    walked: WalkedToken | None = None
    asked: Asked = Asked()

    @property
    def holds_throw(self) -> bool:
        """No new throw until the question is answered."""
        return bool(self.questions)


class Finding(Enum):
    UNKNOWN = "nothing is known"
    HOME = "where the game says"
    TO_MOVE = "still to be moved"
    PASSING = "perhaps on its way"
    ELSEWHERE = "rests where it does not belong"


def evidence(
    sensed: Sensed,
    game: Game | None,
    moves: Moves,
    now_ms: int,
    *,
    asked: Asked = Asked(),  # noqa: B008 - a frozen record
    hand_dice: bool = False,
) -> Verdict:
    """With no game, or none that goes on, there is nothing to say; nor is there while the board is silent."""
    if game is None or game.over:
        return Verdict()
    if sensed.heard_ms is None:
        return Verdict(asked=asked)
    looking = _Looking(sensed.tick(now_ms), game, moves, hand_dice)
    return looking.verdict(asked)


def said_stranger(stranger: Stranger) -> str:
    what = "Unknown piece" if stranger.uid else "Something that is nobody's token"
    return f"{what} on {place_name(stranger.space)}."


class _Looking:
    """One look at the whole board."""

    def __init__(self, sensed: Sensed, game: Game, moves: Moves, hand_dice: bool) -> None:
        self._now_ms = sensed.now_ms
        self._game = game
        self._moves = still_counting(moves, game)
        self._where: Whereabouts = whereabouts(sensed, game, self._moves, hand_dice=hand_dice)
        self._findings = {seat: self._finding(seat) for seat in game.still_in()}
        self.walked = self._walked() if hand_dice else None

    def verdict(self, asked: Asked) -> Verdict:
        home, displaced, unknown = self._all(Finding.HOME), self._displaced(), self._all(Finding.UNKNOWN)
        asked = replace(asked, disturbed=tuple(seat for seat in asked.disturbed if seat not in unknown))
        asking = questions(displaced, home, self._game, asked)
        asked = remembered(asked, asking, displaced, home, self._game)
        return Verdict(
            guides=self._guides(asking, asked),
            arrived=next((move for move in self._moves[-1:] if self._has_arrived(move.seat)), None),
            questions=tuple(asking),
            strangers=self._where.strangers,
            walked=self.walked,
            asked=asked,
        )

    def _all(self, finding: Finding) -> list[PlayerId]:
        return [seat for seat, found in self._findings.items() if found is finding]

    # Each token

    def _finding(self, seat: PlayerId) -> Finding:
        stand = self._where.stands.get(seat)
        if stand is None:
            return Finding.UNKNOWN
        if stand.space == self._game.players[seat].place:
            return Finding.HOME
        if self._is_still_to_move(stand, move_of(self._moves, seat)):
            return Finding.TO_MOVE
        if self._now_ms - stand.since_ms >= ELSEWHERE_MS:
            return Finding.TO_MOVE if stand.space == HAND else Finding.ELSEWHERE
        return Finding.TO_MOVE if self._moved_last(seat) else Finding.PASSING

    def _is_still_to_move(self, stand: Stand, move: Moved | None) -> bool:
        """On its old space, or not touched since the game moved it."""
        return move is not None and stand.space != HAND and (stand.space in move.way or stand.since_ms < move.at_ms)

    def _moved_last(self, seat: PlayerId) -> bool:
        return bool(self._moves) and self._moves[-1].seat == seat

    def _has_arrived(self, seat: PlayerId) -> bool:
        return self._findings[seat] is Finding.HOME and self._where.stands[seat].is_sure

    # All of them

    def _walked(self) -> WalkedToken | None:
        seat = due_to_roll(self._game)
        if seat is None or self._findings[seat] not in (Finding.PASSING, Finding.TO_MOVE, Finding.ELSEWHERE):
            return None
        stand = self._where.stands[seat]
        if stand.space == HAND or self._is_still_to_move(stand, move_of(self._moves, seat)):
            return None
        steps = ahead(self._game.players[seat].place, stand.space)
        return WalkedToken(seat, steps) if may_lead(self._game, seat, steps) else None

    def _displaced(self) -> list[Displaced]:
        tokens = [self._displacement(seat) for seat in self._all(Finding.ELSEWHERE) if not self._has_walked(seat)]
        lasting = (stray for stray in self._where.strays if self._now_ms - stray.since_ms >= ELSEWHERE_MS)
        return [*tokens, *sorted(Displaced(UNTOLD, stray.space, UNTOLD) for stray in lasting)]

    def _displacement(self, seat: PlayerId) -> Displaced:
        return Displaced(seat, self._where.stands[seat].space, self._game.players[seat].place)

    def _guides(self, asking: list[Question], asked: Asked) -> tuple[Guide, ...]:
        """Who moved last comes first. Whoever is asked about is not guided; a disturbed board has its own list."""
        if any(question.is_disturbed for question in asking):
            return ()
        not_now = {token.seat for question in asking for token in question.tokens}
        back = {token.seat for token in asked.kept if token.seat != UNTOLD} - not_now - {*self._all(Finding.UNKNOWN)}
        on = {seat for seat in self._all(Finding.TO_MOVE) if seat not in back and not self._has_walked(seat)}
        return (
            *(self._guide_on(seat) for seat in sorted(on, key=lambda seat: (not self._moved_last(seat), seat))),
            *(guide_back(self._game, seat) for seat in sorted(back)),
            *(guide_off(self._game, seat) for seat in self._left_behind()),
        )

    def _guide_on(self, seat: PlayerId) -> Guide:
        return guide_on(self._game, seat, self._where.stands[seat].space, move_of(self._moves, seat))

    def _has_walked(self, seat: PlayerId) -> bool:
        return self.walked is not None and self.walked.seat == seat

    def _left_behind(self) -> list[PlayerId]:
        stands = self._where.stands.items()
        return sorted(seat for seat, stand in stands if self._game.players[seat].is_out and stand.space != HAND)
