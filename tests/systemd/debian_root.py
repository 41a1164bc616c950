"""A complete Debian in a folder, to install into. `python -m tests.systemd.debian_root` makes and packs one, once.

Each test module unpacks its own copy. Debian 12 by default; COMPANION_INSTALL_SUITE=trixie is Debian 13.
"""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.deadline import DEADLINE_S

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("COMPANION_TEST_CACHE", Path.home() / ".cache" / "companion-tests"))
SUITE = os.environ.get("COMPANION_INSTALL_SUITE", "bookworm")
PYTHON = {"bookworm": "3.11", "trixie": "3.13"}[SUITE]
PACKED = CACHE / f"{SUITE}.tar"
# What Raspberry Pi OS comes with. The installer has to add python3-venv itself.
INCLUDED = "systemd,python3,ca-certificates"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
ATTEMPTS = 3  # what was already downloaded is not downloaded again
PARTS = ("companion", "hardware", "systemd", "firmware_notes", "tests/games")
FILES = ("pyproject.toml", "requirements.txt", "requirements-pi.txt", "README.md", "LICENSE")
# The mounts belong to the namespace and disappear with it.
_ENTER = """
mount -t proc proc "$0/proc"
mount --bind "$1" "$0/src"
mount --bind "$2" "$0/wheels"
root=$0
shift 2
exec chroot "$root" "$@"
"""


# Making it


def what_is_missing() -> str:
    """One sentence about the first thing this machine lacks for these tests; empty if it lacks nothing."""
    if os.geteuid() != 0:
        return "The installer's tests need root, to make a complete Debian in a folder: sudo make install-test"
    needed = {"unshare": "util-linux", "setpriv": "util-linux", "mount": "mount", "tar": "tar"}
    if not PACKED.exists():
        needed["debootstrap"] = "debootstrap"
    for tool, package in needed.items():
        if not shutil.which(tool):
            return f"The installer's tests need {tool}: sudo apt install {package}"
    if not PACKED.exists() and not KEYRING.exists():
        return "The installer's tests need the keys of Debian's archive: sudo apt install debian-archive-keyring"
    return ""


def make_packed() -> None:
    folder, archive = CACHE / f"{SUITE}.part", CACHE / f"{SUITE}.tar.part"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    proxy = {"http_proxy": apt_proxy()} if apt_proxy() else {}
    words = ["debootstrap", "--variant=minbase", f"--include={INCLUDED}", SUITE, str(folder), *mirror()]
    for attempt in range(1, ATTEMPTS + 1):
        done = subprocess.run(words, env=proxy | os.environ, capture_output=True, text=True, check=False)
        if not done.returncode:
            break
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n", file=sys.stderr)
        if attempt == ATTEMPTS:
            raise SystemExit("Debian could not be downloaded. The lines above say why; running this again may help.")
    if apt_proxy():
        (folder / "etc/apt/apt.conf.d/99proxy").write_text(f'Acquire::http::Proxy "{apt_proxy()}";\n')
    run_checked("tar", "-C", str(folder), "-cf", str(archive), ".")
    archive.rename(PACKED)
    shutil.rmtree(folder)


def mirror() -> Sequence[str]:
    """The one this machine uses. If it names none, debootstrap has a default."""
    lists = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    lines = [line for path in lists if path.is_file() for line in path.read_text("utf-8").splitlines()]
    words = [word for line in lines if not line.startswith("#") for word in line.split()]
    return [word for word in words if re.fullmatch(r"https?://\S+/debian/?", word)][:1]


def apt_proxy() -> str:
    words = ["apt-config", "shell", "proxy", "Acquire::http::Proxy"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip().removeprefix("proxy=").strip("'")


def wheels() -> Path:
    """What the lock files name, for that Debian's Python."""
    folder = CACHE / f"wheels-{PYTHON}"
    for lock in ("requirements.txt", "requirements-pi.txt"):
        run_checked(
            *(sys.executable, "-m", "pip", "--quiet", "download", "--require-hashes", "--no-deps"),
            *("--only-binary", ":all:", "--python-version", PYTHON, "--dest", str(folder), "-r", str(ROOT / lock)),
        )
    return folder


def copy_tree(folder: Path, version: str) -> Path:
    """A copy of this tree that calls itself by another version."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(ROOT / file, folder / file)
    for file in ("pyproject.toml", "companion/__init__.py"):
        path = folder / file
        text = path.read_text("utf-8")
        changed, count = re.subn(r'^((?:__)?version(?:__)? = )".*"$', rf'\1"{version}"', text, flags=re.MULTILINE)
        assert count == 1, f"{file} has {count} versions"
        path.write_text(changed, "utf-8")
    return folder


def run_checked(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


# Using it

Files = dict[str, str]


class DebianRoot:
    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)
        assert PACKED.exists(), "There is no packed Debian yet: make install-test makes one."
        run_checked("tar", "-C", str(path), "-xf", str(PACKED))
        for folder in ("src", "wheels"):
            (path / folder).mkdir()
        shutil.copy("/etc/resolv.conf", path / "etc/resolv.conf")
        self.wheels = wheels()

    def inside(
        self, *words: str, source: Path = ROOT, offline: bool = False, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._command(words, source),
            env=environment(offline) | dict(env or {}),
            capture_output=True,
            text=True,
            check=False,
        )

    def _command(self, words: Sequence[str], source: Path) -> list[str]:
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-ec", _ENTER]
        return [*enter, str(self.path), str(source), str(self.wheels), *words]

    @contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """A program that runs inside meanwhile, and is ended at the end."""
        command = self._command(words, ROOT)
        with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process
            finally:
                # The namespace's first process. --kill-child does not work on it once it has changed its user.
                for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
                    os.kill(int(child), signal.SIGTERM)
                process.wait(DEADLINE_S)

    def files(self, *folders: str) -> Files:
        """Every file with its owner, its mode, and a hash of its content or of where it points."""
        found: Files = {}
        for path in (path for folder in folders for path in sorted((self.path / folder).rglob("*"))):
            if path.is_dir() and not path.is_symlink():
                continue
            stat = path.lstat()
            content = (
                os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
            )
            looks = f"{stat.st_uid}:{stat.st_gid} {stat.st_mode:o} {hashlib.sha256(content).hexdigest()}"
            found[str(path.relative_to(self.path))] = looks
        return found


def changed_files(before: Files, after: Files) -> list[str]:
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def environment(offline: bool = False) -> dict[str, str]:
    """Nothing of this machine's, except where pip finds the locked packages."""
    return {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": "/nothing" if offline else "/wheels",
    }


def main() -> None:
    if missing := what_is_missing():
        raise SystemExit(missing)
    if not PACKED.exists():
        print(f"Making a Debian ({SUITE}) in {CACHE}. This takes some minutes, once.", flush=True)
        make_packed()


if __name__ == "__main__":
    main()
