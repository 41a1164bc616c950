"""A Debian in a folder, booted: systemd is its first process, with groups, mounts and a network of its own."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from tests.deadline import DEADLINE_S
from tests.systemd.debian_root import DebianRoot, environment

POWER_OFF = signal.SIGRTMIN + 4  # as systemd(1) has it
# What is mounted here is the namespace's, and what belongs to the whole machine can only be read there.
_BOOT = """
root=$0
echo $$ >"$2/cgroup.procs"
exec unshare --cgroup --mount --pid --uts --ipc --net --fork --kill-child bash -ec '
mount --make-rprivate /
mount --bind "$0" "$0"
mount --bind "$1" "$0/wheels"
cd "$0"
mount -t proc proc proc
mount --bind -o ro proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do
    touch "dev/$name"
    mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mkdir -p before
pivot_root . before
cd /
umount -l before
exec env -i container=companion $2 /lib/systemd/systemd systemd.mask=console-getty.service
' "$root" "$1" "$3"
"""
# The clock, the modules and the ports of the machine are nobody's inside, not even root's.
_WITHOUT = ("setpriv", "--bounding-set", "-sys_time,-sys_module,-sys_rawio,-syslog")


class Booted:
    """Comes up as a Pi would, with what is in the root; whatever happens, it is gone in the end."""

    def __init__(self, root: DebianRoot) -> None:
        self._root = root
        self._groups = _groups() / f"companion-test-{os.getpid()}"
        self._process: subprocess.Popen[bytes] | None = None
        self._first = 0  # the number of its first process, as it is known out here

    def boot(self) -> str:
        """How it is, once all that starts by itself has started."""
        self._groups.mkdir(exist_ok=True)
        words = ["bash", "-ec", _BOOT, str(self._root.path), str(self._root.wheels), str(self._groups)]
        words.append(" ".join(_WITHOUT))
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            state = self._state()
            if state not in ("", "offline", "unknown", "initializing"):
                return state
        raise AssertionError(f"systemd did not come up: {self._state()}")

    def _state(self) -> str:
        if not self._first:
            self._first = _systemd_of(self._process)
        return self.inside("systemctl", "is-system-running", "--wait").stdout.strip() if self._first else ""

    def inside(
        self, *words: str, env: Mapping[str, str] | None = None, timeout_s: float = 600.0
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self._enter(), *words],
            env=environment() | dict(env or {}),
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout_s,
        )

    def begin(self, *words: str) -> subprocess.Popen[str]:
        """What goes on inside meanwhile, with what it says; for who has to interrupt it."""
        return subprocess.Popen(
            [*self._enter(), *words], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def _enter(self) -> list[str]:
        """From a folder that is there, too."""
        spaces = ("--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--root", "--wd=/")
        return ["nsenter", f"--target={self._first}", *spaces, *_WITHOUT, "env", "--chdir=/"]

    def power_off(self) -> None:
        """As the button does."""
        assert self._process is not None
        os.kill(self._first, POWER_OFF)
        self._process.wait(DEADLINE_S)
        self._first = 0

    def __enter__(self) -> "Booted":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            if self._first:
                os.kill(self._first, signal.SIGKILL)
            else:
                self._process.kill()
            self._process.wait(DEADLINE_S)
        _remove(self._groups)


def _systemd_of(process: "subprocess.Popen[bytes] | None") -> int:
    """The child that has become systemd; 0 until then."""
    assert process is not None
    assert process.poll() is None, "it ended before systemd was there"
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    names = {int(child): Path(f"/proc/{child}/comm").read_text().strip() for child in children}
    return next((pid for pid, name in names.items() if name == "systemd"), 0)


def _groups() -> Path:
    """Where this machine has its control groups of the second version."""
    lines = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
    return next((Path(place) for _, place, kind, *_ in lines if kind == "cgroup2"), Path("/none"))


def _remove(groups: Path) -> None:
    until = time.monotonic() + DEADLINE_S
    while groups.exists() and time.monotonic() < until:
        for folder, _, _ in os.walk(groups, topdown=False):
            try:
                Path(folder).rmdir()
            except OSError:
                break


def can_boot() -> bool:
    """Root of a machine that has such groups, and may make more."""
    groups = _groups()
    return os.geteuid() == 0 and os.access(groups, os.W_OK)
