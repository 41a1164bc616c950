"""What is known of one module of the board from its frames. It has no port and no clock: the caller passes the time."""

from collections.abc import Callable
from dataclasses import replace

from hardware.serial_frames import (
    ASK_HELLO,
    ASK_PING,
    ASK_SNAP,
    PROTOCOL,
    SEQUENCE,
    BoardHello,
    Corrupt,
    Frame,
    Misheard,
    ReaderBack,
    ReaderLost,
    ReaderSees,
    SnapshotEnd,
    StickerTapped,
)
from hardware.signals import BoardKind, Uid

ASK_AGAIN_MS = 500
SILENCE_MS = 3_000
PROMPT = b">>> "  # of MicroPython: its program was stopped
SOFT_REBOOT = b"\x03\x04"  # Ctrl-C and Ctrl-D start it again
NOT_MET = BoardHello(0, PROTOCOL)

SENSES = {BoardKind.IDENTIFYING: "which token it is", BoardKind.PRESENCE: "only presence", BoardKind.TAP: "taps"}
WRONG_PROTOCOL = (
    "The token board at {path} uses protocol {theirs}, not {ours}: install this companion's firmware on it."
)
WRONG_KIND = (
    "The token board at {path} senses {found}, but the settings expect one that senses {expected}: "
    'set board = "{kind}" in [rig].'
)
MISNAMED = (
    "The token board at {path} does not introduce itself properly: check NAME, FIRST, SELECTS and SWITCHES in its "
    "settings.py."
)
NOISY = "The token board at {path} sends only noise: is it the board, with its firmware, and at this speed?"
NO_SNAPSHOT = (
    "The token board at {path} does not report what stands on it: does it keep restarting? Check its power and its "
    "cable."
)
SILENT = "The token board at {path} has been silent for {seconds} seconds."


class BoardModule:
    """`is_known` once it has said what it is and what stands on it; until then, nothing it says is passed on."""

    def __init__(self, kind: BoardKind, path: str, count: Callable[[str], None]) -> None:
        self.path = path
        self._kind = kind
        self._count = count
        self.forget(0)

    def forget(self, now_ms: int) -> None:
        """A new connection: whatever was said before is worthless."""
        self.hello = NOT_MET
        self.is_known = False
        self.standing: dict[int, frozenset[Uid]] = {}  # by reader
        self.dead: dict[int, str] = {}  # readers that do not answer, and why
        self._misfit = ""  # why this board can never be used
        self._next: int | None = None  # the sequence number expected next
        self._snapshot: list[ReaderSees | ReaderLost] | None = None  # what has come of it; None: not waiting for one
        self._asked_ms = now_ms - ASK_AGAIN_MS
        self._heard_ms = now_ms
        self._is_noisy = self._is_at_prompt = False
        self._is_misnamed = False

    def questions(self, now_ms: int) -> bytes:
        """What to send now, if anything."""
        if now_ms - self._asked_ms < ASK_AGAIN_MS:
            return b""
        if self.hello is NOT_MET and self._is_at_prompt:
            self._is_at_prompt = False
            self._count("reboots")
            question = SOFT_REBOOT
        elif self.hello is NOT_MET:
            question = b"\n" + ASK_HELLO  # the line feed ends whatever was half sent
        elif self._snapshot is not None:
            self._snapshot = []
            question = ASK_SNAP
        elif now_ms - self._heard_ms > SILENCE_MS // 2:
            question = ASK_PING
        else:
            return b""
        self._asked_ms = now_ms
        return question

    def why_useless(self, now_ms: int) -> str:
        """A sentence for people, or nothing while all is well."""
        if self._misfit:
            return self._misfit
        if now_ms - self._heard_ms <= SILENCE_MS:
            return ""
        if self.hello is not NOT_MET and self._snapshot is not None:
            return NO_SNAPSHOT.format(path=self.path)
        if self.hello is NOT_MET and self._is_misnamed:
            return MISNAMED.format(path=self.path)
        if self.hello is NOT_MET and self._is_noisy:
            return NOISY.format(path=self.path)
        return SILENT.format(path=self.path, seconds=SILENCE_MS // 1_000)

    def take(self, frame: Frame | Corrupt, now_ms: int) -> list[tuple[int, Uid]]:
        """Returns what came to which reader, for somebody walking the board. A wand's reader is 0."""
        if isinstance(frame, Corrupt):
            self._is_noisy = True
            self._is_at_prompt = self._is_at_prompt or PROMPT in frame.line
            self._is_misnamed = self._is_misnamed or frame.kind == "HELLO"
            self._count("corrupt")
            return []
        if isinstance(frame, BoardHello):
            self._greet(frame)
        elif self.hello is NOT_MET:
            return []  # nothing makes sense before its hello
        if self._next is not None and frame.sequence != self._next:
            self._count("gaps")
            self._ask_snapshot()
        self._next = (frame.sequence + 1) % SEQUENCE
        came = self._apply(frame)
        if self.is_known and self._snapshot is None:  # a board that owes a snapshot is running out of time
            self._heard_ms = now_ms
        return came

    def _greet(self, hello: BoardHello) -> None:
        self._misfit = ""
        if hello.protocol != PROTOCOL:
            self._misfit = WRONG_PROTOCOL.format(path=self.path, theirs=hello.protocol, ours=PROTOCOL)
        elif hello.kind is not self._kind:
            self._misfit = WRONG_KIND.format(
                path=self.path, found=SENSES[hello.kind], expected=SENSES[self._kind], kind=hello.kind.value
            )
        elif replace(self.hello, sequence=hello.sequence) != hello:
            if self.hello is not NOT_MET:
                self._count("restarts")
            if hello.why:
                self._count(f"restarts after {hello.why}")
            self.hello, self._next = hello, None
            self._ask_snapshot()

    def _ask_snapshot(self) -> None:
        """At once, unless one is on its way: that one is asked for again when its time is up."""
        if self._snapshot is None:
            self._asked_ms -= ASK_AGAIN_MS
        self._snapshot = []

    def _apply(self, frame: Frame) -> list[tuple[int, Uid]]:
        match frame:
            case ReaderSees() | ReaderLost() | ReaderBack() | StickerTapped() if not self._fits(frame):
                self._count("corrupt")
            case ReaderSees(is_news=False) | ReaderLost(is_news=False):
                if self._snapshot is not None:
                    self._snapshot.append(frame)
            case ReaderSees(_, reader, uids):
                came = uids - self.standing.get(reader, frozenset())
                self.standing[reader] = uids
                self.dead.pop(reader, None)
                return [(reader, uid) for uid in sorted(came)]
            case ReaderLost(_, reader, why):
                self._count("reader failures")
                self.dead[reader] = why
            case ReaderBack(_, reader):
                self.dead.pop(reader, None)
                self._ask_snapshot()  # what stands there may have changed meanwhile
            case SnapshotEnd(_, frames) if self._snapshot is not None:
                snapshot, self._snapshot = self._snapshot, None
                if len(snapshot) != frames:
                    self._snapshot = []  # some frames were lost; it is asked for again when its time is up
                    return []
                # Of a dead reader nothing new is known, so what stood there stays.
                self.dead = {part.reader: part.why for part in snapshot if isinstance(part, ReaderLost)}
                self.standing = {reader: uids for reader, uids in self.standing.items() if reader in self.dead}
                self.standing |= {part.reader: part.uids for part in snapshot if isinstance(part, ReaderSees)}
                self.is_known = True
            case StickerTapped(_, uid):
                return [(0, uid)]
            case Misheard():
                self._count("misheard")
        return []

    def _fits(self, frame: ReaderSees | ReaderLost | ReaderBack | StickerTapped) -> bool:
        """Only a wand taps, and only switches sense something without a tag."""
        if isinstance(frame, StickerTapped):
            return self._kind is BoardKind.TAP
        uids = frame.uids if isinstance(frame, ReaderSees) else frozenset[Uid]()
        return frame.reader < self.hello.readers and all(
            (not uid) is (self._kind is BoardKind.PRESENCE) for uid in uids
        )
