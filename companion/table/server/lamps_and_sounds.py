"""One light and one sound for each result of a move: money in, money out, and whose turn it is to roll or to pay.

Also whether sounds are on, which is kept in the data folder, and how the devices are.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from companion.play.acts import RecordedMove
from companion.play.whose_turn import due_to_roll
from companion.rules.events import DiceRolled, DiceThrown, StartThrown
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from companion.table.games.kept_file import KeptFile, KeptRecord, record_format
from companion.table.gestures.context import Cue
from companion.table.messages.views import DeviceView
from companion.table.messages.wire import Reply
from companion.table.server.attempt import attempt
from companion.table.server.ports import OutputRig
from hardware.signals import DeviceHealth

FILE = "sounds.json"
MAX_BYTES = 1_000


def cues_after(move: RecordedMove) -> tuple[Cue, ...]:
    """Money first, then the turn."""
    before, after = move.before, move.after
    cues: list[Cue] = []
    # Money as the one who made the move feels it; else the player on turn, or whoever it came from or went to.
    actor: PlayerId = getattr(move.act, "player", before.turn)
    for seat in (actor, before.turn, *range(len(before.players))):
        if change := after.players[seat].cash - before.players[seat].cash:
            cues.append("money-in" if change > 0 else "money-out")
            break
    # A turn passes only with the next roll, too late to call: so call whoever may roll now and could not before,
    # and whoever owes something new, such as a rent that was asked for and cannot be paid.
    due = due_to_roll(after)
    if (due is not None and due != due_to_roll(before)) or _debts(after) - _debts(before):
        cues.append("your-turn")
    return tuple(cues)


def _debts(game: Game) -> set[Debt]:
    return {step for step in game.pending if isinstance(step, Debt)}


class LampsAndSounds:
    """`cues` counts the cues given, also while the sounds `are_muted`.

    `date_ms` is the time of day; devices are seen by a clock that never jumps.
    """

    def __init__(
        self, rig: OutputRig, date_ms: Callable[[], int], are_muted: Callable[[], bool] = lambda: False
    ) -> None:
        self._rig = rig
        self.are_muted = are_muted
        self._date_ms = date_ms
        self._devices: dict[str, tuple[DeviceHealth, DeviceView]] = {}  # as they were told last
        self.cues = 0

    def cue(self, cue: Cue) -> None:
        self.cues += 1
        attempt("showing a light", partial(self._rig.show, cue))
        if not self.are_muted():
            attempt("playing a sound", partial(self._rig.play, cue))

    def follow(self, move: RecordedMove) -> None:
        """Shows the dice, then gives the cues of the move."""
        for event in move.events:
            if isinstance(event, DiceRolled | DiceThrown | StartThrown):
                attempt("showing the dice", partial(self._rig.show_dice, event.dice))
        for cue in cues_after(move):
            self.cue(cue)

    def devices(self) -> tuple[DeviceView, ...]:
        """A device's date is when its last sign of life was noticed; it stays until the next one."""
        return tuple([self._device_view(one) for one in self._rig.health()])

    def _device_view(self, now: DeviceHealth) -> DeviceView:
        known = self._devices.get(now.name)
        if known is not None and known[0] is now:
            return known[1]
        if known is not None and known[0].last_seen_ms == now.last_seen_ms:
            seen_at_ms = known[1].seen_at_ms
        else:
            seen_at_ms = 0 if now.last_seen_ms is None else self._date_ms()
        view = DeviceView(now.name, now.state, now.why, now.counters, seen_at_ms)
        self._devices[now.name] = now, view
        return view


class KeptSounds(KeptRecord, frozen=True, kw_only=True):
    """Whether the table speaks is left to the settings until somebody presses the key."""

    muted: bool = False
    spoken: bool | None = None


SOUNDS = record_format(FILE, MAX_BYTES, KeptSounds())


class Sounds:
    """Are they on? If the file cannot be read they are, and the next setting is kept.

    `is_spoken` is what the settings say of the voice.
    """

    def __init__(self, data: Path, *, is_spoken: bool = False) -> None:
        self._kept = KeptFile(data, SOUNDS)
        self._is_spoken = is_spoken

    @property
    def trouble(self) -> str:
        return self._kept.describe_trouble("Whether the sounds are on", "They are on.")

    def are_muted(self) -> bool:
        return self._kept.value.muted

    def are_spoken(self) -> bool:
        kept = self._kept.value.spoken
        return self._is_spoken if kept is None else kept

    def set(self, id: str, *, on: bool) -> Reply:
        return self._keep(id, replace(self._kept.value, muted=not on), f"The sounds of the table are {_on(on)}.")

    def set_speech(self, id: str, *, on: bool) -> Reply:
        return self._keep(id, replace(self._kept.value, spoken=on), f"The voice of the table is {_on(on)}.")

    def _keep(self, id: str, value: KeptSounds, done: str) -> Reply:
        try:
            self._kept.keep(value)
        except OSError as error:
            return Reply(id, done=False, message=f"The sounds cannot be set: {error.strerror or error}.")
        return Reply(id, done=True, message=done)


def _on(on: bool) -> str:
    return "on" if on else "off"
