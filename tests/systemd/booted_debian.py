"""A Debian in a folder that has booted: systemd is its first process, with its own groups, mounts and network."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from tests.deadline import DEADLINE_S
from tests.systemd.debian_root import DebianRoot, environment

POWER_OFF = signal.SIGRTMIN + 4  # as systemd(1) has it
# The mounts belong to the namespace. What belongs to the whole machine is mounted read-only.
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
# Inside, not even root may touch the clock, the modules and the ports of the machine.
_WITHOUT = ("setpriv", "--bounding-set", "-sys_time,-sys_module,-sys_rawio,-syslog")


class BootedDebian:
    """Boots as a Pi would, with what is in the root. It is gone at the end, whatever happens."""

    def __init__(self, root: DebianRoot) -> None:
        self._root = root
        self._groups = control_groups() / f"companion-test-{os.getpid()}"
        self._process: subprocess.Popen[bytes] | None = None
        self._first = 0  # the number of its first process, seen from outside

    def boot(self) -> str:
        """Returns systemd's word for its state, once everything has started that starts by itself."""
        self._groups.mkdir(exist_ok=True)
        words = ["bash", "-ec", _BOOT, str(self._root.path), str(self._root.wheels), str(self._groups)]
        words.append(" ".join(_WITHOUT))
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            self._first = self._first or self._find_systemd()
            state = self.inside("systemctl", "is-system-running", "--wait").stdout.strip() if self._first else ""
            if state not in ("", "offline", "unknown", "initializing"):
                return state
        raise AssertionError("systemd did not come up")

    def _find_systemd(self) -> int:
        """The child that has become systemd; 0 until there is one."""
        assert self._process is not None
        assert self._process.poll() is None, "it ended before systemd was there"
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        names = {int(child): Path(f"/proc/{child}/comm").read_text().strip() for child in children}
        return next((child for child, name in names.items() if name == "systemd"), 0)

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
        """A program that runs inside meanwhile, to be interrupted. What it prints can be read."""
        return subprocess.Popen(
            [*self._enter(), *words], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def _enter(self) -> list[str]:
        spaces = ("--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--root", "--wd=/")
        return [
            "nsenter",
            f"--target={self._first}",
            *spaces,
            *_WITHOUT,
            "env",
            "--chdir=/",
        ]  # our own folder is not there

    def power_off(self) -> None:
        """As the button does."""
        assert self._process is not None
        os.kill(self._first, POWER_OFF)
        self._process.wait(DEADLINE_S)
        self._first = 0

    def __enter__(self) -> "BootedDebian":
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
        until = time.monotonic() + DEADLINE_S
        while self._groups.exists() and time.monotonic() < until:
            for folder, _, _ in os.walk(self._groups, topdown=False):
                with suppress(OSError):  # a process may still be ending in it
                    Path(folder).rmdir()


def control_groups() -> Path:
    """Where this machine has mounted its control groups of version 2."""
    lines = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
    return next((Path(place) for _, place, kind, *_ in lines if kind == "cgroup2"), Path("/none"))


def can_boot() -> bool:
    return os.geteuid() == 0 and os.access(control_groups(), os.W_OK)
