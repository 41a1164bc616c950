"""The sensed board compared with the game. It guides and asks; it never moves money, and no act comes from here.

A guide says where a token still has to go. A question comes up for a token that rests elsewhere: is the screen right,
or the board?
"""

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.play.whose_turn import WalkedToken, due_to_roll, may_lead
from companion.rules.board import ahead
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.gestures.sensed_board import HAND, SensedPieces
from companion.table.gestures.whereabouts import (
    ExpectedMove,
    ExpectedMoves,
    StrangePiece,
    TokenStand,
    move_of,
    still_counting,
    whereabouts,
)

ELSEWHERE_MS: Final = 3_000
COUNTED_MAX: Final = 15  # nobody counts more spaces than any roll has
GO_BACK: Final = 3
UNTOLD: Final = -1  # in place of a seat: the board cannot tell whose token it is
DISTURBED_FROM: Final = 3  # so many tokens elsewhere at once mean that the board was knocked


def token_name(seat: PlayerId, tokens: Sequence[str]) -> str:
    return tokens[seat] if seat < len(tokens) else ""


# Guides


class GuideManner(Enum):
    ON = "on"
    BACK = "back"
    TO = "to"  # too far to count
    INTO_JAIL = "into-jail"
    OFF_BOARD = "off-board"


class Guide(Struct, frozen=True):
    seat: PlayerId
    space: SpaceId
    manner: GuideManner
    steps: int = 0  # 0 where there is nothing to count


def guide_on(game: Game, seat: PlayerId, space: SpaceId, move: ExpectedMove | None) -> Guide:
    """For a token on its way. `space` is where it stands, or HAND."""
    player = game.players[seat]
    if player.jail is not None:
        return Guide(seat, player.place, GuideManner.INTO_JAIL)
    if move is None:
        return Guide(seat, player.place, GuideManner.TO)
    steps = ahead(space if space in move.way else move.start, player.place)
    if steps == 40 - GO_BACK:
        return Guide(seat, player.place, GuideManner.BACK, GO_BACK)
    if steps > COUNTED_MAX:
        return Guide(seat, player.place, GuideManner.TO)
    return Guide(seat, player.place, GuideManner.ON, steps)


def guide_back(game: Game, seat: PlayerId) -> Guide:
    """For a token that stands elsewhere."""
    player = game.players[seat]
    return Guide(seat, player.place, GuideManner.BACK if player.jail is None else GuideManner.INTO_JAIL)


def guide_off(game: Game, seat: PlayerId) -> Guide:
    return Guide(seat, game.players[seat].place, GuideManner.OFF_BOARD)


def describe_guide(guide: Guide, game: Game, tokens: Sequence[str] = ()) -> str:
    """Such as "Car: 7 on to Oriental Avenue". `tokens` are the pieces of the seats; without one, the player's name."""
    name, place = token_name(guide.seat, tokens) or game.name(guide.seat), game.board.place_name(guide.space)
    match guide.manner:
        case GuideManner.ON:
            return f"{name}: {guide.steps} on to {place}"
        case GuideManner.BACK:
            return f"{name}: {guide.steps} back to {place}" if guide.steps else f"{name}: back to {place}"
        case GuideManner.TO:
            return f"{name}: to {place}"
        case GuideManner.INTO_JAIL:
            return f"{name}: into {game.board.names['jail']}"
        case GuideManner.OFF_BOARD:
            return f"{name}: off the board"


# Questions


class DisplacedToken(Struct, frozen=True, order=True):
    seat: PlayerId  # or UNTOLD
    seen: SpaceId
    belongs: SpaceId  # -1 if it cannot be told whose it is


class TokenPlace(Struct, frozen=True):
    """Where a token belongs, and whether it is there."""

    seat: PlayerId
    space: SpaceId
    is_there: bool


class BoardQuestion(Struct, frozen=True):
    """About one token; or about the whole board, with every place listed."""

    tokens: tuple[DisplacedToken, ...]
    places: tuple[TokenPlace, ...] = ()

    @property
    def is_disturbed(self) -> bool:
        """A board that was knocked is right about nothing."""
        return bool(self.places)


class QuestionMemory(Struct, frozen=True):
    """`disturbed` are the tokens of a knocked board until all are back; `kept` those where the screen was right."""

    disturbed: tuple[PlayerId, ...] = ()
    kept: tuple[DisplacedToken, ...] = ()


def open_questions(
    displaced: Sequence[DisplacedToken], home: Collection[PlayerId], game: Game, asked: QuestionMemory
) -> list[BoardQuestion]:
    """One for each token; one for all if many are displaced, if nobody can tell whose, or until all are back."""
    unanswered = tuple(token for token in displaced if token not in asked.kept)
    waiting = [seat for seat in asked.disturbed if seat not in home]
    is_untold = any(token.seat == UNTOLD for token in unanswered)
    if waiting or is_untold or len(unanswered) >= DISTURBED_FROM:
        places = (TokenPlace(seat, game.players[seat].place, seat in home) for seat in game.still_in())
        return [BoardQuestion(unanswered, tuple(places))]
    return [BoardQuestion((token,)) for token in unanswered]


def remembered(
    asked: QuestionMemory,
    open_now: Sequence[BoardQuestion],
    displaced: Sequence[DisplacedToken],
    home: Collection[PlayerId],
    game: Game,
) -> QuestionMemory:
    """Once a token was seen where it belongs, its displacement is over and may be asked about again."""
    still_in = game.still_in()
    disturbed = set[PlayerId]()
    for question in open_now:
        if question.is_disturbed:
            disturbed.update(asked.disturbed, (token.seat for token in question.tokens))
    away = {seat: game.players[seat].place for seat in still_in if seat not in home}
    kept = (token for token in asked.kept if token in displaced or away.get(token.seat) == token.belongs)
    return QuestionMemory(tuple(sorted((disturbed & set(still_in)) - set(home))), tuple(kept))


def screen_is_right(asked: QuestionMemory, question: BoardQuestion) -> QuestionMemory:
    """The guide stays until the tokens are back; the same displacement is not asked about again."""
    kept = dict.fromkeys((*asked.kept, *question.tokens))
    return QuestionMemory(() if question.is_disturbed else asked.disturbed, tuple(kept))


def describe_question(question: BoardQuestion, game: Game, tokens: Sequence[str] = ()) -> str:
    """`tokens` are the pieces of the seats."""
    if not question.is_disturbed:
        (token,) = question.tokens
        name = token_name(token.seat, tokens) or f"{game.name(token.seat)}'s token"
        return f"{name} is on {game.board.place_name(token.seen)}, but the game says {_belongs(game, token.seat)}."
    untold = [game.board.place_name(token.seen) for token in question.tokens if token.seat == UNTOLD]
    if untold:
        return f"The board was disturbed: it cannot be told whose token is on {' and '.join(untold)}."
    away = [place for place in question.places if not place.is_there]
    count = "one token is" if len(away) == 1 else f"{len(away)} tokens are"
    return f"The board was disturbed: {count} not where the game says."


def describe_places(question: BoardQuestion, game: Game, tokens: Sequence[str] = ()) -> tuple[str, ...]:
    """For a disturbed board: one line for each token that still has to be put back."""
    away = (place.seat for place in question.places if not place.is_there)
    return tuple(f"{token_name(seat, tokens) or game.name(seat)}: {_belongs(game, seat)}" for seat in away)


def _belongs(game: Game, seat: PlayerId) -> str:
    player = game.players[seat]
    return f"in {game.board.names['jail']}" if player.jail is not None else game.board.place_name(player.place)


def describe_stranger(stranger: StrangePiece, game: Game) -> str:
    what = "Unknown piece" if stranger.uid else "Something that is nobody's token"
    return f"{what} on {game.board.place_name(stranger.space)}."


# The whole board


class BoardVerdict(Struct, frozen=True):
    """`asked` has to be passed in the next time."""

    guides: tuple[Guide, ...] = ()
    arrived: ExpectedMove | None = None  # the last move, once its token was seen to arrive
    questions: tuple[BoardQuestion, ...] = ()
    strangers: tuple[StrangePiece, ...] = ()  # for a quiet notice
    walked: WalkedToken | None = None
    asked: QuestionMemory = QuestionMemory()

    @property
    def holds_throw(self) -> bool:
        """No new roll until the question is answered."""
        return bool(self.questions)


class TokenFinding(Enum):
    UNKNOWN = "unknown"
    HOME = "home"  # where the game says
    TO_MOVE = "to move"  # people still have to move it
    PASSING = "passing"  # perhaps on its way
    ELSEWHERE = "elsewhere"  # rests where it does not belong


def evidence(
    sensed: SensedPieces,
    game: Game | None,
    moves: ExpectedMoves,
    now_ms: int,
    *,
    asked: QuestionMemory = QuestionMemory(),  # noqa: B008 - a frozen record
    hand_dice: bool = False,
) -> BoardVerdict:
    """There is nothing to say without a game that goes on, or while the board is silent."""
    if game is None or game.over:
        return BoardVerdict()
    if sensed.heard_ms is None:
        return BoardVerdict(asked=asked)
    return _Look(sensed.tick(now_ms), game, moves, hand_dice).verdict(asked)


class _Look:
    """One look at the whole board."""

    def __init__(self, sensed: SensedPieces, game: Game, moves: ExpectedMoves, hand_dice: bool) -> None:
        self._now_ms = sensed.now_ms
        self._game = game
        self._moves = still_counting(moves, game)
        self._where = whereabouts(sensed, game, self._moves, hand_dice=hand_dice)
        self._findings = {seat: self._finding(seat) for seat in game.still_in()}
        self._walked = self._find_walked() if hand_dice else None

    def verdict(self, asked: QuestionMemory) -> BoardVerdict:
        home, unknown = self._all(TokenFinding.HOME), self._all(TokenFinding.UNKNOWN)
        elsewhere = (seat for seat in self._all(TokenFinding.ELSEWHERE) if not self._has_walked(seat))
        lasting = (stray for stray in self._where.strays if self._now_ms - stray.since_ms >= ELSEWHERE_MS)
        displaced = [
            *(DisplacedToken(one, self._where.stands[one].space, self._game.players[one].place) for one in elsewhere),
            *sorted(DisplacedToken(UNTOLD, stray.space, UNTOLD) for stray in lasting),
        ]
        asked = replace(asked, disturbed=tuple(seat for seat in asked.disturbed if seat not in unknown))
        asking = open_questions(displaced, home, self._game, asked)
        asked = remembered(asked, asking, displaced, home, self._game)
        last = self._moves[-1] if self._moves else None
        has_arrived = last is not None and last.seat in home and self._where.stands[last.seat].is_sure
        return BoardVerdict(
            guides=self._guides(asking, asked),
            arrived=last if has_arrived else None,
            questions=tuple(asking),
            strangers=self._where.strangers,
            walked=self._walked,
            asked=asked,
        )

    def _all(self, finding: TokenFinding) -> list[PlayerId]:
        return [seat for seat, found in self._findings.items() if found is finding]

    def _finding(self, seat: PlayerId) -> TokenFinding:
        stand = self._where.stands.get(seat)
        if stand is None:
            return TokenFinding.UNKNOWN
        if stand.space == self._game.players[seat].place:
            return TokenFinding.HOME
        if self._is_still_to_move(stand, seat):
            return TokenFinding.TO_MOVE
        if self._now_ms - stand.since_ms >= ELSEWHERE_MS:
            return TokenFinding.TO_MOVE if stand.space == HAND else TokenFinding.ELSEWHERE
        return TokenFinding.TO_MOVE if self._moved_last(seat) else TokenFinding.PASSING

    def _is_still_to_move(self, stand: TokenStand, seat: PlayerId) -> bool:
        """It is on its old space, or was not touched since the game moved it."""
        move = move_of(self._moves, seat)
        return move is not None and stand.space != HAND and (stand.space in move.way or stand.since_ms < move.at_ms)

    def _moved_last(self, seat: PlayerId) -> bool:
        return bool(self._moves) and self._moves[-1].seat == seat

    def _find_walked(self) -> WalkedToken | None:
        """The token that was moved before its roll was entered."""
        seat = due_to_roll(self._game)
        if seat is None or self._findings[seat] in (TokenFinding.UNKNOWN, TokenFinding.HOME):
            return None
        stand = self._where.stands[seat]
        if stand.space == HAND or self._is_still_to_move(stand, seat):
            return None
        steps = ahead(self._game.players[seat].place, stand.space)
        return WalkedToken(seat, steps) if may_lead(self._game, seat, steps) else None

    def _has_walked(self, seat: PlayerId) -> bool:
        return self._walked is not None and self._walked.seat == seat

    def _guides(self, asking: list[BoardQuestion], asked: QuestionMemory) -> tuple[Guide, ...]:
        """The player who moved last comes first. A token in a question has no guide; a disturbed board has its list."""
        if any(question.is_disturbed for question in asking):
            return ()
        game, stands = self._game, self._where.stands
        in_question = {token.seat for question in asking for token in question.tokens}
        unknown = self._all(TokenFinding.UNKNOWN)
        back = {token.seat for token in asked.kept if token.seat != UNTOLD}.difference(in_question, unknown)
        on = [seat for seat in self._all(TokenFinding.TO_MOVE) if seat not in back and not self._has_walked(seat)]
        on.sort(key=lambda seat: (not self._moved_last(seat), seat))
        left_behind = (seat for seat, stand in stands.items() if game.players[seat].is_out and stand.space != HAND)
        return (
            *(guide_on(game, seat, stands[seat].space, move_of(self._moves, seat)) for seat in on),
            *(guide_back(game, seat) for seat in sorted(back)),
            *(guide_off(game, seat) for seat in sorted(left_behind)),
        )
