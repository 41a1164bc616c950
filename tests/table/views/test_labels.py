"""The moves a screen offers: what stands on the button, whose it is, and that everything legal can be reached."""

from functools import lru_cache
from typing import NamedTuple, get_args

import msgspec
import pytest
from msgspec.structs import replace

from companion.journal.codec import MAX_ACT_BYTES, decode_act
from companion.play.acts import Redo, Rename, Start, Undo
from companion.play.timeline import Timeline
from companion.players.dice import SeededDice
from companion.rules import legal_commands
from companion.rules.cards import Deck
from companion.rules.commands import (
    AnyCommand,
    BuildSeveral,
    ClaimRent,
    CorrectDeed,
    DealDeeds,
    DrawCard,
    Mortgage,
    OfferDeal,
    Roll,
    SellSeveral,
    SetHouseRule,
    Throw,
)
from companion.rules.ids import POT
from companion.rules.pending_steps import (
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Debt,
    Goods,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.state import Game
from companion.table.messages.views import MoveView
from companion.table.server.connection import why_forbidden
from companion.table.views.moves import move_views
from tests.kit import ANN, ATLANTIC, BEN, CY, because, deed, game, new_game, play, rules_of
from tests.table.positions import moments

ORIENTAL, BALTIC, WATER = deed("Oriental"), deed("Baltic"), deed("Water")
BY = ("RENT-1",)
LIGHT_BLUE = {"Ann": ["light-blue"]}


def command_of(move: MoveView) -> AnyCommand:
    act = decode_act(bytes(move.act))
    assert not isinstance(act, Undo | Redo | Rename)
    return act


def labels(table: Game, *kinds: type) -> list[tuple[int, str, int]]:
    """Seat, label and change of what a player or the Banker may do, of these kinds if any are named."""
    moves = move_views(table)
    return [(move.seat, move.label, move.change) for move in moves if not kinds or isinstance(command_of(move), kinds)]


def offered(table: Game) -> list[str]:
    return [move.label for move in move_views(table)]


def the_move(table: Game, label: str) -> MoveView:
    found = [move for move in move_views(table) if move.label == label]
    assert len(found) == 1, offered(table)
    return found[0]


def owing(amount: int, **table: object) -> Game:
    return game(thrown=True, pending=(Debt(ANN, BEN, amount, BY, "Illinois Avenue"),), **table)  # type: ignore[arg-type]


# What stands on the button

BUTTONS: list[tuple[Game, int, str, int]] = [
    (game(), ANN, "Roll", 0),
    (game(jailed={"Ann": 1}), ANN, "Roll for doubles", 0),
    (game(jailed={"Ann": 1}), ANN, "Pay the $50 fine", -50),
    (game(jailed={"Ann": 1}, jail_cards={"Ann": 1}), ANN, "Use the card to leave Jail", 0),
    (game("keys-2010", jailed={"Ann": 1}, jail_cards={"Ann": 1}), ANN, "Use the key to leave Jail", 0),
    (game(thrown=True), ANN, "End the turn", 0),
    (game(thrown=True), BEN, "Roll", 0),
    (game(pending=(Buying(ANN, ORIENTAL),), thrown=True), ANN, "Buy Oriental Avenue for $100", -100),
    (game(pending=(Buying(ANN, ORIENTAL),), thrown=True), ANN, "Don't buy: auction", 0),
    (game(options={"no-auctions": True}, pending=(Buying(ANN, ORIENTAL),), thrown=True), ANN, "Don't buy", 0),
    (game(pending=(Auction(ORIENTAL, high=59, bidder=BEN),), thrown=True), ANN, "Bid $60", 0),
    (game(pending=(Auction(ORIENTAL, high=59, bidder=BEN),), thrown=True), CY, "Pass", 0),
    (game(pending=(Auction(ORIENTAL, high=59, bidder=BEN),), thrown=True), -1, "Sold to Ben for $59", 0),
    (game(pending=(Auction(ORIENTAL),), thrown=True), -1, "No bid: the Bank keeps it", 0),
    (game(pending=(Auction(ORIENTAL),), thrown=True), -1, "Sell to Cy", 0),
    (game(pending=(CardDue(ANN, Deck.CHEST),), thrown=True, electronic=True), ANN, "Draw a Community Chest card", 0),
    (game(pending=(CardDue(ANN, Deck.CHEST),), thrown=True), ANN, "Community Chest: Bank error (+$200)", 200),
    (game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True), ANN, "Chance: to Jail", 0),
    (game("keys-2010", pending=(TaskDue(ANN, Deck.CHANCE),), thrown=True), ANN, "Roll three dice for a task", 0),
    (
        game(owns={"Ben": ["Water"]}, pending=(UtilityThrowDue(ANN, BEN, WATER, 10, BY),), thrown=True),
        ANN,
        "Roll for the rent",
        0,
    ),
    (game(pending=(TaxChoice(ANN),), thrown=True), ANN, "Pay $200", -200),
    (game(pending=(TaxChoice(ANN),), thrown=True), ANN, "Pay 10% of everything", 0),
    (game(at={"Ann": 5}, pending=(BusChoice(ANN, (1, 2)),), thrown=True), ANN, "Move 3 to Vermont Avenue", 0),
    (game(at={"Ann": 38}, pending=(BusChoice(ANN, (1, 2)),), thrown=True), ANN, "Move 2 to GO (+$200)", 200),
    (game(pending=(SpaceChoice(ANN),), thrown=True), ANN, "Move to Chance (after Kentucky Avenue)", 0),
    (game(pending=(SpaceChoice(ANN),), thrown=True), ANN, "Move to Jail, just visiting", 0),
    (game(pending=(SpaceChoice(ANN),), thrown=True), ANN, "Move to Luxury Tax (-$75)", -75),
    (game(owns=LIGHT_BLUE), ANN, "Build a house on Vermont Avenue (-$50)", -50),
    (game(owns=LIGHT_BLUE, buildings={"light-blue": 4}), ANN, "Build the hotel on Vermont Avenue (-$50)", -50),
    (game(owns=LIGHT_BLUE, buildings={"light-blue": 4}), ANN, "Sell a house on Vermont Avenue (+$25)", 25),
    (game(owns=LIGHT_BLUE, buildings={"light-blue": 5}), ANN, "Sell the hotel on Vermont Avenue (+$25)", 25),
    (game(owns=LIGHT_BLUE, buildings={"light-blue": 1}), ANN, "Sell all light blue buildings (+$75)", 75),
    (game(owns={"Ann": ["Reading"]}), ANN, "Mortgage Reading Railroad (+$100)", 100),
    (
        game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"]),
        ANN,
        "Pay off the mortgage on Reading Railroad (-$110)",
        -110,
    ),
    (
        game(owns={"Ann": ["Baltic"]}, mortgaged=["Baltic"], pending=(Interest(((ANN, BALTIC),), BY),), thrown=True),
        ANN,
        "Keep Baltic Avenue mortgaged (-$3)",
        -3,
    ),
    (game(owns={"Ann": ["Reading"]}), ANN, "Offer Ben a deal", 0),
    (owing(300), ANN, "Pay Ben $300", -300),
    (
        game(thrown=True, options={"free-parking-pot": 0}, pending=(Debt(ANN, POT, 50, BY, because("a small fine")),)),
        ANN,
        "Pay the pot $50",
        -50,
    ),
    (owing(300, cash={"Ann": 20}), ANN, "Go bankrupt (-$20)", -20),
    (
        game(owns={"Ann": ["brown"], "Ben": ["pink"]}, bank_houses=1),
        -1,
        "Auction a house",
        0,
    ),
    (game(owns=LIGHT_BLUE, pending=(Placing(ANN, "house"),)), ANN, "Put the house on Vermont Avenue", 0),
    (game(variants=["timed"]), -1, "End the game: the time is up", 0),
    (game(), -1, "Correct Ben's cash by an amount", 0),
    (game(), -1, "Correct Ben's place", 0),
    (game(), -1, "Correct a deed", 0),
    (game(), -1, "Change a house rule", 0),
    (game(), -1, "Ben leaves the game", 0),
    (game(), -1, "End the game", 0),
    (new_game(rules_of(), ("Ann", "Ben")), BEN, "Roll to see who goes first", 0),
    (new_game(rules_of(variants=["short"]), ("Ann", "Ben")), ANN, "Deal the deeds", 0),
    (new_game(rules_of(variants=["short"]), ("Ann", "Ben")), BEN, "Which deeds did Ben get?", 0),
]


@pytest.mark.parametrize(("table", "seat", "label", "change"), BUTTONS, ids=[button[2] for button in BUTTONS])
def test_what_stands_on_the_button(table: Game, seat: int, label: str, change: int) -> None:
    assert (seat, label, change) in labels(table)


def test_the_buttons_of_a_deal() -> None:
    gives, gets = Goods((deed("Reading"),)), Goods((), 120)
    table = play(game(owns={"Ann": ["Reading"]}), OfferDeal(ANN, BEN, gives, gets))
    answers = [(BEN, "Say yes to Ann's offer (-$120)", -120), (BEN, "Say no to Ann's offer", 0)]
    assert labels(table)[:2] == answers
    assert (ANN, "Take back the offer to Ben", 0) in labels(table)


def test_rent_of_one_player_is_asked_for_with_one_button() -> None:
    table = game(owns={"Ann": ["Oriental"]}, options={"rent": "claim"}, turn="Ben")
    one = play(table, Roll(BEN, (2, 4)))
    assert labels(one, ClaimRent) == [(ANN, "Ask Ben for rent (+$6)", 6)]
    both = play(one, Roll(CY, (2, 4)))
    assert labels(both, ClaimRent) == [
        (ANN, "Ask everybody for rent (+$12)", 12),
        (ANN, "Ask Ben for rent (+$6)", 6),
        (ANN, "Ask Cy for rent (+$6)", 6),
    ]
    late = replace(both, rents=(replace(both.rents[0], lapsed=True), both.rents[1]))
    assert labels(late, ClaimRent) == [(ANN, "Ask Cy for rent (+$6)", 6)]


# The likeliest first


def test_what_answers_the_open_question_comes_first() -> None:
    table = game(owns={"Ann": ["Reading"]}, pending=(Buying(ANN, ORIENTAL),), thrown=True)
    assert offered(table)[:4] == [
        "Buy Oriental Avenue for $100",
        "Don't buy: auction",
        "Mortgage Reading Railroad (+$100)",
        "Offer Ben a deal",
    ]


def test_then_the_throw_then_building_mortgages_and_deals_and_the_banker_last() -> None:
    table = game(players=("Ann", "Ben"), owns={"Ann": ["brown"]}, jailed={"Ann": 0}, jail_cards={"Ann": 1})
    assert offered(table) == [
        "Roll for doubles",
        "Roll for doubles (real dice)",
        "Use the card to leave Jail",
        "Pay the $50 fine",
        "Build a house on Mediterranean Avenue (-$50)",
        "Build a house on Baltic Avenue (-$50)",
        "Build several",
        "Mortgage Mediterranean Avenue (+$30)",
        "Mortgage Baltic Avenue (+$30)",
        "Offer Ben a deal",
        "Offer Ann a deal",
        "Correct Ann's cash by an amount",
        "Set Ann's cash to a sum",
        "Correct Ben's cash by an amount",
        "Set Ben's cash to a sum",
        "Move money",
        "Correct Ann's jail cards",
        "Correct Ann's place",
        "Correct Ben's jail cards",
        "Correct Ben's place",
        "Correct a deed",
        "Change a house rule",
        "Ann leaves the game",
        "Ben leaves the game",
        "End the game",
    ]


def test_the_next_throw_comes_before_the_end_of_the_turn() -> None:
    assert offered(game(thrown=True))[:3] == ["Roll", "Enter your roll", "End the turn"]


def test_of_the_same_kind_the_awaited_players_come_first() -> None:
    table = game(owns={"Ann": ["Vermont"], "Ben": ["Oriental"], "Cy": ["Reading"]}, turn="Ben", thrown=True)
    assert [seat for seat, _, _ in labels(table, Mortgage)] == [BEN, CY, ANN]
    asked = replace(
        table,
        pending=(
            Debt(CY, BEN, 300, BY, because("Illinois Avenue, 2 houses")),
            Debt(ANN, BEN, 300, BY, because("Pay every player")),
        ),
    )
    assert [seat for seat, _, _ in labels(asked, Mortgage)] == [ANN, CY]


def test_lifting_a_mortgage_is_an_answer_when_it_is_asked_for() -> None:
    table = game(
        owns={"Ann": ["Baltic", "Reading", "Oriental"]},
        mortgaged=["Baltic", "Reading"],
        pending=(Interest(((ANN, BALTIC),), BY),),
        thrown=True,
    )
    assert offered(table)[:4] == [
        "Keep Baltic Avenue mortgaged (-$3)",
        "Pay off the mortgage on Baltic Avenue (-$33)",
        "Mortgage Oriental Avenue (+$50)",
        "Pay off the mortgage on Reading Railroad (-$110)",
    ]


def test_nobody_goes_bankrupt_by_the_first_key() -> None:
    assert offered(owing(300, cash={"Ann": 20}, owns={"Ann": ["Reading"]}))[0] == "Mortgage Reading Railroad (+$100)"


# What is still needed


def needed(table: Game, label: str) -> tuple[str, int, int, tuple[str, ...]]:
    move = the_move(table, label)
    return move.needs, move.least, move.most, move.fills


def test_what_each_move_needs() -> None:
    start, auction = (
        game(owns={"Ann": ["Reading"]}),
        game(pending=(Auction(ORIENTAL, high=59, bidder=BEN),), thrown=True),
    )
    deal = new_game(rules_of(variants=["short"]), ("Ann", "Ben"))
    assert needed(start, "Roll") == ("", 0, 0, ())
    assert needed(start, "Enter your roll") == ("dice", 0, 2, ("dice",))
    assert [move.most for move in move_views(auction) if move.label == "Bid $60"] == [1500, 1500, 1500]
    assert needed(auction, "Sell to Cy") == ("amount", 60, 1500, ("amount",))
    assert needed(deal, "Which deeds did Ann get?") == ("deeds", 3, 3, ("deeds",))
    assert needed(start, "Offer Cy a deal") == ("goods", 0, 0, ("gives", "gets"))
    assert needed(start, "Correct Ann's cash by an amount") == ("change", -1500, 999_998_499, ("by", "reason"))
    assert needed(start, "Set Ann's cash to a sum") == ("cash", 0, 999_999_999, ("cash", "reason"))
    assert needed(start, "Move money") == ("money", 1, 999_999_999, ("giver", "receiver", "amount", "reason"))
    assert needed(start, "Correct Ann's jail cards") == ("jail-cards", 0, 0, ("count", "deck", "reason"))
    assert needed(start, "Correct Ann's place") == ("place", 0, 0, ("space", "in_jail", "reason"))
    assert needed(start, "Correct a deed")[::3] == ("title", ("deed", "owner", "buildings", "mortgaged", "reason"))
    assert needed(start, "Change a house rule")[::3] == ("value", ("name", "value", "reason"))
    assert needed(start, "Ann leaves the game") == ("reason", 0, 0, ("reason",))


def test_the_speed_die_is_told_by_its_faces() -> None:
    table = game("platinum-2010", variants=["speed"], lapped=["Ann"])
    by_hand = the_move(table, "Enter your roll")
    assert (by_hand.most, by_hand.fills) == (3, ("dice", "speed"))
    assert by_hand.choices == (("1", "1"), ("2", "2"), ("3", "3"), ("bus", "the Bus"), ("mr", "Mr. M"))
    task = the_move(game("keys-2010", pending=(TaskDue(ANN, Deck.CHANCE),)), "Roll three dice for a task (real dice)")
    assert (task.most, task.fills, task.choices) == (3, ("dice",), ())


def test_one_entry_stands_for_every_deed_and_every_house_rule() -> None:
    table = game(pending=(Buying(ANN, ORIENTAL),), thrown=True)
    assert the_move(table, "Correct a deed").choices == tuple(
        (d.id, d.name) for d in ATLANTIC.deeds if d.id != ORIENTAL
    )
    rules = dict(the_move(game(options={"salary": 400}), "Change a house rule").choices)
    assert rules["salary"] == "Salary: another salary (now $400)"
    assert rules["double-on-go"] == "Double on GO: twice the salary for landing exactly on GO (now off)"
    assert "cash-at-start" not in rules, "it cannot be changed any more"


def test_deeds_are_dealt_from_those_of_the_bank() -> None:
    start = new_game(rules_of(variants=["short"]), ("Ann", "Ben"))
    dealt = play(start, DealDeeds(ANN, (0, 1, 2)))
    assert dict(the_move(dealt, "Which deeds did Ben get?").choices) == {d.id: d.name for d in ATLANTIC.deeds[3:]}
    assert command_of(the_move(dealt, "Deal the deeds")) == DealDeeds(BEN, ())
    assert command_of(the_move(start, "Deal the deeds")) == DealDeeds(ANN, ())


# Nothing is given away


@pytest.mark.parametrize("deck", list(Deck))
def test_the_order_of_the_companions_deck_is_not_told(deck: Deck) -> None:
    table = game(pending=(CardDue(ANN, deck),), thrown=True, electronic=True)
    shuffled = replace(table, decks=tuple(tuple(reversed(cards)) for cards in table.decks))
    assert command_of(move_views(table)[0]) == DrawCard(ANN)
    assert move_views(table) == move_views(shuffled)


def test_a_card_entered_by_hand_is_not_what_a_screen_offers_first() -> None:
    real = game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True)
    electronic = game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True, electronic=True, owns={"Ann": ["Reading"]})
    assert offered(real)[0] == "Chance: forward to GO (+$200)"
    assert offered(electronic)[:2] == ["Draw a Chance card", "Mortgage Reading Railroad (+$100)"]
    assert "Chance: Go back 3 spaces" in offered(electronic)


def test_nobody_sees_what_a_player_is_worth_before_the_tax_is_chosen() -> None:
    poor, rich = game(pending=(TaxChoice(ANN),)), game(pending=(TaxChoice(ANN),), owns={"Ann": ["Boardwalk"]})
    assert labels(poor)[:2] == labels(rich)[:2] == [(ANN, "Pay $200", -200), (ANN, "Pay 10% of everything", 0)]


def test_names_pass_through_as_they_are() -> None:
    table = game(players=("[red]", "\u202eBen"), turn="[red]", owns={"[red]": ["Reading"]})
    assert {"Offer \u202eBen a deal", "Correct [red]'s cash by an amount"} <= set(offered(table))


# Laws over whole games


class OfferedMoves(NamedTuple):
    """A moment, and what is offered at it."""

    table: Game
    moves: tuple[tuple[MoveView, AnyCommand], ...]


@lru_cache(maxsize=1)
def seen() -> tuple[OfferedMoves, ...]:
    return tuple(
        OfferedMoves(table, tuple((move, command_of(move)) for move in move_views(table))) for table in moments()
    )


def reaches(move: MoveView, act: AnyCommand, command: AnyCommand, table: Game) -> bool:
    """Can this entry, of a whole family, be filled in to be the command?"""
    match act, command:
        case CorrectDeed(), CorrectDeed(wanted):
            return wanted in dict(move.choices)
        case BuildSeveral(seat), BuildSeveral(player, deeds) if seat == player:
            return any(set(level.deeds) <= set(deeds) for level in move.levels)
        case SellSeveral(seat), SellSeveral(player, deeds) if seat == player:
            return any(set(level.deeds) <= set(deeds) for level in move.levels)
        case SetHouseRule(), SetHouseRule(wanted_rule):
            return wanted_rule in dict(move.choices)
        case OfferDeal(player, to), OfferDeal(offers, takes):
            return (player, to) == (offers, takes)
        case ClaimRent(), ClaimRent(owner) if act.player == owner:
            return play(table, act) == play(table, command)
    return False


def unreached(at: OfferedMoves) -> list[AnyCommand]:
    plain = {act for _, act in at.moves}
    others = [legal.command for legal in legal_commands(at.table) if legal.command not in plain]
    return [other for other in others if not any(reaches(*entry, other, at.table) for entry in at.moves)]


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long_run)])
def test_everything_legal_can_be_reached_at_every_moment(every: int) -> None:
    assert [missing for at in seen()[::every] if (missing := unreached(at))] == []


def test_every_command_there_is_is_offered_somewhere() -> None:
    assert {type(act) for at in seen() for _, act in at.moves} == set(get_args(AnyCommand))


def test_every_act_is_as_the_journal_reads_it() -> None:
    for move, act in (entry for at in seen() for entry in at.moves):
        assert msgspec.json.encode(act) == bytes(move.act)
        assert len(bytes(move.act)) <= MAX_ACT_BYTES


def test_what_needs_nothing_is_accepted_as_it_is() -> None:
    for at in seen():
        course = Timeline(Start(at.table), SeededDice(1))
        for move, act in at.moves:
            if not move.needs:
                course.plan(act)


def filled(move: MoveView, act: AnyCommand) -> AnyCommand:
    """With the faces that somebody read off the dice."""
    return replace(act, dice=(1, 2)) if move.needs == "dice" else act


def test_who_is_offered_a_move_may_give_it_and_nobody_else() -> None:
    for table, moves in seen():
        seats = table.still_in()
        for move, act in moves:
            allowed = [seat for seat in seats if not why_forbidden("player", seat, filled(move, act))]
            assert allowed == ([] if move.banker else [move.seat]), move


def test_a_throw_is_offered_by_hand_and_to_the_companion() -> None:
    for _, moves in seen():
        throws = [(move, act) for move, act in moves if isinstance(act, Roll | Throw)]
        companions = [(move.label, act) for move, act in throws if not move.needs]
        by_hand = [
            (move.label.replace("Enter your roll", "Roll").removesuffix(" (real dice)"), act)
            for move, act in throws
            if move.needs == "dice"
        ]
        assert companions == by_hand
        assert all(act.dice == () for _, act in throws)


def test_nothing_is_offered_after_the_end() -> None:
    ended = replace(game(), over=True, throw_due=False)
    assert move_views(ended) == ()


def test_with_dice_thrown_by_hand_these_are_entered_first() -> None:
    table = game(jailed={"Ann": 0}, jail_cards={"Ann": 1})
    usual, by_hand = move_views(table), move_views(table, hand_dice=True)
    assert [move.needs for move in usual[:2]] == ["", "dice"]
    assert [move.label for move in by_hand[:2]] == [usual[1].label, usual[0].label]
    assert by_hand[2:] == usual[2:]
