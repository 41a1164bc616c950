"""The records in `tests/games`: each one holds, and together they show every clause in every book that words it anew.

A record names what it demonstrates in lines `# shows RENT-2`, and asserts it by `? by`, `? not by` or a refusal.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct, json

from companion.boards import usual_board
from companion.cli.check import describe_failure
from companion.players.dice import seeded_dice
from companion.record.parser import load
from companion.record.runner import Accepted, Failed, Held, Outcome, RefusedAsExpected, Runner
from companion.rules.cards import DECK_SIZE, Deck
from companion.rules.clauses import CLAUSES
from companion.rules.editions import EDITIONS, Cards, Rules
from companion.rules.events import AnyEvent, CardDrawn, Event, Noted, Paid
from companion.rules.words import describe_event, describe_reason
from tests.kit import ATLANTIC

GAMES = sorted(Path(__file__).parents[1].glob("games/**/*.game"))
EARLIER, LATER = "the earlier printing", "the later printing"

# Clauses that no event and no refusal rests on: what shows them is the table itself.
STATES_ONLY = {
    "SETUP-1": "how many sit down is settled before the first statement",
    "SETUP-2": "the cash to start with is there before the first statement",
    "SETUP-3": "so are the houses and hotels in the Bank",
    "SETUP-5": "who keeps the Bank is no part of the game's state",
    "SETUP-6": "decks are made and shuffled before the first statement; drawing is CARD-1",
    "SETUP-7": "the tokens stand on GO before the first statement",
    "BANK-1": "that the Bank can pay shows in what it pays, each under its own clause",
    "SPEED-1": "the cash to start with is there before the first statement",
}


class Shown(Struct, frozen=True):
    """What a record says about itself: which book, which clauses, and which of them it asserts."""

    name: str
    rules: Rules
    shows: frozenset[str]
    asserts: frozenset[str]


def records() -> tuple[Shown, ...]:
    return tuple(map(shown, GAMES))


@cache
def shown(path: Path) -> Shown:
    text = path.read_text(encoding="utf-8")
    shows = re.findall(r"^# shows (\S+)", text, re.MULTILINE)
    checked = re.findall(r"^\? *(?:not +)?by +(\S+)", text, re.MULTILINE)
    refused = re.findall(r"^refuse +\S+ +(\S+?) *:", text, re.MULTILINE)
    return Shown(path.stem, load(path).header.rules, frozenset(shows), frozenset((*checked, *refused)))


def outcomes(path: Path) -> tuple[Outcome, ...]:
    record = load(path)
    return tuple(Runner(record, seeded_dice(record.header.seed)).play())


def lacks(rules: Rules, clause: str) -> bool:
    """Is the clause about a variant this book does not have, so that no record of it can be written?"""
    topic = clause.partition("-")[0]
    return (
        (topic == "SHORT" and rules.short_game is None)
        or (topic == "TIMED" and not rules.timed_game)
        or (topic == "SPEED" and not rules.speed_cash)
    )


def reworded() -> Iterator[tuple[str, str]]:
    """Each clause with each book that says something else there than the first book does."""
    first, *others = EDITIONS.values()
    for id, clause in CLAUSES.items():
        for rules in others:
            texts = clause.text(rules, usual_board(rules)), clause.text(first, usual_board(first))
            if texts[0] != texts[1] and not lacks(rules, id):
                yield id, rules.key


def drawn(path: Path) -> Iterator[tuple[Rules, Deck, int]]:
    """The cards a record draws; one that fails is another test's matter."""
    with suppress(Failed):
        for outcome in outcomes(path):
            if isinstance(outcome, Accepted):
                for event in _cards(outcome.events):
                    yield outcome.before.rules, event.deck, event.card


def _cards(events: tuple[Event, ...]) -> Iterator[CardDrawn]:
    return (event for event in events if isinstance(event, CardDrawn))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_record_holds(path: Path) -> None:
    try:
        checks = [outcome for outcome in outcomes(path) if isinstance(outcome, Held)]
    except Failed as failed:
        pytest.fail("\n".join(describe_failure(failed)), pytrace=False)
    assert checks, "a record without a check shows nothing"


def words_of(outcome: Outcome) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Everything an outcome would say to the players, with the clauses it names."""
    if isinstance(outcome, RefusedAsExpected):
        yield outcome.refusal.message, outcome.refusal.clauses
    elif isinstance(outcome, Accepted):
        game = outcome.before
        for event in outcome.events:
            yield describe_event(game, event).text or "nothing to hear.", event.clauses
            why = describe_reason(game, event.why) if isinstance(event, Paid | Noted) else "no sum"
            yield f"{why}.", event.clauses
            game = event.apply(game)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_happens_in_a_record_is_said_in_whole_sentences_that_name_clauses(path: Path) -> None:
    for outcome in outcomes(path):
        for words, clauses in words_of(outcome):
            assert clauses, words
            assert set(clauses) <= CLAUSES.keys(), words
            assert words.endswith("."), words
            assert not re.search(r"None|XX|^[\s.,:]|[\s,:]\.|\{|  ", words), words


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_happens_in_a_record_can_be_written_down_and_read_again(path: Path) -> None:
    for outcome in outcomes(path):
        if isinstance(outcome, Accepted):
            assert json.decode(json.encode(outcome.events), type=tuple[AnyEvent, ...]) == outcome.events


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_shown_by_a_record(clause: str) -> None:
    assert [record.name for record in records() if clause in record.shows]


def test_no_record_shows_a_clause_that_does_not_exist() -> None:
    assert {record.name: unknown for record in records() if (unknown := record.shows - CLAUSES.keys())} == {}


@pytest.mark.parametrize(("clause", "edition"), reworded())
def test_a_clause_that_differs_in_a_book_is_shown_by_a_record_of_that_book(clause: str, edition: str) -> None:
    assert [record.name for record in records() if clause in record.shows and record.rules.key == edition]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_record_asserts_every_clause_it_shows(path: Path) -> None:
    record = shown(path)
    assert record.shows - record.asserts - STATES_ONLY.keys() == set()


@pytest.mark.parametrize("clause", STATES_ONLY)
def test_a_clause_said_to_rest_on_the_table_alone_is_asserted_nowhere(clause: str) -> None:
    assert [record.name for record in records() if clause in record.asserts] == []


@pytest.mark.parametrize(("later", "printing"), [(False, EARLIER), (True, LATER)], ids=[EARLIER, LATER])
def test_every_card_is_drawn_in_both_printings(later: bool, printing: str) -> None:
    seen = {
        (deck, ATLANTIC.cards(deck)[card].id)
        for path in GAMES
        for rules, deck, card in drawn(path)
        if (rules.board == "atlantic-city-2010") is later
    }
    missing = {(deck, card.id) for deck in Deck for card in ATLANTIC.cards(deck)} - seen
    assert not missing, f"never drawn in {printing}"


def test_every_task_is_thrown_for() -> None:
    seen = {(deck, card) for path in GAMES for rules, deck, card in drawn(path) if rules.cards is Cards.TASK}
    assert {(deck, card) for deck in Deck for card in range(DECK_SIZE)} == seen
