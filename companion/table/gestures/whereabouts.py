"""Whose token stands where: known by its tag, by whose move it is, or by the last tap.

A token that still stands where the game moved it away from is on its way, not misplaced.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import RecordedMove
from companion.play.whose_turn import due_to_roll
from companion.rules.events import TokenMoved
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.gestures.sensed_board import HAND, Rest, SensedPieces
from hardware.signals import BoardKind, Uid

WAY_MAX = 8


# Which tokens the game has moved


class ExpectedMove(Struct, frozen=True):
    """`way` are all spaces the token had to leave in this turn; `start` is where it was before the last act."""

    seat: PlayerId
    start: SpaceId
    way: tuple[SpaceId, ...]
    at_ms: int
    turn: int = 0  # its number


ExpectedMoves = tuple[ExpectedMove, ...]  # one for each seat that moved, the latest last


def moved_by(moves: ExpectedMoves, taken: RecordedMove, at_ms: int) -> ExpectedMoves:
    """`at_ms` is on the clock of the sensors.

    After doubles a token may still be where the turn began, and on the way to Jail it rests on Go To Jail.
    """
    turn = taken.before.turn_number
    for seat, (old, new) in enumerate(zip(taken.before.players, taken.after.players, strict=True)):
        if old.place == new.place:
            continue
        reached = [event.to for event in taken.events if isinstance(event, TokenMoved) and event.player == seat]
        last = move_of(moves, seat)
        earlier = last.way if last is not None and last.turn == turn else ()
        way = tuple(dict.fromkeys((*earlier, old.place, *reached[:-1])))
        others = tuple(move for move in moves if move.seat != seat)
        moves = (*others, ExpectedMove(seat, old.place, way[-WAY_MAX:], at_ms, turn))
    return moves


def moved_in(history: Iterable[RecordedMove], at_ms: int) -> ExpectedMoves:
    """For a resumed game: people may not have moved every token before the table stopped."""
    moves: ExpectedMoves = ()
    for taken in history:
        moves = moved_by(moves, taken, at_ms)
    return moves


def arrived(moves: ExpectedMoves, arrival: ExpectedMove) -> ExpectedMoves:
    """The token was seen where it belongs. If it goes back to where it came from, that is another move."""
    return tuple(replace(move, way=()) if move == arrival else move for move in moves)


def still_counting(moves: ExpectedMoves, game: Game) -> ExpectedMoves:
    """Without the moves of players who are out, or were never in this game."""
    still_in = game.still_in()
    return tuple(move for move in moves if move.seat in still_in)


def move_of(moves: ExpectedMoves, seat: PlayerId) -> ExpectedMove | None:
    return next((move for move in moves if move.seat == seat), None)


# Where the tokens are


class TokenStand(Struct, frozen=True):
    """`is_sure` is False where other tokens stand too and the board cannot count them."""

    space: SpaceId  # or HAND
    since_ms: int
    is_sure: bool = True


class StrangePiece(Struct, frozen=True):
    """Nobody's token: a piece that was never enrolled, or (no `uid`) something that no player can have put there."""

    space: SpaceId
    uid: Uid = ""


class Whereabouts(Struct, frozen=True):
    """Nothing is known of a seat that is missing here. A stray is somebody's token, but it cannot be told whose."""

    stands: dict[PlayerId, TokenStand]
    strays: tuple[Rest, ...] = ()
    strangers: tuple[StrangePiece, ...] = ()


def whereabouts(sensed: SensedPieces, game: Game, moves: ExpectedMoves, *, hand_dice: bool = False) -> Whereabouts:
    """`hand_dice`: players roll real dice and move first, and enter the roll afterwards."""
    if sensed.heard_ms is None:
        return Whereabouts({})
    moves = still_counting(moves, game)
    match sensed.kind:
        case BoardKind.IDENTIFYING:
            return _by_tags(sensed, game)
        case BoardKind.PRESENCE:
            return _Elimination(sensed, game, moves, hand_dice).found()
        case BoardKind.TAP:
            return _by_taps(sensed, game, moves, hand_dice)


def _by_tags(sensed: SensedPieces, game: Game) -> Whereabouts:
    stands = dict[PlayerId, TokenStand]()
    for uid, seat in sensed.seats.items():
        if not 0 <= seat < len(game.players):
            continue
        rest = sensed.rest_of(uid) or Rest(HAND, sensed.heard_ms or 0)
        stand, other = TokenStand(rest.space, rest.since_ms), stands.get(seat)
        # Of two tags for one seat, the one on the board counts, then the one that came last.
        if other is None or (stand.space != HAND, stand.since_ms) > (other.space != HAND, other.since_ms):
            stands[seat] = stand
    # A token off the board says nothing if its space has no sensor: it may well be there.
    known = {
        seat: stand
        for seat, stand in stands.items()
        if stand.space != HAND or game.players[seat].place in sensed.spaces
    }
    return Whereabouts(known, strangers=_strangers(sensed))


def _strangers(sensed: SensedPieces) -> tuple[StrangePiece, ...]:
    rests = ((uid, piece.rest) for (uid, _), piece in sensed.pieces.items() if uid not in sensed.seats)
    strangers = (StrangePiece(rest.space, uid) for uid, rest in rests if rest and rest.space != HAND)
    return tuple(sorted(strangers, key=_order))


def _order(stranger: StrangePiece) -> tuple[SpaceId, Uid]:
    return stranger.space, stranger.uid


def _by_taps(sensed: SensedPieces, game: Game, moves: ExpectedMoves, hand_dice: bool) -> Whereabouts:
    """A tap before the token's move says nothing about it. What was not tapped may be anywhere."""
    stands = dict[PlayerId, TokenStand]()
    last = moves[-1] if moves else None
    if last is not None:
        stands[last.seat] = TokenStand(HAND, last.at_ms)
    for uid, seat in sensed.seats.items():
        rest = sensed.rest_of(uid)
        if rest is None or seat not in game.still_in():
            continue
        # With real dice the token may be where its roll leads before that is entered.
        is_home_already = hand_dice and rest.space == game.players[seat].place
        if is_home_already or all(rest.since_ms >= move.at_ms for move in moves if move.seat == seat):
            stands[seat] = TokenStand(rest.space, rest.since_ms)
    stands.update(_by_last_tap(sensed, game, last, hand_dice))
    return Whereabouts(stands, strangers=tuple(found for found in _strangers(sensed) if found.uid))


def _by_last_tap(
    sensed: SensedPieces, game: Game, last: ExpectedMove | None, hand_dice: bool
) -> Iterator[tuple[PlayerId, TokenStand]]:
    """The wand knows the space and not the token: it is that of the player whose move it is."""
    tap = sensed.rest_of("")
    if tap is None:
        return
    stand = TokenStand(tap.space, tap.since_ms)
    is_new = last is None or tap.since_ms >= last.at_ms
    due = due_to_roll(game) if hand_dice and is_new else None
    if due is not None and tap.space != game.players[due].place:
        yield due, stand
    elif last is not None and (is_new or (hand_dice and tap.space == game.players[last.seat].place)):
        yield last.seat, stand


class _Elimination:
    """A board that only senses presence: what stands where nobody belongs is the token of somebody who is missed."""

    def __init__(self, sensed: SensedPieces, game: Game, moves: ExpectedMoves, hand_dice: bool) -> None:
        self._sensed, self._game, self._moves = sensed, game, moves
        self._homes = {seat: game.players[seat].place for seat in game.still_in()}
        sharing = Counter(self._homes.values())
        occupied = sensed.occupied()
        self._stands = {
            seat: TokenStand(home, occupied[home].since_ms, is_sure=sharing[home] == 1)
            for seat, home in self._homes.items()
            if home in occupied
        }
        self._extras = [rest for space, rest in occupied.items() if space not in sharing]
        self._extras.sort(key=lambda rest: (-rest.since_ms, rest.space))  # the newest first
        # A lift and a new presence belong to the player whose move is pending.
        due = due_to_roll(game) if hand_dice else None
        self._suspects = list(dict.fromkeys((*([] if due is None else [due]), *(move.seat for move in moves[-1:]))))

    def found(self) -> Whereabouts:
        for move in reversed(self._moves):  # tokens that were not moved yet
            rest = next((rest for rest in self._extras if rest.space in move.way), None)
            if rest is not None and move.seat in self._homes and not self._is_found(move.seat):
                self._give(move.seat, rest)
        self._give_to_suspects(self._missed())
        for seat, player in enumerate(self._game.players):  # tokens of players who are out
            rest = next((rest for rest in self._extras if rest.space == player.place), None)
            if player.is_out and rest is not None:
                self._give(seat, rest)
        missed = self._missed()
        if len(missed) == len(self._extras) == 1:
            self._give(missed[0], self._extras[0])
        elif not missed:
            self._give_to_suspects(self._uncounted())
        missed, uncounted = self._missed(), self._uncounted()
        for seat in missed:
            piece = self._sensed.pieces.get(("", self._homes[seat]))
            empty_since_ms = piece.rest.since_ms if piece and piece.rest else self._sensed.heard_ms or 0
            self._stands[seat] = TokenStand(HAND, empty_since_ms)
        if missed or uncounted:
            return Whereabouts(self._stands, strays=tuple(self._extras))
        strangers = sorted((StrangePiece(rest.space) for rest in self._extras), key=_order)
        return Whereabouts(self._stands, strangers=tuple(strangers))

    def _missed(self) -> list[PlayerId]:
        """Whose token is certainly not where it belongs, and was not found yet."""
        return [seat for seat, home in self._homes.items() if seat not in self._stands and home in self._sensed.spaces]

    def _uncounted(self) -> list[PlayerId]:
        """Whose token may not be where it belongs: others share the space, or it has no sensor."""
        return [seat for seat in self._homes if not self._is_found(seat)]

    def _is_found(self, seat: PlayerId) -> bool:
        return seat in self._stands and self._stands[seat].is_sure

    def _give_to_suspects(self, seats: list[PlayerId]) -> None:
        for seat in self._suspects:
            moved_ms = [move.at_ms for move in self._moves if move.seat == seat]
            new = (rest for rest in self._extras if all(rest.since_ms >= at_ms for at_ms in moved_ms))
            rest = next(new, None)
            if rest is not None and seat in seats:
                self._give(seat, rest)

    def _give(self, seat: PlayerId, rest: Rest) -> None:
        self._stands[seat] = TokenStand(rest.space, rest.since_ms)
        self._extras.remove(rest)
