"""What the doctor checks besides devices: disk, mounts, clock, power, games and tags.

Each check is told where to look, so that tests can hand it a machine with anything wrong.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from companion.household.machine import Machine

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.table.gestures.tags import Bindings

State = Literal["ok", "note", "bad"]

MB = 1024 * 1024
MIN_FREE, FEW_FREE = 20 * MB, 200 * MB  # an evening takes about one
IN_MEMORY = ("tmpfs", "ramfs", "overlay", "aufs")
UNSAFE = ("vfat", "exfat", "msdos", "ntfs", "ntfs3", "fuseblk", "nfs", "nfs4", "cifs", "smb3", "9p", "sshfs")
UNSAFE_OPTIONS = ("nobarrier", "barrier=0", "data=writeback")
_ESCAPED = re.compile(r"\\([0-7]{3})")
ELSEWHERE = "Keep the games elsewhere: `companion table --data FOLDER`, or StateDirectory in the service."

FIRST_RELEASE_MS = 1_767_225_600_000  # 1 January 2026: no correct clock is earlier
MINUTE_MS = 60_000
SYNCHRONIZED = "/run/systemd/timesync/synchronized"
CLOCKS = "/sys/class/rtc/rtc*"
SET_CLOCK = "Connect to the network for a moment, or set it: `sudo date --set '2026-11-16 20:41'`."

THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16
SUPPLY = "Use the power supply made for this Pi, and a short cable: with a weak one, data on the card gets lost."

TAG_KINDS = ("deeds", "tokens", "players", "cards")


class Diagnosis(Struct, frozen=True):
    """A note is worth knowing, but nothing is wrong. Everything that is not ok says what to do."""

    what: str
    state: State
    says: str
    do: str = ""
    lines: tuple[str, ...] = ()  # to be written to the settings

    def __post_init__(self) -> None:
        if (self.state == "ok") == bool(self.do):
            raise ValueError(f"{self.what}: what is not ok says what to do, and what is ok does not")


def ok(what: str, says: str) -> Diagnosis:
    return Diagnosis(what, "ok", says)


def note(what: str, says: str, do: str, lines: tuple[str, ...] = ()) -> Diagnosis:
    return Diagnosis(what, "note", says, do, lines)


def bad(what: str, says: str, do: str) -> Diagnosis:
    return Diagnosis(what, "bad", says, do)


def is_well(diagnoses: Iterable[Diagnosis]) -> bool:
    return all(diagnosis.state != "bad" for diagnosis in diagnoses)


# The disk


def check_space(data: Path, free_bytes: Callable[[Path], int] | None = None) -> Diagnosis:
    folder = _existing(data)
    try:
        if free_bytes is not None:
            left = free_bytes(folder)
        else:
            found = os.statvfs(folder)
            left = found.f_bavail * found.f_frsize
    except OSError as error:
        return bad("disk", f"{folder} cannot be examined: {error.strerror}.", "Check the card: it may be failing.")
    says = f"{left // MB:,} MB free for {data}"
    if left < MIN_FREE:
        return bad("disk", f"{says}.", "Make room: delete files you do not need, or old backups of games.")
    return note("disk", f"{says}.", "Make room before a long evening.") if left < FEW_FREE else ok("disk", says)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(place for place in (folder.absolute(), *folder.absolute().parents) if place.is_dir())


def check_writable(machine: Machine, data: Path, may_write: Callable[[Path], bool] | None = None) -> Diagnosis:
    """May this user save games there?"""
    allowed = may_write or (lambda folder: os.access(folder, os.W_OK | os.X_OK))
    folder, name = _existing(data), machine.user.name
    if allowed(folder):
        return ok("folder", str(data) if folder == data.absolute() else f"{data} will be made")
    return bad("folder", f"{name} may not write in {folder}.", f"Give it to {name}: `sudo chown -R {name} {folder}`.")


class Mount(NamedTuple):
    at: str
    kind: str
    options: tuple[str, ...]


def check_mount(machine: Machine, data: Path) -> list[Diagnosis]:
    text = machine.text("/proc/mounts")
    found = mount_of(text, str(_existing(data).resolve())) if text is not None else None
    if found is None:
        return [note("mount", "Cannot see how the disk is mounted.", "Look at /proc/mounts yourself.")]
    faults = []
    if "ro" in found.options:
        remount = f"`sudo mount -o remount,rw {found.at}`; if it becomes read-only again, the card is failing: copy it."
        faults.append(bad("mount", f"{found.at} is mounted read-only: nothing can be saved.", remount))
    if found.kind in IN_MEMORY:
        says = f"{found.at} is {found.kind}: everything saved there is lost when the power goes off."
        overlay_off = "Switch the overlay off (`sudo raspi-config nonint disable_overlayfs`), or: "
        faults.append(bad("mount", says, overlay_off + ELSEWHERE))
    if found.kind in UNSAFE:
        says = f"{found.at} is {found.kind}, which does not keep data as safe as ext4 does."
        faults.append(bad("mount", says, ELSEWHERE))
    for option in UNSAFE_OPTIONS:
        if option in found.options:
            says = f"{found.at} is mounted with {option}: a power cut may lose saved moves."
            faults.append(bad("mount", says, f"Take {option} out of /etc/fstab, then restart."))
    return faults or [ok("mount", f"{found.at}, {found.kind}, {','.join(found.options[:4])}")]


def mount_of(text: str, folder: str) -> Mount | None:
    """The innermost mount that holds the folder; if several are at one place, the last."""
    best: Mount | None = None
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 4:
            continue
        at = _ESCAPED.sub(lambda found: chr(int(found[1], 8)), parts[1])
        is_within = folder == at or folder.startswith(at.rstrip("/") + "/")
        if is_within and (best is None or len(at) >= len(best.at)):
            best = Mount(at, parts[2], tuple(parts[3].split(",")))
    return best


# The clock. A wrong one does not harm games, but their dates are wrong.


def check_clock(machine: Machine, now_ms: int, last_move_ms: int, is_synced: bool) -> Diagnosis:
    """`is_synced` is what the kernel says. The last move is that of any game."""
    date = _date(now_ms)
    if now_ms < FIRST_RELEASE_MS:
        return bad("clock", f"It says {date}, which cannot be right.", SET_CLOCK)
    if now_ms < last_move_ms - MINUTE_MS:
        return bad("clock", f"It says {date}, but the last move was made on {_date(last_move_ms)}.", SET_CLOCK)
    if is_synced or machine.exists(SYNCHRONIZED):
        return ok("clock", f"{date}, set by the network")
    if any(machine.matching(CLOCKS)):
        return ok("clock", f"{date}, kept by a battery")
    return note("clock", f"{date}; the clock may be wrong, because neither network nor battery sets it.", SET_CLOCK)


def _date(at_ms: int) -> str:
    try:
        return datetime.fromtimestamp(at_ms / 1_000).strftime("%d %B %Y, %H:%M").lstrip("0")
    except (OverflowError, OSError, ValueError):
        return "an impossible date"


def kernel_is_synced() -> bool:
    """As `adjtimex` says; False if the kernel cannot tell."""
    import ctypes

    unsynced, error = 0x40, 5
    buffer = ctypes.create_string_buffer(512)  # modes = 0: only reads
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(buffer)
    except (OSError, AttributeError):
        return False
    status = int.from_bytes(buffer.raw[40:44] if ctypes.sizeof(ctypes.c_long) == 8 else buffer.raw[20:24], "little")
    return state not in (-1, error) and not status & unsynced


# Power


def check_power(machine: Machine) -> Iterator[Diagnosis]:
    """What the Pi's firmware says; nothing on other machines."""
    try:
        flags = int((machine.text(THROTTLED) or "").strip(), 16)
    except ValueError:
        return
    if flags & LOW_NOW:
        yield bad("power", "The voltage is too low now.", SUPPLY)
    elif flags & LOW_BEFORE:
        yield note("power", "The voltage has dropped too low since the start.", SUPPLY)
    else:
        yield ok("power", "the voltage is good")


# Games, boards and tags


def check_boards(data: Path, usual: str) -> Iterator[Diagnosis]:
    """`usual` is the board that the settings name, if they do. Without it, new games have that of their edition."""
    from companion.boards.own_boards import BoardName, board_text, own_boards

    own = own_boards(data)
    for each in own:
        if each.board is None:
            do = f"Correct it; games that began on it go on. `companion board check {each.path}` lists all mistakes."
            yield (bad if each.key == usual else note)("boards", each.wrong, do)
    if right := [each.key for each in own if each.board is not None]:
        yield ok("boards", f"{len(right)} of your own: {', '.join(right)}")
    try:
        if usual and all(each.key != usual for each in own):
            board_text(usual, data)
    except BoardName as error:
        yield bad("boards", f"In companion.toml, {error}", "Correct `board` in [game] there.")


def check_voice(speech: str | None, missing: str) -> Iterator[Diagnosis]:
    """`missing` is what must be installed, as a sentence."""
    if speech is not None and missing:
        why, _, do = missing.partition(" Run: ")
        yield bad("voice", why, f"`{do}`; until then the table plays without a voice.")
    elif speech is not None:
        yield ok("voice", f"speaks {speech}")


def check_journals(is_sound: bool, message: str, lines: Sequence[str]) -> Diagnosis:
    """From the reply to VerifyJournal for all games."""
    if is_sound:
        return ok("journal", message.rstrip("."))
    damage = " ".join((message, *lines))
    return bad("journal", damage, "`companion journal verify` says more, `companion journal repair` repairs it.")


def check_tags(
    board: "Board", bindings: "Bindings", trouble: str, *, has_reader: bool, has_board: bool
) -> Iterator[Diagnosis]:
    """Without a reader nobody needs tags."""
    from companion.table.gestures.enrolment import plan_walk, still_to_do

    if trouble:
        yield bad("tags", trouble, "`companion tags import FILE` reads a copy, `companion enrol` makes new ones.")
        return
    for kind in TAG_KINDS:
        walk = plan_walk(board, kind, bindings, (), (), again=False)
        total = len(walk.steps)
        count = total - len(still_to_do(walk, bindings))
        says = f"{count} of {total} {kind} have their tag"
        if count == total or (not count and (not has_reader or kind != "deeds")):
            yield ok("tags", says)
        else:
            yield note("tags", f"{says}.", f"`companion enrol {kind}` continues with the rest.")
    if bindings.spots:
        yield ok("tags", f"{len(bindings.spots)} of {len(board.spaces)} spaces of the board are known")
    elif has_board:
        says = "The board was never enrolled: its spots are numbered as it counts them."
        yield note("tags", says, "`companion enrol board` learns which spot is under which space.")
