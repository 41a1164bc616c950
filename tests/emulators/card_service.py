"""Debian's card service with Debian's virtual reader, beneath the real pyscard: only the card is made up.

It runs in namespaces of its own, so that it meets neither another service nor a network. Run as a program, this file
is what starts there: the card, which also starts and stops the service.
"""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.deadline import DEADLINE_S
from tests.emulators import faultfs

DRIVER = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
NAME = "ACS ACR122U PICC Interface"
PORT = 0x8C7B
PLUGGED_IN = f'FRIENDLYNAME "{NAME}"\nDEVICENAME /dev/null:{PORT:#x}\nLIBPATH {DRIVER}\nCHANNELID {PORT:#x}\n'
ATR = bytes.fromhex("3B8F8001804F0CA0000003060300030000000068")  # as PC/SC has it for a tag without contacts
NUMBER, REFUSED = b"\xff\xca\x00\x00", b"\x6a\x81"
# The library remembers this path for as long as a process lives, so a link leads from there to each service.
LINK = Path(tempfile.gettempdir()) / f"companion-pcsc-{os.getpid()}"


def _path() -> str:
    return f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def missing() -> str:
    """What this needs and is not there; empty if it is all there."""
    tools = [tool for tool in ("pcscd", "unshare", "cc") if shutil.which(tool, path=_path()) is None]
    return ", ".join([*tools, *([] if DRIVER.exists() else ["vsmartcard-vpcd"])])


needs_card_service = pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}")


class CardService:
    """What lies on the reader is `cards`; the reader sees the first of them."""

    def __init__(self, folder: Path) -> None:
        self.cards: list[str] = []
        quick = faultfs.build(folder / "quick_poll.so", "quick_poll.c")
        words = [sys.executable, "-m", "tests.emulators.card_service", str(folder), str(quick)]
        self._inside = subprocess.Popen(
            ["unshare", "--user", "--map-root-user", "--mount", "--net", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        LINK.unlink(missing_ok=True)
        LINK.symlink_to(f"/proc/{self._inside.pid}/root/run/pcscd/pcscd.comm")
        os.environ["PCSCLITE_CSOCK_NAME"] = str(LINK)
        self.start()

    def start(self) -> None:
        self._tell("start")
        self._await_card()

    def stop(self) -> None:
        self._tell("stop")

    def unplug(self) -> None:
        """The service starts again without the reader: nothing can pull out a virtual one."""
        self._tell("unplug")

    def plug_in(self) -> None:
        self._tell("plug-in")
        self._await_card()

    def garble(self) -> None:
        """The next card refuses once to tell its number."""
        self._tell("garble")

    def lay(self, uid: str) -> None:
        self.cards.append(uid)
        if len(self.cards) == 1:
            self._tell(f"lay {uid}")
            self._await_card()

    def lift(self, uid: str) -> None:
        was_seen = self.cards[0] == uid
        self.cards.remove(uid)
        if was_seen:
            self._tell("lift")
            self._await(is_present=False)
        if was_seen and self.cards:
            self._tell(f"lay {self.cards[0]}")
            self._await_card()

    def _await_card(self) -> None:
        if self.cards:
            self._await(is_present=True)

    def _await(self, *, is_present: bool) -> None:
        """The service looks at its readers now and then."""
        from smartcard import scard  # type: ignore[import-untyped]

        _, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
        name, state = f"{NAME} 00 00", scard.SCARD_STATE_UNAWARE
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            code, [(_, state, _)] = scard.SCardGetStatusChange(context, int(DEADLINE_S * 1000), [(name, state)])
            assert not code, scard.SCardGetErrorMessage(code)
            if bool(state & scard.SCARD_STATE_PRESENT) == is_present:
                break
        scard.SCardReleaseContext(context)

    def _tell(self, what: str) -> None:
        assert self._inside.stdin is not None
        assert self._inside.stdout is not None
        print(what, file=self._inside.stdin, flush=True)
        assert self._inside.stdout.readline() == "done\n", f"the card service could not {what}"

    def close(self) -> None:
        assert self._inside.stdin is not None
        assert self._inside.stdout is not None
        self._inside.stdin.close()
        self._inside.wait(DEADLINE_S)
        self._inside.stdout.close()
        LINK.unlink(missing_ok=True)


@contextmanager
def card_service(folder: Path) -> Iterator[CardService]:
    service = CardService(folder)
    try:
        yield service
    finally:
        service.close()


# Inside


class InnerCard:
    """Whoever connects to the virtual reader is its card, and hanging up is lifting it."""

    def __init__(self, folder: Path, quick: str) -> None:
        self._readers = folder / "readers"
        self._readers.mkdir()
        self._quick = quick
        self._service: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._uid, self._refusals = "", 0
        self._plug(is_in=True)

    def _plug(self, *, is_in: bool) -> None:
        (self._readers / "virtual").write_text(PLUGGED_IN if is_in else "")

    def obey(self, command: str) -> None:
        match command.split():
            case ["start"]:
                self._start()
            case ["stop"]:
                self._stop()
            case ["unplug"]:
                self._stop()
                self._plug(is_in=False)
                self._start()
            case ["plug-in"]:
                self._stop()
                self._plug(is_in=True)
                self._start()
            case ["garble"]:
                self._refusals = 1
            case ["lay", uid]:
                self._uid = uid
                self._connect()
            case ["lift"]:
                self._uid = ""
                self._hang_up()

    def _start(self) -> None:
        command = ["pcscd", "--foreground", "--critical", "--config", str(self._readers)]
        if b"--disable-polkit" in subprocess.run(["pcscd", "--help"], capture_output=True, check=False).stdout:
            command.append("--disable-polkit")
        self._service = subprocess.Popen(
            command,
            env={"PATH": _path(), "LD_PRELOAD": self._quick},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with socket.socket(socket.AF_UNIX) as link:
            _wait_for(lambda: link.connect("/run/pcscd/pcscd.comm"))
        if self._uid and self._readers.joinpath("virtual").read_text():
            self._connect()

    def _stop(self) -> None:
        self._hang_up()
        if self._service is not None:
            self._service.kill()
            self._service.wait()
        shutil.rmtree("/run/pcscd", ignore_errors=True)
        Path("/run/pcscd").mkdir()

    def _connect(self) -> None:
        def connect() -> None:
            self._line = socket.create_connection(("127.0.0.1", PORT))

        _wait_for(connect)
        Thread(target=self._answer_all, args=(self._line,), daemon=True).start()

    def _hang_up(self) -> None:
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
            self._line.close()
            self._line = None

    def _answer_all(self, line: socket.socket) -> None:
        """Each message is a length and its octets. Of one octet: 0 off, 1 on, 2 reset, 4 "who are you?"."""
        with suppress(OSError):
            while True:
                # The reader writes both apart; without this every answer would be 40 ms late.
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
                head = line.recv(2, socket.MSG_WAITALL)
                if len(head) < 2:
                    return
                asked = line.recv(struct.unpack(">H", head)[0], socket.MSG_WAITALL)
                if asked == b"\x04" or len(asked) > 1:
                    answer = ATR if asked == b"\x04" else self._answer(asked)
                    line.sendall(struct.pack(">H", len(answer)) + answer)

    def _answer(self, asked: bytes) -> bytes:
        if not asked.startswith(NUMBER) or self._refusals:
            self._refusals = 0
            return REFUSED
        return bytes.fromhex(self._uid) + b"\x90\x00"

    def close(self) -> None:
        self._stop()


def _wait_for(connect: Callable[[], None]) -> None:
    """Until somebody listens there."""
    until = time.monotonic() + DEADLINE_S
    while time.monotonic() < until:
        with suppress(OSError):
            connect()
            return
        time.sleep(0.002)
    raise AssertionError("nobody listens")


def _raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        fcntl.ioctl(made, 0x8914, struct.pack("16sH14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP


def main() -> None:
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
    Path("/run/pcscd").mkdir()
    _raise_loopback()
    card = InnerCard(Path(sys.argv[1]), sys.argv[2])
    try:
        for line in sys.stdin:
            card.obey(line)
            print("done", flush=True)
    finally:
        card.close()


if __name__ == "__main__":
    main()
