"""How long a timed game has been played: counted while it is in play, kept in the data folder, and so across restarts.

The date plays no part in it: the clock that counts never jumps, and stands still while the table is off.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.table.games.kept_file import KeptFile, Record, record_file
from companion.table.games.session import Session
from companion.table.messages.views import ClockView

FILE = "played.json"
BYTES_MOST = 20_000
GAMES_MOST = 50  # whose time is remembered; those counted last
KEEP_MS = 15_000  # no more of a game's time can be lost by a pulled plug
MINUTE_MS = 60_000
Played = dict[str, int]  # milliseconds, by the game's id


class KeptClock(Record, frozen=True, kw_only=True):
    played_ms: Played = {}


class GameClock:
    """`look` now and then, and `keep` in the end."""

    def __init__(self, data: Path, now_ms: Callable[[], int]) -> None:
        self._kept = KeptFile(data, record_file(FILE, BYTES_MOST, KeptClock()))
        self._played = dict(self._kept.value.played_ms)
        self._now_ms = now_ms
        self._looked_at_ms = self._kept_at_ms = now_ms()

    def look(self, session: Session | None) -> bool:
        """Has the time just run out?"""
        now = self._now_ms()
        passed, self._looked_at_ms = now - self._looked_at_ms, now
        before = self.clock(session)
        if session is None or before is None or session.game.over:
            return False
        played = self._played.pop(session.game_id, 0) + passed  # the one counted last comes last
        self._played[session.game_id] = played
        if now - self._kept_at_ms >= KEEP_MS:
            self.keep()
        after = self.clock(session)
        return after is not None and after.is_up and not before.is_up

    def keep(self) -> None:
        """On a disk that cannot be written the time goes on in memory."""
        self._kept_at_ms = self._now_ms()
        if self._played != self._kept.value.played_ms:
            with suppress(OSError):
                self._kept.keep(KeptClock(played_ms=dict(list(self._played.items())[-GAMES_MOST:])))

    def clock(self, session: Session | None) -> ClockView | None:
        """None for a game without a limit."""
        if session is None or not session.start.minutes:
            return None
        left = session.start.minutes * MINUTE_MS - self._played.get(session.game_id, 0)
        return ClockView(session.start.minutes, max(left, 0), is_up=left <= 0)
