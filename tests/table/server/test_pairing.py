"""Pairing over the home network: codes expire, guesses run out, devices are kept and removed."""

import errno
from pathlib import Path

import pytest

from companion.rules.commands import Roll
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import (
    AnnounceWeb,
    ClosePairing,
    DeviceRequest,
    ListDevices,
    OpenPairing,
    Pair,
    RenameDevice,
    RevokeDevice,
)
from companion.table.messages.views import PairingView
from companion.table.messages.wire import Answer, Goodbye, Hello, Pairing, Reply
from companion.table.server.dispatcher import REMOVED
from companion.table.server.pairing import (
    BARRED,
    CLOSED,
    CODE_MS,
    GUESSES,
    MAX_DEVICES,
    OPEN_MS,
    WRONG,
    Pairings,
)
from tests.journal.conftest import closed_in_the_end
from tests.table.memory_table import MemoryTable, give_line

__all__ = ["closed_in_the_end"]


class PairingTable:
    """Its clock is set by the test."""

    def __init__(self, data: Path) -> None:
        self.now_ms = 1_000
        self.pairings = Pairings(data, lambda: self.now_ms, lambda: 77)
        self.pairings.changed = self._count
        self.changes = 0

    def _count(self) -> None:
        self.changes += 1

    def ask(self, request: DeviceRequest) -> Reply:
        return self.pairings.answer("a", request)

    def open(self, request: OpenPairing = OpenPairing()) -> str:  # noqa: B008
        return self.seen(self.ask(request)).code

    def seen(self, reply: Reply) -> PairingView:
        assert reply.done, reply.message
        assert reply.pairing is not None
        return reply.pairing

    def wrong(self) -> str:
        code = self.pairings.view().code
        return code[1:] + str((int(code[0]) + 1) % 10) if len(set(code)) > 1 else "000001"


@pytest.fixture
def door(tmp_path: Path) -> PairingTable:
    return PairingTable(tmp_path)


def test_the_code_lets_one_device_in_with_the_role_it_was_opened_for(door: PairingTable) -> None:
    code = door.open(OpenPairing("player", 2))
    assert len(code) == 6
    assert code.isdecimal()
    reply = door.ask(Pair(code, "a phone"))
    assert [(one.name, one.role, one.person, one.seat, one.paired_at_ms) for one in reply.devices] == [
        ("a phone", "player", "", -1, 77)
    ], "no game is in play: it will ask whose it is"
    again = door.ask(Pair(code, "another phone"))
    assert (again.done, again.message) == (False, CLOSED)


def test_nobody_comes_in_while_the_door_is_shut(door: PairingTable) -> None:
    assert door.ask(Pair("000000", "x")).message == CLOSED
    door.open()
    door.ask(ClosePairing())
    assert door.ask(Pair("000000", "x")).message == CLOSED
    assert door.seen(door.ask(ListDevices())).code == ""


def test_a_code_is_short_lived_and_the_door_is_not_open_for_ever(door: PairingTable) -> None:
    old = door.open()
    door.now_ms += CODE_MS - 1
    door.pairings.look()
    assert door.pairings.view() == PairingView(old, "banker", -1, left_ms=1)
    door.now_ms += 1
    assert not door.ask(Pair(old, "x")).done
    assert door.pairings.view().left_ms == CODE_MS
    door.now_ms += OPEN_MS
    door.pairings.look()
    assert door.pairings.view() == PairingView()


def test_a_code_is_good_for_few_guesses(door: PairingTable) -> None:
    code = door.open()
    for _ in range(GUESSES):
        assert door.ask(Pair(door.wrong(), "x")).message == WRONG
    assert door.pairings.view().code == code
    assert door.pairings.view().failures == GUESSES
    assert door.ask(Pair(code, "x")).message == BARRED
    code = door.open()
    assert door.pairings.view().failures == 0
    assert door.ask(Pair(code, "x")).done


@pytest.mark.parametrize("guess", ["", "١٢٣٤٥٦", "12345", "1234567", "12 345", "0" * 2_000, "\x00", "[red]"])
def test_anything_but_the_code_is_wrong(door: PairingTable, guess: str) -> None:
    door.open()
    assert door.ask(Pair(guess, "x")).message == WRONG


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", "Banker's device"),
        ("iPad", "Banker's iPad"),
        ("  Tablet \n kitchen ", "Tablet kitchen"),
        ("\x1b[2J\u202efoo", "[2J foo"),
        ("\ud800", "Banker's device"),
        ("y" * 500, "y" * 40),
        ("[red]", "[red]"),
    ],
)
def test_a_device_has_a_name_that_can_be_shown(door: PairingTable, given: str, kept: str) -> None:
    assert door.ask(Pair(door.open(), given)).devices[0].name == kept


def test_devices_are_kept_renamed_and_removed_on_the_disk(door: PairingTable, tmp_path: Path) -> None:
    door.ask(Pair(door.open(), "one"))
    door.ask(Pair(door.open(), "two"))
    one, two = (device.id for device in door.ask(ListDevices()).devices)
    assert door.ask(RenameDevice(one, "kitchen")).message == "one is called kitchen now."
    assert door.ask(RevokeDevice(two)).message == "two is removed."
    assert not door.ask(RevokeDevice(two)).done
    assert [(device.id, device.name) for device in PairingTable(tmp_path).ask(ListDevices()).devices] == [
        (one, "kitchen")
    ]


def test_the_number_of_devices_is_limited(door: PairingTable) -> None:
    for number in range(MAX_DEVICES):
        assert door.ask(Pair(door.open(), f"{number}")).done
    reply = door.ask(Pair(door.open(), "one more"))
    assert (reply.done, "remove one" in reply.message) == (False, True)


def test_only_players_have_seats(door: PairingTable) -> None:
    assert not door.ask(OpenPairing("viewer", 1)).done
    assert door.pairings.view().code == ""


def test_a_full_disk_lets_nobody_in(door: PairingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    code = door.open()
    with monkeypatch.context() as full:
        full.setattr("companion.journal.disk._write_file", _no_space)
        reply = door.ask(Pair(code, "x"))
    assert (reply.done, "No space left" in reply.message) == (False, True)
    assert door.ask(ListDevices()).devices == ()
    assert door.ask(Pair(code, "x")).done, "the code was not used up"


def _no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"format": 9}', b"\xff", b"x" * 200_000, b"[" * 90_000])
def test_a_damaged_file_is_reported_and_put_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "devices.json").write_bytes(content)
    door = PairingTable(tmp_path)
    assert str(tmp_path / "devices.json") in door.pairings.trouble
    assert door.ask(Pair(door.open(), "x")).done
    assert (tmp_path / "devices.json.damaged").read_bytes() == content
    assert len(PairingTable(tmp_path).ask(ListDevices()).devices) == 1


def test_where_the_pages_are_is_shown_with_the_code(door: PairingTable) -> None:
    door.ask(AnnounceWeb(("http://table.local:8080",)))
    door.open()
    assert door.pairings.view().urls == ("http://table.local:8080",)
    assert door.changes == 2


def test_a_held_button_opens_the_door_as_it_was_opened_last_and_tells_no_code(door: PairingTable) -> None:
    assert door.pairings.open_again().startswith("A code for the Banker's tablet is on the Banker's screen")
    assert door.pairings.view().role == "banker"
    door.open(OpenPairing("player", 1))
    door.ask(ClosePairing())
    told = door.pairings.open_again()
    view = door.pairings.view()
    assert (view.role, view.seat, view.code in told) == ("player", 1, False)


# At the dispatcher


@pytest.fixture
def memory_table(door: PairingTable) -> MemoryTable:
    made = MemoryTable()
    made.begin()
    made.dispatcher.pairings, door.pairings.changed = door.pairings, made.dispatcher.tell_pairing
    return made


def test_a_paired_device_has_the_role_of_its_pairing_whatever_it_says(
    memory_table: MemoryTable, door: PairingTable
) -> None:
    device = door.ask(Pair(door.open(OpenPairing("viewer")), "phone")).devices[0].id
    connection = memory_table.dispatcher.connect()
    memory_table.say(connection, Hello(PROTOCOL, "banker", device=device))
    memory_table.sent(connection)
    memory_table.dispatcher.hear(connection, give_line("g", Roll(0, (1, 2))))
    (answer,) = memory_table.sent(connection)
    assert isinstance(answer, Answer)
    assert answer.outcome == "forbidden"


def test_only_the_banker_sees_the_code(memory_table: MemoryTable, door: PairingTable) -> None:
    banker, player, viewer = memory_table.greeted(), memory_table.greeted("player", 0), memory_table.greeted("viewer")
    code = door.open()
    assert [said.pairing.code for said in memory_table.sent(banker) if isinstance(said, Pairing)] == [code]
    assert memory_table.sent(player) == memory_table.sent(viewer) == []
    late = memory_table.dispatcher.connect()
    memory_table.say(late, Hello(PROTOCOL, "banker"))
    assert [said.pairing.code for said in memory_table.sent(late) if isinstance(said, Pairing)] == [code]


def test_a_removed_device_hears_goodbye_and_does_not_come_back(memory_table: MemoryTable, door: PairingTable) -> None:
    device = door.ask(Pair(door.open(), "tablet")).devices[0].id
    connection = memory_table.dispatcher.connect()
    memory_table.say(connection, Hello(PROTOCOL, "banker", device=device))
    memory_table.sent(connection)
    door.ask(RevokeDevice(device))
    assert memory_table.sent(connection) == [Goodbye(REMOVED)]
    again = memory_table.dispatcher.connect()
    memory_table.say(again, Hello(PROTOCOL, "banker", device=device))
    assert memory_table.sent(again) == [Goodbye(REMOVED)]
