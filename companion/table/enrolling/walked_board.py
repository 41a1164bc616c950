"""A board that somebody may be walking: what is put down and lifted meanwhile is nothing to the game.

Afterwards everything that stands there is told anew, as it is when a board is found again.
"""

from hardware.signals import DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen, Uid

BOARD = "board"  # its name among the devices
WHY = "The board is being walked."


class WalkedBoard:
    """`feel` says what is to be minded of a signal."""

    def __init__(self, *, is_tapped: bool = False) -> None:
        self._standing: dict[tuple[int, Uid], None] = {}
        self._is_tapped = is_tapped  # by a wand: then nothing stands there
        self._is_lost = False
        self._is_walked = False

    def feel(self, signal: Signal) -> tuple[Signal, ...]:
        match signal:
            case TokenSeen(space, uid) if not self._is_tapped:
                self._standing[space, uid] = None
            case TokenLifted(space, uid):
                self._standing.pop((space, uid), None)
            case DeviceLost(device) | DeviceFound(device) if device == BOARD:
                self._is_lost = isinstance(signal, DeviceLost)
                self._standing.clear()  # whatever stands there will be told again
        return () if self._is_walked and _is_of_the_board(signal) else (signal,)

    def begin(self, now_ms: int) -> tuple[Signal, ...]:
        self._is_walked = True
        return (DeviceLost(BOARD, WHY, now_ms),)

    def end(self, now_ms: int) -> tuple[Signal, ...]:
        """If it is lost by then, it stays so for the game."""
        self._is_walked = False
        if self._is_lost:
            return ()
        return (DeviceFound(BOARD, now_ms), *(TokenSeen(space, uid, now_ms) for space, uid in self._standing))


def _is_of_the_board(signal: Signal) -> bool:
    match signal:
        case TokenSeen() | TokenLifted() | DeviceLost("board") | DeviceFound("board"):
            return True
    return False
