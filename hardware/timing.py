"""How long things take at a table, in milliseconds."""

from typing import NamedTuple

from hardware import debounce, presence


class Timing(NamedTuple):
    button_quiet_ms: int = debounce.QUIET_MS
    tag_quiet_ms: int = presence.QUIET_MS
    poll_ms: int = 100  # from one look at a reader to the next
    settle_ms: int = presence.QUIET_MS  # a reader that was just opened may miss what lies on it; a twin needs none
