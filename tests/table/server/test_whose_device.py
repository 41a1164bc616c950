"""A player's device belongs to a person: with other names or seats it asks once, and acts for nobody until then."""

import itertools
import json
from pathlib import Path

import msgspec
import pytest

from companion.play.acts import Act, Rename, Start, Undo
from companion.players.dice import RandomDice
from companion.players.seeded_random import SeededRandom
from companion.rules import EDITIONS
from companion.rules.commands import BuyDeed, Roll
from companion.table.games.session import Session
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import (
    AdmitScreen,
    AnnounceWeb,
    AssignDevice,
    ClaimSeat,
    EnterAdmitted,
    Knock,
    ListDevices,
    OpenPairing,
    Pair,
    RenameDevice,
    Request,
)
from companion.table.messages.views import MoveView, View
from companion.table.messages.wire import Answer, Ask, Give, Hello, Pairing, Reply, Seated, Snapshot, Welcome
from companion.table.server.connection import Connection
from companion.table.server.pairing import MAX_WAITING, WAIT_MS
from tests.kit import new_game
from tests.storm.torn_disk import TornDisk
from tests.table.evening import usual_deps
from tests.table.memory_table import MemoryTable
from tests.table.server.test_pairing import PairingTable

ANN, BEN, CY = range(3)


class Household:
    """A table with devices. `play` puts another game on it."""

    def __init__(self, data: Path) -> None:
        self.table, self.door, self._games = MemoryTable(), PairingTable(data), itertools.count(1)
        self.table.dispatcher.pairings = self.door.pairings
        self.door.pairings.changed = self.table.dispatcher.tell_pairing
        self.door.pairings.names = self._names
        self._ids = itertools.count(1)

    def _names(self) -> tuple[str, ...]:
        session = self.table.host.session
        return tuple(player.name for player in session.game.players) if session is not None else ()

    @property
    def session(self) -> Session:
        assert self.table.host.session is not None
        return self.table.host.session

    def play(self, *names: str, dice: str = "button", real_cards: bool = False) -> None:
        decks = None if real_cards else RandomDice.from_seed("decks").decks()
        start = Start(new_game(EDITIONS["classic"], names, decks), dice="hand" if dice == "hand" else "button")
        disk = TornDisk(SeededRandom(1), game=f"20261116-2041-{next(self._games):02}")
        self.table.host.session = Session.create(disk, start, usual_deps(), self.table.dispatcher.news)
        self.table.dispatcher.changed()

    def pair(self, request: OpenPairing, kind: str = "iPhone") -> str:
        return self.door.ask(Pair(self.door.open(request), kind)).devices[0].id

    def connect(self, device: str) -> Connection:
        connection = self.table.dispatcher.connect()
        self.table.say(connection, Hello(PROTOCOL, "viewer", device=device))
        return connection

    def phone(self, seat: int) -> Connection:
        connection = self.connect(self.pair(OpenPairing("player", seat)))
        self.table.sent(connection)
        return connection

    def give(self, connection: Connection, act: Act) -> Answer:
        give = Give(f"id-{next(self._ids)}", msgspec.Raw(msgspec.json.encode(act)))
        self.table.say(connection, give)
        (answer,) = (one for one in self.table.sent(connection) if isinstance(one, Answer))
        return answer

    def ask(self, connection: Connection, request: Request) -> tuple[Reply, list[object]]:
        """The reply, and everything else that was told meanwhile."""
        self.table.say(connection, Ask("a", request))
        told = self.table.sent(connection)
        (reply,) = (one for one in told if isinstance(one, Reply))
        return reply, [one for one in told if one is not reply]

    def view(self, connection: Connection) -> View:
        connection.fall_behind()
        (snapshot,) = (one for one in self.table.sent(connection) if isinstance(one, Snapshot))
        assert snapshot.view is not None
        return snapshot.view


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path)


def test_a_phone_is_the_persons_for_whom_it_was_let_in(house: Household) -> None:
    house.play("Ann", "Ben")
    connection = house.connect(house.pair(OpenPairing("player", BEN)))
    welcome = house.table.sent(connection)[0]
    assert isinstance(welcome, Welcome)
    assert (welcome.role, welcome.seat, welcome.person) == ("player", BEN, "Ben")
    assert house.give(connection, Roll(ANN, ())).outcome == "forbidden"


def test_in_a_game_with_the_same_names_nobody_is_asked(house: Household) -> None:
    house.play("Ann", "Ben")
    ben = house.phone(BEN)
    house.play("Cy", "Ben", "Ann")
    assert [type(one) for one in house.table.sent(ben)] == [Snapshot]
    assert ben.seat == BEN


@pytest.mark.parametrize("names", [("Ben", "Ann"), ("Cy", "Dee"), ("Zoe", "Ben", "Cy")], ids=str)
def test_with_other_names_or_seats_it_acts_for_nobody_until_it_is_told(
    house: Household, names: tuple[str, ...]
) -> None:
    house.play("Ann", "Ben")
    phone = house.phone(ANN)
    house.play(*names)
    told = house.table.sent(phone)
    assert (told[0], [type(one) for one in told]) == (Seated(-1, "Ann"), [Seated, Snapshot])
    assert house.view(phone).moves == ()
    for seat in range(len(names)):
        assert house.give(phone, Roll(seat, ())).message == "Say first whose phone this is."
    reply, meanwhile = house.ask(phone, ClaimSeat(1))
    assert (reply.done, meanwhile[0]) == (True, Seated(1, names[1]))
    assert {move.seat for move in house.view(phone).moves} <= {1}
    assert house.give(phone, Roll(0, ())).message == "That is another player's to do."
    house.play(*names)
    assert phone.seat == 1, "and it asks only once"


def test_nobody_takes_the_seat_of_another_device(house: Household) -> None:
    house.play("Ann", "Ben")
    ann, ben = house.phone(ANN), house.phone(BEN)
    house.play("Ben", "Ann")
    assert house.ask(ann, ClaimSeat(1))[0].done
    reply, _ = house.ask(ben, ClaimSeat(1))
    assert reply.message == "Ann's iPhone is Ann's. Is that wrong? The Banker can change it."
    assert (ann.seat, ben.seat) == (1, -1)
    assert house.ask(ann, ClaimSeat())[0].done, "it is not hers after all"
    assert house.ask(ben, ClaimSeat(1))[0].done
    assert (ann.seat, ben.seat, ben.person) == (-1, 1, "Ann")


@pytest.mark.parametrize("seat", [2, 99, -2])
def test_only_seats_of_the_game_in_play_can_be_claimed(house: Household, seat: int) -> None:
    house.play("Ann", "Ben")
    phone = house.phone(ANN)
    reply, _ = house.ask(phone, ClaimSeat(seat))
    assert (reply.done, phone.seat) == ((False, ANN) if seat > 0 else (True, -1))


def test_only_a_players_phone_says_whose_it_is(house: Household) -> None:
    house.play("Ann", "Ben")
    viewer, tablet = (house.connect(house.pair(OpenPairing(role))) for role in ("viewer", "banker"))
    for connection in (viewer, tablet, house.table.greeted()):
        reply, _ = house.ask(connection, ClaimSeat(0))
        assert reply.message == "Only a player's phone asks whose it is."


def test_the_banker_says_whose_a_phone_is(house: Household) -> None:
    house.play("Ann", "Ben", "Cy")
    device = house.pair(OpenPairing("player", ANN))
    phone = house.connect(device)
    assert house.door.ask(AssignDevice(device, CY)).message == "Ann's iPhone is Cy's now."
    (line,) = house.door.ask(ListDevices()).devices
    assert (phone.seat, line.seat, line.person, line.name) == (CY, CY, "Cy", "Cy's iPhone")
    assert house.door.ask(AssignDevice(device)).message == "Cy's iPhone is nobody's."
    assert phone.seat == -1
    assert not house.door.ask(AssignDevice(house.pair(OpenPairing("viewer")), ANN)).done


def test_a_person_who_is_called_otherwise_keeps_the_phone(house: Household, tmp_path: Path) -> None:
    house.play("Ann", "Ben")
    phone, banker = house.phone(ANN), house.table.greeted()
    assert house.give(banker, Rename(ANN, "Anna")).outcome == "done"
    assert (phone.seat, phone.person) == (ANN, "Anna")
    (line,) = PairingTable(tmp_path).ask(ListDevices()).devices
    assert (line.person, line.name) == ("Anna", "Anna's iPhone")


def test_a_file_without_persons_is_read_and_its_phones_ask(tmp_path: Path) -> None:
    device = {"id": "0123456789abcdef", "name": "Linux", "role": "player", "seat": 0, "paired_at_ms": 5}
    (tmp_path / "devices.json").write_text(json.dumps({"format": 1, "devices": [device]}))
    house = Household(tmp_path)
    house.play("Ann", "Ben")
    phone = house.connect(device["id"])  # type: ignore[arg-type]
    assert house.give(phone, Roll(ANN, ())).message == "Say first whose phone this is."
    assert house.ask(phone, ClaimSeat(ANN))[0].done
    (line,) = PairingTable(tmp_path).ask(ListDevices()).devices
    assert line.person == "Ann"


# Names


def test_devices_can_be_told_apart(house: Household) -> None:
    house.play("Ann", "Ben")
    for request, kind in (
        (OpenPairing("player", ANN), "iPhone"),
        (OpenPairing("player", ANN), "iPhone"),
        (OpenPairing(), "Android"),
        (OpenPairing("viewer"), "Linux"),
        (OpenPairing("viewer"), "Linux"),
        (OpenPairing("player", BEN), "the old one"),
        (OpenPairing("player", BEN, name="  Kitchen\n tablet"), "iPad"),
    ):
        house.pair(request, kind)
    assert [line.name for line in house.door.ask(ListDevices()).devices] == [
        "Ann's iPhone",
        "Ann's iPhone 2",
        "Banker's Android",
        "Linux",
        "Linux 2",
        "the old one",
        "Kitchen tablet",
    ]
    view = house.door.pairings.view()
    assert view.person == ""
    house.door.open(OpenPairing("player", BEN))
    assert house.door.pairings.view().person == "Ben"


# What a page gets


def test_a_page_gets_its_own_moves_and_a_small_welcome(house: Household) -> None:
    house.play("Ann", "Ben")
    ann, watching = house.phone(ANN), house.connect(house.pair(OpenPairing("viewer")))
    welcome = house.table.sent(watching)[0]
    assert isinstance(welcome, Welcome)
    assert (welcome.setup.editions, bool(welcome.setup.menu)) == ((), True)
    assert (house.view(watching).moves, house.view(watching).raising) == ((), ())
    banker = house.view(house.table.greeted())
    assert house.view(ann).moves == tuple(move for move in banker.moves if move.seat == ANN and not move.banker)
    assert 0 < len(house.view(ann).moves) < len(banker.moves)


def kinds(house: Household, connection: Connection) -> set[tuple[str, str]]:
    def kind(move: MoveView) -> str:
        return str(msgspec.json.decode(move.act)["type"])

    return {(kind(move), move.needs) for move in house.view(connection).moves if kind(move) in ("Roll", "DrawCard")}


def test_with_real_dice_a_phone_enters_its_own_and_is_offered_no_others(house: Household) -> None:
    house.play("Ann", "Ben", dice="hand")
    ann, ben = house.phone(ANN), house.phone(BEN)
    assert (kinds(house, ann), kinds(house, ben)) == ({("Roll", "dice")}, set())
    assert not any(move.banker for move in house.view(ann).moves)
    assert house.give(ann, Roll(ANN, ())).message == "Real dice are rolled in this game: enter what you rolled."
    assert house.give(ann, Roll(ANN, (2, 4))).outcome == "done"


@pytest.mark.parametrize("real_cards", [True, False])
def test_with_real_cards_a_phone_says_which(house: Household, real_cards: bool) -> None:
    house.play("Ann", "Ben", real_cards=real_cards)
    ann = house.phone(ANN)
    house.give(house.table.greeted(), Roll(ANN, (3, 4)))
    cards = [msgspec.json.decode(move.act) for move in house.view(ann).moves]
    drawn = [card.get("card", "") for card in cards if card["type"] == "DrawCard"]
    assert (len(drawn) > 10, "" in drawn) == (real_cards, not real_cards)


def test_a_phone_sees_only_what_it_may_take_back(house: Household) -> None:
    house.play("Ann", "Ben")
    ann, ben = house.phone(ANN), house.phone(BEN)
    house.give(ann, Roll(ANN, ()))
    number = house.session.number
    assert (house.view(ann).undo_number, house.view(ben).undo_number) == (number, 0)
    house.give(house.table.greeted(), Undo())
    house.give(house.table.greeted(), Roll(ANN, (2, 4)))
    house.give(house.table.greeted(), Rename(BEN, "Benno"))
    assert house.view(ann).undo_number == 0
    house.give(ann, BuyDeed(ANN))
    assert house.give(ben, Undo(house.session.number)).outcome == "forbidden"
    assert house.give(ann, Undo(house.session.number)).outcome == "done"
    assert house.give(ann, Undo(house.session.number)).outcome == "forbidden"
    assert house.view(ann).redo_number == 0


# A wall


def test_a_wall_shows_a_code_and_is_let_in_at_the_table(house: Household) -> None:
    banker = house.table.greeted()
    knock = house.door.ask(Knock())
    assert (knock.done, len(knock.text)) == (True, 6)
    waiting = [one.pairing.waiting for one in house.table.sent(banker) if isinstance(one, Pairing)][-1]
    assert [(one.code, one.name, one.left_ms) for one in waiting] == [(knock.text, "Wall", WAIT_MS)]
    assert not house.door.ask(EnterAdmitted(knock.secret)).done
    assert house.door.ask(ListDevices()).devices == ()
    assert house.door.ask(AdmitScreen(knock.text)).message == "Wall is let in."
    assert house.door.pairings.view().waiting == ()
    (device,) = house.door.ask(EnterAdmitted(knock.secret)).devices
    assert (device.name, device.role) == ("Wall", "viewer")
    again = house.door.ask(EnterAdmitted(knock.secret))
    assert (again.done, again.unusable) == (False, True), "a secret is good for one screen"


def test_a_wall_that_is_sent_away_or_waits_too_long_is_forgotten(house: Household) -> None:
    away, late = house.door.ask(Knock()), house.door.ask(Knock("Television"))
    assert not house.door.ask(AdmitScreen("000000" if away.text != "000000" else "000001")).done
    assert house.door.ask(AdmitScreen(away.text, let_in=False)).message == "Wall is sent away."
    house.door.now_ms += WAIT_MS
    house.door.pairings.look()
    for secret in (away.secret, late.secret, "", "\ud800"):
        reply = house.door.ask(EnterAdmitted(secret))
        assert (reply.done, reply.unusable) == (False, True)


def test_only_a_few_screens_wait_at_once(house: Household) -> None:
    knocks = [house.door.ask(Knock()) for _ in range(MAX_WAITING)]
    assert len({knock.text for knock in knocks}) == MAX_WAITING
    assert house.door.ask(Knock()).message == "4 screens wait to be let in already."


def test_letting_a_wall_in_leaves_the_door_as_it_is(house: Household) -> None:
    code, knock = house.door.open(), house.door.ask(Knock())
    house.door.ask(AdmitScreen(knock.text))
    assert house.door.ask(EnterAdmitted(knock.secret)).done
    assert house.door.pairings.view().code == code


def test_no_device_does_what_only_the_server_of_the_pages_does(house: Household) -> None:
    tablet = house.connect(house.pair(OpenPairing()))
    for request in (Knock(), EnterAdmitted("x"), Pair("123456"), AnnounceWeb()):
        assert house.ask(tablet, request)[0].message == "Only the server of the pages may ask that."
    assert house.ask(tablet, RenameDevice("x", "y"))[0].message != "Only the Banker may ask that."
