"""The disk that the games are on: room, where it is mounted, and whether what is saved there stays saved."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.doctor.finding import Finding, bad, note, ok
from companion.doctor.machine import Machine

MB = 1024 * 1024
LEAST, FEW = 20 * MB, 200 * MB  # of room; an evening takes about one
PASSING = ("tmpfs", "ramfs", "overlay", "aufs")
FOREIGN = ("vfat", "exfat", "msdos", "ntfs", "ntfs3", "fuseblk", "nfs", "nfs4", "cifs", "smb3", "9p", "sshfs")
CARELESS = ("nobarrier", "barrier=0", "data=writeback")
_ESCAPED = re.compile(r"\\([0-7]{3})")
ELSEWHERE = "Keep the games elsewhere: `companion table --data FOLDER`, or StateDirectory in the service."


class Mount(NamedTuple):
    at: str
    kind: str
    options: tuple[str, ...]


def room(data: Path, free: Callable[[Path], int] | None = None) -> Finding:
    """`free` says how many bytes are."""
    folder = nearest(data)
    try:
        left = (free or _free)(folder)
    except OSError as error:
        return bad("disk", f"{folder} cannot be looked at: {error.strerror}.", "Look at the card: it may be failing.")
    says = f"{left // MB:,} MB free for {data}"
    if left < LEAST:
        return bad("disk", f"{says}.", "Make room: remove what is not needed, or old backups of games.")
    return note("disk", f"{says}.", "Make room before a long evening.") if left < FEW else ok("disk", says)


def _free(folder: Path) -> int:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


def nearest(folder: Path) -> Path:
    """The folder, or the one in which it would be made."""
    return next(place for place in (folder.absolute(), *folder.absolute().parents) if place.is_dir())


def written(machine: Machine, data: Path, may_write: Callable[[Path], bool] | None = None) -> Finding:
    """May this user save games there?"""
    allowed = may_write or (lambda folder: os.access(folder, os.W_OK | os.X_OK))
    folder = nearest(data)
    if allowed(folder):
        return ok("folder", str(data) if folder == data.absolute() else f"{data} will be made")
    name = machine.user.name
    return bad("folder", f"{name} may not write in {folder}.", f"Give it to {name}: `sudo chown -R {name} {folder}`.")


# Mounts


def mount(machine: Machine, data: Path) -> Iterator[Finding]:
    text = machine.text("/proc/mounts")
    found = mount_of(text, str(nearest(data).resolve())) if text is not None else None
    if found is None:
        yield note("mount", "How the disk is mounted cannot be seen.", "Look at /proc/mounts by hand.")
        return
    faults = tuple(_faults(found))
    yield from faults
    if not faults:
        yield ok("mount", f"{found.at}, {found.kind}, {','.join(found.options[:4])}")


def mount_of(text: str, folder: str) -> Mount | None:
    """The one that is innermost, and of several at one place the last."""
    best: Mount | None = None
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 4:
            continue
        at = _ESCAPED.sub(lambda found: chr(int(found[1], 8)), parts[1])
        if _is_within(folder, at) and (best is None or len(at) >= len(best.at)):
            best = Mount(at, parts[2], tuple(parts[3].split(",")))
    return best


def _is_within(folder: str, at: str) -> bool:
    return folder == at or folder.startswith(at.rstrip("/") + "/")


def _faults(found: Mount) -> Iterator[Finding]:
    if "ro" in found.options:
        remount = f"`sudo mount -o remount,rw {found.at}`; if it becomes read-only again, the card is failing: copy it."
        yield bad("mount", f"{found.at} is mounted read-only: nothing can be saved.", remount)
    if found.kind in PASSING:
        says = f"{found.at} is {found.kind}: whatever is saved there is gone when the power is."
        yield bad(
            "mount", says, "Switch the overlay off (`sudo raspi-config nonint disable_overlayfs`), or: " + ELSEWHERE
        )
    if found.kind in FOREIGN:
        yield bad("mount", f"{found.at} is {found.kind}, which does not keep what was saved as ext4 does.", ELSEWHERE)
    for option in CARELESS:
        if option in found.options:
            says = f"{found.at} is mounted with {option}: a power cut may take what was saved."
            yield bad("mount", says, f"Take {option} out of /etc/fstab, then restart.")
