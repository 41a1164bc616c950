"""A whole Debian in a folder, to install into: made once with debootstrap, kept packed, and unpacked for each test."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("COMPANION_TEST_CACHE", Path.home() / ".cache" / "companion-tests"))
# What Raspberry Pi OS has from the start; python3-venv the installer has to bring.
INCLUDED = "systemd,python3,ca-certificates"
SUITE = os.environ.get("COMPANION_INSTALL_SUITE", "bookworm")
PYTHON = {"bookworm": "3.11", "trixie": "3.13"}[SUITE]
PARTS = ("companion", "hardware", "systemd", "firmware_notes", "tests/games")
FILES = ("pyproject.toml", "requirements.txt", "requirements-pi.txt", "README.md", "LICENSE")
# All mounts are the namespace's, and are gone with it.
_ENTER = """
mount -t proc proc "$0/proc"
mount --bind "$1" "$0/src"
mount --bind "$2" "$0/wheels"
root=$0
shift 2
exec chroot "$root" "$@"
"""


def packed() -> Path:
    path = CACHE / f"{SUITE}.tar"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        made = CACHE / f"{SUITE}.part"
        shutil.rmtree(made, ignore_errors=True)
        _do("debootstrap", "--variant=minbase", f"--include={INCLUDED}", SUITE, str(made), *_mirror())
        _do("tar", "-C", str(made), "-cf", f"{path}.part", ".")
        Path(f"{path}.part").rename(path)
        shutil.rmtree(made)
    return path


def _mirror() -> Sequence[str]:
    """The one this machine uses, or debootstrap's own."""
    for file in (Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list")):
        words = file.read_text("utf-8").split() if file.is_file() else []
        found = [word for word in words if word.startswith("http") and word.rstrip("/").endswith("/debian")]
        if found:
            return found[-1:]
    return ()


def wheels() -> Path:
    """What the lock files name, for the root's Python."""
    folder = CACHE / f"wheels-{PYTHON}"
    for lock in ("requirements.txt", "requirements-pi.txt"):
        _do(
            *(sys.executable, "-m", "pip", "--quiet", "download", "--require-hashes", "--no-deps"),
            *("--only-binary", ":all:", "--python-version", PYTHON, "--dest", str(folder), "-r", str(ROOT / lock)),
        )
    return folder


def tree(folder: Path, version: str) -> Path:
    """This tree as a clone has it, but for its version."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(ROOT / file, folder / file)
    for file in ("pyproject.toml", "companion/__init__.py"):
        path = folder / file
        path.write_text(
            path.read_text("utf-8")
            .replace('version = "0.1.0"', f'version = "{version}"')
            .replace('__version__ = "0.1.0"', f'__version__ = "{version}"'),
            "utf-8",
        )
    return folder


Files = dict[str, str]


class DebianRoot:
    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)
        _do("tar", "-C", str(path), "-xf", str(packed()))
        for folder in ("src", "wheels"):
            (path / folder).mkdir()
        shutil.copy("/etc/resolv.conf", path / "etc/resolv.conf")
        self.wheels = wheels()

    def inside(
        self, *words: str, source: Path = ROOT, offline: bool = False, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        surroundings = environment(offline) | dict(env or {})
        return subprocess.run(
            self._command(words, source), env=surroundings, capture_output=True, text=True, check=False
        )

    def _command(self, words: Sequence[str], source: Path) -> list[str]:
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-ec", _ENTER]
        return [*enter, str(self.path), str(source), str(self.wheels), *words]

    @contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """What goes on inside meanwhile. It is gone in the end."""
        command = self._command(words, ROOT)
        with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process
            finally:
                _end_child(process.pid)
                process.wait(30)

    def files(self, *folders: str) -> Files:
        """Every file with its owner, its mode, and a sum of what is in it or where it points."""
        found = (path for folder in folders for path in sorted((self.path / folder).rglob("*")))
        return {
            str(path.relative_to(self.path)): _looks(path) for path in found if not path.is_dir() or path.is_symlink()
        }


def _looks(path: Path) -> str:
    stat = path.lstat()
    content = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
    return f"{stat.st_uid}:{stat.st_gid} {stat.st_mode:o} {hashlib.sha256(content).hexdigest()}"


def changed(before: Files, after: Files) -> list[str]:
    """The names of what differs."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def _end_child(pid: int) -> None:
    """The first process of the namespace. That it goes with its parent is forgotten when it becomes another user."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        os.kill(int(child), signal.SIGTERM)


def environment(offline: bool = False) -> dict[str, str]:
    """Nothing of ours, but for where pip finds what is locked."""
    paths = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    links = "/nothing" if offline else "/wheels"
    return {"PATH": paths, "HOME": "/root", "LANG": "C.UTF-8", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": links}


def _do(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
