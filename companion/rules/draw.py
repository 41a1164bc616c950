"""Chance and Community Chest: a card drawn, or a task rolled for, and what it makes the player do."""

from collections.abc import Callable, Iterator

from companion.rules.board import ahead
from companion.rules.cards import CARDS, TASKS, Card, Deck, Does
from companion.rules.commands import DrawCard, Legal, Throw
from companion.rules.debt import charge, fines_go_to
from companion.rules.decision import Decision
from companion.rules.deeds import DEEDS
from companion.rules.events import CardDrawn, DiceThrown, JailCardMoved, MatterClosed, Noted, Paid, TokenMoved
from companion.rules.ids import BANK, PlayerId
from companion.rules.jail import send_to_jail
from companion.rules.move import advance, land, sharing, walk
from companion.rules.pending_steps import CardDue, TaskDue
from companion.rules.purchase import land_on_unowned
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.rent import land_by_nearest_card
from companion.rules.speed import legal_throw, require_white
from companion.rules.state import HOTEL_LEVEL, KEY, Game
from companion.rules.turn_checks import open_steps, require_matter, require_turn


def decide_draw(decision: Decision, command: DrawCard) -> None:
    game = decision.game
    require_turn(game, command.player, ("CARD-1",))
    due = require_matter(game, command.player, CardDue, ("CARD-1",))
    index = _card_index(game, due.deck, command.card)
    decision.emit(MatterClosed(("CARD-1",), due))
    decision.emit(CardDrawn(("CARD-1",), command.player, due.deck, index))
    _obey(decision, command.player, due.deck, CARDS[due.deck][index])


def _card_index(game: Game, deck: Deck, name: str) -> int:
    """The card meant, which must be in the deck that is due and in nobody's hand."""
    if not name:
        if not game.electronic_decks:
            raise Refusal(Code.WRONG_MOMENT, ("CARD-1", "SETUP-6"), "Say which card was drawn: the deck is a real one.")
        return game.deck(deck)[0]
    wanted, _, id = name.partition("/")
    if all(deck_.value != wanted or all(card.id != id for card in cards) for deck_, cards in CARDS.items()):
        raise Refusal(Code.UNKNOWN_NAME, "CARD-1", f"There is no card {name}.")
    if wanted != deck.value:
        raise Refusal(Code.WRONG_MOMENT, "CARD-1", f"The card is due from the {deck.value} deck.")
    for index in game.deck(deck):
        if CARDS[deck][index].id == id:
            return index
    raise Refusal(Code.WRONG_MOMENT, ("CARD-2", "CARD-1"), "That card is in a player's hand, not in the deck.")


def decide_task(decision: Decision, command: Throw, due: TaskDue) -> None:
    require_white(decision.game, command.player, command.dice, 3, "CARD-1")
    if command.speed:
        raise Refusal(Code.BAD_DICE, "CARD-1", "A task is rolled for with three plain dice.")
    index = TASKS[due.deck][sum(command.dice)]
    decision.emit(DiceThrown(("CARD-1",), command.player, command.dice, ""))
    decision.emit(MatterClosed(("CARD-1",), due))
    decision.emit(CardDrawn(("CARD-1",), command.player, due.deck, index))
    _obey(decision, command.player, due.deck, CARDS[due.deck][index])


def _obey(decision: Decision, player: PlayerId, deck: Deck, card: Card) -> None:
    if card.does is Does.JAIL_FREE:
        _keep(decision, player, deck)
    else:
        _ORDERS[card.does](decision, player, card)


def _keep(decision: Decision, player: PlayerId, deck: Deck) -> None:
    """Held until used or sold; with plastic keys, while there are any.  [CARD-2]"""
    game = decision.game
    if not game.rules.jail_keys:
        decision.emit(JailCardMoved(("CARD-2",), deck.value, BANK, player))
    elif game.keys_left():
        decision.emit(JailCardMoved(("CARD-2",), KEY, BANK, player))
    else:
        decision.emit(Noted(("CARD-2",), player, Reason("no-key-left")))


def _amount(game: Game, card: Card) -> int:
    """What the edition's printing of the card says.  [CARD-6]"""
    return card.later if game.rules.later_amounts else card.amount


def _advance(decision: Decision, player: PlayerId, card: Card) -> None:
    walk(decision, player, ahead(decision.game.players[player].place, card.target), ("CARD-1",))


def _nearest(decision: Decision, player: PlayerId, card: Card) -> None:
    place = decision.game.players[player].place
    steps, deed = min((ahead(place, DEEDS[deed].space), deed) for deed in card.nearest)
    advance(decision, player, steps, ("CARD-4", "CARD-1"))
    if decision.game.titles[deed].owner == BANK:
        land_on_unowned(decision, player, DEEDS[deed])
    else:
        land_by_nearest_card(decision, player, DEEDS[deed])


def _back(decision: Decision, player: PlayerId, card: Card) -> None:
    """Backwards: a landing like any other, and no salary.  [CARD-7]"""
    game, back = decision.game, _amount(decision.game, card)
    to = (game.players[player].place - back) % 40
    decision.emit(TokenMoved(("CARD-7", "CARD-1", *sharing(game, to)), player, to, past_go=False))
    land(decision, player, back)


def _to_jail(decision: Decision, player: PlayerId, _: Card) -> None:
    send_to_jail(decision, player, ("CARD-1",))


def _collect(decision: Decision, player: PlayerId, card: Card) -> None:
    decision.emit(Paid(("CARD-1", "CARD-6"), BANK, player, _amount(decision.game, card), Reason("card", card=card.id)))


def _pay(decision: Decision, player: PlayerId, card: Card) -> None:
    game = decision.game
    charge(
        decision,
        player,
        fines_go_to(game),
        _amount(game, card),
        ("CARD-3", "CARD-1", "CARD-6"),
        Reason("card", card=card.id),
    )


def _collect_each(decision: Decision, player: PlayerId, card: Card) -> None:
    for other in decision.game.left_of(player):
        charge(
            decision, other, player, _amount(decision.game, card), ("CARD-5", "CARD-6"), Reason("card", card=card.id)
        )


def _pay_each(decision: Decision, player: PlayerId, card: Card) -> None:
    """One debt for each player, in order from the payer's left.  [CARD-5, DEBT-3]"""
    for other in decision.game.left_of(player):
        charge(
            decision,
            player,
            other,
            _amount(decision.game, card),
            ("CARD-5", "CARD-6", "DEBT-3"),
            Reason("card", card=card.id),
        )


def _repairs(decision: Decision, player: PlayerId, card: Card) -> None:
    """By house and by hotel; a hotel is not also four houses.  [CARD-5]"""
    game = decision.game
    levels = [game.titles[deed.id].buildings for deed in game.deeds_of(player)]
    hotels = levels.count(HOTEL_LEVEL)
    houses = sum(levels) - HOTEL_LEVEL * hotels
    if not houses and not hotels:
        decision.emit(Noted(("CARD-5", "CARD-3"), player, Reason("card-no-buildings", card=card.id)))
        return
    why = Reason("card-repairs", card=card.id, sums=(houses, card.per_house, hotels, card.per_hotel))
    due = houses * card.per_house + hotels * card.per_hotel
    charge(decision, player, fines_go_to(game), due, ("CARD-5", "CARD-3"), why)


_ORDERS: dict[Does, Callable[[Decision, PlayerId, Card], None]] = {
    Does.ADVANCE: _advance,
    Does.NEAREST: _nearest,
    Does.BACK: _back,
    Does.JAIL: _to_jail,
    Does.COLLECT: _collect,
    Does.PAY: _pay,
    Does.COLLECT_EACH: _collect_each,
    Does.PAY_EACH: _pay_each,
    Does.REPAIRS: _repairs,
}


def candidates(game: Game) -> Iterator[Legal]:
    for due in open_steps(game, CardDue):
        if game.electronic_decks:
            yield Legal(DrawCard(due.player))
        ids = dict.fromkeys(CARDS[due.deck][index].id for index in game.deck(due.deck))
        yield from (Legal(DrawCard(due.player, f"{due.deck.value}/{id}")) for id in ids)
    for task in open_steps(game, TaskDue):
        yield legal_throw(game, Throw(task.player, ()), 3)
