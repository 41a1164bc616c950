"""A game written as a record, read and run again, ends in the very same state."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import usual_board
from companion.play.acts import Redo, Undo
from companion.play.words import statement
from companion.players.dice import SeededDice
from companion.record.header import is_name, is_reserved
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.record.writer import one_word_names, write
from companion.rules import commands as said
from companion.rules import decide, evolve, legal_commands
from companion.rules.commands import AnyCommand
from companion.rules.editions import CLASSIC, KEYS_2010, PLATINUM_2010, RULEBOOK, Rules
from companion.rules.house_rules import with_house_rule
from companion.rules.state import Game
from tests.choices import Script, fill, pick
from tests.kit import ANN, ATLANTIC, BEN, NAMES, deed, game, in_every_game, new_game, rules_of
from tests.record.record_texts import TABLE, act

Acts = list[AnyCommand | Undo | Redo]
SEED = 11


def replayed(text: str) -> Game:
    record = parse(text)
    seed = record.header.seed
    runner = Runner(record, None if seed is None else SeededDice(seed))
    list(runner.play())
    return runner.game


def played(start: Game, choices: bytes) -> tuple[Game, Acts]:
    """A game of legal commands with undo and redo in between, played without any record."""
    choose, acts = Script(choices), Acts()
    done, undone = [start], list[Game]()
    while not choose.is_done:
        act = _chosen(done, undone, choose)
        if act is None:
            break
        acts.append(act)
        if isinstance(act, Undo):
            undone.append(done.pop())
        elif isinstance(act, Redo):
            done.append(undone.pop())
        else:
            done.append(evolve(done[-1], decide(done[-1], act)))
            undone.clear()
    return done[-1], acts


def _chosen(done: Sequence[Game], undone: Sequence[Game], choose: Script) -> AnyCommand | Undo | Redo | None:
    turn = choose(12)
    if turn == 0 and len(done) > 1:
        return Undo()
    if turn == 1 and undone:
        return Redo()
    legals = legal_commands(done[-1])
    return fill(done[-1], pick(legals, choose), choose) if legals else None


@in_every_game
@given(choices=st.binary(min_size=20, max_size=400))
def test_what_is_written_ends_in_the_very_same_state(rules: Rules, choices: bytes) -> None:
    start = new_game(rules, NAMES[:3])
    end, acts = played(start, choices)
    assert replayed(write(rules, usual_board(rules), NAMES[:3], acts)) == end


@given(choices=st.binary(min_size=20, max_size=600))
def test_electronic_decks_are_the_same_by_their_seed(choices: bytes) -> None:
    start = new_game(CLASSIC, NAMES[:2], SeededDice(SEED).decks())
    end, acts = played(start, choices)
    assert replayed(write(CLASSIC, ATLANTIC, NAMES[:2], acts, seed=SEED)) == end


@pytest.mark.parametrize(
    ("base", "options"),
    [
        (CLASSIC, {"rent": "claim", "free-parking-pot": 500, "salary": 300}),
        (RULEBOOK, {"free-parking-pot": True, "double-on-go": True, "no-auctions": True}),
        (KEYS_2010, {"cash-at-start": 999_999_999, "no-rent-in-jail": True}),
        (PLATINUM_2010, {"unlimited-buildings": True, "first-lap-no-buying": True, "free-parking-pot": 0}),
    ],
)
def test_house_rules_are_written(base: Rules, options: dict[str, int | str | bool]) -> None:
    rules = base
    for name, value in options.items():
        rules = with_house_rule(rules, name, value)
    assert replayed(write(rules, usual_board(rules), ["Ann", "Ben"], [])) == new_game(rules, ["Ann", "Ben"])


def test_variants_are_written() -> None:
    for rules in (rules_of("classic", ["short", "timed"]), rules_of("platinum-2010", ["speed"])):
        assert replayed(write(rules, usual_board(rules), ["Ann", "Ben"], [])) == new_game(rules, ["Ann", "Ben"])


def test_a_position_is_written() -> None:
    start = game(
        cash={"Ann": 275, "Ben": 0},
        at={"Ann": 22, "Ben": 24},
        owns={"Ann": ["light-blue", "Reading"], "Ben": ["dark-blue"]},
        buildings={"light-blue": 2, "Boardwalk": 5, "Park Place": 5},
        mortgaged=["Reading"],
        jailed={"Cy": 2},
        jail_cards={"Ben": 1, "Ann": 1},
        lapped=["Ann"],
        bank_houses=3,
        bank_hotels=0,
        turn="Ben",
    )
    text = write(start.rules, start.board, NAMES[:3], [said.Roll(BEN, (1, 2))], position=start)
    assert replayed(text) == evolve(start, decide(start, said.Roll(BEN, (1, 2))))


def test_a_position_with_a_bankrupt_and_no_deal_is_written() -> None:
    start = game("rulebook", variants=["short"], bankrupt=["Cy"])
    assert replayed(write(start.rules, start.board, NAMES[:3], [], position=start)) == start


def test_a_position_in_the_middle_of_something_has_no_words() -> None:
    start = new_game(CLASSIC, ["Ann", "Ben"])
    open_matter = evolve(start, decide(start, said.Roll(ANN, (1, 2))))
    with pytest.raises(ValueError, match="nothing open"):
        write(CLASSIC, ATLANTIC, ["Ann", "Ben"], [], position=open_matter)


@pytest.mark.parametrize(
    "command",
    [
        said.CorrectDeed(deed("Oriental"), "why", owner=-1, buildings=0, mortgaged=False),
        said.CorrectDeed(deed("Oriental"), "why", owner=BEN, buildings=5),
        said.CorrectPlace(ANN, 36, "slipped"),
        said.MoveTo(ANN, 33),
        said.MoveTo(ANN, 30),
        said.RetirePlayer(ANN, ""),
        said.EndGame(""),
        said.SellLotTo(BEN, 7),
        said.ClaimRent(ANN, BEN),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_command_is_read_as_it_was_written(command: AnyCommand) -> None:
    assert act(statement(ATLANTIC, command, NAMES)) == command


@given(st.text(max_size=400))
def test_a_reason_stays_on_its_line(reason: str) -> None:
    read = act(statement(ATLANTIC, said.CorrectCash(ANN, -5, reason), NAMES), TABLE)
    assert isinstance(read, said.CorrectCash)
    assert read.reason
    assert read.by == -5


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Ann", "Ben"], ("Ann", "Ben")),
        (["[red]", "Ann Marie"], ("red", "Ann-Marie")),
        (["Bank", "bank"], ("Bank-2", "bank-3")),
        (["", "  "], ("Player1", "Player2")),
        (["Ann", "Ann", "ANN"], ("Ann", "Ann-2", "ANN-3")),
        (["7of9", "🎩"], ("of9", "Player2")),
        (["Zoë", "Søren O'Neill"], ("Zoë", "Søren-O'Neill")),
        (["A" * 40, "A" * 40], ("A" * 24, "A" * 21 + "-2")),
        (["undo", "Player1", ""], ("undo-2", "Player1", "Player3")),
    ],
)
def test_names_become_one_word_each(names: list[str], words: tuple[str, ...]) -> None:
    assert one_word_names(names) == words


@given(st.lists(st.text(max_size=40) | st.sampled_from(["Bank", "Ann", "ann", "Ann-2", ""]), min_size=2, max_size=8))
def test_any_names_can_be_written(names: list[str]) -> None:
    words = one_word_names(names)
    assert all(is_name(word) and not is_reserved(word) for word in words)
    record = parse(write(CLASSIC, ATLANTIC, names, []))
    assert record.header.names == words
    assert len({word.casefold() for word in words}) == len(names)
