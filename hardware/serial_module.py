"""What is known of one module of the board from what it says. It has no port and no clock: it is told the time."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from hardware.board import BoardKind
from hardware.frames import (
    ASK_HELLO,
    ASK_PING,
    ASK_SNAP,
    PROTOCOL,
    SEQUENCE,
    Corrupt,
    Frame,
    Hello,
    Misheard,
    ReaderBack,
    ReaderLost,
    Snapped,
    Stands,
    Tapped,
)
from hardware.signals import Uid

ASK_AGAIN_MS = 500
SILENCE_MS = 3_000
HELLO = "HELLO"
Counted = Callable[[str], None]
WORDS = {BoardKind.IDENTIFYING: "tokens by their tags", BoardKind.PRESENCE: "presence alone", BoardKind.TAP: "taps"}


class Module:
    """`is_known` once it has said what it is and what stands on it; until then nothing it says is passed on.

    `spoiled` is a sentence for people, if it can never be understood as it is.
    """

    def __init__(self, kind: BoardKind, count: Counted) -> None:
        self._kind = kind
        self._count = count
        self.forget(0)

    def forget(self, now_ms: int) -> None:
        """A new connection: whatever was said before is worth nothing."""
        self.hello: Hello | None = None
        self.is_known = False
        self.spoiled = ""
        self.standing: dict[int, frozenset[Uid]] = {}
        self.dead: dict[int, str] = {}
        self._next: int | None = None  # sequence number
        self._snapshot: list[Stands | ReaderLost] | None = None  # as far as it has come; None: none is awaited
        self._asked_ms = now_ms - ASK_AGAIN_MS
        self._heard_ms = now_ms
        self._is_noisy = False
        self._is_misnamed = False

    @property
    def name(self) -> str:
        return self.hello.module if self.hello else ""

    @property
    def first(self) -> int:
        return self.hello.first if self.hello else 0

    @property
    def readers(self) -> int:
        return self.hello.readers if self.hello else 0

    def questions(self, now_ms: int) -> bytes:
        """What should be sent now, if anything."""
        if now_ms - self._asked_ms < ASK_AGAIN_MS or not (question := self._question(now_ms)):
            return b""
        self._asked_ms = now_ms
        return question

    def _question(self, now_ms: int) -> bytes:
        if self.hello is None:
            return b"\n" + ASK_HELLO  # the line feed ends whatever was half sent
        if self._snapshot is not None:
            self._snapshot = []
            return ASK_SNAP
        return ASK_PING if now_ms - self._heard_ms > SILENCE_MS // 2 else b""

    def is_silent(self, now_ms: int) -> bool:
        return now_ms - self._heard_ms > SILENCE_MS

    @property
    def why_silent(self) -> str:
        if self._is_misnamed and self.hello is None:
            return "does not say well who it is: look at NAME, FIRST, SELECTS and SWITCHES in its settings.py."
        if self._is_noisy and self.hello is None:
            return "says nothing that can be understood: is it the board, with its firmware, and at this speed?"
        if self.hello is not None and self._snapshot is not None:
            return "does not tell what stands on it: does it start anew all the time? Look at its power and its cable."
        return f"has been silent for {SILENCE_MS // 1_000} seconds."

    def take(self, frame: Frame | Corrupt, now_ms: int) -> Iterator[tuple[int, Uid]]:
        """Yields what somebody walking the board would like to hear: what came to which reader; a wand's is 0."""
        if isinstance(frame, Corrupt):
            self._is_noisy = True
            self._is_misnamed = self._is_misnamed or frame.kind == HELLO
            self._count("corrupt")
            return
        if isinstance(frame, Hello):
            self._greet(frame)
        elif self.hello is None:
            return  # of a board that has not been met nothing can be understood
        self._follow(frame.sequence)
        yield from self._hear(frame)
        if self.is_known and self._snapshot is None:  # until then its time to tell everything is running
            self._heard_ms = now_ms

    def _greet(self, hello: Hello) -> None:
        self.spoiled = self._why_not(hello)
        is_known = self.hello is not None and replace(self.hello, sequence=hello.sequence) == hello
        if self.spoiled or is_known:
            return
        if self.hello is not None:
            self._count("restarts")
        self.hello, self._next = hello, None
        self._ask_snapshot()

    def _why_not(self, hello: Hello) -> str:
        if hello.protocol != PROTOCOL:
            return f"speaks protocol {hello.protocol} and not {PROTOCOL}: give it the firmware of this companion."
        if hello.kind is not self._kind:
            return (
                f"senses {WORDS[hello.kind]}, and the settings expect {WORDS[self._kind]}: "
                f'set board = "{hello.kind.value}" in [rig].'
            )
        return ""

    def _follow(self, sequence: int) -> None:
        if self._next is not None and sequence != self._next:
            self._count("gaps")
            self._ask_snapshot()
        self._next = (sequence + 1) % SEQUENCE

    def _ask_snapshot(self) -> None:
        """At once, unless one is on its way: that one is then begun anew when its time is over."""
        if self._snapshot is None:
            self._asked_ms -= ASK_AGAIN_MS
        self._snapshot = []

    def _hear(self, frame: Frame) -> Iterator[tuple[int, Uid]]:
        match frame:
            case Stands() if self._fits(frame):
                yield from self._stand(frame)
            case ReaderLost() if self._has(frame.reader):
                self._lose(frame)
            case ReaderBack() if self._has(frame.reader):
                self._find(frame.reader)
            case Snapped():
                self._end_snapshot(frame)
            case Tapped() if self._kind is BoardKind.TAP:
                yield 0, frame.uid
            case Misheard():
                self._count("misheard")
            case Stands() | ReaderLost() | ReaderBack() | Tapped():
                self._count("corrupt")

    def _has(self, reader: int) -> bool:
        return self.hello is not None and reader < self.hello.readers

    def _fits(self, frame: Stands) -> bool:
        """Only a board of switches senses something without a tag, and nothing else."""
        is_presence = self._kind is BoardKind.PRESENCE
        return self._has(frame.reader) and all((not uid) is is_presence for uid in frame.uids)

    def _stand(self, frame: Stands) -> Iterator[tuple[int, Uid]]:
        if not frame.is_news:
            self._collect(frame)
            return
        before = self.standing.get(frame.reader, frozenset())
        self.standing[frame.reader] = frame.uids
        self.dead.pop(frame.reader, None)
        yield from ((frame.reader, uid) for uid in sorted(frame.uids - before))

    def _lose(self, frame: ReaderLost) -> None:
        if frame.is_news:
            self._count("reader failures")
            self.dead[frame.reader] = frame.why
        else:
            self._collect(frame)

    def _find(self, reader: int) -> None:
        """What stands there may have changed meanwhile."""
        self.dead.pop(reader, None)
        self._ask_snapshot()

    def _collect(self, frame: Stands | ReaderLost) -> None:
        if self._snapshot is not None:
            self._snapshot.append(frame)

    def _end_snapshot(self, frame: Snapped) -> None:
        """Of a reader that is dead nothing new is known."""
        parts, self._snapshot = self._snapshot, None
        if parts is None:
            return
        if len(parts) != frame.frames:
            self._snapshot = []  # some were lost; it is asked for again when its time is over
            return
        self.dead = {part.reader: part.why for part in parts if isinstance(part, ReaderLost)}
        unknown = {reader: uids for reader, uids in self.standing.items() if reader in self.dead}
        self.standing = unknown | {part.reader: part.uids for part in parts if isinstance(part, Stands)}
        self.is_known = True
