"""What may be done now, as a screen gets it; and what only cash is missing for, with how much could be raised."""

from typing import Any, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from companion.play.keep_last import SameTable, keep_last
from companion.play.options import Option, has_speed_die, is_plain, options
from companion.play.whose_turn import owed, short_words
from companion.play.words import label
from companion.rules import Refusal, unfold
from companion.rules.auction import bidders, least_bid
from companion.rules.building import building_named, next_level
from companion.rules.catalogue import CATALOGUE, COMPANIONS, by_hand_menu, menu_of, spec_of
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    Bid,
    Build,
    BuildSeveral,
    BuyDeed,
    DrawCard,
    Needs,
    OfferDeal,
    PayFine,
    Redeem,
    RejectDeal,
    SellSeveral,
    Settle,
)
from companion.rules.editions import Cards
from companion.rules.ids import BANK
from companion.rules.pending_steps import Auction, Buying, Debt
from companion.rules.refusal import Code
from companion.rules.state import Game
from companion.rules.trade import is_counter_offer
from companion.rules.turn_checks import open_steps
from companion.rules.worth import could_raise, tenth
from companion.table.messages.views import LevelView, MoveView, RaiseView
from companion.table.views.building_levels import building_levels

_plain_views = SameTable[Option, MoveView]()


@keep_last
def move_views(game: Game, *, hand_dice: bool = False) -> tuple[MoveView, ...]:
    """With real dice, entering a roll comes first and the companion's own roll second."""
    plain, moves = _plain_views.at(game), list[MoveView]()
    for option in options(game):
        view = plain.get(option)
        if view is None:
            view = move_view(game, option)
            if is_plain(option.command):
                plain[option] = view
        moves.append(view)
    for at, move in enumerate(moves):
        if hand_dice and move.needs == Needs.DICE.value:  # rolls stand in pairs
            moves[at - 1], moves[at] = move, moves[at - 1]
    return tuple(moves)


def move_view(game: Game, option: Option) -> MoveView:
    command, needs, spec = option.command, option.needs, spec_of(option.command)
    menu, search, fills, levels = spec.menu, "", needs.fills, tuple[LevelView, ...]()
    if spec.needs in COMPANIONS:
        menu = (by_hand_menu if needs in COMPANIONS else menu_of)(command).id
        if isinstance(command, DrawCard):
            menu = "task" if game.rules.cards is Cards.TASK else menu  # with that book, nobody draws a card
            search = _search_words(game, command)
        elif has_speed_die(game, option):
            fills = (*fills, "speed")
    elif isinstance(command, OfferDeal) and is_counter_offer(game, command.player, command.to):
        menu = CATALOGUE[RejectDeal].menu
    elif isinstance(command, BuildSeveral | SellSeveral):
        levels = building_levels(game, command)
    return MoveView(
        option.label,
        encode_command(command),
        option.seat,
        option.change,
        needs=needs.value,
        least=option.least,
        most=option.most,
        banker=option.banker,
        fills=fills,
        choices=option.choices,
        raises=spec.raises,
        tells=option.tells,
        menu=menu,
        search=search,
        levels=levels,
    )


def _search_words(game: Game, command: DrawCard) -> str:
    """Of a card: its own, and the amounts that are printed on it."""
    if not command.card:
        return ""
    card = game.board.card_named(command.card.partition("/")[2])
    amounts = (amount for amount in (card.amount, card.per_house, card.per_hotel) if amount)
    return " ".join((card.search, *map(game.money, amounts)))


def encode_command(command: AnyCommand) -> Raw:
    """As a screen gives it back."""
    return Raw(msgspec.json.encode(command))


# What only cash is missing for


class _Wanted(NamedTuple):
    command: Any
    price: int


def raising(game: Game) -> tuple[RaiseView, ...]:
    """What the table is waiting for comes first, then what a player might like to do with more cash."""
    if game.over:
        return ()
    asked, wanted = list[_Wanted](), list[_Wanted]()
    for step in open_steps(game):
        match step:
            case Debt(debtor) if game.debt_of(debtor) == step:
                asked.append(_Wanted(Settle(debtor), step.amount))
            case Buying(player):
                asked.append(_Wanted(BuyDeed(player), game.board.deeds[step.deed].price))
            case Auction():
                least = least_bid(step)
                wanted += [_Wanted(Bid(seat, least), least) for seat in bidders(game, step) if seat != step.bidder]
    if game.offer is not None:
        asked.append(_Wanted(AcceptDeal(game.offer.to), game.offer.gets.cash))
    wanted += [_Wanted(PayFine(seat), game.rules.fine) for seat in dict.fromkeys((game.turn, game.next_player()))]
    for deed, title in zip(game.board.deeds, game.titles, strict=True):
        if title.owner != BANK and title.mortgaged:
            wanted.append(_Wanted(Redeem(title.owner, deed.id), deed.mortgage_value + tenth(deed.mortgage_value)))
        elif title.owner != BANK and deed.is_street and game.holds_all(title.owner, deed.sisters):
            wanted.append(_Wanted(Build(title.owner, deed.id), deed.house_cost))
    needed = [_raise_view(game, *one, is_asked=True) for one in asked if _waits_for_cash(game, *one)]
    others = [_raise_view(game, *one) for one in wanted if _waits_for_cash(game, *one)]
    return (*needed, *(one for one in others if one.move.short_by <= one.can_raise))


def _waits_for_cash(game: Game, command: Any, price: int) -> bool:
    """Refused now, and accepted from the same player with the price in hand."""
    if game.players[command.player].cash >= price:
        return False
    if _refusal_code(game, command) not in (Code.NO_CASH, Code.BID_OVER_CASH):
        return False
    players = list(game.players)
    players[command.player] = replace(players[command.player], cash=price)
    return _refusal_code(replace(game, players=tuple(players)), command) is None


def _refusal_code(game: Game, command: AnyCommand) -> Code | None:
    try:
        unfold(game, command)
    except Refusal as refusal:
        return refusal.code
    return None


def _raise_view(game: Game, command: Any, price: int, *, is_asked: bool = False) -> RaiseView:
    seat, cash = command.player, game.players[command.player].cash
    short_by = price - cash
    move = MoveView(
        f"{label(game, command)}: needs {game.money(short_by)} more",
        encode_command(command),
        seat,
        short_by=short_by,
        most=cash,
        menu=menu_of(command).id,
    )
    if isinstance(command, Bid):
        move = replace(move, needs=Needs.AMOUNT.value, fills=Needs.AMOUNT.fills, least=command.amount)
    means, not_bankrupt = could_raise(game, seat), ""
    if isinstance(command, Settle) and means >= price:
        not_bankrupt = (
            f"{game.name(seat)} is not bankrupt: with everything sold and mortgaged there are {game.money(means)}, "
            f"and {game.money(price)} is owed."
        )
    elif isinstance(command, Build):  # the group that is to be built on cannot be sold for it
        sisters = game.board.deeds[command.deed].sisters
        titles = (replace(title, owner=BANK) if id in sisters else title for id, title in enumerate(game.titles))
        means = could_raise(replace(game, titles=tuple(titles)), seat)
    return RaiseView(
        move=move,
        text=f"{_price_words(game, command, price)} {short_words(game, seat, short_by)}",
        can_raise=means - cash,
        is_asked=is_asked,
        not_bankrupt=not_bankrupt,
    )


def _price_words(game: Game, command: AnyCommand, price: int) -> str:
    costs = game.money(price)
    match command:
        case Settle(player):
            debt = game.debt_of(player)
            return owed(game, debt) if debt else ""
        case BuyDeed():
            deed = next(step.deed for step in game.pending if isinstance(step, Buying))
            return f"{game.board.deeds[deed].name} costs {costs}."
        case Bid():
            return f"The next bid is {costs} or more."
        case AcceptDeal(player):
            return f"The deal asks {game.name(player)} for {costs}."
        case PayFine():
            return f"The fine is {costs}."
        case Redeem(deed=id):
            return f"Paying off {game.board.deeds[id].name} costs {costs}."
        case Build(deed=id):
            return f"A {building_named(next_level(game, id))} on {game.board.deeds[id].name} costs {costs}."
    raise TypeError(f"{command} has no price")
