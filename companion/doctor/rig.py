"""The devices, asked of the table that runs; with none running, opened here for a moment."""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.doctor.devices import Device
from companion.table.address import PATH_MOST, other_place

if TYPE_CHECKING:
    from companion.table.devices.outputs import Device as Health
    from companion.table.messages import Snapshot
    from companion.table.table import Wired

BOARD = "board"
ANSWER_S = 5.0  # for a table
SETTLE_S, BOARD_S = 1.5, 4.0  # for devices that do not answer at once; a board that says nothing is lost after 3 s
LOOK_S = 0.1


class Told(NamedTuple):
    """By the table that runs."""

    app: str
    devices: tuple[Device, ...]
    is_simulated: bool
    trouble: str


class NoTable(Exception):
    """Nobody listens there."""


def of_table(path: Path) -> Told:
    """Raises NoTable, PermissionError, LinkLost, and TimeoutError for one that says nothing."""
    _require_table(path)
    return asyncio.run(_of_table(path))


def _require_table(path: Path) -> None:
    """A client would wait for one for ever, and says no more than a sentence."""
    for place in (path, other_place(path)):
        with (
            socket.socket(socket.AF_UNIX) as link,
            suppress(FileNotFoundError, NotADirectoryError, ConnectionRefusedError),
        ):
            if len(os.fsencode(place)) <= PATH_MOST:
                link.connect(str(place))
                return
    raise NoTable


async def _of_table(path: Path) -> Told:
    from companion.table.client import Client, LinkDown, LinkLost
    from companion.table.messages import Snapshot, Welcome

    app = ""
    async with asyncio.timeout(ANSWER_S), Client(path, "viewer", name="companion doctor") as client:
        async for told in client:
            match told:
                case LinkDown(why):
                    raise LinkLost(why)
                case Welcome():
                    app = told.app
                case Snapshot():
                    return _told(app, told)
    raise LinkLost("The table hung up.")


def _told(app: str, snapshot: "Snapshot") -> Told:
    at_hand = snapshot.at_hand
    if at_hand is None:
        return Told(app, (), False, snapshot.trouble)
    devices = (Device(one.name, one.state, one.why) for one in at_hand.devices)
    return Told(app, tuple(devices), at_hand.rig is not None, snapshot.trouble)


def opened(wired: "Wired", sleep: Callable[[float], None] = time.sleep) -> tuple[Device, ...]:
    """Each is opened, used once where it shows or plays something, and closed again."""
    wired.rig.open(lambda _: None)
    try:
        wired.rig.show("read")
        wired.rig.play("read")
        for look in range(round(BOARD_S / LOOK_S) if wired.pull is None else 0):  # a twin answers at once
            if not _is_waited_for(wired.rig.health(), look * LOOK_S):
                break
            sleep(LOOK_S)
        return tuple(Device(one.name, one.state, one.why) for one in wired.rig.health())
    finally:
        wired.rig.close()


def _is_waited_for(devices: "Sequence[Health]", waited_s: float) -> bool:
    """What is lost may still come, and a board that is not may still turn out to be silent."""
    if any(device.state == "lost" for device in devices):
        return waited_s < SETTLE_S
    board = next((device for device in devices if device.name == BOARD), None)
    return board is not None and board.state == "present" and board.last_seen_ms is None
