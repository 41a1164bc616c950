"""Days and times as people read them, by the clock on the wall."""

from datetime import UTC, datetime

_LATEST_MS = 253_402_214_400_000  # a day before the year 10000; clocks have shown worse


def moment(at_ms: int) -> datetime:
    """Here, whatever the clock has shown."""
    return datetime.fromtimestamp(min(max(at_ms, 0), _LATEST_MS) / 1000, tz=UTC).astimezone()


def day_and_time(when: datetime) -> str:
    return f"{when:%A} {when.day} {when:%B %Y} at {when:%H:%M}"
