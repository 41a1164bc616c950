"""The polling thread: it looks again and again, and can be stopped from anywhere."""

from queue import SimpleQueue
from threading import Event, Thread, enumerate

import pytest

from hardware import polling as module
from hardware.polling import PollingThread
from tests.deadline import DEADLINE_S as SOON_S


class Looks:
    """Records every look."""

    def __init__(self, again_ms: int) -> None:
        self.seen = SimpleQueue[str]()
        self._again_ms = again_ms

    def look(self) -> int:
        self.seen.put("look")
        return self._again_ms


def looking() -> list[Thread]:
    return [thread for thread in enumerate() if thread.name == "look at nothing"]


def test_it_looks_again_and_again_until_it_is_stopped() -> None:
    looks = Looks(1)
    lookout = PollingThread("nothing", looks.look)
    lookout.start()
    assert [looks.seen.get(timeout=SOON_S) for _ in range(5)] == ["look"] * 5
    lookout.stop()
    assert looking() == []


def test_it_stops_in_the_middle_of_a_long_wait() -> None:
    looks = Looks(1_000_000_000)
    lookout = PollingThread("nothing", looks.look)
    lookout.start()
    assert looks.seen.get(timeout=SOON_S) == "look"
    lookout.stop()
    assert looking() == []


def test_it_can_be_stopped_from_its_own_thread() -> None:
    looks = SimpleQueue[str]()

    def stop() -> int:
        lookout.stop()
        looks.put("stopped")
        return 1

    lookout = PollingThread("nothing", stop)
    lookout.start()
    assert looks.get(timeout=SOON_S) == "stopped"
    for thread in looking():
        thread.join(SOON_S)
    assert looking() == []
    assert looks.empty()


def test_a_stuck_thread_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOP_S", 0.05)
    is_stuck, is_freed = Event(), Event()

    def hang() -> int:
        is_stuck.set()
        is_freed.wait(SOON_S)
        return 1

    lookout = PollingThread("nothing", hang)
    lookout.start()
    assert is_stuck.wait(SOON_S)
    assert not lookout.stop()
    is_freed.set()
    monkeypatch.setattr(module, "STOP_S", SOON_S)
    assert lookout.stop()


def test_a_thread_that_was_never_started_can_be_stopped() -> None:
    PollingThread("nothing", lambda: 1).stop()
    assert looking() == []


def test_a_bug_does_not_end_the_thread_and_does_not_count_as_a_look(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "RETRY_MS", 1)
    looks, is_mended = SimpleQueue[str](), Event()

    def look() -> int:
        looks.put("look")
        if not is_mended.is_set():
            raise ZeroDivisionError("ours")
        return 1

    lookout = PollingThread("nothing", look)
    lookout.start()
    assert [looks.get(timeout=SOON_S) for _ in range(3)] == ["look"] * 3
    assert not lookout.has_looked()
    is_mended.set()
    lookout.await_look(SOON_S)
    assert lookout.has_looked()
    lookout.stop()
    assert "look at nothing went wrong" in caplog.text


def test_it_can_be_hurried() -> None:
    looks = Looks(1_000_000_000)
    lookout = PollingThread("nothing", looks.look)
    lookout.start()
    assert looks.seen.get(timeout=SOON_S) == "look"
    lookout.hurry()
    assert looks.seen.get(timeout=SOON_S) == "look"
    lookout.stop()
