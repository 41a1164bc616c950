"""The single writer: what it answers, what it refuses, and what happens when the disk or the program fails."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from shutil import rmtree

import pytest
from msgspec.structs import replace

from companion.journal import Journal, JournalDamaged, JournalUnavailable, RealDisk
from companion.journal.backup import backups
from companion.journal.tape import TAPE
from companion.play.acts import Act, RecordedMove, Rename, Undo
from companion.play.timeline import Timeline
from companion.players.seeded_random import SeededRandom
from companion.rules import Refusal
from companion.rules.commands import BuyDeed, CorrectCash, EndGame, EndTurn, RetirePlayer, Roll, SetHouseRule
from companion.rules.events import Paid
from companion.table.games.session import BACKUP_EVERY, REFUSALS_KEPT, NotSaved, OurMistake, Session
from companion.table.games.words import describe_restart
from tests.storm.torn_disk import TornDisk
from tests.table.evening import GAME, begun, give, move, require_history, usual_deps

ANN, BEN, ZOE = range(3)


@pytest.fixture
def disk(tmp_path: Path) -> RealDisk:
    return RealDisk(tmp_path / GAME)


@pytest.fixture
def session(disk: RealDisk) -> Iterator[Session]:
    playing = begun(disk)
    yield playing
    playing.close()


@pytest.fixture
def torn() -> TornDisk:
    return TornDisk(SeededRandom(1), game=GAME)


def again(disk: RealDisk | TornDisk) -> Session:
    return Session(disk, usual_deps())


def test_a_game_goes_on_where_it_was(disk: RealDisk) -> None:
    for number in range(1, 31):
        session = again(disk) if number > 1 else begun(disk)
        require_history(session, number - 1, number - 1)
        assert give(session, number).number == number
        session.close()


def test_the_same_id_is_one_effect_also_after_a_restart(disk: RealDisk) -> None:
    session = begun(disk)
    first = session.give("a", Roll(ANN, (1, 2)))
    assert session.give("a", Roll(ANN, (1, 2))) == first
    assert session.give("a", BuyDeed(ANN)) == first, "the id counts, not what comes with it"
    session.close()
    session = again(disk)
    assert session.give("a", Roll(ANN, (1, 2))) == first
    assert session.number == 1
    session.close()


def test_a_refusal_changes_nothing_and_is_given_again(session: Session) -> None:
    with pytest.raises(Refusal) as refused:
        session.give("early", EndTurn(ANN))
    assert session.number == 0
    session.give("roll", Roll(ANN, (1, 2)))
    session.give("buy", BuyDeed(ANN))
    with pytest.raises(Refusal) as once_more:
        session.give("early", EndTurn(ANN))
    assert once_more.value is refused.value
    session.give("now", EndTurn(ANN))


def test_so_many_refusals_are_remembered(session: Session) -> None:
    for number in range(REFUSALS_KEPT + 1):
        with pytest.raises(Refusal):
            session.give(f"{number}", EndTurn(ANN))
    session.give("roll", Roll(ANN, (1, 2)))
    session.give("buy", BuyDeed(ANN))
    with pytest.raises(Refusal):
        session.give("1", EndTurn(ANN))
    assert session.give("0", EndTurn(ANN)).number == 3, "the oldest is forgotten"


def test_what_the_banker_may_do_is_written_down(disk: RealDisk) -> None:
    session = begun(disk)
    acts: tuple[Act, ...] = (
        CorrectCash(ANN, 50, "miscounted"),
        SetHouseRule("double-on-go", value=True, reason="we always do"),
        Rename(BEN, "Bea"),
        RetirePlayer(ZOE, "bedtime"),
        EndGame("late"),
        Undo(),
    )
    for number, act in enumerate(acts, 1):
        assert session.give(f"{number}", act).number == number
    played = session.game
    session.close()
    session = again(disk)
    assert session.game == played
    assert not session.game.over
    assert session.game.players[ZOE].retired
    assert session.game.players[BEN].name == "Bea"
    assert session.game.rules.double_on_go
    session.close()


def test_undo_goes_on_after_a_restart(disk: RealDisk) -> None:
    session = begun(disk)
    for number in range(1, 13):
        give(session, number)
    session.close()
    session = again(disk)
    undone = 0
    while session.timeline.undoable():
        session.give(f"undo-{undone}", Undo())
        undone += 1
    assert undone == 12
    assert session.game == session.start.game
    assert session.timeline.redoable() == session.moves[0]
    session.close()


def test_everybody_hears_after_it_is_on_the_disk(disk: RealDisk) -> None:
    heard: list[RecordedMove] = []

    def hear(taken: RecordedMove) -> None:
        assert disk.read(TAPE).count(b"\n") == taken.number + 1
        heard.append(taken)

    session = begun(disk, listen=hear)
    given = [give(session, number) for number in range(1, 6)]
    with pytest.raises(Refusal):
        session.give("no", EndTurn(BEN))
    assert heard == given
    session.close()


def test_backups_at_the_start_now_and_then_and_at_the_end(disk: RealDisk) -> None:
    session = begun(disk)
    for number in range(1, 153):
        give(session, number)
        assert backups(disk)[-1].number == max(0, number - 1) // 50 * 50, "not before the news is out"
        session.do_upkeep()
        assert backups(disk)[-1].number == number // 50 * 50
    session.close()
    assert [backup.number for backup in backups(disk)] == [0, 150, 152]


def test_a_closed_session_accepts_nothing(disk: RealDisk) -> None:
    session = begun(disk)
    session.close()
    session.close()
    with pytest.raises(NotSaved, match="put away"):
        give(session, 1)
    session.probe()
    assert session.number == 0


# Our mistakes


def test_a_broken_invariant_is_discarded_before_it_is_written(
    disk: RealDisk, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(session, 1)
    before, tape = session.game, disk.read(TAPE)

    whole = Paid.apply
    monkeypatch.setattr(Paid, "apply", lambda paid, game: replace(whole(paid, game), bank=0))
    with pytest.raises(OurMistake, match="our mistake, and nothing was changed"):
        session.give("mine", CorrectCash(ANN, 50, "found"))
    monkeypatch.undo()
    assert (session.game, disk.read(TAPE)) == (before, tape)
    report = json.loads(disk.read("reports/000001.json"))
    assert report["act"]["type"] == "CorrectCash"
    assert "InvariantBroken" in report["error"]
    with pytest.raises(OurMistake):
        session.give("mine", CorrectCash(ANN, 50, "found"))
    assert session.give("other", CorrectCash(ANN, 50, "found")).number == 2


def test_any_other_exception_is_a_mistake_too(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("a hole in the program")

    monkeypatch.setattr(Timeline, "plan", fail)
    with pytest.raises(OurMistake):
        give(session, 1)
    monkeypatch.undo()
    assert session.number == 0


def test_money_that_is_not_whole_is_never_written(session: Session) -> None:
    with pytest.raises(OurMistake):
        session.give("half", CorrectCash(ANN, 0.5, "a fraction"))  # type: ignore[arg-type]
    with pytest.raises(OurMistake):
        session.give("float", CorrectCash(ANN, 5.0, "looks whole"))  # type: ignore[arg-type]
    assert session.number == 0


# The disk


def test_a_full_disk_is_reported_and_the_game_goes_on_when_there_is_room(torn: TornDisk) -> None:
    session = begun(torn)
    give(session, 1)
    torn.full = True
    for _ in range(3):
        with pytest.raises(NotSaved, match="no space left"):
            give(session, 2)
    assert "no space left" in session.trouble
    require_history(session, 1, 1)
    torn.full = False
    session.probe()
    assert session.trouble == ""
    assert give(session, 2).number == 2


def test_whether_the_command_in_flight_was_saved_is_not_known_until_the_disk_is_back(torn: TornDisk) -> None:
    session = begun(torn)
    torn.full = True
    with pytest.raises(NotSaved) as first:
        give(session, 1)
    with pytest.raises(NotSaved) as again_:
        give(session, 1)
    with pytest.raises(NotSaved) as other:
        session.give("another", CorrectCash(ANN, 5, "found"))
    assert [error.value.known for error in (first, again_, other)] == [False, False, True]
    torn.full = False
    assert give(session, 1).number == 1


def test_a_game_on_a_full_disk_can_be_looked_at(torn: TornDisk) -> None:
    session = begun(torn)
    for number in range(1, 6):
        give(session, number)
    torn.power_cut()
    torn.full = True
    session = again(torn)
    require_history(session, 5, 5)
    assert "no space left" in session.trouble
    with pytest.raises(NotSaved):
        give(session, 6)
    torn.full = False
    assert give(session, 6).number == 6
    assert session.trouble == ""


def cut_to_nothing(disk: RealDisk) -> None:
    """In place, under the open files."""
    for name in disk.names():
        os.truncate(disk.folder / name, 0)


def cut_in_half(disk: RealDisk) -> None:
    for name in disk.names():
        os.truncate(disk.folder / name, disk.size(name) // 2)


def remove_both(disk: RealDisk) -> None:
    disk.remove(TAPE)
    disk.remove("game.db")


def remove_the_folder(disk: RealDisk) -> None:
    rmtree(disk.folder)


def put_older_ones(disk: RealDisk) -> None:
    disk.replace(TAPE, b"".join(disk.read(TAPE).splitlines(keepends=True)[:3]))
    disk.remove("game.db")


BEHIND_OUR_BACK = [cut_to_nothing, cut_in_half, remove_both, remove_the_folder, put_older_ones]


@pytest.mark.parametrize("happens", BEHIND_OUR_BACK)
@pytest.mark.parametrize("has_backup", [False, True])
def test_whatever_happens_to_both_copies_under_a_running_table_they_are_written_again_from_memory(
    disk: RealDisk, happens: Callable[[RealDisk], None], has_backup: bool
) -> None:
    session = begun(disk)
    for number in range(1, 6):
        give(session, number)
    for backup in backups(disk):
        if not has_backup:
            disk.remove(backup.path)
    happens(disk)
    with suppress(NotSaved):  # said once, and nothing was saved then
        give(session, 6)
    for number in range(session.number + 1, 9):
        give(session, number)
    session.close()
    session = again(disk)
    require_history(session, 8, 8)
    assert session.report.is_whole
    session.close()


@pytest.mark.parametrize("happens", BEHIND_OUR_BACK)
def test_so_they_are_when_the_game_is_put_away(disk: RealDisk, happens: Callable[[RealDisk], None]) -> None:
    session = begun(disk)
    for number in range(1, 6):
        give(session, number)
    for backup in backups(disk):
        disk.remove(backup.path)
    happens(disk)
    session.close()
    session = again(disk)
    require_history(session, 5, 5)
    session.close()


def test_what_the_disk_lost_behind_our_back_is_written_again(disk: RealDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    """An SD card that lies about syncing forgets; the table remembers."""
    session = begun(disk)
    for number in range(1, 4):
        give(session, number)
    earlier = disk.read(TAPE)
    give(session, 4)
    give(session, 5)
    _fail_next_append(monkeypatch)
    disk.replace(TAPE, earlier)
    disk.remove("game.db")
    with pytest.raises(NotSaved):
        give(session, 6)
    monkeypatch.undo()
    assert session.trouble == ""
    assert give(session, 6).number == 6
    session.close()
    session = again(disk)
    require_history(session, 6, 6)
    session.close()


def _fail_next_append(monkeypatch: pytest.MonkeyPatch) -> None:
    original, left = RealDisk.append_and_commit, [1]

    def append(disk: RealDisk, name: str, content: bytes, length: int, connection: sqlite3.Connection) -> None:
        if left:
            left.pop()
            raise OSError(5, "Input/output error")
        original(disk, name, content, length, connection)

    monkeypatch.setattr(RealDisk, "append_and_commit", append)


def test_another_history_on_the_disk_is_not_taken_for_ours(disk: RealDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(disk)
    empty = disk.read(TAPE)
    give(session, 1)
    disk.replace(TAPE, empty)
    disk.remove("game.db")
    with closing(Journal.open(disk)) as journal:
        journal.append("foreign", 0, b'{"act":{"type":"Undo"},"events":[]}')
    _fail_next_append(monkeypatch)
    with pytest.raises(NotSaved):
        give(session, 2)
    assert "other moves of game" in session.trouble
    require_history(session, 1, 1)


def test_an_entry_that_does_not_fit_is_damage(disk: RealDisk) -> None:
    begun(disk).close()
    with closing(Journal.open(disk)) as journal:
        journal.append("odd", 0, b'{"act":{"type":"Undo","number":0},"events":[{"type":"TakenBack","number":3}]}')
    with pytest.raises(JournalDamaged, match=r"damaged from move 1 on: It does not fit"):
        again(disk)
    Journal.open(disk).close()  # a repair or restore finds the files free


def test_no_folder_no_session(tmp_path: Path) -> None:
    with pytest.raises((JournalDamaged, JournalUnavailable)):
        again(RealDisk(tmp_path / "nothing"))
    assert move(1).act is not None


def test_moves_that_only_a_backup_has_are_taken_from_it(disk: RealDisk) -> None:
    session = begun(disk)
    for number in range(1, BACKUP_EVERY + 3):
        give(session, number)
    session.close()
    disk.replace(TAPE, b"".join(disk.read(TAPE).splitlines(keepends=True)[:31]))
    disk.remove("game.db")
    session = again(disk)
    assert session.number == BACKUP_EVERY + 2
    told = describe_restart(session, 0)
    assert f"Nothing is lost: the last saved move is number {BACKUP_EVERY + 2}" in told
    assert f"Moves 31 to {BACKUP_EVERY + 2} were taken from backups/0000{BACKUP_EVERY + 2}-" in told


def test_moves_that_no_copy_has_are_missed(disk: RealDisk) -> None:
    session = begun(disk)
    for number in range(1, 6):
        give(session, number)
    session.close()
    for backup in backups(disk)[1:]:
        disk.replace(backup.path, b"rubbish")
    disk.replace(TAPE, b"".join(disk.read(TAPE).splitlines(keepends=True)[:4]))
    disk.remove("game.db")
    session = again(disk)
    told = describe_restart(session, 0)
    assert "Moves are missing: the last saved move is number 3" in told
    assert "Moves 4 to 5 are in no copy: 3 moves of at least 5 are proven." in told
    assert "Nothing is lost" not in told
