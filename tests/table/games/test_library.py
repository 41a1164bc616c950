"""The games of a machine: begun, resumed after any stop, exported, repaired, restored; nothing is ever lost."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from companion.journal import Locked, RealDisk
from companion.play.acts import Rename, Undo
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.rules import commands as said
from companion.table.messages.requests import (
    BackUp,
    ExportGame,
    HistoryRequest,
    ListBackups,
    ListGames,
    NewGame,
    PlanRedo,
    RepairJournal,
    RestoreBackup,
    ResumeGame,
    VerifyJournal,
)
from tests.table.data_folder import EVENING_MS, DataFolder, ask, dollars, in_play

ANN_AND_BEN = NewGame(("Ann", "Ben"))
AboutAGame = ResumeGame | ExportGame | VerifyJournal | RepairJournal | BackUp | ListBackups | RestoreBackup
ABOUT_ONE: tuple[type[AboutAGame], ...] = (ResumeGame, ExportGame, RepairJournal, BackUp, ListBackups, RestoreBackup)


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


# No game, one game


def test_on_a_new_machine_there_is_nothing_and_no_trouble(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        assert (library.session, library.trouble) == (None, "")
        assert ask(library, ListGames()).games == ()
        assert ask(library, VerifyJournal()).message == "0 games, nothing damaged."


@pytest.mark.parametrize("request_type", ABOUT_ONE)
def test_without_games_it_says_how_to_begin_one(data_folder: DataFolder, request_type: type[AboutAGame]) -> None:
    reply = data_folder.ask(request_type())
    assert not reply.done
    assert reply.message == "There are no games here yet. `companion new --players Ann Ben` begins one."


@pytest.mark.parametrize("request_type", [*ABOUT_ONE, VerifyJournal])
def test_a_game_that_is_not_there_is_named(data_folder: DataFolder, request_type: type[AboutAGame]) -> None:
    first, second = data_folder.new(), data_folder.new()
    reply = data_folder.ask(request_type("1999"))
    assert (reply.done, reply.message) == (False, "No game here begins with 1999.")
    reply = data_folder.ask(request_type(first[:4]))
    assert (reply.done, reply.message) == (False, f"{first[:4]} could be any of {first}, {second}.")


def test_a_new_game_is_in_play(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        reply = ask(library, NewGame(("Ann", "[red]"), variants=("short",), options={"salary": 300}, title="Sunday"))
        session = in_play(library)
        assert reply.done
        assert reply.message == f"Game {session.game_id} begins, with Ann and [red]."
        assert reply.lines == (
            "Rules: Parker Brothers, the classic edition.",
            "Board: Atlantic City, older boxes.",
            "Variants: short.",
            "House rules: salary $300.",
            "Cards: drawn by the companion.",
        )
        assert data_folder.stops == 1
        session.give("tap-1", said.EndGame())
        assert [taken.id for taken in data_folder.news] == ["tap-1"]


def test_real_cards_are_mentioned(data_folder: DataFolder) -> None:
    reply = data_folder.ask(NewGame(("Ann", "Ben"), electronic_cards=False))
    assert reply.lines[-1] == "Cards: drawn by hand, from the real decks."


def test_a_refused_new_game_leaves_everything_as_it_is(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        ask(library, ANN_AND_BEN)
        before, session = data_folder.files(), library.session
        reply = ask(library, NewGame(("Ann", "Ann")))
        assert (reply.done, reply.message) == (False, "Two players cannot both be called Ann.")
        assert library.session is session
        assert data_folder.files() == before
        assert data_folder.stops == 1


def test_a_second_table_on_the_same_games_is_refused(data_folder: DataFolder) -> None:
    with data_folder.library(), pytest.raises(Locked, match="only one table may write them"), data_folder.library():
        pass
    with data_folder.library() as library:
        assert library.trouble == ""


# Which game is in play


def test_the_game_in_play_is_resumed_where_it_was(data_folder: DataFolder) -> None:
    data_folder.new(3)
    assert dollars(data_folder) == 3


def test_the_next_game_puts_the_first_away_with_a_backup(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        ask(library, ANN_AND_BEN)
        first = in_play(library)
        data_folder.play(first, 2)
        ask(library, ANN_AND_BEN)
        assert in_play(library).game_id != first.game_id
        assert first.trouble == "The game was put away."
        assert data_folder.backups(first.game_id)[-1].number == 2
        assert ask(library, ResumeGame(first.game_id)).done
        assert in_play(library).number == 2
    assert dollars(data_folder) == 2


def test_what_is_in_play_is_remembered_even_if_it_was_written_before(data_folder: DataFolder) -> None:
    first = data_folder.new(1)
    data_folder.new(2)
    data_folder.ask(ResumeGame(first))
    assert dollars(data_folder) == 1


@pytest.mark.parametrize("content", [None, b"", b"20261116-2041-zz\n", b"\xff\x00\n", b"../games\n", b"x" * 10_000])
def test_if_it_is_not_known_the_unfinished_game_written_last_is_resumed(
    data_folder: DataFolder, content: bytes | None
) -> None:
    data_folder.new(1)
    second, finished = data_folder.new(2), data_folder.new(3)
    with data_folder.library() as library:
        data_folder.finish(in_play(library))
        assert in_play(library).game_id == finished
    (data_folder.data / "current").unlink()
    if content is not None:
        (data_folder.data / "current").write_bytes(content)
    with data_folder.library() as library:
        assert in_play(library).game_id == second
    assert (data_folder.data / "current").read_text() == f"{second}\n"


def test_a_finished_game_that_was_in_play_stays_to_be_looked_at(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        ask(library, ANN_AND_BEN)
        data_folder.finish(in_play(library))
        id = in_play(library).game_id
    with data_folder.library() as library:
        session = in_play(library)
        assert session.game.over
        (line,) = ask(library, ListGames()).games
        assert (line.id, line.finished, line.in_play) == (id, True, True)
        reply = ask(library, ResumeGame())
        assert reply.lines == ("It is finished: Ann and Ben won. Its last move can still be taken back.",)
        session.give("undo-1", Undo())
        assert not session.game.over


def test_if_all_are_finished_and_none_is_known_none_is_resumed(data_folder: DataFolder) -> None:
    data_folder.new()
    with data_folder.library() as library:
        data_folder.finish(in_play(library))
    (data_folder.data / "current").unlink()
    with data_folder.library() as library:
        assert (library.session, library.trouble) == (None, "")


def test_a_folder_in_the_place_of_that_note_is_reported_and_does_no_harm(data_folder: DataFolder) -> None:
    (data_folder.data / "current").mkdir(parents=True)
    reply = data_folder.ask(ANN_AND_BEN)
    assert reply.done
    assert reply.lines[-1].startswith("Which game is in play could not be noted: next time, resume it by its name.")
    assert dollars(data_folder) == 0


def test_nothing_means_the_game_in_play_even_if_that_could_not_be_noted(data_folder: DataFolder) -> None:
    first = data_folder.new(1)
    data_folder.new(2)
    (data_folder.data / "current").unlink()
    (data_folder.data / "current").mkdir()
    with data_folder.library() as library:
        ask(library, ResumeGame(first))
        assert ask(library, ExportGame()).message == f"Game {first}: 1 move."


def test_games_are_listed_the_one_in_play_first_then_by_the_last_move(data_folder: DataFolder) -> None:
    first, second, third = data_folder.new(4, title="Sunday"), data_folder.new(), data_folder.new(1)
    with data_folder.library() as library:
        ask(library, ResumeGame(first))
        in_play(library).give("rename-1", Rename(1, "Benny"))
        games = ask(library, ListGames()).games
    assert [game.id for game in games] == [first, third, second]
    line = games[0]
    assert (line.title, line.names, line.moves, line.in_play, line.finished) == (
        "Sunday",
        ("Ann", "Benny"),
        5,
        True,
        False,
    )
    assert line.edition == "Parker Brothers, the classic edition"
    assert line.last_at_ms > games[1].last_at_ms > games[2].last_at_ms > EVENING_MS
    assert [game.in_play for game in games] == [True, False, False]


def test_while_no_table_runs_the_game_to_be_resumed_counts_as_in_play(data_folder: DataFolder) -> None:
    first = data_folder.new()
    data_folder.new()
    data_folder.ask(ResumeGame(first))
    assert [game.id for game in data_folder.ask(ListGames()).games if game.in_play] == [first]


def test_resuming_tells_the_last_move(data_folder: DataFolder) -> None:
    id = data_folder.new(7)
    reply = data_folder.ask(ResumeGame(id[:-1]))
    assert reply.done
    assert reply.message.startswith(f"Game {id} is in play: the last saved move is number 7, ")


def test_resuming_the_game_in_play_changes_nothing(data_folder: DataFolder) -> None:
    data_folder.new(1)
    with data_folder.library() as library:
        session = library.session
        assert ask(library, ResumeGame()).done
        assert library.session is session
        assert data_folder.stops == 1  # for the new game, in an earlier library


# Export


@pytest.mark.parametrize("request_type", get_args(HistoryRequest))
def test_whatever_is_asked_about_the_past_of_the_game_in_play_is_answered(
    data_folder: DataFolder, request_type: Callable[[], HistoryRequest]
) -> None:
    data_folder.new(moves=3)
    with data_folder.library() as library:
        in_play(library).give("undo", Undo())  # so that something can be done again
        reply = ask(library, PlanRedo(3) if request_type is PlanRedo else request_type())
    assert (reply.done, reply.message) == (True, "")


def replayed(text: str) -> list[tuple[int, int]]:
    runner = Runner(parse(text))
    list(runner.play())
    return [(player.cash, player.place) for player in runner.game.players]


def test_a_game_is_exported_the_same_in_play_and_put_away(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        ask(library, NewGame(("Aunt May", "Ben"), title="Sunday"))
        session = in_play(library)
        session.give("roll-1", said.Roll(0, ()))
        session.give("undo-1", Undo())
        session.give("roll-2", said.Roll(0, ()))
        session.give("name-1", Rename(1, "[red]"))
        live, end = ask(library, ExportGame()), session.game
    assert live.done
    assert live.message == f"Game {session.game_id}: 4 moves."
    assert live.text.startswith("# Sunday\nedition classic\nplayers Aunt-May red\n\nAunt-May rolls ")
    assert replayed(live.text) == [(player.cash, player.place) for player in end.players]
    assert data_folder.ask(ExportGame()).text == live.text


def test_of_a_damaged_game_what_is_proven_is_exported(data_folder: DataFolder) -> None:
    id = data_folder.new(9)
    data_folder.lose_move(id, 5)
    reply = data_folder.ask(ExportGame())
    assert reply.done
    assert reply.lines == (
        "The game is damaged, and the record ends before that: Move 5 is in no copy: 4 moves of at least 9 are proven.",
    )
    assert replayed(reply.text)[0] == (1504, 0)


def test_a_paper_game_is_exported_with_its_position(data_folder: DataFolder) -> None:
    data_folder.ask(NewGame(("Ann", "Ben"), position="given Ann cash 7\ngiven Ann jail cards 1\ngiven turn Ben\n"))
    text = data_folder.ask(ExportGame()).text
    assert "given Ann cash 7\n" in text
    assert replayed(text)[0] == (7, 0)


# Disks


def test_a_file_in_the_place_of_the_games_is_reported(data_folder: DataFolder) -> None:
    data_folder.data.mkdir()
    (data_folder.data / "games").write_text("not a folder")
    with data_folder.library() as library:
        assert library.session is None
        reply = ask(library, ANN_AND_BEN)
        assert not reply.done
        assert "cannot be written now" in reply.message
        assert ask(library, ListGames()).done


def test_on_a_full_disk_no_game_begins_and_the_one_in_play_goes_on(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder.new(2)
    with data_folder.library() as library:
        session = in_play(library)
        with monkeypatch.context() as patched:
            patched.setattr(RealDisk, "replace", no_space)
            reply = ask(library, ANN_AND_BEN)
            assert not reply.done
            assert "cannot be written now: No space left on device." in reply.message
            assert library.session is session
            assert not ask(library, BackUp()).done
        data_folder.play(session, 1)
    assert dollars(data_folder) == 3


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_does_not_keep_a_game_from_being_resumed(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = data_folder.new(2)
    data_folder.new()
    with data_folder.library() as library:
        with monkeypatch.context() as patched:
            patched.setattr(RealDisk, "replace", no_space)
            reply = ask(library, ResumeGame(first))
        assert reply.done
        assert reply.lines == (
            "Which game is in play could not be noted: next time, resume it by its name. No space left on device.",
        )
        assert in_play(library).game_id == first


def test_games_that_cannot_be_listed_are_reported_at_the_start(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder.new()

    def fails(_: object) -> None:
        raise OSError(errno.EIO, "Input/output error", "/data/games")

    with monkeypatch.context() as patched:
        patched.setattr("companion.journal.games_folder.GamesFolder.ids", fails)
        with data_folder.library() as library:
            assert (library.session, library.trouble) == (None, "Input/output error (/data/games).")
            assert ask(library, ListGames()).message == "Input/output error (/data/games)."
