"""What a table says when it has started."""

from pathlib import Path

import pytest

from companion.journal import RealDisk
from companion.journal.tape import TAPE
from companion.play.acts import Act, Redo, Rename, Undo
from companion.rules.commands import BuyDeed, Roll
from companion.table.games.session import Session
from companion.table.games.words import describe_restart, describe_start, local_time
from tests.journal.conftest import closed_in_the_end
from tests.table.evening import GAME, begun, usual_deps
from tests.table.memory_table import MemoryTable

__all__ = ["closed_in_the_end"]
ANN = 0
NOON_MS = 1_795_000_000_000
NOON = f"{local_time(NOON_MS):%H:%M}"
BOUGHT = (Roll(ANN, (1, 2)), BuyDeed(ANN))


def stopped_after(folder: Path, *acts: Act) -> RealDisk:
    disk = RealDisk(folder / GAME)
    session = begun(disk)
    for number, act in enumerate(acts, 1):
        session.give(f"tap-{number}", act)
    session.close()
    return disk


def opened(disk: RealDisk) -> Session:
    return Session(disk, usual_deps())


@pytest.mark.parametrize(
    ("acts", "last"),
    [
        ((), "no move had been made yet"),
        (BOUGHT[:1], "the last saved move is number 1, Ann's roll of 1 + 2"),
        (BOUGHT, "the last saved move is number 2, Ann bought Baltic Avenue"),
        ((*BOUGHT, Undo()), "the last saved move is number 3, taken back: Ann bought Baltic Avenue"),
        ((*BOUGHT, Undo(), Redo()), "the last saved move is number 4, done again: Ann bought Baltic Avenue"),
        ((*BOUGHT, Rename(ANN, "Anna")), "the last saved move is number 3, Ann is now called Anna"),
    ],
)
def test_screens_are_told_of_the_last_saved_move(tmp_path: Path, acts: tuple[Act, ...], last: str) -> None:
    session = opened(stopped_after(tmp_path, *acts))
    assert describe_restart(session, NOON_MS).startswith(f"The table was restarted at {NOON}. Nothing is lost: {last}")
    session.close()


def test_there_is_no_restart_message_without_a_game() -> None:
    assert describe_restart(None, NOON_MS) == ""


def test_repairs_are_reported(tmp_path: Path) -> None:
    disk = stopped_after(tmp_path, *BOUGHT)
    with (disk.folder / TAPE).open("ab") as tape:
        tape.write(b'{"cut off')
    session = opened(disk)
    for said in (describe_restart(session, NOON_MS), describe_start(session, "")):
        assert "The last line of the tape was cut off." in said
        assert all(sentence in said for sentence in (*session.report.found, *session.report.done))
    session.close()


def test_the_terminal_is_told_in_one_line(tmp_path: Path) -> None:
    session = opened(stopped_after(tmp_path, *BOUGHT))
    when = local_time(NOON_MS)
    assert describe_start(session, "") == (
        f"Game {GAME} (an evening) is in play: the last saved move is number 2, Ann bought Baltic Avenue, "
        f"on {when:%A} {when.day} {when:%B %Y} at {NOON}."
    )
    session.close()


def test_a_game_without_a_move_says_so(tmp_path: Path) -> None:
    session = opened(stopped_after(tmp_path))
    assert describe_start(session, "") == f"Game {GAME} (an evening) is in play: no move was made yet."
    session.close()


def test_no_game_is_reported_with_its_reason() -> None:
    assert describe_start(None, "") == "No game is in play yet."
    assert describe_start(None, "Game 1 is damaged.") == "No game is in play: Game 1 is damaged."


def test_a_full_disk_is_reported() -> None:
    memory_table = MemoryTable()
    memory_table.begin()
    memory_table.disk.full = True
    session = memory_table.restart()
    assert describe_start(session, "").endswith(session.trouble)
    assert "no space left" in session.trouble
