"""The witness: what it lets pass, and each thing it objects to, where no planted fault shows it."""

import pytest
from msgspec.structs import replace

from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from companion.rules import EDITIONS
from companion.rules.state import Game, Title
from companion.table.games.session import Session
from tests.kit import new_game
from tests.storm.broken import LawBroken
from tests.storm.laws import Left, check_state
from tests.storm.ledger import BANK, POT, Holdings, LedgerPage
from tests.storm.medium import held, read_rows, tape_lines
from tests.storm.watched import MEANS, NAMES, Watched, cut_short, one_more

# The history


def test_a_restart_with_the_same_history_is_well(watched: Watched) -> None:
    watched.restart()
    assert [known.id for known in watched.witness.course] == ["tap-1", "tap-2", "tap-3"]
    assert watched.witness.lost == 0


def test_a_move_in_flight_may_be_found(watched: Watched) -> None:
    watched.send("tap-4", one_more(4))
    watched.process.session.give("tap-4", one_more(4))
    watched.witness.doubtful.add("tap-4")
    watched.restart()
    assert watched.witness.number_of("tap-4") == 4
    assert watched.witness.doubtful == set()


def test_a_move_that_was_not_in_flight_may_not(watched: Watched) -> None:
    watched.send("tap-4", one_more(4))
    watched.process.session.give("tap-4", one_more(4))
    with pytest.raises(LawBroken, match="or that and the command in flight: 'tap-4' was found and was not in flight"):
        watched.restart()


def test_of_two_moves_in_flight_one_was_invented(watched: Watched) -> None:
    for number in (4, 5):
        watched.send(f"tap-{number}", one_more(number))
        watched.process.session.give(f"tap-{number}", one_more(number))
        watched.witness.doubtful.add(f"tap-{number}")
    with pytest.raises(LawBroken, match="2 moves more were found than were made"):
        watched.restart()


def test_an_honest_disk_may_lose_nothing(watched: Watched) -> None:
    cut_short(watched.disk, 2)
    with pytest.raises(LawBroken, match="nothing that was answered: 3 moves were answered, 2 are left"):
        watched.restart()


def test_a_lying_one_may_and_it_is_counted(watched: Watched) -> None:
    cut_short(watched.disk, 1)
    session = watched.restart(may_lose=True)
    assert watched.witness.lost == 2
    assert watched.witness.pages[-1].accounts[0] == session.game.players[0].cash == 1501
    assert len(watched.witness.former[0]) == 3


def test_what_either_copy_still_has_may_not_be_lost(watched: Watched) -> None:
    cut_short(watched.disk, 2)
    session = Session(watched.disk, MEANS)
    with pytest.raises(LawBroken, match="never silently wrong: 3 moves were still there, 2 were found"):
        watched.witness.restarted(session, Left(in_one=3, in_both=2), may_lose=True)


def test_a_backup_must_be_of_something_that_was_played(watched: Watched) -> None:
    cut_short(watched.disk, 1)
    session = Session(watched.disk, MEANS)
    watched.witness.went_back(session)
    assert watched.witness.lost == 2
    session.give("of nobody", one_more(9))
    with pytest.raises(LawBroken, match="a backup of 2 moves was never played"):
        watched.witness.went_back(session)


def test_another_act_under_an_id_is_seen(watched: Watched) -> None:
    watched.send("tap-4", one_more(4))
    before = watched.witness.before(watched.process.session)
    watched.process.session.give("tap-4", one_more(5))
    with pytest.raises(LawBroken, match="the same id twice is one effect: 'tap-4' was sent as"):
        watched.witness.after(before, watched.process.session, "tap-4")


def test_a_move_nobody_gave_is_seen(watched: Watched) -> None:
    before = watched.witness.before(watched.process.session)
    watched.process.session.give("tap-4", one_more(4))
    with pytest.raises(LawBroken, match="move 4 is of 'tap-4'"):
        watched.witness.after(before, watched.process.session, "tap-9")


def test_a_tape_that_changes_by_itself_is_seen(watched: Watched) -> None:
    before = watched.witness.before(watched.process.session)
    watched.disk.append(TAPE, b"more\n")
    with pytest.raises(LawBroken, match="nothing was done, and the tape is another"):
        watched.witness.after(before, watched.process.session)


# The medium


def test_each_copy_is_read_by_itself(watched: Watched) -> None:
    tape, image = watched.disk.medium(TAPE), watched.disk.medium(DATABASE)
    lines = tape_lines(tape)
    assert held(lines, tape, b"") == held(lines, b"", image) == 4
    assert held(lines, lines[0] + b"\n" + lines[2] + b"\n" + lines[3], image.replace(b"tap-3", b"tap-9")) == 3
    assert held(lines, b"", image.replace(b'"by":2', b'"by":7')) == 2
    assert held(lines, b"rubbish\n", b"rubbish") == 0
    assert len(read_rows(image)) == 4
    assert len(read_rows(image, 2)) == 2


# The state


def page_of(game: Game) -> LedgerPage:
    owners, levels, mortgaged = zip(*((t.owner, t.buildings, t.mortgaged) for t in game.titles), strict=True)
    accounts = {seat: player.cash for seat, player in enumerate(game.players)} | {BANK: game.bank, POT: game.pot}
    return LedgerPage(accounts, Holdings(owners, levels, mortgaged, (0, 0), 0, (), False), NAMES, 0, 0)


GAME = new_game(EDITIONS["classic"], NAMES)


def with_titles(*titles: Title) -> Game:
    return replace(GAME, titles=(*titles, *GAME.titles[len(titles) :]))


def with_cash(*cash: int) -> Game:
    players = tuple(replace(player, cash=amount) for player, amount in zip(GAME.players, cash, strict=True))
    return replace(GAME, players=players, bank=-sum(cash))


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (replace(GAME, bank=0), "all accounts sum to zero: after move 7 they sum to 3000"),
        (with_cash(-1, 5), "nobody has less than nothing: after move 7 somebody has -1"),
        (with_titles(*[Title(0, 4)] * 9), "28 deeds, 32 houses and 12 hotels: after move 7 36 houses stand"),
        (with_titles(*[Title(0, 5)] * 13), "28 deeds, 32 houses and 12 hotels: after move 7 13 hotels stand"),
        (replace(GAME, titles=GAME.titles[1:]), "28 deeds, 32 houses and 12 hotels: after move 7 there are 27 deeds"),
    ],
)
def test_a_state_that_cannot_be_is_seen_though_the_books_agree(game: Game, law: str) -> None:
    check_state(GAME, page_of(GAME), 7)
    with pytest.raises(LawBroken, match=law):
        check_state(game, page_of(game), 7)


def test_books_that_disagree_are_seen() -> None:
    with pytest.raises(LawBroken, match="a second ledger agrees: after move 7 "):
        check_state(with_cash(1499, 1501), page_of(GAME), 7)
    for title in (Title(0), Title(buildings=1), Title(mortgaged=True)):
        with pytest.raises(LawBroken, match="a second ledger agrees: after move 7 deeds or buildings are elsewhere"):
            check_state(with_titles(title), page_of(GAME), 7)
