"""`companion tablet --tls`: a real browser pairs over an encrypted page, with the certificate that the table names."""

import ssl
import stat
from pathlib import Path

import pytest

from companion.table.messages.requests import ListDevices, OpenPairing
from companion.web.certificate import CERTIFICATE, KEY, fingerprint_of, own_encryption
from companion.web.gate import is_own_host, is_own_origin
from tests.web.browser import CHROMIUM, WAIT_MS, Chromium
from tests.web.web_server import web_table


@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium")
def test_a_browser_pairs_over_an_encrypted_page(tmp_path: Path, browser: Chromium) -> None:
    with web_table(tmp_path, "--tls") as both:
        both.table.begin("Ann", "Ben")
        pairing = both.table.ask(ListDevices()).pairing
        assert pairing is not None
        assert all(url.startswith("https://") for url in pairing.urls)
        assert fingerprint_of(ssl.get_server_certificate(("127.0.0.1", both.pages.port))) == pairing.fingerprint
        assert both.pages.raw(b"GET /health HTTP/1.1\r\n\r\n") == b"", "nothing is said in the clear"
        careful = browser.browser.new_context()
        with pytest.raises(Exception, match="ERR_CERT"):
            careful.new_page().goto(f"{both.pages.url}/pair")
        careful.close()
        trusting = browser.browser.new_context(ignore_https_errors=True)  # somebody compared it, and said yes
        page = trusting.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(f"{both.pages.url}/pair#{both.code(OpenPairing('banker'))}")
        page.locator("#pair button").click()
        page.wait_for_url(f"{both.pages.url}/")
        page.get_by_text("Ann").first.wait_for()
        (cookie,) = trusting.cookies()
        assert (cookie["name"], cookie["secure"], cookie["httpOnly"]) == ("companion", True, True)
        trusting.close()


def test_a_certificate_is_kept_and_its_key_is_for_nobody_else(tmp_path: Path) -> None:
    first = own_encryption(tmp_path, ("table.local", "192.168.0.7", "", "fe80::1"))
    assert own_encryption(tmp_path, ("other.local",)).fingerprint == first.fingerprint
    assert len(first.fingerprint.split()) == 32
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
    (tmp_path / CERTIFICATE).unlink()
    assert own_encryption(tmp_path, ("table.local",)).fingerprint != first.fingerprint


def test_an_encrypted_page_is_not_of_the_same_origin_as_one_that_is_not() -> None:
    assert is_own_origin("https://table.local:8080", "table.local:8080", "https")
    assert not is_own_origin("http://table.local:8080", "table.local:8080", "https")
    assert is_own_host("table.local", ("10.0.0.1", 443), frozenset({"table.local"}), "https")
    assert not is_own_host("table.local", ("10.0.0.1", 443), frozenset({"table.local"}), "http")
