"""Signals go from the devices' threads to the one loop: in order, bounded, and without exceptions."""

import asyncio
from threading import Thread

import pytest

from companion.table.server.table import MAX_SIGNALS, SignalQueue
from hardware.signals import ButtonPressed, Signal
from tests.table.fake_table import in_loop

THREADS, EACH = 8, 100


def pressed(who: int, number: int) -> ButtonPressed:
    return ButtonPressed(f"seat-{who}", number)


def press_often(queue: SignalQueue, who: int) -> None:
    for number in range(EACH):
        queue.emit(pressed(who, number))


@in_loop
async def test_the_order_of_every_thread_is_kept() -> None:
    loop, felt = asyncio.get_running_loop(), list[Signal]()

    def feel(signal: Signal) -> None:
        assert asyncio.get_running_loop() is loop
        felt.append(signal)

    queue = SignalQueue(feel, lambda: loop.call_soon_threadsafe(queue.deliver))
    threads = [Thread(target=press_often, args=(queue, who)) for who in range(THREADS)]
    for thread in threads:
        thread.start()
    while len(felt) < THREADS * EACH:
        await asyncio.sleep(0)
    for thread in threads:
        thread.join()
    for who in range(THREADS):
        own = [pressed(who, number) for number in range(EACH)]
        assert [one for one in felt if one in own] == own


@in_loop
async def test_clients_are_served_between_two_signals_however_many_wait() -> None:
    loop, felt, before = asyncio.get_running_loop(), list[Signal](), list[int]()
    queue = SignalQueue(felt.append, lambda: loop.call_soon_threadsafe(queue.deliver))
    press_often(queue, 1)
    loop.call_soon(lambda: before.append(len(felt)))
    while len(felt) < EACH:
        await asyncio.sleep(0)
    assert before == [1]


def test_every_wake_delivers_one() -> None:
    felt, wakes = list[Signal](), list[None]()
    queue = SignalQueue(felt.append, lambda: wakes.append(None))
    for number in range(3):
        queue.emit(pressed(1, number))
    assert (felt, len(wakes)) == ([], 1)
    queue.deliver()
    assert (felt, len(wakes)) == ([pressed(1, 0)], 2)
    queue.deliver()
    queue.deliver()
    queue.deliver()  # one too many
    assert len(wakes) == 3
    assert felt == [pressed(1, number) for number in range(3)]


def test_signals_are_dropped_when_the_queue_is_full() -> None:
    felt, wakes = list[Signal](), list[None]()
    queue = SignalQueue(felt.append, lambda: wakes.append(None))
    for number in range(MAX_SIGNALS + 5):
        queue.emit(pressed(1, number))
    assert (len(wakes), queue.dropped) == (1, 5)
    queue.deliver()
    queue.emit(pressed(2, 0))
    assert queue.dropped == 5
    for _ in wakes:
        queue.deliver()
    assert felt == [*(pressed(1, number) for number in range(MAX_SIGNALS)), pressed(2, 0)]


def test_a_loop_that_has_ended_raises_nothing_in_a_device() -> None:
    loop = asyncio.new_event_loop()
    queue = SignalQueue(lambda _: None, lambda: loop.call_soon_threadsafe(queue.deliver))
    loop.close()
    with pytest.raises(RuntimeError):
        loop.call_soon_threadsafe(queue.deliver)
    queue.emit(pressed(1, 0))


def test_a_signal_that_fails_does_not_hold_up_the_next() -> None:
    felt = list[Signal]()

    def feel(signal: Signal) -> None:
        if not felt:
            felt.append(pressed(9, 9))
            raise ValueError("this one failed")
        felt.append(signal)

    queue = SignalQueue(feel, lambda: None)
    queue.emit(pressed(1, 1))
    queue.emit(pressed(1, 2))
    with pytest.raises(ValueError, match="this one failed"):
        queue.deliver()
    queue.deliver()
    assert felt == [pressed(9, 9), pressed(1, 2)]
