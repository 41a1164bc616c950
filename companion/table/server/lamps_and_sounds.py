"""One light and one sound for what a move brought: money in, money out, and whose turn it is to throw or to pay."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from companion.play.acts import RecordedMove
from companion.play.whose_turn import due_to_roll
from companion.rules.events import DiceRolled, DiceThrown, StartThrown
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from companion.table.games.kept_file import KeptFile, Record, record_file
from companion.table.gestures.context import Cue
from companion.table.messages.views import DeviceView
from companion.table.messages.wire import Reply
from companion.table.server.attempt import attempt
from hardware.signals import DeviceHealth


def cues_after(taken: RecordedMove) -> tuple[Cue, ...]:
    """Money first, then the turn."""
    money = _money(taken)
    called = ("your-turn",) if _is_called(taken.before, taken.after) else ()
    return (*((money,) if money else ()), *called)


def _money(taken: RecordedMove) -> Cue | None:
    """As whoever did it feels it; else as the player on turn does, or whoever it came to or left."""
    before = taken.before
    actor: PlayerId = getattr(taken.act, "player", before.turn)
    seats = (actor, before.turn, *range(len(before.players)))
    change = next((by for by in (_change(before, taken.after, seat) for seat in seats) if by), 0)
    return "money-in" if change > 0 else "money-out" if change < 0 else None


def _change(before: Game, after: Game, seat: PlayerId) -> int:
    return after.players[seat].cash - before.players[seat].cash


def _is_called(before: Game, after: Game) -> bool:
    """When somebody may throw who could not before: a turn only passes with that throw, which is too late to call.

    And when somebody owes what was not owed before, as a rent that was asked for and cannot be paid.
    """
    due = due_to_roll(after)
    return (due is not None and due != due_to_roll(before)) or bool(_debts(after) - _debts(before))


def _debts(game: Game) -> set[Debt]:
    return {matter for matter in game.agenda if isinstance(matter, Debt)}


class Rig(Protocol):
    """What shows and plays; what it feels comes as signals."""

    def health(self) -> Sequence[DeviceHealth]: ...

    def show(self, cue: Cue) -> None: ...

    def play(self, cue: Cue) -> None: ...

    def show_dice(self, faces: Sequence[int]) -> None: ...


class Outputs:
    """`cues` is how many there were, also while the sounds `are_muted`.

    `date_ms` is the time of day; devices are seen by a clock that never jumps.
    """

    def __init__(self, rig: Rig, date_ms: Callable[[], int], are_muted: Callable[[], bool] = lambda: False) -> None:
        self._rig = rig
        self.are_muted = are_muted
        self._date_ms = date_ms
        self._seen: dict[str, tuple[int, int]] = {}  # when each was last seen, by both clocks
        self.cues = 0

    def cue(self, cue: Cue) -> None:
        self.cues += 1
        attempt("showing a light", partial(self._rig.show, cue))
        if not self.are_muted():
            attempt("playing a sound", partial(self._rig.play, cue))

    def follow(self, taken: RecordedMove) -> None:
        """The dice that fell, then what the move brought."""
        for event in taken.events:
            if isinstance(event, DiceRolled | DiceThrown | StartThrown):
                attempt("showing the dice", partial(self._rig.show_dice, event.dice))
        for cue in cues_after(taken):
            self.cue(cue)

    def devices(self) -> tuple[DeviceView, ...]:
        return tuple(map(self._device, self._rig.health()))

    def _device(self, one: DeviceHealth) -> DeviceView:
        return DeviceView(one.name, one.state, one.why, one.counters, self._seen_at_ms(one))

    def _seen_at_ms(self, one: DeviceHealth) -> int:
        """The date when that was first noticed: it stays the same until the device is seen again."""
        if one.last_seen_ms is None:
            return 0
        seen, _ = self._seen.get(one.name, (None, 0))
        if seen != one.last_seen_ms:
            self._seen[one.name] = one.last_seen_ms, self._date_ms()
        return self._seen[one.name][1]


FILE = "sounds.json"
BYTES_MOST = 1_000


class KeptSounds(Record, frozen=True, kw_only=True):
    muted: bool = False


class Sounds:
    """A file that cannot be read is as if there were none: the table sounds, and the next setting is kept."""

    def __init__(self, data: Path) -> None:
        self._kept = KeptFile(data, record_file(FILE, BYTES_MOST, KeptSounds()))

    def are_muted(self) -> bool:
        return self._kept.value.muted

    def set(self, id: str, *, on: bool) -> Reply:
        try:
            self._kept.keep(KeptSounds(muted=not on))
        except OSError as error:
            return Reply(id, done=False, message=f"The sounds cannot be set: {error.strerror or error}.")
        return Reply(id, done=True, message=f"The sounds of the table are {'on' if on else 'off'}.")
