"""Whose token stands where: by its tag, by whose move it is, or by the last tap."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from companion.play.whose_turn import due_to_roll
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.sensing.moved import Moved, Moves, still_counting
from companion.table.sensing.sensed import HAND, Rest, Sensed
from hardware.signals import BoardKind, Uid


class Stand(Struct, frozen=True):
    """`is_sure` is False where others stand too and the board cannot count."""

    space: SpaceId  # or HAND
    since_ms: int
    is_sure: bool = True


class Stranger(Struct, frozen=True):
    """Nobody's token: a piece never enrolled, or something (no `uid`) that no player can have put there."""

    space: SpaceId
    uid: Uid = ""


class Whereabouts(Struct, frozen=True):
    """Of a seat that is missing here nothing is known. A stray is somebody's, and it cannot be told whose."""

    stands: dict[PlayerId, Stand]
    strays: tuple[Rest, ...] = ()
    strangers: tuple[Stranger, ...] = ()


def whereabouts(sensed: Sensed, game: Game, moves: Moves, *, hand_dice: bool = False) -> Whereabouts:
    """`hand_dice`: players throw and move first, and the companion hears of the throw afterwards."""
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


# By tags


def _by_tags(sensed: Sensed, game: Game) -> Whereabouts:
    stands = dict[PlayerId, Stand]()
    for uid, seat in sensed.seats.items():
        stand = _stand(sensed, uid)
        if 0 <= seat < len(game.players) and (seat not in stands or _is_nearer(stand, stands[seat])):
            stands[seat] = stand
    seen = {seat: stand for seat, stand in stands.items() if stand.space != HAND or _is_sensed(sensed, game, seat)}
    return Whereabouts(seen, strangers=_strangers(sensed))


def _stand(sensed: Sensed, uid: Uid) -> Stand:
    rest = sensed.rest_of(uid) or Rest(HAND, sensed.heard_ms or 0)
    return Stand(rest.space, rest.since_ms)


def _is_nearer(one: Stand, other: Stand) -> bool:
    """Of two tags for one seat, the one that is on the board, and the one that came last."""
    return (one.space != HAND, one.since_ms) > (other.space != HAND, other.since_ms)


def _is_sensed(sensed: Sensed, game: Game, seat: PlayerId) -> bool:
    """Could the token be seen where it belongs?"""
    return game.players[seat].place in sensed.spaces


def _strangers(sensed: Sensed) -> tuple[Stranger, ...]:
    rests = ((uid, piece.rest) for (uid, _), piece in sensed.pieces.items() if uid not in sensed.seats)
    return tuple(sorted((Stranger(rest.space, uid) for uid, rest in rests if rest and rest.space != HAND), key=_order))


def _order(stranger: Stranger) -> tuple[SpaceId, Uid]:
    return stranger.space, stranger.uid


# By taps


def _by_taps(sensed: Sensed, game: Game, moves: Moves, hand_dice: bool) -> Whereabouts:
    """A tap before the token's move says nothing about it. What was not tapped may be anywhere."""
    stands = dict[PlayerId, Stand]()
    last = moves[-1] if moves else None
    if last is not None:
        stands[last.seat] = Stand(HAND, last.at_ms)
    for uid, seat in sensed.seats.items():
        rest = sensed.rest_of(uid)
        if rest is not None and seat in game.still_in() and _is_after(rest, seat, game, moves, hand_dice):
            stands[seat] = Stand(rest.space, rest.since_ms)
    stands.update(_by_last_tap(sensed, game, last, hand_dice))
    return Whereabouts(stands, strangers=tuple(found for found in _strangers(sensed) if found.uid))


def _is_after(rest: Rest, seat: PlayerId, game: Game, moves: Moves, hand_dice: bool) -> bool:
    """With dice thrown by hand the token may be where its throw leads before that is entered."""
    if hand_dice and rest.space == game.players[seat].place:
        return True
    return all(rest.since_ms >= move.at_ms for move in moves if move.seat == seat)


def _by_last_tap(sensed: Sensed, game: Game, last: Moved | None, hand_dice: bool) -> Iterator[tuple[PlayerId, Stand]]:
    """The wand knows the space and not the token: it is that of whose move it is."""
    tap = sensed.rest_of("")
    if tap is None:
        return
    stand = Stand(tap.space, tap.since_ms)
    is_new = last is None or tap.since_ms >= last.at_ms
    due = due_to_roll(game) if hand_dice and is_new else None
    if due is not None and tap.space != game.players[due].place:
        yield due, stand
    elif last is not None and (is_new or (hand_dice and tap.space == game.players[last.seat].place)):
        yield last.seat, stand


# By elimination


class _Elimination:
    """A board that senses presence only: what stands where nobody belongs is the token of somebody who is missed."""

    def __init__(self, sensed: Sensed, game: Game, moves: Moves, hand_dice: bool) -> None:
        self._sensed, self._game, self._moves = sensed, game, moves
        self._homes = {seat: game.players[seat].place for seat in game.still_in()}
        sharing = Counter(self._homes.values())
        occupied = sensed.occupied()
        self._stands = {
            seat: Stand(home, occupied[home].since_ms, is_sure=sharing[home] == 1)
            for seat, home in self._homes.items()
            if home in occupied
        }
        self._extras = [rest for space, rest in occupied.items() if space not in sharing]
        self._extras.sort(key=lambda rest: (-rest.since_ms, rest.space))  # the newest first
        self._suspects = self._in_order(hand_dice)

    def _in_order(self, hand_dice: bool) -> list[PlayerId]:
        """A lift and a new presence belong to the player whose move is pending."""
        due = due_to_roll(self._game) if hand_dice else None
        return list(dict.fromkeys((*([] if due is None else [due]), *(move.seat for move in self._moves[-1:]))))

    def found(self) -> Whereabouts:
        self._leave_on_old_spaces()
        self._give_to_suspects(self._missed())
        self._leave_behind_who_is_out()
        missed = self._missed()
        if len(missed) == len(self._extras) == 1:
            self._give(missed[0], self._extras[0])
        elif not missed:
            self._give_to_suspects(self._uncounted())
        strays, strangers = self._rest()
        return Whereabouts({**self._stands, **self._absent()}, strays, strangers)

    def _missed(self) -> list[PlayerId]:
        """Whose token is certainly not where it belongs, and was not found yet."""
        return [seat for seat in self._homes if seat not in self._stands and self._is_sensed(seat)]

    def _uncounted(self) -> list[PlayerId]:
        """Whose token need not be where it belongs: it shares the space, or no sensor is there."""
        return [seat for seat in self._homes if not self._is_found(seat)]

    def _is_found(self, seat: PlayerId) -> bool:
        return seat in self._stands and self._stands[seat].is_sure

    def _is_sensed(self, seat: PlayerId) -> bool:
        return self._homes[seat] in self._sensed.spaces

    def _leave_on_old_spaces(self) -> None:
        for move in reversed(self._moves):
            rest = next((rest for rest in self._extras if rest.space in move.way), None)
            if rest is not None and move.seat in self._homes and not self._is_found(move.seat):
                self._give(move.seat, rest)

    def _give_to_suspects(self, seats: list[PlayerId]) -> None:
        for seat in self._suspects:
            rest = next((rest for rest in self._extras if self._is_new_for(seat, rest)), None)
            if rest is not None and seat in seats:
                self._give(seat, rest)

    def _is_new_for(self, seat: PlayerId, rest: Rest) -> bool:
        return all(rest.since_ms >= move.at_ms for move in self._moves if move.seat == seat)

    def _leave_behind_who_is_out(self) -> None:
        for seat, player in enumerate(self._game.players):
            rest = next((rest for rest in self._extras if rest.space == player.place), None)
            if player.is_out and rest is not None:
                self._give(seat, rest)

    def _give(self, seat: PlayerId, rest: Rest) -> None:
        self._stands[seat] = Stand(rest.space, rest.since_ms)
        self._extras.remove(rest)

    def _rest(self) -> tuple[tuple[Rest, ...], tuple[Stranger, ...]]:
        if self._missed() or self._uncounted():
            return tuple(self._extras), ()
        return (), tuple(sorted((Stranger(rest.space) for rest in self._extras), key=_order))

    def _absent(self) -> dict[PlayerId, Stand]:
        return {seat: Stand(HAND, self._empty_since(self._homes[seat])) for seat in self._missed()}

    def _empty_since(self, space: SpaceId) -> int:
        piece = self._sensed.pieces.get(("", space))
        return piece.rest.since_ms if piece and piece.rest else self._sensed.heard_ms or 0
