"""Runs the board for ever on the USB line: hears what is asked, looks at the next reader, and gives a sign of life."""

import select
import sys
import time

BEAT_MS = 1000
BYTES_MOST = 64  # to hear before it looks again


def run(board):
    """Ends only where the line can end, which is on a computer and not on a Pico."""
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    write(b"\n")  # ends whatever was half said when it was started
    board.greet()
    beaten = time.ticks_ms()
    while hear(poll, board):
        board.step()
        if time.ticks_diff(time.ticks_ms(), beaten) >= BEAT_MS:
            beaten = time.ticks_ms()
            board.beat()


def hear(poll, board):
    for _ in range(BYTES_MOST):
        if not poll.poll(0):
            return True
        data = sys.stdin.buffer.read(1)  # more would wait for more
        if not data:
            return False
        board.feed(data)
    return True


def write(data):
    """Raw: the text side of stdout would make two bytes of a line feed."""
    sys.stdout.buffer.write(data)


def new_boot():
    """Another number each time, without anything to remember it in."""
    import os

    return int.from_bytes(os.urandom(2), "little")
