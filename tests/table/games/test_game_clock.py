"""The time of a timed game: counted while it is in play, by a clock that never jumps, and kept across restarts."""

from pathlib import Path

import pytest

from companion.journal.kept import PREVIOUS
from companion.play.acts import Start
from companion.players.dice import SeededDice
from companion.players.seeded_random import SeededRandom
from companion.rules.commands import CallTime, CorrectCash, Roll
from companion.table.games.game_clock import FILE, KEEP_MS, MINUTE_MS, GameClock
from companion.table.games.new_game import make_start
from companion.table.games.new_game_fields import CannotBegin
from companion.table.games.session import Session
from companion.table.games.words import describe_setup
from companion.table.messages.requests import NewGame
from companion.table.views.game_view import FINISH_FIRST, TIME_UP, game_view, with_clock
from hardware.clock import HandClock
from tests.kit import ANN, game
from tests.storm.torn_disk import TornDisk
from tests.table.evening import usual_deps

GAME, OTHER = "20261116-2041-aa", "20261116-2142-aa"


def session(minutes: int = 90, id: str = GAME) -> Session:
    start = Start(game(variants=["timed"]), minutes=minutes)
    return Session.create(TornDisk(SeededRandom(1), game=id), start, usual_deps())


def left_ms(glass: GameClock, played: Session) -> int:
    clock = glass.clock(played)
    assert clock is not None
    return clock.left_ms


def test_it_counts_while_the_game_is_in_play(tmp_path: Path) -> None:
    clock, played, other = HandClock(5_000_000), session(), session(id=OTHER)
    glass = GameClock(tmp_path, clock.now_ms)
    assert left_ms(glass, played) == 90 * MINUTE_MS
    clock.pass_ms(60_000)
    glass.look(played)
    clock.pass_ms(30_000)
    glass.look(other)
    clock.pass_ms(1_000_000)
    glass.look(None)
    assert left_ms(glass, played) == 89 * MINUTE_MS
    assert left_ms(glass, other) == 90 * MINUTE_MS - 30_000


def played_for_half_an_hour(data: Path, played: Session) -> None:
    clock = HandClock(5_000_000)
    glass = GameClock(data, clock.now_ms)
    for _ in range(30 * MINUTE_MS // KEEP_MS):
        clock.pass_ms(KEEP_MS)
        glass.look(played)


def test_a_damaged_file_gives_no_time_back(tmp_path: Path) -> None:
    played = session()
    played_for_half_an_hour(tmp_path, played)
    path = tmp_path / FILE
    content = path.read_bytes()
    for spoilt in (b"", content[:20], content.replace(b"1800000", b"0000001")):
        path.write_bytes(spoilt)
        again = GameClock(tmp_path, HandClock(17).now_ms)
        assert 58 * MINUTE_MS <= left_ms(again, played) <= 60 * MINUTE_MS
        assert "The copy from before its last change is used." in again.trouble


def test_if_the_time_is_lost_altogether_it_is_counted_from_the_moves(tmp_path: Path) -> None:
    at_ms = iter(number * 3 * MINUTE_MS for number in range(1_000))
    deps = usual_deps()._replace(now_ms=lambda: next(at_ms))
    start = Start(game(variants=["timed"]), minutes=90)
    played = Session.create(TornDisk(SeededRandom(1), game=GAME), start, deps)
    for number in range(5):
        played.give(f"tap-{number}", CorrectCash(0, 1, "found under the board"))
    played_for_half_an_hour(tmp_path, played)
    for name in (FILE, FILE + PREVIOUS):
        (tmp_path / name).write_bytes(b"rubbish")
    again = GameClock(tmp_path, HandClock(17).now_ms)
    assert again.trouble.endswith(" It is counted from their moves.")
    assert left_ms(again, played) == (90 - 4 * 3) * MINUTE_MS


def test_a_restart_goes_on_where_it_was_and_the_pause_does_not_count(tmp_path: Path) -> None:
    clock, played = HandClock(5_000_000), session()
    glass = GameClock(tmp_path, clock.now_ms)
    clock.pass_ms(10 * MINUTE_MS)
    glass.look(played)
    glass.keep()
    again = GameClock(tmp_path, HandClock(17).now_ms)  # after a reboot its clock starts again
    assert left_ms(again, played) == 80 * MINUTE_MS


def test_a_pulled_plug_costs_no_more_than_a_moment(tmp_path: Path) -> None:
    clock, played = HandClock(0), session()
    glass = GameClock(tmp_path, clock.now_ms)
    for _ in range(400):
        clock.pass_ms(250)
        glass.look(played)
    again = GameClock(tmp_path, HandClock(0).now_ms)
    assert 0 <= left_ms(again, played) - left_ms(glass, played) <= KEEP_MS


def test_it_says_once_that_the_time_is_up(tmp_path: Path) -> None:
    clock, played = HandClock(0), session(minutes=1)
    glass = GameClock(tmp_path, clock.now_ms)
    told = []
    for _ in range(4):
        clock.pass_ms(20_000)
        told.append(glass.look(played))
    assert told == [False, False, True, False]
    up = glass.clock(played)
    assert up is not None
    assert (up.is_up, up.left_ms) == (True, 0)


def test_after_the_end_nothing_is_counted_and_without_a_limit_there_is_no_clock(tmp_path: Path) -> None:
    clock, played = HandClock(0), session()
    glass = GameClock(tmp_path, clock.now_ms)
    played.give("up", CallTime())
    clock.pass_ms(60_000)
    glass.look(played)
    assert left_ms(glass, played) == 90 * MINUTE_MS
    assert glass.clock(session(minutes=0)) is None
    assert glass.clock(None) is None


def test_a_file_that_cannot_be_read_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "played.json").write_text("{")
    clock, played = HandClock(0), session()
    glass = GameClock(tmp_path, clock.now_ms)
    clock.pass_ms(KEEP_MS)
    glass.look(played)
    assert left_ms(GameClock(tmp_path, clock.now_ms), played) == 90 * MINUTE_MS - KEEP_MS
    assert (tmp_path / "played.json.damaged").read_text() == "{"


# What a screen shows


def test_when_the_time_is_up_the_end_of_the_game_is_the_first_thing_to_do(tmp_path: Path) -> None:
    clock, played = HandClock(0), session(minutes=1)
    glass = GameClock(tmp_path, clock.now_ms)
    assert with_clock(game_view(played.game_id, played.timeline), glass.clock(played)).prompt == "Ann, roll the dice."
    clock.pass_ms(MINUTE_MS)
    glass.look(played)
    shown = with_clock(game_view(played.game_id, played.timeline), glass.clock(played))
    assert shown.prompt == f"{TIME_UP} Ann, roll the dice."
    assert shown.moves[0].label == "End the game: the time is up"
    assert len(shown.moves) == len(game_view(played.game_id, played.timeline).moves)


def test_what_is_open_is_finished_first(tmp_path: Path) -> None:
    clock, played = HandClock(0), session(minutes=1)
    glass = GameClock(tmp_path, clock.now_ms)
    clock.pass_ms(MINUTE_MS)
    glass.look(played)
    played.give("throw", Roll(ANN, (2, 4)))
    shown = with_clock(game_view(played.game_id, played.timeline), glass.clock(played))
    assert shown.prompt == f"{TIME_UP} Ann may buy Oriental Avenue for $100. {FINISH_FIRST}"
    assert shown.moves[0].label.startswith("Buy Oriental")


# How a game gets its limit


def test_a_timed_game_begins_with_its_minutes() -> None:
    begun = make_start(NewGame(("Ann", "Ben"), variants=("timed",), minutes=90), SeededDice(1), Path("no-such-folder"))
    assert begun.minutes == 90
    assert "Time: 90 minutes." in describe_setup(begun)


@pytest.mark.parametrize(
    ("variants", "minutes", "why"),
    [
        ((), 90, "A time limit belongs to a timed game: ask for the variant timed, too."),
        (("timed",), -1, "A timed game has 1 to 1,440 minutes, not -1."),
        (("timed",), 1441, "A timed game has 1 to 1,440 minutes, not 1,441."),
    ],
)
def test_an_impossible_limit_is_refused(variants: tuple[str, ...], minutes: int, why: str) -> None:
    with pytest.raises(CannotBegin) as refused:
        make_start(NewGame(("Ann", "Ben"), variants=variants, minutes=minutes), SeededDice(1), Path("no-such-folder"))
    assert str(refused.value) == why
