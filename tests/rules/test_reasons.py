"""What the rules say about a payment, or about why nothing happens: every reason, as the players read it."""

import pytest

from companion.rules import unfold
from companion.rules.cards import Deck
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    Build,
    BuyDeed,
    CloseAuction,
    CorrectCash,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    DeclineDeed,
    DrawCard,
    EndGame,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    MoveMoney,
    OfferDeal,
    PayFine,
    PayTax,
    Redeem,
    RetirePlayer,
    Roll,
    SellBuilding,
    SellGroup,
    SellLotTo,
    SetCash,
    SetHouseRule,
    Settle,
    Throw,
)
from companion.rules.deeds import Group
from companion.rules.events import Noted, Paid
from companion.rules.ids import BANK, POT
from companion.rules.pending_steps import HOTEL, HOUSE, Auction, CardDue, Debt, Goods, Interest, Placing, TaskDue
from companion.rules.state import Game
from companion.rules.words import REASONS, describe_event
from tests.kit import ANN, BEN, CY, because, deed, game, play

MED, BALTIC, READING = deed("Med"), deed("Baltic"), deed("Reading")
BROWN, LIGHT_BLUE = {"Ann": ["brown"]}, {"Ben": ["light-blue"]}
EVERYTHING = ["brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue", "railroad", "utility"]
TO_THE_BANK = Debt(ANN, BANK, 75, ("TAX-3",), because("Luxury Tax"))
TO_BEN = Debt(ANN, BEN, 900, ("RENT-1",), because("Oriental Avenue, no houses"))
CHANCE, CHEST = (CardDue(ANN, Deck.CHANCE),), (CardDue(ANN, Deck.CHEST),)
FOR_A_HOUSE, FOR_A_HOTEL = (Auction(building=HOUSE),), (Auction(building=HOTEL),)
OF_THE_TIMELINE = {"", "entered-roll", "entered-card"}  # added to a roll or a card by whoever enters it

SAID: list[tuple[Game, AnyCommand, list[str]]] = [
    (play(game(), Roll(ANN, (1, 2))), BuyDeed(ANN), ["Ann paid the Bank $60. Baltic Avenue, price."]),
    (
        game(pending=(Auction(BALTIC),), thrown=True),
        SellLotTo(BEN, 30),
        ["Ben paid the Bank $30. Baltic Avenue, highest bid."],
    ),
    (
        game(owns={"Ann": ["brown"], "Ben": ["light-blue"]}, pending=FOR_A_HOUSE, thrown=True),
        SellLotTo(BEN, 30),
        ["Ben paid the Bank $30. A scarce house, highest bid."],
    ),
    (
        game(owns=BROWN, buildings={"brown": 4}, pending=FOR_A_HOTEL, thrown=True),
        SellLotTo(ANN, 30),
        ["Ann paid the Bank $30. A scarce hotel, highest bid."],
    ),
    (game(pending=(Auction(BALTIC),), thrown=True), CloseAuction(), ["No bid: the Bank keeps Baltic Avenue."]),
    (game(owns=BROWN, pending=FOR_A_HOUSE, thrown=True), CloseAuction(), ["No bid: the Bank keeps a house."]),
    (
        game(owns=BROWN, buildings={"brown": 4}, pending=FOR_A_HOTEL, thrown=True),
        CloseAuction(),
        ["No bid: the Bank keeps a hotel."],
    ),
    (
        play(game(options={"no-auctions": True}), Roll(ANN, (1, 2))),
        DeclineDeed(ANN),
        ["Baltic Avenue stays with the Bank: no auctions at this table."],
    ),
    (
        game(
            options={"no-auctions": True},
            cash={"Ann": 10},
            owns={"Ann": ["Reading"]},
            mortgaged=["Reading"],
            pending=(TO_THE_BANK,),
        ),
        GoBankrupt(ANN),
        [
            "Ann paid the Bank $10. All the cash that was left.",
            "The deeds stay with the Bank: no auctions at this table.",
        ],
    ),
    (
        game(options={"first-lap-no-buying": True}),
        Roll(ANN, (1, 2)),
        ["Ann may not buy before passing GO.", "Baltic Avenue stays with the Bank: nobody may bid."],
    ),
    (
        game(owns=BROWN, buildings={"brown": 2}),
        Build(ANN, MED),
        ["Ann paid the Bank $50. Mediterranean Avenue, house 3."],
    ),
    (
        game(owns=BROWN, buildings={"brown": 4}),
        Build(ANN, MED),
        ["Ann paid the Bank $50. Mediterranean Avenue, the hotel."],
    ),
    (
        game(owns=BROWN, buildings={"brown": 2}),
        SellBuilding(ANN, MED),
        ["The Bank paid Ann $25. Mediterranean Avenue, half of $50."],
    ),
    (
        game(owns=BROWN, buildings={"brown": 5}),
        SellGroup(ANN, Group.BROWN),
        ["The Bank paid Ann $250. Every brown building: 10 × half of $50."],
    ),
    (
        game(cash={"Ann": 10}, owns=BROWN, buildings={"brown": 1}, pending=(TO_BEN,)),
        GoBankrupt(ANN),
        [
            "The Bank paid Ann $25. Mediterranean Avenue, buildings: half of $50.",
            "The Bank paid Ann $25. Baltic Avenue, buildings: half of $50.",
            "Ann paid Ben $60. All the cash that was left.",
        ],
    ),
    (
        game(owns={"Ann": ["Reading"]}),
        Mortgage(ANN, READING),
        ["The Bank paid Ann $100. Reading Railroad, mortgage value."],
    ),
    (
        game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"]),
        Redeem(ANN, READING),
        ["Ann paid the Bank $110. Reading Railroad, mortgage $100 and 10%: $100 + $10."],
    ),
    (
        game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"], pending=(Interest(((ANN, READING),), ("DEAL-4",)),)),
        KeepMortgage(ANN, READING),
        ["Ann paid the Bank $10. Reading Railroad stays mortgaged: 10% of $100."],
    ),
    (game(owns={"Ben": ["Oriental"]}), Roll(ANN, (2, 4)), ["Ann paid Ben $6. Oriental Avenue, no houses."]),
    (
        game(owns=LIGHT_BLUE),
        Roll(ANN, (2, 4)),
        ["Ann paid Ben $12. Oriental Avenue, complete group, no houses: 2 × $6."],
    ),
    (
        game(owns=LIGHT_BLUE, buildings={"light-blue": 1}),
        Roll(ANN, (2, 4)),
        ["Ann paid Ben $30. Oriental Avenue, 1 house."],
    ),
    (
        game(owns=LIGHT_BLUE, buildings={"light-blue": 3}),
        Roll(ANN, (2, 4)),
        ["Ann paid Ben $270. Oriental Avenue, 3 houses."],
    ),
    (
        game(owns=LIGHT_BLUE, buildings={"light-blue": 5}),
        Roll(ANN, (2, 4)),
        ["Ann paid Ben $550. Oriental Avenue, hotel."],
    ),
    (game(owns={"Ben": ["Reading"]}), Roll(ANN, (1, 4)), ["Ann paid Ben $25. Reading Railroad, 1 railroad owned."]),
    (game(owns={"Ben": ["railroad"]}), Roll(ANN, (1, 4)), ["Ann paid Ben $200. Reading Railroad, 4 railroads owned."]),
    (
        game(owns={"Ben": ["Pennsylvania R"]}, at={"Ann": 7}, pending=CHANCE, thrown=True),
        DrawCard(ANN, "chance/nearest-railroad"),
        ["Ann paid Ben $50. Pennsylvania Railroad, 1 railroad owned, double by the card: 2 × $25."],
    ),
    (
        game(owns={"Ben": ["railroad"]}, at={"Ann": 7}, pending=CHANCE, thrown=True),
        DrawCard(ANN, "chance/nearest-railroad"),
        ["Ann paid Ben $400. Pennsylvania Railroad, 4 railroads owned, double by the card: 2 × $200."],
    ),
    (
        game(owns={"Ben": ["Electric"]}, at={"Ann": 5}),
        Roll(ANN, (3, 4)),
        ["Ann paid Ben $28. Electric Company: 4 × 7."],
    ),
    (game(owns={"Ann": ["Oriental"]}), Roll(ANN, (2, 4)), ["Oriental Avenue is Ann's own."]),
    (
        game(owns={"Ben": ["Oriental"]}, mortgaged=["Oriental"]),
        Roll(ANN, (2, 4)),
        ["Oriental Avenue is mortgaged: no rent."],
    ),
    (
        game(options={"no-rent-in-jail": True}, owns={"Ben": ["Oriental"]}, jailed={"Ben": 0}),
        Roll(ANN, (2, 4)),
        ["Ben is in Jail and collects nothing."],
    ),
    (game(at={"Ann": 38}), Roll(ANN, (1, 4)), ["The Bank paid Ann $200. Salary."]),
    (
        game(at={"Ann": 35}, options={"double-on-go": True}),
        Roll(ANN, (1, 4)),
        ["The Bank paid Ann $400. Landed on GO: 2 × $200."],
    ),
    (game(at={"Ann": 5}), Roll(ANN, (1, 4)), ["Just visiting."]),
    (
        game("platinum-2010", variants=["speed"], lapped=["Ann"], owns={"Ann": EVERYTHING}),
        Roll(ANN, (1, 2), "mr"),
        ["Baltic Avenue is Ann's own.", "There is no property to move to."],
    ),
    (game(jailed={"Ann": 0}), PayFine(ANN), ["Ann paid the Bank $50. The fine for leaving Jail."]),
    (game(jailed={"Ann": 2}), Roll(ANN, (1, 2)), ["Ann paid the Bank $50. The fine for leaving Jail."]),
    (game("keys-2010"), Roll(ANN, (1, 3)), ["Ann paid the Bank $200. Income Tax."]),
    (
        play(game(owns={"Ann": ["Reading"]}), Roll(ANN, (1, 3))),
        PayTax(ANN, percent=True),
        ["Ann paid the Bank $170. Income Tax: 10% of total worth $1,700 (cash $1,500, deeds and buildings $200)."],
    ),
    (
        play(game(cash={"Ann": 0}), Roll(ANN, (1, 3))),
        PayTax(ANN, percent=True),
        ["Income Tax: 10% of total worth $0 (cash $0, deeds and buildings $0): nothing to pay."],
    ),
    (game(at={"Ann": 35}), Roll(ANN, (1, 2)), ["Ann paid the Bank $75. Luxury Tax."]),
    (game(at={"Ann": 14}), Roll(ANN, (2, 4)), ["Free Parking: nothing happens."]),
    (
        game(options={"free-parking-pot": 500}, at={"Ann": 14}),
        Roll(ANN, (2, 4)),
        [
            "Ann took $500 from the pot. Everything under Free Parking.",
            "The Bank paid $500 into the pot. The next pot under Free Parking.",
        ],
    ),
    (
        game(),
        SetHouseRule("free-parking-pot", 500, "agreed"),
        ["The Bank paid $500 into the pot. The first pot under Free Parking."],
    ),
    (
        game(options={"free-parking-pot": 500}),
        SetHouseRule("free-parking-pot", False, "agreed"),
        ["The Bank took $500 from the pot. The pot goes to the Bank."],
    ),
    (game(pending=CHEST, thrown=True), DrawCard(ANN, "chest/doctor"), ["Ann paid the Bank $50. The doctor's bill."]),
    (
        game(owns=BROWN, buildings={"Med": 5, "Baltic": 4}, pending=CHANCE, thrown=True),
        DrawCard(ANN, "chance/general-repairs"),
        ["Ann paid the Bank $200. Repairs of houses and hotels: 4 × $25 + 1 × $100."],
    ),
    (
        game(pending=CHANCE, thrown=True),
        DrawCard(ANN, "chance/general-repairs"),
        ["Repairs of houses and hotels: no buildings, nothing to pay."],
    ),
    (
        game("keys-2010", jail_cards={"Ben": 6}, pending=(TaskDue(ANN, Deck.CHANCE),), thrown=True),
        Throw(ANN, (2, 4, 4)),
        ["No key is left to take."],
    ),
    (
        play(game(owns={"Ann": ["Reading"]}), OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=150))),
        AcceptDeal(BEN),
        ["Ben paid Ann $150. As agreed in the deal."],
    ),
    (
        game(),
        RetirePlayer(CY, "bedtime"),
        ["Cy leaves the table: bedtime.", "Cy paid the Bank $1,500. All the cash that was left."],
    ),
    (game(), RetirePlayer(CY, ""), ["Cy leaves the table.", "Cy paid the Bank $1,500. All the cash that was left."]),
    (
        game(),
        EndGame("bedtime"),
        [
            "The Banker ends the game: bedtime.",
            "Ann is worth $1,500: cash $1,500 + deeds $0 + buildings $0.",
            "Ben is worth $1,500: cash $1,500 + deeds $0 + buildings $0.",
            "Cy is worth $1,500: cash $1,500 + deeds $0 + buildings $0.",
        ],
    ),
    (
        game(owns=BROWN, buildings={"brown": 1}),
        EndGame(),
        [
            "Ann is worth $1,720: cash $1,500 + deeds $120 + buildings $100.",
            "Ben is worth $1,500: cash $1,500 + deeds $0 + buildings $0.",
            "Cy is worth $1,500: cash $1,500 + deeds $0 + buildings $0.",
        ],
    ),
    (game(), CorrectCash(ANN, 5, "miscounted"), ["The Bank paid Ann $5. Correction: miscounted."]),
    (game(), CorrectCash(ANN, -5, ""), ["Ann paid the Bank $5. Correction."]),
    (game(), SetCash(ANN, 1460, "counted"), ["Ann paid the Bank $40. Correction: Ann has $1,460: counted."]),
    (game(), SetCash(ANN, 1501, ""), ["The Bank paid Ann $1. Correction: Ann has $1,501."]),
    (game(), MoveMoney(ANN, BEN, 50, "agreed"), ["Ann paid Ben $50. Correction: agreed."]),
    (game(options={"free-parking-pot": 5}), MoveMoney(POT, ANN, 5, ""), ["Ann took $5 from the pot. Correction."]),
    (
        game(jail_cards={"Ann": 1}),
        CorrectJailCards(ANN, 1, "mixed up", "chest"),
        ["Correction of Ann's jail cards: mixed up."],
    ),
    (game(), CorrectPlace(ANN, 10, "miscounted", in_jail=True), ["Correction: Ann is in Jail: miscounted."]),
    (game(), CorrectPlace(ANN, 5, "miscounted"), ["Correction: Ann is on Reading Railroad: miscounted."]),
    (game(), CorrectDeed(READING, "mislaid", owner=ANN), ["Correction of Reading Railroad: mislaid."]),
    (
        game(pending=(TO_THE_BANK, Placing(ANN, HOUSE))),
        Settle(ANN),
        ["Ann paid the Bank $75. Luxury Tax.", "No lot is left for the house: it stays with the Bank."],
    ),
    (
        game(pending=(TO_THE_BANK, Placing(ANN, HOTEL))),
        Settle(ANN),
        ["Ann paid the Bank $75. Luxury Tax.", "No lot is left for the hotel: it stays with the Bank."],
    ),
]


def reasons(before: Game, command: AnyCommand) -> list[tuple[str, str]]:
    """The code and the sentence of every reason that the command's events give."""
    found = []
    for event in unfold(before, command).events:
        if isinstance(event, Noted | Paid):
            found.append((event.why.code, describe_event(before, event).text))
        before = event.apply(before)
    return found


@pytest.mark.parametrize(("table", "command", "sentences"), SAID, ids=[said[0] for _, _, said in SAID])
def test_a_reason_is_given_in_a_sentence(table: Game, command: AnyCommand, sentences: list[str]) -> None:
    assert [sentence for _, sentence in reasons(table, command)] == sentences


def test_every_reason_is_in_the_table() -> None:
    given = {code for table, command, _ in SAID for code, _ in reasons(table, command)}
    assert given == REASONS.keys() - OF_THE_TIMELINE
