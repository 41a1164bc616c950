"""The long proof in small: it tells a failing game in a line that plays it again, and fails when it should."""

from collections.abc import Callable, Iterator

import pytest

from companion.players.automatic import Jail
from companion.players.simulate import Tally
from companion.rules import decide
from companion.rules.commands import AnyCommand
from companion.rules.events import Events, TokenMoved
from companion.rules.state import Game
from tests.players import games, proof
from tests.players.landing import exact_shares

Captured = pytest.CaptureFixture[str]


def without_salary(game: Game, command: AnyCommand) -> Events:
    """A fault no invariant can see: nobody is paid for landing exactly on GO."""
    told = decide(game, command)
    on_go = any(isinstance(event, TokenMoved) and event.to == 0 for event in told)
    return tuple(event for event in told if not (on_go and event.clauses[0] == "GO-1"))


def test_a_sound_part_passes_and_is_summed_up(capsys: Captured) -> None:
    assert proof.main(["--games", "12", "--start", "30", "--jobs", "2", "--legal-every", "0"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("12 games, 12 ended (100.00%), 0 failed; ")
    assert out.count("\n") == 1


def test_a_game_has_the_same_number_alone_and_among_others(capsys: Captured) -> None:
    told = []
    for asked in (["--start", "31", "--games", "1"], ["--only", "31"]):
        assert proof.main([*asked, "--jobs", "1"]) == 0
        told.append(capsys.readouterr().out.rpartition(",")[0])
    assert told[0] == told[1]
    assert "rolls" in told[0]


def test_a_failing_game_is_told_in_a_line_that_plays_it_again(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "decide", without_salary)
    assert proof.main(["--start", "16", "--games", "1", "--jobs", "1"]) == 1
    line = capsys.readouterr().out.splitlines()[0]
    again, _, why = line.partition("  # ")
    assert "platinum-2010, 2 players: Disagreement: " in why
    assert "'GO-1'" in why
    assert proof.main(again.split()[3:]) == 1
    assert capsys.readouterr().out.splitlines()[0] == line


def test_games_that_seldom_end_fail_the_proof(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MAX_THROWS", 20)
    assert proof.main(["--games", "2", "--jobs", "1"]) == 1
    assert "2 games, 0 ended (0.00%), 0 failed" in capsys.readouterr().out


def test_unruly_games_are_watched_too(capsys: Captured) -> None:
    assert proof.main(["--unruly", "--games", "3", "--jobs", "1"]) == 0
    assert "3 games" in capsys.readouterr().out


# Landing


def resting_as(jail_of: Callable[[Jail], Jail]) -> Callable[..., Iterator[Tally]]:
    """Tokens that rest exactly as the chain says of this way with Jail, or of another."""

    def count(jail: Jail, throws: int, *_: int) -> Iterator[Tally]:
        rests = [round(share * throws) for share in exact_shares(jail_of(jail))]
        yield Tally(games=1, throws=sum(rests), rests=rests)

    return count


def test_the_worst_place_is_told_and_judged(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "count_rests", resting_as(lambda jail: jail))
    assert proof.main(["--landing"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["leave", "stay"]
    assert all("worst 0.000 points" in line for line in told)


def test_tokens_that_rest_elsewhere_fail_the_proof(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "count_rests", resting_as(lambda _: Jail.STAY))
    assert proof.main(["--landing"]) == 1
    assert "at place 40" in capsys.readouterr().out.splitlines()[0]
