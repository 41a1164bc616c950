"""A long game: only a part of it is in memory and read at opening, and nobody can tell that from what it does."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace

from companion.journal import Journal, RealDisk
from companion.journal.backup import backups
from companion.journal.database import DATABASE
from companion.journal.milestones import MILESTONES, StoredMilestone, add_milestones, read_milestones
from companion.journal.restore import restore_backup
from companion.journal.tape import TAPE
from companion.play.acts import Act, Redo, Start, Undo
from companion.play.move_list import MoveList
from companion.play.timeline import Timeline
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.rules.commands import CorrectCash, Roll
from companion.rules.editions import CLASSIC
from companion.table.games.past import MemoryLimits
from companion.table.games.session import NotSaved, Session, SessionDeps
from companion.table.games.words import describe_check, describe_restart
from tests.kit import NAMES, new_game
from tests.table.evening import GAME
from tests.table.games.test_export import _by_hand_or_not, _rename

LIMITS = MemoryLimits(moves=15, milestone_every=10, at_once=4)
APP = "0.1.0"


class LongGame:
    """Played with little memory, and beside it a timeline that forgets nothing."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.disk = RealDisk(folder / GAME)
        self.clock = count(1_795_000_000_000, 700)
        self._random = Random(seed)
        self._players = AutomaticTable(RandomDice.from_seed(f"{seed} players"))
        start = Start(new_game(CLASSIC, NAMES[:3]), dice_seed="5eed")
        self.session = Session.create(self.disk, start, self.deps())
        self.whole = Timeline(start, RandomDice.from_seed("never asked"))

    def deps(self, app: str = APP) -> SessionDeps:
        return SessionDeps(RandomDice.from_seed("never asked"), lambda: next(self.clock), app, limits=LIMITS)

    def give(self, act: Act) -> None:
        move = self.session.give(f"tap-{self.whole.number + 1}", act)
        assert self.whole.plan(act, move.at_ms) == move.events
        assert self.whole.apply(act, move.events, move.id, move.at_ms) == move

    def play(self, moves: int) -> None:
        for _ in range(moves):
            if self.session.game.over:
                return
            self.give(self._next())
            self.session.do_upkeep()
            self.session.mind_past()

    def _next(self) -> Act:
        game, chosen = self.session.game, self._random.randrange(40)
        if chosen in (0, 1) and self.session.timeline.undoable():
            return Undo()
        if chosen in (2, 3) and self.session.timeline.redoable():
            return Redo()
        if chosen == 4:
            return _rename(game, self._random)
        return _by_hand_or_not(game, self._players.next_command(game), self._random)

    def reopen(self, app: str = APP) -> None:
        self.session.close()
        self.session = Session(self.disk, self.deps(app))

    def require_same(self) -> None:
        known = self.session.timeline
        assert known.game == self.whole.game
        assert known.number == self.whole.number
        assert known.undoable() == self.whole.undoable()
        assert known.redoable() == self.whole.redoable()
        assert [*known.to_undo()] == [*self.whole.to_undo()]
        assert known.to_redo() == self.whole.to_redo()
        assert [*known.moves] == [*self.whole.moves]


@pytest.fixture
def long_game(tmp_path: Path) -> Iterator[LongGame]:
    played = LongGame(tmp_path, 1)
    yield played
    played.session.close()


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MoveList, "PAGE", 12)


@pytest.mark.parametrize("seed", [1, 4, *(pytest.param(seed, marks=pytest.mark.long_run) for seed in (0, 2, 3, 5))])
def test_nobody_can_tell_that_a_part_was_forgotten(tmp_path: Path, seed: int) -> None:
    """Not from its moves, nor from what undo reaches, nor from what is rolled again after that; opened or not."""
    played, random = LongGame(tmp_path, seed), Random(seed)
    for _ in range(6):
        played.play(random.randrange(10, 50))
        if random.random() < 0.7:
            played.reopen()
        played.require_same()
        for _ in range(random.choice((3, 30, 70))):  # further back than memory goes
            if played.whole.undoable():
                played.give(Undo())
        played.require_same()
        for _ in range(random.randrange(40)):
            if played.whole.redoable():
                played.give(Redo())
    played.play(40)
    played.require_same()
    assert len(played.session.moves) - played.session.moves.first < 100 < len(played.whole.moves)
    played.session.close()


def test_a_long_game_is_opened_without_reading_all_of_it(long_game: LongGame) -> None:
    long_game.play(120)
    long_game.reopen()
    report = long_game.session.report
    assert report.unchecked > 60
    assert long_game.session.moves.first == report.unchecked + 1
    restarted = describe_restart(long_game.session, 0)
    assert "lost" not in restarted
    assert describe_check(report) == f"Moves 1 to {report.unchecked} are being checked."
    assert long_game.session.is_upkeep_due
    long_game.session.do_upkeep()
    assert not long_game.session.is_upkeep_due
    long_game.session.mind_past()
    assert describe_check(long_game.session.report) == "Nothing is lost."
    assert long_game.session.report.verdict == "All 120 moves are there."
    long_game.require_same()


def test_a_forgotten_id_still_has_one_effect_and_one_answer(long_game: LongGame) -> None:
    long_game.play(100)
    long_game.reopen()
    for number in (1, 40, 99):
        assert long_game.session.has_answered(f"tap-{number}")
        move = long_game.session.give(f"tap-{number}", CorrectCash(0, 1, "twice"))
        assert move == long_game.whole.moves[number - 1]
    assert long_game.session.number == 100


def test_whatever_becomes_of_its_milestones_the_game_is_the_same(long_game: LongGame) -> None:
    long_game.play(90)
    long_game.session.close()
    content, random = long_game.disk.read(MILESTONES), Random(3)
    spoilt = [b"", b"\n\n", b"rubbish", content[: len(content) // 2], content[:-7], content * 2]
    for _ in range(40):
        changed = bytearray(content)
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        spoilt.append(bytes(changed))
    for one in spoilt:
        long_game.disk.replace(MILESTONES, one)
        long_game.session = Session(long_game.disk, long_game.deps())
        long_game.require_same()
        assert not long_game.session.report.found
        long_game.session.close()


def test_a_milestone_of_another_version_is_not_used(long_game: LongGame) -> None:
    long_game.play(90)
    long_game.reopen(app="0.2.0")
    assert not long_game.session.report.unchecked
    long_game.require_same()
    long_game.session.do_upkeep()
    long_game.reopen(app="0.2.0")
    assert long_game.session.report.unchecked


def flip(disk: RealDisk, name: str, at: int) -> None:
    content = bytearray(disk.read(name))
    content[at] ^= 1
    (disk.folder / name).write_bytes(content)


def spoil_row(disk: RealDisk, number: int) -> None:
    with closing(sqlite3.connect(disk.folder / DATABASE)) as connection:
        connection.execute("UPDATE entries SET at_ms = at_ms + 1 WHERE number = ?", (number,))
        connection.commit()


@pytest.mark.parametrize("copies", [(TAPE,), (DATABASE,), (TAPE, DATABASE)], ids=str)
def test_damage_before_the_milestone_is_found_beside_the_game_and_mended(
    long_game: LongGame, copies: tuple[str, ...]
) -> None:
    long_game.play(120)
    long_game.session.close()
    if TAPE in copies:
        flip(long_game.disk, TAPE, long_game.disk.size(TAPE) // 3)
    if DATABASE in copies:
        spoil_row(long_game.disk, 31)
    long_game.session = Session(long_game.disk, long_game.deps())
    assert long_game.session.report.unchecked > 60
    long_game.play(5)
    assert not long_game.session.trouble
    assert long_game.session.report.found
    assert long_game.session.report.is_whole
    assert "damaged" in describe_check(long_game.session.report)
    long_game.require_same()
    long_game.reopen()
    assert not long_game.session.report.found


def test_moves_that_nothing_holds_are_told(long_game: LongGame) -> None:
    long_game.play(120)
    long_game.session.close()
    for backup in backups(long_game.disk):
        long_game.disk.remove(backup.path)
    content = long_game.disk.read(TAPE)
    lines = content.split(b"\n")
    lines[31] = lines[31].replace(b'"number":31', b'"number":32')
    (long_game.disk.folder / TAPE).write_bytes(b"\n".join(lines))
    spoil_row(long_game.disk, 31)
    long_game.session = Session(long_game.disk, long_game.deps())
    long_game.session.do_upkeep()
    long_game.session.mind_past()
    assert "Move 31" in long_game.session.trouble
    with pytest.raises(NotSaved, match="Move 31"):
        long_game.session.give("more", CorrectCash(0, 1, "later"))


def test_a_milestone_that_lies_stops_the_table_and_the_next_one_plays_every_move(long_game: LongGame) -> None:
    """Its checksum is right, so it is our mistake and not the disk's."""
    long_game.play(60)
    long_game.session.close()
    *_, last = [one for one in read_milestones(long_game.disk, APP) if one.number <= 56]
    cash = long_game.whole.moves[last.number - 1].after.players[0].cash
    wrong = bytes(last.body).replace(b'"cash":%d' % cash, b'"cash":%d' % (cash + 1), 1)
    assert wrong != bytes(last.body)
    add_milestones(long_game.disk, [replace(last, body=Raw(wrong))])
    long_game.session = Session(long_game.disk, long_game.deps())
    assert long_game.session.game != long_game.whole.game
    long_game.session.do_upkeep()
    long_game.session.mind_past()
    assert long_game.session.trouble.startswith("That was our mistake: the game does not stand as its moves say.")
    with pytest.raises(NotSaved):
        long_game.session.give("more", CorrectCash(0, 1, "later"))
    long_game.reopen()
    long_game.require_same()
    assert not long_game.session.trouble


def test_a_restore_leaves_no_milestone_of_what_was_left(long_game: LongGame) -> None:
    long_game.play(60)
    long_game.session.back_up("asked")
    then = long_game.whole.game
    long_game.play(60)
    long_game.session.close()
    backup = next(one for one in backups(long_game.disk) if one.number == 60)
    restore_backup(long_game.disk, backup.name, force=True)
    assert not long_game.disk.exists(MILESTONES)
    long_game.session = Session(long_game.disk, long_game.deps())
    assert long_game.session.game == then
    assert long_game.session.number == 60


def test_both_files_lost_under_a_running_table_come_back_with_the_help_of_backups(long_game: LongGame) -> None:
    long_game.play(130)
    assert long_game.session.moves.first > 60
    long_game.session.back_up("asked")
    long_game.play(3)
    for name in (TAPE, DATABASE):
        (long_game.disk.folder / name).unlink()
    with pytest.raises(NotSaved, match="nothing was changed"):
        long_game.play(1)
    long_game.play(2)
    assert not long_game.session.trouble
    long_game.require_same()
    long_game.session.close()
    with closing(Journal.open(long_game.disk)) as journal:
        assert [entry.id for entry in journal.entries()] == [move.id for move in long_game.whole.moves]
    long_game.session = Session(long_game.disk, long_game.deps())


def test_milestones_are_read_in_the_order_of_their_moves(tmp_path: Path) -> None:
    disk = RealDisk(tmp_path / GAME)
    assert read_milestones(disk, APP) == []
    one = StoredMilestone(7, "0" * 32, 1, 2, APP, Raw(b"{}"))
    for number, end in ((7, 2), (3, 2), (7, 5)):
        add_milestones(disk, [replace(one, number=number, end=end)])
    assert [(found.number, found.end) for found in read_milestones(disk, APP)] == [(3, 2), (7, 5)]
    assert read_milestones(disk, "another") == []


def test_a_roll_that_was_taken_back_before_the_milestone_comes_up_again(long_game: LongGame) -> None:
    """Though its press is long forgotten: fair dice depend on the first."""
    while not isinstance(long_game._next(), Roll):
        long_game.play(1)
    roller = long_game.session.game.turn
    long_game.give(Roll(roller, ()))
    long_game.give(Undo())
    for amount in range(40):
        long_game.give(CorrectCash(0, 1 + amount, "counted again"))
    long_game.reopen()
    assert long_game.session.moves.first > long_game.whole.number - 20
    long_game.give(Roll(roller, ()))  # compared with what a timeline rolls that remembers everything


def test_a_milestone_of_another_move_is_not_used(long_game: LongGame) -> None:
    long_game.play(60)
    long_game.session.close()
    others = [replace(one, hash="0" * 32) for one in read_milestones(long_game.disk, APP)]
    add_milestones(long_game.disk, others)
    long_game.session = Session(long_game.disk, long_game.deps())
    assert not long_game.session.report.unchecked
    long_game.require_same()


def test_a_page_that_was_read_when_there_were_fewer_moves_is_read_again(long_game: LongGame) -> None:
    long_game.play(40)
    every = long_game.whole.moves
    moves = MoveList(lambda first, last: every[first - 1 : last], first=20)
    assert moves[13] == every[13]
    for move in every[20:]:
        moves.append(move)
    moves.forget(30)
    assert moves[:] == every[:]
    with pytest.raises(IndexError):
        moves[len(every)]
