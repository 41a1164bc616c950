"""What holds in every game of every book, whatever the players do: games driven by the legal commands."""

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from companion.rules import Legal, Needs, Refusal, check, decide, evolve, legal_commands
from companion.rules.cards import Deck, Does
from companion.rules.clauses import CLAUSES
from companion.rules.commands import (
    SPEED_FACES,
    AnyCommand,
    EndGame,
    OfferDeal,
    SetHouseRule,
)
from companion.rules.deeds import Group
from companion.rules.editions import Rules
from companion.rules.events import AnyEvent, Event, Paid
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.pending_steps import HOTEL, HOUSE, Debt, Goods
from companion.rules.reasons import NO_REASON
from companion.rules.state import Game
from tests.choices import Chooser, Script, fill, fill_offer, is_offered, values_of, with_amount
from tests.journeys import Step, any_options, any_table, journey
from tests.kit import ANN, ATLANTIC, BEN, CY, because, game, in_every_game

COMMANDS = msgspec.json.Decoder(AnyCommand)
EVENTS = msgspec.json.Decoder(tuple[AnyEvent, ...])
scripts = st.binary(min_size=500, max_size=500).map(Script)


def any_journey(rules: Rules, choose: Script, most: int) -> Iterator[Step]:
    """From the start or from any table, with or without house rules."""
    for step in journey(any_table(any_options(rules, choose), choose), choose, most):
        note(step.command)
        yield step


# After every event


def books_are_wrong(game: Game) -> Iterator[str]:
    """Counted here by hand, and not by what the engine counts with."""
    if sum(player.cash for player in game.players) + game.bank + game.pot != 0:
        yield "money was made or lost"
    if any(player.cash < 0 for player in game.players) or game.pot < 0:
        yield "less than nothing in hand"
    if len(game.titles) != 28 or any(not -1 <= title.owner < len(game.players) for title in game.titles):
        yield "a title is lost"
    if not (all(deck_is_whole(game, deck) for deck in Deck) and keys_are_whole(game)):
        yield "a deck is not whole"
    yield from box_is_wrong(game)


def box_is_wrong(game: Game) -> Iterator[str]:
    """Thirty-two houses and twelve hotels, in the Bank, on the board or taken out of play."""
    levels = [title.buildings for title in game.titles]
    houses = sum(level for level in levels if level in (1, 2, 3, 4))
    hotels = sum(level == 5 for level in levels)
    if not all(0 <= level <= 5 for level in levels):
        yield "a lot has more than a hotel"
    if houses + game.houses_lost + game.houses_left() != 32 or hotels + game.hotels_lost + game.hotels_left() != 12:
        yield "a building was made or lost"
    if not game.rules.unlimited_buildings and (game.houses_left() < 0 or game.hotels_left() < 0):
        yield "more buildings stand than the box has"


def deck_is_whole(game: Game, deck: Deck) -> bool:
    """Sixteen different cards, the one to leave Jail perhaps in a hand; where there are keys, in nobody's."""
    held = sum(player.jail_cards.count(deck.value) for player in game.players)
    cards = game.deck(deck)
    missing = set(range(16)) - set(cards)
    kept = {index for index, card in enumerate(ATLANTIC.cards(deck)) if card.does is Does.JAIL_FREE}
    return len(cards) + held == 16 == len(cards) + len(missing) and missing <= kept


def keys_are_whole(game: Game) -> bool:
    keys = sum(player.jail_cards.count("key") for player in game.players)
    return keys <= game.rules.jail_keys


def event_is_wrong(event: Event) -> Iterator[str]:
    if not event.clauses or not set(event.clauses) <= CLAUSES.keys():
        yield f"no such clauses: {event.clauses}"
    if isinstance(event, Paid) and (event.amount < 1 or not event.why.code or event.payer == event.payee):
        yield "a payment of nothing, for nothing, or to oneself"


def assert_every_event_is_sound(step: Step) -> None:
    game = step.before
    for event in step.events:
        game = event.apply(game)
        wrong = [*books_are_wrong(game), *event_is_wrong(event)]
        assert wrong == [], (wrong, step.command, event)
    assert game == step.after


# History


def through_json(steps: list[Step]) -> Iterator[tuple[AnyCommand, tuple[AnyEvent, ...]]]:
    for step in steps:
        command = COMMANDS.decode(msgspec.json.encode(step.command))
        yield command, EVENTS.decode(msgspec.json.encode(step.events))


def assert_replay_equals_live(steps: list[Step]) -> None:
    start = steps[0].before
    assert evolve(start, [event for step in steps for event in step.events]) == steps[-1].after
    read = decided = start
    for step, (command, events) in zip(steps, through_json(steps), strict=True):
        read = evolve(read, events)
        decided = evolve(decided, decide(decided, command))
        assert read == decided == step.after
    assert msgspec.json.decode(msgspec.json.encode(read), type=Game) == read


@pytest.mark.long
@in_every_game
@given(choose=scripts)
def test_the_books_balance_after_every_event_and_replay_equals_live(rules: Rules, choose: Script) -> None:
    steps, pictures = [], []
    for step in any_journey(rules, choose, 24):
        pictures.append(msgspec.json.encode(step.before))
        assert_every_event_is_sound(step)
        check(step.after)
        steps.append(step)
    assert_replay_equals_live(steps)
    undone = [msgspec.json.encode(step.before) for step in steps]
    assert undone == pictures, "what was before a command is no longer as it was"


# Whatever is thrown at it

SEATS = st.sampled_from([*range(4)] * 6 + [-2, -1, 4])
DEEDS = st.sampled_from([*range(28)] * 2 + [-1, 28])
SUMS = st.one_of(st.integers(-5, 400), st.integers())
DECKS = st.sampled_from(["chance", "chest", "key", "no such deck"])
GOODS = st.builds(
    Goods,
    st.lists(DEEDS, max_size=2).map(tuple),
    st.one_of(st.just(0), SUMS),
    st.integers(-1, 2),
    st.lists(DECKS, max_size=2).map(tuple),
)
WORDS = st.sampled_from(["", "slipped", "no such thing"])
DICE = st.one_of(st.tuples(*[st.integers(1, 6)] * 2), st.lists(st.integers(0, 7), max_size=4).map(tuple))
CARD_NAMES = st.sampled_from(
    ["", "chance", "chest/no-such", *(f"{d.value}/{c.id}" for d in Deck for c in ATLANTIC.cards(d))]
)
VALUES = st.one_of(st.booleans(), st.integers(-1, 600), st.sampled_from(["auto", "claim", ""]))
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "player": SEATS,
    "to": SEATS,
    "payer": st.none() | SEATS,
    "owner": st.none() | SEATS,
    "dice": DICE,
    "speed": st.sampled_from(["", "", *SPEED_FACES, "7"]),
    "amount": SUMS,
    "by": SUMS,
    "cash": SUMS,
    "giver": SEATS,
    "receiver": SEATS,
    "count": st.integers(-1, 7),
    "deck": st.one_of(st.just(""), DECKS),
    "card": CARD_NAMES,
    "percent": st.booleans(),
    "steps": st.integers(-1, 13),
    "space": st.integers(-1, 40),
    "in_jail": st.booleans(),
    "deed": DEEDS,
    "deeds": st.lists(DEEDS, max_size=4).map(tuple),
    "group": st.sampled_from(Group),
    "gives": GOODS,
    "gets": GOODS,
    "building": st.sampled_from([HOUSE, HOTEL, "castle"]),
    "buildings": st.none() | st.integers(-1, 6),
    "mortgaged": st.none() | st.booleans(),
    "reason": WORDS,
    "name": st.sampled_from([*HOUSE_RULES, "no such rule"]),
    "value": VALUES,
}
any_command: st.SearchStrategy[AnyCommand] = st.one_of(
    *(st.builds(kind, **{field.name: FIELDS[field.name] for field in fields(kind)}) for kind in get_args(AnyCommand))
)


def reached(rules: Rules, choose: Script, most: int) -> Game:
    """Some game after some commands, not over."""
    *_, last = any_journey(rules, choose, most)
    return last.before if last.after.over else last.after


def grafted(game: Game, legals: tuple[Legal, ...], wild: AnyCommand, choose: Chooser) -> AnyCommand:
    """A legal command of the same kind with one field of the wild one, so that it is wrong in one thing at most."""
    kin = [legal for legal in legals if type(legal.command) is type(wild)]
    if not kin or not fields(wild):
        return wild
    name = fields(wild)[choose(len(fields(wild)))].name
    return replace(fill(game, kin[choose(len(kin))], choose), **{name: getattr(wild, name)})


def assert_a_sound_refusal(refused: Refusal) -> None:
    assert refused.clauses
    assert set(refused.clauses) <= CLAUSES.keys(), refused.clauses
    assert refused.message.endswith(".")
    assert not refused.message.endswith("..")


@pytest.mark.long
@in_every_game
@given(choose=scripts, wild=st.lists(any_command, min_size=15, max_size=15))
def test_any_command_is_refused_without_a_trace_or_is_among_the_legal(
    rules: Rules, choose: Script, wild: list[AnyCommand]
) -> None:
    game = reached(rules, choose, 10)
    picture, legals = msgspec.json.encode(game), legal_commands(game)
    for command in (*wild, *(grafted(game, legals, command, choose) for command in wild)):
        try:
            after = evolve(game, decide(game, command))
        except Refusal as refused:
            assert_a_sound_refusal(refused)
        else:
            check(after)
            assert is_offered(legals, command), command
    assert msgspec.json.encode(game) == picture


# What is legal


def fillings(game: Game, legal: Legal, choose: Chooser) -> Iterator[AnyCommand]:
    """The ends of what the family allows, and something between."""
    match legal.needs, legal.command:
        case Needs.AMOUNT | Needs.CHANGE, _:
            between = legal.least + choose(legal.most - legal.least + 1)
            yield from (with_amount(legal, amount) for amount in (legal.least, legal.most, between) if amount)
        case Needs.DICE, _:
            yield from (fill(game, legal, one) for one in dice_of(choose))
        case _, OfferDeal() as offer:
            yield offer
            yield from (fill_offer(offer, choose) for _ in range(2))
        case _, SetHouseRule() as rule:
            # Not the one value that may not fit what stands on the board.
            values = [value for value in values_of(rule.name) if (rule.name, value) != ("unlimited-buildings", False)]
            yield from (SetHouseRule(rule.name, value, "agreed") for value in values)
        case _:
            yield fill(game, legal, choose)


def dice_of(choose: Chooser) -> tuple[Chooser, ...]:
    """Ones, sixes, and any faces."""
    return (lambda _: 0), (lambda count: count - 1), choose


@pytest.mark.long
@in_every_game
@given(choose=scripts)
def test_every_legal_command_is_accepted_however_it_is_filled_in(rules: Rules, choose: Script) -> None:
    game = reached(rules, choose, 10)
    legals = legal_commands(game)
    assert legals
    for legal in legals:
        for command in fillings(game, legal, choose):
            check(evolve(game, decide(game, command)))


def repeated(legals: tuple[Legal, ...]) -> list[Legal]:
    return [legal for index, legal in enumerate(legals) if legal in legals[:index]]


@in_every_game
@given(choose=scripts)
def test_nothing_is_legal_twice_and_nothing_after_the_end(rules: Rules, choose: Script) -> None:
    reached_game = reached(rules, choose, 4)
    assert repeated(legal_commands(reached_game)) == []
    over = evolve(reached_game, decide(reached_game, EndGame("bedtime")))
    assert over.over
    assert legal_commands(over) == ()


def test_two_debts_of_one_player_are_settled_by_one_command() -> None:
    debts = tuple(Debt(ANN, creditor, 50, ("CARD-5",), because("Pay every player")) for creditor in (BEN, CY))
    assert repeated(legal_commands(game(cash={"Ann": 0}, pending=debts))) == []


# The laws themselves can fail

TABLE = game(owns={"Ann": ["dark-blue"]}, buildings={"dark-blue": 4}, jail_cards={"Ben": 1})
ANN_ROBBED = replace(TABLE.players[0], cash=1499)
ANN_IN_THE_RED = replace(TABLE.players[0], cash=-1)
BROKEN = {
    "money was made or lost": replace(TABLE, players=(ANN_ROBBED, *TABLE.players[1:])),
    "less than nothing in hand": replace(TABLE, players=(ANN_IN_THE_RED, *TABLE.players[1:]), bank=-2999),
    "a title is lost": replace(TABLE, titles=TABLE.titles[:27]),
    "a deck is not whole": replace(TABLE, decks=(TABLE.decks[0][1:], TABLE.decks[1])),
    "more buildings stand than the box has": replace(TABLE, houses_lost=25),
}


@pytest.mark.parametrize("problem", BROKEN)
def test_a_broken_table_is_seen(problem: str) -> None:
    assert list(books_are_wrong(TABLE)) == []
    assert problem in list(books_are_wrong(BROKEN[problem]))


@pytest.mark.parametrize(
    "event",
    [
        Paid((), ANN, BEN, 5, because("Oriental Avenue, no houses")),
        Paid(("RENT-99",), ANN, BEN, 5, because("Oriental Avenue, no houses")),
        Paid(("RENT-1",), ANN, BEN, 0, because("Oriental Avenue, no houses")),
        Paid(("RENT-1",), ANN, BEN, 5, NO_REASON),
        Paid(("RENT-1",), ANN, ANN, 5, because("Oriental Avenue, no houses")),
    ],
)
def test_an_unsound_event_is_seen(event: Paid) -> None:
    assert list(event_is_wrong(Paid(("RENT-1",), ANN, BEN, 5, because("Oriental Avenue, no houses")))) == []
    assert list(event_is_wrong(event))
