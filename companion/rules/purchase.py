"""Buying the deed you land on at its price, or leaving it to the auction."""

from collections.abc import Iterator

from companion.rules.auction import may_buy, open_auction
from companion.rules.board import Kind
from companion.rules.commands import BuyDeed, DeclineDeed, Legal
from companion.rules.deeds import Deed
from companion.rules.events import Decision, DeedConveyed, Noted, Paid, StepClosed, StepOpened
from companion.rules.ids import BANK, PlayerId
from companion.rules.pending_steps import Buying
from companion.rules.phrases import has_too_little
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import open_of_kind, require_step, require_turn


def land_on_unowned(decision: Decision, player: PlayerId, deed: Deed) -> None:
    if may_buy(decision.game, player):
        decision.emit(StepOpened(("BUY-1",), Buying(player, deed.id)))
    else:
        decision.emit(Noted(("BUY-1", "HOUSE-1"), player, Reason("not-past-go", player=player)))
        open_auction(decision, deed.id, ("BUY-2",))


def decide_buy(decision: Decision, command: BuyDeed) -> None:
    game = decision.game
    deed = _require_offer(game, command.player)
    buyer = game.players[command.player]
    if buyer.cash < deed.price:
        short = has_too_little(game, buyer.cash, deed.price)
        raise Refusal(Code.NO_CASH, "BUY-1", f"{deed.name} costs {game.money(deed.price)} and {buyer.name} {short}")
    decision.emit(StepClosed(("BUY-1",), Buying(command.player, deed.id)))
    decision.emit(Paid(("BUY-1",), command.player, BANK, deed.price, Reason("price", deed.id)))
    decision.emit(DeedConveyed(("BUY-1",), deed.id, command.player))


def decide_decline(decision: Decision, command: DeclineDeed) -> None:
    deed = _require_offer(decision.game, command.player)
    decision.emit(StepClosed(("BUY-2",), Buying(command.player, deed.id)))
    open_auction(decision, deed.id, ("BUY-2",))


def _require_offer(game: Game, player: PlayerId) -> Deed:
    require_turn(game, player, ("BUY-1",))
    if game.pending:
        return game.board.deeds[require_step(game, player, Buying, ("BUY-1",)).deed]
    space = game.board.spaces[game.players[player].place]
    owner = game.titles[space.deed].owner if space.kind is Kind.DEED else None
    if owner == BANK and not may_buy(game, player):
        why = f"{game.name(player)} may not buy before passing {game.board.names['go']}."
        raise Refusal(Code.NOT_FOR_SALE, ("BUY-1", "HOUSE-1"), why)
    if owner is None:
        why = f"{space.name} is not for sale."
    elif owner == BANK:
        why = f"{game.name(player)} did not just land on {space.name}."
    else:
        why = f"{space.name} belongs to {game.name(owner)}."
    raise Refusal(Code.WRONG_MOMENT, "BUY-1", why)


def candidates(game: Game) -> Iterator[Legal]:
    for buying in open_of_kind(game, Buying):
        yield Legal(BuyDeed(buying.player))
        yield Legal(DeclineDeed(buying.player))
