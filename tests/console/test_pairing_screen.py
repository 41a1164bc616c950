"""The screen for tablets and phones: a code to scan or to type, for whom, for how long; and who is paired."""

from pathlib import Path

import pytest
from textual.widgets import Digits

from companion.console.app import ConsoleApp
from companion.console.console_screen import KeyButton
from companion.console.screens.pairing import PairingScreen
from companion.rules import EDITIONS
from companion.table.messages.requests import (
    AnnounceWeb,
    DeviceRequest,
    DeviceSeen,
    EnterAdmitted,
    Knock,
    ListDevices,
    OpenPairing,
    Pair,
    Request,
)
from companion.table.messages.wire import Reply
from companion.table.server.pairing import CODE_MS, GUESSES, Pairings
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of, typed, words
from tests.console.tables import InMemoryTable
from tests.journal.conftest import tmp_path
from tests.kit import new_game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]
URL = "http://192.168.178.201:8080"
SIZES = pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "portrait"])


class TableWithDevices(InMemoryTable):
    """A table with the real pairing of devices."""

    def __init__(self, data: Path) -> None:
        super().__init__(new_game(EDITIONS["classic"], ("Ann", "Ben", "[red]")))
        self.now_ms = 0
        self.pairings = Pairings(data, lambda: self.now_ms, lambda: 0)
        self.pairings.changed = self.dispatcher.tell_pairing
        self.pairings.names = lambda: ("Ann", "Ben", "[red]")
        self.dispatcher.pairings = self.pairings
        self.pairings.answer("a", AnnounceWeb((URL, "http://table.local:8080")))

    async def ask(self, request: Request, **_: object) -> Reply:
        if not isinstance(request, DeviceRequest):
            return await super().ask(request)
        reply = self.pairings.answer("a", request)
        self.tell()
        return reply

    def let_in(self, name: str, request: OpenPairing = OpenPairing()) -> None:  # noqa: B008
        self.pairings.answer("a", request)
        assert self.pairings.answer("a", Pair(self.pairings.view().code, name)).done
        self.tell()

    def names(self) -> list[str]:
        return [device.name for device in self.pairings.answer("a", ListDevices()).devices]


@pytest.fixture
def house(tmp_path: Path) -> TableWithDevices:
    return TableWithDevices(tmp_path)


@SIZES
@in_loop
async def test_a_code_is_shown_large_with_its_address_and_its_time(
    house: TableWithDevices, size: tuple[int, int]
) -> None:
    async with shown(house, size) as (app, pilot):
        await press(pilot, "P", "2")
        code = house.pairings.view().code
        assert app.screen.query_one("#pair-digits", Digits).value == f"{code[:3]} {code[3:]}"
        seen = text_of(app)
        assert "For Ben, for 120 seconds more." in seen
        assert f"{URL}/pair" in seen
        qr = app.screen.query_one("#pair-qr")
        assert (qr.region.width, qr.region.height) == (33, 17)
        assert app.screen.find_widget(qr).visible_region == qr.region, "all of it, or no camera reads it"


@SIZES
@in_loop
async def test_the_owner_of_a_device_is_asked_first(house: TableWithDevices, size: tuple[int, int]) -> None:
    async with shown(house, size) as (app, pilot):
        await press(pilot, "P")
        assert all(words in text_of(app) for words in ("The Banker's tablet", "[red]'s phone", "who watches"))
        await click(pilot, "#open-viewer")
        assert house.pairings.view().role == "viewer"
        await click(pilot, "#close-door")
        assert house.pairings.view().code == ""
        await press(pilot, "9", "b")
        assert (house.pairings.view().role, house.pairings.view().seat) == ("banker", -1)


@in_loop
async def test_an_expired_code_is_replaced(house: TableWithDevices) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "P", "b")
        old, house.now_ms = house.pairings.view().code, CODE_MS
        house.pairings.look()
        house.tell()
        await settled(pilot)
        new = house.pairings.view().code
        assert app.screen.query_one("#pair-digits", Digits).value == f"{new[:3]} {new[3:]}" != f"{old[:3]} {old[3:]}"


@in_loop
async def test_wrong_codes_are_counted_and_it_is_told_who_is_barred(house: TableWithDevices) -> None:
    async with shown(house, PORTRAIT) as (app, pilot):
        await press(pilot, "P", "b")
        for number in range(GUESSES):
            await house.ask(Pair("x", "stranger", "192.168.0.66"))
            await settled(pilot)
            if number < GUESSES - 1:
                assert f"Wrong codes so far: {number + 1}" in text_of(app)
        assert "Too many wrong codes came from 192.168.0.66" in text_of(app)
        assert house.pairings.view().code


@SIZES
@in_loop
async def test_devices_are_renamed_and_removed_with_one_press(house: TableWithDevices, size: tuple[int, int]) -> None:
    async with shown(house, size) as (app, pilot):
        house.let_in("[b]Tablet")
        house.let_in("Ann's phone", OpenPairing("player", 0))
        await press(pilot, "P")
        assert "2 paired" in text_of(app)
        assert "[b]Tablet" in text_of(app)
        app.screen.query(".pair-remove").first().press()  # type: ignore[attr-defined]
        await settled(pilot)
        assert house.names() == ["Ann's phone"]
        app.screen.query(".pair-rename").first().press()  # type: ignore[attr-defined]
        await settled(pilot)
        await typed(pilot, "x")
        await press(pilot, "enter")
        assert house.names() == ["x"]
        assert "Ann's phone is called x now." in text_of(app)


@SIZES
@in_loop
async def test_a_device_that_connects_from_another_address_is_shown(
    house: TableWithDevices, size: tuple[int, int]
) -> None:
    async with shown(house, size) as (app, pilot):
        house.let_in("Ann's phone", OpenPairing("player", 0))
        phone = house.pairings.answer("a", ListDevices()).devices[0].id
        for address in ("192.168.0.7", "192.168.0.7", "192.168.0.66"):
            house.pairings.answer("a", DeviceSeen(phone, address))
            house.tell()
            await settled(pilot)
            assert ("Ann's phone now connects" in words(app)) == (address == "192.168.0.66")
        assert "now connects from 192.168.0.66; before, it was 192.168.0.7." in words(app)
        await press(pilot, "P")
        assert "192.168.0.66" in words(app)


@in_loop
async def test_only_the_banker_can_pair(house: TableWithDevices) -> None:
    house.role, house.seat = "player", 0
    async with shown(house) as (app, pilot):
        await press(pilot, "P")
        assert not isinstance(app.screen, PairingScreen)


@SIZES
@in_loop
async def test_a_screen_that_shows_a_code_is_let_in_by_a_tap(house: TableWithDevices, size: tuple[int, int]) -> None:
    async with shown(house, size) as (app, pilot):
        await press(pilot, "P")
        wall, stranger = (house.pairings.answer("a", Knock()) for _ in range(2))
        house.tell()
        await pilot.pause()
        assert all(f"shows {knock.text[:3]} {knock.text[3:]}" in text_of(app) for knock in (wall, stranger))
        _button(app, f"admit({stranger.text!r}, False)").press()
        await settled(pilot)
        assert [one.code for one in house.pairings.view().waiting] == [wall.text]
        _button(app, f"admit({wall.text!r}, True)").press()
        await settled(pilot)
        assert house.pairings.answer("a", EnterAdmitted(wall.secret)).done
        assert not house.pairings.answer("a", EnterAdmitted(stranger.secret)).done


def _button(app: ConsoleApp, does: str) -> KeyButton:
    (found,) = (one for one in app.screen.query(KeyButton) if one.does == does)
    return found
