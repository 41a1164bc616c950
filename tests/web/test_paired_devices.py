"""The cookie of a paired device is signed with this household's key and expires."""

import stat
from pathlib import Path

import pytest

from companion.web.gate import COOKIE_DAYS, KEY_FILE, CookieSigner, SignedInDevice, household_key

TABLET = SignedInDevice("0123456789abcdef", "banker")
NOW_S = 1_800_000_000


@pytest.fixture
def signer() -> CookieSigner:
    return CookieSigner(b"k" * 32)


def test_a_cookie_names_its_device(signer: CookieSigner) -> None:
    assert signer.device(signer.cookie(TABLET, NOW_S), NOW_S + 1) == TABLET


def test_a_cookie_expires_after_its_days(signer: CookieSigner) -> None:
    cookie = signer.cookie(TABLET, NOW_S)
    days = COOKIE_DAYS[TABLET.role]
    assert signer.device(cookie, NOW_S + 86_399) == TABLET
    assert signer.device(cookie, NOW_S + days * 86_400 - 1) == TABLET._replace(is_old=True)
    assert signer.device(cookie, NOW_S + days * 86_400) is None


def test_a_bankers_pairing_lasts_a_week_and_a_players_longer(signer: CookieSigner) -> None:
    banker, player = (signer.cookie(SignedInDevice("1" * 16, role), NOW_S) for role in ("banker", "player"))
    assert signer.device(banker, NOW_S + 8 * 86_400) is None
    assert signer.device(player, NOW_S + 50 * 86_400) is not None


def test_no_character_of_a_cookie_can_be_changed(signer: CookieSigner) -> None:
    cookie = signer.cookie(TABLET, NOW_S)
    for place, letter in enumerate(cookie):
        other = "0" if letter != "0" else "1"
        assert signer.device(cookie[:place] + other + cookie[place + 1 :], NOW_S) is None, place


def test_a_role_cannot_be_forged(signer: CookieSigner) -> None:
    player = signer.cookie(SignedInDevice(TABLET.id, "player"), NOW_S)
    assert signer.device(player.replace("player", "banker"), NOW_S) is None


@pytest.mark.parametrize(
    "cookie", ["", ".", "....", "1.a.banker.1.", "x" * 5_000, "1.á.banker.1.x", "\x00", "١.a.b.c.d"]
)
def test_a_made_up_cookie_is_refused(signer: CookieSigner, cookie: str) -> None:
    assert signer.device(cookie, NOW_S) is None


def test_a_cookie_of_another_household_is_refused(signer: CookieSigner) -> None:
    assert CookieSigner(b"o" * 32).device(signer.cookie(TABLET, NOW_S), NOW_S) is None


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = household_key(tmp_path)
    assert household_key(tmp_path) == key
    assert len(key) == 32
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_key_that_others_could_have_read_is_replaced(tmp_path: Path, mode: int) -> None:
    key = household_key(tmp_path)
    (tmp_path / KEY_FILE).chmod(mode)
    assert household_key(tmp_path) != key
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_a_damaged_key_is_replaced(tmp_path: Path) -> None:
    key = household_key(tmp_path)
    (tmp_path / KEY_FILE).write_bytes(key[:7])
    (tmp_path / "tablet.part").write_bytes(b"left behind")
    assert len(household_key(tmp_path)) == 32
    assert household_key(tmp_path) != key
