"""Disk, mounts, clock and power in every bad state; games and tags."""

import errno
from pathlib import Path

import pytest

from companion.boards import shipped_board, shipped_text
from companion.boards.own_boards import add_own_board
from companion.household.doctor_checks import (
    FIRST_RELEASE_MS,
    MB,
    check_boards,
    check_clock,
    check_journals,
    check_mount,
    check_power,
    check_space,
    check_tags,
    check_voice,
    check_writable,
    kernel_is_synced,
    mount_of,
)
from companion.table.gestures.tags import Bindings, DeedTag, TokenTag, bind, bind_spot
from tests.household.faked_machine import OUTSIDER, machine, put, told

NOW_MS = FIRST_RELEASE_MS + 300 * 24 * 3_600_000
LONDON = shipped_board("london")
DAY_MS = 24 * 3_600_000
USUAL = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n"


# Room


@pytest.mark.parametrize(("free", "state"), [(500, "ok"), (199, "note"), (20, "note"), (19, "bad"), (0, "bad")])
def test_free_space(tmp_path: Path, free: int, state: str) -> None:
    found = check_space(tmp_path, lambda _: free * MB)
    assert (found.state, found.says.startswith(f"{free} MB free")) == (state, True)


def test_a_disk_that_cannot_be_examined(tmp_path: Path) -> None:
    def broken(_: Path) -> int:
        raise OSError(errno.EIO, "Input/output error")

    assert told(check_space(tmp_path, broken)) == [("bad", f"{tmp_path} cannot be examined: Input/output error.")]


def test_free_space_for_a_folder_that_will_be_made(tmp_path: Path) -> None:
    asked: list[Path] = []
    check_space(tmp_path / "not" / "yet", lambda folder: asked.append(folder) or 999 * MB)  # type: ignore[func-returns-value]
    assert asked == [tmp_path]
    assert check_space(tmp_path).state in ("ok", "note", "bad")


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    here = machine(tmp_path, OUTSIDER)
    assert check_writable(here, tmp_path, lambda _: True).says == str(tmp_path)
    assert check_writable(here, tmp_path / "new", lambda _: True).says.endswith("will be made")
    found = check_writable(here, tmp_path, lambda _: False)
    assert (found.state, found.says) == ("bad", f"pi may not write in {tmp_path}.")


# The voice


def test_a_voice_that_is_set_needs_its_programs() -> None:
    missing = "The table cannot speak: aplay is not installed. Run: sudo apt install alsa-utils"
    assert list(check_voice(None, missing)) == []
    assert told(*check_voice("en", "")) == [("ok", "speaks en")]
    (found,) = check_voice("en", missing)
    assert (found.state, found.says) == ("bad", "The table cannot speak: aplay is not installed.")
    assert found.do.startswith("`sudo apt install alsa-utils`")


# Mounts


def mounted(root: Path, kind: str, options: str, data: Path) -> list[tuple[str, str]]:
    put(root, "proc/mounts", f"{USUAL}/dev/sda1 {data} {kind} {options} 0 0\n")
    return told(*check_mount(machine(root), data))


def test_a_disk_that_keeps_saved_games(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert mounted(tmp_path, "ext4", "rw,noatime", data) == [("ok", f"{data}, ext4, rw,noatime")]


@pytest.mark.parametrize(
    ("kind", "options", "says"),
    [
        ("ext4", "ro,noatime", "is mounted read-only"),
        ("tmpfs", "rw", "is lost when the power goes off"),
        ("overlay", "rw,lowerdir=/ro", "is lost when the power goes off"),
        ("vfat", "rw", "does not keep data as safe"),
        ("cifs", "rw", "does not keep data as safe"),
        ("ext4", "rw,nobarrier", "nobarrier: a power cut"),
        ("ext4", "rw,data=writeback", "data=writeback: a power cut"),
    ],
)
def test_a_disk_that_may_lose_saved_games(tmp_path: Path, kind: str, options: str, says: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    ((state, found),) = mounted(tmp_path, kind, options, data)
    assert state == "bad"
    assert says in found


def test_the_innermost_mount_counts_and_of_two_the_last() -> None:
    text = f"{USUAL}/dev/a /home ext4 rw 0 0\n/dev/b /home/pi\\040x vfat rw 0 0\n/dev/c /home ext4 ro 0 0\nrubbish\n"
    for folder, at, options in (
        ("/home/pi x/games", "/home/pi x", ("rw",)),
        ("/home/pi", "/home", ("ro",)),
        ("/homes", "/", ("rw", "noatime")),
    ):
        found = mount_of(text, folder)
        assert found is not None
        assert (found.at, found.options) == (at, options)
    assert mount_of("", "/home") is None


def test_mounts_that_cannot_be_seen_are_noted(tmp_path: Path) -> None:
    assert [state for state, _ in told(*check_mount(machine(tmp_path), tmp_path))] == ["note"]


# The clock


def test_a_clock_that_is_set_by_the_network(tmp_path: Path) -> None:
    here = machine(tmp_path)
    assert check_clock(here, NOW_MS, 0, is_synced=True).state == "ok"
    assert check_clock(here, NOW_MS, 0, is_synced=False).state == "note"
    put(tmp_path, "run/systemd/timesync/synchronized")
    assert check_clock(here, NOW_MS, 0, is_synced=False).says.endswith("set by the network")


def test_a_clock_that_is_kept_by_a_battery(tmp_path: Path) -> None:
    here = machine(tmp_path, sys__class__rtc__rtc0="")
    assert check_clock(here, NOW_MS, 0, is_synced=False).says.endswith("kept by a battery")


@pytest.mark.parametrize("now_ms", [0, FIRST_RELEASE_MS - 1, -(10**18), NOW_MS - DAY_MS])
def test_a_wrong_clock(tmp_path: Path, now_ms: int) -> None:
    """Even if the kernel believes it."""
    found = check_clock(machine(tmp_path), now_ms, NOW_MS, is_synced=True)
    assert (found.state, found.do[:7]) == ("bad", "Connect")


def test_the_kernel_can_be_asked() -> None:
    assert kernel_is_synced() in (True, False)


# Power


@pytest.mark.parametrize(
    ("text", "states"), [("0", ["ok"]), ("50000", ["note"]), ("50005", ["bad"]), ("rubbish", []), (None, [])]
)
def test_power(tmp_path: Path, text: str | None, states: list[str]) -> None:
    if text is not None:
        put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", f"{text}\n")
    assert [state for state, _ in told(*check_power(machine(tmp_path)))] == states


# What is kept


def test_games_that_are_damaged() -> None:
    assert told(check_journals(True, "2 games, nothing damaged.", ())) == [("ok", "2 games, nothing damaged")]
    found = check_journals(False, "2 games, 1 damaged.", ("Game x is damaged.",))
    assert (found.state, found.says) == ("bad", "2 games, 1 damaged. Game x is damaged.")


def test_how_many_have_their_tag() -> None:
    bindings = bind(Bindings(), "DEADBEEF", DeedTag(0))
    found = told(*check_tags(LONDON, bindings, "", has_reader=True, has_board=False))
    assert found[0] == ("note", "1 of 28 deeds have their tag.")
    assert [state for state, _ in found[1:]] == ["ok", "ok", "ok"], "nobody must tag these"
    some = bind(bindings, "DEADBEE0", TokenTag("Car"))
    assert told(*check_tags(LONDON, some, "", has_reader=True, has_board=False))[1][0] == "note", "begun, and not done"


def test_without_a_reader_nobody_needs_tags() -> None:
    found = told(*check_tags(LONDON, Bindings(), "", has_reader=False, has_board=False))
    assert {state for state, _ in found} == {"ok"}


def test_all_deeds_have_their_tag() -> None:
    bindings = Bindings(tuple((f"04A2B3C4D5E6{number:02X}", DeedTag(number)) for number in range(28)))
    assert told(*check_tags(LONDON, bindings, "", has_reader=True, has_board=False))[0] == (
        "ok",
        "28 of 28 deeds have their tag",
    )


def test_a_board_that_was_enrolled_or_not() -> None:
    assert told(*check_tags(LONDON, Bindings(), "", has_reader=True, has_board=True))[-1][0] == "note"
    walked = bind_spot(Bindings(), "north/3", 0)
    assert told(*check_tags(LONDON, walked, "", has_reader=True, has_board=True))[-1] == (
        "ok",
        "1 of 40 spaces of the board are known",
    )


def test_tags_that_cannot_be_read() -> None:
    found = told(*check_tags(LONDON, Bindings(), "The tags cannot be read.", has_reader=True, has_board=True))
    assert found == [("bad", "The tags cannot be read.")]


def test_without_boards_of_their_own_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert list(check_boards(tmp_path, "")) == []
    assert list(check_boards(tmp_path, "london")) == []


def test_own_boards_are_counted_and_mistakes_told(tmp_path: Path) -> None:
    add_own_board(tmp_path, "ours", shipped_text("london"))
    wrong = add_own_board(tmp_path, "wrong", "title = 1")
    told_wrong = f"{wrong}: money: this is missing"
    assert told(*check_boards(tmp_path, "ours")) == [("note", told_wrong), ("ok", "1 of your own: ours")]
    assert told(*check_boards(tmp_path, "wrong")) == [("bad", told_wrong), ("ok", "1 of your own: ours")]


def test_settings_that_name_a_board_that_is_not_there(tmp_path: Path) -> None:
    add_own_board(tmp_path, "ours", shipped_text("london"))
    said = 'In companion.toml, there is no board "lodnon"; did you mean london?'
    assert told(*check_boards(tmp_path, "lodnon"))[-1] == ("bad", said)
