"""Many games in one folder: what there is, also of what is damaged, and who may write."""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from companion.journal import FORMAT, Journal, JournalHead, Locked, NoSuchGame, RealDisk
from companion.journal.codec import encode_body, encode_head
from companion.journal.games_folder import GamesFolder, ListedGame
from companion.journal.tape import TAPE
from companion.play.acts import Start, TakenBack, Undo
from companion.rules import EDITIONS
from companion.rules.commands import EndGame
from companion.rules.events import GameEnded
from tests.kit import new_game

EVENING = datetime(2026, 11, 16, 20, 41)
ENDED = encode_body(EndGame(), (GameEnded(("WIN-1",), (0,)),))
ROOT = Path(__file__).parents[2]


def put(games_folder: GamesFolder, *bodies: bytes, title: str = "") -> str:
    id = games_folder.new_id(EVENING)
    start = Start(new_game(EDITIONS["classic"], ("Ann", "Zoë")), title)
    journal = Journal.create(games_folder.disk(id), JournalHead(FORMAT, id, 1000, "0.1.0", encode_head(start)))
    for number, body in enumerate(bodies, 1):
        journal.append(f"tap-{number}", 1000 + number, body)
    journal.close()
    return id


def test_an_empty_folder_has_no_games(tmp_path: Path) -> None:
    assert GamesFolder(tmp_path / "data").games() == ()


def test_games_are_listed_with_what_people_know_them_by(tmp_path: Path) -> None:
    games_folder = GamesFolder(tmp_path)
    put(games_folder, ENDED, title="Sunday")
    put(games_folder)
    put(games_folder, ENDED, encode_body(Undo(), (TakenBack(1),)))
    edition = EDITIONS["classic"].title
    assert games_folder.games() == (
        ListedGame("20261116-2041-aa", "Sunday", ("Ann", "Zoë"), edition, 1, 1001, True),
        ListedGame("20261116-2041-ab", "", ("Ann", "Zoë"), edition, 0, 1000, False),
        ListedGame("20261116-2041-ac", "", ("Ann", "Zoë"), edition, 2, 1002, False),
    )


def test_a_damaged_game_is_listed_with_the_reason(tmp_path: Path) -> None:
    games_folder = GamesFolder(tmp_path)
    first, second, third = put(games_folder, ENDED, ENDED, ENDED), put(games_folder), put(games_folder)
    for id in (first, second):
        games_folder.disk(id).remove("game.db")
    texts = games_folder.disk(first).read(TAPE).splitlines(keepends=True)
    games_folder.disk(first).replace(TAPE, b"".join([*texts[:2], *texts[3:]]))
    games_folder.disk(second).replace(TAPE, b"rubbish\n")
    listed = games_folder.games()
    assert [game.id for game in listed] == [first, second, third]
    assert (listed[0].entries, listed[0].damaged) == (1, "Move 2 is in no copy: 1 move of at least 3 is proven.")
    assert "Its beginning is in no copy" in listed[1].damaged
    assert listed[2].damaged == ""


def test_a_game_whose_files_are_as_they_were_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games_folder, read = GamesFolder(tmp_path), list[str]()
    first, second = put(games_folder, ENDED), put(games_folder)
    original = RealDisk.read

    def counted(disk: RealDisk, name: str) -> bytes:
        read.append(disk.game)
        return original(disk, name)

    monkeypatch.setattr(RealDisk, "read", counted)
    listed = games_folder.games()
    assert {*read} == {first, second}
    read.clear()
    assert games_folder.games() == listed
    assert read == []
    disk = games_folder.disk(first)
    disk.replace(TAPE, disk.read(TAPE))
    read.clear()
    assert games_folder.games() == listed
    assert {*read} == {first}


def test_a_game_that_cannot_be_read_is_listed_too(tmp_path: Path) -> None:
    games_folder = GamesFolder(tmp_path)
    id = games_folder.new_id(EVENING)
    Journal.create(games_folder.disk(id), JournalHead(FORMAT, id, 0, "0.1.0", b"{}")).close()
    (listed,) = games_folder.games()
    assert "damaged from the very beginning" in listed.damaged


def test_a_folder_in_which_no_game_was_begun_is_none(tmp_path: Path) -> None:
    games_folder = GamesFolder(tmp_path)
    (tmp_path / "games" / "20261116-2041-aa").mkdir(parents=True)
    (tmp_path / "games" / "20261116-2041-aa" / "game.tape.part").write_bytes(b"{")
    (tmp_path / "games" / "notes.txt").write_text("not a game")
    assert games_folder.ids() == ()
    assert games_folder.new_id(EVENING) == "20261116-2041-ab"


def test_a_beginning_finds_a_game_if_it_is_its_alone(tmp_path: Path) -> None:
    games_folder = GamesFolder(tmp_path)
    first, second = put(games_folder), put(games_folder)
    assert games_folder.find(second) == second
    assert games_folder.find("20261116-2041-a" + second[-1]) == second
    with pytest.raises(NoSuchGame, match=f"2026 could be any of {first}, {second}") as caught:
        games_folder.find("2026")
    assert caught.value.ids == (first, second)
    for beginning, words in (("2027", "No game here begins with 2027"), ("", "No game was named")):
        with pytest.raises(NoSuchGame, match=words):
            games_folder.find(beginning)


# One table at a time


def test_a_second_opener_is_told_who_the_first_is(tmp_path: Path) -> None:
    games_folder = GamesFolder(tmp_path)
    with games_folder.lock(), pytest.raises(Locked, match=f"in use by process {os.getpid()}") as caught:
        games_folder.lock()
    assert caught.value.pid == os.getpid()
    games_folder.lock().close()


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    program = "import sys\nfrom pathlib import Path\nfrom companion.journal.games_folder import FolderLock\n"
    program += "held = FolderLock(Path(sys.argv[1]))\nprint('held', flush=True)\nsys.stdin.read()"
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Locked) as caught:
            GamesFolder(tmp_path).lock()
        assert caught.value.pid == holder.pid
        holder.kill()
    GamesFolder(tmp_path).lock().close()


def test_a_lock_without_a_name_in_it_holds_as_well(tmp_path: Path) -> None:
    with GamesFolder(tmp_path).lock():
        (tmp_path / "lock").write_bytes(b"")
        with pytest.raises(Locked, match="in use by another process") as caught:
            GamesFolder(tmp_path).lock()
    assert caught.value.pid == 0
