"""Sample boards: short forms for their signals, and a board of each kind that has felt some."""

from collections.abc import Iterable, Mapping

from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.gestures.sensed_board import SETTLE_MS, SPACES, SensedPieces
from companion.table.gestures.whereabouts import ExpectedMove
from hardware.signals import BoardKind, DeviceFound, Signal, TokenLifted, TokenSeen, Uid
from tests.kit import ANN, BEN, CY, DI

TAGS: dict[Uid, PlayerId] = {"0A": ANN, "0B": BEN, "0C": CY, "0D": DI}
TAG_OF = {seat: uid for uid, seat in TAGS.items()}


def seen(at_ms: int, space: SpaceId, who: PlayerId | None = None) -> TokenSeen:
    """Without a player: from a board that does not know whose token it is."""
    return TokenSeen(space, "" if who is None else TAG_OF[who], at_ms)


def lifted(at_ms: int, space: SpaceId, who: PlayerId | None = None) -> TokenLifted:
    return TokenLifted(space, "" if who is None else TAG_OF[who], at_ms)


def board(
    kind: BoardKind, signals: Iterable[Signal] = (), *, spaces: frozenset[SpaceId] = SPACES, settle_ms: int = SETTLE_MS
) -> SensedPieces:
    sensed = SensedPieces(kind, TAGS, spaces, settle_ms).feel(DeviceFound("board", 0))
    for signal in signals:
        sensed = sensed.feel(signal)
    return sensed


def standing(kind: BoardKind, game: Game, elsewhere: Mapping[PlayerId, SpaceId] | None = None) -> SensedPieces:
    """Everybody's token put down at 0 ms, where the game says or elsewhere."""
    places = {seat: game.players[seat].place for seat in game.still_in()} | dict(elsewhere or {})
    names = kind is BoardKind.IDENTIFYING
    return board(kind, (seen(0, space, seat if names else None) for seat, space in places.items()))


def move(seat: PlayerId, start: SpaceId, at_ms: int) -> ExpectedMove:
    return ExpectedMove(seat, start, (start,), at_ms, 1)
