"""What is open on the screen by a look: a deed with its moves and prices, or the question of the moment.

Looking never spends. One move may be highlighted: that is the one which a confirmation takes, and cancel moves on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from companion.journal.codec import Act, decode_act
from companion.rules import commands as given
from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.matters import Auction, Buying
from companion.rules.moments import open_matters
from companion.rules.mortgage import interest_on
from companion.rules.phrases import buildings, money
from companion.rules.rent import rent_due, utility_factor
from companion.rules.state import Game
from companion.table.messages import MoveView
from companion.table.shown.labels import claimed, label
from companion.table.shown.moves import move_views
from companion.table.shown.prompts import prompt

BID_STEP = 10  # a tap bids the next ten: nobody taps from 1 to 200
QUESTION = -1  # in place of a deed: what the table waits for,
THROWN = -2  # how dice may have fallen that were thrown by hand,
NEXT_TURN = -3  # or what the next player may do while the turn only waits to pass

# What nobody does by the first key: throws are for the dice button, and these are final, or leave something to others.
_NEVER_FIRST = (
    *(given.Roll, given.Throw, given.Bid, given.PassBid, given.DeclineDeed, given.RejectDeal, given.WithdrawDeal),
    *(given.SellGroup, given.GoBankrupt),
)
_WHERE = (given.MoveTo, given.ChooseSteps, given.PlaceBuilding)  # one of several places, and none of them likelier
_RAISING = (given.SellBuilding, given.SellGroup, given.Mortgage, given.OfferDeal, given.GoBankrupt)
_ANSWERS = (
    *(given.DealDeeds, given.Throw, given.DrawCard, given.PayTax, given.BuyDeed, given.DeclineDeed, given.Settle),
    *(given.Bid, given.PassBid, given.CloseAuction, given.KeepMortgage, *_WHERE),
    *(given.AcceptDeal, given.RejectDeal, given.WithdrawDeal),
    *(given.Roll, given.UseJailCard, given.PayFine, given.EndTurn),
)


class Sheet(Struct, frozen=True):
    """`deed` is a deed, or one of QUESTION, THROWN and NEXT_TURN. The likeliest move comes first."""

    deed: DeedId = QUESTION
    text: str = ""
    moves: tuple[MoveView, ...] = ()
    highlighted: int = -1  # a place in `moves`; -1 is none of them
    first: tuple[Act, ...] = ()  # to be given before any of the moves

    @property
    def is_deed(self) -> bool:
        return self.deed >= 0

    @property
    def move(self) -> MoveView | None:
        return self.moves[self.highlighted] if 0 <= self.highlighted < len(self.moves) else None


def act_of(move: MoveView) -> AnyCommand:
    return cast("AnyCommand", decode_act(bytes(move.act)))


def deed_sheet(game: Game, deed: DeedId) -> Sheet:
    about = [option for option in options(game) if _concerns(game, option.act, deed)]
    return Sheet(deed, _standing(game, deed), _moves(about), _first_ready(about))


def question(game: Game) -> Sheet:
    """What the table waits for. Always there before the end, and the same that every screen asks."""
    about = [option for option in options(game) if _answers(game, option.act)]
    return Sheet(QUESTION, prompt(game).text, _moves(about), _first_ready(about))


def look_again(game: Game, sheet: Sheet) -> Sheet:
    """The same sheet as it must look now. It differs if something was done since it was shown."""
    return still(sheet, deed_sheet(game, sheet.deed) if 0 <= sheet.deed < len(DEEDS) else question(game))


def still(sheet: Sheet, now: Sheet) -> Sheet:
    """The one that is open, wherever its highlight is, if it looks now as it did."""
    return sheet if replace(now, highlighted=sheet.highlighted) == sheet else now


def follow(game: Game, sheet: Sheet) -> Sheet:
    """The same sheet after an act. What was highlighted stays so, or nothing is: no press too many sells a house."""
    now, last = look_again(game, sheet), sheet.move
    same = (at for at, move in enumerate(now.moves) if last is not None and _is_like(move, last))
    return replace(now, highlighted=next(same, -1))


def _is_like(move: MoveView, other: MoveView) -> bool:
    return move.seat == other.seat and type(act_of(move)) is type(act_of(other))


def offers(sheet: Sheet, act: Act) -> bool:
    written = msgspec.json.encode(act)
    return any(bytes(move.act) == written for move in sheet.moves)


def own_move(sheet: Sheet, seat: PlayerId | None) -> int:
    """The place of the move that is likeliest for this player, or for anybody; -1 if there is none."""
    entries = [Option(move, act_of(move)) for move in sheet.moves]
    return _first_ready(entries, seat)


# Everything that may be done


class Option(NamedTuple):
    move: MoveView
    act: AnyCommand


def options(game: Game) -> Iterator[Option]:
    """As the screens have them, the likeliest first; a bid by the next step, and nobody's above their own."""
    bidder = next((matter.bidder for matter in open_matters(game) if isinstance(matter, Auction)), BANK)
    for move in move_views(game):
        act = act_of(move)
        if isinstance(act, given.PassBid):
            yield Option(replace(move, label=f"{game.name(act.player)} bids no more"), act)
        elif not isinstance(act, given.Bid):
            yield Option(move, act)
        elif act.player != bidder:
            yield _by_step(game, move, act)


def _by_step(game: Game, move: MoveView, bid: given.Bid) -> Option:
    step = replace(bid, amount=min(-(-move.least // BID_STEP) * BID_STEP, move.most))
    ready = replace(move, label=label(game, step), act=Raw(msgspec.json.encode(step)), needs="", fills=())
    return Option(ready, step)


def _moves(entries: Iterable[Option]) -> tuple[MoveView, ...]:
    return tuple(option.move for option in entries)


def _first_ready(entries: Sequence[Option], seat: PlayerId | None = None) -> int:
    kinds = Counter((type(act), move.seat) for move, act in entries)
    for at, (move, act) in enumerate(entries):
        if seat in (None, move.seat) and _is_ready(move, act) and not _is_one_of_several(kinds, move, act):
            return at
    return -1


def _is_ready(move: MoveView, act: AnyCommand) -> bool:
    return not (move.needs or move.banker or isinstance(act, _NEVER_FIRST))


def _is_one_of_several(kinds: Counter[tuple[type, int]], move: MoveView, act: AnyCommand) -> bool:
    return isinstance(act, _WHERE) and kinds[type(act), move.seat] > 1


# What belongs to a question


def _answers(game: Game, act: AnyCommand) -> bool:
    if isinstance(act, given.Redeem):
        return interest_on(game, act.player, act.deed) is not None
    if isinstance(act, _RAISING):
        return _is_short(game, act.player)
    return isinstance(act, _ANSWERS)


def _is_short(game: Game, player: PlayerId) -> bool:
    """Does something that is open cost this player more than there is"""
    cash, debt = game.players[player].cash, game.debt_of(player)
    if debt is not None:
        return debt.amount > cash
    first = game.agenda[0] if game.agenda else None
    return isinstance(first, Buying) and first.player == player and DEEDS[first.deed].price > cash


# What belongs to a deed


def _concerns(game: Game, act: AnyCommand, deed: DeedId) -> bool:
    match act:
        case given.Build() | given.SellBuilding() | given.PlaceBuilding():
            return act.deed == deed
        case given.Mortgage() | given.Redeem() | given.KeepMortgage():
            return act.deed == deed
        case given.SellGroup(_, group):
            return DEEDS[deed].group is group
        case given.BuyDeed() | given.DeclineDeed() | given.Bid() | given.PassBid() | given.CloseAuction():
            return _is_for_sale(game, deed)
        case given.ClaimRent():
            return any(rent.deed == deed for rent in claimed(game, act))
        case given.MoveTo(_, space):
            return DEEDS[deed].space == space
        case given.ChooseSteps(player, steps):
            return DEEDS[deed].space == (game.players[player].place + steps) % 40
        case given.OfferDeal():
            return deed in act.gives.deeds + act.gets.deeds
        case given.AcceptDeal() | given.RejectDeal() | given.WithdrawDeal():
            return game.offer is not None and deed in game.offer.gives.deeds + game.offer.gets.deeds
    return False


def _is_for_sale(game: Game, deed: DeedId) -> bool:
    return any(isinstance(matter, Buying | Auction) and matter.deed == deed for matter in open_matters(game))


def _standing(game: Game, deed: DeedId) -> str:
    title, printed = game.titles[deed], DEEDS[deed]
    if title.owner == BANK:
        return f"{printed.name} is the Bank's. Its price is {money(printed.price)}."
    owned = f"{printed.name} is {game.name(title.owner)}'s"
    if title.mortgaged:
        return f"{owned} and mortgaged."
    built = f", with {buildings(title.buildings)}" if title.buildings else ""
    return f"{owned}{built}. {_rent(game, deed)}"


def _rent(game: Game, deed: DeedId) -> str:
    if DEEDS[deed].is_utility:
        return f"Its rent is {utility_factor(game, DEEDS[deed])} times the dice."
    return f"Its rent is {money(rent_due(game, DEEDS[deed], dice_total=0))}."
