"""The sentences of the game's story: one for each event, and one for each step that is waiting.

Sentences describe an event from the game before it. They are empty where players need not hear of something.
"""

import re

from msgspec import Struct

from companion.rules.board import GO
from companion.rules.editions import Cards
from companion.rules.events import (
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
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.ids import POT
from companion.rules.lists import and_list, or_list, sentence
from companion.rules.pending_steps import (
    AnyPendingStep,
    Auction,
    AuctionsDue,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Interest,
    Placing,
    SpaceChoice,
    SpeedAdvance,
    TaskDue,
    TaxChoice,
    TurnEnds,
    UtilityThrowDue,
    WaitingMove,
)
from companion.rules.phrases import buildings, goods, names, setting, way_out
from companion.rules.reasons import Reason
from companion.rules.state import KEY, Game

# Whole phrases with named places. A Reason's fields fill the places of their names, and its sums the others in order.
REASONS = {
    "": "",
    "price": "{deed}, price",
    "highest-bid": "{deed}, highest bid",
    "highest-bid-house": "a scarce {house}, highest bid",
    "highest-bid-hotel": "a scarce {hotel}, highest bid",
    "no-bid": "no bid: the Bank keeps {deed}",
    "no-bid-for-house": "no bid: the Bank keeps {a_house}",
    "no-bid-for-hotel": "no bid: the Bank keeps {a_hotel}",
    "no-auctions": "{deed} stays with the Bank: no auctions at this table",
    "no-auctions-of-deeds": "the deeds stay with the Bank: no auctions at this table",
    "nobody-may-bid": "{deed} stays with the Bank: nobody may bid",
    "not-past-go": "{player} may not buy before passing {go}",
    "house": "{deed}, {house} {number}",
    "hotel": "{deed}, the {hotel}",
    "building-sold": "{deed}, half of {cost}",
    "buildings-sold": "{deed}, buildings: half of {cost}",
    "group-sold": "every {group} building: {count} × half of {cost}",
    "no-lot-for-house": "no lot is left for the {house}: it stays with the Bank",
    "no-lot-for-hotel": "no lot is left for the {hotel}: it stays with the Bank",
    "mortgage": "{deed}, mortgage value",
    "mortgage-paid-off": "{deed}, mortgage {value} and 10%: {value} + {fee}",
    "mortgage-kept": "{deed} stays mortgaged: 10% of {value}",
    "rent-lot": "{deed}, no {houses}",
    "rent-house": "{deed}, 1 {house}",
    "rent-houses": "{deed}, {count} {houses}",
    "rent-hotel": "{deed}, {hotel}",
    "rent-group": "{deed}, complete group, no {houses}: 2 × {rent}",
    "rent-railroad": "{deed}, 1 {railroad} owned",
    "rent-railroads": "{deed}, {count} {railroads} owned",
    "rent-railroad-doubled": "{deed}, 1 {railroad} owned, double by the card: 2 × {rent}",
    "rent-railroads-doubled": "{deed}, {count} {railroads} owned, double by the card: 2 × {rent}",
    "rent-utility": "{deed}: {factor} × {total}",
    "rent-own": "{deed} is {player}'s own",
    "rent-mortgaged": "{deed} is mortgaged: no rent",
    "owner-in-jail": "{player} is in {jail} and collects nothing",
    "salary": "salary",
    "landed-on-go": "landed on {go}: 2 × {salary}",
    "just-visiting": "just visiting",
    "no-property-ahead": "there is no property to move to",
    "fine": "the fine for leaving {jail}",
    "income-tax": "{income_tax}",
    "income-tax-percent": "{income_tax}: {percent}% of total worth {worth} (cash {cash}, deeds and buildings {others})",
    "luxury-tax": "{luxury_tax}",
    "free-parking": "{parking}: nothing happens",
    "free-parking-pot": "everything under {parking}",
    "first-pot": "the first pot under {parking}",
    "next-pot": "the next pot under {parking}",
    "pot-to-bank": "the pot goes to the Bank",
    "card": "{card}",
    "card-repairs": "{card}: {house_count} × {per_house} + {hotel_count} × {per_hotel}",
    "card-no-buildings": "{card}: no buildings, nothing to pay",
    "no-key-left": "no key is left to take",
    "deal": "as agreed in the deal",
    "all-that-was-left": "all the cash that was left",
    "left": "{player} leaves the table: {text}",
    "banker-ends": "the Banker ends the game: {text}",
    "worth": "{player} is worth {worth}: cash {cash} + deeds {deeds} + buildings {buildings}",
    "correction": "correction: {text}",
    "correction-counted": "correction: {player} has {cash}: {text}",
    "correction-of-jail-cards": "correction of {player}'s jail cards: {text}",
    "correction-in-jail": "correction: {player} is in {jail}: {text}",
    "correction-on-space": "correction: {player} is on {space}: {text}",
    "correction-of-deed": "correction of {deed}: {text}",
    "entered-roll": "entered by hand; the companion had rolled {dice}",
    "entered-card": "entered by hand; the companion had drawn {card}",
}
_PLACES = {code: tuple(dict.fromkeys(re.findall(r"\{(\w+)\}", text))) for code, text in REASONS.items()}
_COUNTS = ("number", "count", "factor", "total", "percent", "house_count", "hotel_count")
_SUMS = (
    "cost",
    "value",
    "fee",
    "rent",
    "salary",
    "worth",
    "cash",
    "others",
    "per_house",
    "per_hotel",
    "deeds",
    "buildings",
    *_COUNTS,
)


def describe_reason(game: Game, reason: Reason) -> str:
    """As a phrase; `sentence` turns it into a sentence."""
    sums = iter(reason.sums)
    board = game.board
    words = board.names | {
        place: str(next(sums)) if place in _COUNTS else board.money(next(sums))
        for place in _PLACES[reason.code]
        if place in _SUMS
    }
    if reason.deed >= 0:
        deed = board.deeds[reason.deed]
        words["deed"], words["group"] = deed.name, board.group_name(deed.group)
    if reason.code == "correction-on-space":
        words["space"] = game.board.spaces[reason.sums[0]].name
    if reason.code == "entered-roll":
        words["dice"] = " + ".join(filter(None, (*map(str, reason.sums), reason.text)))
    words |= {"player": game.name(reason.player), "text": reason.text}
    if reason.card:
        words["card"] = game.board.card_named(reason.card).meaning
    phrase = REASONS[reason.code].format_map(words).removesuffix(": ")  # where the Banker gave no reason
    return f"{phrase}: nothing to pay" if reason.is_nothing else phrase


def describe_cause(game: Game, reason: Reason) -> str:
    """What it was for, without how the amount was worked out."""
    if reason.deed >= 0:
        return game.board.deeds[reason.deed].name
    if reason.card:
        return game.board.card_named(reason.card).meaning
    return REASONS[reason.code].partition(":")[0].format_map(game.board.names)


class StoryLine(Struct, frozen=True):
    """A sentence and the clauses behind it."""

    text: str
    clauses: tuple[str, ...]


def describe_event(before: Game, event: Event) -> StoryLine:
    text = _describe_turn(before, event)
    return StoryLine(_describe_exchange(before, event) if text is None else text, event.clauses)


def _describe_turn(game: Game, event: Event) -> str | None:
    """What the dice, the tokens, Jail and the cards did, and who comes and goes. None for any other event."""
    match event:
        case Noted():
            return sentence(describe_reason(game, event.why))
        case StartThrown():
            return f"{game.name(event.player)} rolled {describe_dice(event.dice)} for the first turn."
        case StartTied():
            return f"{names(game, event.players)} rolled the same and roll again."
        case StartDecided():
            return f"{game.name(event.player)} starts."
        case DiceRolled():
            count = {2: ", the second of this turn", 3: ", the third of this turn"}.get(event.doubles, "")
            doubles = f": doubles{count}" if len(set(event.dice)) == 1 else ""
            return sentence(f"{game.name(event.player)} rolled {describe_dice(event.dice, event.speed)}{doubles}")
        case DiceThrown():
            number = f": task {sum(event.dice)}" if isinstance(next(iter(game.pending), None), TaskDue) else ""
            return sentence(f"{game.name(event.player)} rolled {describe_dice(event.dice, event.speed)}{number}")
        case TokenMoved():
            start, to = game.board.spaces[game.players[event.player].place], game.board.spaces[event.to]
            past = f" past {game.board.names['go']}" if event.past_go and event.to != GO else ""
            return f"{game.name(event.player)} moved from {start.name}{past} to {to.name}."
        case JailEntered():
            return f"{game.name(event.player)} is in {game.board.names['jail']}."
        case JailThrowFailed():
            return f"No doubles: {game.name(event.player)} stays in {game.board.names['jail']}."
        case JailLeft():
            return f"{game.name(event.player)} is out of {game.board.names['jail']}."
        case CardDrawn():
            drawn = "got the {} task" if game.rules.cards is Cards.TASK else "drew a {} card"
            meaning = game.board.cards(event.deck)[event.card].meaning
            return f"{game.name(event.player)} {drawn.format(game.board.deck_name(event.deck))}: {meaning}."
        case TurnPassed():
            return f"{game.name(event.player)}'s turn."
        case PlayerLeft():
            how = "is bankrupt and out of the game" if event.bankrupt else "has left the game"
            return f"{game.name(event.player)} {how}."
        case HouseRuleSet():
            texts = HOUSE_RULES[event.name].texts(game.board)
            changed = f"House rule {texts.label} is now {setting(game.board, event.value)} ({texts.meaning})."
            return f"{changed} Reason: {sentence(event.reason)}" if event.reason else changed
        case GameEnded():
            if not event.winners:
                return "The game is over."
            return f"{names(game, event.winners)} {'wins' if len(event.winners) == 1 else 'win'}."
    return None


def describe_dice(dice: tuple[int, ...], speed: str = "") -> str:
    words = {"": "", "bus": " and the Bus", "mr": " and Mr. M"}
    return " + ".join(map(str, dice)) + words.get(speed, f" + {speed}")


_OUTCOMES = {
    "accepted": "{to} accepted {player}'s offer.",
    "rejected": "{to} turned down {player}'s offer.",
    "countered": "{to} answers {player}'s offer with another.",
    "withdrawn": "{player} withdrew the offer to {to}.",
    "lapsed": "{player}'s offer to {to} no longer stands.",
}


def _describe_exchange(game: Game, event: Event) -> str:
    """What changed hands, what was bid, offered and claimed, and which step came up."""
    match event:
        case Paid():
            return _describe_payment(game, event)
        case DeedConveyed():
            return f"{game.board.deeds[event.deed].name} now belongs to {game.name(event.owner)}."
        case DeedMortgaged():
            return f"{game.board.deeds[event.deed].name} is now mortgaged."
        case MortgageLifted():
            return f"{game.board.deeds[event.deed].name} is free of its mortgage."
        case Built() | BuildingsRemoved():
            return f"{game.board.deeds[event.deed].name} now has {buildings(game.board, event.buildings)}."
        case JailCardMoved():
            thing = way_out(game.board, event.card)
            if event.giver < 0:
                return f"{game.name(event.receiver)} keeps {thing}."
            if event.receiver >= 0:
                return f"{game.name(event.giver)} gave {game.name(event.receiver)} {thing}."
            back = "back with the others" if event.card == KEY else "back under its deck"
            return f"{game.name(event.giver)} put {thing} {back}."
        case BidMade():
            return f"{game.name(event.player)} bid {game.money(event.amount)}."
        case BidPassed():
            return f"{game.name(event.player)} passes."
        case OfferMade(offer=offer):
            gives, gets = goods(game, offer.gives), goods(game, offer.gets)
            return f"{game.name(offer.player)} offers {game.name(offer.to)} {gives} for {gets}."
        case OfferClosed(offer=offer):
            return _OUTCOMES[event.outcome].format(player=game.name(offer.player), to=game.name(offer.to))
        case RentIncurred() | RentClaimed() | RentLapsed():
            return _describe_rent(game, event)
        case StepOpened():
            return describe_step(game, event.step)
        case StepClosed(step=Buying(player=player, deed=deed)) if "BUY-2" in event.clauses:
            return f"{game.name(player)} does not buy {game.board.deeds[deed].name}."
        case StepClosed() | InterestAnswered():
            return ""  # The answer has its own sentence.
    raise AssertionError(f"no sentence for {event}")


def _describe_payment(game: Game, event: Paid) -> str:
    payer, payee, amount = game.name(event.payer), game.name(event.payee), game.money(event.amount)
    if event.payer == POT:
        paid = f"{payee} took {amount} from the pot"
    elif event.payee == POT:
        paid = f"{payer} paid {amount} into the pot"
    else:
        paid = f"{payer} paid {payee} {amount}"
    return f"{sentence(paid)} {sentence(describe_reason(game, event.why))}".rstrip()


def _describe_rent(game: Game, event: RentIncurred | RentClaimed | RentLapsed) -> str:
    rent = event.rent
    owner, payer, deed = game.name(rent.owner), game.name(rent.payer), game.board.deeds[rent.deed].name
    if isinstance(event, RentClaimed):
        return f"{owner} asked {payer} for the rent of {deed}."
    if isinstance(event, RentLapsed):
        return f"{owner} did not ask in time: {payer} pays no rent for {deed}."
    if rent.factor:
        return f"{owner} may ask {payer} for rent: {rent.factor} times a roll of the dice for {deed}."
    asked = f"{owner} may ask {payer} for {game.money(rent.amount)} rent."
    return f"{asked} {sentence(describe_reason(game, rent.why))}".rstrip()


def describe_step(game: Game, step: AnyPendingStep) -> str:
    """What somebody has to do or may do now. Empty for a step that waits for nobody."""
    match step:
        case Dealing():
            deal = game.rules.deal
            each = " each" if len(step.waiting) > 1 else ""
            deeds = f"{deal.count} deeds{each}" if deal else "deeds"
            return f"Deal {deeds} to {names(game, step.waiting)}."
        case Buying():
            deed = game.board.deeds[step.deed]
            return f"{game.name(step.player)} may buy {deed.name} for {game.money(deed.price)}."
        case Auction():
            lot = game.board.names[f"a_{step.building}"] if step.building else game.board.deeds[step.deed].name
            if step.passed:
                return f"The auction of {lot} goes on."
            first_bid = f" The first bid is {game.money(step.least)} or more." if step.building else ""
            return f"The Bank auctions {lot}.{first_bid}"
        case Debt():
            return _describe_debt(game, step)
        case Interest():
            return " ".join(_describe_interest(game, step, owner) for owner in dict(step.owed))
        case CardDue():
            return f"{game.name(step.player)}, draw a {game.board.deck_name(step.deck)} card."
        case TaskDue():
            return f"{game.name(step.player)}, roll three dice for a {game.board.deck_name(step.deck)} task."
        case UtilityThrowDue():
            deed = game.board.deeds[step.deed]
            costs = f"{deed.name} costs {step.factor} times the total, owed to {game.name(step.owner)}"
            return f"{game.name(step.player)}, roll the dice: {costs}."
        case TaxChoice():  # Not a word about what the player is worth: the choice comes first.  [TAX-1]
            flat, percent = game.money(game.board.income_tax), game.rules.income_tax_percent
            tax = game.board.names["income_tax"]
            return f"{game.name(step.player)}, choose the {tax}: {flat}, or {percent}% of everything."
        case BusChoice():
            steps = sorted({*step.dice, sum(step.dice)})
            return f"The Bus: {game.name(step.player)} may move by {or_list(map(str, steps))}."
        case SpaceChoice():
            return f"Three of a kind: {game.name(step.player)} may move forward to any space."
        case Placing():
            return f"{game.name(step.player)}, choose a lot for the {game.board.names[step.building]}."
        case WaitingMove() | SpeedAdvance() | AuctionsDue() | TurnEnds():
            return ""


def _describe_debt(game: Game, debt: Debt) -> str:
    cash = game.players[debt.debtor].cash
    owes = f"{game.name(debt.debtor)} owes {game.name(debt.creditor)} {game.money(debt.amount)}"
    if cash < debt.amount:
        owes += f" and has {game.money(cash)}: short by {game.money(debt.amount - cash)}."
    else:
        owes += ", after the debt that is open already." if game.debt_of(debt.debtor) else "."
    return f"{owes} {sentence(describe_reason(game, debt.why))}".rstrip()


def _describe_interest(game: Game, interest: Interest, owner: int) -> str:
    deeds = and_list(game.board.deeds[deed].name for player, deed in interest.owed if player == owner)
    return f"{game.name(owner)} must choose for {deeds}: pay off the mortgage, or pay 10% and leave it."
