"""States of a game that matter to a press or a tap, and what five gestures come to in each of them."""

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.rules.cards import Deck
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    Bid,
    BuyDeed,
    ClaimRent,
    DealDeeds,
    DrawCard,
    OfferDeal,
    PlaceBuilding,
    Roll,
    Settle,
    Throw,
)
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import (
    HOUSE,
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
from companion.table.gestures.context import ChoicePrompt, Do, Meaning, MoveHighlight, Notice, Show
from companion.table.gestures.sheet import NEXT_TURN, QUESTION, THROWN, Sheet, question_sheet
from tests.kit import ANN, ATLANTIC, BEN, CY, because, deed, game, new_game, play, rules_of
from tests.table.gestures.contexts import press

ORIENTAL, VERMONT, READING, ELECTRIC = map(deed, ("Oriental", "Vermont", "Reading", "Electric"))
BY = ("RENT-1",)
THREE = ("Ann", "Ben", "Cy")
DICE, CONFIRM, CANCEL = press("dice"), press("confirm"), press("cancel")


def came_to(meaning: Meaning) -> str:
    """A meaning in short: what is done, which sheet with which move, what is said with which cue."""
    match meaning:
        case Do(act, seat, first):
            return f"{seat} does {(*first, act)!r}" if first else f"{seat} does {act!r}"
        case Show(Sheet() as sheet):
            return f"shows {_about(sheet)}: {sheet.move.label if sheet.move else 'nothing highlighted'}"
        case MoveHighlight(Sheet() as sheet):
            return f"moves on in {_about(sheet)}: {sheet.move.label if sheet.move else 'to nothing'}"
        case ChoicePrompt(text, choices):
            return f"asks: {text} {[choice.label for choice in choices]}"
        case Notice(text, cue):
            return f"{cue}: {text}"
    return type(meaning).__name__


def _about(sheet: Sheet) -> str:
    others = {QUESTION: "the question", THROWN: "the roll", NEXT_TURN: "the next turn"}
    return others.get(sheet.deed) or ATLANTIC.deeds[sheet.deed].name


def done(act: AnyCommand, seat: PlayerId, *first: AnyCommand) -> str:
    return came_to(Do(act, seat, first))


def owing(debtor: PlayerId, cash: int = 1500, **table: object) -> Game:
    debt = Debt(debtor, BEN if debtor == ANN else ANN, 100, BY, because("Oriental Avenue, no houses"))
    return game(pending=(debt,), thrown=True, cash={"Ann": cash}, **table)  # type: ignore[arg-type]


def speedy(*pending: BusChoice | SpaceChoice) -> Game:
    return game("platinum-2010", variants=["speed"], lapped=["Ann"], pending=pending, thrown=True)


def opening(**table: object) -> Game:
    return new_game(rules_of(**table), THREE)  # type: ignore[arg-type]


BUYING, AUCTION = (Buying(ANN, ORIENTAL),), Auction(ORIENTAL)
OFFERED = play(game(owns={"Ann": ["Reading"]}), OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=50)))
CLAIMABLE = play(game(options={"rent": "claim"}, owns={"Ben": ["Oriental"]}), Roll(ANN, (1, 5)))
OVER = replace(game(), over=True, throw_due=False, winners=(BEN,))
TAKEN_OVER = game(
    owns={"Ben": ["Reading"]}, mortgaged=["Reading"], pending=(Interest(((BEN, READING),), BY),), thrown=True
)
UTILITY = game(
    "platinum-2010",
    owns={"Ben": ["Electric"]},
    pending=(UtilityThrowDue(ANN, BEN, ELECTRIC, 4, BY),),
    thrown=True,
)
ONE_LOT = game(owns={"Ann": ["brown"]}, buildings={"Baltic": 1}, pending=(Placing(ANN, HOUSE),), thrown=True)

# {asked} is what the table waits for, as every screen says it.
NO_THROW = "refused: No roll now. {asked}"
PRESS_DICE = "your-turn: {asked} Press the dice button."
CHOOSE = "refused: {asked} Choose with cancel and confirm, or on the screen."
BID = "refused: {asked} Bid with your own card or seat button. To pass, press cancel first."
YOURS = "your-turn: {name} has ${cash:,}. {asked}"
YOURS_TO_CHOOSE = f"{YOURS} Choose with cancel and confirm, or on the screen."
NOT_YOURS = "read: {name} has ${cash:,}. {asked}"


class GestureState(NamedTuple):
    """Ann is on turn. A string is what is said or shown; a command is what is done, by the player it names.

    `cancels` is what one press of cancel after the other highlights, from nothing open until it is closed again.
    """

    name: str
    table: Game
    dice: str | AnyCommand
    confirm: str | AnyCommand
    anns_card: str | AnyCommand
    bens_seat: str | AnyCommand
    cancels: tuple[str, ...] = ()


STATES = [
    GestureState("nothing is open", game(), Roll(ANN, ()), PRESS_DICE, YOURS, NOT_YOURS),
    GestureState("Ann has doubles", game(doubles=1), Roll(ANN, ()), PRESS_DICE, YOURS, NOT_YOURS),
    GestureState(
        "Ann has rolled",
        game(thrown=True),
        Roll(BEN, ()),
        "shows the question: End the turn",
        "shows the question: End the turn",
        NOT_YOURS,
    ),
    GestureState(
        "Ann has rolled, and Ben is in Jail",
        game(thrown=True, jailed={"Ben": 0}),
        Roll(BEN, ()),
        "shows the question: End the turn",
        "shows the question: End the turn",
        "shows the next turn: Pay the $50 fine",
    ),
    GestureState(
        "Ann has rolled, and Ben is in Jail with a card",
        game(thrown=True, jailed={"Ben": 0}, jail_cards={"Ben": 1}),
        Roll(BEN, ()),
        "shows the question: End the turn",
        "shows the question: End the turn",
        "shows the next turn: Use the card to leave Jail",
    ),
    GestureState(
        "Ann may buy",
        game(pending=BUYING, thrown=True),
        NO_THROW,
        BuyDeed(ANN),
        BuyDeed(ANN),
        NOT_YOURS,
        ("Don't buy: auction",),
    ),
    GestureState(
        "Ann may buy and is short",
        game(pending=BUYING, cash={"Ann": 60}, owns={"Ann": ["Reading", "Electric"]}, thrown=True),
        NO_THROW,
        "shows the question: Mortgage Reading Railroad (+$100)",
        "shows the question: Mortgage Reading Railroad (+$100)",
        NOT_YOURS,
        ("Don't buy: auction", "Mortgage Electric Company (+$75)"),
    ),
    GestureState(
        "a deed is auctioned",
        game(pending=(AUCTION,), thrown=True),
        NO_THROW,
        BID,
        Bid(ANN, 10),
        Bid(BEN, 10),
        ("Ann passes", "Ben passes", "Cy passes"),
    ),
    GestureState(
        "Ben holds the highest bid",
        game(pending=(replace(AUCTION, high=59, bidder=BEN),), thrown=True),
        NO_THROW,
        BID,
        Bid(ANN, 60),
        NOT_YOURS,
        ("Ann passes", "Cy passes"),
    ),
    GestureState("Ann has a debt", owing(ANN), NO_THROW, Settle(ANN), Settle(ANN), NOT_YOURS),
    GestureState(
        "Ann has a debt and is short",
        owing(ANN, 20, owns={"Ann": ["Reading"]}),
        NO_THROW,
        "shows the question: Mortgage Reading Railroad (+$100)",
        "shows the question: Mortgage Reading Railroad (+$100)",
        NOT_YOURS,
    ),
    GestureState(
        "Ann has a debt and many ways to raise it",
        owing(ANN, 20, owns={"Ann": ["Reading", "brown"]}, buildings={"brown": 1}),
        NO_THROW,
        "shows the question: Sell a house on Mediterranean Avenue (+$25)",
        "shows the question: Sell a house on Mediterranean Avenue (+$25)",
        NOT_YOURS,
        (
            "Sell a house on Baltic Avenue (+$25)",
            "Mortgage Reading Railroad (+$100)",
            "Sell all brown buildings (+$50)",
        ),
    ),
    GestureState(
        "Ann has a debt and nothing else",
        owing(ANN, 20),
        NO_THROW,
        CHOOSE,
        YOURS_TO_CHOOSE,
        NOT_YOURS,
        ("Go bankrupt (-$20)",),
    ),
    GestureState("Ben has a debt in Ann's turn", owing(BEN), NO_THROW, Settle(BEN), NOT_YOURS, Settle(BEN)),
    GestureState(
        "a card of a real deck is due",
        game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True),
        NO_THROW,
        "refused: {asked} Hold the card to the reader, or choose it on the screen.",
        YOURS,
        NOT_YOURS,
    ),
    GestureState(
        "a card of the companion's deck is due",
        game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True, electronic=True),
        NO_THROW,
        DrawCard(ANN),
        DrawCard(ANN),
        NOT_YOURS,
    ),
    GestureState(
        "Ann is in Jail",
        game(jailed={"Ann": 0}),
        Roll(ANN, ()),
        "shows the question: Pay the $50 fine",
        "shows the question: Pay the $50 fine",
        NOT_YOURS,
    ),
    GestureState(
        "Ann is in Jail with a card",
        game(jailed={"Ann": 0}, jail_cards={"Ann": 1}),
        Roll(ANN, ()),
        "shows the question: Use the card to leave Jail",
        "shows the question: Use the card to leave Jail",
        NOT_YOURS,
        ("Pay the $50 fine",),
    ),
    GestureState(
        "Ann is in Jail with nothing",
        game(jailed={"Ann": 0}, cash={"Ann": 0}),
        Roll(ANN, ()),
        PRESS_DICE,
        YOURS,
        NOT_YOURS,
    ),
    GestureState(
        "Ann offers Ben a deal",
        OFFERED,
        NO_THROW,
        AcceptDeal(BEN),
        NOT_YOURS,
        AcceptDeal(BEN),
        ("Say no to Ann's offer", "Take back the offer to Ben"),
    ),
    GestureState(
        "Ann chooses a tax",
        game(pending=(TaxChoice(ANN),), thrown=True),
        NO_THROW,
        "shows the question: Pay $200",
        "shows the question: Pay $200",
        NOT_YOURS,
        ("Pay 10% of everything",),
    ),
    GestureState(
        "Ann takes the Bus",
        speedy(BusChoice(ANN, (1, 5))),
        NO_THROW,
        CHOOSE,
        YOURS_TO_CHOOSE,
        NOT_YOURS,
        ("Move 1 to Mediterranean Avenue", "Move 5 to Reading Railroad", "Move 6 to Oriental Avenue"),
    ),
    GestureState(
        "Ann may move anywhere",
        speedy(SpaceChoice(ANN)),
        NO_THROW,
        CHOOSE,
        YOURS_TO_CHOOSE,
        NOT_YOURS,
        tuple(move.label for move in question_sheet(speedy(SpaceChoice(ANN))).moves),
    ),
    GestureState(
        "Ann has one lot for a house", ONE_LOT, NO_THROW, PlaceBuilding(ANN, 0), PlaceBuilding(ANN, 0), NOT_YOURS
    ),
    GestureState("Ann rolls for a utility", UTILITY, Throw(ANN, ()), PRESS_DICE, YOURS, NOT_YOURS),
    GestureState(
        "Ann rolls for a task",
        game("keys-2010", pending=(TaskDue(ANN, Deck.CHANCE),), thrown=True),
        Throw(ANN, ()),
        PRESS_DICE,
        YOURS,
        NOT_YOURS,
    ),
    GestureState(
        "Ben took over a mortgage",
        TAKEN_OVER,
        NO_THROW,
        "shows the question: Keep Reading Railroad mortgaged (-$10)",
        NOT_YOURS,
        "shows the question: Keep Reading Railroad mortgaged (-$10)",
        ("Pay off the mortgage on Reading Railroad (-$110)",),
    ),
    GestureState(
        "deeds are to be dealt",
        opening(variants=["short"]),
        DealDeeds(ANN, ()),
        DealDeeds(ANN, ()),
        DealDeeds(ANN, ()),
        NOT_YOURS,
    ),
    GestureState("everybody rolls for the start", opening(), Throw(ANN, ()), PRESS_DICE, NOT_YOURS, NOT_YOURS),
    GestureState(
        "Ann has rolled for the start",
        play(opening(), Throw(ANN, (1, 2))),
        Throw(BEN, ()),
        PRESS_DICE,
        NOT_YOURS,
        NOT_YOURS,
    ),
    GestureState(
        "Ben and Cy tied for the start",
        play(opening(), Throw(ANN, (1, 2)), Throw(BEN, (3, 4)), Throw(CY, (3, 4))),
        Throw(BEN, ()),
        PRESS_DICE,
        NOT_YOURS,
        NOT_YOURS,
    ),
    GestureState(
        "Ben may ask for rent",
        CLAIMABLE,
        Roll(BEN, ()),
        "shows the question: End the turn",
        "shows the question: End the turn",
        ClaimRent(BEN),
    ),
    GestureState("the game is over", OVER, "refused: Ben wins.", "refused: Ben wins.", NOT_YOURS, NOT_YOURS),
]
named_states = pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)


def at(sheet: Sheet, act: AnyCommand) -> Sheet:
    """With another move highlighted."""
    return replace(sheet, highlighted=[move.command for move in sheet.moves].index(act))
