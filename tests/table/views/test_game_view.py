"""What a screen is shown: the printed board, the game at one instant, and what the table waits for in plain words."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.journal import RealDisk
from companion.play.acts import Act, Redo, Rename, Start, Undo
from companion.play.whose_turn import prompt
from companion.players.dice import SeededDice
from companion.rules.cards import Deck
from companion.rules.commands import (
    BuyDeed,
    CorrectCash,
    DrawCard,
    EndGame,
    GoBankrupt,
    OfferDeal,
    RetirePlayer,
    Roll,
    SetHouseRule,
    Throw,
)
from companion.rules.ids import BANK, POT
from companion.rules.pending_steps import (
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Debt,
    Goods,
    Interest,
    Offer,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.reasons import NO_REASON
from companion.rules.state import Game
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.views import DeedPrint, PaymentView, PlayerView, TitleView, TokenPath, View
from companion.table.views.game_view import board_print, game_view
from tests.kit import ANN, ATLANTIC, BEN, CY, because, deed, game, new_game, play, rules_of
from tests.table.positions import moments

GAME = "20261116-2041-aa"
BY = ("RENT-1",)
ORIENTAL, VERMONT, BALTIC, WATER = deed("Oriental"), deed("Vermont"), deed("Baltic"), deed("Water")
READING = deed("Reading")
Begin = Callable[..., Session]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """A session of a game, after the acts that are named."""
    opened: list[Session] = []

    def begun(start: Game, *acts: Act) -> Session:
        disk = RealDisk(tmp_path / str(len(opened)) / GAME)
        session = Session.create(disk, Start(start, "an evening"), SessionDeps(SeededDice(1), lambda: 0, "0.1.0"))
        opened.append(session)
        for number, act in enumerate(acts, 1):
            session.give(f"tap-{number}", act)
        return session

    yield begun
    for session in opened:
        session.close()


# What is printed


def test_the_printed_board() -> None:
    board = board_print(ATLANTIC)
    assert board.spaces == tuple(space.name for space in ATLANTIC.spaces)
    assert [(one.name, one.space) for one in board.deeds] == [(one.name, one.space) for one in ATLANTIC.deeds]
    streets = ("no houses", "1 house", "2 houses", "3 houses", "4 houses", "hotel")
    rents = (6, 30, 90, 270, 400, 550)
    assert board.deeds[ORIENTAL] == DeedPrint("Oriental Avenue", 6, "light-blue", 100, 50, 50, rents, streets, 55)
    railroads = ("1 railroad", "2 railroads", "3 railroads", "4 railroads")
    rail_rents = (25, 50, 100, 200)
    assert board.deeds[READING] == DeedPrint("Reading Railroad", 5, "railroad", 200, 100, 0, rail_rents, railroads, 110)
    utilities = ("1 utility, times the dice", "2 utilities, times the dice")
    assert board.deeds[WATER] == DeedPrint("Water Works", 28, "utility", 150, 75, 0, (4, 10), utilities, 83)


# What the table waits for


def owing(debt: Debt, *others: Debt, cash: int = 120) -> Game:
    return game(cash={"Ben": cash, "Cy": 10}, turn="Ben", thrown=True, pending=(debt, *others))


def asked(step: object, **table: object) -> Game:
    return game(turn="Cy", thrown=True, pending=(step,), **table)  # type: ignore[arg-type]


PROMPTS: list[tuple[Game, str, int]] = [
    (game(), "Ann, roll the dice.", ANN),
    (game(doubles=1), "Ann has doubles and rolls again.", ANN),
    (game(thrown=True), "Ann is done? Ben rolls next.", ANN),
    (game(jailed={"Ann": 1}), "Ann is in Jail: roll for doubles or pay the $50 fine.", ANN),
    (
        game(jailed={"Ann": 1}, jail_cards={"Ann": 1}),
        "Ann is in Jail: roll for doubles, use a card or pay the $50 fine.",
        ANN,
    ),
    (
        game("keys-2010", jailed={"Ann": 1}, jail_cards={"Ann": 1}, cash={"Ann": 20}),
        "Ann is in Jail: roll for doubles or use a key.",
        ANN,
    ),
    (game(jailed={"Ann": 2}), "Ann is in Jail: roll for doubles.", ANN),
    (new_game(rules_of(), ("Ann", "Ben")), "Roll to see who goes first, or let Ann start.", -1),
    (
        play(new_game(rules_of(), ("Ann", "Ben", "Cy")), Throw(BEN, (1, 2))),
        "Still to roll for who goes first: Ann and Cy.",
        -1,
    ),
    (play(new_game(rules_of(), ("Ann", "Ben")), Throw(BEN, (1, 2))), "Still to roll for who goes first: Ann.", ANN),
    (
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        "Deal 3 deeds each to Ann and Ben.",
        -1,
    ),
    (asked(Buying(CY, ORIENTAL)), "Cy may buy Oriental Avenue for $100.", CY),
    (
        asked(Buying(CY, ORIENTAL), cash={"Cy": 60}),
        "Cy may buy Oriental Avenue for $100. Cy has $60: short by $40.",
        CY,
    ),
    (asked(Buying(CY, ORIENTAL), cash={"Cy": 100}), "Cy may buy Oriental Avenue for $100.", CY),
    (asked(Auction(ORIENTAL)), "Auction of Oriental Avenue: no bid yet. Ann, Ben and Cy may bid $1 or more.", -1),
    (
        asked(Auction(ORIENTAL, high=60, bidder=ANN)),
        "Auction of Oriental Avenue: Ann bids $60. Ben and Cy may bid $61 or more.",
        -1,
    ),
    (
        asked(Auction(ORIENTAL, high=60, bidder=ANN, passed=(CY,))),
        "Auction of Oriental Avenue: Ann bids $60. Ben may bid $61 or more.",
        BEN,
    ),
    (
        asked(Auction(building="house", least=50), owns={"Ann": ["brown"], "Ben": ["pink"]}, bank_houses=1),
        "Auction of a house: no bid yet. Ann and Ben may bid $50 or more.",
        -1,
    ),
    (
        owing(Debt(BEN, ANN, 300, BY, because("Illinois Avenue, 2 houses"))),
        "Ben owes Ann $300 for Illinois Avenue. Ben has $120: short by $180.",
        BEN,
    ),
    (
        owing(Debt(BEN, ANN, 300, BY, because("Illinois Avenue, 2 houses")), cash=300),
        "Ben owes Ann $300 for Illinois Avenue. Ben has $300: that is enough to pay.",
        BEN,
    ),
    (
        owing(
            Debt(
                BEN,
                BANK,
                230,
                BY,
                because("Income Tax: 10% of total worth $2300 (cash $1500, deeds and buildings $800)"),
            )
        ),
        "Ben owes the Bank $230 for Income Tax. Ben has $120: short by $110.",
        BEN,
    ),
    (
        owing(Debt(BEN, BANK, 130, BY, because("Baltic Avenue stays mortgaged: 10% of $30"))),
        "Ben owes the Bank $130 for Baltic Avenue. Ben has $120: short by $10.",
        BEN,
    ),
    (owing(Debt(BEN, POT, 150, BY, NO_REASON)), "Ben owes the pot $150. Ben has $120: short by $30.", BEN),
    (
        owing(
            Debt(BEN, ANN, 150, BY, because("Pay every player")),
            Debt(BEN, CY, 150, BY, because("Pay every player")),
        ),
        "Ben owes Ann $150 for Pay every player. Ben has $120: short by $30.",
        BEN,
    ),
    (
        owing(
            Debt(BEN, ANN, 150, BY, because("Water Works: 10 × 15")),
            Debt(CY, ANN, 50, BY, because("a show everyone pays for")),
        ),
        "Ben owes Ann $150 for Water Works. Ben has $120: short by $30. "
        "Cy owes Ann $50 for a show everyone pays for. Cy has $10: short by $40.",
        -1,
    ),
    (
        asked(Interest(((ANN, BALTIC),), BY), owns={"Ann": ["Baltic"]}, mortgaged=["Baltic"]),
        "Ann must choose for Baltic Avenue: pay off the mortgage, or pay 10% and leave it.",
        ANN,
    ),
    (asked(CardDue(CY, Deck.CHANCE)), "Cy, draw a Chance card.", CY),
    (asked(TaskDue(CY, Deck.CHEST)), "Cy, roll three dice for a Community Chest task.", CY),
    (
        asked(UtilityThrowDue(CY, BEN, WATER, 10, BY), owns={"Ben": ["Water"]}),
        "Cy, roll the dice: Water Works costs 10 times the total, owed to Ben.",
        CY,
    ),
    (asked(TaxChoice(CY)), "Cy, choose the Income Tax: $200, or 10% of everything.", CY),
    (asked(BusChoice(CY, (3, 4))), "The Bus: Cy may move by 3, 4 or 7.", CY),
    (asked(SpaceChoice(CY)), "Three of a kind: Cy may move forward to any space.", CY),
    (asked(Placing(ANN, "house"), owns={"Ann": ["brown"]}), "Ann, choose a lot for the house.", ANN),
    (
        play(game(owns={"Ann": ["Reading"]}), OfferDeal(ANN, BEN, Goods((READING,)), Goods((), 120))),
        "Ann offers Ben Reading Railroad for $120. Ben says yes or no.",
        BEN,
    ),
    (
        replace(
            owing(Debt(BEN, ANN, 150, BY, because("Water Works: 10 × 15"))),
            offer=Offer(ANN, CY, Goods((READING,)), Goods()),
        ),
        "Ben owes Ann $150 for Water Works. Ben has $120: short by $30.",
        BEN,
    ),
    (
        replace(
            owing(Debt(BEN, ANN, 150, BY, because("Water Works: 10 × 15"))),
            offer=Offer(BEN, CY, Goods((READING,)), Goods()),
        ),
        "Ben owes Ann $150 for Water Works. Ben has $120: short by $30. "
        "Ben offers Cy Reading Railroad for nothing. Cy says yes or no.",
        -1,
    ),
    (replace(game(), over=True, winners=(BEN,)), "Ben wins.", -1),
    (replace(game(), over=True, winners=(ANN, CY)), "Ann and Cy win.", -1),
    (replace(game(), over=True), "The game is over.", -1),
]


@pytest.mark.parametrize(("table", "text", "seat"), PROMPTS, ids=[text for _, text, _ in PROMPTS])
def test_what_the_table_waits_for(table: Game, text: str, seat: int) -> None:
    assert prompt(table) == (text, seat)


def test_every_matter_that_can_wait_has_an_example() -> None:
    shown = {type(step) for table, _, _ in PROMPTS for step in table.pending}
    assert shown == {type(step) for table in moments() for step in table.pending[:1]}


def test_at_every_moment_the_table_waits_for_something_and_only_for_who_is_in() -> None:
    for table in moments():
        text, seat = prompt(table)
        assert text.endswith(".")
        assert not table.players[seat].is_out or seat == -1, text
        assert "-1" not in text, text


# A game at one instant


def view(session: Session) -> View:
    return game_view(session.game_id, session.timeline)


def test_who_owes_and_who_is_owed(begin: Begin) -> None:
    debts = (
        Debt(BEN, ANN, 150, BY, because("Water Works: 10 × 15")),
        Debt(BEN, BANK, 20, BY, NO_REASON),
        Debt(CY, ANN, 50, BY, because("a show everyone pays for")),
    )
    shown = view(begin(owing(*debts)))
    assert [(player.owes, player.owed) for player in shown.players] == [(0, 200), (170, 0), (50, 0)]


def test_a_game_at_its_start(begin: Begin) -> None:
    jailed = {"Ben": 2, "Cy": 0}
    shown = view(begin(game(owns={"Ben": ["Oriental"]}, jailed=jailed, jail_cards={"Ben": 1}, cash={"Ben": 7})))
    assert shown.players == (
        PlayerView(ANN, "Ann", 1500, 0, space=0, jail=-1, colour="red", worth=1500),
        PlayerView(BEN, "Ben", 7, 0, space=10, jail=2, jail_cards=1, colour="blue", worth=107),
        PlayerView(CY, "Cy", 1500, 0, space=10, jail=0, colour="yellow", worth=1500),
    )
    assert shown.titles[ORIENTAL] == TitleView(BEN, 0, False, 6)
    assert shown.titles[VERMONT] == TitleView(-1, 0, False, 0)
    assert (shown.game, shown.title, shown.edition) == (GAME, "an evening", "classic")
    assert shown.book == "Parker Brothers, the classic edition"
    assert (shown.turn, shown.turn_number, shown.dice) == (ANN, 1, ())
    assert (shown.houses, shown.hotels, shown.pot, shown.bank) == (32, 12, 0, -3007)
    assert (shown.prompt, shown.prompt_seat) == ("Ann, roll the dice.", ANN)
    assert shown.moves[0].label == "Roll"
    assert (shown.undo, shown.undo_number, shown.redo, shown.redo_number) == ("", 0, "", 0)
    assert (shown.winners, shown.over, shown.variants, shown.house_rules) == ((), False, (), ())


def test_cash_and_its_change_by_the_last_move(begin: Begin) -> None:
    session = begin(game(owns={"Ben": ["Oriental"]}), Roll(ANN, (2, 4)))
    assert [(one.cash, one.change) for one in view(session).players] == [(1494, -6), (1506, 6), (1500, 0)]
    assert view(session).dice == (2, 4)
    session.give("again", Undo())
    assert [(one.cash, one.change) for one in view(session).players] == [(1500, 6), (1500, -6), (1500, 0)]
    session.give("name", Rename(ANN, "Lou"))
    assert [(one.name, one.change) for one in view(session).players] == [("Lou", 0), ("Ben", 0), ("Cy", 0)]


def test_what_can_be_taken_back_and_done_again(begin: Begin) -> None:
    session = begin(game(), Roll(ANN, (2, 4)), BuyDeed(ANN), Rename(ANN, "Lou"))
    assert (view(session).undo, view(session).undo_number) == ("Lou bought Oriental Avenue", 2)
    assert (view(session).redo, view(session).redo_number) == ("", 0)
    session.give("back", Undo())
    assert (view(session).undo, view(session).undo_number) == ("Lou's roll of 2 + 4", 1)
    assert (view(session).redo, view(session).redo_number) == ("Lou bought Oriental Avenue", 2)
    session.give("again", Redo())
    assert view(session).undo_number == 2


def test_buildings_mortgages_and_what_rent_they_bring(begin: Begin) -> None:
    table = game(
        owns={"Ann": ["light-blue", "Reading", "Short"], "Ben": ["Water", "pink"]},
        buildings={"light-blue": 2, "Oriental": 3},
        mortgaged=["Short"],
    )
    shown = view(begin(table)).titles
    assert shown[ORIENTAL] == TitleView(ANN, 3, False, 270)
    assert shown[VERMONT] == TitleView(ANN, 2, False, 90)
    assert shown[READING] == TitleView(ANN, 0, False, 50)
    assert shown[deed("Short")] == TitleView(ANN, 0, True, 0)
    assert shown[WATER] == TitleView(BEN, 0, False, 4)
    assert shown[deed("Virginia")] == TitleView(BEN, 0, False, 24)
    assert view(begin(table)).houses == 25


def test_what_is_owed_and_who_is_out(begin: Begin) -> None:
    debts = (
        Debt(BEN, ANN, 150, BY, because("Oriental Avenue, no houses")),
        Debt(BEN, CY, 40, BY, because("Oriental Avenue, no houses")),
    )
    session = begin(game(cash={"Ben": 20}, turn="Ben", thrown=True, pending=debts))
    assert [one.owes for one in view(session).players] == [0, 190, 0]
    session.give("out", GoBankrupt(BEN))
    session.give("home", RetirePlayer(CY, "it is late"))
    assert [(one.out, one.owes) for one in view(session).players] == [("", 0), ("bankrupt", 0), ("left", 0)]


def test_house_rules_and_variants(begin: Begin) -> None:
    options = {"free-parking-pot": 500, "unlimited-buildings": True}
    session = begin(game("platinum-2010", variants=["speed"], options=options), SetHouseRule("salary", 400, "agreed"))
    shown = view(session)
    assert shown.variants == ("speed",)
    assert shown.house_rules == ("free-parking-pot $500", "salary $400", "unlimited-buildings on")
    assert (shown.houses, shown.hotels) == (-1, -1)


def test_after_the_end_it_says_who_has_won(begin: Begin) -> None:
    shown = view(begin(game(cash={"Ben": 1501}), EndGame("supper")))
    assert (shown.over, shown.winners, shown.prompt, shown.prompt_seat) == (True, (BEN,), "Ben wins.", -1)
    assert shown.moves == ()
    assert shown.undo == "the Banker ended the game"


def test_a_view_is_a_reading_and_changes_nothing(begin: Begin) -> None:
    session = begin(game(), Roll(ANN, (2, 4)))
    before = session.game
    assert view(session) == view(session)
    assert (session.game, session.number) == (before, 1)


def test_a_view_crosses_the_socket_as_it_is(begin: Begin) -> None:
    shown = view(begin(game(owns={"Ann": ["light-blue"]}), Roll(ANN, (2, 4))))
    assert msgspec.json.decode(msgspec.json.encode(shown), type=View) == shown


@pytest.mark.parametrize("deck", list(Deck))
def test_no_view_tells_what_the_next_card_is(begin: Begin, deck: Deck) -> None:
    table = game(pending=(CardDue(ANN, deck),), thrown=True, electronic=True)
    other = replace(table, decks=tuple(tuple(reversed(cards)) for cards in table.decks))
    one, two = begin(table), begin(other)
    assert view(one) == view(two)
    one.give("draw", DrawCard(ANN))
    two.give("draw", DrawCard(ANN))
    assert view(one) != view(two)


@pytest.mark.parametrize("name", ["[red]", "[/b]", "Zoë 🎲", "{name}", "%s"])
def test_a_name_is_passed_on_as_it_is(begin: Begin, name: str) -> None:
    start = game(players=(name, "Ben"), turn=name, owns={name: ["Reading"]}, cash={"Ben": 5})
    session = begin(start, CorrectCash(BEN, 5, f"found by {name}"))
    shown = view(session)
    assert shown.players[0].name == name
    assert shown.prompt == f"{name}, roll the dice."
    assert f"Correct {name}'s cash by an amount" in [move.label for move in shown.moves]
    assert shown.undo.startswith("the correction of Ben's cash by +$5: found by ")


# What moved last: money and a token


def test_the_payments_of_the_last_move(begin: Begin) -> None:
    session = begin(game(owns={"Ben": ["Oriental"]}), Roll(ANN, (2, 4)))
    assert view(session).payments == (PaymentView(ANN, BEN, 6, "Oriental Avenue, no houses"),)
    session.give("back", Undo())
    assert view(session).payments == ()
    session.give("found", CorrectCash(BEN, 5, "found"))
    assert view(session).payments == (PaymentView(BANK, BEN, 5, "correction: found"),)


def test_the_path_of_the_token_that_moved_last(begin: Begin) -> None:
    session = begin(game(at={"Ann": 38}), Roll(ANN, (2, 4)))
    assert view(session).path == TokenPath(ANN, 38, 4, 6)
    session.give("back", Undo())
    assert view(session).path is None, "what to put back is told in words"


def test_a_path_stays_until_another_token_moves(begin: Begin) -> None:
    session = begin(game(), Roll(ANN, (2, 4)), BuyDeed(ANN))
    assert view(session).path == TokenPath(ANN, 0, 6, 6)


def test_a_token_that_is_sent_somewhere_takes_no_steps(begin: Begin) -> None:
    assert view(begin(game(at={"Ann": 24}), Roll(ANN, (2, 4)))).path == TokenPath(ANN, 24, 10)
