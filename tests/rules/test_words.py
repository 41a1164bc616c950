"""Every event is told in a sentence that players understand, or not at all."""

import re
import typing

import pytest
from msgspec.structs import replace

from companion.rules.cards import Deck
from companion.rules.editions import CLASSIC, KEYS_2010, Rules, with_variant
from companion.rules.events import (
    AnyEvent,
    BidMade,
    BidPassed,
    BuildingsRemoved,
    Built,
    CardDrawn,
    DeedConveyed,
    DeedMortgaged,
    DiceRolled,
    DiceThrown,
    Event,
    GameEnded,
    HouseRuleSet,
    InterestAnswered,
    JailCardMoved,
    JailEntered,
    JailLeft,
    JailThrowFailed,
    MortgageLifted,
    Noted,
    OfferClosed,
    OfferMade,
    Paid,
    PlayerLeft,
    RentClaimed,
    RentIncurred,
    RentLapsed,
    StartDecided,
    StartThrown,
    StartTied,
    StepClosed,
    StepOpened,
    TokenMoved,
    TurnPassed,
)
from companion.rules.ids import BANK, POT
from companion.rules.pending_steps import (
    AnyPendingStep,
    Auction,
    AuctionsDue,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Goods,
    Interest,
    Offer,
    Placing,
    Rent,
    SpaceChoice,
    SpeedAdvance,
    TaskDue,
    TaxChoice,
    TurnEnds,
    UtilityThrowDue,
    WaitingMove,
)
from companion.rules.reasons import NO_REASON
from companion.rules.state import KEY, Game, Player, Title
from companion.rules.words import StoryLine, describe_event
from tests.kit import ATLANTIC, because

ANN, BEN, CY = 0, 1, 2
BY = ("RENT-1",)  # any clause will do: the story passes it on
DEED = {deed.name: deed.id for deed in ATLANTIC.deeds}
ORIENTAL, VERMONT, BALTIC = DEED["Oriental Avenue"], DEED["Vermont Avenue"], DEED["Baltic Avenue"]
WATER = DEED["Water Works"]


def a_game(rules: Rules = CLASSIC) -> Game:
    """Ann has 1500 and stands on GO; Ben has 120 and stands on Boardwalk; Cy has 1500 and stands on Chance."""
    players = (Player("Ann", cash=1500), Player("Ben", cash=120, place=39), Player("Cy", cash=1500, place=7))
    deck = tuple(range(16))
    return Game(rules, ATLANTIC, players, titles=tuple(Title() for _ in ATLANTIC.deeds), decks=(deck, deck))


OFFER = Offer(ANN, BEN, Goods((ORIENTAL, VERMONT), 50), Goods((BALTIC,), 0, 1))
RENT = Rent(BEN, ANN, ORIENTAL, 12, 0, 3, BY, because("Oriental Avenue, complete group, no houses: 2 × 6"))
UTILITY_RENT = Rent(BEN, ANN, WATER, 0, 4, 3, BY, NO_REASON)
BACK_THREE, BANK_ERROR = 8, 1  # places in the two decks

EXAMPLES: list[tuple[Event, str]] = [
    (Noted(BY, BEN, because("just visiting")), "Just visiting."),
    (StartThrown(BY, BEN, (6, 2)), "Ben rolled 6 + 2 for the first turn."),
    (StartTied(BY, (ANN, BEN)), "Ann and Ben rolled the same and roll again."),
    (StartTied(BY, (ANN, BEN, CY)), "Ann, Ben and Cy rolled the same and roll again."),
    (StartDecided(BY, BEN), "Ben starts."),
    (DiceRolled(BY, BEN, (6, 2), "", 0, False), "Ben rolled 6 + 2."),
    (DiceRolled(BY, BEN, (6, 2), "", 1, False), "Ben rolled 6 + 2."),
    (DiceRolled(BY, BEN, (4, 4), "", 1, True), "Ben rolled 4 + 4: doubles."),
    (DiceRolled(BY, BEN, (4, 4), "", 2, True), "Ben rolled 4 + 4: doubles, the second of this turn."),
    (DiceRolled(BY, BEN, (4, 4), "", 3, False), "Ben rolled 4 + 4: doubles, the third of this turn."),
    (DiceRolled(BY, BEN, (6, 2), "3", 0, False), "Ben rolled 6 + 2 + 3."),
    (DiceRolled(BY, BEN, (6, 2), "bus", 0, False), "Ben rolled 6 + 2 and the Bus."),
    (DiceRolled(BY, BEN, (6, 2), "mr", 0, False), "Ben rolled 6 + 2 and Mr. M."),
    (DiceThrown(BY, BEN, (6, 2), ""), "Ben rolled 6 + 2."),
    (DiceThrown(BY, CY, (6, 2, 1), ""), "Cy rolled 6 + 2 + 1."),
    (TokenMoved(BY, ANN, 8, False), "Ann moved from GO to Vermont Avenue."),
    (TokenMoved(BY, BEN, 3, True), "Ben moved from Boardwalk past GO to Baltic Avenue."),
    (TokenMoved(BY, BEN, 0, True), "Ben moved from Boardwalk to GO."),
    (JailEntered(BY, BEN), "Ben is in Jail."),
    (JailThrowFailed(BY, BEN), "No doubles: Ben stays in Jail."),
    (JailLeft(BY, BEN), "Ben is out of Jail."),
    (
        Paid(BY, BEN, ANN, 12, because("Oriental Avenue, complete group, no houses: 2 × 6")),
        "Ben paid Ann $12. Oriental Avenue, complete group, no houses: 2 × $6.",
    ),
    (Paid(BY, BANK, ANN, 200, because("salary")), "The Bank paid Ann $200. Salary."),
    (Paid(BY, ANN, BANK, 1200, NO_REASON), "Ann paid the Bank $1,200."),
    (Paid(BY, ANN, POT, 75, because("Luxury Tax")), "Ann paid $75 into the pot. Luxury Tax."),
    (
        Paid(BY, POT, ANN, 300, because("everything under Free Parking")),
        "Ann took $300 from the pot. Everything under Free Parking.",
    ),
    (Paid(BY, BANK, POT, 500, NO_REASON), "The Bank paid $500 into the pot."),
    (DeedConveyed(BY, VERMONT, BEN), "Vermont Avenue now belongs to Ben."),
    (DeedConveyed(BY, VERMONT, BANK), "Vermont Avenue now belongs to the Bank."),
    (DeedMortgaged(BY, VERMONT), "Vermont Avenue is now mortgaged."),
    (MortgageLifted(BY, VERMONT), "Vermont Avenue is free of its mortgage."),
    (Built(BY, VERMONT, 1), "Vermont Avenue now has 1 house."),
    (Built(BY, VERMONT, 5), "Vermont Avenue now has a hotel."),
    (BuildingsRemoved(BY, VERMONT, 4), "Vermont Avenue now has 4 houses."),
    (BuildingsRemoved(BY, VERMONT, 0), "Vermont Avenue now has no buildings."),
    (CardDrawn(BY, CY, Deck.CHANCE, BACK_THREE), "Cy drew a Chance card: Go back 3 spaces."),
    (CardDrawn(BY, CY, Deck.CHEST, BANK_ERROR), "Cy drew a Community Chest card: Bank error."),
    (JailCardMoved(BY, "chance", BANK, CY), "Cy keeps the Chance card to leave Jail."),
    (JailCardMoved(BY, "chest", CY, ANN), "Cy gave Ann the Community Chest card to leave Jail."),
    (JailCardMoved(BY, "chest", CY, BANK), "Cy put the Community Chest card to leave Jail back under its deck."),
    (JailCardMoved(BY, KEY, CY, BANK), "Cy put a key to leave Jail back with the others."),
    (StepClosed(BY, Buying(BEN, VERMONT)), ""),
    (InterestAnswered(BY, BEN, VERMONT), ""),
    (BidMade(BY, ANN, 120), "Ann bid $120."),
    (BidPassed(BY, ANN), "Ann passes."),
    (
        OfferMade(BY, OFFER),
        "Ann offers Ben Oriental Avenue, Vermont Avenue and $50 for Baltic Avenue and a card to leave Jail.",
    ),
    (OfferMade(BY, Offer(ANN, BEN, Goods(jail_cards=2), Goods())), "Ann offers Ben 2 cards to leave Jail for nothing."),
    (OfferClosed(BY, OFFER, "accepted"), "Ben accepted Ann's offer."),
    (OfferClosed(BY, OFFER, "rejected"), "Ben turned down Ann's offer."),
    (OfferClosed(BY, OFFER, "countered"), "Ben answers Ann's offer with another."),
    (OfferClosed(BY, OFFER, "withdrawn"), "Ann withdrew the offer to Ben."),
    (OfferClosed(BY, OFFER, "lapsed"), "Ann's offer to Ben no longer stands."),
    (RentIncurred(BY, RENT), "Ann may ask Ben for $12 rent. Oriental Avenue, complete group, no houses: 2 × $6."),
    (RentIncurred(BY, UTILITY_RENT), "Ann may ask Ben for rent: 4 times a roll of the dice for Water Works."),
    (RentClaimed(BY, RENT), "Ann asked Ben for the rent of Oriental Avenue."),
    (RentLapsed(BY, RENT), "Ann did not ask in time: Ben pays no rent for Oriental Avenue."),
    (TurnPassed(BY, CY), "Cy's turn."),
    (PlayerLeft(BY, BEN, True), "Ben is bankrupt and out of the game."),
    (PlayerLeft(BY, BEN, False), "Ben has left the game."),
    (
        HouseRuleSet(BY, "double-on-go", True, "we always do"),
        "House rule Double on GO is now on (twice the salary for landing exactly on GO). Reason: We always do.",
    ),
    (
        HouseRuleSet(BY, "free-parking-pot", 0, ""),
        "House rule Free Parking pot is now $0 (taxes and fines wait under Free Parking).",
    ),
    (HouseRuleSet(BY, "salary", 400, ""), "House rule Salary is now $400 (another salary)."),
    (GameEnded(BY, (ANN, BEN)), "Ann and Ben win."),
    (GameEnded(BY, (CY,)), "Cy wins."),
    (GameEnded(BY, ()), "The game is over."),
]

MATTERS: list[tuple[AnyPendingStep, str]] = [
    (Buying(BEN, VERMONT), "Ben may buy Vermont Avenue for $100."),
    (Auction(ORIENTAL), "The Bank auctions Oriental Avenue."),
    (Auction(building="house", least=50), "The Bank auctions a house. The first bid is $50 or more."),
    (Auction(ORIENTAL, high=90, bidder=ANN, passed=(BEN,)), "The auction of Oriental Avenue goes on."),
    (
        Debt(BEN, ANN, 300, BY, because("Illinois Avenue, 2 houses")),
        "Ben owes Ann $300 and has $120: short by $180. Illinois Avenue, 2 houses.",
    ),
    (Debt(BEN, BANK, 75, BY, NO_REASON), "Ben owes the Bank $75."),
    (
        Interest(((ANN, ORIENTAL), (ANN, VERMONT), (BEN, BALTIC)), BY),
        "Ann must choose for Oriental Avenue and Vermont Avenue: pay off the mortgage, or pay 10% and leave it. "
        "Ben must choose for Baltic Avenue: pay off the mortgage, or pay 10% and leave it.",
    ),
    (CardDue(CY, Deck.CHANCE), "Cy, draw a Chance card."),
    (TaskDue(CY, Deck.CHEST), "Cy, roll three dice for a Community Chest task."),
    (
        UtilityThrowDue(BEN, ANN, WATER, 10, BY),
        "Ben, roll the dice: Water Works costs 10 times the total, owed to Ann.",
    ),
    (TaxChoice(CY), "Cy, choose the Income Tax: $200, or 10% of everything."),
    (BusChoice(CY, (3, 4)), "The Bus: Cy may move by 3, 4 or 7."),
    (BusChoice(CY, (3, 3)), "The Bus: Cy may move by 3 or 6."),
    (SpaceChoice(CY), "Three of a kind: Cy may move forward to any space."),
    (Placing(ANN, "house"), "Ann, choose a lot for the house."),
    (Dealing((BEN, CY)), "Deal deeds to Ben and Cy."),
    (WaitingMove(BEN, 7, ("JAIL-6",)), ""),
    (SpeedAdvance(BEN), ""),
    (AuctionsDue((ORIENTAL,)), ""),
    (TurnEnds(BEN), ""),
]
ALL_EXAMPLES = EXAMPLES + [(StepOpened(BY, step), text) for step, text in MATTERS]


@pytest.mark.parametrize(("event", "text"), ALL_EXAMPLES)
def test_what_is_said(event: Event, text: str) -> None:
    assert describe_event(a_game(), event) == StoryLine(text, BY)


def test_every_event_and_every_pending_step_has_an_example() -> None:
    events, steps = set(typing.get_args(AnyEvent)), set(typing.get_args(AnyPendingStep))
    assert {type(event) for event, _ in ALL_EXAMPLES} == events
    assert {type(step) for step, _ in MATTERS} == steps


def test_no_sentence_shows_a_class_name_or_an_account() -> None:
    words = {kind.__name__ for kind in (*typing.get_args(AnyEvent), *typing.get_args(AnyPendingStep))}
    two_words = {word for word in words if re.search("[a-z][A-Z]", word)}
    for event, _ in ALL_EXAMPLES:
        text = describe_event(a_game(), event).text
        assert not any(word in text for word in two_words), text
        assert not re.search(r"-[12]\b|None|True|False|Deck\.|\bplayer \d|\bdeed \d", text), text


def test_a_sentence_is_whole() -> None:
    for event, _ in ALL_EXAMPLES:
        text = describe_event(a_game(), event).text
        assert not text or (text[0].isupper() and text.endswith(".") and ".." not in text), text


def test_tasks_and_keys_take_the_place_of_cards() -> None:
    game = a_game(KEYS_2010)
    task = CardDrawn(BY, CY, Deck.CHANCE, ATLANTIC.jail_free(Deck.CHANCE))
    assert describe_event(game, task).text == "Cy got the Chance task: Get out of Jail card."
    assert describe_event(game, JailCardMoved(BY, KEY, BANK, CY)).text == "Cy keeps a key to leave Jail."
    offer = OfferMade(BY, Offer(CY, ANN, Goods(jail_cards=1), Goods(cash=30)))
    assert describe_event(game, offer).text == "Cy offers Ann a key to leave Jail for $30."


def test_a_roll_for_a_task_says_its_number() -> None:
    game = replace(a_game(KEYS_2010), pending=(TaskDue(CY, Deck.CHANCE),))
    assert describe_event(game, DiceThrown(BY, CY, (6, 2, 1), "")).text == "Cy rolled 6 + 2 + 1: task 9."


def test_jail_cards_are_named_by_their_decks_where_that_is_said() -> None:
    offer = OfferMade(BY, Offer(CY, ANN, Goods(jail_cards=2, decks=("chest",)), Goods(cash=30)))
    thing = "the Community Chest card to leave Jail and a card to leave Jail"
    assert describe_event(a_game(CLASSIC), offer).text == f"Cy offers Ann {thing} for $30."


def test_a_deal_before_play_says_how_many_deeds() -> None:
    game = a_game(with_variant(CLASSIC, "short"))
    assert describe_event(game, StepOpened(BY, Dealing((ANN,)))).text == "Deal 3 deeds to Ann."
    both = StepOpened(BY, Dealing((ANN, BEN)))
    assert describe_event(game, both).text == "Deal 3 deeds each to Ann and Ben."


def test_a_second_debt_waits_for_the_first() -> None:
    game = replace(a_game(), pending=(Debt(BEN, ANN, 300, BY, NO_REASON),))
    said = describe_event(game, StepOpened(BY, Debt(BEN, CY, 50, BY, because("Pay every player")))).text
    assert said == "Ben owes Cy $50, after the debt that is open already. Pay every player."


def test_the_tax_choice_does_not_show_what_the_player_is_worth() -> None:
    event = StepOpened(("TAX-1",), TaxChoice(BEN))
    richer = replace(a_game(), players=(Player("Ann"), Player("Ben", cash=7777), Player("Cy")))
    assert describe_event(richer, event) == describe_event(a_game(), event)


def test_the_story_is_told_from_before_the_event() -> None:
    game = a_game()
    event = TokenMoved(BY, ANN, 8, False)
    assert "from GO" in describe_event(game, event).text
    assert "from Vermont" in describe_event(event.apply(game), event).text


def test_the_clauses_come_along() -> None:
    assert describe_event(a_game(), BidMade(("AUCTION-1", "AUCTION-2"), ANN, 1)).clauses == ("AUCTION-1", "AUCTION-2")
