"""How long a timed game has been played: counted while it is in play, and kept in the data folder across restarts.

The date plays no part: the clock that counts never jumps, and stands still while the table is off.
"""

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from companion.table.games.kept_file import KeptFile, KeptRecord, record_format
from companion.table.games.session import Session
from companion.table.messages.views import ClockView

FILE = "played.json"
MAX_BYTES = 20_000
MAX_GAMES = 50  # whose time is remembered: those counted last
KEEP_MS = 15_000  # a pulled plug loses no more than this
MINUTE_MS = 60_000
LONGEST_THOUGHT_MS = 30 * MINUTE_MS  # between two moves; after more than that the table was off
MAX_PLAYED_MS = 1_000 * 24 * 60 * MINUTE_MS
Played = dict[str, int]  # milliseconds, by the game's id


class KeptClock(KeptRecord, frozen=True, kw_only=True):
    played_ms: Played = {}


class GameClock:
    """Call `look` now and then, and `keep` at the end."""

    def __init__(self, data: Path, now_ms: Callable[[], int]) -> None:
        self._kept = KeptFile(data, CLOCKS)
        # The copy before was kept a while earlier. A game may lose that time, and never gains any.
        late_ms = KEEP_MS if self._kept.is_previous else 0
        self._played = {game: ms + late_ms for game, ms in self._kept.value.played_ms.items()}
        self._is_lost = bool(self._kept.trouble) and not self._kept.is_previous
        self._now_ms = now_ms
        self._looked_at_ms = self._kept_at_ms = now_ms()

    @property
    def trouble(self) -> str:
        return self._kept.describe_trouble("How long games were played", "It is counted from their moves.")

    def look(self, session: Session | None) -> bool:
        """True if the time has just run out."""
        now = self._now_ms()
        passed, self._looked_at_ms = now - self._looked_at_ms, now
        before = self.clock(session)
        if session is None or before is None or session.game.over:
            return False
        played = self._played_ms(session) + passed
        self._played.pop(session.game_id, None)  # the one counted last comes last
        self._played[session.game_id] = played
        if now - self._kept_at_ms >= KEEP_MS:
            self.keep()
        after = self.clock(session)
        return after is not None and after.is_up and not before.is_up

    def keep(self) -> None:
        """If the disk cannot be written, the time goes on in memory."""
        self._kept_at_ms = self._now_ms()
        if self._played != self._kept.value.played_ms:
            with suppress(OSError):
                self._kept.keep(KeptClock(played_ms=dict(list(self._played.items())[-MAX_GAMES:])))

    def clock(self, session: Session | None) -> ClockView | None:
        """None for a game without a limit."""
        if session is None or not session.start.minutes:
            return None
        left = session.start.minutes * MINUTE_MS - self._played_ms(session)
        return ClockView(session.start.minutes, max(left, 0), is_up=left <= 0)

    def _played_ms(self, session: Session) -> int:
        """If it was lost, as long as its moves may have taken: rather too much than too little."""
        if session.game_id not in self._played and self._is_lost:
            times = [move.at_ms for move in session.moves]
            pauses = (after - before for before, after in pairwise(times))
            self._played[session.game_id] = sum(min(max(pause, 0), LONGEST_THOUGHT_MS) for pause in pauses)
        return self._played.get(session.game_id, 0)


def _out_of_range(kept: KeptClock) -> str:
    wrong = (ms for ms in kept.played_ms.values() if not 0 <= ms <= MAX_PLAYED_MS)
    return next((f"it has a game of {ms:,} ms" for ms in wrong), "")


CLOCKS = record_format(FILE, MAX_BYTES, KeptClock(), _out_of_range)
