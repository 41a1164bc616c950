"""Chance and Community Chest: which card it is, and what it must bring."""

from companion.rules.commands import DrawCard
from companion.rules.pending_steps import CardDue, TaskDue
from tests.oracle.case import Case
from tests.oracle.facts import closed, money, noted
from tests.oracle.landing import go_back, go_to_jail, walk_to
from tests.oracle.prints import print_of
from tests.oracle.sums import book_of, fines_go_to, next_of_group, others, repairs
from tests.oracle.tables import BANK


def draw(case: Case, command: DrawCard) -> None:
    due = case.game.pending[0]
    assert isinstance(due, CardDue | TaskDue)
    case.require(isinstance(due, CardDue) or bool(command.card), "CARD-1: there is no deck to draw from")
    deck = due.deck.value
    pile = case.game.decks[deck == "chest"]
    card, cards = pile[0], print_of(case.game).cards[deck]
    if command.card:  # of two cards alike, the one nearer the top
        card = next(index for index in pile if f"{deck}/{cards[index].name}" == command.card)
    case.expect(closed(due))
    case.expect(("drawn", command.player, deck, card), lambda now: obey(now, command.player, deck, card))


def obey(case: Case, player: int, deck: str, card: int) -> None:
    """CARD-1 to CARD-7."""
    game, drawn = case.game, print_of(case.game).cards[deck][card]
    place, amount = game.players[player].place, drawn.sum
    match drawn.does:
        case "go to":
            walk_to(case, player, drawn.to)
        case "nearest railroad" | "nearest utility":
            walk_to(case, player, next_of_group(drawn.does.split()[1], place), by_card=True)
        case "go back":
            go_back(case, player, (place - drawn.sum) % 40)
        case "go to jail":
            go_to_jail(case, player)
        case "keep":
            keys = book_of(game).keys
            if keys and sum(len(holder.jail_cards) for holder in game.players) >= keys:
                case.expect(noted(player, "CARD-2"))
            else:
                case.expect(("JailCardMoved", "key" if keys else deck, BANK, player))
        case "take":
            case.expect(money(BANK, player, amount, "CARD-1") if amount else noted(player, "CARD-1"))
        case "pay":
            case.expect(money(player, fines_go_to(game), amount, "CARD-3"))
        case "pay each":
            for other in others(game, player):
                case.expect(money(player, other, amount, "CARD-5"))
        case "take from each":
            for other in others(game, player):
                case.expect(money(other, player, amount, "CARD-5"))
        case _:
            due = repairs(game, player, drawn)
            case.expect(money(player, fines_go_to(game), due, "CARD-5") if due else noted(player, "CARD-5"))
