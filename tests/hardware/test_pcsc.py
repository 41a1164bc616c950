"""What stands between the companion and a PC/SC reader, each with its remedy."""

import sys
from collections.abc import Iterator

import pytest

from hardware.health import DeviceMissing
from hardware.pcsc import PcscReader
from tests.emulators.stub_scard import StubScard, stubbed_scard

CAR = "04A2B3C4D5E680"


@pytest.fixture
def service() -> Iterator[StubScard]:
    with stubbed_scard() as stub:
        yield stub


def test_a_service_that_is_stopped_and_started_again(service: StubScard) -> None:
    reader = PcscReader("deeds", "ACS")
    service.lay(CAR)
    assert reader.poll() == frozenset({CAR})
    service.stop()
    for _ in range(2):
        with pytest.raises(DeviceMissing, match=r"apt install pcscd, .* enable --now pcscd\.socket"):
            reader.poll()
    service.is_running = True
    assert reader.poll() == frozenset({CAR})
    reader.close()
    assert service.contexts == set()


def test_a_reader_that_is_not_listed_names_the_kernels_driver(service: StubScard) -> None:
    with pytest.raises(DeviceMissing, match=r"no reader called OMNIKEY\. .*blacklist pn533_usb"):
        PcscReader("deeds", "OMNIKEY").poll()
    service.is_plugged_in = False
    with pytest.raises(DeviceMissing, match=r"knows no reader\. Plug it in"):
        PcscReader("deeds").poll()


def test_a_service_that_refuses_this_user_names_the_rules(service: StubScard) -> None:
    service.is_refused = True
    with pytest.raises(DeviceMissing, match=r"companion-pcsc\.rules"):
        PcscReader("deeds").poll()


def test_the_same_tag_again_between_two_polls_is_asked_for_again(service: StubScard) -> None:
    reader = PcscReader("deeds", "ACS")
    service.lay(CAR)
    reader.poll()
    service.lift(CAR)
    service.lay("DEADBEEF")
    assert reader.poll() == frozenset({"DEADBEEF"})


def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smartcard", None)
    with pytest.raises(DeviceMissing, match="apt install pcscd python3-pyscard"):
        PcscReader("deeds").poll()
