"""The shelf of games: kept ready, read again only where files have changed, and nothing taken off it is lost."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.chain import HashChain
from companion.journal.codec import encode_body
from companion.journal.games_folder import TAKEN_OFF
from companion.play.acts import TakenBack, Undo
from companion.play.dice import DiceSource
from companion.players.dice import RandomDice
from companion.rules import commands as said
from companion.table.games import shelf as shelves
from companion.table.games.kept_file import KeptFile
from companion.table.games.library import GameLibrary
from companion.table.games.long_answer import Cancelled, WorkProgress
from companion.table.games.past import MemoryLimits
from companion.table.games.people import FILE as PEOPLE
from companion.table.games.session import SessionDeps
from companion.table.games.shelf import FILE
from companion.table.games.upkeep import GameReading, read_chain
from companion.table.messages.requests import (
    ListGames,
    ListShelf,
    MergeNames,
    NewGame,
    PartName,
    PutBackOnShelf,
    ResumeGame,
    TakeOffShelf,
)
from companion.table.messages.views import PersonLine, ShelfView
from companion.table.messages.wire import Ask
from tests.table.data_folder import EVENING_MS, DataFolder, ask, in_play


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were read through, one after the other."""
    ids = list[str]()

    def counted(chain: HashChain, dice: DiceSource) -> GameReading:
        ids.append(chain.head.game)
        return read_chain(chain, dice)

    monkeypatch.setattr(shelves, "read_chain", counted)
    return ids


def shelf(data_folder: DataFolder) -> ShelfView:
    found = data_folder.ask(ListShelf()).shelf
    assert found is not None
    return found


def named(data_folder: DataFolder, *names: str, finished: bool = False) -> str:
    with data_folder.library(resumes=False) as library:
        assert ask(library, NewGame(names)).done
        session = in_play(library)
        data_folder.play(session, 2)
        if finished:
            data_folder.finish(session)
        return session.game_id


def person(data_folder: DataFolder, name: str) -> PersonLine:
    return next(one for one in shelf(data_folder).people if one.name == name)


def forget(data_folder: DataFolder) -> None:
    for name in (FILE, f"{FILE}.previous"):
        (data_folder.data / name).unlink(missing_ok=True)


# Games


def test_a_game_is_told_with_its_players_length_and_winner(data_folder: DataFolder) -> None:
    id = named(data_folder, "Ann", "Ben", finished=True)
    (game,) = shelf(data_folder).games
    assert (game.id, game.finished, game.in_play, game.damaged) == (id, True, True, "")
    assert [(player.name, player.placed, player.colour) for player in game.players] == [
        ("Ann", "won", "red"),
        ("Ben", "2nd", "blue"),
    ]
    assert [len(player.worth) for player in game.players] == [2, 2]
    assert game.length == "1 turn, 2 min"
    assert game.board == "Atlantic City, older boxes"


def test_the_newest_game_comes_first_and_pages_follow_each_other(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [data_folder.new(1) for _ in range(5)]
    monkeypatch.setattr(shelves, "PAGE_GAMES", 2)
    pages = [data_folder.ask(ListShelf(after)).shelf for after in (0, 2, 4, 6, -1)]
    assert [[game.id for game in page.games] for page in pages if page] == [
        *(list(reversed(ids))[at : at + 2] for at in (0, 2, 4)),
        [],
        ids[:2:-1],
    ]
    assert [bool(page.people) for page in pages if page] == [True, False, False, False, False]
    assert {page.total for page in pages if page} == {5}


def test_what_is_known_is_not_read_again(data_folder: DataFolder, read: list[str]) -> None:
    ids = [data_folder.new(1) for _ in range(3)]
    assert len(shelf(data_folder).games) == 3
    assert read == [], "a game that is put away need not be read"
    forget(data_folder)
    before = shelf(data_folder)
    assert read == ids
    assert shelf(data_folder) == before
    assert read == ids, "another process reads what was kept"
    with data_folder.library(resumes=False) as library:
        ask(library, ResumeGame(ids[1]))
        data_folder.play(in_play(library), 3)
        told = ask(library, ListShelf()).shelf
        assert told is not None
        assert next(game for game in told.games if game.id == ids[1]).length == "1 turn, 9 min"
    assert read == ids, "the one in play is told from memory"


def test_only_the_game_whose_files_changed_is_read_again(data_folder: DataFolder, read: list[str]) -> None:
    ids = [data_folder.new(2) for _ in range(3)]
    shelf(data_folder)
    disk = data_folder.games_folder.disk(ids[1])
    disk.replace("game.tape", disk.read("game.tape"))
    shelf(data_folder)
    assert read == [ids[1]]


@pytest.mark.parametrize("content", [b"", b"rubbish", b"{}", b'{"games":[],"format":9}', b'{"games":[{"listed":{}}]}'])
def test_a_damaged_file_is_worked_out_again(data_folder: DataFolder, read: list[str], content: bytes) -> None:
    ids = [data_folder.new(2) for _ in range(2)]
    before = shelf(data_folder)
    (data_folder.data / FILE).write_bytes(content)
    (data_folder.data / f"{FILE}.previous").unlink()
    assert shelf(data_folder) == before
    assert read == ids


@pytest.mark.parametrize(
    "wrong", [(b'"worth":"', b'"worth":"!'), (b'"place":0', b'"place":-4'), (b'"place":0', b'"place":99')]
)
def test_a_file_changed_by_hand_into_what_cannot_be_is_not_used(
    data_folder: DataFolder, read: list[str], wrong: tuple[bytes, bytes]
) -> None:
    data_folder.new(2)
    id = data_folder.new(2)
    before, path = shelf(data_folder), data_folder.data / FILE
    content = path.read_bytes().split(b',\n  "check"')[0] + b"}"
    assert wrong[0] in content
    path.write_bytes(content.replace(*wrong))
    assert shelf(data_folder) == before
    assert read == [id], "the copy from before its last change has the other one"


def test_a_turned_bit_in_the_file_is_noticed(data_folder: DataFolder) -> None:
    data_folder.new(2)
    before, path = shelf(data_folder), data_folder.data / FILE
    path.write_bytes(path.read_bytes().replace(b"Ann", b"Anm"))
    assert shelf(data_folder) == before
    assert not [game for game in shelf(data_folder).games for player in game.players if player.name == "Anm"]


def test_a_shelf_that_cannot_be_kept_is_told_all_the_same(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder.new(2)
    forget(data_folder)

    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(KeptFile, "keep", full)
    assert len(shelf(data_folder).games) == 1


def test_what_was_read_before_somebody_left_is_kept(
    data_folder: DataFolder, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [data_folder.new(1) for _ in range(4)]
    forget(data_folder)
    step = WorkProgress.step

    def leave(progress: WorkProgress, done: int, total: int) -> None:
        if done == 2:
            progress.cancel()
        step(progress, done, total)

    monkeypatch.setattr(WorkProgress, "step", leave)
    with data_folder.library(resumes=False) as library:
        answer = library.prepare(Ask("a", ListShelf()))
        assert answer is not None
        with pytest.raises(Cancelled):
            answer(WorkProgress())
    monkeypatch.setattr(WorkProgress, "step", step)
    assert len(shelf(data_folder).games) == 4
    assert read == ids


def test_damaged_and_unreadable_games_stand_on_the_shelf_with_a_sentence(data_folder: DataFolder) -> None:
    lost, newer, bad, sound = (data_folder.new(4) for _ in range(4))
    data_folder.lose_move(lost, 3)
    data_folder.be_from_the_future(newer)
    disk = data_folder.games_folder.disk(bad)
    for path in disk.folder.rglob("*"):
        if path.is_file():
            path.write_bytes(b"rubbish")
    for _ in range(2):
        found = {game.id: game for game in shelf(data_folder).games}
        assert found[lost].damaged == "Move 3 is in no copy: 2 moves of at least 4 are proven."
        assert [player.name for player in found[lost].players] == ["Ann", "Ben"]
        assert found[newer].damaged.startswith("This game was written by a newer companion")
        assert found[newer].players == ()
        assert found[bad].damaged
        assert found[sound].damaged == ""


def test_what_is_proven_and_still_no_game_has_a_sentence(data_folder: DataFolder) -> None:
    id = data_folder.new(1)
    journal = Journal.open(data_folder.games_folder.disk(id))
    journal.append("odd", 1, encode_body(Undo(), (TakenBack(99),)))
    journal.close()
    (game,) = shelf(data_folder).games
    assert "is damaged from move 2 on" in game.damaged


def test_while_a_tax_is_chosen_nobody_sees_what_players_are_worth(data_folder: DataFolder) -> None:
    with data_folder.library(resumes=False) as library:
        ask(library, NewGame(("Ann", "Ben"), edition="classic", starts="Ann", dice="hand"))
        session = in_play(library)
        session.give("r", said.Roll(0, (1, 3)))
        told = ask(library, ListShelf()).shelf
        assert told is not None
        assert [player.worth for player in told.games[0].players] == ["", ""]
        session.give("p", said.PayTax(0, percent=False))
        told = ask(library, ListShelf()).shelf
        assert told is not None
        assert [len(player.worth) for player in told.games[0].players] == [2, 2]


# People


def test_people_are_counted_across_games(data_folder: DataFolder) -> None:
    named(data_folder, "Ann", "Ben", finished=True)
    named(data_folder, "Ben", "Ann", finished=True)
    named(data_folder, "Ann", "Cy")
    assert [(one.name, one.games) for one in shelf(data_folder).people] == [("Ann", 3), ("Ben", 2), ("Cy", 1)]
    assert person(data_folder, "Ann").facts == ("3 games, 1 of 2 finished won, place 1.5 on average",)
    assert person(data_folder, "Cy").facts == ("1 game, none of them finished",)


def test_the_favourite_deed_and_the_biggest_rent_are_of_all_games(data_folder: DataFolder) -> None:
    for other in ((1, 2), (2, 4)):
        with data_folder.library(resumes=False) as library:
            ask(library, NewGame(("Ann", "Ben"), starts="Ann", dice="hand"))
            session = in_play(library)
            acts: list[said.AnyCommand] = [said.Roll(0, (1, 2)), said.BuyDeed(0), said.EndTurn(0)]
            acts += [said.Roll(1, (1, 2)), said.EndTurn(1), said.Roll(0, other), said.BuyDeed(0)]
            for number, act in enumerate(acts):
                session.give(f"m{number}", act)
    assert person(data_folder, "Ann").facts == (
        "2 games, none of them finished",
        "Favourite deed: Baltic Avenue, bought in 2 games",
        "Biggest rent: $4 for Baltic Avenue",
    )


ODD = ("Zoë", "[red]", "<b>Bo</b>", 'O\'Hara "x"', "李小龍", "\\back")


def test_two_spellings_are_merged_by_hand_and_parted_again(data_folder: DataFolder) -> None:
    for first, second in zip(ODD[:3], ODD[3:], strict=True):
        named(data_folder, first, second, finished=True)
    told = data_folder.ask(MergeNames(ODD[3], ODD[1]))
    assert (told.done, told.message) == (True, f"{ODD[3]} and [red] are one person now, called [red].")
    told = data_folder.ask(MergeNames("[red]", ODD[5]))
    assert told.message == f"[red], {ODD[3]} and {ODD[5]} are one person now, called {ODD[5]}."
    one = person(data_folder, ODD[5])
    assert (one.games, one.spellings) == (3, tuple(sorted((ODD[3], "[red]"))))
    assert data_folder.ask(PartName("[red]")).message == f"[red] and {ODD[5]} are different people again."
    assert person(data_folder, "[red]").games == 1
    assert data_folder.ask(PartName(ODD[5])).done
    assert sorted(one.name for one in shelf(data_folder).people) == sorted(ODD)
    assert [player.name for game in shelf(data_folder).games for player in game.players] == [
        name for at in (2, 1, 0) for name in (ODD[at], ODD[at + 3])
    ]


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (MergeNames("Anne", "Ben"), "Nobody on the shelf is called `Anne` (did you mean Ann?)."),
        (MergeNames("Ann", ""), "Nobody on the shelf is called ``."),
        (MergeNames("Ann", "x" * 999), f"Nobody on the shelf is called `{'x' * 40}…`."),
        (MergeNames("Ann", "Ann"), "Ann and Ann are one person already."),
        (
            MergeNames("Ann", "Ben"),
            "Ann and Ben played against each other in game 20261118-1107-aa: they are two people.",
        ),
        (PartName("Ann"), "`Ann` is not merged with anybody."),
    ],
)
def test_names_that_cannot_be_merged_are_told(
    data_folder: DataFolder, request_: MergeNames | PartName, why: str
) -> None:
    named(data_folder, "Ann", "Ben")
    told = data_folder.ask(request_)
    assert (told.done, told.unusable, told.message) == (False, True, why)
    assert not (data_folder.data / PEOPLE).exists()


@pytest.mark.parametrize(
    "called",
    ['{"Ann":"Ben","Ben":"Cy"}', '{"Ann":""}', '{"\\u0007":"Ben"}', '{"Ann":5}', '{"a":"' + "x" * 99 + '"}', "[]"],
)
def test_a_file_of_people_that_cannot_be_is_told_and_its_copy_is_used(data_folder: DataFolder, called: str) -> None:
    named(data_folder, "Ann", "Di")
    named(data_folder, "Cy", "Ben")
    data_folder.ask(MergeNames("Ann", "Ben"))
    data_folder.ask(MergeNames("Cy", "Di"))
    (data_folder.data / PEOPLE).write_text(f'{{"format":1,"called":{called}}}')
    told = data_folder.ask(ListShelf())
    assert told.shelf is not None
    assert "The copy from before its last change is used." in told.lines[0]
    assert [one.name for one in told.shelf.people] == ["Ben", "Cy", "Di"]


# Taking games off


def test_a_game_taken_off_is_asked_for_twice_and_can_be_put_back(data_folder: DataFolder) -> None:
    first, second = data_folder.new(3), data_folder.new(1)
    before = shelf(data_folder)
    told = data_folder.ask(TakeOffShelf(first))
    assert told.done
    assert told.message == (
        f"Game {first} (Ann and Ben, 3 moves) would be taken off the shelf. All of it is kept, with its backups."
        f" `companion shelf put-back {first}` puts it back."
    )
    assert shelf(data_folder) == before
    assert data_folder.ask(TakeOffShelf(first, sure=True)).done
    after = shelf(data_folder)
    assert [game.id for game in after.games] == [second]
    assert after.taken_off == (first,)
    assert [game.id for game in data_folder.ask(ListGames()).games] == [second]
    kept = data_folder.data / TAKEN_OFF / first
    assert (kept / "game.tape").exists()
    assert [path for path in (kept / "backups").iterdir() if "-asked-" in path.name]
    assert data_folder.ask(PutBackOnShelf(first[:13])).done
    assert shelf(data_folder) == before
    with data_folder.library(resumes=False) as library:
        assert ask(library, ResumeGame(first)).done
        assert in_play(library).number == 3


def test_the_game_in_play_stays_on_the_shelf(data_folder: DataFolder) -> None:
    id = data_folder.new(1)
    why = f"Game {id} is in play. Begin or resume another game first, then take this one off the shelf."
    assert data_folder.ask(TakeOffShelf(id, sure=True)).message == why
    with data_folder.library() as library:
        assert ask(library, TakeOffShelf(id, sure=True)).message == why
    assert [game.id for game in shelf(data_folder).games] == [id]


def test_a_damaged_game_can_be_taken_off_as_it_is(data_folder: DataFolder) -> None:
    bad, _ = data_folder.new(3), data_folder.new(1)
    data_folder.lose_move(bad, 2)
    files = data_folder.files()
    assert data_folder.ask(TakeOffShelf(bad, sure=True)).done
    gone = {name: content for name, content in files.items() if name.startswith(f"games/{bad}/")}
    assert gone
    for name, content in gone.items():
        assert (data_folder.data / name.replace("games/", f"{TAKEN_OFF}/", 1)).read_bytes() == content


def test_nothing_is_ever_put_over_another_game(data_folder: DataFolder) -> None:
    id, _ = data_folder.new(1), data_folder.new(1)
    copy = data_folder.data / TAKEN_OFF / id
    copy.mkdir(parents=True)
    for request in (TakeOffShelf(id, sure=True), PutBackOnShelf(id)):
        told = data_folder.ask(request)
        assert (told.done, told.message[:12]) == (False, "File exists ")
    assert len(shelf(data_folder).games) == 2


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (TakeOffShelf("1999"), "No game here begins with 1999."),
        (TakeOffShelf(""), "No game was named."),
        (TakeOffShelf("../../etc"), "No game here begins with ../../etc."),
        (PutBackOnShelf("../games"), "`../games` is none of the games that were taken off the shelf."),
        (PutBackOnShelf(""), "`` is none of the games that were taken off the shelf."),
    ],
)
def test_a_game_that_is_not_there_is_told(
    data_folder: DataFolder, request_: TakeOffShelf | PutBackOnShelf, why: str
) -> None:
    data_folder.new(1)
    told = data_folder.ask(request_)
    assert not told.done
    assert why in told.message


# Long games


def test_a_game_that_is_not_all_in_memory_is_told_like_any_other(data_folder: DataFolder, read: list[str]) -> None:
    id = data_folder.new(40)
    (whole,) = shelf(data_folder).games
    deps = SessionDeps(RandomDice.from_seed("machine"), lambda: EVENING_MS, "0.1.0", limits=MemoryLimits(moves=5))
    with closing(GameLibrary(data_folder.data, deps, lambda _: None)) as library:
        library.resume_last()
        told = ask(library, ListShelf()).shelf
        assert told is not None
        assert in_play(library).moves.first > 0
        assert told.games == (whole,)
    forget(data_folder)
    assert shelf(data_folder).games == (whole,)
    assert read == [id]
