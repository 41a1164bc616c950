"""The table's voice: a queue that is never late, one thread that empties it, and the program that speaks.

It stands beside the game and can neither hold it nor stop it. What is no longer true is not said: whatever is newer
about the same thing takes its place, also in the middle of a sentence.
"""

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import NamedTuple, Protocol

from companion.table.messages.views import DeviceView

LATE_MS = 15_000  # what waited so long is old news
GRACE_S, LETTERS_A_SECOND = 5.0, 8  # no sentence takes longer than this
MAX_TEXT = 1_000  # characters
MAX_WAITING = 20
WORDS_A_MINUTE = 160
PROGRAMS = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}  # and Debian's package of each


class CannotSpeak(Exception):
    """The message is a sentence for people."""


class Speech(Protocol):
    """A sentence that is being spoken."""

    def wait(self, timeout_s: float) -> None:
        """Until it was said or cut off. Raises CannotSpeak."""

    def cut(self) -> None:
        """From any thread, and more than once."""


class Speaker(Protocol):
    def missing(self) -> str:
        """What must be installed, as a sentence; empty if it can speak."""

    def begin(self, text: str) -> Speech:
        """Raises CannotSpeak."""


class Espeak:
    """espeak-ng makes the sound and aplay plays it: only aplay says when there is nothing to play it on."""

    def __init__(self, voice: str = "en", volume: int = 60, device: str = "") -> None:
        self._voice, self._volume, self._device = voice, max(0, min(volume, 100)), device

    def missing(self) -> str:
        gone = [program for program in PROGRAMS if shutil.which(program) is None]
        if not gone:
            return ""
        packages = " ".join(PROGRAMS[program] for program in gone)
        are = "is" if len(gone) == 1 else "are"
        return f"The table cannot speak: {' and '.join(gone)} {are} not installed. Run: sudo apt install {packages}"

    def begin(self, text: str) -> "EspeakSpeech":
        if why := self.missing():
            raise CannotSpeak(why)
        how = ("-v", self._voice, "-a", str(self._volume), "-s", str(WORDS_A_MINUTE))
        make = ["espeak-ng", *how, "--stdin", "--stdout"]
        play = ["aplay", "-q", *(["-D", self._device] if self._device else [])]
        try:
            maker = subprocess.Popen(make, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise CannotSpeak(f"The table cannot speak: espeak-ng does not start ({error.strerror}).") from None
        try:
            player = subprocess.Popen(play, stdin=maker.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        except OSError as error:
            maker.kill()
            maker.communicate()
            raise CannotSpeak(f"The table cannot speak: aplay does not start ({error.strerror}).") from None
        assert maker.stdout is not None
        assert maker.stdin is not None
        maker.stdout.close()  # aplay has it
        with suppress(OSError):  # it has ended already; `wait` says so
            maker.stdin.write(text.encode())
            maker.stdin.flush()
        with suppress(OSError):
            maker.stdin.close()
        return EspeakSpeech(maker, player)


class EspeakSpeech:
    def __init__(self, maker: subprocess.Popen[bytes], player: subprocess.Popen[bytes]) -> None:
        self._maker, self._player = maker, player
        self._is_cut = False

    def cut(self) -> None:
        self._is_cut = True
        self._player.kill()
        self._maker.kill()

    def wait(self, timeout_s: float) -> None:
        assert self._player.stderr is not None
        try:
            _, complaint = self._player.communicate(timeout=timeout_s)
            self._maker.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.cut()
            raise CannotSpeak(f"A sentence was stopped: it was not said within {timeout_s:g} s.") from None
        finally:
            if self._is_cut:
                self._player.wait()
                self._maker.wait()
                self._player.stderr.close()
        if self._is_cut:
            return
        if self._player.returncode:
            said = "".join(filter(str.isprintable, complaint.decode(errors="replace").strip().rpartition("\n")[2]))
            raise CannotSpeak(f"The table cannot be heard: aplay says “{said[:200]}”. Is the speaker there?")
        if self._maker.returncode:
            raise CannotSpeak(f"The table cannot speak: espeak-ng ended with {self._maker.returncode}.")


class Waiting(NamedTuple):
    about: str
    text: str
    at_ms: int


class Voice:
    """`say` and the others neither block nor raise. `now_ms` is a clock that never jumps.

    What is said under the same `about` replaces what was, and `lasting` ones are true until replaced, however late.
    """

    lasting = ("question", "board")

    def __init__(self, speaker: Speaker, now_ms: Callable[[], int]) -> None:
        self._speaker = speaker
        self._now_ms = now_ms
        self._changed = Condition()
        self._waiting: list[Waiting] = []
        self._about = ""  # of what is being said
        self._speech: Speech | None = None
        self._is_closed = False
        self._thread: Thread | None = None
        self._trouble = ""
        self._said = self._failed = 0

    @property
    def trouble(self) -> str:
        return self._trouble

    def missing(self) -> str:
        return self._speaker.missing()

    def say(self, about: str, text: str) -> None:
        """With no text: what was said about it no longer holds."""
        with self._changed:
            self._drop(lambda one: one.about == about)
            if self._is_closed or not text:
                return
            self._waiting.append(Waiting(about, text[:MAX_TEXT], self._now_ms()))
            del self._waiting[:-MAX_WAITING]
            if self._thread is None:
                self._thread = Thread(target=self._run, name="voice", daemon=True)
                self._thread.start()
            self._changed.notify()

    def forget(self) -> None:
        """Nothing that waits is true any more, nor is what is being said."""
        with self._changed:
            self._drop(lambda _: True)

    def _drop(self, is_old: Callable[[Waiting], bool]) -> None:
        self._waiting = [one for one in self._waiting if not is_old(one)]
        if self._about and is_old(Waiting(self._about, "", 0)):
            self._about = ""  # also if it is only about to begin
            if self._speech is not None:
                self._speech.cut()

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._drop(lambda _: True)
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout=2)

    def view(self) -> DeviceView:
        counters = tuple((name, count) for name, count in (("said", self._said), ("failed", self._failed)) if count)
        return DeviceView("voice", "lost" if self._trouble else "present", self._trouble, counters, 0)

    # In the thread

    def _run(self) -> None:
        while (one := self._next()) is not None:
            try:
                self._speak(one)
                self._trouble = ""
            except CannotSpeak as error:
                self._trouble, self._failed = str(error), self._failed + 1
            except Exception as error:  # a voice that fails is no reason for a table without one
                self._trouble, self._failed = f"The table cannot speak ({type(error).__name__}).", self._failed + 1
            with self._changed:
                self._about, self._speech = "", None

    def _next(self) -> Waiting | None:
        """Waits for something to say. None when there will be nothing more."""
        with self._changed:
            while True:
                while not self._waiting and not self._is_closed:
                    self._changed.wait()
                if self._is_closed:
                    return None
                one = self._waiting.pop(0)
                if one.about in self.lasting or self._now_ms() - one.at_ms < LATE_MS:
                    self._about = one.about
                    return one

    def _speak(self, one: Waiting) -> None:
        speech = self._speaker.begin(one.text)
        with self._changed:
            self._speech = speech
            if self._about != one.about:
                speech.cut()  # it became old while it began
        speech.wait(GRACE_S + len(one.text) / LETTERS_A_SECOND)
        self._said += 1
