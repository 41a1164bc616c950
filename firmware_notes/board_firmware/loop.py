"""Runs the board for ever on the USB line: answers questions, looks at the next reader, and gives a sign of life."""

import os
import select
import sys
import time

BEAT_MS = 1000
MAX_BYTES = 64  # to hear before it looks again
NOTE = "error.txt"  # left for the next start
REST_MS = 1000  # before it restarts after an error


def start(machine, build, watchdog_ms):
    """Runs the board that `build` makes. An error restarts it, and so does the watchdog if the board hangs.

    `build` is given the reason for such a restart, which the board tells in its hello, or "".
    """
    why = "watchdog" if machine.reset_cause() == machine.WDT_RESET else ""
    try:
        with open(NOTE) as note:  # noqa: PTH123
            why = note.read()
        os.remove(NOTE)  # noqa: PTH107
    except OSError:
        pass
    feed = machine.WDT(timeout=watchdog_ms).feed if watchdog_ms else do_nothing
    try:
        run(build(why), feed)
    except Exception as error:
        with open(NOTE, "w") as note:  # noqa: PTH123
            note.write(type(error).__name__)
        time.sleep_ms(REST_MS)
        machine.reset()


def do_nothing():
    pass


def run(board, feed_watchdog=do_nothing):
    """Ends only when the line ends, which can happen on a computer but not on a Pico."""
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    write(b"\n")  # ends whatever was half said when it was started
    board.greet()
    beaten = time.ticks_ms()
    while hear(poll, board):
        feed_watchdog()
        board.step()
        if time.ticks_diff(time.ticks_ms(), beaten) >= BEAT_MS:
            beaten = time.ticks_ms()
            board.beat()


def hear(poll, board):
    for _ in range(MAX_BYTES):
        if not poll.poll(0):
            return True
        data = sys.stdin.buffer.read(1)  # asking for more would wait for more
        if not data:
            return False
        board.feed(data)
    return True


def write(data):
    """Raw: the text side of stdout would turn a line feed into two bytes."""
    sys.stdout.buffer.write(data)


def new_boot():
    """A different number each time, with no need to remember the last one."""
    return int.from_bytes(os.urandom(2), "little")
