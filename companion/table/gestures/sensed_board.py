"""The board as its sensors show it: what rests where, and since when. Whose it is, is worked out in `whereabouts`.

Nothing counts before it has lasted: passing over a space, a flicker or a short lift changes nothing.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.ids import PlayerId, SpaceId
from hardware.signals import BoardKind, DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen, Uid

HAND: Final = -1  # in place of a space: off the board, in a hand or never put down
SETTLE_MS: Final = 800
UNKNOWN_MAX: Final = 16  # how many pieces that were never enrolled are remembered
SPACES: Final = frozenset(range(40))

Key = tuple[Uid, SpaceId]  # a piece by its tag, or (without a tag) by the space of the sensor


class Rest(Struct, frozen=True):
    space: SpaceId  # or HAND
    since_ms: int


class Piece(Struct, frozen=True):
    """`seen` are all spaces that claim it now, the latest last: sensors overlap, and one may stick."""

    seen: tuple[SpaceId, ...]
    changed_ms: int  # when the last of them became the last
    rest: Rest | None = None

    @property
    def now_at(self) -> SpaceId:
        return self.seen[-1] if self.seen else HAND


class SensedPieces(Struct, frozen=True):
    """`seats` says whose token a tag is; `spaces` are those with a sensor. Time never goes back."""

    kind: BoardKind
    seats: Mapping[Uid, PlayerId]
    spaces: frozenset[SpaceId] = SPACES
    settle_ms: int = SETTLE_MS
    device: str = "board"
    now_ms: int = 0
    heard_ms: int | None = None  # since when the board answers; None while it is silent
    pieces: Mapping[Key, Piece] = {}

    def feel(self, signal: Signal) -> "SensedPieces":
        """A signal of another device only tells the time."""
        sensed = self.tick(signal.at_ms)
        heard = sensed if sensed.heard_ms is not None else replace(sensed, heard_ms=sensed.now_ms)
        match signal:
            case TokenSeen(space, uid) if space in SPACES:
                key = heard._key(space, uid)
                piece = heard.pieces.get(key, Piece((), heard.now_ms))
                if self.kind is BoardKind.TAP:
                    return heard._with(key, replace(piece, seen=(space,), changed_ms=heard.now_ms))
                return heard._with(key, heard._changed(piece, (*_without(piece.seen, space), space)))
            case TokenLifted(space, uid) if space in SPACES and self.kind is not BoardKind.TAP:
                key = heard._key(space, uid)
                if key not in heard.pieces:
                    return heard
                piece = heard.pieces[key]
                return heard._with(key, heard._changed(piece, _without(piece.seen, space)))
            case DeviceLost(device) if device == self.device:
                return replace(sensed, heard_ms=None, pieces={})
            case DeviceFound(device) if device == self.device:
                return heard
        return sensed

    def tick(self, now_ms: int) -> "SensedPieces":
        """Settles what has lasted long enough. Extra ticks change nothing."""
        now_ms = max(now_ms, self.now_ms)
        kept = dict[Key, Piece]()
        for key, piece in self.pieces.items():
            settled = self._settled(piece, now_ms)
            is_enrolled = not key[0] or key[0] in self.seats
            has_left = settled.rest is not None and settled.rest.space == settled.now_at == HAND
            if is_enrolled or not has_left:  # a piece never enrolled is forgotten once it leaves
                kept[key] = settled
        return replace(self, now_ms=now_ms, pieces=kept)

    def rest_of(self, uid: Uid) -> Rest | None:
        """None if nothing is known of it."""
        piece = self.pieces.get((uid, HAND))
        return piece.rest if piece else None

    def occupied(self) -> dict[SpaceId, Rest]:
        """Where something without a tag rests."""
        rests = (piece.rest for (uid, _), piece in self.pieces.items() if not uid)
        return {rest.space: rest for rest in rests if rest is not None and rest.space != HAND}

    def _key(self, space: SpaceId, uid: Uid) -> Key:
        if self.kind is BoardKind.PRESENCE:
            return "", space
        return uid, HAND if uid or self.kind is BoardKind.TAP else space

    def _changed(self, piece: Piece, seen: tuple[SpaceId, ...]) -> Piece:
        """A stuck sensor that lets go late is no news: the piece is already elsewhere."""
        changed = replace(piece, seen=seen)
        return changed if changed.now_at == piece.now_at else replace(changed, changed_ms=self.now_ms)

    def _with(self, key: Key, piece: Piece) -> "SensedPieces":
        pieces = {**self.pieces, key: piece}
        unknown = [other for other in pieces if other[0] and other[0] not in self.seats]
        if len(unknown) > UNKNOWN_MAX:
            del pieces[min(unknown, key=lambda other: (pieces[other].changed_ms, other))]
        return replace(self, pieces=pieces)

    def _settled(self, piece: Piece, now_ms: int) -> Piece:
        reached = Rest(piece.now_at, piece.changed_ms)
        if piece.rest is None or self.kind is BoardKind.TAP:
            is_news = reached != piece.rest
        else:
            is_news = reached.space != piece.rest.space
        if not is_news or now_ms - piece.changed_ms < self.settle_ms:
            return piece
        return Piece(piece.seen[-1:], piece.changed_ms, reached)  # any older space that still claims it is stuck


def _without(spaces: tuple[SpaceId, ...], space: SpaceId) -> tuple[SpaceId, ...]:
    return tuple(other for other in spaces if other != space)
