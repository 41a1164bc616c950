"""What stands between the companion and a PC/SC reader, each with its remedy: as the real card service tells it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.health import DeviceMissing
from hardware.pcsc import PcscReader, plugged_in
from tests.emulators.card_service import NAME, CardService, card_service, needs_card_service

CAR = "04A2B3C4D5E680"
pytestmark = needs_card_service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[CardService]:
    with card_service(tmp_path) as service:
        yield service


def test_a_service_that_is_stopped_and_started_again(service: CardService) -> None:
    reader = PcscReader("deeds", "ACS")
    service.lay(CAR)
    assert reader.poll() == frozenset({CAR})
    service.stop()
    for _ in range(2):
        with pytest.raises(DeviceMissing, match=r"apt install pcscd, .* enable --now pcscd\.socket"):
            reader.poll()
    service.start()
    assert reader.poll() == frozenset({CAR})
    reader.close()


def test_the_readers_that_are_plugged_in_are_listed(service: CardService) -> None:
    assert plugged_in() == [NAME]
    service.unplug()
    assert plugged_in() == []
    service.stop()
    with pytest.raises(DeviceMissing, match="apt install pcscd"):
        plugged_in()


def test_a_reader_that_is_not_listed_names_the_kernels_driver(service: CardService) -> None:
    with pytest.raises(DeviceMissing, match=r"no reader called OMNIKEY\. .*blacklist pn533_usb"):
        PcscReader("deeds", "OMNIKEY").poll()
    service.unplug()
    with pytest.raises(DeviceMissing, match=r"knows no reader\. Plug it in"):
        PcscReader("deeds").poll()


def test_a_reader_that_is_pulled_out_in_the_middle_of_a_tap_and_plugged_in_again(service: CardService) -> None:
    """A virtual reader cannot be pulled out while the service runs: it is asked for one that it does not have."""
    reader = PcscReader("deeds", "ACS")
    service.lay(CAR)
    assert reader.poll() == frozenset({CAR})
    reader._reader = "ACS gone 00 00"
    with pytest.raises(DeviceMissing, match=r"no reader called ACS gone 00 00\. Plug it in"):
        reader.poll()
    assert reader.poll() == frozenset({CAR})
    service.unplug()
    with pytest.raises(DeviceMissing):  # the service was started again for it
        reader.poll()
    with pytest.raises(DeviceMissing, match=r"no reader called ACS\. Plug it in"):
        reader.poll()
    service.plug_in()
    assert reader.poll() == frozenset({CAR})
    reader.close()


def test_a_service_that_refuses_this_user_names_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only from Debian 13 on does the service ask polkit, and only in a session: its answer is made up."""
    from smartcard import scard  # type: ignore[import-untyped]

    monkeypatch.setattr(scard, "SCardEstablishContext", lambda _: (scard.SCARD_W_SECURITY_VIOLATION, 0))
    with pytest.raises(DeviceMissing, match=r"companion-pcsc\.rules"):
        PcscReader("deeds").poll()


def test_another_tag_between_two_polls_is_asked_for(service: CardService) -> None:
    reader = PcscReader("deeds", NAME)
    service.lay(CAR)
    reader.poll()
    service.lift(CAR)
    service.lay("DEADBEEF")
    assert reader.poll() == frozenset({"DEADBEEF"})
    reader.close()


def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smartcard", None)
    with pytest.raises(DeviceMissing, match="apt install pcscd python3-pyscard"):
        PcscReader("deeds").poll()
