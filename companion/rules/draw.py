"""Chance and Community Chest: a card drawn, or a task rolled for, and what it makes the player do."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.board import ahead
from companion.rules.cards import Card, Deck, Does
from companion.rules.commands import DrawCard, Legal, Throw
from companion.rules.debt import charge, fines_go_to
from companion.rules.deeds import GROUP_DEEDS
from companion.rules.dice import legal_throw, require_white
from companion.rules.editions import Cards
from companion.rules.events import CardDrawn, Decision, DiceThrown, JailCardMoved, Noted, Paid, StepClosed, TokenMoved
from companion.rules.ids import BANK, DeedId, PlayerId, SpaceId
from companion.rules.jail import send_to_jail
from companion.rules.move import advance, land, sharing, walk
from companion.rules.pending_steps import CardDue, TaskDue
from companion.rules.purchase import land_on_unowned
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.rent import land_by_nearest_card
from companion.rules.state import HOTEL_LEVEL, KEY, Game
from companion.rules.turn_checks import open_of_kind, require_step, require_turn

_TASK = Cards.TASK  # looking up an enum's member is slow in Python 3.11


def decide_draw(decision: Decision, command: DrawCard) -> None:
    """A card, or the task that a family read from its own printed list, in place of its number.  [CARD-1]"""
    game = decision.game
    require_turn(game, command.player, ("CARD-1",))
    due: CardDue | TaskDue
    if game.rules.cards is _TASK:
        due = require_step(game, command.player, TaskDue, ("CARD-1",))
    else:
        due = require_step(game, command.player, CardDue, ("CARD-1",))
    index = _card_index(game, due.deck, command.card)
    decision.emit(StepClosed(("CARD-1",), due))
    decision.emit(CardDrawn(("CARD-1",), command.player, due.deck, index))
    _obey(decision, command.player, due.deck, game.board.cards(due.deck)[index])


def _card_index(game: Game, deck: Deck, name: str) -> int:
    """The card named, which must be in the deck that is due and in nobody's hand."""
    if not name:
        if game.rules.cards is Cards.TASK:
            raise Refusal(Code.WRONG_MOMENT, ("CARD-1", "SETUP-6"), "Roll three dice, or say which task it is.")
        if not game.electronic_decks:
            raise Refusal(Code.WRONG_MOMENT, ("CARD-1", "SETUP-6"), "Which card did you draw? The decks are real.")
        return game.deck(deck)[0]
    wanted, _, id = name.partition("/")
    if name not in game.board.card_names:
        raise Refusal(Code.UNKNOWN_NAME, "CARD-1", f"There is no card {name}.")
    if wanted != deck.value:
        raise Refusal(Code.WRONG_MOMENT, "CARD-1", f"The card is due from the {game.board.deck_name(deck)} deck.")
    for index in game.deck(deck):
        if game.board.cards(deck)[index].id == id:
            return index
    raise Refusal(Code.WRONG_MOMENT, ("CARD-2", "CARD-1"), "That card is in a player's hand, not in the deck.")


def decide_task(decision: Decision, command: Throw, due: TaskDue) -> None:
    require_white(decision.game, command.player, command.dice, 3, "CARD-1")
    if command.speed:
        raise Refusal(Code.BAD_DICE, "CARD-1", "A task is rolled for with three plain dice.")
    board = decision.game.board
    index = board.task(due.deck, sum(command.dice))
    decision.emit(DiceThrown(("CARD-1",), command.player, command.dice, ""))
    decision.emit(StepClosed(("CARD-1",), due))
    decision.emit(CardDrawn(("CARD-1",), command.player, due.deck, index))
    _obey(decision, command.player, due.deck, board.cards(due.deck)[index])


def _obey(decision: Decision, player: PlayerId, deck: Deck, card: Card) -> None:
    game, why = decision.game, Reason("card", card=card.id)
    place = game.players[player].place
    amount = card.amount  # as this printing has it  [CARD-6]
    match card.does:  # the most frequent first
        case Does.COLLECT:
            clauses = ("CARD-1", "CARD-6")
            if amount:
                decision.emit(Paid(clauses, BANK, player, amount, why))
            else:
                decision.emit(Noted(clauses, player, replace(why, is_nothing=True)))
        case Does.PAY:
            charge(decision, player, fines_go_to(game), amount, ("CARD-3", "CARD-1", "CARD-6"), why)
        case Does.ADVANCE:
            walk(decision, player, ahead(place, card.target), ("CARD-1",))
        case Does.NEAREST:
            steps, deed = _nearest(game, place, card)
            advance(decision, player, steps, ("CARD-4", "CARD-1"))
            if game.titles[deed].owner == BANK:
                land_on_unowned(decision, player, game.board.deeds[deed])
            else:
                land_by_nearest_card(decision, player, game.board.deeds[deed])
        case Does.BACK:  # a landing like any other, and no salary  [CARD-7]
            to = (place - amount) % 40
            decision.emit(TokenMoved(("CARD-7", "CARD-1", *sharing(game, to)), player, to, past_go=False))
            land(decision, player)
        case Does.JAIL:
            send_to_jail(decision, player, ("CARD-1",))
        case Does.JAIL_FREE:  # kept until used or sold; with plastic keys, while there are any  [CARD-2]
            if game.rules.jail_keys and not game.keys_left():
                decision.emit(Noted(("CARD-2",), player, Reason("no-key-left")))
            else:
                card_or_key = KEY if game.rules.jail_keys else deck.value
                decision.emit(JailCardMoved(("CARD-2",), card_or_key, BANK, player))
        case Does.COLLECT_EACH:
            for other in game.left_of(player):
                charge(decision, other, player, amount, ("CARD-5", "CARD-6"), why)
        case Does.PAY_EACH:  # one debt for each player, in order from the payer's left  [CARD-5, DEBT-3]
            for other in game.left_of(player):
                charge(decision, player, other, amount, ("CARD-5", "CARD-6", "DEBT-3"), why)
        case Does.REPAIRS:
            _charge_repairs(decision, player, card)


def _nearest(game: Game, place: SpaceId, card: Card) -> tuple[int, DeedId]:
    """How far ahead the next deed of the card's group is, and which."""
    assert card.nearest is not None
    return min((ahead(place, game.board.deeds[deed].space), deed) for deed in GROUP_DEEDS[card.nearest])


def _charge_repairs(decision: Decision, player: PlayerId, card: Card) -> None:
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


def candidates(game: Game) -> Iterator[Legal]:
    for due in open_of_kind(game, CardDue):
        if game.electronic_decks:
            yield Legal(DrawCard(due.player))
        ids = dict.fromkeys(game.board.cards(due.deck)[index].id for index in game.deck(due.deck))
        yield from (Legal(DrawCard(due.player, f"{due.deck.value}/{id}")) for id in ids)
    for task in open_of_kind(game, TaskDue):
        yield legal_throw(game, Throw(task.player, ()), 3)
        ids = dict.fromkeys(card.id for card in game.board.cards(task.deck))
        yield from (Legal(DrawCard(task.player, f"{task.deck.value}/{id}")) for id in ids)
