"""The command `companion simulate`, and what its automatic players do."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.boards import shipped_board
from companion.cli import main
from companion.players import simulate
from companion.players.automatic import AutomaticTable, Jail
from companion.players.dice import RandomDice
from companion.players.simulate import Plan, Tally, play_game, play_games
from companion.players.temperament import TEMPERAMENTS
from companion.rules import new_game, unfold
from companion.rules.commands import AnyCommand
from companion.rules.editions import EDITIONS, Rules
from companion.rules.events import Event
from companion.rules.house_rules import HOUSE_RULES, Takes
from companion.rules.state import Game
from tests.console.terminal import wait_for
from tests.deadline import DEADLINE_S
from tests.kit import ATLANTIC, EVERY_GAME, in_every_game, rules_of
from tests.processes import is_gone

NEWER = shipped_board("atlantic-city-2010")
KEYS = [
    "games",
    "throws",
    "seconds",
    "cpu_seconds",
    "throws_per_second",
    "bankruptcies",
    "unfinished",
    "rest_after_throw",
]
Captured = pytest.CaptureFixture[str]


def report(capsys: Captured, *args: str) -> dict[str, Any]:
    """The one line of JSON, which is all there is."""
    assert main(["simulate", "--json", *args]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    told = json.loads(out)
    assert isinstance(told, dict)
    return told


def added_up(plan: Plan, jobs: int) -> Tally:
    total = Tally()
    for tally in play_games(plan, jobs):
        total.add(tally)
    return total


# One seed, one tally


def test_the_same_seed_gives_the_same_tally_whatever_the_number_of_jobs() -> None:
    plan = Plan(EDITIONS["classic"], ATLANTIC, players=3, games=14, seed=11)
    alone = added_up(plan, jobs=1)
    assert alone.games == 14
    assert alone == added_up(plan, jobs=2) == added_up(plan, jobs=3)
    assert alone != added_up(Plan(plan.rules, ATLANTIC, 3, 14, seed=12), jobs=1)


def test_jobs_change_nothing_that_is_told_but_the_time(capsys: Captured) -> None:
    told = [report(capsys, "--games", "9", "--jobs", jobs) for jobs in ("1", "2", "3")]
    for one in told:
        del one["seconds"], one["cpu_seconds"], one["throws_per_second"]
    assert told[0] == told[1] == told[2]
    assert told[0]["games"] == 9


# What is told


@pytest.mark.parametrize("jail", ["leave", "stay"])
def test_json_has_the_promised_keys_and_41_shares(capsys: Captured, jail: str) -> None:
    told = report(capsys, "--games", "6", "--players", "3", "--seed", "4", "--jail", jail, "--jobs", "1")
    assert list(told) == KEYS
    shares = told["rest_after_throw"]
    assert len(shares) == 41
    assert sum(shares) == pytest.approx(1)
    assert shares[30] == 0, "nobody rests on Go To Jail"
    assert shares[40] > 0
    assert told["throws"] > 100
    assert told["games"] == 6
    assert told["throws_per_second"] == pytest.approx(told["throws"] / told["seconds"], rel=0.1)


def test_whoever_stays_in_jail_is_found_there_more_often(capsys: Captured) -> None:
    ways = ("leave", "stay")
    left, stayed = (report(capsys, "--games", "20", "--jail", way, "--jobs", "1") for way in ways)
    assert stayed["rest_after_throw"][40] > 1.5 * left["rest_after_throw"][40]


def test_without_json_people_read_the_same_figures(capsys: Captured) -> None:
    assert main(["simulate", "--games", "3", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert all(name.replace("_", " ") in out for name in KEYS[:-1])
    assert "most rested on" in out


def test_wins_are_told_for_each_temperament_and_seats_are_changed(capsys: Captured) -> None:
    told = report(capsys, "--games", "12", "--players", "trader,careful", "--jobs", "2")
    assert sum(told["wins"].values()) == pytest.approx(12)
    assert set(told["wins"]) == {"trader", "careful"}
    assert told == report(capsys, "--games", "12", "--players", "trader,careful", "--jobs", "1") | {
        "seconds": told["seconds"],
        "cpu_seconds": told["cpu_seconds"],
        "throws_per_second": told["throws_per_second"],
    }
    assert "wins  trader" in _text(capsys, "--games", "4", "--players", "trader,careful", "--jobs", "1")


def _text(capsys: Captured, *args: str) -> str:
    assert main(["simulate", *args]) == 0
    return capsys.readouterr().out


def test_steady_players_who_are_named_play_as_those_who_are_not(capsys: Captured) -> None:
    named = report(capsys, "--games", "5", "--players", "steady,steady,steady", "--jobs", "1")
    assert named["throws"] == report(capsys, "--games", "5", "--players", "3", "--jobs", "1")["throws"]


# What is accepted


@in_every_game
def test_every_edition_and_variant_is_played(capsys: Captured, rules: Rules) -> None:
    variants = [word for variant in rules.variants for word in ("--variant", variant)]
    args = ("--edition", rules.key, *variants, "--games", "1", "--players", "2", "--jobs", "1")
    assert report(capsys, *args)["games"] == 1


def settings_of(name: str) -> list[str]:
    return {
        Takes.SWITCH: [name, f"{name}=on", f"{name}=off"],
        Takes.AMOUNT: [f"{name}=300"],
        Takes.SWITCH_OR_AMOUNT: [name, f"{name}=250", f"{name}=off"],
        Takes.RENT_MODE: [f"{name}=auto", f"{name}=claim"],
    }[HOUSE_RULES[name].takes]


@pytest.mark.parametrize("option", [text for name in HOUSE_RULES for text in settings_of(name)])
def test_every_house_rule_is_played(capsys: Captured, option: str) -> None:
    told = report(capsys, "--option", option, "--games", "1", "--players", "2", "--variant", "timed", "--jobs", "1")
    assert told["games"] == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--edition", "quick"], "there is no edition 'quick'"),
        (["--edition", "platinum-2010", "--variant", "short"], "platinum-2010 has no short game"),
        (["--edition", "keys-2010", "--players", "7"], "2 to 6 players"),
        (["--option", "free-beer"], "there is no house rule 'free-beer'"),
        (["--option", "salary"], "salary takes an amount"),
        (["--option", "salary=much"], "salary takes an amount"),
        (["--option", "rent=sometimes"], "rent takes auto or claim"),
        (["--games", "0"], "from 1 to"),
        (["--games", "many"], "--games"),
        (["--players", "1"], "from 2 to 8"),
        (["--players", "careful,bold"], "nobody is 'bold'"),
        (["--players", "careful"], "name 2 to 8"),
        (
            ["--players", "steady,steady,steady,steady,steady,steady,trader", "--edition", "keys-2010"],
            "2 to 6 players",
        ),
        (["--jobs", "0"], "from 1 to"),
        (["--jail", "burn"], "--jail"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(capsys: Captured, args: list[str], words: str) -> None:
    try:
        code = main(["simulate", *args])
    except SystemExit as left:  # the parser's own refusals
        code = int(str(left.code))
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


# Games without an end


def test_games_that_do_not_end_are_counted(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MAX_THROWS", 300)
    rich = report(capsys, "--option", "salary=100000", "--games", "4", "--players", "2", "--jobs", "1")
    assert (rich["games"], rich["unfinished"], rich["bankruptcies"]) == (4, 4, 0)
    assert rich["throws"] == 4 * 301


def test_games_that_end_are_not_counted_as_unfinished(capsys: Captured) -> None:
    short = report(capsys, "--variant", "short", "--games", "5", "--jobs", "1")
    assert (short["unfinished"], short["bankruptcies"]) == (0, 5)


# Ctrl-C

LONG = [sys.executable, "-m", "companion", "simulate", "--games", "200000"]


def children_of(parent: int) -> set[int]:
    """Processes of the parent's session, other than itself: it leads a session of its own."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != parent and session_of(entry) == parent:
            found.add(int(entry.name))
    return {pid for pid in found if not is_gone(pid)}


def session_of(entry: Path) -> int:
    try:
        return os.getsid(int(entry.name))
    except ProcessLookupError:
        return -1


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="by design: looks for processes where Linux lists them")
@pytest.mark.parametrize(
    ("words", "sent", "to_parent"),
    [
        pytest.param(("--jobs", "2"), signal.SIGINT, True, id="two"),
        pytest.param(("--jobs", "1", "--json"), signal.SIGINT, True, id="one"),
        pytest.param(("--jobs", "2"), signal.SIGINT, False, id="one-of-two"),
        pytest.param(("--jobs", "2"), signal.SIGKILL, False, id="one-of-two-killed"),
    ],
)
def test_an_end_from_outside_comes_at_once_keeps_what_ended_and_leaves_nobody_behind(
    words: tuple[str, ...], sent: int, to_parent: bool
) -> None:
    terminal, ours = os.openpty()
    command = [*LONG, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=ours, text=True, start_new_session=True) as running:
        os.close(ours)
        try:
            shown = read_until(terminal, b" games")
            assert ("2" in words) == (len(children_of(running.pid)) >= 2)
            os.kill(running.pid if to_parent else min(children_of(running.pid)), sent)
            out, _ = running.communicate(timeout=DEADLINE_S)
            wait_for(lambda: children_of(running.pid) == set(), "the end of those it had started")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    shown += read_rest(terminal)
    assert running.returncode == 130
    assert b"Traceback" not in shown
    stopped = re.search(rb"Stopped after ([\d,]+) of 200,000 games", shown)
    assert stopped is not None
    count = int(stopped[1].replace(b",", b""))
    assert count >= max(int(one.replace(b",", b"")) for one in re.findall(rb"([\d,]+) of 200,000 games", shown)) > 0
    assert (json.loads(out)["games"] if "--json" in words else int(out.split()[1].replace(",", ""))) == count


def read_until(terminal: int, words: bytes) -> bytes:
    """What is shown on the terminal until these words; the first progress is shown after a second."""
    shown = b""
    while words not in shown:
        assert select.select([terminal], [], [], DEADLINE_S)[0], "no progress was shown"
        shown += os.read(terminal, 4096)
    return shown


def read_rest(terminal: int) -> bytes:
    shown = b""
    while select.select([terminal], [], [], 0)[0]:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # how Linux says that the other side is closed
            break
        if not read:
            break
        shown += read
    os.close(terminal)
    return shown


# What automatic players do


def commands_given(plan: Plan) -> Counter[str]:
    given: Counter[str] = Counter()

    def note(_: Game, command: AnyCommand, __: Game) -> None:
        given[type(command).__name__] += 1

    for number in range(plan.games):
        play_game(plan, number, note)
    return given


def test_automatic_players_do_what_players_do() -> None:
    given = commands_given(Plan(EDITIONS["classic"], ATLANTIC, players=4, games=60, seed=3))
    usual = ("Roll", "EndTurn", "BuyDeed", "DrawCard", "PayTax", "Bid", "PassBid", "Build", "SellBuilding", "Mortgage")
    assert [name for name in usual if given[name] < 60] == []
    seldom = ("DeclineDeed", "Redeem", "OfferDeal", "AcceptDeal", "UseJailCard", "PayFine", "Settle", "GoBankrupt")
    assert [name for name in seldom if given[name] < 10] == []


def test_automatic_players_use_what_a_book_adds() -> None:
    speedy = commands_given(Plan(rules_of("platinum-2010", ["speed"]), NEWER, players=4, games=10, seed=3))
    assert min(speedy[name] for name in ("ChooseSteps", "MoveTo", "Throw", "KeepMortgage")) > 0
    asked = commands_given(Plan(rules_of("keys-2010", ["timed"], {"rent": "claim"}), NEWER, players=3, games=6, seed=3))
    assert min(asked[name] for name in ("ClaimRent", "Throw")) > 50
    assert asked["CallTime"] > 0
    assert commands_given(Plan(rules_of("rulebook", ["short"]), ATLANTIC, 3, 2, 3))["DealDeeds"] == 6


@pytest.mark.parametrize("jail", Jail)
def test_whoever_stays_in_jail_pays_no_fine_before_the_throw(jail: Jail) -> None:
    given = commands_given(Plan(EDITIONS["classic"], ATLANTIC, players=3, games=5, seed=3, jail=jail))
    assert (given["PayFine"] + given["UseJailCard"] > 0) == (jail is Jail.LEAVE)


@in_every_game
def test_few_commands_bring_about_the_same_events(rules: Rules) -> None:
    many, few = (events_of(rules, few_commands=few) for few in (False, True))
    assert few[1] == many[1]
    assert few[0]["Roll"] == many[0]["Roll"]
    assert few[0].total() < many[0].total()
    assert few[0]["BuildSeveral"] > many[0]["BuildSeveral"] == 0


def events_of(rules: Rules, few_commands: bool) -> tuple[Counter[str], list[Event]]:
    """The commands by their kinds, and the events. With few houses in the box, somebody waits for those of others."""
    dice = RandomDice.from_seed("four people")
    table = AutomaticTable(dice, tempers=tuple(TEMPERAMENTS.values()), few_commands=few_commands)
    game, given = new_game(replace(rules, houses=8), ATLANTIC, list("ABCD"), dice.decks()), Counter[str]()
    events: list[Event] = []
    while not game.over and game.throws < 500:
        command = table.next_command(game)
        decision = unfold(game, command)
        given[type(command).__name__] += 1
        events += decision.events
        game = decision.game
    return given, events


def test_there_are_eighteen_games_to_play() -> None:
    assert len(EVERY_GAME) == 18
