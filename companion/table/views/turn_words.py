"""The sentences that a turn's paragraph is made of: whole sentences with named places, and what fills them."""

from collections import Counter

from msgspec import Struct

from companion.rules.ids import Account, DeedId
from companion.rules.lists import and_list
from companion.rules.state import Game

MANY = 4  # deeds; more of them are not named one by one
CARDS = ("card", "drawn", "drawn-task")  # how, where a card says it

# How a token got where it is, or why money was asked for
_HOW = {
    "roll": "{player} rolled {dice}",
    "again": "Then {player} rolled {dice}",
    "roll-out": "{player} rolled {dice} and left {jail}",
    "drawn": "{before}, {card}",
    "drawn-task": "{before}, {dice} on the list: {card}",
    "card": "{player} drew a {deck} card, {card}",
    "move": "{player} moved on",
    "asked": "{owner} asked {player} for the rent of {deed}",
    "rent-roll": "{player} rolled {dice} for the rent",
}
_ARRIVALS = {
    "": "{how}",
    "at": "{how}: {space}",
    "past": "{how}, passed {go} for {salary}",
    "past-at": "{how}, passed {go} for {salary}: {space}",
}
_SENTENCES = {
    # what came of it
    "": "{arrival}.",
    "salary": "{arrival}, {sum} salary.",
    "bought": "{arrival}, bought for {sum}.",
    "not-bought": "{arrival}, not bought.",
    "in-auction": "{arrival}, up for auction.",
    "in-auction-bid": "{arrival}, up for auction. {bidder} bids {sum}.",
    "in-auction-sold": "{arrival}, auctioned to {bidder} for {sum}.",
    "in-auction-unsold": "{arrival}, no bid: the Bank keeps it.",
    "not-yet": "{arrival}, not for sale before passing {go}.",
    "rent": "{arrival}, {sum} rent to {payee}.",
    "rent-asked": "{arrival}: {sum}.",
    "rent-rolled": "{arrival}: {sum} to {payee}.",
    "may-ask": "{arrival}, {owner} may ask for {sum} rent.",
    "may-ask-roll": "{arrival}, {owner} may ask for rent: {factor} times a roll of the dice.",
    "not-asked": "{arrival}, no rent: {owner} did not ask in time.",
    "own": "{arrival}, {player}'s own.",
    "mortgaged": "{arrival}, mortgaged: no rent.",
    "owner-in-jail": "{arrival}, no rent: {owner} is in {jail}.",
    "visiting": "{arrival}, just visiting.",
    "paid": "{arrival}, paid {sum}.",
    "paid-pot": "{arrival}, paid {sum} into the pot.",
    "got": "{arrival}, got {sum}.",
    "got-pot": "{arrival}, took {sum} from the pot.",
    "paid-each": "{arrival}, paid {sum} each to {others}.",
    "paid-one": "{arrival}, paid {others} {sum}.",
    "got-each": "{arrival}, got {sum} each from {others}.",
    "got-one": "{arrival}, got {sum} from {others}.",
    "owes": "{arrival}, owes {payee} {sum}.",
    "asked-owes": "{arrival}: {sum}, not paid yet.",
    "nothing": "{arrival}, nothing to pay.",
    "kept": "{arrival}, to keep.",
    "to-jail": "{arrival}, straight to {jail}.",
    "third-doubles": "{arrival}, the third doubles: straight to {jail}.",
    "stays": "{arrival}, no doubles: stays in {jail}.",
    # other money
    "payment": "{payer} paid {payee} {sum}.",
    "payment-into-pot": "{payer} paid {sum} into the pot.",
    "payment-from-pot": "{payee} took {sum} from the pot.",
    "debt": "{payer} owes {payee} {sum}.",
    "purchase": "{player} bought {deed} for {sums}.",
    "purchases": "{player} bought {things}.",
    "fine": "{player} paid {sum} to leave {jail}.",
    "all-cash": "{payer} gave {payee} the last {sum}.",
    # deeds and buildings
    "built": "{player} built on {things} for {sums}.",
    "sold": "{player} sold buildings for {sums}: {things}.",
    "mortgage": "{player} mortgaged {things}.",
    "paid-off": "{player} paid off the mortgage on {things}.",
    "kept-mortgaged": "{player} kept the mortgage on {things}.",
    "deed": "{things} now belongs to {owner}.",
    "deeds": "{things} now belong to {owner}.",
    "many-deeds": "{count} deeds now belong to {owner}.",
    # auctions and deals
    "auction": "Up for auction: {thing}.",
    "auction-bid": "Up for auction: {thing}. {bidder} bids {sum}.",
    "auction-sold": "{bidder} got {thing} at auction for {sum}.",
    "offer": "{player} offers {to} {gives} for {gets}.",
    "accepted": "{player} gave {to} {gives} for {gets}.",
    "countered": "{player} offered {to} {gives} for {gets}.",
    "rejected": "{to} turned down {player}'s offer of {gives} for {gets}.",
    # the rest
    "first-rolls": "To go first: {rolls}.",
    "used": "{player} used {thing}.",
    "as-told": "{text}",
}


class TurnSentence(Struct, gc=False):
    """What is known of it so far. `how` is empty unless it is about a roll, a card or a rent."""

    key: str
    words: dict[str, str] = {}
    how: str = ""
    player: Account = -1
    space: int = -1
    deed: DeedId = -1
    amount: int = 0
    others: tuple[Account, ...] = ()
    things: dict[DeedId, str] = {}
    sums: list[int] = []


def arrival_text(game: Game, sentence: TurnSentence) -> str:
    words = game.board.names | sentence.words
    how = _HOW[sentence.how].format_map(words)
    is_named = sentence.how in CARDS and words.get("space", "") in words["card"]
    at = "at" if "space" in sentence.words and not is_named else ""
    past = "past" if "salary" in sentence.words else ""
    return _ARRIVALS["-".join(filter(None, (past, at)))].format_map(words | {"how": how})


def sentence_text(game: Game, sentence: TurnSentence) -> str:
    words, key, count = game.board.names | sentence.words, sentence.key, len(sentence.things)
    if sentence.how:
        words["arrival"] = arrival_text(game, sentence)
    words |= {"things": and_list(sentence.things.values()), "count": str(count)}
    amounts = Counter(sentence.sums).items()
    words["sums"] = and_list(f"{times} × {game.money(one)}" if times > 1 else game.money(one) for one, times in amounts)
    if key == "purchases" and count == 1:
        key = "purchase"
    elif key == "deeds" and count > MANY:
        key = "many-deeds"
    return _SENTENCES[key].format_map(words)
