"""The board as its sensors have it: what came to rest where, and since when. Whose it is and what it means is not here.

Nothing counts before it has lasted: a sighting on the way, a flicker or a lift that is over at once change nothing.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.ids import PlayerId, SpaceId
from hardware.signals import BoardKind, DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen, Uid

HAND: Final = -1  # in place of a space: off the board, in a hand or never put down
SETTLE_MS: Final = 800
UNKNOWN_MOST: Final = 16  # pieces never enrolled that are kept in mind
SPACES: Final = frozenset(range(40))

Key = tuple[Uid, SpaceId]  # a piece by its tag, or (no tag) by the space whose sensor it is


class Rest(Struct, frozen=True):
    space: SpaceId  # or HAND
    since_ms: int


class Piece(Struct, frozen=True):
    """`seen` are all spaces that claim it now, the latest last: fields overlap, and a sensor may stick."""

    seen: tuple[SpaceId, ...]
    changed_ms: int  # since when the last of them is the last
    rest: Rest | None = None

    @property
    def now_at(self) -> SpaceId:
        return self.seen[-1] if self.seen else HAND


class Sensed(Struct, frozen=True):
    """`seats` says whose token a tag is; `spaces` are those with a sensor. Its times never go back."""

    kind: BoardKind
    seats: Mapping[Uid, PlayerId]
    spaces: frozenset[SpaceId] = SPACES
    settle_ms: int = SETTLE_MS
    device: str = "board"
    now_ms: int = 0
    heard_ms: int | None = None  # since when the board speaks; None while it is silent
    pieces: Mapping[Key, Piece] = {}

    def feel(self, signal: Signal) -> "Sensed":
        """Whatever is not of the board only tells the time."""
        sensed = self.tick(signal.at_ms)
        match signal:
            case TokenSeen(space, uid) if space in SPACES:
                return sensed._heard()._seen(space, uid)
            case TokenLifted(space, uid) if space in SPACES and self.kind is not BoardKind.TAP:
                return sensed._heard()._lifted(space, uid)
            case DeviceLost(device) if device == self.device:
                return replace(sensed, heard_ms=None, pieces={})
            case DeviceFound(device) if device == self.device:
                return sensed._heard()
        return sensed

    def tick(self, now_ms: int) -> "Sensed":
        """What has lasted long enough by now has settled. More ticks than needed change nothing."""
        now_ms = max(now_ms, self.now_ms)
        settled = {key: self._settled(piece, now_ms) for key, piece in self.pieces.items()}
        kept = {key: piece for key, piece in settled.items() if not self._is_gone(key, piece)}
        return replace(self, now_ms=now_ms, pieces=kept)

    def rest_of(self, uid: Uid) -> Rest | None:
        """None if nothing is known of it."""
        piece = self.pieces.get((uid, HAND))
        return piece.rest if piece else None

    def occupied(self) -> dict[SpaceId, Rest]:
        """Where something without a tag rests."""
        rests = (piece.rest for (uid, _), piece in self.pieces.items() if not uid)
        return {rest.space: rest for rest in rests if rest is not None and rest.space != HAND}

    # Signals

    def _heard(self) -> "Sensed":
        return self if self.heard_ms is not None else replace(self, heard_ms=self.now_ms)

    def _key(self, space: SpaceId, uid: Uid) -> Key:
        if self.kind is BoardKind.PRESENCE:
            return "", space
        return uid, HAND if uid or self.kind is BoardKind.TAP else space

    def _seen(self, space: SpaceId, uid: Uid) -> "Sensed":
        key = self._key(space, uid)
        piece = self.pieces.get(key, Piece((), self.now_ms))
        if self.kind is BoardKind.TAP:
            return self._with(key, replace(piece, seen=(space,), changed_ms=self.now_ms))
        return self._with(key, self._changed(piece, (*_without(piece.seen, space), space)))

    def _lifted(self, space: SpaceId, uid: Uid) -> "Sensed":
        """Lifted where it is not is no news: a stuck sensor lets go late."""
        key = self._key(space, uid)
        piece = self.pieces.get(key)
        return self._with(key, self._changed(piece, _without(piece.seen, space))) if piece else self

    def _changed(self, piece: Piece, seen: tuple[SpaceId, ...]) -> Piece:
        changed = replace(piece, seen=seen)
        return changed if changed.now_at == piece.now_at else replace(changed, changed_ms=self.now_ms)

    def _with(self, key: Key, piece: Piece) -> "Sensed":
        pieces = {**self.pieces, key: piece}
        unknown = [other for other in pieces if other[0] and other[0] not in self.seats]
        if len(unknown) > UNKNOWN_MOST:
            del pieces[min(unknown, key=lambda other: (pieces[other].changed_ms, other))]
        return replace(self, pieces=pieces)

    # Time

    def _settled(self, piece: Piece, now_ms: int) -> Piece:
        reached = Rest(piece.now_at, piece.changed_ms)
        if piece.rest is None or self.kind is BoardKind.TAP:
            is_news = reached != piece.rest
        else:
            is_news = reached.space != piece.rest.space
        if not is_news or now_ms - piece.changed_ms < self.settle_ms:
            return piece
        return Piece(piece.seen[-1:], piece.changed_ms, reached)  # What older spaces still claim has stuck there.

    def _is_gone(self, key: Key, piece: Piece) -> bool:
        """A piece never enrolled that left the board is forgotten."""
        is_known = not key[0] or key[0] in self.seats
        return not is_known and piece.rest is not None and piece.rest.space == piece.now_at == HAND


def _without(spaces: tuple[SpaceId, ...], space: SpaceId) -> tuple[SpaceId, ...]:
    return tuple(other for other in spaces if other != space)
